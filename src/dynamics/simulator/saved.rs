//! Saving a motion, and going on from what was saved: bit for bit the same, in any motion of the network.

use serde::{Deserialize, Serialize};

use super::sampling::Sampling;
use super::{Fault, Simulator, State};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::given::GivenValues;
use crate::network::Method;

/// All that decides how a motion continues. A motion that was saved before [`Simulator::initialise`] must be
/// initialised after it was restored. States are boxed, since hosts may have little stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    state: Box<State>,
    /// The state at the start of the segment on which that is.
    segment: Option<Box<State>>,
    /// The state after a transition that is pending.
    after_event: Option<Box<State>>,
    tolerance: f64,
    method: Method,
    /// Longest step of the time stepping, s.
    moreau_step: f64,
    /// True if inputs are values at the end of a step.
    at_end: bool,
    sampling: Sampling,
}

impl Saved {
    /// Returns the time at which it was saved, s.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// True if a transition is pending.
    pub(crate) fn is_pending(&self) -> bool {
        self.after_event.is_some()
    }
}

impl Simulator {
    /// Saves the present motion.
    pub fn save(&mut self) -> Saved {
        self.evaluate_deferred();
        self.evaluated()
    }

    /// Returns the motion to be saved. Every field is listed: one that is added must be saved or be known to follow
    /// from what is.
    fn evaluated(&self) -> Saved {
        let Simulator {
            dynamics,
            trajectory,
            pending,
            tolerance,
            method,
            moreau_step,
            at_end,
            sampling,
            // Follow from the state, or from that at the start of the segment.
            partition: _,
            programs: _,
            network: _,
            // Written before they are read, in every step or observation.
            output_expansion: _,
            stiff: _,
            defect: _,
            bounds_cost: _, // of the host, which says so before the first step
            zeno_guard: _,
            crossing: _,
            moreau: _,
            rollback: _,
            look_ahead: _,
            trial: _,
            observation: _,
            output_rates: _,
            breakpoints: _,
            now: _,
            given: _,
            ahead: _,
            held_inputs: _,
            ramps_declared: _, // of who gives the inputs
            variation: _,
            step_budget: _,      // of a step under way
            passed_reactions: _, // of a step under way: none is saved within one
            rates: _,            // of the next communication point: who gives its inputs knows them
        } = self;
        let state = dynamics.kept();
        Saved {
            state: Box::new(state.clone()),
            segment: trajectory.origin(state).map(|origin| Box::new(origin.clone())),
            after_event: pending.after().map(|after| Box::new(after.clone())),
            tolerance: *tolerance,
            method: *method,
            moreau_step: *moreau_step,
            at_end: *at_end,
            sampling: sampling.clone(),
        }
    }

    /// Becomes what was saved, of this motion or another one of the same network.
    ///
    /// # Errors
    /// A value that does not fit the network, or is no number; nothing is changed.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), Fault> {
        let Saved { state, segment, after_event, tolerance, method, moreau_step, at_end, sampling } =
            saved;
        state.check(&self.network)?;
        sampling.check(state.time, &self.network)?;
        if let Some(segment) = segment {
            segment.check(&self.network)?;
            if segment.time > state.time {
                let rule = format!(
                    "the saved segment begins at {} s, after the time of its state",
                    segment.time
                );
                return Err(Fault::Step { time: state.time, rule });
            }
        }
        if let Some(after_event) = after_event {
            after_event.check(&self.network)?;
        }
        let ports = self.dynamics.system.ports.len();
        self.update_to(state, *at_end)?;
        self.at_end = *at_end;
        self.sampling.clone_from(sampling);
        let changes = self.method != *method;
        self.choose(*method, *moreau_step);
        // Empty until the first initialisation.
        let begins = !self.rollback.fits(state) || ports != self.dynamics.system.ports.len();
        if begins {
            self.resize();
        } else if changes {
            self.reserve_programs();
            self.reserve_moreau();
        }
        self.dynamics.state.copy_from(state);
        self.trajectory.resume(segment.as_deref());
        self.rates.copy_from_slice(&state.rates);
        self.reserve_checkpoints();
        self.dynamics.totals.forget();
        self.pending.set_after(after_event.as_deref());
        self.tolerance = *tolerance;
        self.dynamics.resolver.update(&self.dynamics.system);
        self.dynamics.refresh_loads();
        self.pull_ports();
        self.follow_lines();
        if begins {
            self.prepare_steps();
        }
        Ok(())
    }

    /// Updates the system, and that of values that are only evaluated, to the given values of a state.
    ///
    /// # Errors
    /// A rule that these break; the system is then that of the present state.
    fn update_to(&mut self, state: &State, at_end: bool) -> Result<(), Fault> {
        let Self { network, trial, dynamics: Dynamics { system, state: present, .. }, .. } = self;
        let before = std::mem::replace(&mut system.inputs_at_step_end, at_end);
        system.ports_stay = false;
        let taken = system.update(network, &GivenValues::of(state));
        if let Err(fault) = taken {
            system.inputs_at_step_end = before;
            // Before the first initialisation there is none.
            if present.position.len() == network.bodies.len() {
                self.update_system()?;
            }
            self.dynamics.system.ports_stay = true;
            return Err(fault);
        }
        system.ports_stay = true;
        let Some(trial) = trial else { return Ok(()) };
        (trial.system.inputs_at_step_end, trial.system.ports_stay) = (at_end, false);
        let taken = trial.system.update(network, &GivenValues::of(state));
        trial.system.ports_stay = true;
        taken
    }
}
