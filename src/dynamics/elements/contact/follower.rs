//! Contacts that are stuck and whose limits follow the load ([`FilippovSliding`](crate::dynamics::expansion::FilippovSliding)): by the first state of
//! their laws, a coefficient of friction, which the slowest slip makes grow at a rate per second state, its limit growth.

use super::ContactData;
use super::states::Internals;
use crate::dynamics::series::Series;
use crate::laws::Direction;

impl ContactData {
    /// True if it may be stuck while its limits follow its load: those of a tyre between moving ends depend on their speeds.
    pub fn may_follow(&self) -> bool {
        !self.has.of_ends || self.grounded
    }

    /// True if its coefficient grows by the slowest slip.
    pub fn limits_grow(&self) -> bool {
        self.law.limit_growth() > 0.0
    }

    /// Returns the rate at which the limits grow by the slowest slip, for the second state of the law.
    pub fn growth_rate(&self, second: f64) -> f64 {
        self.load * self.law.limit_growth() * second
    }

    /// Returns the growth of the coefficient of order k by the share of the time in which it slips, of order k − 1; for
    /// k = 0 by a correction of that.
    pub fn growth_term(&self, contact: usize, internals: &Internals, k: usize) -> f64 {
        match self.limits_grow() {
            true => self.law.limit_growth() * internals.of(contact).state(1)[0] / k.max(1) as f64,
            false => 0.0,
        }
    }

    /// Takes the coefficient of order k, whose lower ones are there, by lower orders of the share, and by its last one;
    /// returns the limit of that order in a direction.
    pub fn follow(
        &self,
        (contact, direction): (usize, Direction),
        (internals, load_part): (&mut Internals, &Series),
        share: impl Fn(usize) -> f64,
        last: f64,
        k: usize,
    ) -> f64 {
        if self.limit_moves() {
            return self.held_term(internals.of(contact), load_part, (direction, k));
        }
        if !self.limits_grow() {
            let limit = self.static_limits().of(direction);
            return if k == 0 { limit } else { limit * self.load_growth(load_part, k) };
        }
        let by_last = self.growth_term(contact, internals, k) * last;
        let series = internals.of_mut(contact);
        let known = match k {
            0 => series.state(0)[0],
            _ => {
                let terms = (0..k - 1).map(|j| share(j) * series.state(1)[k - 1 - j]);
                self.law.limit_growth() * terms.sum::<f64>() / k as f64
            }
        };
        let coefficient = known + by_last;
        series.set_state(0, k, coefficient);
        let lower = (0..k).map(|j| series.state(0)[j] * self.load_term(load_part, k - j));
        self.load_term(load_part, 0) * coefficient + lower.sum::<f64>()
    }
}
