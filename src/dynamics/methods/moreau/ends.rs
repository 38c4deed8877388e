//! Weights of the end of a step: ½, or 1 for bodies whose contacts would give energy with the mean slip.
//!
//! The impulse p of a contact has the sign of its slip w⁺ at the end, and dissipates p (w + w⁺)/2 with the mean slip of
//! the step: where the slip has turned, or stops under a load that would turn it, that may be less than nothing. Such a
//! step has not seen what happened within it. It is taken once more with θ = 1 for the bodies that contacts join to that
//! one, where p w⁺ ≥ 0 is what friction dissipates, and ½ Δv M Δv, which is lost in the impact, is its part as well.

use super::Moreau;
use crate::dynamics::system::System;
use crate::gauss::CoupledMass;

impl Moreau {
    /// Takes the weights with which the step begins.
    pub(super) fn open_ends(&mut self, system: &System) {
        self.weight.clone_from(&self.plan.weight);
        for (contact, touch) in self.plan.contacts.iter_mut().enumerate() {
            let body = system.rows[contact].terms().next();
            touch.weight = body.map_or(1.0, |(body, _)| self.weight[body]);
        }
    }

    /// Weighs the end of the step alone where contacts would give energy by the shares of their load that they report; true if there
    /// are any.
    pub(super) fn weigh_ends(&mut self, system: &System, h: f64) -> bool {
        let Self { plan, friction, weight, .. } = self;
        let mut any = false;
        for &contact in &plan.index {
            if plan.contacts[contact].gives(h * friction[contact]) {
                let bodies = system.rows[contact].terms();
                bodies.for_each(|(body, _)| weight[plan.group[body]] = 2.0);
                any = true;
            }
        }
        if any {
            self.spread_weights(system);
        }
        any
    }

    /// Weighs the end alone everywhere.
    pub(super) fn weigh_all_ends(&mut self, system: &System) {
        self.weight.fill(2.0);
        self.spread_weights(system);
    }

    /// Gives all bodies and contacts the weights of their groups.
    fn spread_weights(&mut self, system: &System) {
        let Self { plan, weight, bounds, viscous, .. } = self;
        for body in 0..weight.len() {
            weight[body] = weight[plan.group[body]];
        }
        let given = plan.index.iter().zip(bounds).zip(viscous);
        for ((&contact, bounds), viscous) in given {
            let touch = &mut plan.contacts[contact];
            if let Some((body, _)) = system.rows[contact].terms().next() {
                touch.weight = weight[body];
                (*bounds, *viscous) = (touch.bounds(), touch.viscous());
            }
        }
    }

    /// Shares what is lost where the end alone counts among the contacts for which it does.
    pub(super) fn share_losses(&mut self, system: &System) {
        let Self { plan, next, losses, weight, .. } = self;
        if plan.contacts.iter().all(|touch| touch.refused == 0.0) {
            return;
        }
        losses.clear();
        losses.resize(weight.len(), [0.0; 2]);
        for (unknown, (&body, mass)) in system.body_of.iter().zip(&system.mass).enumerate() {
            let change = self.change[body];
            let lost = 0.5 * (weight[unknown] - 1.0) * mass * change * change;
            losses[plan.group[unknown]][0] += lost;
        }
        for &CoupledMass { i, j, mass } in system.blocks.coupled() {
            let [first, second] = [i, j].map(|unknown| self.change[system.body_of[unknown]]);
            losses[plan.group[i]][0] += (weight[i] - 1.0) * mass * first * second;
        }
        let groups = |contact: usize| {
            let body = system.rows[contact].terms().next();
            body.map(|(body, _)| plan.group[body])
        };
        for (contact, touch) in plan.contacts.iter().enumerate() {
            groups(contact).into_iter().for_each(|group| losses[group][1] += touch.refused);
        }
        for (contact, touch) in plan.contacts.iter().enumerate().filter(|(_, t)| t.refused > 0.0) {
            let [lost, refused] = groups(contact).map_or([0.0, 1.0], |group| losses[group]);
            next.dissipated[contact] += lost * (touch.refused / refused);
        }
    }
}
