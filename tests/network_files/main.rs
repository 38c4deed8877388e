//! Network files: what is read, what is refused and how, and the motions that the files in
//! tests/networks promise in their first lines.

#[cfg(feature = "archive")]
mod drawing;
mod folder;
mod forms;
mod ground;
mod law_folder;
mod law_inputs;
mod manual;
mod motions;
mod numbers;
mod options;
mod repeat;
mod robustness;
mod shown;
mod structure;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod support;
mod symbols;
mod wrong;
