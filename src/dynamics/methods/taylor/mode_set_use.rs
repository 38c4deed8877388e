//! Mode sets that the motion comes back to, and how long they have lasted.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::dynamics::tolerances::SAME_STEP;

/// Mode sets of which is remembered how long they have lasted, at most: three gear meshes that rattle come back to some
/// hundred.
const MODE_SETS: usize = 256;

/// Places at which a mode set may stand: with one alone, two that come back often drive each other out.
const WAYS: usize = 4;

/// Numbers of modes of a contact, and of a spring.
const CONTACT_MODES: usize = 4;
const SPRING_MODES: usize = 5;

/// Returns the number of mode sets of so many contacts and springs.
pub(in crate::dynamics) fn mode_sets(contacts: usize, springs: usize) -> usize {
    let of_springs = SPRING_MODES.saturating_pow(springs as u32);
    CONTACT_MODES.saturating_pow(contacts as u32).saturating_mul(of_springs)
}

/// True if two lengths of communication steps, s, are the same.
pub(super) fn is_same(length: f64, other: f64) -> bool {
    (length - other).abs() <= SAME_STEP * length
}

/// Steps with new inputs that mode sets have lasted which are not the present one.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::dynamics) struct ModeSetUse {
    /// Length of these steps, s.
    step: f64,
    /// Of mode sets, each at one of the [`WAYS`] places that its number says, the rest of the number and the steps that it has lasted.
    lasted: Vec<(u8, u8)>,
}

impl Clone for ModeSetUse {
    fn clone(&self) -> Self {
        Self { step: self.step, lasted: self.lasted.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        // Without a new list.
        self.step = other.step;
        self.lasted.clone_from(&other.lasted);
    }
}

impl ModeSetUse {
    /// Returns the number of places for mode sets of so many contacts and springs.
    pub fn places(contacts: usize, springs: usize) -> usize {
        mode_sets(contacts, springs).min(MODE_SETS)
    }

    /// Forgets all, with so many places.
    pub fn restart(&mut self, places: usize) {
        self.lasted.clear();
        self.lasted.resize(places, (0, 0));
    }

    /// Returns the number of places.
    pub fn len(&self) -> usize {
        self.lasted.len()
    }

    /// Returns the places of a mode set, and what is left of its number.
    fn split(&self, mode_set: u32) -> (Range<usize>, u8) {
        let groups = self.lasted.len().div_ceil(WAYS).max(1);
        let first = WAYS * (mode_set as usize % groups);
        (first..(first + WAYS).min(self.lasted.len()), (mode_set as usize / groups) as u8)
    }

    /// Returns the number of steps of a length, s, that a mode set has lasted.
    pub fn of(&self, mode_set: u32, step: f64) -> u8 {
        let (places, rest) = self.split(mode_set);
        let known = self.lasted[places].iter().find(|one| one.0 == rest);
        known.filter(|_| is_same(self.step, step)).map_or(0, |one| one.1)
    }

    /// Records that a mode set has lasted for so many steps of a length, s. One that has lasted least makes room for it.
    pub fn record(&mut self, mode_set: u32, step: f64, lasted: u8) {
        if !is_same(self.step, step) {
            self.step = step;
            self.lasted.fill((0, 0));
        }
        let (places, rest) = self.split(mode_set);
        let least = |one: &&mut (u8, u8)| if one.0 == rest { 0 } else { 1 + usize::from(one.1) };
        if let Some(slot) = self.lasted[places].iter_mut().min_by_key(least) {
            *slot = (rest, lasted);
        }
    }
}
