//! Methods that advance the motion from one event to the next: Taylor series, implicit steps where it is stiff, or,
//! whatever happens within a step, time stepping.

pub(super) mod collocation;
pub(super) mod moreau;
pub(super) mod stiff;
pub(super) mod taylor;
