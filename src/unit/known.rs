//! Dependencies of the force of an element.

use std::collections::BTreeSet;

use crate::network::{
    BodyKind, Contact, Damper, Drive, End, Force, InputId, LoadSource, Meaning, Network,
    ParameterId, Signal, Spring,
};

/// Something that is known before outputs are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Known {
    Position(usize),
    Velocity(usize),
    Energy(usize),
    /// Internal state of a contact's law.
    Internal(usize, usize),
    Input(InputId),
    Parameter(ParameterId),
}

pub(super) type Set = BTreeSet<Known>;

/// Adds the position or velocity of the bodies at the ends: states or inputs.
fn motion(
    network: &Network,
    ends: [End; 2],
    free: fn(usize) -> Known,
    prescribed: fn(usize, Drive) -> Option<Known>,
) -> Set {
    let known = |body: usize| match network.bodies[body].kind {
        BodyKind::Free { .. } | BodyKind::Massless { .. } => Some(free(body)),
        BodyKind::Fixed => None,
        BodyKind::Prescribed(drive) => prescribed(body, drive),
    };
    ends.iter().filter_map(|end| end.body.and_then(known)).chain(weights(ends)).collect()
}

pub(super) fn positions(network: &Network, ends: [End; 2]) -> Set {
    let prescribed = |body, drive: Drive| match drive.position() {
        Some(position) => Some(Known::Input(position)),
        None => Some(Known::Position(body)),
    };
    motion(network, ends, Known::Position, prescribed)
}

/// Returns the velocities of the ends; one that is no input is the derivative of the position.
pub(super) fn velocities(network: &Network, ends: [End; 2]) -> Set {
    let prescribed = |_, drive: Drive| drive.velocity().or(drive.position()).map(Known::Input);
    motion(network, ends, Known::Velocity, prescribed)
}

/// Returns the accelerations that free bodies take over from a contact while it is stuck.
pub(super) fn prescribed_accelerations(network: &Network, contact: &Contact) -> Set {
    let mut set = prescribed_motion_inputs(network, [contact.i, contact.j]);
    set.extend(signal(contact.surface_acceleration));
    set
}

/// Returns the accelerations of prescribed bodies at the ends.
pub(super) fn prescribed_motion_inputs(network: &Network, ends: [End; 2]) -> Set {
    let bodies = ends.into_iter().filter_map(|end| end.body);
    let prescribed = bodies.filter_map(|body| match network.bodies[body].kind {
        BodyKind::Prescribed(drive) => drive.acceleration().map(Known::Input),
        BodyKind::Free { .. } | BodyKind::Massless { .. } | BodyKind::Fixed => None,
    });
    prescribed.collect()
}

pub(super) fn weights(ends: [End; 2]) -> impl Iterator<Item = Known> {
    ends.into_iter().filter_map(|end| end.weight.map(Known::Parameter))
}

fn signal(signal: Signal) -> Option<Known> {
    match signal {
        Signal::Zero => None,
        Signal::Parameter(id) => Some(Known::Parameter(id)),
        Signal::Input(id) => Some(Known::Input(id)),
    }
}

pub(super) fn slip(network: &Network, contact: &Contact) -> Set {
    let mut set = velocities(network, [contact.i, contact.j]);
    set.extend(signal(contact.surface_velocity));
    set
}

pub(super) fn friction(network: &Network, index: usize) -> Set {
    let contact = &network.contacts[index];
    let mut set = slip(network, contact);
    for &place in contact.law.kind.seen() {
        let ends = [contact.i, contact.j, contact.i, contact.j];
        // Behind these there is the time.
        let Some(end) = ends.get(place) else { continue };
        let moves = if place < 2 { positions } else { velocities };
        set.extend(moves(network, [*end; 2]));
    }
    let states = 0..contact.law.kind.states().len();
    set.extend(states.map(|state| Known::Internal(index, state)));
    set.extend(contact.law_numbers.iter().copied().filter_map(signal));
    set.extend(load(network, contact));
    set.extend(contact.applied_force.map(Known::Input));
    set
}

pub(super) fn load(network: &Network, contact: &Contact) -> Set {
    let mut set: Set = contact.normal_load.and_then(signal).into_iter().collect();
    set.extend(contact.effective_radius.map(Known::Parameter));
    match contact.load_from {
        Some(LoadSource::Spring(load)) => {
            set.extend(spring(network, &network.springs[load.spring]));
            set.insert(Known::Parameter(load.factor));
        }
        Some(LoadSource::Formula(force)) => {
            set.extend(formula(network, &network.forces[force], 0));
        }
        None => {}
    }
    set
}

pub(super) fn spring(network: &Network, spring: &Spring) -> Set {
    let ends = [spring.i, spring.j];
    let mut set = positions(network, ends);
    if spring.damping.is_some() {
        set.extend(velocities(network, ends));
    }
    set.extend(spring.numbers().map(Known::Parameter));
    set
}

/// Returns the contacts whose ends `touches` accepts, with their indices.
pub(super) fn contacts(
    network: &Network,
    touches: impl Fn(End, End) -> bool,
) -> impl Iterator<Item = (usize, &Contact)> {
    let all = network.contacts.iter().enumerate();
    all.filter(move |(_, contact)| touches(contact.i, contact.j))
}

pub(super) fn damper(network: &Network, damper: &Damper) -> Set {
    let mut set = velocities(network, [damper.i, damper.j]);
    set.insert(Known::Parameter(damper.damping));
    set
}

/// Returns what the value of one formula of a force depends on.
pub(super) fn formula(network: &Network, force: &Force, action: usize) -> Set {
    let action = &force.actions[action];
    let ends = [action.i, action.j];
    let mut set = Set::new();
    for (name, (_, meaning)) in force.names.iter().enumerate() {
        let at = |body: usize| [End { body: Some(body), weight: None }; 2];
        match meaning {
            Meaning::List(ids) => set.extend(ids.iter().copied().map(Known::Parameter)),
            _ if !action.formula.depends_on(name) => {}
            Meaning::Relative => set.extend(positions(network, ends)),
            Meaning::Rate => set.extend(velocities(network, ends)),
            Meaning::Position(body) => set.extend(positions(network, at(*body))),
            Meaning::Velocity(body) => set.extend(velocities(network, at(*body))),
            Meaning::Time => {}
            Meaning::Input(id) => set.extend([Known::Input(*id)]),
            Meaning::Parameter(id) => set.extend([Known::Parameter(*id)]),
        }
    }
    set
}

/// Mass and external forces of a free body.
pub(super) fn forces(network: &Network, body: usize) -> Set {
    if let Some(port) = network.bodies[body].kind.port() {
        let known = [port.effective_mass, Some(port.applied_force.signal())];
        let known = known.into_iter().flatten().filter_map(signal);
        let estimated = port.estimates().then_some(Known::Input(port.velocity));
        return known.chain(estimated).collect();
    }
    let (mass, force, constant_force, source) = match network.bodies[body].kind {
        BodyKind::Free { mass, force, constant_force, source, .. } => {
            (Some(mass), force, constant_force, source)
        }
        BodyKind::Massless { force, constant_force, source, .. } => {
            (None, force, constant_force, source)
        }
        BodyKind::Fixed | BodyKind::Prescribed(_) => return Set::new(),
    };
    let numbers = [mass, constant_force].into_iter().flatten();
    let source = source
        .into_iter()
        .flat_map(|source| [Some(source.amplitude), Some(source.angular_frequency), source.phase]);
    let parameters = numbers.chain(source.flatten()).map(Known::Parameter);
    parameters.chain(force.map(Known::Input)).collect()
}
