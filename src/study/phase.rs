//! The phase plane of two states: the vector field, motions in it, and where contacts stick.
//!
//! Of a unit with more than two states, or with a harmonic force, it is a plane of its state space: the other states have
//! their start values, the time is given.

use crate::unit::{Accessor, Fault, Simulation};

use super::model::{Case, Refusal, find, real};

/// Halvings by which the ends of a sticking segment are located: to round-off.
const MOST_HALVINGS: usize = 60;

/// Two states, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// The one across.
    pub x: usize,
    /// The one upwards.
    pub y: usize,
}

/// A place of the plane at a time, with the rates of both states just after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Time, s.
    pub time: f64,
    /// Values of both states.
    pub at: (f64, f64),
    /// Their derivatives, per s.
    pub rate: (f64, f64),
    /// True if a contact is stuck.
    pub stuck: bool,
}

/// Returns the numbers of two states, by the names of their variables.
///
/// # Errors
/// A name that is none of a state, or twice the same.
pub fn plane(model: &Case, names: [&str; 2]) -> Result<Plane, Refusal> {
    let all = || {
        let names =
            model.rows().iter().map(|row| model.unit().variables()[row.variable].name.as_str());
        names.collect::<Vec<_>>()
    };
    let number = |name: &str| {
        all().iter().position(|other| *other == name).ok_or_else(|| {
            Refusal::NotFound(format!("{name} is not a state; states are {}", all().join(", ")))
        })
    };
    let plane = Plane { x: number(names[0])?, y: number(names[1])? };
    match plane.x == plane.y {
        true => Err(Refusal::NotFound(format!("{}: a plane has two different states", names[0]))),
        false => Ok(plane),
    }
}

/// Returns the vector field at a place.
///
/// # Errors
/// Values that break a rule.
pub fn arrow(model: &Case, plane: Plane, time: f64, at: (f64, f64)) -> Result<Place, Fault> {
    let mut instance = begin(model, plane, time, at)?;
    place(model, plane, &contacts(model), &mut instance)
}

/// Finds a motion from a place on, with points that are no farther apart than `step` s, and at all transitions. Where
/// it leaves a transition its point has the rates after it.
///
/// # Errors
/// A motion that cannot continue.
pub fn motion(
    model: &Case,
    plane: Plane,
    (time, at): (f64, (f64, f64)),
    (end, step): (f64, f64),
) -> Result<Vec<Place>, Fault> {
    let contacts = contacts(model);
    let mut instance = begin(model, plane, time, at)?;
    let mut places = vec![place(model, plane, &contacts, &mut instance)?];
    let count = ((end - time) / step).ceil().max(1.0) as u64;
    for k in 1..=count {
        let until = if k == count { end } else { time + k as f64 * step };
        while instance.time() < until {
            let now = instance.time();
            instance.step(now, until - now)?;
            places.push(place(model, plane, &contacts, &mut instance)?);
        }
    }
    Ok(places)
}

/// Finds the segments in which a contact is stuck, over the given values of x in their order: points at these, and at
/// both ends of each segment. Empty if the slip velocity does not depend on y.
///
/// # Errors
/// Values that break a rule.
pub fn sticking(
    model: &Case,
    plane: Plane,
    time: f64,
    contact: usize,
    values: &[f64],
) -> Result<Vec<Vec<Place>>, Fault> {
    let line = NoSlip::new(model, plane, time, contact);
    let mut segments: Vec<Vec<Place>> = Vec::new();
    let mut before: Option<(f64, bool)> = None;
    for &x in values {
        let found = line.place(x)?;
        match (before, found) {
            (Some((last, false)), Some(found)) => {
                segments.push(line.end(x, last)?.into_iter().chain([found]).collect());
            }
            (None, Some(found)) => segments.push(vec![found]),
            (Some((_, true)), Some(found)) => segments.last_mut().expect("begun").push(found),
            (Some((last, true)), None) => {
                segments.last_mut().expect("begun").extend(line.end(last, x)?);
            }
            (_, None) => {}
        }
        before = Some((x, found.is_some()));
    }
    Ok(segments)
}

/// The line of the plane on which a contact does not slip: in parts of it the contact is stuck.
struct NoSlip<'m> {
    model: &'m Case,
    plane: Plane,
    time: f64,
    /// The variables `stuck` of all contacts.
    contacts: Vec<usize>,
    /// The contact's variables, where it has them.
    slip_velocity: Option<usize>,
    stuck: Option<usize>,
}

impl<'m> NoSlip<'m> {
    fn new(model: &'m Case, plane: Plane, time: f64, contact: usize) -> Self {
        Self {
            model,
            plane,
            time,
            contacts: contacts(model),
            slip_velocity: find(model.unit(), Accessor::SlipVelocity(contact)),
            stuck: find(model.unit(), Accessor::Stuck(contact)),
        }
    }

    fn begin(&self, at: (f64, f64)) -> Result<Simulation, Fault> {
        begin(self.model, self.plane, self.time, at)
    }

    fn slip(&self, at: (f64, f64)) -> Result<f64, Fault> {
        let mut instance = self.begin(at)?;
        self.slip_velocity.map_or(Ok(f64::NAN), |index| real(&mut instance, index))
    }

    /// Returns the place of the line at x, if the contact sticks there.
    fn place(&self, x: f64) -> Result<Option<Place>, Fault> {
        // The slip velocity is linear in velocities.
        let (low, high) = (self.slip((x, 0.0))?, self.slip((x, 1.0))?);
        let y = -low / (high - low);
        if !y.is_finite() {
            return Ok(None);
        }
        // The velocity of exactly no slip may be a neighbour of the quotient.
        for y in [y, y.next_up(), y.next_down()] {
            let mut instance = self.begin((x, y))?;
            let sticks = self.stuck.map_or(Ok(0.0), |index| real(&mut instance, index))?;
            if sticks != 0.0 {
                return place(self.model, self.plane, &self.contacts, &mut instance).map(Some);
            }
        }
        Ok(None)
    }

    /// Finds the last place at which it sticks, between a value of x at which it does and one at which it does not.
    fn end(&self, mut inside: f64, mut outside: f64) -> Result<Option<Place>, Fault> {
        let mut last = None;
        for _ in 0..MOST_HALVINGS {
            let middle = 0.5 * (inside + outside);
            if middle == inside || middle == outside {
                break;
            }
            match self.place(middle)? {
                Some(found) => (inside, last) = (middle, Some(found)),
                None => outside = middle,
            }
        }
        Ok(last)
    }
}

fn begin(model: &Case, plane: Plane, time: f64, (x, y): (f64, f64)) -> Result<Simulation, Fault> {
    let mut state = model.first();
    (state[plane.x], state[plane.y]) = (x, y);
    model.start(time, &state, true)
}

/// Returns the variables `stuck` of all contacts.
fn contacts(model: &Case) -> Vec<usize> {
    let count = model.unit().network().contacts.len();
    (0..count).filter_map(|contact| find(model.unit(), Accessor::Stuck(contact))).collect()
}

fn place(
    model: &Case,
    plane: Plane,
    contacts: &[usize],
    instance: &mut Simulation,
) -> Result<Place, Fault> {
    let (state, rate) = (model.state(instance)?, model.rate(instance)?);
    let mut stuck = false;
    for &index in contacts {
        stuck |= real(instance, index)? != 0.0;
    }
    let of = |values: &[f64]| (values[plane.x], values[plane.y]);
    Ok(Place { time: instance.time(), at: of(&state), rate: of(&rate), stuck })
}
