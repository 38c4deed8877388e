//! Impulses and energies of friction along polynomials of which each body is on some.

use super::{Instant, Partition, Patch, Place, Whole, patch_of, source};
use crate::dynamics::elements::body::BodyData;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::System;
use crate::dynamics::totals::Scene;
use crate::dynamics::{ContactMode, State};

impl Partition {
    /// Carries impulses and energies of the contacts of a new patch up to now, in the modes that they were in.
    pub(super) fn carry_totals(&mut self, whole: &Whole, patch: &mut Patch) {
        let Self { patches, contacts, bodies, .. } = self;
        let now = whole.now;
        let mut any_stuck = false;
        for (place, &contact) in patch.contacts.iter().enumerate() {
            let Place { on, at } = contacts[contact];
            let before = source(whole, patches, on);
            let tau = now.since(before.from);
            let (entry, state, base) = match patch_of(patches, on) {
                None => {
                    (&whole.system.contacts[at], whole.state, (0.0, whole.start.dissipated[at]))
                }
                Some(Patch { dynamics, impulse, .. }) => {
                    let Dynamics { system, state, .. } = dynamics;
                    (&system.contacts[at], state, (impulse[at], state.dissipated[at]))
                }
            };
            (patch.impulse[place], patch.dynamics.state.dissipated[place]) = base;
            let mode = whole.state.contacts[contact].mode();
            any_stuck |= tau > 0.0 && mode == ContactMode::Stuck;
            if tau > 0.0 && mode.slips() {
                let impulse = before.expansion.friction.integral(at, before.expansion.order, tau);
                let energy = entry.dissipation(at, before.expansion, state, (impulse, tau));
                patch.impulse[place] += impulse;
                patch.dynamics.state.dissipated[place] += energy;
            }
        }
        if !any_stuck {
            return;
        }
        // Times are those since what each body is on began, as parts of these.
        let order_of = |body: &usize| source(whole, patches, bodies[*body].on).expansion.order;
        let order = patch.bodies[..patch.members].iter().map(order_of).max().unwrap_or(0);
        for (place, &body) in patch.bodies[..patch.members].iter().enumerate() {
            let Place { on, at } = bodies[body];
            let before = source(whole, patches, on);
            let column = if on == 0 { unknown_of(whole, body) } else { at };
            let tau = now.since(before.from);
            let mut power = 1.0;
            for k in 0..=order {
                let known = k <= before.expansion.order;
                let term = if known { before.expansion.residual.at(k, column) } else { 0.0 };
                patch.dynamics.expansion.residual.set(k, place, power * term);
                power *= tau;
            }
        }
        let Dynamics { system, expansion, resolver, state, totals, .. } = &mut patch.dynamics;
        expansion.order = order;
        totals.begin_segment();
        totals.add_stuck(&mut Scene { system, expansion, resolver, state }, 1.0, false);
        for (place, &contact) in patch.contacts.iter().enumerate() {
            let tau = now.since(source(whole, patches, contacts[contact].on).from);
            patch.impulse[place] += tau * patch.dynamics.totals.of_segment(place);
        }
    }

    /// Takes what the contacts on patches have done up to an instant instead of what the polynomials of the segment say:
    /// impulses since the start of the segment, and energies.
    pub fn correct(&mut self, at: Instant, of_segment: &mut [f64], state: &mut State) {
        let Self { patches, contacts, .. } = self;
        for (index, patch) in patches.iter_mut().enumerate() {
            let Some(patch) = patch else { continue };
            let own = |contact: usize| contacts[contact].on == index + 1;
            patch.let_go(own);
            patch.totals_up_to(at.since(patch.from()));
            for (place, &contact) in patch.contacts.iter().enumerate() {
                if own(contact) {
                    of_segment[contact] =
                        patch.impulse[place] + patch.dynamics.totals.of_segment(place);
                    state.dissipated[contact] = patch.dissipated[place];
                }
            }
        }
    }

    /// Takes the motion of what is on patches at an instant instead of what the polynomials of the segment say.
    pub fn take_motion(&mut self, at: Instant, held_margin: f64, state: &mut State) {
        state.held_margin = held_margin;
        let Self { patches, bodies, contacts, .. } = self;
        for (index, patch) in patches.iter_mut().enumerate() {
            let Some(patch) = patch else { continue };
            let tau = at.since(patch.from());
            patch.move_to(tau);
            for (place, &body) in patch.bodies[..patch.members].iter().enumerate() {
                if bodies[body].on == index + 1 {
                    state.position[body] = patch.position[place];
                    state.velocity[body] = patch.velocity[place];
                    state.velocity_error[body] = patch.dynamics.expansion.error_of(place, tau);
                }
            }
            for (place, &contact) in patch.contacts.iter().enumerate() {
                if contacts[contact].on == index + 1 {
                    let departs = patch.dynamics.state.contacts[place].leading_zeros();
                    state.contacts[contact].set_leading_zeros(if tau > 0.0 { 0 } else { departs });
                }
            }
            state.held_margin = state.held_margin.min(patch.dynamics.state.held_margin);
        }
    }

    /// Takes what has passed to patches off the polynomials of the segment.
    pub fn let_go(&self, system: &System, expansion: &mut Expansion) {
        expansion.let_go(system, |contact| self.contacts[contact].on == 0);
    }
}

/// Returns the index of a body among those with unknown motion.
fn unknown_of(whole: &Whole, body: usize) -> usize {
    match whole.system.bodies[body] {
        BodyData::Free { unknown } => unknown,
        BodyData::Known(_) => 0,
    }
}
