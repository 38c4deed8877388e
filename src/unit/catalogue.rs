//! The ready-made units: every `modelDescription/*.toml` of the source tree, compiled in.

use std::sync::Arc;

use super::Unit;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Number of units.
pub const COUNT: usize = FILES.len();

/// Names of the units in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The network file of this name.
pub fn text(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The unit of this name, read from its file at each call.
///
/// # Panics
/// If the compiled-in file breaks a rule of network files, which a test excludes.
pub fn unit(name: &str) -> Option<Arc<Unit>> {
    let unit = Unit::read(text(name)?, &format!("{name}.toml"));
    Some(unit.unwrap_or_else(|diagnostics| panic!("catalogue: {diagnostics}")))
}
