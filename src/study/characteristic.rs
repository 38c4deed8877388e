//! Characteristics of elements: friction against slip velocity, the topology of tar, and spring force against deflection,
//! that of luz (Żardecki, JTAM 44 (2006) 1).

use super::model::{Case, Refusal};
use crate::laws::{Conditions, Direction, Law};
use crate::network::{ForceKind, Meaning, ParameterId, Signal};

/// Returns the friction of a contact at the given slip velocities, in their order. Where they pass 0 there are four
/// points at 0: the limits of slip and of stiction on either side.
///
/// # Errors
/// A law with internal state, whose force is no function of the slip velocity; a load that is not known.
pub fn friction(
    model: &Case,
    contact: usize,
    velocities: &[f64],
    load: Option<f64>,
) -> Result<Vec<(f64, f64)>, Refusal> {
    let entry = &model.unit().network().contacts[contact];
    if !entry.law.kind.states().is_empty() {
        return Err(Refusal::NotFound(format!(
            "{}: the law {} has internal states, so that its force is not a function of the slip velocity; compute \
             its loops under a prescribed motion",
            entry.name,
            entry.law.kind.name()
        )));
    }
    if entry.law.kind.evolves() {
        return Err(Refusal::NotFound(format!(
            "{}: the law {} depends on positions, on velocities of its ends or on the time, so that its force is not \
             a function of the slip velocity alone",
            entry.name,
            entry.law.kind.name()
        )));
    }
    if entry.law.kind.holds_without_limit() {
        return Err(Refusal::NotFound(format!(
            "{}: it is a constraint, whose force has no characteristic",
            entry.name
        )));
    }
    let numbers: Vec<f64> = entry.law_numbers.iter().map(|number| model.signal(*number)).collect();
    let law = Law::new(&entry.law, &numbers)
        .map_err(|error| Refusal::NotFound(format!("{}: {error}", entry.name)))?;
    let load = known_load(model, contact, load)?;
    let load = load * entry.effective_radius.map_or(1.0, |id| model.parameter(id));
    let at = Conditions::under(load);
    let (slip, stick) = (law.kinetic_limits(at), law.static_limits(at));
    let mut points = Vec::with_capacity(velocities.len() + 4);
    let rises = velocities.first() <= velocities.last();
    let [first, second] = match rises {
        true => [Direction::Backward, Direction::Forward],
        false => [Direction::Forward, Direction::Backward],
    };
    let mut last: Option<f64> = None;
    for &w in velocities {
        if w == 0.0 || last.is_some_and(|last| last * w < 0.0) {
            points.extend([
                (0.0, first.sign() * slip.of(first)),
                (0.0, first.sign() * stick.of(first)),
                (0.0, second.sign() * stick.of(second)),
                (0.0, second.sign() * slip.of(second)),
            ]);
        }
        if w != 0.0 {
            points.push((w, law.force(w, at)));
        }
        // From 0 on no sign changes: its points are there.
        last = Some(w);
    }
    Ok(points)
}

/// Returns the normal load of a contact: that which is given here, or that of the file; 1 where its numbers are forces.
///
/// # Errors
/// A load that a spring makes.
pub fn known_load(model: &Case, contact: usize, given: Option<f64>) -> Result<f64, Refusal> {
    let entry = &model.unit().network().contacts[contact];
    let load = match (given, entry.normal_load) {
        (Some(load), _) => Some(load),
        (None, _) if entry.load_from.is_some() => None,
        (None, None) => Some(1.0),
        (None, Some(signal)) => Some(model.signal(signal)),
    };
    load.ok_or_else(|| {
        Refusal::NotFound(format!(
            "{}: its normal load depends on a spring or a formula; give a load",
            entry.name
        ))
    })
}

/// Returns the static force of a spring at deflections: k e + g(e) by its kind, or k luz(e, Δ) with freeplay, e from its offset on.
///
/// # Errors
/// A series of springs, each of which has its own.
pub fn spring(
    model: &Case,
    spring: usize,
    deflections: &[f64],
) -> Result<Vec<(f64, f64)>, Refusal> {
    let entry = &model.unit().network().springs[spring];
    if entry.series.is_some() {
        return Err(Refusal::NotFound(format!(
            "{} is a series of springs, each with its own characteristic",
            entry.name
        )));
    }
    let value = |id: ParameterId| model.parameter(id);
    let (numbers, characteristic) = (entry.elastic.numbers(value), entry.characteristic.map(value));
    let force = |e: f64| {
        let beyond = numbers.beyond(e);
        numbers.stiffness * beyond + characteristic.force(beyond)
    };
    Ok(deflections.iter().map(|&e| (e, force(e))).collect())
}

/// Returns the force of an element by formula at deflections that do not change.
///
/// # Errors
/// A force that is no function of the deflection then: a potential, friction, or a formula that names motions of bodies or the time.
pub fn force(model: &Case, force: usize, deflections: &[f64]) -> Result<Vec<(f64, f64)>, Refusal> {
    let entry = &model.unit().network().forces[force];
    let refuse = |why: &str| Err(Refusal::NotFound(format!("{}: {why}", entry.name)));
    if entry.kind == ForceKind::Potential {
        return refuse("it is a potential, whose forces depend on the positions of all its bodies");
    }
    if !entry.frictions.is_empty() {
        return refuse("its formula has dry friction, whose force has no one value at rest");
    }
    let mut relative = None;
    let mut numbers = Vec::with_capacity(entry.names.len());
    for (name, (word, meaning)) in entry.names.iter().enumerate() {
        numbers.push(match *meaning {
            Meaning::Parameter(id) => model.parameter(id),
            Meaning::Input(id) => model.signal(Signal::Input(id)),
            Meaning::Relative => {
                relative = Some(name);
                0.0
            }
            Meaning::Position(_) | Meaning::Velocity(_) | Meaning::Time
                if entry.value.depends_on(name) =>
            {
                return refuse(&format!(
                    "its formula names `{word}`, so that its force is not a function of the deflection alone"
                ));
            }
            _ => 0.0,
        });
    }
    let value = |&e: &f64| {
        if let Some(name) = relative {
            numbers[name] = e;
        }
        (e, entry.value_at(&numbers, |id| model.parameter(id)))
    };
    Ok(deflections.iter().map(value).collect())
}
