//! Variation of the equations with states, inputs and parameters, in fixed modes: the forward mode of differentiation.
//!
//! The series of an expansion know how order 1 follows from order 0, whatever the path: with changes δz, δv, δx, δu, δp
//! in place of derivatives with respect to time, they give the changes of all forces and accelerations
//! ([`super::expansion::Expansion::vary`]). Numbers that are constant along time but not here (stiffness, friction, …) add
//! their own part, the *drift* of a force, which is collected here.

use super::expansion::Start;
use super::prescribed::Prescribed;
use super::system::{BodyData, System};
use crate::network::{BodyKind, Harmonic, InputId, Network, ParameterId, Signal};

/// Directions of change: per body, per internal state, per parameter, per input.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// Change of the position of each body, m or rad.
    pub position: &'a [f64],
    /// Change of the velocity of each body, m/s or rad/s.
    pub velocity: &'a [f64],
    /// Change of each internal state; each contact has as many as a law has at most.
    pub internal: &'a [f64],
    /// Change of each parameter, in its unit.
    pub parameters: &'a [f64],
    /// Change of each input, in its unit.
    pub inputs: &'a [f64],
    /// Change of the force that a host applies to each port, N or N·m.
    pub applied: &'a [f64],
}

impl Change<'_> {
    pub(super) fn parameter(&self, id: ParameterId) -> f64 {
        self.parameters[id.0]
    }

    pub(super) fn optional(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, |id| self.parameters[id.0])
    }

    pub(super) fn signal(&self, signal: Signal) -> f64 {
        signal.of(self.parameters, self.inputs)
    }
}

/// Directions of change, and the system and the start at which they apply.
#[derive(Clone, Copy)]
pub(super) struct Changing<'c> {
    pub system: &'c System,
    pub network: &'c Network,
    pub start: &'c Start<'c>,
    pub change: &'c Change<'c>,
}

/// Changes of the system data of a network.
#[derive(Clone, Debug, Default)]
pub(super) struct Variation {
    /// The network's numbers with the changes as derivatives at τ = 0.
    pub system: System,
    /// Changes of stiffness, cubic term and damping of each spring, and of damping of each damper.
    pub spring: Vec<[f64; 3]>,
    pub damper: Vec<f64>,
    /// Change of the viscous coefficient of each contact.
    pub viscous: Vec<f64>,
    /// Change of the given part of the normal load of each contact, and of the factor of a spring's force.
    pub load: Vec<[f64; 2]>,
    /// Body of each source, and the change of its force's derivative with respect to time.
    pub source_rate: Vec<(usize, f64)>,
    /// Changes of entries of the mass matrix beside its diagonal: two bodies, and that of the entry.
    pub coupled: Vec<(usize, usize, f64)>,
    /// No contact begins to slip by a change.
    pub leading_zeros: Vec<u8>,
    /// True if limits of contacts move that are stuck and hold bodies.
    pub moves_limits: bool,
    pub law: Vec<f64>,
}

impl Variation {
    /// Takes the changes of the parameters `values`.
    pub fn take(&mut self, at: &Changing, values: &[f64]) {
        let Changing { system: base, network, start, change } = *at;
        self.system.clone_from(base);
        self.system.accelerated = true;
        self.system.varies = true;
        self.leading_zeros.clear();
        self.leading_zeros.resize(network.contacts.len(), 0);
        self.take_bodies(base, network, start, change);
        self.take_contacts(network, start, change);
        self.system.forces.vary(start.tau, |id| change.inputs[id.0]);
        self.take_springs(network, values, change);
    }

    fn take_bodies(&mut self, base: &System, network: &Network, start: &Start, change: &Change) {
        let system = &mut self.system;
        for (body, entry) in network.bodies.iter().enumerate() {
            system.force_rate[body] = match entry.kind {
                BodyKind::Free { force, constant_force, .. }
                | BodyKind::Massless { force, constant_force, .. } => {
                    force.map_or(0.0, |id| change.inputs[id.0]) + change.optional(constant_force)
                }
                BodyKind::Fixed => 0.0,
                BodyKind::Prescribed(_) => change.applied[body],
            };
            if let (BodyKind::Prescribed(drive), BodyData::Known(motion)) =
                (&entry.kind, base.bodies[body])
            {
                let of = |id: Option<InputId>| id.map(|id| change.inputs[id.0]);
                let position = of(drive.position()).unwrap_or(change.position[body]);
                let velocity = of(drive.velocity()).unwrap_or(motion.quotient * position);
                let acceleration = of(drive.acceleration()).unwrap_or(0.0);
                let changes = [position, velocity, acceleration];
                system.bodies[body] = BodyData::Known(Prescribed::changing(changes));
            }
        }
        let entries = network.inertias.iter().flat_map(|inertia| inertia.couplings());
        self.coupled.clear();
        self.coupled.extend(entries.map(|(i, j, entry)| (i, j, change.parameter(entry))));
        // Time stands still: forces of sources change with their numbers alone.
        system.sources.clear();
        self.source_rate.clear();
        let harmonics = network.bodies.iter().filter_map(|body| source(&body.kind));
        for (harmonic, source) in harmonics.zip(&base.sources) {
            let (amplitude, frequency) = (source.amplitude, source.angular_frequency);
            let angle = frequency * start.time + source.phase;
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let grown = change.parameter(harmonic.amplitude);
            let faster = change.parameter(harmonic.angular_frequency);
            let turned = faster * start.time + change.optional(harmonic.phase);
            system.force_rate[source.body] += grown * cosine - amplitude * sine * turned;
            let rate = (grown * frequency + amplitude * faster) * sine
                + amplitude * frequency * cosine * turned;
            self.source_rate.push((source.body, -rate));
        }
    }
}

fn source(kind: &BodyKind) -> Option<Harmonic> {
    match kind {
        BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => *source,
        BodyKind::Fixed | BodyKind::Prescribed(_) => None,
    }
}
