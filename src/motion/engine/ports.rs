//! Ports: bodies whose motion a host gives at communication points and whose reduced mass moves here between them.
//!
//! At a communication point the host's positions and velocities replace those of the reduced masses. A host's integration
//! error is no transition: what was stuck stays stuck if friction can stop the new slip within the step. The kernel decides
//! that for all contacts at once, with masses m/h and the forces of the step,
//!
//! ```text
//!   v = argmin ½ (v − v⁻)ᵀ (M/h) (v − v⁻) − fᵀ v + Σ_c F_c |B_c v − β_c|,
//! ```
//! and what it finds stuck takes part in an impact: w = 0 from the start of the step on, and the impulse is part of the
//! reaction. The mean reaction of a step follows from the momentum of the reduced mass,
//!
//! ```text
//!   J/h = M (v(h) − v⁻)/h − mean applied force,
//! ```
//! with M the effective mass, or W⁻¹ where several ports share the inverse mass matrix W = B M⁻¹ Bᵀ of a host.
//! Source: Peiret, González, Kövecses, Teichmann, Mech. Mach. Theory 127 (2018), with exact friction in the reduced model.

use super::{Motion, Span, Values};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::EDGE;
use crate::motion::{Fault, State};

impl Motion {
    /// Bodies that are ports with an effective mass.
    pub(crate) fn ports(&self) -> &[usize] {
        &self.numbers.ports
    }

    /// Mean force of the unit on a port since the last communication point, or where nothing has passed since then in
    /// the last step; N or N·m.
    pub(crate) fn mean_reaction(&self, body: usize) -> f64 {
        self.state.mean_reaction[body]
    }

    /// Positions and velocities of the host replace those of the reduced masses, at the start of a step of this length, s; None:
    /// at an event.
    ///
    /// # Errors
    /// [`Fault::Step`] if contacts without limits contradict each other.
    pub(super) fn dock(&mut self, length: Option<f64>) -> Result<(), Fault> {
        if self.numbers.ports.is_empty() {
            return Ok(());
        }
        let length = length.or(self.numbers.port_time).unwrap_or(self.past.elapsed);
        self.numbers.put_ports(&mut self.state);
        let Self { numbers, state, .. } = &*self;
        let disturbed = |contact| is_disturbed(numbers, state, contact);
        if !(0..numbers.contacts.len()).any(disturbed) {
            return Ok(());
        }
        let Self { numbers, flow, resolver, work, state, .. } = self;
        let held = resolver.hold_within(numbers, flow, state, length, &mut |contact, impulse| {
            work.push(contact, impulse);
        });
        held.map_err(|error| self.fault(error))?;
        let Self { numbers, state, past: torn, .. } = self;
        for contact in 0..numbers.contacts.len() {
            if is_disturbed(numbers, state, contact) {
                torn.note_torn(contact);
            }
        }
        Ok(())
    }

    /// Sets the time in which stuck contacts lose the slip that a host which integrates ports has found, s; None where the
    /// unit moves them. To be called before [`Motion::initialise`].
    pub(crate) fn pull_ports_within(&mut self, time: Option<f64>) {
        self.numbers.port_time = time;
    }

    /// Adds to the forces on ports what makes a stuck contact exert m w/τ beside the force that it balances: w, which a host
    /// that integrates has found an arrival with, dies away with the time constant τ.
    pub(super) fn pull_ports(&mut self) {
        let Some(time) = self.numbers.port_time else { return };
        let Self { network, numbers, state, .. } = self;
        for place in 0..numbers.ports.len() {
            let body = numbers.ports[place];
            let Some(port) = network.bodies[body].kind.port() else { continue };
            let residue = |port: usize| state.given[port].velocity - state.velocity[port];
            let momentum: f64 =
                numbers.mass_row(body).map(|(port, mass)| mass * residue(port)).sum();
            numbers.force[body] = state.inputs[port.applied_force.0] + momentum / time;
        }
    }

    /// Finds the mean reactions of a step of this length from now on with parameters and inputs; the motion stays where it is.
    ///
    /// # Errors
    /// Those of [`Motion::advance`]: the motion cannot make such a step.
    pub(crate) fn predict_reactions(
        &mut self,
        length: f64,
        given: Values,
        reactions: &mut [f64],
    ) -> Result<(), Fault> {
        let now = self.state.time;
        self.catch_up();
        self.set_aside();
        let effort = self.effort.take();
        let made = self.go(&Span::whole(now, now + length), given, &mut |_| {});
        for &body in &self.numbers.ports {
            reactions[body] = self.state.mean_reaction[body];
        }
        self.effort = effort;
        self.come_back()?;
        made.map(|_| ())
    }

    /// Size of the terms of which the mean reaction of a step of this length is the difference, N or N·m.
    pub(crate) fn reaction_terms(&self, body: usize, length: f64) -> f64 {
        let Self { numbers, state, .. } = self;
        let momenta =
            numbers.mass_row(body).map(|(port, mass)| (mass * state.velocity[port]).abs());
        momenta.sum::<f64>() / length + numbers.force[body].abs() + state.mean_reaction[body].abs()
    }

    /// Positions and velocities of ports at the end of a step as inputs: where a host moves them that applies these reactions
    /// (of each body, N or N·m), or else where the reduced masses are.
    pub(crate) fn present_flanges(&self, applied: Option<&[f64]>, inputs: &mut [f64]) {
        let Self { network, numbers, state, .. } = self;
        let h = state.tau();
        for &body in numbers.ports.iter().filter(|_| h > 0.0) {
            let Some(port) = network.bodies[body].kind.port() else { continue };
            let (mut position, mut velocity) = (state.position[body], state.velocity[body]);
            if let Some(reactions) = applied {
                let begin = &state.given[body];
                let (mut gained, mut moved) = (0.0, 0.0);
                for (port, inverse) in numbers.inverse_row(body) {
                    let force = reactions[port] + numbers.force[port];
                    let rate = numbers.force_rate[port];
                    gained += inverse * (force + 0.5 * rate * h);
                    moved += inverse * (0.5 * force + rate * h / 6.0);
                }
                velocity = begin.velocity + gained * h;
                position = begin.position + (begin.velocity + moved * h) * h;
            }
            (inputs[port.position.0], inputs[port.velocity.0]) = (position, velocity);
        }
    }

    /// Time since inputs were given, s, if any has passed.
    pub(crate) fn since_inputs(&self) -> Option<f64> {
        Some(self.state.tau()).filter(|tau| *tau > 0.0)
    }

    /// True if the motions of both bodies of a contact are given throughout.
    pub(crate) fn is_given(&self, contact: usize) -> bool {
        self.numbers.contacts[contact].kinematic
    }

    /// True if the motion of any port is prescribed throughout, since it has no effective mass.
    pub(crate) fn has_prescribed_ports(&self) -> bool {
        self.numbers.has_prescribed_ports
    }

    /// Notes the reactions of ports whose motion is prescribed, as outputs were last evaluated.
    pub(crate) fn note_prescribed_reactions(&mut self) {
        let Self { network, numbers, observation, state, .. } = self;
        for (body, entry) in network.bodies.iter().enumerate() {
            if entry.kind.port().is_some() && !numbers.ports.contains(&body) {
                state.mean_reaction[body] = observation.reaction[body];
            }
        }
    }

    /// Notes the mean reactions since the last communication point.
    pub(super) fn note_reactions(&mut self) {
        let Self { numbers, state, .. } = self;
        let tau = state.tau();
        if tau <= 0.0 {
            return;
        }
        for &body in &numbers.ports {
            let gain = |port: usize| state.velocity[port] - state.given[port].velocity;
            let gained =
                numbers.mass_row(body).map(|(port, mass)| mass * gain(port)).sum::<f64>() / tau;
            let applied = numbers.force[body] + 0.5 * numbers.force_rate[body] * tau;
            state.mean_reaction[body] = gained - applied;
        }
    }
}

impl Numbers {
    /// Taylor coefficient k of the force that inputs apply to a body, the time τ after they were given.
    pub fn applied_force(&self, body: usize, tau: f64, k: usize) -> f64 {
        match k {
            0 => self.force[body] + self.force_rate[body] * tau,
            1 => self.force_rate[body],
            _ => 0.0,
        }
    }

    /// Puts the ports where the host says that they are.
    pub fn put_ports(&self, state: &mut State) {
        for &body in &self.ports {
            state.position[body] = state.given[body].position;
            state.velocity[body] = state.given[body].velocity;
        }
    }
}

/// True if a contact that was stuck has a slip velocity, beyond round-off.
fn is_disturbed(numbers: &Numbers, state: &State, contact: usize) -> bool {
    let entry = &numbers.contacts[contact];
    if !entry.holds_at_rest(state.contact_mode[contact]) {
        return false;
    }
    let (slip, scale) = entry.slip(state);
    slip.abs() > EDGE * scale
}
