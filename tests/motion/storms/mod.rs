//! Event storms: none where the motion is ordinary.

mod following;
mod loads;
mod massless;
mod moves;
mod ramps;
mod smooth;
mod surfaces;
