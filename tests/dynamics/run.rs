//! A motion with its inputs and its record of events.

use std::sync::Arc;

use luztar::dynamics::{
    ContactId, ContactMode, Element, Event, Fault, Observation, Simulator, SpringId, SpringMode,
    State,
};
use luztar::network::{BodyKind, End, Method, Network, ParameterId};

use crate::networks::TOLERANCE;

/// A motion, what drives it and what happened.
#[derive(Debug)]
pub struct Run {
    pub motion: Simulator,
    pub parameters: Vec<f64>,
    pub inputs: Vec<f64>,
    pub events: Vec<Event>,
}

impl Run {
    /// Initialised at t = 0 at the default tolerance.
    pub fn new(network: &Arc<Network>) -> Self {
        Self::with_tolerance(network, TOLERANCE)
    }

    pub fn with_tolerance(network: &Arc<Network>, tolerance: f64) -> Self {
        let mut motion = Simulator::new(network.clone());
        let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
        motion.initialise(0.0, &parameters, &inputs, tolerance).expect("initialises");
        Self { motion, parameters, inputs, events: Vec::new() }
    }

    /// By time stepping with one step per communication step.
    pub fn by_steps(network: &Arc<Network>) -> Self {
        let mut run = Self::new(network);
        let Self { motion, parameters, inputs, .. } = &mut run;
        motion.choose(Method::Moreau, 0.0);
        motion.initialise(0.0, parameters, inputs, TOLERANCE).expect("initialises");
        run
    }

    /// Index of the input of that name.
    pub fn input(&self, name: &str) -> usize {
        let inputs = &self.motion.network().inputs;
        inputs.iter().position(|input| input.name == name).expect("an input of this name")
    }

    /// Sets the force input of a body.
    pub fn push(&mut self, body: usize, force: f64) {
        let input = self.input(&format!("body{body}.force"));
        self.inputs[input] = force;
    }

    pub fn set(&mut self, name: &str, value: f64) {
        let input = self.input(name);
        self.inputs[input] = value;
    }

    pub fn try_advance(&mut self, end: f64) -> Result<(), Fault> {
        let events = &mut self.events;
        self.motion.advance(end, &self.parameters, &self.inputs, &mut |event| events.push(event))
    }

    /// One communication step.
    pub fn advance(&mut self, end: f64) {
        self.try_advance(end).expect("advances");
    }

    /// Communication steps of size `h` (the last may be shorter) with held inputs.
    pub fn run(&mut self, end: f64, h: f64) {
        let start = self.time();
        let steps = ((end - start) / h - 1e-9).ceil() as i64;
        for step in 1..=steps {
            self.advance(if step == steps { end } else { start + h * step as f64 });
        }
    }

    pub fn evaluations(&self) -> u64 {
        self.motion.evaluations()
    }

    pub fn state(&self) -> &State {
        self.motion.state()
    }

    pub fn time(&self) -> f64 {
        self.state().time
    }

    pub fn position(&self, body: usize) -> f64 {
        self.state().position[body]
    }

    pub fn velocity(&self, body: usize) -> f64 {
        self.state().velocity[body]
    }

    pub fn contact(&self, contact: usize) -> ContactMode {
        self.state().contacts[contact].mode()
    }

    pub fn spring(&self, spring: usize) -> SpringMode {
        self.state().spring_mode[spring]
    }

    pub fn observe(&mut self) -> &Observation {
        self.motion.observe(&self.parameters, &self.inputs)
    }

    /// Times of the transitions of a contact.
    pub fn times_of_contact(&self, contact: usize) -> Vec<f64> {
        self.times_of(Element::Contact(ContactId(contact)))
    }

    pub fn times_of_spring(&self, spring: usize) -> Vec<f64> {
        self.times_of(Element::Spring(SpringId(spring)))
    }

    fn times_of(&self, element: Element) -> Vec<f64> {
        let of_element = self.events.iter().filter(|event| event.element() == element);
        of_element.map(|event| event.time()).collect()
    }

    /// What happened, without times: element, from, to.
    pub fn sequence(&self) -> Vec<(Element, i32, i32)> {
        self.events.iter().map(|event| (event.element(), event.from(), event.to())).collect()
    }

    /// Kinetic energy plus what undamped springs store.
    pub fn stored_energy(&self) -> f64 {
        let network = self.motion.network().clone();
        let value = |id: ParameterId| self.parameters[id.0];
        let mut energy = 0.0;
        for (body, entry) in network.bodies.iter().enumerate() {
            if let BodyKind::Free { mass, .. } = entry.kind {
                energy += 0.5 * value(mass) * self.velocity(body).powi(2);
            }
        }
        for (i, j, entry) in network.inertias.iter().flat_map(|inertia| inertia.couplings()) {
            energy += value(entry) * self.velocity(i) * self.velocity(j);
        }
        for spring in &network.springs {
            let end = |end: &End| {
                end.body.map_or(0.0, |body| end.weight.map_or(1.0, value) * self.position(body))
            };
            let e = end(&spring.i) - end(&spring.j);
            let own = spring.elastic.numbers(value);
            let [lower, upper] = own.edges();
            let beyond = e - e.clamp(lower, upper);
            energy += 0.5 * own.stiffness * beyond.powi(2);
            energy +=
                0.25 * spring.characteristic.numbers().next().map_or(0.0, value) * beyond.powi(4);
        }
        energy
    }

    pub fn dissipated(&self) -> f64 {
        self.state().dissipated.iter().sum()
    }
}

/// Asserts `|actual − expected| ≤ tolerance`.
#[track_caller]
pub fn assert_close(actual: f64, expected: f64, tolerance: f64) {
    let error = (actual - expected).abs();
    assert!(error <= tolerance, "{actual} is {error:e} away from {expected}");
}
