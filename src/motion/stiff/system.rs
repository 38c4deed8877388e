//! The motion as a system of differential equations: which components y has, and their rates by the flow.

use crate::laws::MOST_STATES;
use crate::motion::State;
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;

#[derive(Clone, Debug, Default)]
pub(super) struct System {
    /// Components: positions of which bodies, velocities of which, internal states of which contacts.
    pub positions: Vec<usize>,
    pub velocities: Vec<usize>,
    contacts: Vec<usize>,
    /// y, completed by what is known.
    position: Vec<f64>,
    velocity: Vec<f64>,
    internal: Vec<f64>,
    departure: Vec<u8>,
}

impl System {
    pub fn resize(&mut self, numbers: &Numbers, flow: &Flow) {
        let (bodies, contacts) = (numbers.bodies.len(), numbers.contacts.len());
        self.positions.clone_from(&numbers.body_of);
        self.velocities.clone_from(&numbers.body_of);
        self.contacts.clear();
        self.contacts.extend_from_slice(flow.internals.contacts());
        self.position.resize(bodies, 0.0);
        self.velocity.resize(bodies, 0.0);
        self.internal.resize(MOST_STATES * contacts, 0.0);
        self.departure.resize(contacts, 0);
    }

    /// Number of components in modes in which every velocity is one.
    pub fn most(&self) -> usize {
        2 * self.positions.len() + MOST_STATES * self.contacts.len()
    }

    /// Finds the components in the modes of a state, and their values.
    pub fn begin(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State, y: &mut Vec<f64>) {
        self.position.copy_from_slice(&state.position);
        self.velocity.copy_from_slice(&state.velocity);
        self.internal.copy_from_slice(&state.internal);
        self.velocities.clear();
        flow.start(numbers, &Start::of(state));
        for (unknown, &body) in numbers.body_of.iter().enumerate() {
            if !(numbers.massless && flow.kinetic.contains(unknown)) {
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

    /// The flow at order 0, where the components are y at the time τ of the step.
    pub fn evaluate(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
        tau: f64,
        y: &[f64],
    ) {
        let (positions, others) = y.split_at(self.positions.len());
        let (velocities, internal) = others.split_at(self.velocities.len());
        for (body, z) in self.positions.iter().zip(positions) {
            self.position[*body] = *z;
        }
        for (body, v) in self.velocities.iter().zip(velocities) {
            self.velocity[*body] = *v;
        }
        for (contact, x) in self.contacts.iter().zip(internal.chunks_exact(MOST_STATES)) {
            self.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(x);
        }
        let start = Start {
            time: state.time + tau,
            tau: state.tau() + tau,
            position: &self.position,
            velocity: &self.velocity,
            departure: &self.departure,
            internal: &self.internal,
            ..Start::of(state)
        };
        flow.start(numbers, &start);
        flow.forces(numbers, &start, 0);
        flow.accelerations(numbers, 0);
    }

    /// Rates of the components, as the flow has them.
    pub fn rates(&self, flow: &Flow, rate: &mut [f64]) {
        let velocities = self.positions.iter().map(|body| flow.velocity.at(0, *body));
        let accelerations = self.velocities.iter().map(|body| flow.velocity.at(1, *body));
        let internal = self.contacts.iter().flat_map(|contact| {
            let series = flow.internals.of(*contact);
            (0..MOST_STATES).map(|state| series.state(state)[1])
        });
        for (slot, value) in rate.iter_mut().zip(velocities.chain(accelerations).chain(internal)) {
            *slot = value;
        }
    }
}
