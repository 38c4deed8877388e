//! The interface Jacobian of ports: how the reaction of the next step changes with what a host gives.
//!
//! It is that of the reduced step, for which no series in a direction is at hand: between the modes that the step passes
//! through the reaction is smooth, where forces are linear even affine. Central differences, each over half the way of the one
//! before, are extrapolated ([`super::extrapolation`]) as long as the modes stay the same ones; at a bound they are to one side.

use super::Simulation;
use super::directional::Directions;
use super::extrapolation::{Extrapolation, LEVELS};
use crate::dynamics::Displacement;
use crate::network::{AppliedForce, Port};
use crate::unit::Fault;

/// The first difference, relative to the values that change, or to 1.
const FIRST: f64 = 1e-2;

/// Relative error of a derivative at most.
const ACCURACY: f64 = 1e-6;

/// Roundings of what the reaction is the difference of, momentum over the step and applied force, of which each difference has those
/// of both ends.
const ROUNDINGS: f64 = 8.0;

/// Error that a derivative may have beside that, over the one with which the greatest of these terms would change by itself: as much
/// as the first differences leave of a derivative that is 0.
const NOTHING: f64 = 1e-10;

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
    /// If the step cannot be made, no difference is known to be as close as [`ACCURACY`], or velocities change against a stuck contact.
    pub(super) fn reaction_change(
        &mut self,
        body: usize,
        along: &Directions,
    ) -> Result<f64, Fault> {
        let along = self.of_free_bodies(along);
        let unit = self.greatest_size(&along);
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
        let (rounding, nothing) = self.reaction_errors(body, unit);
        let here = self.reaction_along(body, &along, 0.0)?;
        let mut extrapolation = Extrapolation::default();
        let mut failed = None;
        for level in 0..LEVELS {
            let size = FIRST * unit / (1_u64 << level) as f64;
            let found = self.difference((body, &along), here, (size, rounding));
            let (difference, is_central) = match found {
                Ok(Some(found)) => found,
                other => {
                    (extrapolation, failed) = (Extrapolation::default(), other.err());
                    continue;
                }
            };
            failed = None;
            let (found, error) = extrapolation.add(difference, is_central);
            if error + rounding / size <= ACCURACY * found.abs() + nothing {
                return Ok(found);
            }
        }
        let rule = match self.simulator.unresolved(self.reactions.length) {
            0.0 => "the modes within the step change with the values",
            _ => {
                "the modes within the step change with the values, or the time that a formula reads is too late to resolve them; \
                 begin at an earlier time"
            }
        };
        failed.map_or_else(|| refuse(self, rule), Err)
    }

    /// Returns how far values can go in a direction of which none changes by more than itself, or 1.
    fn greatest_size(&self, along: &Directions) -> f64 {
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
        let sizes = changing.map(|(change, value)| value.abs().max(1.0) / change.abs());
        sizes.fold(f64::INFINITY, f64::min)
    }

    /// Returns a difference of the reaction, and if it is central; None where both sides have slopes of their own.
    ///
    /// # Errors
    /// If the step cannot be made.
    fn difference(
        &mut self,
        (body, along): (usize, &Directions),
        here: f64,
        (size, rounding): (f64, f64),
    ) -> Result<Option<(f64, bool)>, Fault> {
        let sides = [size, -size].map(|by| self.reaction_along(body, along, by));
        let (next, size) = match sides {
            [Ok(more), Ok(less)] => {
                let found = (more - less) / (2.0 * size);
                let curvature = (more - 2.0 * here + less).abs() / (2.0 * size);
                let is_smooth = curvature <= CURVATURES * found.abs() + rounding / size;
                return Ok(is_smooth.then_some((found, true)));
            }
            // A value at its bound has one side.
            [Ok(next), Err(_)] => (next, size),
            [Err(_), Ok(next)] => (next, -size),
            [Err(fault), Err(_)] => return Err(fault),
        };
        // Of second order.
        let far = self.reaction_along(body, along, 2.0 * size)?;
        Ok(Some(((4.0 * next - 3.0 * here - far) / (2.0 * size), false)))
    }

    /// Returns the round-off of the mean reaction of the next step, N or N·m, and the error that its derivative may have where that is
    /// about 0, if values can go as far as `unit` ([`Self::greatest_size`]).
    fn reaction_errors(&self, body: usize, unit: f64) -> (f64, f64) {
        let length = self.reactions.length;
        let terms = self.simulator.reaction_terms(body, length);
        let rounding = ROUNDINGS * f64::EPSILON + self.simulator.unresolved(length);
        (rounding * terms, NOTHING * terms / unit)
    }

    /// Returns a direction without the motions of flanges, which inputs give.
    fn of_free_bodies(&self, along: &Directions) -> Directions {
        let mut along = along.clone();
        for &port in self.simulator.ports() {
            (along.position[port], along.velocity[port]) = (0.0, 0.0);
        }
        along
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
        self.simulator.predict_reactions(lengths, given, Some(&displacement), &mut reactions)?;
        Ok(reactions[body])
    }
}
