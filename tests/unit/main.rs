//! Units and what is exported from them: over every unit of the catalogue, and on small networks.

mod abs_wheel;
#[cfg(feature = "archive")]
mod archive;
mod brake_mechanism;
mod bristles;
mod catalogue;
mod closed_forms;
mod dependencies;
mod derivatives;
mod descriptions;
mod directional;
#[path = "../random_networks/draws.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod draws;
mod drives;
mod ends;
mod equal_numbers;
#[path = "../laws/examples.rs"]
mod examples;
mod exchange;
mod followed_loads;
mod gear_train;
mod given;
mod golden;
mod instance;
mod jumping_loads;
mod law_inputs;
mod limit_cycles;
mod loads;
mod mean_forces;
mod own_states;
mod parts;
mod points;
mod ports;
mod prediction;
mod replay;
mod samples;
mod series;
#[path = "../network_files/shown.rs"]
mod shown;
mod step_ends;
mod stop_at_events;
mod stops;
mod study;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod support;
mod systems;
mod table;
mod xml;
