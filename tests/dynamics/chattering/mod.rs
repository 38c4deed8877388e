//! Chattering (Zeno behaviour): reported where it is, and none where the motion is ordinary.

mod detected;
mod following;
mod loads;
mod massless;
mod moves;
mod ramps;
mod smooth;
mod surfaces;
