//! Parameters as constants of a motion, by which it is differentiated.
//!
//! Parameters that may change during a motion have derivatives in the engine. Two others have them by way of forces: the
//! mass m of a body, M a = f, since a change δm is to accelerations and constraints what the force −a δm on the body is;
//! and the backlash g of a spring, F = k (e ∓ g/2) + d e', whose change is a change ∓k δg/2 of its force. Where a transition
//! is at e = ±g/2, its event function depends on g itself. For such forces [`prepared`] gives bodies a constant force of 0.

use super::model::{Case, Refusal, find, real};
use crate::network::{
    BodyKind, Bounds, End, Freeplay, Network, Parameter, ParameterId, PhysicalUnit, Signal, Spring,
    Tunability,
};
use crate::unit::{Accessor, Event, Fault, Model, Simulation, SpringId, Variability};

/// A parameter by which a motion is differentiated.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// One that may change during a motion.
    Tunable(usize),
    /// The mass of a body: its acceleration, and the force on it.
    Mass {
        acceleration: usize,
        force: usize,
    },
    Freeplay(Gap),
}

/// The backlash of a spring.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Gap {
    spring: usize,
    /// Variables of its state and its force.
    state: usize,
    force: usize,
    stiffness: f64,
    /// Forces on its ends, and by how much the deflection changes with their motion.
    ends: Vec<(usize, f64)>,
}

/// Role in a network of a parameter that may not change during a motion.
enum Role<'n> {
    Mass(usize),
    Freeplay(usize, &'n Spring),
    Other,
}

fn role(network: &Network, id: ParameterId) -> Role<'_> {
    let heavy = |kind: &BodyKind| matches!(kind, BodyKind::Free { mass, .. } if *mass == id);
    if let Some(body) = network.bodies.iter().position(|body| heavy(&body.kind)) {
        return Role::Mass(body);
    }
    let mut springs = network.springs.iter().enumerate();
    match springs.find(|(_, spring)| spring.elastic.freeplay == Some(Freeplay::Total(id))) {
        Some((place, spring)) => Role::Freeplay(place, spring),
        None => Role::Other,
    }
}

/// Makes the model with a force on each body that the derivatives by these parameters need one on. Its variables have
/// other indices, and the same names.
///
/// # Errors
/// None that the model itself does not have.
pub fn prepared(model: &Case, parameters: &[usize]) -> Result<Case, Refusal> {
    let mut network = (**model.unit().network()).clone();
    let mut bodies = Vec::new();
    for &index in parameters {
        let Accessor::Parameter(id) = model.unit().variables()[index].accessor else { continue };
        match role(&network, id) {
            Role::Mass(body) => bodies.push(body),
            Role::Freeplay(_, spring) => {
                bodies.extend([spring.i.body, spring.j.body].iter().flatten())
            }
            Role::Other => {}
        }
    }
    if bodies.is_empty() {
        return Ok(model.clone());
    }
    bodies.iter().for_each(|&body| give_force(&mut network, body));
    model.of(Model::new(network, model.unit().source().to_owned()))
}

/// Gives a body a constant force that may change, unless a force acts on it that may.
fn give_force(network: &mut Network, body: usize) {
    let name = format!("{} (force of a derivative)", network.bodies[body].name);
    let next = ParameterId(network.parameters.len());
    let (force, constant) = match &mut network.bodies[body].kind {
        BodyKind::Free { force, constant_force, .. }
        | BodyKind::Massless { force, constant_force, .. } => (*force, constant_force),
        BodyKind::Fixed | BodyKind::Prescribed(_) => return,
    };
    match *constant {
        _ if force.is_some() => {}
        Some(id) => network.parameters[id.0].tunability = Tunability::Tunable,
        None => {
            *constant = Some(next);
            network.parameters.push(Parameter {
                name,
                description: String::new(),
                unit: PhysicalUnit::One,
                start: 0.0,
                bounds: Bounds { min: None, max: None, min_exclusive: false, max_exclusive: false },
                tunability: Tunability::Tunable,
            });
        }
    }
}

impl Constant {
    /// # Errors
    /// A parameter by which no motion is differentiated.
    pub fn new(model: &Case, index: usize) -> Result<Self, Refusal> {
        let variable = &model.unit().variables()[index];
        if variable.variability == Variability::Tunable {
            return Ok(Constant::Tunable(index));
        }
        let refuse = |why: &str| {
            Err(Refusal::NotFound(format!("{} has no derivative: {why}", variable.name)))
        };
        let network = model.unit().network();
        let Accessor::Parameter(id) = variable.accessor else {
            return refuse("it is not a parameter of the mechanism");
        };
        match role(network, id) {
            Role::Mass(body) => {
                let acceleration = known(model, Accessor::Acceleration(body));
                let force = force_on(model, body).expect("free, and prepared");
                Ok(Constant::Mass { acceleration, force })
            }
            Role::Freeplay(place, spring) => {
                let loads = |contact: &crate::network::Contact| {
                    contact.load_spring().is_some_and(|load| load.spring == place)
                };
                if spring.series.is_some() {
                    return refuse("its spring is one of several in series");
                }
                if network.contacts.iter().any(loads) {
                    return refuse("its spring loads a contact, whose limits would change with it");
                }
                if model.parameter(id) == 0.0 {
                    return refuse("it must be > 0: with 0 its spring has no gap");
                }
                Ok(Constant::Freeplay(Gap::new(model, place, spring)))
            }
            Role::Other => refuse(
                "it is not tunable, and not a start value of a state, a mass or a backlash; ratios and radii change \
                 the constraints between velocities",
            ),
        }
    }

    /// Returns the changes of variables that have the effect of a change by 1 on states and forces.
    pub fn direction(&self, instance: &mut Simulation) -> Result<Vec<(usize, f64)>, Fault> {
        Ok(match self {
            Constant::Tunable(index) => vec![(*index, 1.0)],
            Constant::Mass { acceleration, force } => {
                vec![(*force, -real(instance, *acceleration)?)]
            }
            Constant::Freeplay(gap) => {
                let stretched = 0.5 * gap.side(instance)? * gap.stiffness;
                gap.ends.iter().map(|(force, weight)| (*force, weight * stretched)).collect()
            }
        })
    }

    /// Returns the change of a variable beside that which [`Constant::direction`] causes.
    pub fn own(&self, instance: &mut Simulation, unknown: usize) -> Result<f64, Fault> {
        match self {
            Constant::Freeplay(gap) if gap.force == unknown => {
                Ok(-0.5 * gap.side(instance)? * gap.stiffness)
            }
            _ => Ok(0.0),
        }
    }

    /// Returns its place among the parameters of the law of a contact, if it is one.
    pub fn place_in_law(&self, unit: &Model, contact: usize) -> Option<usize> {
        let Constant::Tunable(index) = self else { return None };
        let numbers = &unit.network().contacts[contact].law_numbers;
        let Accessor::Parameter(id) = unit.variables()[*index].accessor else { return None };
        numbers.iter().position(|number| *number == Signal::Parameter(id))
    }

    /// Returns the change of the event function e ∓ g/2 of a transition, beside that of e.
    pub fn threshold(&self, event: &Event) -> f64 {
        match self {
            Constant::Freeplay(gap) if event.element() == SpringId(gap.spring).into() => {
                let sides = [event.from(), event.to()].into_iter().map(side);
                -0.5 * sides.fold(0.0, |found, side| if side == 0.0 { found } else { side })
            }
            _ => 0.0,
        }
    }
}

impl Gap {
    fn new(model: &Case, spring: usize, shape: &Spring) -> Self {
        let weight = |end: End| end.weight.map_or(1.0, |id| model.parameter(id));
        let sides = [(shape.i, 1.0), (shape.j, -1.0)];
        let ends = sides
            .into_iter()
            .filter_map(|(end, sign)| Some((force_on(model, end.body?)?, sign * weight(end))));
        Self {
            spring,
            state: known(model, Accessor::SpringState(spring)),
            force: known(model, Accessor::SpringForce(spring)),
            stiffness: model.parameter(shape.elastic.stiffness),
            ends: ends.collect(),
        }
    }

    /// Returns 1 where it pulls to the right, −1 to the left, 0 in the gap and when separated.
    fn side(&self, instance: &mut Simulation) -> Result<f64, Fault> {
        Ok(side(real(instance, self.state)? as i32))
    }
}

/// Returns the side of a spring by the number of its state: −1 lower, 1 upper contact, else 0.
fn side(state: i32) -> f64 {
    match state {
        -1 | 1 => f64::from(state),
        _ => 0.0,
    }
}

fn known(model: &Case, accessor: Accessor) -> usize {
    find(model.unit(), accessor).expect("a variable of the element")
}

/// Returns the variable of a force on a body that may change; None of a body whose motion is known.
fn force_on(model: &Case, body: usize) -> Option<usize> {
    match model.unit().network().bodies[body].kind {
        BodyKind::Free { force, constant_force, .. }
        | BodyKind::Massless { force, constant_force, .. } => match force {
            Some(id) => find(model.unit(), Accessor::Input(id)),
            None => find(model.unit(), Accessor::Parameter(constant_force?)),
        },
        BodyKind::Fixed | BodyKind::Prescribed(_) => None,
    }
}
