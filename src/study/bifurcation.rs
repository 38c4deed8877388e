//! Bifurcation diagrams by brute force: for each value of a parameter what a motion does on a Poincaré section once it
//! has settled, the state being carried over from value to value. Where two motions coexist, going up and going down
//! finds both. A position that advances, on which nothing depends, is returned as its advance since the crossing
//! before; one in which forces are periodic within half a period of 0, and a plane of it at each period.

use serde::{Deserialize, Serialize};

use crate::unit::Fault;

use super::Case;
use super::model::real;
use super::neutral::Neutral;
use super::section::{Section, Walk};

/// Settings by which the motion is sampled at each value.
#[derive(Clone, Debug)]
pub struct Look {
    /// Section on which points are taken.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// Time of the crossing, s.
    pub time: f64,
    /// Value of each of [`Look::columns`].
    pub values: Vec<f64>,
}

/// A time and the state then.
pub type Moment = (f64, Vec<f64>);

/// Crossings of a motion at one value of a parameter, and its time and state at the end.
pub type Station = (Vec<Crossing>, Moment);

/// Finds the crossings of a motion from a state, after it settled; and the state at the end with its time. Where a
/// column advances, the first crossing is what the next ones are measured from.
///
/// # Errors
/// A motion that cannot continue.
pub fn crossings(
    model: &Case,
    (start, state): (f64, &[f64]),
    look: &Look,
) -> Result<Station, Fault> {
    let neutral = Neutral::of(model);
    let row = |index: usize| model.rows().iter().position(|row| row.variable == index);
    let period = look.section.variable().and_then(row).and_then(|row| neutral.period(row));
    let instance = model.start(start, state, true)?;
    let mut walk = Walk::new(instance, (look.section, period), look.resolution);
    walk.skip_to(start + look.settle)?;
    let end = walk.instance.time() + look.patience;
    let mut found = Vec::new();
    let moves = |index: &usize| row(*index).is_some_and(|row| neutral.moves(row));
    let advance: Vec<bool> = look.columns.iter().map(moves).collect();
    let mut last: Option<Vec<f64>> = None;
    while found.len() < look.points {
        let Some(time) = walk.next(end)? else { break };
        let instance = &mut walk.instance;
        let state = neutral.wrapped(&model.state(instance)?);
        let values = look.columns.iter().map(|&index| match row(index) {
            Some(row) if !neutral.moves(row) => Ok(state[row]),
            _ => real(instance, index),
        });
        let now = values.collect::<Result<Vec<f64>, _>>()?;
        let mut values = now.clone();
        match last.replace(now) {
            Some(last) => {
                let relative = values.iter_mut().zip(last).zip(&advance);
                relative.filter(|(_, advance)| **advance).for_each(|((x, last), _)| *x -= last);
            }
            None if advance.contains(&true) => continue,
            None => {}
        }
        found.push(Crossing { time, values });
    }
    let state = neutral.wrapped(&model.state(&mut walk.instance)?);
    Ok((found, (walk.instance.time(), state)))
}

/// Finds the crossings at the next value of a parameter, which the model has: from the state that the last one left, or
/// from the start values.
///
/// # Errors
/// A motion that cannot continue.
pub fn next(model: &Case, last: Option<&Station>, look: &Look) -> Result<Station, Fault> {
    match last {
        Some((_, (time, state))) => crossings(model, (*time, state), look),
        None => crossings(model, (0.0, &model.first()), look),
    }
}
