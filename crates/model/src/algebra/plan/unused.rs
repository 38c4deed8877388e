//! Steps that a plan does without.

use super::{Plan, Term, WIDTH};

impl Plan {
    /// Leaves out steps that neither the result nor what is watched needs; `terms` is a workspace.
    pub(super) fn drop_unused(&mut self, terms: &mut Vec<Term>) {
        let variables = self.variables;
        let step_of = |slot: usize| slot.checked_sub(variables).map(|behind| behind / WIDTH);
        terms.clear();
        terms.resize(self.steps.len(), Term::Fixed(0.0));
        let take = |slot: usize, terms: &mut Vec<Term>| {
            if let Some(step) = step_of(slot) {
                terms[step] = Term::Series(0);
            }
        };
        for term in self.watched.iter().chain([&self.result]) {
            if let Term::Series(slot) = *term {
                take(slot, terms);
            }
        }
        for step in (0..self.steps.len()).rev() {
            if terms[step] == Term::Series(0) {
                self.steps[step].operands().into_iter().for_each(|slot| take(slot, terms));
            }
        }
        let mut kept = 0;
        for step in 0..self.steps.len() {
            if terms[step] != Term::Series(0) {
                continue;
            }
            let moved = |slot: usize| match step_of(slot).map(|step| terms[step]) {
                Some(Term::Fixed(first)) => first as usize + (slot - variables) % WIDTH,
                _ => slot,
            };
            self.steps[kept] = self.steps[step].moved(moved);
            terms[step] = Term::Fixed((variables + WIDTH * kept) as f64);
            kept += 1;
        }
        for term in self.watched.iter_mut().chain([&mut self.result]) {
            if let Term::Series(slot) = *term
                && let Some(Term::Fixed(first)) = step_of(slot).map(|step| terms[step])
            {
                *term = Term::Series(first as usize + (slot - variables) % WIDTH);
            }
        }
        self.steps.truncate(kept);
    }
}
