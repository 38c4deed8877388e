//! Which transition is next, on the polynomials of a leg and on patches.

use std::cmp::Reverse;

use super::{Due, Expected, Instant, Local, Place, patch_of, place_of};
use crate::motion::events::guards::Transition;

impl Local {
    /// When the next transition is due on a leg from `from`, s, and its patches; None: not before it ends.
    pub fn next(&mut self, from: f64) -> Option<Instant> {
        let of_leg = head(0, (&self.due, &mut self.first), &self.contacts, &self.springs);
        let of_leg = of_leg.map(|tau| Instant::exactly(from).after(tau));
        let of_patch = self.first_expected();
        match (of_leg, of_patch) {
            (Some(own), Some(other)) if other.since(own) < 0.0 => Some(other),
            (own, other) => own.or(other),
        }
    }

    /// When the first transition on a patch is due.
    fn first_expected(&mut self) -> Option<Instant> {
        while let Some(Reverse(expected)) = self.queue.peek().copied() {
            match self.expected_on(&expected) {
                Some(now) if now == expected.at => return Some(now),
                Some(later) => {
                    self.queue.pop();
                    self.queue.push(Reverse(Expected { at: later, ..expected }));
                }
                None => {
                    self.queue.pop();
                }
            }
        }
        None
    }

    /// When the next transition is due on a patch, if that is still there.
    fn expected_on(&mut self, expected: &Expected) -> Option<Instant> {
        let Self { patches, contacts, springs, .. } = self;
        let patch = patches[expected.on - 1].as_deref_mut();
        let patch = patch.filter(|patch| patch.number == expected.number)?;
        let from = patch.from();
        let tau = head(expected.on, (&patch.due, &mut patch.first), contacts, springs)?;
        Some(from.after(tau))
    }

    /// Finds what is due on a leg from `from`, s, and its patches up to a time, s.
    pub fn find_due(&mut self, from: f64, until: f64) {
        self.now.clear();
        let leg = (Instant::exactly(from), &self.due[self.first..]);
        take_due(&mut self.now, 0, leg, until, (&self.contacts, &self.springs));
        // Patches are expected again: what is due on them has not happened yet.
        self.again.clear();
        while self.first_expected().is_some_and(|at| at.time <= until) {
            self.again.extend(self.queue.pop());
        }
        for Reverse(Expected { on, .. }) in &self.again {
            let Some(patch) = patch_of(&self.patches, *on) else { continue };
            let due = (patch.from(), &patch.due[patch.first..]);
            take_due(&mut self.now, *on, due, until, (&self.contacts, &self.springs));
        }
        self.queue.extend(self.again.drain(..));
        self.now.sort_by(|(a, _), (b, _)| a.since(*b).total_cmp(&0.0));
    }

    /// What is due now, of all or in the region chosen alone.
    pub fn now(&self, here: bool) -> impl Iterator<Item = Transition> + '_ {
        let count = if here { self.here } else { self.now.len() };
        self.now[..count].iter().map(|(_, due)| due.transition)
    }
}

/// When the first of what is due, and still there, is, s; those before it are passed over.
fn head(
    on: usize,
    (due, first): (&[Due], &mut usize),
    contacts: &[Place],
    springs: &[Place],
) -> Option<f64> {
    while due.get(*first).is_some_and(|due| place_of(due.anchor, contacts, springs).on != on) {
        *first += 1;
    }
    due.get(*first).map(|due| due.tau)
}

/// Adds what is due on something up to a time, s, and still there.
fn take_due(
    now: &mut Vec<(Instant, Due)>,
    on: usize,
    (from, due): (Instant, &[Due]),
    until: f64,
    (contacts, springs): (&[Place], &[Place]),
) {
    let due = due.iter().map(|due| (from.after(due.tau), *due));
    let due = due.take_while(|(at, _)| at.time <= until);
    now.extend(due.filter(|(_, due)| place_of(due.anchor, contacts, springs).on == on));
}
