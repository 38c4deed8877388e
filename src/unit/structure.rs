//! Dependencies among the parts of a network, whatever the modes.
//!
//! Contacts, springs, dampers and coupled inertia join free bodies into *connected components*. Fixed and prescribed
//! bodies do not depend on forces and join nothing. A friction force, and with it every acceleration,
//! depends on its whole component.
//!
//! Massless bodies joined by friction or damping form *kinetic groups*: the forces on a group decide its
//! velocities, which are no states, and through their derivatives its accelerations.
//!
//! Free bodies that contacts join may be stuck to one another: where a host integrates, the velocity of each of them
//! then follows from the velocities that the host sets for all of them.

use std::collections::BTreeSet;

use super::known::{
    Known, Set, contacts, damper, forces, formula, friction, positions, prescribed_accelerations,
    prescribed_motion_inputs, slip, spring, velocities, weights,
};
use crate::network::{BodyKind, End, Network, contact_links, force_links, inertia_links, joined};

/// Phase of a simulation in which dependencies hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Initialisation, where modes are found.
    Starting,
    /// Communication point, where they are given.
    Stepping,
    /// Integration by a host: modes are given, and what sticks together moves as one, whatever velocities the host
    /// sets.
    Integrating,
}

/// Bodies of a component up to which a list of all that acts in it is worth its length. Each of its
/// variables has one, so that the lists of a chain grow with the square of its length; a model description
/// may leave a list out, which stands for everything.
const MOST_BODIES_LISTED: usize = 50;

/// Groups of bodies that elements join.
#[derive(Debug)]
pub(super) struct Structure<'a> {
    pub network: &'a Network,
    /// Per body: a number that the free bodies of one component share; None for the others.
    component: Vec<Option<usize>>,
    /// Per body: a number that the massless bodies of one kinetic group share; None for the others.
    group: Vec<Option<usize>>,
    /// Per number of a component: its bodies.
    size: Vec<usize>,
    /// Per body: a number that free bodies share which may be stuck to one another; None for the others.
    bond: Vec<Option<usize>>,
    /// Per such number: its bodies.
    bound: Vec<usize>,
    /// Per input: the port whose velocity it is.
    port: Vec<Option<usize>>,
}

impl<'a> Structure<'a> {
    pub fn new(network: &'a Network) -> Self {
        let (component, bond) = (components(network), bonds(network));
        let (size, bound) = (sizes(&component), sizes(&bond));
        let (group, port) = (groups(network), port_velocities(network));
        Self { network, component, group, size, bond, bound, port }
    }

    /// True if a body is one of a component of which no list is worth its length.
    pub fn is_large(&self, body: usize) -> bool {
        self.component[body].is_some_and(|number| self.size[number] > MOST_BODIES_LISTED)
    }

    /// True if a contact touches such a body.
    pub fn rubs_large(&self, contact: usize) -> bool {
        let contact = &self.network.contacts[contact];
        [contact.i.body, contact.j.body].into_iter().flatten().any(|body| self.is_large(body))
    }

    /// True if a contact of a body touches such a body.
    pub fn reacts_to_large(&self, body: usize) -> bool {
        let touches = |i: End, j: End| i.body == Some(body) || j.body == Some(body);
        contacts(self.network, touches).any(|(contact, _)| self.rubs_large(contact))
    }

    /// True if the forces on a body decide its velocity.
    pub fn balances(&self, body: usize) -> bool {
        self.group[body].is_some()
    }

    /// True if one of these velocities is that of a body which may be stuck to more bodies than a list is worth.
    pub fn binds_many(&self, known: &Set) -> bool {
        self.bonds_of(known).into_iter().any(|number| self.bound[number] > MOST_BODIES_LISTED)
    }

    /// Adds to what is known what decides the velocities among it while bodies are stuck to one another: the velocities of all
    /// bodies that contacts join to them, of prescribed bodies and of surfaces too.
    pub fn with_bonds(&self, known: Set) -> Set {
        let bonds = self.bonds_of(&known);
        let bound = |end: End| {
            end.body.and_then(|body| self.bond[body]).is_some_and(|number| bonds.contains(&number))
        };
        let joining = contacts(self.network, |i, j| bound(i) || bound(j));
        let decided = joining.flat_map(|(_, contact)| slip(self.network, contact));
        let state = |known: &Known| !matches!(known, Known::Velocity(body) if self.balances(*body));
        known.iter().copied().chain(decided.filter(state)).collect()
    }

    fn bonds_of(&self, known: &Set) -> BTreeSet<usize> {
        let bond = |known: &Known| match known {
            Known::Velocity(body) => self.bond[*body],
            Known::Input(id) => self.bond[self.port[id.0]?],
            _ => None,
        };
        known.iter().filter_map(bond).collect()
    }

    /// Returns what accelerates a free body.
    pub fn acceleration(&self, body: usize) -> Set {
        let all = self.component_of(body);
        if self.balances(body) { &all | &self.rates_of(body) } else { all }
    }

    /// Returns the component of a contact's free bodies. A contact between prescribed motions stands alone; at the
    /// start their accelerations say which way it is about to slip.
    pub fn friction(&self, index: usize, when: When) -> Set {
        let network = self.network;
        let contact = &network.contacts[index];
        let bodies = [contact.i.body, contact.j.body];
        let free = bodies.into_iter().flatten().find(|&body| self.component[body].is_some());
        match (free, when) {
            (Some(body), _) => self.component_of(body),
            (None, When::Stepping | When::Integrating) => friction(network, index),
            (None, When::Starting) => {
                &friction(network, index) | &prescribed_accelerations(network, contact)
            }
        }
    }

    /// Returns everything that acts within the component of a free body.
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
        for inertia in &network.inertias {
            if inertia.bodies.iter().any(|body| self.component[*body] == component) {
                set.extend(inertia.couplings().map(|(_, _, entry)| Known::Parameter(entry)));
                set.extend(inertia.inputs().iter().copied().map(Known::Input));
            }
        }
        for (index, contact) in contacts(network, &touches) {
            set.extend(friction(network, index));
            set.extend(prescribed_accelerations(network, contact));
        }
        self.extend_by_elements(&mut set, touches);
        set
    }

    /// Adds the forces of the springs and dampers whose ends `touches` accepts.
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

    /// Returns what decides the velocities of a massless body's kinetic group: the forces on it.
    pub fn balance_of(&self, body: usize) -> Set {
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

    /// Returns what the forces of a free body's component change with: motions of springs and prescribed motions.
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
        ends.flat_map(|ends| &velocities(network, ends) | &prescribed_motion_inputs(network, ends))
            .collect()
    }

    /// Returns the forces on a port and all that it moves with, and the motion that a host gives of it.
    pub fn port_reaction(&self, body: usize, when: When) -> Set {
        let ends = [End { body: Some(body), weight: None }; 2];
        let given = &positions(self.network, ends) | &velocities(self.network, ends);
        let elements = &self.component_of(body) | &self.reaction(body, when);
        let now = &(&given | &prescribed_motion_inputs(self.network, ends)) | &elements;
        if when == When::Integrating { now } else { self.along_a_step(now) }
    }

    /// Adds to what is known what that changes with during a step: bodies go on by their velocities, accelerations and forces.
    fn along_a_step(&self, mut known: Set) -> Set {
        let network = self.network;
        let mut bodies: BTreeSet<usize> = (0..network.bodies.len()).collect();
        loop {
            let moving = |body: &usize| {
                let ends = [End { body: Some(*body), weight: None }; 2];
                let motion = &positions(network, ends) | &velocities(network, ends);
                motion.iter().any(|motion| known.contains(motion))
            };
            let new: Vec<usize> = bodies.iter().copied().filter(moving).collect();
            if new.is_empty() {
                return known;
            }
            for body in new {
                bodies.remove(&body);
                let ends = [End { body: Some(body), weight: None }; 2];
                known.extend(velocities(network, ends));
                known.extend(prescribed_motion_inputs(network, ends));
                if self.component[body].is_some() {
                    known.extend(self.component_of(body));
                }
            }
        }
    }

    /// Returns the forces of all elements at a prescribed body.
    pub fn reaction(&self, body: usize, when: When) -> Set {
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
}

/// Joins free bodies that an element connects.
fn components(network: &Network) -> Vec<Option<usize>> {
    let elements = contact_links(network).chain(force_links(network, |_| true));
    joined(network, BodyKind::is_free, elements.chain(inertia_links(network)))
}

/// Joins massless bodies between which a force depends on their velocities.
fn groups(network: &Network) -> Vec<Option<usize>> {
    let massless = |kind: &BodyKind| matches!(kind, BodyKind::Massless { .. });
    let forces = force_links(network, |spring| spring.damping.is_some());
    joined(network, massless, contact_links(network).chain(forces))
}

/// Joins free bodies that may be stuck to one another, or move one another by their inertia where others are stuck.
fn bonds(network: &Network) -> Vec<Option<usize>> {
    joined(network, BodyKind::is_free, contact_links(network).chain(inertia_links(network)))
}

/// Returns per input the port whose velocity it is.
fn port_velocities(network: &Network) -> Vec<Option<usize>> {
    let mut port = vec![None; network.inputs.len()];
    for (body, entry) in network.bodies.iter().enumerate() {
        if let Some(own) = entry.kind.port() {
            port[own.velocity.0] = Some(body);
        }
    }
    port
}

/// Returns the number of bodies that share each number.
fn sizes(number: &[Option<usize>]) -> Vec<usize> {
    let mut size = vec![0; number.len()];
    number.iter().flatten().for_each(|number| size[*number] += 1);
    size
}
