//! Stops that are penetrated at the start.

use super::Simulator;
use crate::dynamics::elements::formula::Instant;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_LEVEL, EDGE};
use crate::dynamics::{Element, Fault, ForceId, SpringId, SpringMode};
use crate::gauss::Row;

/// A stop that is penetrated at the start so far that it throws its ends apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// The stop.
    pub element: Element,
    /// Depth, m or rad.
    pub depth: f64,
    /// Magnitude of its force at the start, N or N·m.
    pub force: f64,
}

/// A stop, its row, and the sign of the rate of this row with which it opens.
type Opening = (Penetration, Row, f64);

impl Simulator {
    /// Returns the stops that throw their ends apart at the start: these separate even where one half of the force acts. A stop
    /// that is in equilibrium with other forces, or is pressed by more than one half of its force, is none of them: one of a
    /// constant stiffness, without damping, then stays closed. Initialises the state anew.
    ///
    /// # Errors
    /// Those of [`Simulator::initialise`].
    pub fn penetrations(&mut self) -> Result<Vec<Penetration>, Fault> {
        let state = &self.dynamics.state;
        let (time, tolerance) = (state.time, self.tolerance);
        let (parameters, inputs) = (state.parameters.clone(), state.inputs.clone());
        let mut thrown = Vec::new();
        for (stop, row, opens) in self.penetrated() {
            self.initialise_by(time, (&parameters, &inputs), tolerance, |system| {
                halve(system, stop.element);
            })?;
            self.observe_state();
            if opens * row.apply(&self.observation.acceleration) > 0.0 {
                thrown.push(stop);
            }
        }
        self.initialise(time, &parameters, &inputs, tolerance)?;
        Ok(thrown)
    }

    /// Returns the stops between bodies with mass that are penetrated by more than round-off, and push.
    fn penetrated(&mut self) -> Vec<Opening> {
        let mut found = self.penetrated_springs();
        found.extend(self.penetrated_forces());
        let system = &self.dynamics.system;
        found.retain(|(stop, row, _)| {
            let mut masses = row.terms().filter_map(|(body, _)| system.unknown_mass(body));
            stop.force > 0.0 && masses.all(|mass| mass > 0.0)
        });
        found
    }

    fn penetrated_springs(&self) -> Vec<Opening> {
        let Dynamics { system, state, .. } = &self.dynamics;
        let springs = system.springs.iter().zip(&state.spring_mode).enumerate();
        let found = springs.filter_map(|(spring, (entry, &mode))| {
            let opens = match mode {
                SpringMode::Left => 1.0,
                SpringMode::Right => -1.0,
                SpringMode::Gap | SpringMode::Lifted | SpringMode::Bilateral => return None,
            };
            let depth = entry.reach(mode, entry.deflection(&state.position)).abs();
            let (element, force) = (SpringId(spring).into(), entry.force(mode, state).abs());
            let inside = depth > EDGE * entry.reach_scale(&state.position);
            inside.then_some((Penetration { element, depth, force }, entry.row, opens))
        });
        found.collect()
    }

    fn penetrated_forces(&mut self) -> Vec<Opening> {
        let Dynamics { system: System { forces, look, .. }, state, .. } = &mut self.dynamics;
        let at = Instant { time: state.time, tau: state.tau(), branches: &state.force_branch };
        let motion = (&state.position[..], &state.velocity[..]);
        let mut found = Vec::new();
        for action in &forces.actions {
            let force = forces.force(action);
            let stop = force.form.as_ref().and_then(|form| form.distance());
            let Some((decision, sign)) = stop else { continue };
            let value = look.formula_load(forces, action, &at, motion).value;
            let [distance, size] = look.decided(&forces.action(action).decisions, decision);
            let (depth, element) = (-sign * distance, ForceId(action.force).into());
            if depth > AT_LEVEL * size {
                let stop = Penetration { element, depth, force: value.abs() };
                found.push((stop, action.row, -action.sign * value.signum()));
            }
        }
        found
    }
}

/// Makes one half of the force of a stop act.
fn halve(system: &mut System, element: Element) {
    match element {
        Element::Spring(SpringId(spring)) => {
            let entry = &mut system.springs[spring];
            entry.stiffness *= 0.5;
            entry.damping *= 0.5;
        }
        Element::Force(ForceId(force)) => {
            let own = system.forces.actions.iter_mut().filter(|action| action.force == force);
            own.for_each(|action| action.sign *= 0.5);
        }
        Element::Contact(_) => {}
    }
}
