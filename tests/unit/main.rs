//! Units and what is exported from them: over every unit of the catalogue, and on small networks.

mod abs_wheel;
#[cfg(feature = "archive")]
mod archive;
mod brake_mechanism;
mod bristles;
mod catalogue;
mod dependencies;
mod drives;
mod gear_train;
mod given;
mod instance;
mod law_inputs;
mod limit_cycles;
mod loads;
mod own_states;
mod points;
mod replay;
mod series;
mod step_ends;
mod support;
mod systems;
mod table;
mod xml;
