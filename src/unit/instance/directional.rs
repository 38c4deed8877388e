//! Directional derivatives: how outputs change with states, inputs and tunable parameters, in the present
//! modes.

use super::Simulation;
use super::derivatives::Rates;
use crate::dynamics::Change;
use crate::laws::MOST_STATES;
use crate::network::{BodyKind, Drive, ParameterId};
use crate::unit::{Accessor, Causality, Fault, Kind, Phase, Variability, Variable};

/// Directions of change, by what they belong to.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    pub position: Vec<f64>,
    pub velocity: Vec<f64>,
    pub energy: Vec<f64>,
    pub internal: Vec<f64>,
    pub parameters: Vec<f64>,
    pub inputs: Vec<f64>,
    /// Change of the force that a host applies to each port, N or N·m.
    pub applied: Vec<f64>,
}

impl Simulation {
    /// Evaluates Σ ∂(unknown)/∂(known)·δ(known) for each unknown: Real outputs as functions of states, inputs and
    /// tunable parameters; until initialisation ends also of start values and masses. A stuck cluster moves as the body
    /// that its velocities hang from.
    ///
    /// # Errors
    /// Unknown index; an unknown that is no continuous Real output; a known that is none of the above; limits of
    /// friction that follow the load; a contact at rest that would not keep its mode; a direction that is not finite; before
    /// initialisation.
    pub fn directional_derivative(
        &mut self,
        unknowns: &[usize],
        knowns: impl Iterator<Item = (usize, f64)>,
        mut see: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        if self.phase == Phase::Instantiated {
            return Err(Fault::Phase { action: "a directional derivative", phase: self.phase });
        }
        let [now, next] = self.directions(knowns)?;
        for &index in unknowns {
            self.check_unknown(self.variable(index)?)?;
        }
        self.refresh()?;
        let Directions { position, velocity, energy, internal, parameters, inputs, applied } = &now;
        let starts = self.phase == Phase::Initialising;
        let change = Change { position, velocity, internal, parameters, inputs, applied, starts };
        let follows = self.changes_continuously() || self.neighbours;
        let known = self.simulator.changes(&self.parameters, &self.inputs, &change, follows);
        known.map_err(|rule| Fault::NoDirection { name: self.unit.name().to_owned(), rule })?;
        let change = |id: ParameterId| parameters[id.0];
        let rates = Rates { energy: &|contact| energy[contact], change: &change };
        for (place, &index) in unknowns.iter().enumerate() {
            let accessor = match self.variable(index)?.accessor {
                // Without steps it is the force now.
                Accessor::MeanFrictionForce(contact) if self.exchange.is_some() => {
                    Accessor::FrictionForce(contact)
                }
                accessor => accessor,
            };
            let value = match accessor {
                Accessor::Position(_) => self.rate_of(accessor, &rates) + 0.0,
                // What is free starts with the velocity that is given.
                Accessor::Velocity(body) if starts && self.is_free(body) => velocity[body] + 0.0,
                _ if self.simulator.ends_rest() => {
                    let name = self.variable(index)?.name.clone();
                    let rule = "the direction changes the slip velocity of a contact at rest, and its friction would \
                                make a step";
                    return Err(Fault::NoDirection { name, rule });
                }
                Accessor::PortReaction(body) if self.moves_port(body) => {
                    self.reaction_change(body, &next)?
                }
                accessor => self.rate_of(accessor, &rates) + 0.0,
            };
            if !value.is_finite() {
                let name = format!("directional derivative of {}", self.variable(index)?.name);
                return Err(Fault::NotFinite { name, value });
            }
            see(place, value);
        }
        Ok(())
    }

    /// Evaluates Σ weight·∂(unknown)/∂(known) for each known, as [`Simulation::directional_derivative`]: one column of
    /// derivatives after the other. The forward sweep is that of the series in time, of every law with its internal
    /// states, of the balance of massless bodies and of the share of an indeterminate load, which is known by a
    /// difference alone; a reverse sweep would be a second set of them all, transposed by hand.
    ///
    /// # Errors
    /// Those of [`Simulation::directional_derivative`], or a weight that is not finite.
    pub fn adjoint_derivative(
        &mut self,
        unknowns: &[usize],
        knowns: &[usize],
        weights: &[f64],
        mut see: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        for (index, weight) in unknowns.iter().zip(weights) {
            if !weight.is_finite() {
                let name = format!("seed of {}", self.variable(*index)?.name);
                return Err(Fault::NotFinite { name, value: *weight });
            }
        }
        for (place, known) in knowns.iter().enumerate() {
            let mut sum = 0.0;
            let column = std::iter::once((*known, 1.0));
            self.directional_derivative(unknowns, column, |row, value| {
                sum += weights[row] * value;
            })?;
            if !sum.is_finite() {
                let name = format!("adjoint derivative by {}", self.variable(*known)?.name);
                return Err(Fault::NotFinite { name, value: sum });
            }
            see(place, sum + 0.0);
        }
        Ok(())
    }

    fn is_free(&self, body: usize) -> bool {
        matches!(self.unit.network().bodies[body].kind, BodyKind::Free { .. })
    }

    fn check_unknown(&self, variable: &Variable) -> Result<(), Fault> {
        let refuse = |rule| Err(Fault::NoDirection { name: variable.name.clone(), rule });
        let derivative = variable.derivative_of.is_some();
        let output = variable.causality == Causality::Output || derivative;
        if !output || variable.kind != Kind::Real {
            return refuse("only outputs of type Real and derivatives of states have one");
        }
        if variable.accessor == Accessor::NextEventTime {
            return refuse("it is found by simulation, not by equations");
        }
        Ok(())
    }

    /// Returns the directions of what is now, and of the step that begins: inputs at the end of that are none of the present.
    fn directions(
        &self,
        knowns: impl Iterator<Item = (usize, f64)>,
    ) -> Result<[Directions; 2], Fault> {
        let mut next = self.given_directions(knowns)?;
        let mut now = next.clone();
        if self.inputs_at_end && self.exchange.is_none() && self.phase != Phase::Initialising {
            now.inputs.fill(0.0);
        }
        self.move_flanges(&mut now)?;
        self.move_flanges(&mut next)?;
        Ok([now, next])
    }

    fn given_directions(
        &self,
        knowns: impl Iterator<Item = (usize, f64)>,
    ) -> Result<Directions, Fault> {
        let network = self.unit.network();
        let mut directions = Directions {
            position: vec![0.0; network.bodies.len()],
            velocity: vec![0.0; network.bodies.len()],
            energy: vec![0.0; network.contacts.len()],
            internal: vec![0.0; MOST_STATES * network.contacts.len()],
            parameters: vec![0.0; network.parameters.len()],
            inputs: vec![0.0; network.inputs.len()],
            applied: vec![0.0; network.bodies.len()],
        };
        for (index, direction) in knowns {
            let variable = self.variable(index)?;
            if !direction.is_finite() {
                let name = format!("direction of {}", variable.name);
                return Err(Fault::NotFinite { name, value: direction });
            }
            let refuse = |rule| Err(Fault::NoDirection { name: variable.name.clone(), rule });
            let tunable = variable.variability == Variability::Tunable;
            let moves = |body: usize| match network.bodies[body].kind {
                BodyKind::Free { .. } => (true, true),
                // Its velocity follows.
                BodyKind::Massless { .. } => (true, false),
                BodyKind::Prescribed(Drive::Velocity { .. }) => (true, false),
                BodyKind::Fixed | BodyKind::Prescribed(_) => (false, false),
            };
            let slot = match variable.accessor {
                Accessor::Position(body) if moves(body).0 => &mut directions.position[body],
                Accessor::Velocity(body) if moves(body).1 => &mut directions.velocity[body],
                Accessor::DissipatedEnergy(contact) => &mut directions.energy[contact],
                Accessor::InternalState(contact, state) => {
                    &mut directions.internal[contact * MOST_STATES + state]
                }
                Accessor::Input(id) => &mut directions.inputs[id.0],
                Accessor::Parameter(id) if tunable => &mut directions.parameters[id.0],
                Accessor::Parameter(id) if self.phase == Phase::Initialising => {
                    match self.start_of(id, &mut directions) {
                        Some(slot) => slot,
                        None => {
                            return refuse(
                                "only start values, masses, inputs and tunable parameters are knowns in initialisation",
                            );
                        }
                    }
                }
                _ => return refuse("only states, inputs and tunable parameters are knowns"),
            };
            *slot += direction;
        }
        Ok(directions)
    }

    /// Returns the direction that a fixed parameter has a part in: of the state that it is the start value of, or its
    /// own, of a mass.
    fn start_of<'d>(&self, id: ParameterId, all: &'d mut Directions) -> Option<&'d mut f64> {
        let network = self.unit.network();
        for (body, entry) in network.bodies.iter().enumerate() {
            match entry.kind {
                BodyKind::Free { mass, .. } if mass == id => {
                    return Some(&mut all.parameters[id.0]);
                }
                BodyKind::Free { position0, .. }
                | BodyKind::Massless { position0, .. }
                | BodyKind::Prescribed(Drive::Velocity { position0, .. })
                    if position0 == id =>
                {
                    return Some(&mut all.position[body]);
                }
                BodyKind::Free { velocity0, .. } if velocity0 == id => {
                    return Some(&mut all.velocity[body]);
                }
                _ => {}
            }
        }
        for (contact, entry) in network.contacts.iter().enumerate() {
            let mut starts = entry.law.starts();
            if let Some(state) = starts.position(|place| entry.law_parameter(place) == Some(id)) {
                return Some(&mut all.internal[contact * MOST_STATES + state]);
            }
        }
        None
    }
}
