//! Inputs and parameters at a communication point: values that go on, and jumps.

use super::{Given, Motion};
use crate::motion::modes::classify_contacts;
use crate::motion::resolve::Cause;
use crate::motion::{Event, Fault};
use crate::network::{BodyKind, Signal};

impl Motion {
    /// Derivatives of the inputs from the next call on that takes inputs: they are ramps until the next
    /// communication point. Normal loads of which friction is no multiple must have 0.
    pub fn ramp(&mut self, rates: &[f64]) {
        self.rates.copy_from_slice(rates);
    }

    /// Present values of inputs: ramps went on, and so did given motions, positions by their velocities and
    /// velocities by their accelerations.
    pub fn present_inputs(&self, inputs: &mut [f64]) {
        for (input, value) in inputs.iter_mut().enumerate() {
            *value = self.state.input(input);
        }
        let tau = self.state.time - self.state.origin;
        for (body, motion) in self.network.bodies.iter().zip(&self.state.given) {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            // A position that is all there is of a motion stays what a host says it is.
            if let Some(velocity) = drive.velocity() {
                inputs[velocity.0] = motion.velocity_at(tau);
                if let Some(position) = drive.position() {
                    inputs[position.0] = motion.position_at(tau);
                }
            }
        }
        for (contact, entry) in self.network.contacts.iter().zip(&self.numbers.contacts) {
            if let Signal::Input(velocity) = contact.surface_velocity {
                inputs[velocity.0] = entry.surface.velocity_at(tau);
            }
        }
    }

    /// Whether inputs, their derivatives and parameters go on as they were.
    pub(super) fn are_held(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        let mut now = std::mem::take(&mut self.now);
        self.present_inputs(&mut now);
        self.now = now;
        self.state.parameters == parameters && self.state.rates == self.rates && self.now == inputs
    }

    /// New parameters and inputs at the present time.
    pub(super) fn take_inputs(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        // Motions prescribed with an acceleration start anew in every communication step, and so do ramps.
        let rests = self.rates.iter().all(|rate| *rate == 0.0) && !self.numbers.any_prescribed();
        if rests && self.are_held(parameters, inputs) {
            self.state.origin = self.state.time;
            return Ok(());
        }
        self.jump(parameters, inputs, record)
    }

    /// Takes inputs and parameters, whatever they were, and resolves all modes anew.
    pub(super) fn jump(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.past.note(&self.numbers, self.state.time - self.state.origin);
        self.hold_inputs(parameters, inputs)?;
        self.note_modes();
        for (spring, entry) in self.numbers.springs.iter().enumerate() {
            let mode = self.state.spring_mode[spring];
            self.state.spring_mode[spring] = entry.mode_after_jump(mode, &self.state);
        }
        let past = Some(&self.past);
        self.numbers.take_loads_anew(&self.state, past);
        classify_contacts(&self.numbers, &mut self.state, &mut self.resolver.zero, past);
        self.settle(Cause::Jump)?;
        self.report(record);
        Ok(())
    }

    /// Takes the values of parameters and inputs that hold from now on; modes stay as they were.
    pub(super) fn hold_inputs(&mut self, parameters: &[f64], inputs: &[f64]) -> Result<(), Fault> {
        let Self { network, state, numbers, rates, given, .. } = self;
        let motions = Given { network, state, inputs, rates };
        given.clear();
        given.extend((0..network.bodies.len()).map(|body| motions.of(body)));
        numbers.update(network, parameters, inputs, rates, given)?;
        state.given.copy_from_slice(given);
        self.numbers.take_coefficients(&self.state.internal);
        self.resolver.update(&self.numbers);
        self.state.parameters.copy_from_slice(parameters);
        self.state.inputs.copy_from_slice(inputs);
        self.state.rates.copy_from_slice(&self.rates);
        self.state.origin = self.state.time;
        self.numbers.put_known_motions(0.0, &mut self.state);
        Ok(())
    }
}
