//! Saving a motion, and going on from what was saved: bit for bit the same, in any motion of the network.

use serde::{Deserialize, Serialize};

use super::{Fault, Motion, State};
use crate::network::Method;

/// All that decides how a motion goes on. A motion that was saved before [`Motion::initialise`] must be
/// initialised after it was restored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    state: State,
    /// The state at the start of the leg on which that is.
    leg: Option<State>,
    /// The state after a transition that is pending.
    eve: Option<State>,
    tolerance: f64,
    method: Method,
    /// Longest step of the time stepping, s.
    moreau_step: f64,
    /// True if inputs are values at the end of a step.
    at_end: bool,
}

impl Saved {
    /// When it was saved, s.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// True if a transition is pending.
    pub(crate) fn is_pending(&self) -> bool {
        self.eve.is_some()
    }
}

impl Motion {
    /// The present motion.
    pub fn save(&mut self) -> Saved {
        self.catch_up();
        self.caught_up()
    }

    /// Every field is listed: one that is added must be saved or be known to follow from what is.
    fn caught_up(&self) -> Saved {
        let Motion {
            state,
            leg,
            eve,
            pending,
            tolerance,
            method,
            moreau_step,
            at_end,
            // Follow from the state, or from that at the start of the leg.
            local: _,
            network: _,
            numbers: _,
            resolver: _,
            // Written before they are read, in every step or observation.
            flow: _,
            looks: _,
            guards: _,
            stiff: _,
            defect: _,
            work: _,
            cost: _,
            storm: _,
            moreau: _,
            past: _,
            undo: _,
            leg_before: _,
            aside: _,
            leg_aside: _,
            modes: _,
            spring_modes: _,
            came: _,
            beyond: _,
            trial: _,
            trial_resolver: _,
            observation: _,
            output_rates: _,
            now: _,
            given: _,
            ahead: _,
            held_inputs: _,
            variation: _,
            // Of the log.
            may_contradict: _,
            contradiction: _,
            courses: _,
            effort: _, // of a step under way
            rates: _,  // of the next communication point: who gives its inputs knows them
        } = self;
        Saved {
            state: state.clone(),
            leg: leg.origin(state).cloned(),
            eve: pending.then(|| eve.clone()),
            tolerance: *tolerance,
            method: *method,
            moreau_step: *moreau_step,
            at_end: *at_end,
        }
    }

    /// Becomes what was saved, of this motion or another one of the same network.
    ///
    /// # Errors
    /// What does not fit the network, or is no number; nothing is changed.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), Fault> {
        let Saved { state, leg, eve, tolerance, method, moreau_step, at_end } = saved;
        state.check(&self.network)?;
        if let Some(leg) = leg {
            leg.check(&self.network)?;
            if leg.time > state.time {
                let rule = format!("the saved state begins at {} s to move to it", leg.time);
                return Err(Fault::Step { time: state.time, rule });
            }
        }
        if let Some(eve) = eve {
            eve.check(&self.network)?;
        }
        let ports = self.numbers.ports.len();
        for numbers in [&mut self.trial, &mut self.numbers] {
            numbers.ports_stay = false;
            let aimed = std::mem::replace(&mut numbers.aimed, *at_end);
            let fits = numbers.update(&self.network, &state.values());
            if fits.is_err() {
                numbers.aimed = aimed;
                return fits;
            }
            numbers.ports_stay = true;
        }
        self.at_end = *at_end;
        // Empty until the first initialisation.
        let begins = !self.undo.fits(state) || ports != self.numbers.ports.len();
        if begins {
            self.resize();
        }
        self.state.copy_from(state);
        self.flow.begun = false;
        self.leg.resume(leg.as_ref());
        self.rates.copy_from_slice(&state.rates);
        self.undo.reserve(state);
        self.aside.copy_from(state);
        self.reserve_legs();
        self.forget_pending();
        if let Some(eve) = eve {
            self.pending = true;
            self.eve.copy_from(eve);
        }
        self.tolerance = *tolerance;
        self.choose(*method, *moreau_step);
        self.forget_given();
        self.resolver.update(&self.numbers);
        self.refresh_loads();
        self.pull_ports();
        if begins {
            self.prepare_steps();
        }
        Ok(())
    }
}
