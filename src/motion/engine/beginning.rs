//! The initial state, and room for all that follows.

use super::Motion;
use super::given::Given;
use crate::motion::elements::contact::modes::classify_contacts;
use crate::motion::events::resolve::Cause;
use crate::motion::state::decisions;
use crate::motion::{ContactMode, Fault, SpringMode, State};
use crate::network::{BodyKind, Drive};

impl Motion {
    /// State at `time` from the start values among the parameters; resolves all modes. Transitions at
    /// initialisation are not events.
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
        self.tolerance = relative_tolerance;
        self.reset_state(time, parameters, inputs);
        self.numbers.ports_stay = false;
        self.numbers.update(&self.network, &self.state.values())?;
        self.numbers.ports_stay = true;
        self.resize();
        self.numbers.put_known_motions(0.0, &mut self.state);
        self.numbers.put_ports(&mut self.state);
        self.start_internal_states()?;
        self.state.find_law_pieces(&self.numbers, &mut self.flow);
        self.numbers.take_coefficients(&self.state);
        // For the room that it takes.
        self.trial.take_coefficients(&self.state);
        self.resolver.update(&self.numbers);
        self.check_start()?;
        for (spring, entry) in self.numbers.springs.iter().enumerate() {
            self.state.spring_mode[spring] = entry.mode(&self.state);
        }
        let Self { numbers, flow, state, .. } = self;
        let motion = (&state.position[..], &state.velocity[..]);
        let when = (time, 0.0);
        flow.forces.find_pieces(&numbers.forces, when, motion, &mut state.force_piece);
        self.numbers.take_loads_anew(&self.state, None);
        classify_contacts(&self.numbers, &mut self.state, &mut self.resolver.zero, None);
        self.state.dissipated.fill(0.0);
        self.settle(Cause::Start)?;
        self.check_couplings()?;
        self.undo.reserve(&self.state);
        self.aside.copy_from(&self.state);
        self.stiff.reserve(&self.state);
        self.leg.end();
        self.reserve_legs();
        self.forget_pending();
        self.prepare_steps();
        Ok(())
    }

    pub(super) fn resize(&mut self) {
        let network = &self.network;
        let (bodies, unknown) = (network.bodies.len(), self.numbers.mass.len());
        let (contacts, springs) = (network.contacts.len(), network.springs.len());
        for flow in [&mut self.flow, &mut self.looks] {
            flow.resize(&self.numbers);
        }
        self.stiff.resize(&self.numbers, &self.flow);
        self.defect.reserve(&self.numbers);
        self.resolver.resize(&self.numbers);
        self.trial_resolver.resize(&self.numbers);
        self.work.resize(contacts, unknown);
        self.moreau.resize(&self.numbers);
        for seen in [&mut self.observation, &mut self.output_rates] {
            seen.resize(&self.numbers, network.forces.len());
        }
        self.modes.resize(contacts, ContactMode::Free);
        self.came.resize(bodies, 0.0);
        self.beyond.resize(contacts, false);
        self.spring_modes.resize(springs, SpringMode::Gap);
        let pieces = decisions(network);
        self.guards.reserve(8 * contacts + 2 * (springs + pieces) + 1, contacts, unknown);
        (*self.trial).clone_from(&self.numbers);
        for numbers in [&mut self.numbers, &mut *self.trial] {
            numbers.look.reserve(&numbers.forces);
        }
        self.resolver.rehearse(&self.numbers, &mut self.flow);
        self.trial_resolver.rehearse_looks(&self.numbers, &mut self.looks);
        self.past.note(&self.numbers, &self.state, 0.0);
        self.local.resize(&self.numbers);
    }

    fn reset_state(&mut self, time: f64, parameters: &[f64], inputs: &[f64]) {
        let start = |id: crate::network::ParameterId| parameters[id.0];
        self.state = State::at_rest(&self.network, time, parameters, inputs, &self.rates);
        for (body, entry) in self.network.bodies.iter().enumerate() {
            match entry.kind {
                BodyKind::Free { position0, velocity0, .. } => {
                    self.state.position[body] = start(position0);
                    self.state.velocity[body] = start(velocity0);
                }
                BodyKind::Massless { position0, .. }
                | BodyKind::Prescribed(Drive::Velocity { position0, .. }) => {
                    self.state.position[body] = start(position0);
                }
                BodyKind::Fixed | BodyKind::Prescribed(_) => {}
            }
        }
        let motions = Given {
            network: &self.network,
            state: &self.state,
            ports: &[],
            inputs,
            rates: &self.rates,
            length: None,
        };
        self.given.clear();
        self.given.extend((0..self.network.bodies.len()).map(|body| motions.of(body)));
        self.state.given.copy_from_slice(&self.given);
    }
}
