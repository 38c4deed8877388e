//! Event storms: none where the motion is ordinary.

mod loads;
mod moves;
mod smooth;
