//! The initial state, and room for all that follows.

use super::given::Given;
use super::{Simulator, Values};
use crate::dynamics::elements::contact::decisions::find_law_branches;
use crate::dynamics::elements::contact::load::take_loads_anew;
use crate::dynamics::elements::contact::modes::classify_contacts;
use crate::dynamics::events::resolve::Trigger;
use crate::dynamics::expansion::MAX_ORDER;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::state::decisions;
use crate::dynamics::system::System;
use crate::dynamics::system::given::GivenValues;
use crate::dynamics::{Fault, HIGHEST_DERIVATIVE, State};
use crate::network::{AppliedForce, BodyKind, Drive};

impl Simulator {
    /// Initialises the state at `time`, s, by the start values among the parameters, and resolves all modes.
    /// Transitions at initialisation are not events.
    ///
    /// # Errors
    /// [`Fault::Parameter`] for parameters that break a rule of several, such as static ≥ kinetic friction; or where the
    /// initial forces are not finite; the state is then unspecified and must be initialised again.
    pub fn initialise(
        &mut self,
        time: f64,
        parameters: &[f64],
        inputs: &[f64],
        relative_tolerance: f64,
    ) -> Result<(), Fault> {
        self.initialise_by(time, (parameters, inputs), relative_tolerance, |_| {})
    }

    /// Initialises the state ([`Simulator::initialise`]) where `change` makes other forces act.
    pub(super) fn initialise_by(
        &mut self,
        time: f64,
        (parameters, inputs): Values,
        relative_tolerance: f64,
        change: impl FnOnce(&mut System),
    ) -> Result<(), Fault> {
        self.tolerance = relative_tolerance;
        self.reset_state(time, parameters, inputs);
        self.dynamics.system.ports_stay = false;
        let Dynamics { system, state, .. } = &mut self.dynamics;
        let taken = system.update(&self.network, &GivenValues::of(state));
        system.ports_stay = true;
        taken?;
        change(system);
        self.resize();
        self.dynamics.system.put_known_motions(0.0, &mut self.dynamics.state);
        self.dynamics.system.put_ports(&mut self.dynamics.state);
        self.start_internal_states()?;
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        find_law_branches(state, system, expansion);
        self.dynamics.system.take_coefficients(&self.dynamics.state);
        self.dynamics.resolver.update(&self.dynamics.system);
        self.dynamics.check_start().map_err(|error| self.start_fault(error))?;
        for (spring, entry) in self.dynamics.system.springs.iter().enumerate() {
            self.dynamics.state.spring_mode[spring] = entry.mode(&self.dynamics.state);
        }
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        let motion = (&state.position[..], &state.velocity[..]);
        let when = (time, 0.0);
        expansion.forces.find_branches(&system.forces, when, motion, &mut state.force_branch);
        take_loads_anew(&mut self.dynamics.system, &self.dynamics.state, None);
        classify_contacts(
            &self.dynamics.system,
            &mut self.dynamics.state,
            &mut self.dynamics.resolver.candidates,
            None,
        );
        self.dynamics.state.dissipated.fill(0.0);
        let resolved = self.dynamics.resolve_modes(Trigger::Start);
        let resolved = resolved.and_then(|()| self.dynamics.check_couplings());
        resolved.map_err(|error| self.fault(error))?;
        self.stiff.reserve(&self.dynamics.state);
        self.trajectory.end();
        self.reserve_checkpoints();
        self.prepare_steps();
        Ok(())
    }

    pub(super) fn resize(&mut self) {
        let network = &self.network;
        let (bodies, unknown) = (network.bodies.len(), self.dynamics.system.mass.len());
        let (contacts, springs) = (network.contacts.len(), network.springs.len());
        self.dynamics.expansion.resize(&self.dynamics.system, MAX_ORDER + 1);
        self.output_expansion.resize(&self.dynamics.system, HIGHEST_DERIVATIVE + 2);
        self.stiff.resize(&self.dynamics.system, &self.dynamics.expansion);
        self.defect.reserve(&self.dynamics.system);
        self.dynamics.resolver.resize(&self.dynamics.system);
        self.dynamics.totals.resize(contacts, unknown);
        for seen in [&mut self.observation, &mut self.output_rates] {
            seen.resize(&self.dynamics.system, network.forces.len());
        }
        self.dynamics.resize(bodies, contacts, springs);
        let branches = decisions(network);
        let transitions = 8 * contacts + 2 * (springs + branches) + 1;
        self.dynamics.guards.reserve(transitions, &self.dynamics.system);
        self.breakpoints = (!self.dynamics.system.linear).then(Box::default);
        if let Some(breakpoints) = &mut self.breakpoints {
            breakpoints.reserve(transitions, contacts);
        }
        self.trial = None;
        let Dynamics { system, expansion, resolver, .. } = &mut self.dynamics;
        system.look.reserve(&system.forces);
        resolver.preallocate(system, expansion);
        // Clusters of all contacts, which need the most room.
        self.output_expansion.build_clusters(system, Some(&resolver.candidates));
        if !self.output_expansion.clusters.redundant().is_empty() {
            self.dynamics.totals.reserve_shared(contacts, unknown);
        }
        self.dynamics.past.record_ends(&self.dynamics.system, &self.dynamics.state, 0.0);
        self.partition.resize(&self.network, &self.dynamics.system);
        self.reserve_programs();
        self.reserve_moreau();
    }

    fn reset_state(&mut self, time: f64, parameters: &[f64], inputs: &[f64]) {
        self.sampling.restart(time);
        let start = |id: crate::network::ParameterId| parameters[id.0];
        self.dynamics.state = State::at_rest(&self.network, time, parameters, inputs, &self.rates);
        for (body, entry) in self.network.bodies.iter().enumerate() {
            match entry.kind {
                BodyKind::Free { position0, velocity0, .. } => {
                    self.dynamics.state.position[body] = start(position0);
                    self.dynamics.state.velocity[body] = start(velocity0);
                }
                BodyKind::Massless { position0, .. }
                | BodyKind::Prescribed(Drive::Velocity { position0, .. }) => {
                    self.dynamics.state.position[body] = start(position0);
                }
                BodyKind::Fixed | BodyKind::Prescribed(_) => {}
            }
        }
        let motions = Given {
            network: &self.network,
            state: &self.dynamics.state,
            system: &self.dynamics.system,
            inputs,
            rates: &self.rates,
            declared: &self.ramps_declared,
            sampling: &self.sampling,
            length: None,
        };
        self.given.clear();
        self.given.extend((0..self.network.bodies.len()).map(|body| motions.of(body)));
        for (motion, body) in self.given.iter_mut().zip(&self.network.bodies) {
            if let Some(AppliedForce::Estimate { start: first, .. }) =
                body.kind.port().map(|port| port.applied_force)
            {
                motion.force = start(first);
            }
        }
        self.dynamics.state.given.copy_from_slice(&self.given);
    }
}
