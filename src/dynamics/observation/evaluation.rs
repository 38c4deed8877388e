//! Outputs of a state, and their derivatives: the equations of motion at one instant, in given modes.

use super::{GROUNDED, Observation};
use crate::dynamics::elements::contact::output::observe_contacts;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::link::apply_force;
use crate::dynamics::series::Series;
use crate::dynamics::system::{BodyData, System};
use crate::laws::MOST_STATES;

impl Observation {
    pub(in crate::dynamics) fn resize(&mut self, system: &System, forces: usize) {
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        for per_body in [
            &mut self.position,
            &mut self.velocity,
            &mut self.acceleration,
            &mut self.reaction,
            &mut self.applied_force,
            &mut self.effective_mass,
        ] {
            per_body.clear();
            per_body.resize(bodies, 0.0);
        }
        for per_contact in [
            &mut self.friction,
            &mut self.slip_velocity,
            &mut self.dissipated_power,
            &mut self.normal_load,
        ] {
            per_contact.resize(contacts, 0.0);
        }
        self.internal_rate.resize(MOST_STATES * contacts, 0.0);
        self.internal_rate_rate.resize(MOST_STATES * contacts, 0.0);
        self.spring_force.resize(system.springs.len(), 0.0);
        self.deflection.resize(system.springs.len(), 0.0);
        self.damper_force.resize(system.dampers.len(), 0.0);
        self.formula.resize(forces, 0.0);
    }

    /// Evaluates the derivatives of order `k` of all outputs at `start`, of order 0 the outputs themselves; `expansion`
    /// and `resolver` are workspaces. True if all are known, as they are where friction forces are determinate; those of
    /// order 1 always are.
    pub(in crate::dynamics) fn evaluate(
        &mut self,
        system: &System,
        start: &Start,
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        k: usize,
    ) -> bool {
        expansion.start(system, start);
        expansion.evaluate_orders(system, start, 0..k + 1);
        if system.massless || expansion.filippov.is_active() {
            expansion.forces(system, start, k + 1);
        }
        if expansion.filippov.is_active() {
            expansion.accelerations(system, k + 1);
        }
        self.read(system, start, (expansion, resolver), k)
    }

    /// Reads outputs ([`Observation::evaluate`]) from what the expansion has of order k.
    pub(in crate::dynamics) fn read(
        &mut self,
        system: &System,
        start: &Start,
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        k: usize,
    ) -> bool {
        self.position.copy_from_slice(expansion.position.row(k));
        self.velocity.copy_from_slice(expansion.velocity.row(k));
        for (slot, next) in self.acceleration.iter_mut().zip(expansion.velocity.row(k + 1)) {
            *slot = (k + 1) as f64 * next;
        }
        take(&expansion.spring_force, k, &mut self.spring_force);
        take(&expansion.damper_force, k, &mut self.damper_force);
        self.take_formulas(system, expansion, k);
        for (spring, entry) in system.springs.iter().enumerate() {
            self.deflection[spring] = match k {
                0 => expansion.deflection.at(0, spring) + entry.offset[0],
                _ => entry.row.apply(&self.position),
            };
        }
        self.friction.copy_from_slice(expansion.friction.row(k));
        if expansion.ties_bodies() {
            resolver.distribute_order(system, expansion, k, &mut self.friction);
        }
        // Hosts print what they get: no −0.
        self.friction.iter_mut().for_each(|force| *force += 0.0);
        observe_contacts(self, system, start, expansion, k);
        self.reactions(system, expansion, start.tau, k);
        let indeterminate = !expansion.sticking_set().0.redundant().is_empty();
        match k {
            0 => {
                self.indeterminate = indeterminate;
                self.take_effective_masses(system, |body| expansion.mobility(system, body));
            }
            1 => self.take_decisions(system, expansion),
            _ => self.scale((1..=k).fold(1.0, |product, n| product * n as f64)),
        }
        if k > 0 {
            // Modes and masses are fixed in time.
            self.effective_mass.fill(0.0);
        }
        !indeterminate
    }

    fn scale(&mut self, factor: f64) {
        let bodies = [
            &mut self.position,
            &mut self.velocity,
            &mut self.acceleration,
            &mut self.reaction,
            &mut self.applied_force,
        ];
        let contacts = [
            &mut self.friction,
            &mut self.slip_velocity,
            &mut self.dissipated_power,
            &mut self.normal_load,
            &mut self.internal_rate,
            &mut self.internal_rate_rate,
        ];
        let others = [
            &mut self.spring_force,
            &mut self.deflection,
            &mut self.damper_force,
            &mut self.formula,
        ];
        let all = bodies.into_iter().chain(contacts).chain(others);
        all.flatten().for_each(|value| *value *= factor);
    }

    /// Updates the values of formulas of order k: of each force the first.
    fn take_formulas(&mut self, system: &System, expansion: &Expansion, k: usize) {
        for (index, action) in system.forces.actions.iter().enumerate() {
            if action.action == 0 {
                self.formula[action.force] = expansion.formula_force.at(k, index);
            }
        }
    }

    /// Updates the numbers of decisions of order 1, where they are asked for.
    fn take_decisions(&mut self, system: &System, expansion: &Expansion) {
        if self.decision.is_empty() {
            return;
        }
        let own = |slot: usize| system.forces.own_decision_change.get(slot).copied().unwrap_or(0.0);
        for (index, action) in system.forces.actions.iter().enumerate() {
            for decision in 0..system.forces.action(action).decisions.len() {
                let slot = action.first_branch + decision;
                self.decision[slot] = expansion.forces.decision(index, decision, 1) + own(slot);
            }
        }
        for (contact, entry) in system.contacts.iter().enumerate() {
            for (decision, slot) in entry.slots().enumerate() {
                let series = expansion.internals.of(contact);
                self.decision[slot] = series.decision(decision, 1) + own(slot);
            }
        }
    }

    /// Evaluates the effective masses of flanges from their accelerations per force on them, 1/kg or 1/(kg·m²).
    pub(in crate::dynamics) fn take_effective_masses(
        &mut self,
        system: &System,
        mut mobility: impl FnMut(usize) -> f64,
    ) {
        for &body in &system.flanges {
            self.effective_mass[body] = effective_mass(mobility(body));
        }
    }

    /// Evaluates the changes of the effective masses of flanges, by changes of masses alone, from those of their mobilities.
    pub(in crate::dynamics) fn change_effective_masses(
        &mut self,
        system: &System,
        mut changing_mobility: impl FnMut(usize) -> [f64; 2],
    ) {
        for &body in &system.flanges {
            let [mobility, change] = changing_mobility(body);
            let gives_way = effective_mass(mobility) < GROUNDED;
            self.effective_mass[body] = if gives_way { change } else { 0.0 };
        }
    }

    /// Evaluates the forces on bodies of known motion and on ports; the expansion has all but those of stuck contacts,
    /// of order `k`.
    fn reactions(&mut self, system: &System, expansion: &Expansion, tau: f64, k: usize) {
        if system.ports.is_empty() && !expansion.has_known_bodies() {
            return;
        }
        for &body in &system.ports {
            self.applied_force[body] = system.applied_force(body, tau, k);
        }
        let is_stuck = |contact: &usize| expansion.is_stuck(*contact);
        let stuck = (0..system.contacts.len()).filter(is_stuck);
        self.take_reactions(system, stuck, expansion.force.row(k));
    }

    /// Evaluates the forces on bodies of known motion and on ports of all forces on bodies but those of stuck contacts.
    pub(in crate::dynamics) fn take_reactions(
        &mut self,
        system: &System,
        stuck: impl Iterator<Item = usize>,
        force: &[f64],
    ) {
        self.reaction.fill(0.0);
        for contact in stuck {
            apply_force(&system.contacts[contact].row, self.friction[contact], &mut self.reaction);
        }
        for (body, entry) in system.bodies.iter().enumerate() {
            self.reaction[body] = match entry {
                BodyData::Free { .. } if !system.ports.contains(&body) => 0.0,
                BodyData::Free { .. } => {
                    self.reaction[body] + force[body] - self.applied_force[body]
                }
                BodyData::Known(_) => self.reaction[body] + force[body],
            };
        }
    }
}

/// Returns the mass that gives way as much, kg or kg·m².
fn effective_mass(mobility: f64) -> f64 {
    // What does not give way may do so by −0 or a negative round-off.
    if mobility > 0.0 { (1.0 / mobility).min(GROUNDED) } else { GROUNDED }
}

/// Takes the coefficients of an order, if there are any.
#[inline(always)]
fn take(series: &Series, k: usize, values: &mut [f64]) {
    if !values.is_empty() {
        values.copy_from_slice(series.row(k));
    }
}
