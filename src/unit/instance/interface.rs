//! The interface Jacobian of ports: how the reaction of the next step changes with what a host gives.
//!
//! It is that of the reduced step, for which no series in a direction is at hand: between the modes that the step passes
//! through the reaction is smooth, where forces are linear even affine, so that a central difference has no error but round-off
//! as long as the modes stay the same ones. Differences get shorter until two of them agree.

use super::Simulation;
use super::directional::Directions;
use crate::network::{AppliedForce, Port};
use crate::unit::Fault;

/// The first difference, relative to the values that change, or to 1, and how much shorter each next one is.
const FIRST: f64 = 1e-3;
const SHORTER: f64 = 0.1;

/// Differences at most: the last ones have some six digits left.
const MOST: usize = 7;

/// Differences that agree to this part of them are the derivative, or within so many roundings of what the reaction is the
/// difference of: momentum over the step and applied force.
const AGREES: f64 = 1e-7;
const ROUNDINGS: f64 = 64.0;

impl Simulation {
    /// Flanges move as inputs say.
    ///
    /// # Errors
    /// [`Fault::NoDirection`] for a direction in which an effective mass changes.
    pub(super) fn move_flanges(&self, directions: &mut Directions) -> Result<(), Fault> {
        for &body in self.simulator.ports() {
            let Some(port) = self.unit.network().bodies[body].kind.port() else { continue };
            let Directions { position, velocity, inputs, .. } = &mut *directions;
            position[body] += inputs[port.position.0];
            velocity[body] += inputs[port.velocity.0];
            if let AppliedForce::Input(id) = port.applied_force {
                directions.applied[body] = directions.inputs[id.0];
            }
            let Directions { parameters, inputs, .. } = &*directions;
            let Some(mass) = port.effective_mass else { continue };
            if mass.of(parameters, inputs) != 0.0 {
                let name = self.unit.network().name_of(mass).to_owned();
                let rule = "derivatives with respect to an effective mass are not supported";
                return Err(Fault::NoDirection { name, rule });
            }
        }
        for &body in self.simulator.ports() {
            let port = self.unit.network().bodies[body].kind.port();
            if port.is_some_and(Port::estimates) {
                directions.applied[body] =
                    self.simulator.estimate_change(body, &directions.velocity);
            }
        }
        let network = self.unit.network();
        let mut of_blocks = network.inertias.iter().flat_map(|inertia| inertia.inputs());
        match of_blocks.find(|id| directions.inputs[id.0] != 0.0) {
            Some(id) => {
                let name = network.inputs[id.0].name.clone();
                let rule = "derivatives with respect to an inverse mass matrix are not supported";
                Err(Fault::NoDirection { name, rule })
            }
            None => Ok(()),
        }
    }

    /// Returns the change of the mean reaction of the next step in a direction of inputs and parameters.
    ///
    /// # Errors
    /// If the step cannot be made, or no difference is close to the one before it.
    pub(super) fn reaction_change(
        &mut self,
        body: usize,
        along: &Directions,
    ) -> Result<f64, Fault> {
        let Directions { parameters, inputs, .. } = along;
        let changes =
            parameters.iter().zip(&self.parameters).chain(inputs.iter().zip(&self.inputs));
        let changing = changes.filter(|(change, _)| **change != 0.0);
        // The longest way along which no value changes by more than itself, or 1.
        let unit = changing
            .map(|(change, value)| value.abs().max(1.0) / change.abs())
            .fold(f64::INFINITY, f64::min);
        if !unit.is_finite() {
            return Ok(0.0);
        }
        let rounding =
            ROUNDINGS * f64::EPSILON * self.simulator.reaction_terms(body, self.reactions.length);
        let (given, mut size, mut last) =
            ((self.parameters.clone(), self.inputs.clone()), FIRST * unit, f64::NAN);
        for _ in 0..MOST {
            let mut sides = [0.0; 2];
            for (side, slot) in [size, -size].into_iter().zip(&mut sides) {
                let moved = |values: &[f64], along: &[f64]| -> Vec<f64> {
                    values.iter().zip(along).map(|(value, change)| value + side * change).collect()
                };
                let (parameters, inputs) = (moved(&given.0, parameters), moved(&given.1, inputs));
                *slot = self.reaction_with(body, (&parameters, &inputs))?;
            }
            let found = (sides[0] - sides[1]) / (2.0 * size);
            let bound = AGREES * found.abs().max(last.abs()) + rounding / size;
            if (found - last).abs() <= bound {
                return Ok(found);
            }
            (last, size) = (found, SHORTER * size);
        }
        let name = self.unit.network().bodies[body].name.clone() + ".reaction";
        let rule = "the modes within the step change with the values";
        Err(Fault::NoDirection { name, rule })
    }

    /// Returns the mean reaction of the next step with other values.
    fn reaction_with(&mut self, body: usize, given: (&[f64], &[f64])) -> Result<f64, Fault> {
        let mut reactions = vec![0.0; self.unit.network().bodies.len()];
        self.simulator.ramp(&self.rates);
        let lengths = self.reactions.lengths();
        self.simulator.predict_reactions(lengths, given, &mut reactions)?;
        Ok(reactions[body])
    }
}
