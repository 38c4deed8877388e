//! How the motion goes on from one event to the next: by Taylor series, by implicit steps where it is stiff, or, whatever happens
//! within a step, by time stepping.

pub(super) mod collocation;
pub(super) mod moreau;
pub(super) mod stiff;
pub(super) mod taylor;
