//! Arguments of a law along a step, their ranges, and the test of whether few samples determine the law over these.

use super::CheckedRow;
use crate::laws::{Argument, MOST_STATES, Reach, WHEREABOUTS};

/// Returns the ranges of all that a law may depend on, of `range` of each component of the arguments.
fn ranges(components: usize, range: impl Fn(usize) -> (f64, f64)) -> Reach {
    let there = |place: usize| if place + 1 < components { range(place + 1) } else { (0.0, 0.0) };
    let (slip, other) = (range(0), range(components - 1));
    let states = |state: usize| there(WHEREABOUTS + state);
    let (there, states) = (std::array::from_fn(there), std::array::from_fn(states));
    Reach { slip, load: other, speed: other, there, states }
}

impl CheckedRow<'_> {
    /// Writes the series of what the law depends on; returns how many these are.
    pub(super) fn arguments(&self, into: &mut Vec<f64>) -> usize {
        let expansion = self.step.expansion;
        let argument = self.entry.law.kind().argument();
        into.clear();
        for k in 0..=expansion.order + 1 {
            into.push(self.slip[k]);
            match argument {
                Argument::Slip => {}
                Argument::Load if k > expansion.order => into.push(0.0),
                Argument::Load => into.push(self.entry.load_term(&expansion.load_part, k)),
                Argument::SlipRatio => into.push(self.speed_term(k)),
            }
            if self.is_close() {
                let time = [self.step.state.time, 1.0].get(k).copied().unwrap_or(0.0);
                let (position, velocity) = (expansion.position.row(k), expansion.velocity.row(k));
                into.extend(self.entry.law_arguments(position, velocity, time));
                let series = expansion.internals.of(self.contact);
                into.extend((0..MOST_STATES).map(|state| series.state(state)[k]));
            }
        }
        self.entry.arguments()
    }

    /// True if bounds of the law's slopes determine how densely it is sampled, along its states and where its ends are.
    pub(super) fn is_close(&self) -> bool {
        self.entry.is_close()
    }

    /// True if few samples determine the law in ranges of what it depends on.
    pub(super) fn needs_few_samples(&self, reach: &Reach) -> bool {
        let law = &self.entry.law;
        let load = (self.entry.load, self.entry.load);
        law.needs_few_samples(reach)
            && (!self.is_close()
                || law.is_told_there(self.contact_phase, &Reach { load, ..*reach }))
    }

    /// Returns the ranges that the terms of the series of what the law depends on allow over a step of some size.
    pub(super) fn range(&self, arguments: &[f64], components: usize, size: f64) -> Reach {
        let around = |component: usize| {
            let terms = arguments.iter().skip(component).step_by(components);
            let (first, all) = (arguments[component], terms.rev());
            let sum = all.fold(0.0, |sum, c| sum * size + c.abs()) - first.abs();
            (first - sum, first + sum)
        };
        ranges(components, around)
    }

    /// Returns the ranges of Bernstein coefficients.
    pub(super) fn reach(&self, b: &[f64], components: usize) -> Reach {
        let hull = |component: usize| {
            let values = b.iter().skip(component).step_by(components);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| {
                (least.min(*x), most.max(*x))
            })
        };
        ranges(components, hull)
    }
}
