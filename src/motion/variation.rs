//! How the equations change with states, inputs and parameters, in fixed modes: the forward mode of
//! differentiation.
//!
//! The series of a flow know how order 1 follows from order 0, whatever the path: with changes δz, δv, δx, δu, δp
//! in place of derivatives with respect to time, they give the changes of all forces and accelerations
//! ([`super::flow::Flow::vary`]). Numbers that are constant along time but not here (stiffness, friction, …) add
//! their own part, the *drift* of a force, which is collected here.

use super::flow::Start;
use super::numbers::{BodyNumbers, LoadNumbers, Numbers};
use super::prescribed::Prescribed;
use crate::laws::{Changes, LoadUse};
use crate::network::{
    BodyKind, Contact, ElasticNumbers, Harmonic, InputId, Network, ParameterId, PartNumbers,
    Signal, Spring,
};

/// Directions of change: per body, per internal state, per parameter, per input.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// Of each body, m or rad.
    pub position: &'a [f64],
    /// Of each body, m/s or rad/s.
    pub velocity: &'a [f64],
    /// As many of each contact as a law has at most.
    pub internal: &'a [f64],
    /// Of each parameter, in its unit.
    pub parameters: &'a [f64],
    /// Of each input, in its unit.
    pub inputs: &'a [f64],
}

impl Change<'_> {
    pub(super) fn parameter(&self, id: ParameterId) -> f64 {
        self.parameters[id.0]
    }

    fn optional(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, |id| self.parameters[id.0])
    }

    fn signal(&self, signal: Signal) -> f64 {
        signal.of(self.parameters, self.inputs)
    }

    /// Of the given part of a contact's normal load.
    fn load(&self, contact: &Contact) -> f64 {
        contact.normal_load.map_or(0.0, |load| self.signal(load))
    }
}

/// What a change does to the numbers of a network.
#[derive(Clone, Debug, Default)]
pub(super) struct Variation {
    /// The network's numbers with the changes as derivatives at τ = 0.
    pub numbers: Numbers,
    /// Changes of stiffness, cubic term and damping of each spring, and of damping of each damper.
    pub spring: Vec<[f64; 3]>,
    pub damper: Vec<f64>,
    /// Change of the viscous coefficient of each contact.
    pub viscous: Vec<f64>,
    /// Change of the given part of the normal load of each contact, and of the factor of a spring's force.
    pub load: Vec<[f64; 2]>,
    /// Of each source: the body, and the change of its force's derivative with respect to time.
    pub source_rate: Vec<(usize, f64)>,
    /// No contact departs from w = 0 by a change.
    pub departure: Vec<u8>,
    /// Whether limits of contacts move that are stuck and hold bodies.
    pub moves_limits: bool,
    law: Vec<f64>,
}

impl Variation {
    /// Takes the changes at the start of a flow with the numbers `base`, of the parameters `values`.
    pub fn take(
        &mut self,
        base: &Numbers,
        network: &Network,
        start: &Start,
        values: &[f64],
        change: &Change,
    ) {
        self.numbers.clone_from(base);
        self.numbers.driven = true;
        self.numbers.varies = true;
        self.departure.clear();
        self.departure.resize(network.contacts.len(), 0);
        self.take_bodies(base, network, start, change);
        self.take_contacts(network, start, change);
        self.numbers.forces.vary(start.tau, |id| change.inputs[id.0]);
        self.spring.clear();
        let entries = network.springs.iter().zip(&mut self.numbers.springs);
        self.spring.extend(entries.map(|(spring, numbers)| {
            numbers.offset[1] = offset_change(spring, values, change);
            let stiffness = stiffness(spring, numbers.stiffness, values, change);
            [stiffness, change.optional(spring.cubic), change.optional(spring.damping)]
        }));
        self.damper.clear();
        self.damper.extend(network.dampers.iter().map(|damper| change.parameter(damper.damping)));
    }

    fn take_bodies(&mut self, base: &Numbers, network: &Network, start: &Start, change: &Change) {
        let numbers = &mut self.numbers;
        for (body, entry) in network.bodies.iter().enumerate() {
            numbers.force_rate[body] = match entry.kind {
                BodyKind::Free { force, constant_force, .. }
                | BodyKind::Massless { force, constant_force, .. } => {
                    force.map_or(0.0, |id| change.inputs[id.0]) + change.optional(constant_force)
                }
                BodyKind::Fixed | BodyKind::Prescribed(_) => 0.0,
            };
            if let (BodyKind::Prescribed(drive), BodyNumbers::Known(motion)) =
                (&entry.kind, base.bodies[body])
            {
                let of = |id: Option<InputId>| id.map(|id| change.inputs[id.0]);
                let position = of(drive.position()).unwrap_or(change.position[body]);
                let velocity = of(drive.velocity()).unwrap_or(motion.quotient * position);
                let acceleration = of(drive.acceleration()).unwrap_or(0.0);
                let changes = [position, velocity, acceleration];
                numbers.bodies[body] = BodyNumbers::Known(Prescribed::changing(changes));
            }
        }
        // Time stands still: forces of sources change with their numbers alone.
        numbers.sources.clear();
        self.source_rate.clear();
        let harmonics = network.bodies.iter().filter_map(|body| source(&body.kind));
        for (harmonic, source) in harmonics.zip(&base.sources) {
            let (amplitude, frequency) = (source.amplitude, source.angular_frequency);
            let angle = frequency * start.time + source.phase;
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let grown = change.parameter(harmonic.amplitude);
            let faster = change.parameter(harmonic.angular_frequency);
            let turned = faster * start.time + change.optional(harmonic.phase);
            numbers.force_rate[source.body] += grown * cosine - amplitude * sine * turned;
            let rate = (grown * frequency + amplitude * faster) * sine
                + amplitude * frequency * cosine * turned;
            self.source_rate.push((source.body, -rate));
        }
    }

    fn take_contacts(&mut self, network: &Network, start: &Start, change: &Change) {
        self.viscous.clear();
        self.load.clear();
        let aimed = self.numbers.aimed;
        let entries = self.numbers.contacts.iter_mut().enumerate();
        for (contact, (index, entry)) in network.contacts.iter().zip(entries) {
            let goes_on = if aimed { Signal::Zero } else { contact.surface_acceleration };
            let surface = [contact.surface_velocity, goes_on];
            let surface = surface.map(|signal| change.signal(signal));
            entry.surface = Prescribed::changing([0.0, surface[0], surface[1]]);
            entry.applied_force += entry.applied_rate * start.tau;
            entry.applied_rate = contact.applied_force.map_or(0.0, |id| change.inputs[id.0]);
            let viscous = contact.law.viscous().map(|place| contact.law_numbers[place]);
            self.viscous.push(viscous.map_or(0.0, |number| change.signal(number)));
            let factor = contact.load_spring().map_or(0.0, |load| change.parameter(load.factor));
            let load = [change.load(contact), factor].map(|by| entry.radius * by);
            self.load.push(load);
            let given = contact.normal_load.is_some() || contact.load_from.is_some();
            if given && contact.law.kind.load_use() != LoadUse::Argument {
                let base = entry.base_load;
                let still =
                    LoadNumbers { base, rate: 0.0, source: None, factor: 0.0, contact: index };
                let loaded = entry.load_from.unwrap_or(still);
                entry.load_from = Some(LoadNumbers { rate: load[0], ..loaded });
            }
        }
    }

    /// Changes of the numbers of a contact's law; `load` is the change of the load of a law that is a
    /// function of it.
    pub fn law<'v>(&'v mut self, entry: &'v Contact, change: &Change, load: f64) -> Changes<'v> {
        self.law.clear();
        self.law.extend(entry.law_numbers.iter().map(|number| change.signal(*number)));
        Changes { shape: &entry.law, by: &self.law, load }
    }
}

/// Change of the stiffness k of a spring, 1/k = Σ pᵢ²/kᵢ of its parts.
fn stiffness(spring: &Spring, whole: f64, values: &[f64], change: &Change) -> f64 {
    if spring.series.is_none() {
        return change.parameter(spring.elastic.stiffness);
    }
    let softer = changing_parts(spring, values, change).map(|(part, by)| {
        let share = part.ratio * whole / part.elastic.stiffness;
        share * share * by.stiffness
    });
    softer.sum()
}

/// Change of the deflection without force.
fn offset_change(spring: &Spring, values: &[f64], change: &Change) -> f64 {
    let parts = changing_parts(spring, values, change);
    parts.map(|(part, by)| part.ratio * part.elastic.offset_change(by)).sum()
}

/// The parts of a spring with changes of their numbers.
fn changing_parts(
    spring: &Spring,
    values: &[f64],
    change: &Change,
) -> impl Iterator<Item = (PartNumbers, ElasticNumbers)> {
    let changes = spring.part_numbers(|id| change.parameters[id.0]).map(|part| part.elastic);
    spring.part_numbers(|id| values[id.0]).zip(changes)
}

fn source(kind: &BodyKind) -> Option<Harmonic> {
    match kind {
        BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => *source,
        BodyKind::Fixed | BodyKind::Prescribed(_) => None,
    }
}
