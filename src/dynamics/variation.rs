//! Variation of the equations with states, inputs and parameters, in fixed modes: the forward mode of differentiation.
//!
//! The series of an expansion know how order 1 follows from order 0, whatever the path: with changes δz, δv, δx, δu, δp
//! in place of derivatives with respect to time, they give the changes of all forces and accelerations
//! ([`super::expansion::Expansion::evaluate_changes`]). Numbers that are constant along time but not here (stiffness, friction, …) add
//! their own part, the *drift* of a force, which is collected here.

mod take;

use super::ContactState;
use super::expansion::Start;
use super::system::System;
use crate::network::{Characteristic, Network, ParameterId, Signal};

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
    /// True if initialisation has not ended: laws set states of contacts that slip.
    pub starts: bool,
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
    /// True if what is stuck on a surface follows a change of its velocity.
    pub follows: bool,
}

/// Changes of the numbers of a spring.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpringChange {
    pub stiffness: f64,
    pub characteristic: Characteristic<f64>,
    pub damping: f64,
}

/// Changes of the system data of a network.
#[derive(Clone, Debug, Default)]
pub(super) struct Variation {
    /// The network's numbers with the changes as derivatives at τ = 0.
    pub system: System,
    /// Changes of each spring, and of the damping of each damper.
    pub spring: Vec<SpringChange>,
    pub damper: Vec<f64>,
    /// Change of the viscous coefficient of each contact.
    pub viscous: Vec<f64>,
    /// Change of the given part of the normal load of each contact, and of the factor of a spring's force.
    pub load: Vec<[f64; 2]>,
    /// Body of each source, and the change of its force's derivative with respect to time.
    pub source_rate: Vec<(usize, f64)>,
    /// Changes of entries of the mass matrix on its diagonal and above: two bodies, and that of the entry.
    pub inertia: Vec<(usize, usize, f64)>,
    /// States of contacts: none begins to slip by a change.
    pub contacts: Vec<ContactState>,
    /// True if a contact at rest would not keep its mode, whatever the size of the change.
    pub ends_rest: bool,
    pub law: Vec<f64>,
}
