//! Start and end of a step without a transition, and room to make it.

use super::mode_set::{Columns, MOST_BODIES, OfBodies};
use super::propagator::Products;
use crate::dynamics::system::System;

/// End of a step, and what friction did in it.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Step {
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    /// Impulse of each contact, N·s or N·m·s, and the energy that it dissipates, J.
    pub impulse: Vec<f64>,
    pub dissipated: Vec<f64>,
}

/// Coefficients of the motion at the start of a step, of each body: velocities of orders 0 to 2, and the forces of orders 1 and
/// 2, by which the propagator gives all others.
#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub velocity: [OfBodies; 3],
    pub forces: [f64; 2 * MOST_BODIES],
    /// Their magnitudes.
    pub magnitudes: [f64; 2 * MOST_BODIES],
    /// Products of the propagator with these.
    pub products: Products,
    /// Dry friction of slipping contacts, by their places, N or N·m.
    pub dry: Vec<f64>,
    /// Length of the step, s, and by how much it is longer than that of the propagator.
    pub length: f64,
    pub late: f64,
    /// True if the last order of the velocities and the products are 0, as they stay where forces are constant.
    pub is_still: bool,
}

impl Start {
    pub fn resize(&mut self, system: &System) {
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        self.dry.reserve_exact(contacts);
        self.products.reserve(bodies, contacts, system.springs.len());
    }
}

impl Step {
    pub fn resize(&mut self, system: &System) {
        self.position.resize(system.bodies.len(), 0.0);
        self.velocity.resize(system.bodies.len(), 0.0);
        self.impulse.resize(system.contacts.len(), 0.0);
        self.dissipated.resize(system.contacts.len(), 0.0);
    }
}

/// Forces of stuck contacts, and the start and the end of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub lambda: Vec<f64>,
    /// The columns of a propagator that is made.
    pub columns: Columns,
    pub start: Start,
    pub step: Step,
}

impl Room {
    pub fn resize(&mut self, system: &System) {
        self.lambda.resize(system.contacts.len(), 0.0);
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        self.columns.reserve(bodies, contacts, system.springs.len());
        self.start.resize(system);
        self.step.resize(system);
    }
}
