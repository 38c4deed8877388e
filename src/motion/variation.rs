//! How the equations change with states, inputs and parameters, in fixed modes: the forward mode of
//! differentiation.
//!
//! The series of a flow know how order 1 follows from order 0, whatever the path: with changes δz, δv, δu, δp
//! in place of derivatives with respect to time, they give the changes of all forces and accelerations
//! ([`super::flow::Flow::vary`]). Numbers that are constant along time but not here (stiffness, friction, …) add
//! what is collected here.

use super::flow::Start;
use super::numbers::{BodyNumbers, Numbers};
use super::prescribed::Prescribed;
use crate::laws::{LawKind, LoadUse};
use crate::network::{BodyKind, Contact, Harmonic, Network, ParameterId, Signal};

/// Places of the numbers of Coulomb's law.
const KINETIC: usize = 0;
const STATIC: usize = 1;

/// Directions of change: per body, per parameter, per input.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub parameters: &'a [f64],
    pub inputs: &'a [f64],
}

/// What a change does to the numbers of a network.
#[derive(Clone, Debug, Default)]
pub(super) struct Variation {
    /// The network's numbers with the changes as derivatives at τ = 0.
    pub numbers: Numbers,
    /// Change of the force of each source.
    pub source: Vec<f64>,
    /// Changes of stiffness, cubic term and damping of each spring, and of damping of each damper.
    pub spring: Vec<[f64; 3]>,
    pub damper: Vec<f64>,
    pub contact: Vec<ContactChange>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContactChange {
    /// Of the number F of Coulomb's law.
    pub kinetic: f64,
    pub viscous: f64,
    pub load: f64,
}

impl Variation {
    /// Takes the changes at the start of a flow with the numbers `base`.
    pub fn take(&mut self, base: &Numbers, network: &Network, start: &Start, change: &Change) {
        let parameter = |id: ParameterId| change.parameters[id.0];
        let optional = |id: Option<ParameterId>| id.map_or(0.0, parameter);
        let signal = |signal: Signal| match signal {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => parameter(id),
            Signal::Input(id) => change.inputs[id.0],
        };
        let numbers = &mut self.numbers;
        numbers.clone_from(base);
        for (body, entry) in network.bodies.iter().enumerate() {
            numbers.force_rate[body] = match entry.kind {
                BodyKind::Free { force, constant_force, .. }
                | BodyKind::Massless { force, constant_force, .. } => {
                    force.map_or(0.0, |id| change.inputs[id.0]) + optional(constant_force)
                }
                BodyKind::Fixed | BodyKind::Prescribed { .. } => 0.0,
            };
            if let BodyKind::Prescribed { position, velocity, acceleration } = entry.kind {
                let changes = [position, velocity, acceleration].map(|id| change.inputs[id.0]);
                numbers.bodies[body] = BodyNumbers::Known(Prescribed::changing(changes));
            }
        }
        self.contact.clear();
        for (contact, entry) in network.contacts.iter().zip(&mut numbers.contacts) {
            let surface = [contact.surface_velocity, contact.surface_acceleration].map(signal);
            entry.surface = Prescribed::changing([0.0, surface[0], surface[1]]);
            entry.applied_force += entry.applied_rate * start.tau;
            entry.applied_rate = contact.applied_force.map_or(0.0, |id| change.inputs[id.0]);
            let kinetic = match contact.law.kind {
                LawKind::Coulomb => parameter(contact.law_parameters[KINETIC]),
                _ => 0.0,
            };
            let viscous = parameter(contact.law_parameters[contact.law.viscous()]);
            let load = contact.normal_load.map_or(0.0, signal);
            self.contact.push(ContactChange { kinetic, viscous, load });
        }
        self.spring.clear();
        self.spring.extend(network.springs.iter().map(|spring| match spring.series {
            Some(_) => [0.0, 0.0, optional(spring.damping)],
            None => [parameter(spring.stiffness), optional(spring.cubic), optional(spring.damping)],
        }));
        self.damper.clear();
        self.damper.extend(network.dampers.iter().map(|damper| parameter(damper.damping)));
        self.source.clear();
        let harmonics = network.bodies.iter().filter_map(|body| source(&body.kind));
        self.source.extend(harmonics.zip(&base.sources).map(|(harmonic, numbers)| {
            let angle = numbers.angular_frequency * start.time + numbers.phase;
            let turned =
                parameter(harmonic.angular_frequency) * start.time + optional(harmonic.phase);
            parameter(harmonic.amplitude) * libm::cos(angle)
                - numbers.amplitude * libm::sin(angle) * turned
        }));
    }
}

fn source(kind: &BodyKind) -> Option<Harmonic> {
    match kind {
        BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => *source,
        BodyKind::Fixed | BodyKind::Prescribed { .. } => None,
    }
}

/// Whether a change moves the limits of stuck contacts, by which they share an indeterminate load: how they share
/// it then is not known in closed form.
pub fn moves_limits(network: &Network, change: &Change) -> bool {
    let signal = |signal: Signal| match signal {
        Signal::Zero => 0.0,
        Signal::Parameter(id) => change.parameters[id.0],
        Signal::Input(id) => change.inputs[id.0],
    };
    network.contacts.iter().any(|contact| {
        let number = contact.law.kind == LawKind::Coulomb
            && change.parameters[contact.law_parameters[STATIC].0] != 0.0;
        number
            || contact.load_spring.is_some()
            || contact.normal_load.is_some_and(|load| signal(load) != 0.0)
    })
}

/// Whether changes of a network's motion are known: not among bodies without mass, whose accelerations
/// depend on derivatives of forces, nor with internal states of laws.
pub fn can_vary(network: &Network) -> bool {
    let massless = network.bodies.iter().any(|body| matches!(body.kind, BodyKind::Massless { .. }));
    !massless && network.contacts.iter().all(|contact| contact.law.kind.states().is_empty())
}

/// Whether the change with an input is known: any but a normal load of which friction is no multiple.
pub fn varies_with_signal(network: &Network, signal: Signal) -> bool {
    let multiple = |contact: &Contact| contact.law.kind.load_use() == LoadUse::Factor;
    let of = network.contacts.iter().filter(|contact| contact.normal_load == Some(signal));
    of.into_iter().all(multiple)
}

/// Whether the change with a tunable parameter is known: not of numbers of laws other than Coulomb's (but for
/// the viscous part), nor of springs in series or such that make a normal load.
pub fn varies_with_parameter(network: &Network, id: ParameterId) -> bool {
    let loads = network.contacts.iter().filter_map(|contact| contact.load_spring).any(|load| {
        load.factor == id || network.springs[load.spring].numbers().any(|number| number == id)
    });
    let in_series =
        network.springs.iter().filter(|spring| spring.series.is_some()).any(|spring| {
            spring.numbers().any(|number| number == id) && spring.damping != Some(id)
        });
    let of_law = network.contacts.iter().any(|contact| {
        let viscous = contact.law_parameters[contact.law.viscous()];
        let simple = contact.law.kind == LawKind::Coulomb && contact.law.regularisation.is_none();
        !simple && viscous != id && contact.law_parameters.contains(&id)
    });
    !in_series && !loads && !of_law && varies_with_signal(network, Signal::Parameter(id))
}
