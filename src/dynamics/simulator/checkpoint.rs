//! Checkpoints: a state with the start of the segment on which it is, to be restored after a prediction.

use super::trajectory::Trajectory;
use crate::dynamics::State;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    state: State,
    trajectory: Trajectory,
}

impl Checkpoint {
    /// Makes room for states like this one.
    pub fn reserve(&mut self, state: &State) {
        self.state.copy_from(state);
        self.trajectory.reserve(state);
    }

    /// Takes the present motion.
    pub fn save(&mut self, state: &State, trajectory: &Trajectory) {
        self.state.copy_from(state);
        self.trajectory.return_to(trajectory);
    }

    /// Makes the saved motion the present one.
    pub fn restore(&self, state: &mut State, trajectory: &mut Trajectory) {
        state.copy_from(&self.state);
        trajectory.return_to(&self.trajectory);
    }

    /// Returns the saved state.
    pub fn state(&self) -> &State {
        &self.state
    }
}
