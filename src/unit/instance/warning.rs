//! What a host should know of a motion that it gives.

use std::fmt;

use crate::motion::Contradiction;
use crate::unit::Variable;

/// A position and a velocity of a body of given motion that contradict each other.
#[derive(Clone, Copy, Debug)]
pub struct Warning<'u> {
    pub(super) body: &'u str,
    pub(super) position: &'u Variable,
    pub(super) velocity: &'u Variable,
    pub(super) found: Contradiction,
}

impl fmt::Display for Warning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, position, velocity, found } = self;
        let Contradiction { times: [from, to], mean, velocities: [least, most], bound, .. } = found;
        let (outside, unit) = ((least - mean).max(mean - most), velocity.unit_symbol());
        let (position, velocity) = (&position.name, &velocity.name);
        write!(
            f,
            "from t = {from} s to {to} s {position} changes by {mean} {unit}, while {velocity} goes from {least} {unit} to \
             {most} {unit}: outside by {outside} {unit}, the bound is {bound} {unit}. If only one of them is given, the \
             file says so by `by` of {body}. Later contradictions of {body} are not told"
        )
    }
}
