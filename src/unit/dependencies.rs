//! Which known quantities each calculated variable depends on, from the structure of the network alone:
//! the union over all modes.
//!
//! Contacts, springs and dampers join free bodies into *connected components*; fixed and prescribed
//! bodies move as they are told and join nothing. A friction force, and with it every acceleration,
//! depends on its whole component. Modes, counters, means and energies change only in a step, so that
//! at a communication point they depend on no input.
//!
//! Massless bodies joined by friction or damping form *kinetic groups*: the forces on a group decide its
//! velocities, which are no states, and through their derivatives its accelerations.

use std::collections::HashMap;

use super::known::{
    Known, Set, contacts, damper, forces, formula, friction, load, positions, slip, spring,
    told_accelerations, told_motions, velocities, weights,
};
use super::{Accessor, Unit, Variability};
use crate::network::{BodyKind, Contact, Drive, End, Network, Spring};

/// At which point of a simulation dependencies hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At initialisation, where modes are found.
    Starting,
    /// At a communication point, where they are given.
    Stepping,
}

/// Bodies of a component up to which a list of all that acts in it is worth its length. Each of its
/// variables has one, so that the lists of a chain grow with the square of its length; a model description
/// may leave a list out, which stands for everything.
const MOST_BODIES_LISTED: usize = 50;

/// Dependencies of the variables of a unit.
#[derive(Debug)]
pub struct Dependencies<'a> {
    unit: &'a Unit,
    network: &'a Network,
    /// Per body: a number that the free bodies of one component share; None for the others.
    component: Vec<Option<usize>>,
    /// Per body: a number that the massless bodies of one kinetic group share; None for the others.
    group: Vec<Option<usize>>,
    /// Per number of a component: its bodies.
    size: Vec<usize>,
    /// Where values that may vary stand in the table.
    index_of: HashMap<Accessor, usize>,
}

impl<'a> Dependencies<'a> {
    /// Finds the components of its network.
    pub fn new(unit: &'a Unit) -> Self {
        let network: &Network = unit.network();
        let component = components(network);
        let mut size = vec![0; network.bodies.len()];
        component.iter().flatten().for_each(|number| size[*number] += 1);
        let rows = unit.variables().iter().enumerate();
        let varying = rows.filter(|(_, row)| row.variability != Variability::Constant);
        let index_of = varying.map(|(index, row)| (row.accessor, index)).collect();
        Self { unit, network, component, group: groups(network), size, index_of }
    }

    /// Whether the variable `index` depends on more than is worth a list.
    pub fn are_too_many(&self, index: usize, when: When) -> bool {
        let network = self.network;
        let large = |body: Option<usize>| {
            let number = body.and_then(|body| self.component[body]);
            number.is_some_and(|number| self.size[number] > MOST_BODIES_LISTED)
        };
        let rubs_large = |contact: &Contact| large(contact.i.body) || large(contact.j.body);
        match (self.unit.variables()[index].accessor, when) {
            // Everything decides when a transition comes.
            (Accessor::NextEventTime, _) => true,
            (Accessor::Acceleration(body), _) => large(Some(body)),
            (Accessor::FrictionForce(contact) | Accessor::DissipatedPower(contact), _)
            | (
                Accessor::MeanFrictionForce(contact)
                | Accessor::ContactState(contact)
                | Accessor::Stuck(contact),
                When::Starting,
            ) => rubs_large(&network.contacts[contact]),
            (Accessor::Indeterminate, When::Starting) => network.contacts.iter().any(rubs_large),
            (Accessor::Reaction(body), _) => {
                let body = Some(body);
                let touches = |contact: &&Contact| contact.i.body == body || contact.j.body == body;
                network.contacts.iter().filter(touches).any(rubs_large)
            }
            _ => false,
        }
    }

    /// Indices, in ascending order, of the states and inputs that the calculated variable `index`
    /// depends on at a communication point.
    pub fn while_stepping(&self, index: usize) -> Vec<usize> {
        let accessor = self.unit.variables()[index].accessor;
        let set = match accessor {
            Accessor::Position(body) => Set::from([Known::Position(body)]),
            Accessor::DissipatedEnergy(contact) => Set::from([Known::Energy(contact)]),
            Accessor::InternalState(contact, state) => Set::from([Known::Internal(contact, state)]),
            Accessor::ContactState(_)
            | Accessor::Stuck(_)
            | Accessor::SpringState(_)
            | Accessor::PartState(..)
            | Accessor::Indeterminate
            | Accessor::MeanFrictionForce(_) => Set::new(),
            other => self.evaluated(other, When::Stepping),
        };
        self.indices(set, |known| match known {
            Known::Position(body) => Some(Accessor::Position(body)),
            Known::Velocity(body) => Some(Accessor::Velocity(body)),
            Known::Energy(contact) => Some(Accessor::DissipatedEnergy(contact)),
            Known::Internal(contact, state) => Some(Accessor::InternalState(contact, state)),
            Known::Input(id) => Some(Accessor::Input(id)),
            Known::Parameter(_) => None,
        })
    }

    /// Indices, in ascending order, of the parameters and inputs that the calculated variable `index`
    /// depends on at initialisation.
    pub fn at_initialisation(&self, index: usize) -> Vec<usize> {
        let set = match self.unit.variables()[index].accessor {
            Accessor::Position(body) => Set::from([Known::Position(body)]),
            other => self.evaluated(other, When::Starting),
        };
        self.indices(set, |known| match known {
            Known::Position(body) => self.start_position(body),
            Known::Velocity(body) => self.start_velocity(body),
            Known::Energy(_) => None,
            Known::Internal(contact, state) => self.start_state(contact, state),
            Known::Input(id) => Some(Accessor::Input(id)),
            Known::Parameter(id) => Some(Accessor::Parameter(id)),
        })
    }

    /// What a variable is evaluated from: states, inputs and parameters.
    fn evaluated(&self, accessor: Accessor, when: When) -> Set {
        let (states, massless): (Set, Set) =
            self.directly(accessor, when).into_iter().partition(|known| match known {
                Known::Velocity(body) => self.group[*body].is_none(),
                _ => true,
            });
        massless.into_iter().fold(states, |set, known| match known {
            Known::Velocity(body) => &set | &self.balance_of(body),
            _ => set,
        })
    }

    /// What a variable is evaluated from, velocities of massless bodies among it.
    fn directly(&self, accessor: Accessor, when: When) -> Set {
        match accessor {
            Accessor::Velocity(body) => {
                velocities(self.network, [End { body: Some(body), weight: None }; 2])
            }
            Accessor::Acceleration(body) if self.group[body].is_some() => {
                &self.component_of(body) | &self.rates_of(body)
            }
            Accessor::Acceleration(body) => self.component_of(body),
            Accessor::Reaction(body) => self.reaction(body, when),
            Accessor::FrictionForce(index)
            | Accessor::MeanFrictionForce(index)
            | Accessor::DissipatedPower(index)
            | Accessor::ContactState(index)
            | Accessor::Stuck(index) => self.friction(index, when),
            Accessor::InternalState(index, _) | Accessor::InternalRate(index, _) => match when {
                When::Stepping => friction(self.network, index),
                When::Starting => self.friction(index, when),
            },
            Accessor::NormalLoad(index) => load(self.network, &self.network.contacts[index]),
            Accessor::SlipVelocity(index) => slip(self.network, &self.network.contacts[index]),
            Accessor::SpringForce(index)
            | Accessor::SpringState(index)
            | Accessor::PartForce(index, _)
            | Accessor::PartDeflection(index, _)
            | Accessor::PartState(index, _) => spring(self.network, &self.network.springs[index]),
            Accessor::Deflection(index) => {
                let spring = &self.network.springs[index];
                positions(self.network, [spring.i, spring.j])
            }
            Accessor::Quantity(quantity, index) => (quantity.known)(self.network, index),
            Accessor::Formula(index) => formula(self.network, &self.network.forces[index], 0),
            Accessor::Indeterminate => self
                .network
                .contacts
                .iter()
                .enumerate()
                .flat_map(|(index, _)| self.friction(index, when))
                .collect(),
            Accessor::Position(_)
            | Accessor::DissipatedEnergy(_)
            | Accessor::StickToSlipCount(_)
            | Accessor::SlipToStickCount(_)
            | Accessor::ContactLastEventTime(_)
            | Accessor::EventCount
            | Accessor::LastEventTime
            | Accessor::NextEventTime
            | Accessor::Parameter(_)
            | Accessor::Setting(_)
            | Accessor::Input(_) => Set::new(),
        }
    }

    /// The component of a contact's free bodies. A contact between told motions stands alone; at the
    /// start their accelerations say which way it is about to slip.
    fn friction(&self, index: usize, when: When) -> Set {
        let network = self.network;
        let contact = &network.contacts[index];
        let bodies = [contact.i.body, contact.j.body];
        let free = bodies.into_iter().flatten().find(|&body| self.component[body].is_some());
        match (free, when) {
            (Some(body), _) => self.component_of(body),
            (None, When::Stepping) => friction(network, index),
            (None, When::Starting) => {
                &friction(network, index) | &told_accelerations(network, contact)
            }
        }
    }

    /// Everything that acts within the component of a free body.
    fn component_of(&self, body: usize) -> Set {
        let network = self.network;
        let component = self.component[body];
        let inside = |end: End| end.body.is_some_and(|body| self.component[body] == component);
        let touches = |i: End, j: End| inside(i) || inside(j);
        let mut set = Set::new();
        for (index, _) in network.bodies.iter().enumerate() {
            if self.component[index] == component {
                set.extend(forces(network, index));
            }
        }
        for (index, contact) in contacts(network, &touches) {
            set.extend(friction(network, index));
            set.extend(told_accelerations(network, contact));
        }
        self.extend_by_elements(&mut set, touches);
        set
    }

    /// Forces of the springs and dampers whose ends `touches` accepts.
    fn extend_by_elements(&self, set: &mut Set, touches: impl Fn(End, End) -> bool) {
        for element in self.network.springs.iter().filter(|s| touches(s.i, s.j)) {
            set.extend(spring(self.network, element));
        }
        for element in self.network.dampers.iter().filter(|d| touches(d.i, d.j)) {
            set.extend(damper(self.network, element));
        }
        for force in self.network.forces.iter() {
            for (number, action) in force.actions.iter().enumerate() {
                if touches(action.i, action.j) {
                    set.extend(formula(self.network, force, number));
                }
            }
        }
    }

    /// What decides the velocities of a massless body's kinetic group: the forces on it.
    fn balance_of(&self, body: usize) -> Set {
        let network = self.network;
        let group = self.group[body];
        let inside = |end: End| end.body.is_some_and(|body| self.group[body] == group);
        let touches = |i: End, j: End| inside(i) || inside(j);
        let mut set = Set::new();
        for (index, _) in network.bodies.iter().enumerate() {
            if self.group[index] == group {
                set.extend(forces(network, index));
            }
        }
        for (index, _) in contacts(network, &touches) {
            set.extend(friction(network, index));
        }
        self.extend_by_elements(&mut set, touches);
        set.into_iter()
            .filter(|known| !matches!(known, Known::Velocity(body) if self.group[*body].is_some()))
            .collect()
    }

    /// What the forces of a free body's component change with: motions of springs and given motions.
    fn rates_of(&self, body: usize) -> Set {
        let network = self.network;
        let component = self.component[body];
        let inside = |end: End| end.body.is_some_and(|body| self.component[body] == component);
        let springs = network.springs.iter().map(|spring| [spring.i, spring.j]);
        let dampers = network.dampers.iter().map(|damper| [damper.i, damper.j]);
        let actions = network.forces.iter().flat_map(|force| &force.actions);
        let forces = actions.map(|action| [action.i, action.j]);
        let ends =
            springs.chain(dampers).chain(forces).filter(|ends| ends.iter().any(|end| inside(*end)));
        ends.flat_map(|ends| &velocities(network, ends) | &told_motions(network, ends)).collect()
    }

    /// Forces of all elements at a prescribed body.
    fn reaction(&self, body: usize, when: When) -> Set {
        let network = self.network;
        let touches = |i: End, j: End| i.body == Some(body) || j.body == Some(body);
        let mut set = Set::new();
        for (index, contact) in contacts(network, &touches) {
            set.extend(self.friction(index, when));
            set.extend(weights([contact.i, contact.j]));
        }
        self.extend_by_elements(&mut set, touches);
        set
    }

    fn start_position(&self, body: usize) -> Option<Accessor> {
        match self.network.bodies[body].kind {
            BodyKind::Free { position0, .. }
            | BodyKind::Massless { position0, .. }
            | BodyKind::Prescribed(Drive::Velocity { position0, .. }) => {
                Some(Accessor::Parameter(position0))
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => None,
        }
    }

    fn start_velocity(&self, body: usize) -> Option<Accessor> {
        match self.network.bodies[body].kind {
            BodyKind::Free { velocity0, .. } => Some(Accessor::Parameter(velocity0)),
            BodyKind::Massless { .. } | BodyKind::Fixed | BodyKind::Prescribed(_) => None,
        }
    }

    fn start_state(&self, contact: usize, state: usize) -> Option<Accessor> {
        let contact = &self.network.contacts[contact];
        let place = contact.law.starts().nth(state)?;
        contact.law_parameter(place).map(Accessor::Parameter)
    }

    /// Indices of the variables that `variable` names; constants are no dependencies.
    fn indices(&self, set: Set, variable: impl Fn(Known) -> Option<Accessor>) -> Vec<usize> {
        let wanted = set.into_iter().filter_map(variable);
        let mut known: Vec<usize> =
            wanted.filter_map(|accessor| self.index_of.get(&accessor).copied()).collect();
        known.sort_unstable();
        known.dedup();
        known
    }
}

/// Joins free bodies that an element connects.
fn components(network: &Network) -> Vec<Option<usize>> {
    joined(network, BodyKind::is_free, |_| true)
}

/// Joins massless bodies between which a force depends on their velocities.
fn groups(network: &Network) -> Vec<Option<usize>> {
    let massless = |kind: &BodyKind| matches!(kind, BodyKind::Massless { .. });
    joined(network, massless, |spring| spring.damping.is_some())
}

/// Numbers for the bodies of a kind, equal for those that contacts, dampers and some springs join.
fn joined(
    network: &Network,
    of_kind: impl Fn(&BodyKind) -> bool,
    joins: impl Fn(&Spring) -> bool,
) -> Vec<Option<usize>> {
    let bodies = network.bodies.iter().enumerate();
    let mut number: Vec<Option<usize>> =
        bodies.map(|(index, body)| of_kind(&body.kind).then_some(index)).collect();
    let contacts = network.contacts.iter().map(|c| (c.i.body, c.j.body));
    let springs = network.springs.iter().filter(|spring| joins(spring));
    let springs = springs.map(|s| (s.i.body, s.j.body));
    let dampers = network.dampers.iter().map(|d| (d.i.body, d.j.body));
    // What a formula sees, its force depends on.
    let forces = network.forces.iter().flat_map(|force| {
        let bodies: Vec<usize> = force.bodies().collect();
        let pairs = bodies.windows(2).map(|pair| (Some(pair[0]), Some(pair[1])));
        pairs.collect::<Vec<_>>()
    });
    for (i, j) in contacts.chain(springs).chain(dampers).chain(forces) {
        let (Some(i), Some(j)) = (i, j) else { continue };
        let (Some(from), Some(to)) = (number[i], number[j]) else { continue };
        number.iter_mut().filter(|n| **n == Some(from)).for_each(|n| *n = Some(to));
    }
    number
}
