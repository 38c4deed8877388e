//! Search for the next transition, on the polynomials of a segment and on patches.

use std::cmp::Reverse;

use super::{Active, Expected, Instant, Partition, Place, patch_of, place_of};
use crate::dynamics::events::transition::Transition;

impl Partition {
    /// Returns the instant of the next transition on a segment from `from`, s, and on its patches; None: not before it ends.
    pub fn next(&mut self, from: f64) -> Option<Instant> {
        let of_segment = head(0, (&self.active, &mut self.first), &self.contacts, &self.springs);
        let of_segment = of_segment.map(|tau| Instant::exactly(from).after(tau));
        let of_patch = self.first_expected();
        match (of_segment, of_patch) {
            (Some(own), Some(other)) if other.since(own) < 0.0 => Some(other),
            (own, other) => own.or(other),
        }
    }

    /// Returns the instant of the first transition on a patch.
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

    /// Returns the instant of the next transition on a patch, if that is still there.
    fn expected_on(&mut self, expected: &Expected) -> Option<Instant> {
        let Self { patches, contacts, springs, .. } = self;
        let patch = patches[expected.on - 1].as_deref_mut();
        let patch = patch.filter(|patch| patch.number == expected.number)?;
        let from = patch.from();
        let tau = head(expected.on, (&patch.active, &mut patch.first), contacts, springs)?;
        Some(from.after(tau))
    }

    /// Finds what is active on a segment from `from`, s, and its patches up to a time, s.
    pub fn find_active(&mut self, from: f64, until: f64) {
        self.now.clear();
        let segment = (Instant::exactly(from), &self.active[self.first..]);
        update_active(&mut self.now, 0, segment, until, (&self.contacts, &self.springs));
        // Patches are expected again: what is active on them has not happened yet.
        self.again.clear();
        while self.first_expected().is_some_and(|at| at.time <= until) {
            self.again.extend(self.queue.pop());
        }
        for Reverse(Expected { on, .. }) in &self.again {
            let Some(patch) = patch_of(&self.patches, *on) else { continue };
            let active = (patch.from(), &patch.active[patch.first..]);
            update_active(&mut self.now, *on, active, until, (&self.contacts, &self.springs));
        }
        self.queue.extend(self.again.drain(..));
        self.now.sort_by(|(a, _), (b, _)| a.since(*b).total_cmp(&0.0));
    }

    /// Returns the transitions that are active now: all of them, or those in the region chosen alone.
    pub fn now(&self, here: bool) -> impl Iterator<Item = Transition> + '_ {
        let count = if here { self.here } else { self.now.len() };
        self.now[..count].iter().map(|(_, active)| active.transition)
    }
}

/// Returns the time τ of the first active event that is still there, s; those before it are passed over.
fn head(
    on: usize,
    (active, first): (&[Active], &mut usize),
    contacts: &[Place],
    springs: &[Place],
) -> Option<f64> {
    while active
        .get(*first)
        .is_some_and(|active| place_of(active.anchor, contacts, springs).on != on)
    {
        *first += 1;
    }
    active.get(*first).map(|active| active.tau)
}

/// Adds what is active on something up to a time, s, and still there.
fn update_active(
    now: &mut Vec<(Instant, Active)>,
    on: usize,
    (from, active): (Instant, &[Active]),
    until: f64,
    (contacts, springs): (&[Place], &[Place]),
) {
    let active = active.iter().map(|active| (from.after(active.tau), *active));
    let active = active.take_while(|(at, _)| at.time <= until);
    now.extend(active.filter(|(_, active)| place_of(active.anchor, contacts, springs).on == on));
}
