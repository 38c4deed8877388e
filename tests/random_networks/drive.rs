//! The inputs of a plan, for a host that integrates.

use std::cell::Cell;

use luztar::unit::Model;

use super::plan::Plan;

pub struct Drive {
    plan: Plan,
    indices: Vec<usize>,
    segment: Cell<usize>,
}

impl Drive {
    pub fn new(plan: &Plan, unit: &Model) -> Self {
        Self { plan: plan.clone(), indices: indices(plan, unit), segment: Cell::new(0) }
    }

    /// Variables and their values at a time of the segment.
    pub fn at(&self, time: f64) -> impl Iterator<Item = (usize, f64)> + '_ {
        let values =
            self.plan.lines.iter().map(move |line| self.plan.value(line, self.segment.get(), time));
        self.indices.iter().copied().zip(values)
    }

    /// Where a segment begins.
    pub fn at_point(&self, segment: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.segment.set(segment);
        self.at(self.plan.times[segment])
    }
}

/// Variables that the lines drive.
pub fn indices(plan: &Plan, unit: &Model) -> Vec<usize> {
    plan.lines.iter().map(|line| unit.find(&line.name).expect("an input")).collect()
}
