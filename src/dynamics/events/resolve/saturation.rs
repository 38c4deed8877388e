//! Contacts of the kernel at the limits of their ranges.

use super::Resolver;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{GIVES, SATURATION};
use crate::dynamics::{ContactMode, State};
use crate::gauss::{Contact, Slip};

/// The greatest part of its range by which λ of a saturated contact may seem to be off its limit.
const NEAREST: f64 = 0.25;

impl Resolver {
    /// True if the range of a contact is made wider, so that it is found to stick but for round-off: of massless bodies, and
    /// of what may stick within a window.
    pub(super) fn is_wide(&self, system: &System, contact: usize) -> bool {
        let touches = system.massless && self.massless.touches(contact);
        touches || system.contacts[contact].sticks_in_motion()
    }

    /// Gives such contacts that slip their own ranges again; true if there were any. Their neighbours would be pushed by
    /// as much as these were wider.
    pub(super) fn restore_ranges(&mut self, system: &System) -> bool {
        let mut any = false;
        for k in 0..self.index.len() {
            if self.solution.slip[k] == Slip::Stuck || !self.is_wide(system, self.index[k]) {
                continue;
            }
            let (lower, upper) = self.range(system, self.index[k]);
            let contact = &mut self.contacts[k];
            let relaxation = contact.upper - upper;
            if relaxation > 0.0 {
                (contact.lower, contact.upper) = (lower, upper);
                self.relaxed[system.component_of_contact(self.index[k])] -= relaxation;
                any = true;
            }
        }
        any
    }

    /// Finds which contacts of the kernel are at a limit.
    pub(super) fn find_saturated(&mut self, system: &System) {
        self.at_limit.clear();
        for k in 0..self.index.len() {
            let vanishing_load = system.contacts[self.index[k]].has_vanishing_load();
            let component = system.component_of_contact(self.index[k]);
            let (upper, lower) = self.saturation(k, component);
            let released = self.cut.get(self.index[k]);
            self.at_limit.push(match released {
                _ if vanishing_load => (true, true),
                Some(Slip::Forward) => (true, false),
                Some(Slip::Backward) => (false, true),
                _ => (upper, lower),
            });
        }
    }

    /// True if a stuck contact is at a limit.
    pub(super) fn any_saturated(&self, state: &State) -> bool {
        self.index.iter().zip(&self.at_limit).any(|(contact, at_limit)| {
            state.contacts[*contact].mode() == ContactMode::Stuck && *at_limit != (false, false)
        })
    }

    /// Returns the range of the dry friction of a contact at w = 0, with the present set S.
    pub(super) fn range(&self, system: &System, contact: usize) -> (f64, f64) {
        let entry = &system.contacts[contact];
        let holds = |slip| {
            self.sticking[contact]
                && self.slipping[contact] != slip
                && (!system.massless || self.massless.holds(contact, slip))
        };
        let limits = |holds| if holds { entry.static_limits() } else { entry.kinetic_limits() };
        let [backward, forward] = [Slip::Backward, Slip::Forward].map(holds);
        let of_forward = limits(forward);
        let of_backward = if backward == forward { of_forward } else { limits(backward) };
        (-of_backward.backward, of_forward.forward)
    }

    /// Returns the distance from a limit of a contact's range of this width within which λ is saturated.
    pub(super) fn relaxation(&self, contact: usize, width: f64) -> f64 {
        SATURATION * width + self.release_uncertainty[contact]
    }

    /// True if λ of the kernel's contact k is at its upper and at its lower limit.
    pub(super) fn saturation(&self, k: usize, component: usize) -> (bool, bool) {
        let contact = &self.contacts[k];
        let Contact { lower, upper, .. } = *contact;
        let lambda = self.solution.lambda[k];
        // Contacts share loads, so that each may carry what the ranges of all are too wide; but no force within
        // a range, however small, is at both of its ends.
        let near = self.relaxation(self.index[k], contact.width()) + 2.0 * self.relaxed[component];
        // A contact that gives way in one direction has no range that shows how close its force is to 0.
        let one_way = lower.is_finite() != upper.is_finite();
        let near = if one_way { near + GIVES * self.rounded[self.index[k]] } else { near };
        let near = near.min(NEAREST * (upper - lower));
        (lambda >= upper - near, lambda <= lower + near)
    }
}
