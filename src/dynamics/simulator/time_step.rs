//! One step of the time stepping ([`crate::dynamics::methods::moreau`]).

use super::Simulator;
use crate::dynamics::elements::contact::load::take_loads_anew;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::{Fault, State};
use crate::network::Axis;

/// Greatest positions and velocities of motions, m or rad and per second, in whatever units a mechanism is modelled: a
/// step that goes farther has multiplied an error.
const GREATEST: f64 = 1e30;

impl Simulator {
    /// Finds the step of this size, s; the state stays.
    pub(super) fn find_step(&mut self, end: f64, size: f64) -> Result<(), Fault> {
        let Self { moreau, dynamics: Dynamics { system, expansion, resolver, state, .. }, .. } =
            self;
        let varies = system.take_coefficients(state);
        if system.coupled {
            take_loads_anew(system, state, None);
        }
        if varies || system.coupled {
            resolver.update(system);
        }
        let moreau = moreau.get_or_insert_default();
        let found = moreau.find(system, (expansion, resolver), state, (end, size));
        found.map_err(|error| self.fault(error))?;
        let Self { moreau, dynamics: Dynamics { system, state, .. }, .. } = self;
        moreau.get_or_insert_default().conclude(system, state, size);
        Ok(())
    }

    /// Makes one step of this size, s; the state is as before where it is not possible.
    pub(super) fn step_to(&mut self, end: f64, size: f64) -> Result<(), Fault> {
        self.find_step(end, size)?;
        let Self { moreau, dynamics: Dynamics { state, .. }, .. } = self;
        moreau.get_or_insert_default().exchange(state);
        let checked = self.check_state().and_then(|()| self.check_size(size));
        let Self { moreau, dynamics: Dynamics { system, expansion, state, .. }, .. } = self;
        let moreau = moreau.get_or_insert_default();
        if let Err(fault) = checked {
            moreau.exchange(state);
            return Err(fault);
        }
        moreau.complete(system, expansion, state);
        Ok(())
    }

    /// Adds the impulses of contacts in the last step, of this size, s.
    pub(super) fn push_impulses(&mut self, size: f64) {
        let Self { moreau, dynamics: Dynamics { totals, .. }, .. } = self;
        let Some(moreau) = moreau else { return };
        for (contact, friction) in moreau.friction().iter().enumerate() {
            totals.push(contact, size * friction);
        }
    }

    /// # Errors
    /// [`Fault::Step`] with the first body that a step of this size, s, has taken beyond [`GREATEST`].
    fn check_size(&self, size: f64) -> Result<(), Fault> {
        let State { position, velocity, time, .. } = &self.dynamics.state;
        for (body, values) in self.network.bodies.iter().zip(position.iter().zip(velocity)) {
            let names = match body.axis {
                Axis::Translation => ["position", "velocity"],
                Axis::Rotation => ["angle", "angularVelocity"],
            };
            for (name, value) in names.into_iter().zip([values.0, values.1]) {
                if value.abs() > GREATEST {
                    let rule = format!(
                        "{}.{name}: must not grow beyond {GREATEST:e} (got {value:e}); the forces change too much \
                         within a step of {size} s: choose a shorter moreauStep, or the method \"events\"",
                        body.name
                    );
                    return Err(Fault::Step { time: *time, rule });
                }
            }
        }
        Ok(())
    }
}
