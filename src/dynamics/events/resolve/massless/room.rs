//! Workspace of the problems of massless bodies.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, ContactState};
use crate::gauss::{Contact, Slip, Solution};

/// Workspace of the problems with K = 0.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Massless {
    /// Loaded contacts of massless bodies.
    pub touching: Vec<bool>,
    /// Modes of all contacts before the resolution; stuck where a contact holds in both directions.
    pub modes_before: Vec<ContactMode>,
    /// States in which the expansion is set up: contacts to be decided are free.
    pub states: Vec<ContactState>,
    /// The contacts to be decided, by their indices in the network, first among `contacts`.
    pub index: Vec<usize>,
    pub contacts: Vec<Contact>,
    pub mass: Vec<f64>,
    pub load: Vec<f64>,
    pub solution: Solution,
    /// Relaxations of the ranges of these, all together on each connected component.
    pub relaxed: Vec<f64>,
    /// The greatest force on each connected component, N.
    pub greatest: Vec<f64>,
    /// Slip velocities that are round-off, m/s or rad/s, of the contacts in `index`.
    pub round_off: Vec<f64>,
    /// Velocities of all bodies and their Taylor coefficients.
    pub motion: Vec<f64>,
    /// Forces that take back what regularising masses change, by body with unknown motion.
    pub taken_back: Vec<f64>,
}

impl Massless {
    pub fn update(&mut self, system: &System) {
        self.touching.clear();
        self.touching.extend(
            system
                .contacts
                .iter()
                .zip(&system.rows)
                .map(|(entry, row)| entry.is_loaded() && system.touches_massless(row)),
        );
    }

    pub fn touches(&self, contact: usize) -> bool {
        self.touching.get(contact) == Some(&true)
    }

    /// True if a contact of S would hold slip in a direction up to its static limit.
    pub fn holds(&self, contact: usize, slip: Slip) -> bool {
        slip != Slip::Stuck && self.modes_before[contact].slip() != slip
    }

    /// True if the contact at a place in `index` is at w = 0: stuck, or one that stood or arrived there and is off
    /// it by no more than the round-off of velocities, as where a neighbour that is stuck carries the body along.
    /// Rates then decide.
    pub fn stands(&self, place: usize) -> bool {
        let stood = self.modes_before[self.index[place]] == ContactMode::Stuck;
        self.solution.slip[place] == Slip::Stuck
            || stood && Bounded { value: self.slip(place), bound: self.round_off[place] }.is_zero()
    }

    /// Returns the slip velocity, or its rate, that was found for the contact at a place in `index`.
    pub fn slip(&self, place: usize) -> f64 {
        let Contact { row, beta, .. } = &self.contacts[place];
        row.apply(&self.solution.acceleration) - beta
    }
}
