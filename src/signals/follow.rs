//! All inputs of a unit on their way through a communication step.

use std::ops::Range;

use super::track::{Track, slack};
use crate::unit::{Fault, Simulation};

/// Courses of inputs from one communication point to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Course along the pieces of the signals, with steps that end where a piece ends.
    Ramps,
    /// Course on the chord of each communication step, for methods of a fixed step.
    Chords,
    /// Course at the value of the start of each communication step.
    Hold,
}

/// A value of an input that the unit refuses.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{origin}: at t = {time} s: {fault}{}", remedy(fault))]
pub struct Refused {
    /// Origin of the signal.
    pub origin: String,
    /// The time at which it has the value, s.
    pub time: f64,
    /// Reason why it is refused.
    pub fault: Fault,
}

/// Returns what makes a value finite, if it is not.
fn remedy(fault: &Fault) -> &'static str {
    match fault {
        Fault::NotFinite { .. } => {
            ": take another formula there, as `if(t > 1, …, 0)` does up to t = 1"
        }
        _ => "",
    }
}

/// Moves inputs from time `t` of a communication step on; returns the time up to which they may, the end of the step at
/// most.
///
/// # Errors
/// A value that the unit refuses.
pub fn follow(
    tracks: &mut [Track],
    interpolation: Interpolation,
    t: f64,
    step: &Range<f64>,
    instance: &mut Simulation,
) -> Result<f64, Refused> {
    let end = step.end;
    if interpolation != Interpolation::Ramps && t > step.start {
        return Ok(end);
    }
    let mut until = end;
    for track in tracks {
        let told = interpolation == Interpolation::Ramps;
        let declared = instance.take_ramps_as_declared(track.variable, told);
        declared.map_err(|fault| refused(track, (t, fault)))?;
        let node = match interpolation {
            Interpolation::Hold => track.hold(t, instance).map(|()| end),
            Interpolation::Chords => track.chord(t, end, instance).map(|()| end),
            Interpolation::Ramps => track.ramp(t, end, instance),
        };
        let node = node.map_err(|at| refused(track, at))?;
        if node < until - slack(end) {
            until = node;
        }
    }
    Ok(until)
}

/// Returns the refusal of a value of a track at a time, s.
fn refused(track: &Track, (time, fault): (f64, Fault)) -> Refused {
    Refused { origin: track.origin.clone(), time, fault }
}
