//! Gauss's principle, forces and margin: closed forms, brute force, an interior-point solver, invariances.

mod anchors;
mod closed_forms;
mod clusters;
mod conic;
mod enumeration;
mod extremes;
mod grids;
mod invariance;
mod large;
mod loaded;
mod network;
mod oracle;
mod viscous;
