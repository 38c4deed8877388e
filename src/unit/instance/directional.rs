//! Directional derivatives: how outputs change with states, inputs and tunable parameters, in the present
//! modes.

use super::{Instance, Phase};
use crate::motion::{Change, can_vary, moves_limits, varies_with_parameter, varies_with_signal};
use crate::network::Signal;
use crate::unit::{Accessor, Causality, Fault, Kind, Unit, Variability, Variable};

/// Whether a unit has directional derivatives: without massless bodies and internal states of laws.
pub fn has_directional_derivatives(unit: &Unit) -> bool {
    can_vary(unit.network())
}

/// Directions of change, by what they belong to.
#[derive(Debug)]
struct Directions {
    position: Vec<f64>,
    velocity: Vec<f64>,
    energy: Vec<f64>,
    parameters: Vec<f64>,
    inputs: Vec<f64>,
}

impl Instance {
    /// Σ ∂(unknown)/∂(known)·δ(known) for each unknown: Real outputs as functions of states, inputs and tunable
    /// parameters. A stuck cluster moves as the body that its velocities hang from.
    ///
    /// # Errors
    /// Unknown index; an unknown that is no continuous Real output; a known that is none of the above or whose
    /// effect is not known, as that of limits where friction forces are indeterminate; a direction that is not finite; a unit with massless bodies or laws with internal state; before the end of
    /// initialisation.
    pub fn directional_derivative(
        &mut self,
        unknowns: &[usize],
        knowns: impl Iterator<Item = (usize, f64)>,
        mut see: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        self.require(Phase::Stepping, "a directional derivative")?;
        if !can_vary(self.unit.network()) {
            let name = self.unit.name().to_owned();
            let rule = "bodies without mass and laws with internal states have none";
            return Err(Fault::NoDirection { name, rule });
        }
        let directions = self.directions(knowns)?;
        for &index in unknowns {
            self.check_unknown(self.variable(index)?)?;
        }
        self.refresh()?;
        let Directions { position, velocity, energy, parameters, inputs } = &directions;
        let change = Change { position, velocity, parameters, inputs };
        let indeterminate = self.motion.observation().indeterminate;
        if indeterminate && moves_limits(self.unit.network(), &change) {
            let name = self.unit.name().to_owned();
            let rule = "friction forces are indeterminate, and how their limits share the load is not known \
                        in closed form";
            return Err(Fault::NoDirection { name, rule });
        }
        self.motion.changes(&self.parameters, &self.inputs, &change);
        for (place, &index) in unknowns.iter().enumerate() {
            let accessor = match self.variable(index)?.accessor {
                // Without steps it is the force now.
                Accessor::MeanFrictionForce(contact) if self.exchange.is_some() => {
                    Accessor::FrictionForce(contact)
                }
                accessor => accessor,
            };
            let value = self.rate_of(accessor, &|contact| energy[contact]) + 0.0;
            if !value.is_finite() {
                let name = format!("directional derivative of {}", self.variable(index)?.name);
                return Err(Fault::NotFinite { name, value });
            }
            see(place, value);
        }
        Ok(())
    }

    fn check_unknown(&self, variable: &Variable) -> Result<(), Fault> {
        let refuse = |rule| Err(Fault::NoDirection { name: variable.name.clone(), rule });
        if variable.causality != Causality::Output || variable.kind != Kind::Real {
            return refuse("only outputs of type Real have one");
        }
        if variable.accessor == Accessor::NextEventTime {
            return refuse("it is found by going there, not by equations");
        }
        Ok(())
    }

    fn directions(&self, knowns: impl Iterator<Item = (usize, f64)>) -> Result<Directions, Fault> {
        let network = self.unit.network();
        let mut directions = Directions {
            position: vec![0.0; network.bodies.len()],
            velocity: vec![0.0; network.bodies.len()],
            energy: vec![0.0; network.contacts.len()],
            parameters: vec![0.0; network.parameters.len()],
            inputs: vec![0.0; network.inputs.len()],
        };
        for (index, direction) in knowns {
            let variable = self.variable(index)?;
            if !direction.is_finite() {
                let name = format!("direction of {}", variable.name);
                return Err(Fault::NotFinite { name, value: direction });
            }
            let tunable = variable.variability == Variability::Tunable;
            let (slot, is_known) = match variable.accessor {
                Accessor::Position(body) => (&mut directions.position[body], true),
                Accessor::Velocity(body) => (&mut directions.velocity[body], true),
                Accessor::DissipatedEnergy(contact) => (&mut directions.energy[contact], true),
                Accessor::Input(id) => {
                    (&mut directions.inputs[id.0], varies_with_signal(network, Signal::Input(id)))
                }
                Accessor::Parameter(id) if tunable => {
                    (&mut directions.parameters[id.0], varies_with_parameter(network, id))
                }
                _ => {
                    let rule = "only states, inputs and tunable parameters are knowns";
                    return Err(Fault::NoDirection { name: variable.name.clone(), rule });
                }
            };
            if !is_known {
                let rule = "how forces change with it is not known in closed form";
                return Err(Fault::NoDirection { name: variable.name.clone(), rule });
            }
            *slot += direction;
        }
        Ok(directions)
    }
}
