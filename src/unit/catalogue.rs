//! The models of the library: every `modelDescription/*.toml` of the source tree, compiled in.

use std::sync::Arc;

use super::Model;
use crate::network::compiled;
use crate::ready::LIBRARY;

// NAMES in alphabetical order, and in their order TEXTS and what the build has made of them, NETWORKS.
include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Number of units.
pub const COUNT: usize = NAMES.len();

/// Returns the names of the units in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// Returns the network file of this name.
pub fn text(name: &str) -> Option<&'static str> {
    place(name).map(|place| TEXTS[place])
}

/// Returns its place in the order of names.
pub(crate) fn place(name: &str) -> Option<usize> {
    NAMES.iter().position(|known| *known == name)
}

/// Returns the unit of this name as an FMU's library has it: without its file and texts for readers.
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "no host calls there"))]
pub(crate) fn compiled(name: &str) -> Option<Arc<Model>> {
    let network = compiled::from_bytes(NETWORKS[place(name)?], &LIBRARY);
    Some(Model::untold(network.expect("the build has made it")))
}

/// Returns the unit of this name, read from its file at each call.
///
/// # Panics
/// If the compiled-in file breaks a rule of network files, which a test excludes.
pub fn unit(name: &str) -> Option<Arc<Model>> {
    let unit = Model::read(text(name)?, &format!("{name}.toml"));
    Some(unit.unwrap_or_else(|diagnostics| panic!("catalogue: {diagnostics}")))
}
