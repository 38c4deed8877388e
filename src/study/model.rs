//! A model as a dynamical system x' = f(x, t): states by number, motions that start from any of them, at any time.
//!
//! The states are positions and velocities of free bodies, positions of bodies without mass, and internal states of laws.
//! The energy that contacts dissipated is no state here: nothing depends on it.

mod forcing;

use std::sync::Arc;

use crate::network::{BodyKind, Drive, InputId, Method, Network, ParameterId, Signal};
use crate::unit::{Accessor, Fault, Model, Setting, Simulation, Value};

/// Relative tolerance of steps where derivatives are exact: tighter ones make steps of round-off near slow motions.
const TIGHT: f64 = 1e-13;

/// Periods of harmonic forces that make a common one, at most.
const MOST_PERIODS: u32 = 64;

/// Reason why a study cannot be made of a unit, or does not find its result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The unit itself refuses something.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A state whose start value is a constant of the file.
    #[error(
        "{name} is a constant of the file; studies start motions from any state and need a parameter, without \
         `constant = true`"
    )]
    Constant {
        /// Name of that constant.
        name: String,
    },
    /// A body whose given motion contradicts inputs that stay as they are.
    #[error(
        "{name} is prescribed by inputs, which are constant in a study: its velocity must be 0; with `by = \
         \"velocity\"` its acceleration"
    )]
    Given {
        /// Name of the body.
        name: String,
    },
    /// A unit in which nothing has a state.
    #[error("{unit} has no states")]
    NoStates {
        /// Its name.
        unit: String,
    },
    /// A unit that moves by time stepping.
    #[error("the method `moreau` locates no transitions: choose `events`")]
    Moreau,
    /// Harmonic forces without a common period.
    #[error(
        "the harmonic forces have no common period, of at most {MOST_PERIODS} periods of each, so that the motion has none: \
         choose frequencies above 0 in a ratio of small whole numbers"
    )]
    Frequencies,
    /// A period that was given beside harmonic forces of another one.
    #[error(
        "the period {period} s and that of a harmonic force, or of a sine of the time, {other} s, have no common one, of at most \
         {MOST_PERIODS} of each: give the period after which all forces repeat"
    )]
    Incommensurable {
        /// That period, s.
        period: f64,
        /// That of the force, s.
        other: f64,
    },
    /// A force, load or law whose period in the time cannot be read from its formula.
    #[error(
        "{name} depends on the time `t` beside sines and cosines of multiples of it, so that its period is not known: no motion \
         repeats unless it does"
    )]
    Time {
        /// Name of the element.
        name: String,
    },
    /// A period that was given, after which a motion does not go on as before.
    #[error("the period {period} s is none: from then on {name} is not as it was from the start")]
    Period {
        /// That period, s.
        period: f64,
        /// Name of what differs.
        name: String,
    },
    /// A search without result: what was looked for, and why it was not found.
    #[error("{0}")]
    NotFound(String),
    /// No cycle along a motion: how long it was searched, and why.
    #[error("{0}")]
    NoCycle(String),
}

/// A state: the variable that holds it, and the parameter that it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateRow {
    /// Its place in the model's table.
    pub variable: usize,
    /// The parameter's place in the model's table.
    pub start: usize,
    /// The variable that is its derivative.
    pub derivative: usize,
}

/// A unit with values of its parameters.
#[derive(Clone, Debug)]
pub struct Case {
    unit: Arc<Model>,
    settings: Vec<(usize, Value)>,
    rows: Vec<StateRow>,
    /// Period, s, of what depends on the time in other ways than by sines and cosines.
    pub(super) period: Option<f64>,
}

impl Case {
    /// Makes a unit with these values in place of its start values.
    ///
    /// # Errors
    /// A unit that cannot be started from any state.
    pub fn new(unit: Arc<Model>, settings: Vec<(usize, Value)>) -> Result<Self, Refusal> {
        let model = Self::of_any(unit, settings)?;
        if model.rows.is_empty() {
            return Err(Refusal::NoStates { unit: model.unit.name().to_owned() });
        }
        for body in &model.unit.network().bodies {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            let moves = |input: Option<InputId>| {
                input.is_some_and(|id| model.signal(Signal::Input(id)) != 0.0)
            };
            let speeds = drive.position().is_some() && moves(drive.velocity());
            if moves(drive.acceleration()) || speeds {
                return Err(Refusal::Given { name: body.name.clone() });
            }
        }
        Ok(model)
    }

    /// Makes a case of a model that may have no states, and inputs that the caller sets along a motion.
    ///
    /// # Errors
    /// A model that cannot be started from any state.
    pub fn of_any(unit: Arc<Model>, settings: Vec<(usize, Value)>) -> Result<Self, Refusal> {
        let rows = rows(&unit)?;
        let moreau = |(index, value): &(usize, Value)| {
            let method = unit.variables()[*index].accessor == Accessor::Setting(Setting::Method);
            method.then_some(*value != Value::Integer(1))
        };
        let chosen = settings.iter().rev().find_map(moreau);
        if chosen.unwrap_or(unit.network().experiment.method == Method::Moreau) {
            return Err(Refusal::Moreau);
        }
        Ok(Self { unit, settings, rows, period: None })
    }

    /// Returns a case with the same values of another model whose variables have these names.
    ///
    /// # Errors
    /// A model that cannot be started from any state.
    pub(super) fn of(&self, unit: Arc<Model>) -> Result<Self, Refusal> {
        let name = |index: usize| &self.unit.variables()[index].name;
        let settings = self.settings.iter();
        let settings =
            settings.filter_map(|(index, value)| Some((unit.find(name(*index))?, *value)));
        let settings = settings.collect();
        Self::of_any(unit, settings)
    }

    /// Returns the unit without the values.
    pub fn unit(&self) -> &Arc<Model> {
        &self.unit
    }

    /// Returns the states by number.
    pub fn rows(&self) -> &[StateRow] {
        &self.rows
    }

    /// Returns the case with another value of one parameter.
    pub fn with(&self, parameter: usize, value: Value) -> Self {
        let mut other = self.clone();
        other.settings.retain(|(index, _)| *index != parameter);
        other.settings.push((parameter, value));
        other
    }

    /// Returns the case with a tolerance of its steps that is near round-off, unless one was set.
    pub fn tight(&self) -> Self {
        let tolerance = Accessor::Setting(Setting::RelativeTolerance);
        match self.unit.variables().iter().position(|row| row.accessor == tolerance) {
            Some(index) if self.settings.iter().all(|(set, _)| *set != index) => {
                self.with(index, Value::Real(TIGHT))
            }
            _ => self.clone(),
        }
    }

    /// Returns the value of a Real parameter or input.
    pub fn value(&self, index: usize) -> Option<f64> {
        let set = self.settings.iter().find(|(other, _)| *other == index).map(|(_, value)| *value);
        match set.or(self.unit.variables()[index].start) {
            Some(Value::Real(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns the value of a parameter of the network, constant or not.
    pub fn parameter(&self, id: ParameterId) -> f64 {
        let index = parameter(&self.unit, id);
        let set = index.and_then(|index| self.value(index));
        set.unwrap_or(self.unit.network().parameters[id.0].start)
    }

    /// Returns the value of a signal: inputs are constant.
    pub fn signal(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Zero => 0.0,
            Signal::Parameter(id) => self.parameter(id),
            Signal::Input(id) => {
                let index = find(&self.unit, Accessor::Input(id));
                let set = index.and_then(|index| self.value(index));
                set.unwrap_or(self.unit.network().inputs[id.0].start)
            }
        }
    }

    /// Returns the state that the parameters say.
    pub fn first(&self) -> Vec<f64> {
        self.rows.iter().map(|row| self.value(row.start).unwrap_or(0.0)).collect()
    }

    /// Starts a motion from a state at a time, s; `stop`: true if its steps end at transitions.
    ///
    /// # Errors
    /// Values that break a rule.
    pub fn start(&self, time: f64, state: &[f64], stop: bool) -> Result<Simulation, Fault> {
        let mut instance = Simulation::new(self.unit.clone());
        instance.take_long_steps();
        for (index, value) in &self.settings {
            instance.set(*index, *value)?;
        }
        for (row, value) in self.rows.iter().zip(state) {
            instance.set(row.start, Value::Real(*value))?;
        }
        stop_at_events(&mut instance, stop)?;
        instance.setup_experiment(time, None, None)?;
        instance.enter_initialization()?;
        instance.exit_initialization()?;
        Ok(instance)
    }

    /// Returns the state of a motion.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn state(&self, instance: &mut Simulation) -> Result<Vec<f64>, Fault> {
        self.rows.iter().map(|row| real(instance, row.variable)).collect()
    }

    /// Returns f(x, t) just after the present time.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn rate(&self, instance: &mut Simulation) -> Result<Vec<f64>, Fault> {
        self.rows.iter().map(|row| real(instance, row.derivative)).collect()
    }
}

/// Chooses whether steps end at transitions, before initialisation.
fn stop_at_events(instance: &mut Simulation, stop: bool) -> Result<(), Fault> {
    let setting = Accessor::Setting(Setting::StopAtEvents);
    let found = instance.unit().variables().iter().position(|row| row.accessor == setting);
    found.map_or(Ok(()), |index| instance.set(index, Value::Boolean(stop)))
}

/// Returns the value of a Real variable, or of a whole number or condition as a number.
///
/// # Errors
/// Those of [`Simulation::get`].
pub fn real(instance: &mut Simulation, index: usize) -> Result<f64, Fault> {
    Ok(match instance.get(index)? {
        Value::Real(value) => value,
        Value::Integer(value) => f64::from(value),
        Value::Boolean(value) => f64::from(u8::from(value)),
    })
}

/// Returns the index of the variable that holds a parameter of the network.
fn parameter(unit: &Model, id: ParameterId) -> Option<usize> {
    find(unit, Accessor::Parameter(id))
}

/// Returns the index of the variable with an accessor.
pub fn find(unit: &Model, accessor: Accessor) -> Option<usize> {
    unit.variables().iter().position(|row| row.accessor == accessor)
}

fn rows(unit: &Model) -> Result<Vec<StateRow>, Refusal> {
    let network = unit.network();
    let variables = unit.variables();
    let mut rows = Vec::new();
    for (derivative, row) in variables.iter().enumerate() {
        let Some(variable) = row.derivative_of else { continue };
        let Some(id) = start_of(network, variables[variable].accessor) else { continue };
        let start = parameter(unit, id)
            .filter(|&index| variables[index].variability != crate::unit::Variability::Constant)
            .ok_or_else(|| Refusal::Constant { name: network.parameters[id.0].name.clone() })?;
        rows.push(StateRow { variable, start, derivative });
    }
    Ok(rows)
}

/// Returns the parameter that a state starts from; None for dissipated energies.
fn start_of(network: &Network, state: Accessor) -> Option<ParameterId> {
    match state {
        Accessor::Position(body) => match network.bodies[body].kind {
            BodyKind::Free { position0, .. } | BodyKind::Massless { position0, .. } => {
                Some(position0)
            }
            BodyKind::Prescribed(Drive::Velocity { position0, .. }) => Some(position0),
            BodyKind::Fixed | BodyKind::Prescribed(_) => None,
        },
        Accessor::Velocity(body) => match network.bodies[body].kind {
            BodyKind::Free { velocity0, .. } => Some(velocity0),
            BodyKind::Massless { .. } | BodyKind::Fixed | BodyKind::Prescribed(_) => None,
        },
        Accessor::InternalState(contact, number) => {
            let contact = &network.contacts[contact];
            contact.law.starts().nth(number).and_then(|place| contact.law_parameter(place))
        }
        _ => None,
    }
}
