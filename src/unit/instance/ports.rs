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
//!
//! A step may have another length h than the T for which its reaction R was read. The host then lacks an impulse d, which the next
//! reaction contains:
//!
//! ```text
//!   d⁺ = d + (R(h) − R) h,    R = R(T) + d/T,    so that d⁺ = (1 − h/T) d + (R(h) − R(T)) h,
//! ```
//! and d = 0 where steps are equal and inputs go on as they were. The T of the next step is max(h, T − h/2)
//! ([`super::reactions`]), so that |d|/T² does not grow by itself in a step of any length: |1 − h/T| ≤ max(h/T, 1 − h/(2 T))².
//! On a spring k the host without d has the damping k (T − h)/2, which is negative in steps longer than T. With d its energy
//! changes by a rate of third order in the step, which is the lesser one while the longest step is below 0.3 rad of the motion.

use super::{Freshness, Simulation};
use crate::unit::{Accessor, Fault, Value};

impl Simulation {
    /// True if a body is a port that the unit moves within its steps.
    pub(super) fn moves_port(&self, body: usize) -> bool {
        self.exchange.is_none() && self.simulator.ports().contains(&body)
    }

    /// Returns the reaction of a port: mean force of the unit on it over the next step; the present force where a host
    /// integrates, or where the motion is prescribed. N or N·m.
    ///
    /// # Errors
    /// If the motion cannot continue to where it would be known.
    pub(super) fn port_reaction(&mut self, body: usize) -> Result<f64, Fault> {
        self.refresh()?;
        if !self.moves_port(body) {
            return Ok(self.simulator.observation().reaction[body]);
        }
        if !self.reactions.known {
            self.simulator.ramp(&self.rates);
            let Self { simulator, reactions, parameters, inputs, .. } = self;
            let lengths = reactions.lengths();
            let given = (&parameters[..], &inputs[..]);
            let next = &mut reactions.next;
            let length = simulator.predict_reactions(lengths, given, None, next)?;
            (reactions.length, reactions.known) = (length, true);
            simulator.ports().iter().for_each(|port| reactions.pay(*port));
        }
        self.reactions.read = true;
        Ok(self.reactions.next[body])
    }

    /// Takes the reactions that a parallel master applies over the next step, where its other forces are estimated: what it has
    /// read of them, or would read now.
    ///
    /// # Errors
    /// If the motion cannot make the next step.
    pub(super) fn evaluate_reactions(&mut self) -> Result<(), Fault> {
        if self.simulator.ports().is_empty() {
            return Ok(());
        }
        self.simulator.stop_within(self.reactions.stop_within());
        if self.exchange.is_some() || !self.simulator.estimates_in_parallel() {
            return Ok(());
        }
        if let Some(&body) = self.simulator.ports().first().filter(|_| !self.reactions.read) {
            self.port_reaction(body)?;
        }
        self.simulator.take_reactions(&self.reactions.next);
        Ok(())
    }

    /// Returns the mean force of the unit on a port over the last step, where its motion is prescribed the force at the
    /// end of that; the present force where a host integrates. N or N·m.
    pub(super) fn mean_reaction(&self, body: usize) -> Value {
        Value::Real(match self.exchange {
            None => self.simulator.mean_reaction(body),
            Some(_) => self.simulator.observation().reaction[body],
        })
    }

    /// Sets the inputs within a step to what they have come to, flanges to where the reduced masses are.
    pub(super) fn continue_inputs(&mut self) {
        self.present_inputs();
        self.simulator.present_flanges(None, &mut self.inputs);
        self.reactions.outdate();
        self.freshness = Freshness::State;
    }

    /// Sets inputs to what they have come to with their derivatives.
    fn present_inputs(&mut self) {
        if !(self.inputs_at_end || self.simulator.stays()) {
            self.simulator.present_inputs(&mut self.inputs);
        }
    }

    /// Sets the inputs after a step: what continues with its derivative, and flanges where the host will have moved
    /// them.
    pub(super) fn pass_inputs(&mut self) {
        self.present_inputs();
        let Self { simulator, inputs, reactions, .. } = self;
        if !simulator.ports().is_empty() {
            simulator.present_flanges(reactions.read.then_some(&reactions.next[..]), inputs);
        }
        self.pass_reactions();
    }

    /// Ends a step where it has paused: inputs are what they came to there, or what the host has set since.
    pub(super) fn end_at_pause(&mut self) {
        self.pass_reactions();
        self.freshness = Freshness::Given;
    }

    /// Records the reactions of the step that ends.
    fn pass_reactions(&mut self) {
        if self.simulator.ports().is_empty() && !self.simulator.has_prescribed_ports() {
            self.freshness = Freshness::State;
            return;
        }
        let Self { simulator, reactions, .. } = self;
        let read = std::mem::take(&mut reactions.read);
        if let Some(length) = simulator.since_inputs() {
            for &port in simulator.ports() {
                let goes_on = read && !simulator.is_held(port);
                reactions.record_mean(port, simulator.mean_reaction(port), length, goes_on);
            }
            reactions.record_step(length);
        }
        self.reactions.outdate();
        // Flanges may be where the state has not come to.
        self.freshness = match self.simulator.ports() {
            [] => Freshness::State,
            _ => Freshness::Given,
        };
        if self.simulator.has_prescribed_ports() && self.refresh().is_ok() {
            self.simulator.record_prescribed_reactions();
        }
    }

    /// Returns the accessor of the present force on a port, where its reaction is that; other accessors are themselves.
    pub(super) fn present_force(&self, accessor: Accessor) -> Accessor {
        match accessor {
            Accessor::PortReaction(body) if !self.moves_port(body) => Accessor::Reaction(body),
            Accessor::MeanReaction(body) if self.exchange.is_some() => Accessor::Reaction(body),
            accessor => accessor,
        }
    }
}
