//! Whether few looks tell a formula over ranges of what moves: no narrow bump can hide between them.

use super::numbers::{ActionNumbers, ForceNumbers};
use crate::algebra::{Dual, Interval, Number};

/// A formula is told where what its slopes change by makes no more than this share of the force.
const SHARE: f64 = 0.25;

/// Room for evaluations with intervals.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Told {
    values: Vec<Dual<Interval>>,
    entries: Vec<Dual<Interval>>,
    results: Vec<Dual<Interval>>,
}

impl Told {
    pub fn reserve(&mut self, numbers: &ForceNumbers) {
        for names in &numbers.names {
            self.values.reserve(names.quantities.len());
            self.entries.reserve(names.entries.len());
        }
        let nodes = numbers.actions.iter().map(|one| numbers.action(one).formula.nodes().len());
        self.results.reserve(nodes.max().unwrap_or(0));
    }

    /// Takes the values of all names, and ranges of those that move.
    pub fn take(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        values: &[f64],
        ranges: impl Iterator<Item = (f64, f64)>,
    ) {
        self.values.clear();
        self.values.extend(values.iter().map(|x| Dual::constant(*x)));
        self.entries.clear();
        let entries = &numbers.names[action.force].entries;
        self.entries.extend(entries.iter().map(|x| Dual::constant(*x)));
        for (name, (low, high)) in numbers.action(action).variables.iter().zip(ranges) {
            self.values[*name].value = Interval { low, high };
        }
    }

    fn run(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        pieces: &[usize],
    ) -> Dual<Interval> {
        let given = (&self.values[..], &self.entries[..]);
        numbers.evaluate(action, given, pieces, &mut self.results)
    }

    /// The greatest magnitude of the value within the ranges, if it is bounded.
    pub fn greatest(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        pieces: &[usize],
    ) -> Option<f64> {
        let greatest = self.run(numbers, action, pieces).value.magnitude();
        greatest.is_finite().then_some(greatest)
    }

    /// True if the value is told within the ranges, where forces are of the size of `scale`.
    pub fn is_told(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        pieces: &[usize],
        scale: f64,
    ) -> bool {
        let mut sum = 0.0;
        for &name in &numbers.action(action).variables {
            let Interval { low, high } = self.values[name].value;
            if low == high {
                continue;
            }
            self.values[name].change = Interval::point(1.0);
            let slope = self.run(numbers, action, pieces).change;
            self.values[name].change = Interval::point(0.0);
            sum += 0.5 * (high - low) * (slope.high - slope.low);
        }
        sum <= SHARE * scale
    }
}
