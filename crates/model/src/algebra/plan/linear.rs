//! Linear functions among the steps of a plan.

use super::term::Term;
use super::{Plan, WIDTH};
use crate::algebra::step::Step;

impl Plan {
    /// True if the function is a linear one of its variables.
    pub fn is_linear(&self) -> bool {
        self.linear.iter().all(|linear| *linear)
    }

    /// True if a result that is watched is a linear one of the variables.
    pub fn is_watched_linear(&self, one: usize) -> bool {
        match self.watched[one] {
            Term::Fixed(_) => true,
            Term::Series(slot) => self.is_linear_at(slot),
        }
    }

    /// True if what a slot has is a linear function of the variables.
    pub(super) fn is_linear_at(&self, slot: usize) -> bool {
        slot.checked_sub(self.variables).is_none_or(|behind| self.linear[behind / WIDTH])
    }

    /// Finds the steps that make linear functions of the variables.
    pub(super) fn find_linear(&mut self) {
        self.linear.clear();
        for step in &self.steps {
            let linear = match *step {
                Step::Line(a, ..) => self.is_linear_at(a),
                Step::Sum(a, _, b, _) => self.is_linear_at(a) && self.is_linear_at(b),
                _ => false,
            };
            self.linear.push(linear);
        }
    }
}
