//! Gauss's principle, forces and margin: closed forms, brute force, an interior-point solver, invariances.

mod allocations;
mod anchors;
mod changes;
mod closed_forms;
mod clusters;
mod conic;
#[path = "../counting/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod counting;
mod coupled;
mod enumeration;
mod extremes;
mod grids;
mod invariance;
mod large;
mod loaded;
mod network;
mod oracle;
mod projections;
mod viscous;
