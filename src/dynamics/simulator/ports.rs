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

use super::Simulator;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::given::next_version;
use crate::network::{AppliedForce, AppliedReaction, Port};

impl Simulator {
    /// Returns the bodies that are ports with an effective mass.
    pub(crate) fn ports(&self) -> &[usize] {
        &self.dynamics.system.ports
    }

    /// Returns the mean force of the unit on a port since the last communication point, or where nothing has passed
    /// since then in the last step; N or N·m.
    pub(crate) fn mean_reaction(&self, body: usize) -> f64 {
        self.dynamics.state.mean_reaction[body]
    }

    /// Takes the reactions that the host applies over the next step, of each body, N or N·m.
    pub(crate) fn take_reactions(&mut self, reactions: &[f64]) {
        self.sampling.reactions.copy_from_slice(reactions);
    }

    /// Sets the time within which friction is to stop slips that a host gives whose next step is shorter, s.
    pub(crate) fn stop_within(&mut self, time: f64) {
        self.sampling.stops_within = time;
    }

    /// True if the forces of a host that steps in parallel are estimated.
    pub(crate) fn estimates_in_parallel(&self) -> bool {
        let in_parallel = |port: &Port| {
            matches!(
                port.applied_force,
                AppliedForce::Estimate { applied: AppliedReaction::Next, .. }
            )
        };
        let mut ports = self.dynamics.system.ports.iter();
        ports.any(|body| self.network.bodies[*body].kind.port().is_some_and(in_parallel))
    }

    /// Returns the change of the estimated force on a port with the velocities that a host gives, of each body.
    pub(crate) fn estimate_change(&self, body: usize, velocity: &[f64]) -> f64 {
        let h = self.dynamics.state.tau();
        let mass = self.dynamics.system.mass_row(body);
        let momentum: f64 = mass.map(|(port, mass)| mass * velocity[port]).sum();
        if h > 0.0 { momentum / h } else { 0.0 }
    }

    /// Sets the time in which stuck contacts lose the slip that a host which integrates ports has found, s; None where the
    /// unit moves them. To be called before [`Simulator::initialise`].
    pub(crate) fn pull_ports_within(&mut self, time: Option<f64>) {
        self.dynamics.system.port_time = time;
    }

    /// Adds to the forces on ports what makes a stuck contact exert m w/τ beside the force that it balances: w, which a host
    /// that integrates has found an arrival with, dies away with the time constant τ.
    pub(super) fn pull_ports(&mut self) {
        let Some(time) = self.dynamics.system.port_time else { return };
        let Self { network, dynamics: Dynamics { system, state, .. }, .. } = self;
        system.given_version = next_version();
        for place in 0..system.ports.len() {
            let body = system.ports[place];
            let Some(port) = network.bodies[body].kind.port() else { continue };
            let residue = |port: usize| state.given[port].velocity - state.velocity[port];
            let momentum: f64 =
                system.mass_row(body).map(|(port, mass)| mass * residue(port)).sum();
            // An estimate is one of steps.
            let AppliedForce::Input(applied) = port.applied_force else { continue };
            system.force[body] = state.inputs[applied.0] + momentum / time;
        }
    }

    /// Returns the size of the terms of which the mean reaction of a step of this length is the difference, N or N·m.
    pub(crate) fn reaction_terms(&self, body: usize, length: f64) -> f64 {
        let Dynamics { system, state, .. } = &self.dynamics;
        let momenta = system.mass_row(body).map(|(port, mass)| (mass * state.velocity[port]).abs());
        momenta.sum::<f64>() / length + system.force[body].abs() + state.mean_reaction[body].abs()
    }

    /// Sets the positions and velocities of ports at the end of a step as inputs: where a host moves them that applies
    /// these reactions (of each body, N or N·m), or else where the reduced masses are.
    pub(crate) fn present_flanges(&self, applied: Option<&[f64]>, inputs: &mut [f64]) {
        let Self { network, dynamics: Dynamics { system, state, .. }, .. } = self;
        let h = state.tau();
        for &body in system.ports.iter().filter(|_| h > 0.0) {
            let Some(port) = network.bodies[body].kind.port() else { continue };
            let (mut position, mut velocity) = (state.position[body], state.velocity[body]);
            if let Some(reactions) = applied {
                let begin = &state.given[body];
                let (mut gained, mut moved) = (0.0, 0.0);
                for (port, inverse) in system.inverse_row(body) {
                    let force = reactions[port] + system.force[port];
                    let rate = system.force_rate[port];
                    gained += inverse * (force + 0.5 * rate * h);
                    moved += inverse * (0.5 * force + rate * h / 6.0);
                }
                velocity = begin.velocity + gained * h;
                position = begin.position + (begin.velocity + moved * h) * h;
            }
            (inputs[port.position.0], inputs[port.velocity.0]) = (position, velocity);
        }
    }

    /// Returns the time since inputs were given, s, if any has passed.
    pub(crate) fn since_inputs(&self) -> Option<f64> {
        Some(self.dynamics.state.tau()).filter(|tau| *tau > 0.0)
    }

    /// True if the motions of both bodies of a contact are given throughout.
    pub(crate) fn is_given(&self, contact: usize) -> bool {
        self.dynamics.system.contacts[contact].kinematic
    }

    /// True if friction holds a body at w = 0.
    pub(crate) fn is_held(&self, body: usize) -> bool {
        let Dynamics { system, state, .. } = &self.dynamics;
        let mut contacts = system.contacts.iter().zip(&state.contacts);
        contacts.any(|(entry, own)| {
            let touches = [entry.row.i, entry.row.j].contains(&Some(body));
            touches && entry.is_held(own.mode())
        })
    }

    /// True if the motion of any port is prescribed throughout, since it has no effective mass.
    pub(crate) fn has_prescribed_ports(&self) -> bool {
        self.dynamics.system.has_prescribed_ports
    }

    /// Records the reactions of ports whose motion is prescribed, as outputs were last evaluated.
    pub(crate) fn record_prescribed_reactions(&mut self) {
        let Self { network, observation, dynamics: Dynamics { system, state, .. }, .. } = self;
        for (body, entry) in network.bodies.iter().enumerate() {
            if entry.kind.port().is_some() && !system.ports.contains(&body) {
                state.mean_reaction[body] = observation.reaction[body];
            }
        }
    }

    /// Records the mean reactions of the part of a step before new inputs; a step that begins has none.
    pub(super) fn record_passed(&mut self, goes_on: bool) {
        match goes_on {
            true => self.passed_reactions.copy_from_slice(&self.dynamics.state.mean_reaction),
            false => self.passed_reactions.fill(0.0),
        }
    }

    /// Records the mean reactions of the step that began at this time, s.
    pub(super) fn record_reactions(&mut self, begin: f64) {
        let Self { passed_reactions, dynamics: Dynamics { system, state, .. }, .. } = self;
        let tau = state.tau();
        if tau <= 0.0 {
            return;
        }
        // The part of the step before inputs that a host has set within it.
        let passed = ((state.origin - begin) / (state.time - begin)).max(0.0);
        for &body in &system.ports {
            let gain = |port: usize| state.velocity[port] - state.given[port].velocity;
            let gained =
                system.mass_row(body).map(|(port, mass)| mass * gain(port)).sum::<f64>() / tau;
            let applied = system.force[body] + 0.5 * system.force_rate[body] * tau;
            let since = gained - applied;
            state.mean_reaction[body] = since + passed * (passed_reactions[body] - since);
        }
    }
}
