//! Length over which a step is right, element by element.

use super::{CUT, Defect, MOST_CUTS, Step, ValidLength};
use crate::dynamics::elements::contact::defect::contact_reach;
use crate::dynamics::elements::formula::formula_reach;
use crate::dynamics::elements::spring::defect::spring_reach;

impl Defect {
    /// Finds the valid length of a step of some size: up to where a mode is left, if one is, or with `whole` in any case
    /// all of it.
    pub fn reach(&mut self, step: &Step, size: f64, whole: bool) -> ValidLength {
        let mut reached = ValidLength { size, leaves: false };
        for cut in 0.. {
            let size = reached.size;
            reached = self.pass(step, size, whole);
            if reached.size >= size || reached.size.is_nan() || reached.size <= 0.0 {
                break;
            }
            if cut >= MOST_CUTS {
                reached.size *= CUT.0;
            }
        }
        reached
    }

    /// Finds the valid length of a step of some size; each contact counts up to where it leaves its mode or the branch of
    /// its law, as far as `until` knows. Springs are linear.
    pub fn reach_each(&mut self, step: &Step, size: f64, until: impl Fn(usize) -> f64) -> f64 {
        let mut right = size;
        for contact in 0..step.system.contacts.len() {
            for cut in 0.. {
                let end = until(contact).min(right);
                let found = contact_reach(self, step, contact, end, true).size;
                if found >= end {
                    break;
                }
                right = if cut >= MOST_CUTS { CUT.0 * found } else { found };
                if right.is_nan() || right <= 0.0 {
                    return 0.0;
                }
            }
        }
        right
    }

    fn pass(&mut self, step: &Step, size: f64, whole: bool) -> ValidLength {
        let mut reached = ValidLength { size, leaves: false };
        for contact in 0..step.system.contacts.len() {
            reached.take(contact_reach(self, step, contact, reached.size, whole));
        }
        for spring in 0..step.system.springs.len() {
            reached.take(spring_reach(step, spring, reached.size));
        }
        for index in 0..step.system.forces.actions.len() {
            reached.take(formula_reach(self, step, index, reached.size, whole));
        }
        reached
    }
}
