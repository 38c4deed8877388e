//! Transitions: the guards that modes have, where these pass through 0, what happens there, and where that does not end.

pub(super) mod guard_set;
pub(super) mod guards;
pub(super) mod resolve;
pub mod roots;
pub(super) mod transition;
pub(super) mod zeno_guard;
