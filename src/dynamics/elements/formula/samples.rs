//! Test of whether few samples determine a formula over ranges of what moves: no narrow bump can hide between them.

use super::data::{ActionData, ForceData};
use crate::algebra::{Dual, Interval, Number};

/// Share of the force that changes of slopes may make in ranges over which few samples determine a formula.
const SHARE: f64 = 0.25;

/// Room for evaluations with intervals.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Samples {
    values: Vec<Dual<Interval>>,
    entries: Vec<Dual<Interval>>,
    results: Vec<Dual<Interval>>,
}

impl Samples {
    pub fn reserve(&mut self, system: &ForceData) {
        for names in &system.names {
            self.values.reserve_exact(names.quantities.len());
            self.entries.reserve_exact(names.entries.len());
        }
        let nodes = system.actions.iter().map(|one| system.action(one).formula.nodes().len());
        self.results.reserve_exact(nodes.max().unwrap_or(0));
    }

    /// Takes the values of all names, and ranges of those that move.
    pub fn take(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        values: &[f64],
        ranges: impl Iterator<Item = (f64, f64)>,
    ) {
        self.values.clear();
        self.values.extend(values.iter().map(|x| Dual::constant(*x)));
        self.entries.clear();
        let entries = &system.names[action.force].entries;
        self.entries.extend(entries.iter().map(|x| Dual::constant(*x)));
        for (name, (low, high)) in system.action(action).variables.iter().zip(ranges) {
            self.values[*name].value = Interval { low, high };
        }
    }

    fn run(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
    ) -> Dual<Interval> {
        let given = (&self.values[..], &self.entries[..]);
        system.evaluate(action, given, branches, &mut self.results)
    }

    /// Returns the greatest magnitude of the value within the ranges, if it is bounded.
    pub fn greatest(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
    ) -> Option<f64> {
        let greatest = self.run(system, action, branches).value.magnitude();
        greatest.is_finite().then_some(greatest)
    }

    /// True if few samples determine the value within the ranges, where forces are of the size of `scale`.
    pub fn is_sampled(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        scale: f64,
    ) -> bool {
        let mut sum = 0.0;
        for &name in &system.action(action).variables {
            let Interval { low, high } = self.values[name].value;
            if low == high {
                continue;
            }
            self.values[name].change = Interval::point(1.0);
            let slope = self.run(system, action, branches).change;
            self.values[name].change = Interval::point(0.0);
            sum += 0.5 * (high - low) * (slope.high - slope.low);
        }
        sum <= SHARE * scale
    }
}
