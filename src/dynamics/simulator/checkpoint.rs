//! A motion to go back to: that at the start of a call, which fails or not, and that from which the unit looks ahead.
//!
//! Most communication steps only take new inputs and go along one polynomial, which cannot fail once it was made. What
//! such a step changes before that is kept at its start ([`Checkpoint::begin`]); whoever is about to change more of the
//! state calls [`Checkpoint::keep`] first, which copies the rest once a call. On a segment of a large network only the place
//! is kept, and the state there is evaluated again.

use super::trajectory::{Deferred, Trajectory};
use crate::dynamics::State;
use crate::dynamics::methods::taylor::horizon::HorizonControl;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Checkpoint {
    before: State,
    trajectory: Trajectory,
    kept: Kept,
}

/// Part of the state before that is kept.
#[derive(Clone, Copy, Debug, Default)]
enum Kept {
    /// The part that new inputs change immediately: all else is as it was.
    #[default]
    Early,
    All,
    /// Its place on a segment and all that has happened there, from which it follows; these parts were not taken from the segment.
    History(Deferred),
}

/// A checkpoint to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The motion at the start of a call that fails.
    Call,
    /// The motion from which a look ahead began.
    LookAhead,
}

/// Copies what has happened on the segment of a state, and its place on that.
macro_rules! copy_history {
    ($from:expr => $to:expr) => {
        $to.time = $from.time;
        $to.origin = $from.origin;
        $to.point = $from.point;
        $to.horizon_control = $from.horizon_control;
        $to.mean_friction.copy_from_slice(&$from.mean_friction);
        $to.instants = $from.instants;
        $to.input_changes.clone_from(&$from.input_changes);
    };
}

impl Checkpoint {
    /// Makes room for states like this one.
    pub fn reserve(&mut self, state: &State) {
        self.keep_all(state, &Trajectory::default());
        self.trajectory.reserve(state);
    }

    /// True if there is room for states like this one: none until a motion was first initialised or restored.
    pub fn fits(&self, state: &State) -> bool {
        self.before.position.len() == state.position.len()
    }

    /// Begins a call: whatever happens to this state is undone if it fails, and so is what has happened to the control of its
    /// horizon, which was `horizon_control`.
    pub fn begin(
        &mut self,
        state: &State,
        horizon_control: HorizonControl,
        trajectory: &Trajectory,
    ) {
        self.kept = Kept::Early;
        self.trajectory.return_to(trajectory);
        self.before.copy_early_from(state);
        self.before.horizon_control = horizon_control;
    }

    /// Keeps the state before more than inputs changes.
    pub fn keep(&mut self, state: &State) {
        if let Kept::Early = self.kept {
            self.before.copy_rest_from(state);
            self.kept = Kept::All;
        }
    }

    /// Begins a call that may change anything.
    pub fn keep_all(&mut self, state: &State, trajectory: &Trajectory) {
        self.kept = Kept::All;
        self.trajectory.return_to(trajectory);
        self.before.copy_from(state);
    }

    /// Begins a call at a state on a segment, from which that follows with what has happened on it.
    pub fn begin_on_segment(&mut self, state: &State, trajectory: &Trajectory) {
        self.trajectory.return_to(trajectory);
        self.kept = Kept::History(trajectory.deferred());
        copy_history!(state => self.before);
    }

    /// Writes mean forces of the state where the call began.
    pub fn restore_means(&self, state: &mut State) {
        state.mean_friction.copy_from_slice(&self.before.mean_friction);
    }

    /// Returns the state where a call began that may change anything.
    pub fn state(&self) -> &State {
        &self.before
    }

    /// Takes the motion back to where the call began; returns what is then to be taken from its segment, if the state follows from
    /// that.
    pub fn restore(&self, state: &mut State, trajectory: &mut Trajectory) -> Option<Deferred> {
        trajectory.return_to(&self.trajectory);
        match self.kept {
            Kept::Early => state.copy_early_from(&self.before),
            Kept::All => state.copy_from(&self.before),
            Kept::History(deferred) => {
                copy_history!(self.before => state);
                return Some(deferred);
            }
        }
        None
    }
}
