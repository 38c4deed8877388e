//! Contacts within a step: slips at its start, and the limits that the solution leaves to them.

use super::Moreau;
use crate::gauss::{Bounds, Slip};
use crate::motion::elements::contact::step::{Friction, Holding};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::AT_REST;
use crate::motion::{ContactMode, State};

impl Moreau {
    /// Slips at the start of the step, the limits that contacts begin with, and what each is likely to do: what it did.
    pub(super) fn open_contacts(&mut self, numbers: &Numbers, state: &State, tau: f64, h: f64) {
        let begin = state.tau();
        self.bounds.clear();
        self.viscous.clear();
        self.guess.clear();
        for (contact, touch) in self.plan.contacts.iter_mut().enumerate() {
            let (before, after) = match touch.surface {
                Some(surface) => (surface, surface),
                None => (
                    numbers.surface_velocity(contact, begin),
                    numbers.surface_velocity(contact, tau),
                ),
            };
            let mode = state.contact_mode[contact];
            // A stuck contact moves with its surface, without the round-off of its bodies.
            let (moves, size) = if mode == ContactMode::Stuck && !touch.is_kinematic {
                (state.surface[contact], 0.0)
            } else {
                let [first, second] = touch.link.terms(&state.velocity);
                (first + second, first.abs() + second.abs())
            };
            let slip = moves - before;
            let beta = after - moves;
            self.next.surface[contact] = after + state.held_slip[contact];
            self.slip[contact] = slip;
            self.offset[contact] = beta;
            let at_rest = slip.abs() <= AT_REST * (size + before.abs());
            let holding = match mode {
                ContactMode::Stuck => Holding::Static,
                ContactMode::Free if at_rest => Holding::Static,
                _ if at_rest => Holding::Kinetic(mode),
                _ => Holding::Kinetic(ContactMode::of_slip(slip)),
            };
            self.holding[contact] = holding;
            if !touch.is_constant {
                touch.friction =
                    Friction::of(&numbers.contacts[contact], (contact, state), slip, h);
            }
            if touch.is_kinematic {
                continue;
            }
            self.bounds.push(Bounds { beta, ..touch.friction.range(holding) });
            self.viscous.push(touch.friction.viscous);
            self.guess.push(match mode {
                ContactMode::Forward => Slip::Forward,
                ContactMode::Backward => Slip::Backward,
                ContactMode::Stuck | ContactMode::Free => Slip::Stuck,
            });
        }
    }

    /// Limits that the solution contradicts. A contact that slips although its static limit held it loses
    /// that limit for this step; one that slips the other way than at the start has passed through w = 0,
    /// where the static limit may have stopped it. Each happens at most once to a contact.
    pub(super) fn revise_limits(&mut self) -> bool {
        let mut any = false;
        for (k, &contact) in self.plan.index.iter().enumerate() {
            let slip = self.solution.slip[k];
            let holding = &mut self.holding[contact];
            let reversed = match *holding {
                Holding::Kinetic(ContactMode::Forward) => slip == Slip::Backward,
                Holding::Kinetic(_) => slip == Slip::Forward,
                Holding::Static | Holding::Released => false,
            };
            let released = *holding == Holding::Static && slip != Slip::Stuck;
            let friction = &self.plan.contacts[contact].friction;
            if (reversed || released) && friction.is_loaded {
                *holding = if reversed { Holding::Static } else { Holding::Released };
                let beta = self.bounds[k].beta;
                self.bounds[k] = Bounds { beta, ..friction.range(*holding) };
                any = true;
            }
        }
        any
    }
}
