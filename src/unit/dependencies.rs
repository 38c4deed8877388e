//! Known quantities that each calculated variable depends on, from the structure of the network alone: the union over
//! all modes. Modes, counters, means and energies change only in a step, so that at a communication point they depend
//! on no input. A host that integrates sees the present force for the mean one, and velocities of what is stuck
//! together that follow one another.

use std::collections::HashMap;

use super::known::{Known, Set, formula, friction, spring};
use super::structure::Structure;
pub use super::structure::When;
use super::{Accessor, Model, Variability};
use crate::network::{BodyKind, Drive, Network};

/// Dependencies of the variables of a unit.
#[derive(Debug)]
pub struct Dependencies<'a> {
    unit: &'a Model,
    network: &'a Network,
    structure: Structure<'a>,
    /// Index in the table of each value that may vary.
    index_of: HashMap<Accessor, usize>,
}

impl<'a> Dependencies<'a> {
    /// Finds the components of its network.
    pub fn new(unit: &'a Model) -> Self {
        let network: &Network = unit.network();
        let rows = unit.variables().iter().enumerate();
        let varying = rows.filter(|(_, row)| row.variability != Variability::Constant);
        let index_of = varying.map(|(index, row)| (row.accessor, index)).collect();
        Self { unit, network, structure: Structure::new(network), index_of }
    }

    /// True if the variable `index` depends on more than is worth a list.
    pub fn are_too_many(&self, index: usize, when: When) -> bool {
        let structure = &self.structure;
        match (self.unit.variables()[index].accessor, when) {
            // Everything decides when a transition comes.
            (Accessor::NextEventTime, _) => true,
            (
                Accessor::MeanFrictionForce(contact)
                | Accessor::ContactState(contact)
                | Accessor::Stuck(contact),
                When::Starting,
            )
            | (Accessor::MeanFrictionForce(contact), When::Integrating) => {
                structure.rubs_large(contact)
            }
            (Accessor::Indeterminate, When::Starting) => {
                (0..self.network.contacts.len()).any(|contact| structure.rubs_large(contact))
            }
            (accessor, _) => {
                let spans = accessor.row().is_some_and(|(row, of)| (row.spans)(structure, of));
                spans
                    || when == When::Integrating
                        && structure.binds_many(&self.decided(accessor, when))
            }
        }
    }

    /// Returns the indices, in ascending order, of the states and inputs that the calculated variable `index` depends
    /// on at a communication point.
    pub fn while_stepping(&self, index: usize) -> Vec<usize> {
        self.in_modes(self.unit.variables()[index].accessor, When::Stepping)
    }

    /// Returns the indices, in ascending order, of the states and inputs that the calculated variable `index` depends
    /// on where a host integrates.
    pub fn while_integrated(&self, index: usize) -> Vec<usize> {
        self.in_modes(self.unit.variables()[index].accessor, When::Integrating)
    }

    fn in_modes(&self, accessor: Accessor, when: When) -> Vec<usize> {
        let set = match (accessor, when) {
            (Accessor::Position(body), _) => Set::from([Known::Position(body)]),
            (Accessor::DissipatedEnergy(contact), _) => Set::from([Known::Energy(contact)]),
            (Accessor::InternalState(contact, state), _) => {
                Set::from([Known::Internal(contact, state)])
            }
            (
                Accessor::ContactState(_)
                | Accessor::Stuck(_)
                | Accessor::SpringState(_)
                | Accessor::ForceState(_)
                | Accessor::PartState(..)
                | Accessor::Indeterminate,
                _,
            )
            | (Accessor::MeanFrictionForce(_), When::Stepping) => Set::new(),
            // Without steps it is the force now, as everything else here.
            (other, _) => self.evaluated(other, when),
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

    /// Returns the indices, in ascending order, of the parameters and inputs that the calculated variable `index`
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

    /// Returns what a variable is evaluated from: states, inputs and parameters.
    fn evaluated(&self, accessor: Accessor, when: When) -> Set {
        let set = self.decided(accessor, when);
        match when {
            When::Integrating => self.structure.with_bonds(set),
            When::Starting | When::Stepping => set,
        }
    }

    /// Returns what a variable is evaluated from, where each body has the velocity that the host has set.
    fn decided(&self, accessor: Accessor, when: When) -> Set {
        let structure = &self.structure;
        let (states, massless): (Set, Set) =
            self.directly(accessor, when).into_iter().partition(|known| match known {
                Known::Velocity(body) => !structure.balances(*body),
                _ => true,
            });
        massless.into_iter().fold(states, |set, known| match known {
            Known::Velocity(body) => &set | &structure.balance_of(body),
            _ => set,
        })
    }

    /// Returns what a variable is evaluated from, velocities of massless bodies among it.
    fn directly(&self, accessor: Accessor, when: When) -> Set {
        let structure = &self.structure;
        if let Some((row, element)) = accessor.row() {
            return (row.known)(structure, element, when);
        }
        match accessor {
            Accessor::MeanFrictionForce(index)
            | Accessor::ContactState(index)
            | Accessor::Stuck(index) => structure.friction(index, when),
            Accessor::InternalState(index, _) | Accessor::InternalRate(index, _) => match when {
                When::Stepping | When::Integrating => friction(self.network, index),
                When::Starting => structure.friction(index, when),
            },
            Accessor::SpringState(index)
            | Accessor::PartForce(index, _)
            | Accessor::PartDeflection(index, _)
            | Accessor::PartState(index, _) => spring(self.network, &self.network.springs[index]),
            Accessor::ForceState(index) => formula(self.network, &self.network.forces[index], 0),
            Accessor::PortReaction(body) => structure.port_reaction(body, when),
            // Without steps it is the force now.
            Accessor::MeanReaction(body) if when != When::Stepping => {
                structure.port_reaction(body, when)
            }
            Accessor::Indeterminate => (0..self.network.contacts.len())
                .flat_map(|index| structure.friction(index, when))
                .collect(),
            // Known themselves, or of what happened.
            _ => Set::new(),
        }
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
