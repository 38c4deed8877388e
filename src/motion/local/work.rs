//! What friction does along polynomials of which each body is on some: impulses and energies.

use super::patch::Moving;
use super::{Instant, Local, Patch, Place, Whole, patch_of, source};
use crate::motion::elements::BodyNumbers;
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::work::Scene;
use crate::motion::{ContactMode, State};

impl Local {
    /// What the contacts of a new patch have done up to now, in the modes that they were in.
    pub(super) fn carry_work(&mut self, whole: &Whole, patch: &mut Patch) {
        let Self { patches, contacts, bodies, .. } = self;
        let now = whole.now;
        let mut any_stuck = false;
        for (place, &contact) in patch.contacts.iter().enumerate() {
            let Place { on, at } = contacts[contact];
            let before = source(whole, patches, on);
            let tau = now.since(before.from);
            let (entry, state, base) = match patch_of(patches, on) {
                None => {
                    (&whole.numbers.contacts[at], whole.state, (0.0, whole.start.dissipated[at]))
                }
                Some(Patch { moving, impulse, .. }) => {
                    let Moving { numbers, state, .. } = moving;
                    (&numbers.contacts[at], state, (impulse[at], state.dissipated[at]))
                }
            };
            (patch.impulse[place], patch.moving.state.dissipated[place]) = base;
            let mode = whole.state.contact_mode[contact];
            any_stuck |= tau > 0.0 && mode == ContactMode::Stuck;
            if tau > 0.0 && mode.slips() {
                let impulse = before.flow.friction.integral(at, before.flow.order, tau);
                let energy = entry.dissipation(at, before.flow, state, (impulse, tau));
                patch.impulse[place] += impulse;
                patch.moving.state.dissipated[place] += energy;
            }
        }
        if !any_stuck {
            return;
        }
        // Times are those since what each body is on began, as parts of these.
        let order_of = |body: &usize| source(whole, patches, bodies[*body].on).flow.order;
        let order = patch.bodies[..patch.members].iter().map(order_of).max().unwrap_or(0);
        for (place, &body) in patch.bodies[..patch.members].iter().enumerate() {
            let Place { on, at } = bodies[body];
            let before = source(whole, patches, on);
            let column = if on == 0 { unknown_of(whole, body) } else { at };
            let tau = now.since(before.from);
            let mut power = 1.0;
            for k in 0..=order {
                let known = k <= before.flow.order;
                let term = if known { before.flow.residual.at(k, column) } else { 0.0 };
                patch.moving.flow.residual.set(k, place, power * term);
                power *= tau;
            }
        }
        let Moving { numbers, flow, resolver, state, work, .. } = &mut patch.moving;
        flow.order = order;
        work.begin();
        work.add_stuck(&mut Scene { numbers, flow, resolver, state }, 1.0);
        for (place, &contact) in patch.contacts.iter().enumerate() {
            let tau = now.since(source(whole, patches, contacts[contact].on).from);
            patch.impulse[place] += tau * patch.moving.work.impulse(place);
        }
    }

    /// Takes what the contacts on patches have done up to an instant instead of what the polynomials of the leg say:
    /// impulses since the start of the leg, and energies.
    pub fn correct(&mut self, at: Instant, of_leg: &mut [f64], state: &mut State) {
        let Self { patches, contacts, .. } = self;
        for (index, patch) in patches.iter_mut().enumerate() {
            let Some(patch) = patch else { continue };
            let own = |contact: usize| contacts[contact].on == index + 1;
            patch.let_go(own);
            patch.work_up_to(at.since(patch.from()));
            for (place, &contact) in patch.contacts.iter().enumerate() {
                if own(contact) {
                    of_leg[contact] = patch.impulse[place] + patch.moving.work.of_leg(place);
                    state.dissipated[contact] = patch.dissipated[place];
                }
            }
        }
    }

    /// Takes the motion of what is on patches at an instant instead of what the polynomials of the leg say.
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
                    state.velocity_error[body] = patch.moving.flow.error_of(place, tau);
                }
            }
            for (place, &contact) in patch.contacts.iter().enumerate() {
                if contacts[contact].on == index + 1 {
                    let departs = patch.moving.state.departure[place];
                    state.departure[contact] = if tau > 0.0 { 0 } else { departs };
                }
            }
            state.held_margin = state.held_margin.min(patch.moving.state.held_margin);
        }
    }

    /// What has passed to patches, the polynomials of the leg no longer hold together.
    pub fn let_go(&self, numbers: &Numbers, flow: &mut Flow) {
        flow.let_go(numbers, |contact| self.contacts[contact].on == 0);
    }
}

/// The index of a body among those with unknown motion.
fn unknown_of(whole: &Whole, body: usize) -> usize {
    match whole.numbers.bodies[body] {
        BodyNumbers::Free { unknown } => unknown,
        BodyNumbers::Known(_) => 0,
    }
}
