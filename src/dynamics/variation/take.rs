//! The changes of the numbers of a system.

use super::{Change, Changing, Variation};
use crate::dynamics::ContactState;
use crate::dynamics::elements::contact::variation::take_contact_changes;
use crate::dynamics::elements::spring::variation::take_spring_changes;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::start::Start;
use crate::dynamics::system::{BodyData, System};
use crate::network::{BodyKind, Harmonic, InputId, Network};

impl Variation {
    /// Takes the changes of the parameters `values`.
    pub fn take(&mut self, at: &Changing, values: &[f64]) {
        let Changing { system: base, network, start, change, .. } = *at;
        self.system.clone_from(base);
        self.system.accelerated = true;
        self.system.varies = true;
        self.contacts.clear();
        self.contacts.extend_from_slice(start.contacts);
        self.contacts.iter_mut().for_each(ContactState::leave_instant);
        self.take_bodies(base, network, start, change);
        take_contact_changes(self, network, start, change);
        self.system.forces.change_inputs(start.tau, |id| change.inputs[id.0]);
        take_spring_changes(self, network, values, change);
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
        let masses =
            network.bodies.iter().enumerate().filter_map(|(body, entry)| match entry.kind {
                BodyKind::Free { mass, .. } => Some((body, body, mass)),
                _ => None,
            });
        let beside = network.inertias.iter().flat_map(|inertia| inertia.couplings());
        self.inertia.clear();
        self.inertia
            .extend(masses.chain(beside).map(|(i, j, entry)| (i, j, change.parameter(entry))));
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
