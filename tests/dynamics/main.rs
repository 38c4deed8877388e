//! The motion of networks against closed forms, invariants and an independent integrator.

mod allocations;
mod beginnings;
mod bristle_pair;
mod bristles;
mod chattering;
mod closed_forms;
#[path = "../networks/congruent.rs"]
mod congruent;
#[path = "../counting/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod counting;
mod coupled;
mod degenerate;
#[path = "../random_networks/draws.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod draws;
mod energy;
#[path = "../laws/examples.rs"]
mod examples;
mod fast_pairs;
#[path = "../laws/published/forms/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod forms;
mod indeterminate;
mod internal_states;
mod islands;
mod large;
mod laws;
mod loads;
mod long_run;
mod massless;
mod middle;
mod narrow;
mod networks;
mod ramp;
mod random;
mod reference;
mod releases;
mod resolving;
mod roots;
mod run;
mod saved;
mod stepping;
mod stepping_energy;
mod stepping_formulas;
mod stepping_gaps;
mod stepping_sides;
mod steps;
mod stiff;
mod surfaces;
mod train;
mod tyre;
mod unlimited;
mod window;
