//! A mechanism as numbers, for everything that moves it without luztar:
//!
//! ```text
//!   m y'' = F(t) − k y − c y³ − Σ ± λ       for each body
//!   w = v_i − v_j − surface                 for each contact; the ground is at rest
//!   |λ| ≤ limit·N(t)/(1 + decay |w|)        where w = 0; λ = that times sgn w else
//! ```
//! F and N are inputs of the unit, straight between points of a table, or constant.

use serde_json::{Value, json};

/// Communication step in s, of which the points of all tables are multiples.
pub const SIZE: f64 = 1e-2;

/// An input between two points: its value at the time that is asked for, and its slope.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ramp {
    pub value: f64,
    pub slope: f64,
}

#[derive(Clone, Copy)]
pub struct Input {
    pub name: &'static str,
    /// Times and values; constant before and after.
    pub points: &'static [(f64, f64)],
}

#[derive(Clone, Copy)]
pub struct Body {
    pub mass: f64,
    pub position: f64,
    pub velocity: f64,
    /// k and c.
    pub spring: [f64; 2],
    /// The input that is its force.
    pub force: Option<usize>,
}

#[derive(Clone, Copy)]
pub struct Contact {
    pub name: &'static str,
    pub first: usize,
    /// None: the ground.
    pub second: Option<usize>,
    pub limit: f64,
    pub decay: f64,
    pub surface: f64,
    /// The input that is its normal force.
    pub load: Option<usize>,
}

pub struct Problem {
    pub unit: &'static str,
    /// Motion or force that moves it, for the head of its table.
    pub what: &'static str,
    /// Values of the unit that differ from its own.
    pub parameters: &'static [(&'static str, f64)],
    pub inputs: &'static [Input],
    pub bodies: &'static [Body],
    pub contacts: &'static [Contact],
    /// End of the run, s.
    pub end: f64,
    /// Largest slope of the friction smoothed over a width, over masses, times the width: a bound of the fastest rate.
    pub stiffness: f64,
}

impl Input {
    /// Returns the piece that begins at a time or holds it.
    fn at(&self, time: f64) -> Ramp {
        // times of communication points are sums
        let next = self.points.partition_point(|(point, _)| *point <= time + 1e-9);
        match (next.checked_sub(1).map(|before| self.points[before]), self.points.get(next)) {
            (Some((t0, x0)), Some((t1, x1))) => {
                let slope = (x1 - x0) / (t1 - t0);
                Ramp { value: x0 + slope * (time - t0), slope }
            }
            (Some((_, value)), None) | (None, Some(&(_, value))) => Ramp { value, slope: 0.0 },
            (None, None) => Ramp::default(),
        }
    }
}

impl Problem {
    pub fn steps(&self) -> usize {
        (self.end / SIZE).round() as usize
    }

    /// Returns the inputs from a communication point on, where they go on otherwise than before.
    pub fn given(&self, step: usize) -> Option<Vec<Ramp>> {
        let at = |step: usize| -> Vec<Ramp> {
            self.inputs.iter().map(|input| input.at(step as f64 * SIZE)).collect()
        };
        let (now, before) = (at(step), step.checked_sub(1).map(at));
        let goes_on = |before: Vec<Ramp>| {
            before.iter().zip(&now).all(|(before, now)| before.slope == now.slope)
        };
        if before.is_some_and(goes_on) { None } else { Some(now) }
    }

    /// True if positions matter for the motion.
    pub fn has_springs(&self) -> bool {
        self.bodies.iter().any(|body| body.spring != [0.0; 2])
    }

    /// Returns the velocities at the start, then places if they matter.
    pub fn start(&self) -> Vec<f64> {
        let mut state: Vec<f64> = self.bodies.iter().map(|body| body.velocity).collect();
        if self.has_springs() {
            state.extend(self.bodies.iter().map(|body| body.position));
        }
        state
    }

    /// Writes forces on the bodies but those of the contacts, `since` the inputs were given; if places matter they
    /// stand in the state behind the velocities, and their rates are written behind the forces.
    pub fn loads(&self, since: f64, inputs: &[Ramp], state: &[f64], loads: &mut [f64]) {
        let (velocities, places) = state.split_at(self.bodies.len());
        for (index, body) in self.bodies.iter().enumerate() {
            let force = body.force.map_or(0.0, |input| inputs[input].after(since));
            loads[index] = force;
            if let Some(y) = places.get(index) {
                loads[index] -= body.spring[0] * y + body.spring[1] * y * y * y;
            }
        }
        loads[velocities.len()..].copy_from_slice(&velocities[..places.len()]);
    }
}

impl Ramp {
    pub fn after(&self, since: f64) -> f64 {
        self.value + self.slope * since
    }
}

impl Contact {
    pub fn slip(&self, velocities: &[f64]) -> f64 {
        velocities[self.first] - self.second.map_or(0.0, |body| velocities[body]) - self.surface
    }

    /// Returns the friction at a slip speed.
    pub fn friction(&self, speed: f64, since: f64, inputs: &[Ramp]) -> f64 {
        let load = self.load.map_or(1.0, |input| inputs[input].after(since));
        self.limit * load / (1.0 + self.decay * speed)
    }
}

/// Columns of whole numbers.
const INDICES: [&str; 4] = ["drive", "first", "second", "load"];

/// The columns of a table of bodies or contacts.
type Columns = Vec<(&'static str, Vec<f64>)>;

impl Problem {
    /// Returns the numbers of the bodies and of the contacts; −1 stands for no input and for the ground.
    fn columns(&self) -> Columns {
        let index = |index: Option<usize>| index.map_or(-1.0, |index| index as f64);
        let of_bodies = |number: &dyn Fn(&Body) -> f64| self.bodies.iter().map(number).collect();
        let of_contacts =
            |number: &dyn Fn(&Contact) -> f64| self.contacts.iter().map(number).collect();
        vec![
            ("mass", of_bodies(&|body| body.mass)),
            ("place", of_bodies(&|body| body.position)),
            ("velocity", of_bodies(&|body| body.velocity)),
            ("linear", of_bodies(&|body| body.spring[0])),
            ("cubic", of_bodies(&|body| body.spring[1])),
            ("drive", of_bodies(&|body| index(body.force))),
            ("first", of_contacts(&|contact| contact.first as f64)),
            ("second", of_contacts(&|contact| index(contact.second))),
            ("limit", of_contacts(&|contact| contact.limit)),
            ("decay", of_contacts(&|contact| contact.decay)),
            ("surface", of_contacts(&|contact| contact.surface)),
            ("load", of_contacts(&|contact| index(contact.load))),
        ]
    }

    /// Returns the numbers as definitions in C.
    pub fn in_c(&self) -> String {
        let sizes = [
            ("BODIES", self.bodies.len()),
            ("CONTACTS", self.contacts.len()),
            ("INPUTS", self.inputs.len()),
            ("SPRINGS", usize::from(self.has_springs())),
        ];
        let mut text = String::new();
        for (name, size) in sizes {
            text += &format!("#define {name} {size}\n");
        }
        for (name, numbers) in self.columns() {
            let kind = if INDICES.contains(&name) { "int" } else { "double" };
            let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
            text += &format!("static const {kind} {name}[] = {{{}}};\n", numbers.join(", "));
        }
        text
    }

    /// Returns the numbers for the script, and the inputs at the points at which their rates change.
    pub fn in_json(&self) -> Value {
        let columns: serde_json::Map<String, Value> = self
            .columns()
            .into_iter()
            .map(|(name, numbers)| (name.to_owned(), json!(numbers)))
            .collect();
        let pieces: Vec<Value> = (0..self.steps())
            .filter_map(|step| {
                let given = self.given(step)?;
                let given: Vec<[f64; 2]> =
                    given.iter().map(|ramp| [ramp.value, ramp.slope]).collect();
                Some(json!({ "time": step as f64 * SIZE, "inputs": given }))
            })
            .collect();
        json!({ "unit": self.unit, "end": self.end, "pieces": pieces, "columns": columns })
    }
}
