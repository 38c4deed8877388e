//! Motions, and values of variables, of an instance whose balance of energy is evaluated.

use crate::network::{BodyKind, Drive, End, Signal};
use crate::study::model::{Case, find, real};
use crate::unit::{Accessor, Fault, Simulation};

/// Returns the position of a body.
pub(super) fn position(model: &Case, instance: &mut Simulation, body: usize) -> Result<f64, Fault> {
    let given = match model.unit().network().bodies[body].kind {
        BodyKind::Prescribed(drive) => drive.position(),
        BodyKind::Fixed | BodyKind::Free { .. } | BodyKind::Massless { .. } => None,
    };
    match given {
        Some(id) => Ok(model.signal(Signal::Input(id))),
        None => output(model, instance, Accessor::Position(body)),
    }
}

/// Returns the deflection z_i − p·z_j between two ends.
pub(super) fn deflection(
    model: &Case,
    instance: &mut Simulation,
    [i, j]: [End; 2],
) -> Result<f64, Fault> {
    let weight = |end: End| end.weight.map_or(1.0, |id| model.parameter(id));
    let mut place = |end: End| match end.body {
        Some(body) => position(model, instance, body),
        None => Ok(0.0),
    };
    Ok(weight(i) * place(i)? - weight(j) * place(j)?)
}

/// Returns the velocity of the first end against the second one.
pub(super) fn relative(
    model: &Case,
    instance: &mut Simulation,
    i: End,
    j: End,
) -> Result<f64, Fault> {
    let weight = |end: End| end.weight.map_or(1.0, |id| model.parameter(id));
    let first = weight(i) * velocity(model, instance, i.body)?;
    Ok(first - weight(j) * velocity(model, instance, j.body)?)
}

/// Returns the velocity of a body; the ground stands.
pub(super) fn velocity(
    model: &Case,
    instance: &mut Simulation,
    body: Option<usize>,
) -> Result<f64, Fault> {
    let Some(body) = body else { return Ok(0.0) };
    match model.unit().network().bodies[body].kind {
        BodyKind::Fixed | BodyKind::Prescribed(Drive::Position { .. }) => Ok(0.0),
        BodyKind::Prescribed(drive) => {
            Ok(drive.velocity().map_or(0.0, |id| model.signal(Signal::Input(id))))
        }
        BodyKind::Free { .. } | BodyKind::Massless { .. } => {
            output(model, instance, Accessor::Velocity(body))
        }
    }
}

/// Returns the force of the unit on a body that inputs move.
pub(super) fn reaction(drive: Drive, body: usize) -> Accessor {
    match drive {
        Drive::Port(_) => Accessor::PortReaction(body),
        _ => Accessor::Reaction(body),
    }
}

/// Returns the value of a variable of an element, which every model has.
pub(super) fn output(
    model: &Case,
    instance: &mut Simulation,
    accessor: Accessor,
) -> Result<f64, Fault> {
    find(model.unit(), accessor).map_or(Ok(0.0), |index| real(instance, index))
}
