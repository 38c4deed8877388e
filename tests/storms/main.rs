//! Event storms: none where the motion is ordinary.

mod following;
mod loads;
mod moves;
mod smooth;
