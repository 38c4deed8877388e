//! Bifurcation diagrams by brute force: for each value of a parameter what a motion does on a Poincaré section once it
//! has settled, the state being carried over from value to value. Where two motions coexist, going up and going down
//! finds both.

use crate::unit::{Fault, Value};

use super::Model;
use super::model::real;
use super::section::{Section, Walk};

/// How a motion is looked at for each value.
#[derive(Clone, Debug)]
pub struct Look {
    pub section: Section,
    /// Variables to be read on the section.
    pub columns: Vec<usize>,
    /// Time that it has to settle, s.
    pub settle: f64,
    /// Crossings to be taken at most.
    pub points: usize,
    /// Time that it has for them, s.
    pub patience: f64,
    /// Longest step, s.
    pub resolution: f64,
}

/// A crossing: its time and the values of the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    pub time: f64,
    pub values: Vec<f64>,
}

/// A time and the state then.
pub type Moment = (f64, Vec<f64>);

/// The crossings of a motion from a state, after it settled; and the state at the end with its time.
///
/// # Errors
/// A motion that cannot go on.
pub fn crossings(
    model: &Model,
    (start, state): (f64, &[f64]),
    look: &Look,
) -> Result<(Vec<Crossing>, Moment), Fault> {
    let mut walk = Walk::new(model.start(start, state, true)?, look.section, look.resolution);
    walk.skip_to(start + look.settle)?;
    let end = walk.instance.time() + look.patience;
    let mut found = Vec::new();
    while found.len() < look.points {
        let Some(time) = walk.next(end)? else { break };
        let instance = &mut walk.instance;
        let values = look.columns.iter().map(|&index| real(instance, index));
        found.push(Crossing { time, values: values.collect::<Result<_, _>>()? });
    }
    let state = model.state(&mut walk.instance)?;
    Ok((found, (walk.instance.time(), state)))
}

/// The crossings at each value of a parameter, in the order of the values, each from the state that the last one left.
/// `section` gives the section at a value: phases of a force follow its frequency. After each value `told` is called.
///
/// # Errors
/// The number of the value at which the motion cannot go on, and why.
pub fn follow(
    model: &Model,
    parameter: usize,
    values: &[f64],
    look: impl Fn(&Model) -> Look,
    mut told: impl FnMut(),
) -> Result<Vec<Vec<Crossing>>, (usize, Fault)> {
    let mut carried = (0.0, model.first());
    let mut all = Vec::with_capacity(values.len());
    for (number, &value) in values.iter().enumerate() {
        let model = model.with(parameter, Value::Real(value));
        let (time, state) = &carried;
        let (found, next) =
            crossings(&model, (*time, state), &look(&model)).map_err(|fault| (number, fault))?;
        all.push(found);
        carried = next;
        told();
    }
    Ok(all)
}
