//! Checkpoints: a state with the start of the segment on which it is, to be restored after a prediction.

use super::segment::Segment;
use crate::dynamics::State;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    state: State,
    segment: Segment,
}

impl Checkpoint {
    /// Makes room for states like this one.
    pub fn reserve(&mut self, state: &State) {
        self.state.copy_from(state);
        self.segment.reserve(state);
    }

    /// Takes the present motion.
    pub fn save(&mut self, state: &State, segment: &Segment) {
        self.state.copy_from(state);
        self.segment.return_to(segment);
    }

    /// Makes the saved motion the present one.
    pub fn restore(&self, state: &mut State, segment: &mut Segment) {
        state.copy_from(&self.state);
        segment.return_to(&self.segment);
    }

    /// Returns the saved state.
    pub fn state(&self) -> &State {
        &self.state
    }
}
