//! The motion as a system of differential equations: which components y has, and their rates by the expansion.
//!
//! Along a step the numbers of the network follow the loads of contacts that springs, formulas or ramps make, as they do from
//! step to step.

use crate::dynamics::State;
use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::gauss::Row;
use crate::laws::MOST_STATES;

#[derive(Clone, Debug, Default)]
pub(super) struct Equations {
    /// Components: positions of which bodies, velocities of which, internal states of which contacts.
    pub positions: Vec<usize>,
    pub velocities: Vec<usize>,
    contacts: Vec<usize>,
    /// The state of which y is a part, at some time of the step.
    there: State,
}

impl Equations {
    pub fn resize(&mut self, system: &System, expansion: &Expansion) {
        self.positions.clone_from(&system.body_of);
        self.velocities.clone_from(&system.body_of);
        self.contacts.clear();
        self.contacts.extend_from_slice(expansion.internals.contacts());
    }

    /// Reserves memory for states.
    pub fn reserve(&mut self, state: &State) {
        self.there.copy_from(state);
    }

    /// Returns the number of components in modes in which every velocity is one.
    pub fn most(&self) -> usize {
        2 * self.positions.len() + MOST_STATES * self.contacts.len()
    }

    /// Finds the components in the modes of a state, and their values.
    pub fn begin(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        y: &mut Vec<f64>,
    ) {
        self.there.copy_from(state);
        self.there.leave_instant();
        self.velocities.clear();
        expansion.start(system, &Start::of(state));
        for (unknown, &body) in system.body_of.iter().enumerate() {
            if !(system.massless && expansion.algebraic.contains(unknown)) {
                self.velocities.push(body);
            }
        }
        y.clear();
        y.extend(self.positions.iter().map(|body| state.position[*body]));
        y.extend(self.velocities.iter().map(|body| state.velocity[*body]));
        for contact in &self.contacts {
            let first = contact * MOST_STATES;
            y.extend_from_slice(&state.internal[first..first + MOST_STATES]);
        }
    }

    /// Writes the values of internal states of laws that count as friction as great as the greatest force on their connected
    /// component.
    pub fn forceful_states(&self, system: &System, expansion: &Expansion, into: &mut Vec<f64>) {
        into.clear();
        for contact in &self.contacts {
            let entry = &system.contacts[*contact];
            let force = expansion.greatest[system.component_of(&entry.row)];
            let value = |per_state: f64| if per_state > 0.0 { force / per_state } else { 0.0 };
            into.extend(entry.friction_per_state().map(value));
        }
    }

    /// Writes the least relative velocity of contacts and forces by formula in which each velocity takes part, as the expansion
    /// begins, with the sign of the change by which it grows.
    pub fn relative_velocities(&self, system: &System, expansion: &Expansion, into: &mut Vec<f64>) {
        into.clear();
        into.resize(self.velocities.len(), f64::INFINITY);
        let mut record = |row: &Row, relative: f64| {
            for (least, body) in into.iter_mut().zip(&self.velocities) {
                let own = row.terms().find(|(other, _)| other == body);
                if let Some((_, factor)) = own.filter(|_| relative.abs() < least.abs()) {
                    *least = relative * factor.signum();
                }
            }
        };
        for (contact, entry) in system.contacts.iter().enumerate() {
            record(&entry.row, expansion.slip.at(0, contact));
        }
        for action in &system.forces.actions {
            let terms = action.row.terms();
            let velocities = terms.map(|(body, factor)| factor * self.there.velocity[body]);
            record(&action.row, velocities.sum());
        }
    }

    /// Writes the rates of velocities that the greatest force on their connected component makes.
    pub fn forced_velocities(&self, system: &System, expansion: &Expansion, into: &mut Vec<f64>) {
        into.clear();
        into.extend(self.velocities.iter().map(|body| {
            let mass = system.mass_of(*body).unwrap_or(0.0);
            expansion.greatest[system.component[*body]] / mass
        }));
    }

    /// Evaluates the expansion at order 0, where the components are y at the time τ of a step from `state`.
    pub fn evaluate(
        &mut self,
        system: &mut System,
        expansion: &mut Expansion,
        state: &State,
        tau: f64,
        y: &[f64],
    ) {
        let (positions, others) = y.split_at(self.positions.len());
        let (velocities, internal) = others.split_at(self.velocities.len());
        let there = &mut self.there;
        there.time = state.time + tau;
        for (body, z) in self.positions.iter().zip(positions) {
            there.position[*body] = *z;
        }
        for (body, v) in self.velocities.iter().zip(velocities) {
            there.velocity[*body] = *v;
        }
        for (contact, x) in self.contacts.iter().zip(internal.chunks_exact(MOST_STATES)) {
            there.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(x);
        }
        if system.coupled {
            take_loads(system, there);
        }
        let start = Start { tau: state.tau() + tau, ..Start::of(there) };
        expansion.start(system, &start);
        expansion.evaluate_order(system, &start, 0);
    }

    /// Writes the rates of the components, as the expansion has them.
    pub fn rates(&self, expansion: &Expansion, rate: &mut [f64]) {
        let velocities = self.positions.iter().map(|body| expansion.velocity.at(0, *body));
        let accelerations = self.velocities.iter().map(|body| expansion.velocity.at(1, *body));
        let internal = self.contacts.iter().flat_map(|contact| {
            let series = expansion.internals.of(*contact);
            (0..MOST_STATES).map(|state| series.state(state)[1])
        });
        for (slot, value) in rate.iter_mut().zip(velocities.chain(accelerations).chain(internal)) {
            *slot = value;
        }
    }
}
