//! A pending transition: a step that stops before one has made it all the same, so that the motion is the same to the last bit as
//! where no host asks for the state before.

use crate::dynamics::State;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    is_pending: bool,
    /// The state on the other side of the transition: behind one that is pending, before one of a step under way.
    other: State,
}

impl Pending {
    /// Records that nothing is pending, and makes room for states like this one.
    pub fn clear(&mut self, state: &State) {
        self.is_pending = false;
        self.other.copy_from(state);
    }

    /// Takes the state before a transition that is about to be made.
    pub fn save_before(&mut self, state: &State) {
        debug_assert!(!self.is_pending, "no step begins while one is pending");
        self.other.copy_from(state);
    }

    /// Takes the means of the step up to the transition that was made for the state before it.
    pub fn take_means(&mut self, state: &State) {
        self.other.mean_friction.copy_from_slice(&state.mean_friction);
        self.other.mean_reaction.copy_from_slice(&state.mean_reaction);
    }

    /// Exchanges the states on both sides of the transition: behind one that is pending, or before one that was made, which is
    /// pending from then on.
    pub fn exchange(&mut self, state: &mut State) {
        std::mem::swap(state, &mut self.other);
        self.is_pending = !self.is_pending;
    }

    /// Returns the state behind the transition, if one is pending.
    pub fn after(&self) -> Option<&State> {
        self.is_pending.then_some(&self.other)
    }

    /// Makes the transition pending behind which the motion is in this state, if any.
    pub fn set_after(&mut self, after: Option<&State>) {
        self.is_pending = after.is_some();
        if let Some(after) = after {
            self.other.copy_from(after);
        }
    }
}
