//! What a host should know of a step that was done.

use std::fmt;

use crate::motion::Contradiction;

/// A position and a velocity of a body of given motion that contradict each other.
#[derive(Clone, Copy, Debug)]
pub struct Warning<'n> {
    pub(super) name: &'n str,
    pub(super) found: Contradiction,
}

impl fmt::Display for Warning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, found: Contradiction { time, mean, velocities: [v0, v1], .. } } = self;
        write!(
            f,
            "in the communication step to t = {time} s the given position of {name} changes by {mean} per second, its \
             given velocity goes from {v0} to {v1}; a body of which only one is given says so by `by`. Later \
             contradictions of {name} are not told"
        )
    }
}
