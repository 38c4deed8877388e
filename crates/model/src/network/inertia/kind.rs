//! Kinds of blocks, and names of their entries.

use crate::network::bodies::Bodies;
use crate::network::model::{Axis, BodyKind, InertiaEntries};
use crate::network::reader::Reader;
use crate::network::section::Section;

/// Kind of block.
pub(super) struct Kind {
    /// Table of the file.
    pub table: &'static str,
    pub keys: &'static [&'static str],
    /// Key that lists the bodies, and what that is.
    pub bodies: &'static str,
    pub listed: &'static str,
    /// True of bodies that may be in such a block, and what is said of others.
    pub takes: fn(&BodyKind) -> bool,
    pub rule: &'static str,
    pub read: fn(&mut Reader, &Bodies, &Section, &[usize]) -> Option<InertiaEntries>,
}

/// Axes of the bodies of an entry.
pub(super) fn axes(bodies: &Bodies, own: &[usize], (k, l): (usize, usize)) -> (Axis, Axis) {
    (bodies.list[own[k]].axis, bodies.list[own[l]].axis)
}

/// Returns the name of an entry, counted from 1.
pub(super) fn at(key: &str, (k, l): (usize, usize)) -> String {
    format!("{key}[{},{}]", k + 1, l + 1)
}
