//! Contacts within a step, and what of them the kernel is told.

use super::Moreau;
use crate::gauss::Slip;
use crate::motion::numbers::Numbers;
use crate::motion::{ContactMode, State};

impl Moreau {
    /// The limits that contacts begin with, and what each is likely to do: what it did.
    pub(super) fn open_contacts(&mut self, numbers: &Numbers, state: &State, tau: f64, h: f64) {
        self.bounds.clear();
        self.viscous.clear();
        self.guess.clear();
        self.open_ends(numbers);
        for (contact, touch) in self.plan.contacts.iter_mut().enumerate() {
            let surface = touch.open(numbers, (contact, state), tau, h);
            self.next.surface[contact] = surface + state.held_slip[contact];
            if touch.is_kinematic {
                continue;
            }
            self.bounds.push(touch.bounds());
            self.viscous.push(touch.viscous());
            self.guess.push(match state.contact_mode[contact] {
                ContactMode::Forward => Slip::Forward,
                ContactMode::Backward => Slip::Backward,
                ContactMode::Stuck | ContactMode::Free => Slip::Stuck,
            });
        }
    }

    /// Takes other limits where the solution contradicts them; whether it does anywhere.
    pub(super) fn revise_limits(&mut self) -> bool {
        let mut any = false;
        let solved = self.plan.index.iter().zip(&self.solution.slip);
        for ((contact, slip), bounds) in solved.zip(&mut self.bounds) {
            let touch = &mut self.plan.contacts[*contact];
            if touch.revise(*slip) {
                *bounds = touch.bounds();
                any = true;
            }
        }
        any
    }
}
