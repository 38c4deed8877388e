//! Event storms: none where the motion is ordinary.

#[path = "../random_networks/draws.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod draws;
mod following;
mod loads;
mod massless;
mod moves;
mod ramps;
mod smooth;
mod surfaces;
