//! Ports of an instance: the mean reaction that the next step needs, and where a host will have moved the flange by it.
//!
//! A parallel master applies the reaction that it read at the start of a step. Within the step the unit moves the reduced
//! mass m to where that takes it,
//!
//! ```text
//!   v = v₀ + (R h + f₀ h + ½ f₁ h²)/m,    z = z₀ + v₀ h + (½ (R + f₀) h² + ⅙ f₁ h³)/m,
//! ```
//! which the inputs are until the host gives its own, and finds from there the reaction of the next step. A master that
//! reads no reaction steps the unit first: the flange is then where the reduced mass has come to.

use super::reactions::Reactions;
use super::{Freshness, Instance};
use crate::unit::{Accessor, Fault, Value};

impl Instance {
    /// True if a body is a port that the unit moves within its steps.
    pub(super) fn moves_port(&self, body: usize) -> bool {
        self.exchange.is_none() && self.motion.ports().contains(&body)
    }

    /// The reaction of a port: mean force of the unit on it over the next step; the present force where a host integrates, or
    /// where the motion is prescribed. N or N·m.
    ///
    /// # Errors
    /// If the motion cannot go on to where it would be known.
    pub(super) fn port_reaction(&mut self, body: usize) -> Result<f64, Fault> {
        self.refresh()?;
        if !self.moves_port(body) {
            return Ok(self.motion.observation().reaction[body]);
        }
        if !self.reactions.known {
            self.motion.ramp(&self.rates);
            let Self { motion, reactions, parameters, inputs, .. } = self;
            let Reactions { next, length, .. } = reactions;
            motion.predict_reactions(*length, (parameters, inputs), next)?;
            self.reactions.known = true;
        }
        self.reactions.read = true;
        Ok(self.reactions.next[body])
    }

    /// Mean force of the unit on a port over the last step, where its motion is prescribed the force at the end of that; the
    /// present force where a host integrates. N or N·m.
    pub(super) fn mean_reaction(&self, body: usize) -> Value {
        Value::Real(match self.exchange {
            None => self.motion.mean_reaction(body),
            Some(_) => self.motion.observation().reaction[body],
        })
    }

    /// Inputs after a step: what goes on with its derivative, and flanges where the host will have moved them.
    pub(super) fn pass_inputs(&mut self) {
        let Self { motion, inputs, reactions, inputs_at_end, .. } = self;
        if !*inputs_at_end {
            motion.present_inputs(inputs);
        }
        let read = std::mem::take(&mut reactions.read);
        motion.present_flanges(read.then_some(&reactions.next[..]), inputs);
        if let Some(length) = motion.since_inputs() {
            reactions.length = length;
        }
        self.reactions.outdate();
        self.freshness = Freshness::Outputs;
        if self.motion.has_prescribed_ports() && self.refresh().is_ok() {
            self.motion.note_prescribed_reactions();
        }
    }

    /// Accessor of the present force on a port, where its reaction is that; other accessors are themselves.
    pub(super) fn present_force(&self, accessor: Accessor) -> Accessor {
        match accessor {
            Accessor::PortReaction(body) if !self.moves_port(body) => Accessor::Reaction(body),
            Accessor::MeanReaction(body) if self.exchange.is_some() => Accessor::Reaction(body),
            accessor => accessor,
        }
    }
}
