//! The interface Jacobian of ports: how the reaction of the next step changes with what a host gives.
//!
//! It is that of the reduced step, for which no series in a direction is at hand: between the modes that the step passes
//! through the reaction is smooth, where forces are linear even affine, so that a central difference has no error but round-off
//! as long as the modes stay the same ones. Differences get shorter until two of them agree; at a bound they are to one side.

use super::Simulation;
use super::directional::Directions;
use crate::dynamics::Displacement;
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

/// Part of the derivative by which the slopes to both sides may differ at a difference: it falls with this where there is one slope.
const CURVATURES: f64 = 0.1;

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

    /// Returns the change of the mean reaction of the next step in a direction of states, inputs and parameters.
    ///
    /// # Errors
    /// If the step cannot be made, no difference is close to the one before it, or velocities change against a stuck contact.
    pub(super) fn reaction_change(
        &mut self,
        body: usize,
        along: &Directions,
    ) -> Result<f64, Fault> {
        let along = self.of_free_bodies(along);
        let state = self.simulator.state();
        let all = [
            (&along.parameters, &self.parameters),
            (&along.inputs, &self.inputs),
            (&along.position, &state.position),
            (&along.velocity, &state.velocity),
            (&along.internal, state.internals()),
        ];
        let changes = all.into_iter().flat_map(|(changes, values)| changes.iter().zip(values));
        let changing = changes.filter(|(change, _)| **change != 0.0);
        // The longest way along which no value changes by more than itself, or 1.
        let unit = changing
            .map(|(change, value)| value.abs().max(1.0) / change.abs())
            .fold(f64::INFINITY, f64::min);
        if !unit.is_finite() {
            return Ok(0.0);
        }
        let refuse = |simulation: &Self, rule| {
            let name = simulation.unit.network().bodies[body].name.clone() + ".reaction";
            Err(Fault::NoDirection { name, rule })
        };
        if self.simulator.releases_stuck(&along.velocity) {
            return refuse(self, "velocities change against a stuck contact");
        }
        let rounding =
            ROUNDINGS * f64::EPSILON * self.simulator.reaction_terms(body, self.reactions.length);
        let here = self.reaction_along(body, &along, 0.0)?;
        let (mut size, mut last) = (FIRST * unit, f64::NAN);
        for _ in 0..MOST {
            let sides = [size, -size].map(|by| self.reaction_along(body, &along, by));
            let (found, is_smooth) = match sides {
                [Ok(more), Ok(less)] => {
                    let found = (more - less) / (2.0 * size);
                    // Where both sides have slopes of their own there is none.
                    let curvature = (more - 2.0 * here + less).abs() / (2.0 * size);
                    (found, curvature <= CURVATURES * found.abs() + rounding / size)
                }
                // A value at its bound has one side.
                [Ok(next), Err(_)] => (self.one_sided((body, &along), [here, next], size)?, true),
                [Err(_), Ok(next)] => (self.one_sided((body, &along), [here, next], -size)?, true),
                [Err(fault), Err(_)] => return Err(fault),
            };
            let bound = AGREES * found.abs().max(last.abs()) + rounding / size;
            if is_smooth && (found - last).abs() <= bound {
                return Ok(found);
            }
            (last, size) = (found, SHORTER * size);
        }
        refuse(self, "the modes within the step change with the values")
    }

    /// Returns a direction without the motions of flanges, which inputs give.
    fn of_free_bodies(&self, along: &Directions) -> Directions {
        let mut along = along.clone();
        for &port in self.simulator.ports() {
            (along.position[port], along.velocity[port]) = (0.0, 0.0);
        }
        along
    }

    /// Returns the derivative of the reaction to one side, of second order, by values here and at a distance.
    fn one_sided(
        &mut self,
        (body, along): (usize, &Directions),
        [here, next]: [f64; 2],
        size: f64,
    ) -> Result<f64, Fault> {
        let far = self.reaction_along(body, along, 2.0 * size)?;
        Ok((4.0 * next - 3.0 * here - far) / (2.0 * size))
    }

    /// Returns the mean reaction of the next step so far along a direction.
    fn reaction_along(&mut self, body: usize, along: &Directions, by: f64) -> Result<f64, Fault> {
        let moved = |values: &[f64], along: &[f64]| -> Vec<f64> {
            values.iter().zip(along).map(|(value, change)| value + by * change).collect()
        };
        let Directions { position, velocity, internal, .. } = along;
        let displacement = Displacement { position, velocity, internal, by };
        let parameters = moved(&self.parameters, &along.parameters);
        let inputs = moved(&self.inputs, &along.inputs);
        let mut reactions = vec![0.0; self.unit.network().bodies.len()];
        self.simulator.ramp(&self.rates);
        let (lengths, given) = (self.reactions.lengths(), (&parameters[..], &inputs[..]));
        self.simulator.predict_reactions(lengths, given, &displacement, &mut reactions)?;
        Ok(reactions[body])
    }
}
