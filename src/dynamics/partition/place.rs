//! Polynomials that each body and coupling is on.

use super::instant::Instant;
use super::patch::{Patch, Source};
use crate::dynamics::State;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Polynomials on which a body or a coupling is: those of the segment (0), or of a patch, counted from 1; and its index there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) on: usize,
    pub(super) at: usize,
}

/// The segment: the polynomials of all, and the present state of the network.
#[derive(Clone, Copy)]
pub(in super::super) struct Whole<'a> {
    pub system: &'a System,
    pub expansion: &'a Expansion,
    pub state: &'a State,
    /// Instant at which it begins, and the state there.
    pub from: Instant,
    pub start: &'a State,
    pub now: Instant,
}

/// Polynomials that something is on.
pub(super) fn source<'a>(
    whole: &Whole<'a>,
    patches: &'a [Option<Box<Patch>>],
    on: usize,
) -> Source<'a> {
    let of_segment = Source { expansion: whole.expansion, from: whole.from };
    patch_of(patches, on).map_or(of_segment, Patch::source)
}

/// Returns the patch that something is on; None: it is on the polynomials of the segment.
pub(super) fn patch_of(patches: &[Option<Box<Patch>>], on: usize) -> Option<&Patch> {
    patches.get(on.checked_sub(1)?)?.as_deref()
}
