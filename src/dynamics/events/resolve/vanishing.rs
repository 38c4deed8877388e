//! Contacts whose normal load is about to rise from 0. All that they could hold is round-off, and so may be what they have
//! to hold: at w = 0 they hold the round-off of forces, and are at both limits at once. The rate problem decides, in which λ
//! may rise with its limits on either side. A contact that gives way in one direction at no force at all holds the round-off
//! of forces there, too.

use super::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::{ContactData, System};

impl Resolver {
    /// Returns the force that a contact holds beside its limits if its load is 0 but for round-off.
    pub(super) fn vanishing_relaxation(&self, contact: usize, entry: &ContactData) -> f64 {
        if entry.is_one_way() {
            return self.rounded[contact];
        }
        if !entry.has_vanishing_load() {
            return 0.0;
        }
        let limits = entry.static_limits_under(entry.load_relaxation);
        self.rounded[contact] + limits.forward.max(limits.backward)
    }

    /// Returns the further force that a contact which gives way in one direction holds there: whatever else ends at that
    /// force, a push of a spring, is reported to a host no sooner. Initial modes are the same ones whoever integrates.
    pub(super) fn lateness(&self, contact: usize, entry: &ContactData) -> f64 {
        if entry.is_one_way() && !self.starts { self.late[contact] } else { 0.0 }
    }

    /// Records the round-off of the forces at the start of an expansion, and what contacts hold by it.
    pub fn take_round_off(&mut self, system: &System, expansion: &Expansion, time: f64) {
        let counts = |entry: &ContactData| entry.load_from.is_some() || entry.is_one_way();
        // Of the connected component that was evaluated last.
        let mut known: Option<(usize, f64, f64)> = None;
        for contact in 0..self.limits.len() {
            let entry = &system.contacts[contact];
            if !counts(entry) {
                continue;
            }
            let component = system.component_of(&entry.row);
            let (_, rounded, late) = match known {
                Some(known @ (of, ..)) if of == component => known,
                _ => {
                    let late = match system.hysteresis {
                        0.0 => 0.0,
                        hysteresis => {
                            hysteresis * expansion.magnitude_sum_of_force(system, component)
                        }
                    };
                    (component, expansion.force_round_off(system, time, component), late)
                }
            };
            known = Some((component, rounded, late));
            (self.rounded[contact], self.late[contact]) = (rounded, late);
            if entry.has_vanishing_load() || entry.is_one_way() {
                let limits = entry.static_limits();
                let relaxation =
                    self.vanishing_relaxation(contact, entry) + self.lateness(contact, entry);
                self.limits[contact].lower = -limits.backward - relaxation;
                self.limits[contact].upper = limits.forward + relaxation;
            }
        }
    }
}
