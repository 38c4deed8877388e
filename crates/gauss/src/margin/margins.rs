//! Margins of one stuck set, one after the other.

use super::super::{Contact, Slip};
use super::cut::Task;
use super::{Margin, Parts};

/// Margins of one stuck set under loads and limits that change. Each begins from what the one before found, which is close where
/// loads are; the first begins from nothing, so that a search gives the same numbers whatever was solved before it.
pub struct Margins<'k> {
    margin: &'k mut Margin,
    parts: Parts<'k>,
    stuck: &'k [bool],
}

impl<'k> Margins<'k> {
    pub(in super::super) fn new(
        margin: &'k mut Margin,
        parts: Parts<'k>,
        stuck: &'k [bool],
    ) -> Self {
        margin.forget();
        Self { margin, parts, stuck }
    }

    /// Returns the margin as [`Kernel::margin`](crate::Kernel::margin) does.
    pub fn margin(&mut self, residual: &[f64], contacts: &[Contact]) -> f64 {
        let Self { margin, parts, stuck } = self;
        margin.margin(&mut *parts, &Task { residual, contacts, stuck })
    }

    /// Returns the margin, and writes of each contact how it slips in the motion that sets it, by duality: the one that the load
    /// drives hardest against its friction. Where the margin is 0 all these contacts are at their limits, however the others
    /// share the load.
    pub fn cut(&mut self, residual: &[f64], contacts: &[Contact], slips: &mut Vec<Slip>) -> f64 {
        let Self { margin, parts, stuck } = self;
        margin.cut(&mut *parts, &Task { residual, contacts, stuck }, slips)
    }

    /// True if the margin is at least `threshold`, which is often known long before its value.
    pub fn holds(&mut self, residual: &[f64], contacts: &[Contact], threshold: f64) -> bool {
        let Self { margin, parts, stuck } = self;
        margin.holds(&mut *parts, &Task { residual, contacts, stuck }, threshold)
    }

    /// Returns what the motion that set the last margin leaves under another load or other limits: the margin is no more than that,
    /// and as much where this motion sets it. None if single contacts set the last one.
    pub fn by_last_cut(&self, residual: &[f64], contacts: &[Contact]) -> Option<f64> {
        self.margin.by_last_cut(&Task { residual, contacts, stuck: self.stuck })
    }

    /// True if the margin is 0 at least, which these forces of some contacts may show, as those of a solution do.
    pub fn holds_with(
        &mut self,
        residual: &[f64],
        contacts: &[Contact],
        lambda: impl Iterator<Item = (usize, f64)>,
    ) -> bool {
        let Self { margin, parts, stuck } = self;
        let task = &Task { residual, contacts, stuck };
        margin.usage_with(parts.clusters, task, lambda) <= 1.0 || margin.holds(parts, task, 0.0)
    }

    /// Returns the greatest usage of trees as [`Kernel::usage_by_trees`](crate::Kernel::usage_by_trees) does.
    pub fn usage_by_trees(&mut self, residual: &[f64], contacts: &[Contact]) -> f64 {
        let Self { margin, parts, stuck } = self;
        margin.usage_by_trees(parts.clusters, &Task { residual, contacts, stuck })
    }
}
