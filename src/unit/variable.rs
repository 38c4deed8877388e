//! One row of the variable table: everything that FMI, the documentation and the command line say of
//! a variable.

use std::fmt;

use super::quantities::{self, Quantity};
use crate::dynamics::Short;
use crate::network::{InputId, Nominals, ParameterId, PhysicalUnit};

/// Value of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Number in the coherent unit of the variable.
    Real(f64),
    /// A count, the number of a mode, or of an item.
    Integer(i32),
    /// Yes or no.
    Boolean(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(x) => write!(f, "{}", Short(*x)),
            Value::Integer(n) => write!(f, "{n}"),
            Value::Boolean(b) => write!(f, "{b}"),
        }
    }
}

/// A named value of an integer, the first of which is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// Name in the model description.
    pub name: &'static str,
    /// Description in words.
    pub description: &'static str,
}

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number with a unit.
    Real,
    /// A count, or the number of a mode.
    Integer,
    /// Yes or no.
    Boolean,
    /// An integer whose values have names. No enumeration: some hosts read no start value of one.
    Named(&'static [Item]),
}

impl Kind {
    /// Returns the word for messages and docs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Real => "Real",
            Kind::Integer | Kind::Named(_) => "Integer",
            Kind::Boolean => "Boolean",
        }
    }

    /// Returns the type in FMI 3.0.
    pub(crate) fn name_of_three(self) -> &'static str {
        match self {
            Kind::Real => "Float64",
            Kind::Integer => "Int32",
            Kind::Named(_) => "Enumeration",
            Kind::Boolean => "Boolean",
        }
    }
}

/// Origin of the value of a variable (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    /// The host: a number that the motion does not change.
    Parameter,
    /// The host: a signal along the motion.
    Input,
    /// The unit, for other units to see.
    Output,
    /// The unit, as readers see it.
    Local,
}

impl Causality {
    /// Returns the word of the standard.
    pub fn name(self) -> &'static str {
        match self {
            Causality::Parameter => "parameter",
            Causality::Input => "input",
            Causality::Output => "output",
            Causality::Local => "local",
        }
    }
}

/// Times at which the value may change (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    /// No change.
    Constant,
    /// Changes until initialisation ends.
    Fixed,
    /// Changes at communication points, by the host.
    Tunable,
    /// Changes at events only.
    Discrete,
    /// Changes at any time.
    Continuous,
}

impl Variability {
    /// Returns the word of the standard.
    pub fn name(self) -> &'static str {
        match self {
            Variability::Constant => "constant",
            Variability::Fixed => "fixed",
            Variability::Tunable => "tunable",
            Variability::Discrete => "discrete",
            Variability::Continuous => "continuous",
        }
    }
}

/// Origin of the value at initialisation (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// The start value.
    Exact,
    /// Value calculated from other variables.
    Calculated,
}

impl Initial {
    /// Returns the word of the standard.
    pub fn name(self) -> &'static str {
        match self {
            Initial::Exact => "exact",
            Initial::Calculated => "calculated",
        }
    }
}

/// A choice of the unit as a whole, not a number of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// Method of the motion ([`crate::network::Method`]), by number from 1.
    Method,
    /// Longest step of the time stepping, s; 0: the communication step.
    MoreauStep,
    /// End of a step at its first transition, a Boolean.
    StopAtEvents,
    /// Inputs as values at the end of a step, a Boolean.
    InputsAtStepEnd,
    /// Relative tolerance of the motion.
    RelativeTolerance,
    /// Time ahead within which transitions are predicted, s.
    PredictionHorizon,
    /// Time in which a stuck contact of a port loses the slip that a host which integrates has found, s.
    PortTimeConstant,
}

/// The place of a value. Numbers are indices of the network's bodies, contacts, springs or dampers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Accessor {
    /// A number of the file.
    Parameter(ParameterId),
    /// A choice of the unit as a whole.
    Setting(Setting),
    /// A signal from outside.
    Input(InputId),
    /// Position of a body, m or rad.
    Position(usize),
    /// Velocity of a body, m/s or rad/s.
    Velocity(usize),
    /// Acceleration of a body, m/s² or rad/s².
    Acceleration(usize),
    /// Force of the unit on a prescribed body, N or N·m.
    Reaction(usize),
    /// Mean force of the unit on a port over the next step, N or N·m; the present one where it has no effective mass, or
    /// where a host integrates.
    PortReaction(usize),
    /// Mean force of the unit on a port over the last step, N or N·m.
    MeanReaction(usize),
    /// λ of a contact, N or N·m.
    FrictionForce(usize),
    /// Mean of λ over the last communication step, N or N·m; of a unit that a host integrates λ.
    MeanFrictionForce(usize),
    /// w of a contact, m/s or rad/s.
    SlipVelocity(usize),
    /// Energy that a contact has dissipated since the start, J.
    DissipatedEnergy(usize),
    /// Power that a contact dissipates, W.
    DissipatedPower(usize),
    /// Normal load of a contact, N.
    NormalLoad(usize),
    /// Number of a contact's [`ContactMode`](crate::dynamics::ContactMode).
    ContactState(usize),
    /// Sticking of a contact, a Boolean.
    Stuck(usize),
    /// Internal state of a contact's law, counted from 0, and its derivative.
    InternalState(usize, usize),
    /// Derivative of an internal state of a contact's law, counted from 0.
    InternalRate(usize, usize),
    /// Number of times that a contact began to slip.
    StickToSlipCount(usize),
    /// Number of times that a contact came to stick.
    SlipToStickCount(usize),
    /// Time of the last event of a contact, s; the start time before any.
    ContactLastEventTime(usize),
    /// Force of a spring, damping included, N or N·m.
    SpringForce(usize),
    /// e of a spring, m or rad.
    Deflection(usize),
    /// Number of a spring's [`SpringMode`](crate::dynamics::SpringMode).
    SpringState(usize),
    /// Force of a spring in a series: the series, and the number of the spring in it.
    PartForce(usize, usize),
    /// e of a spring in a series, m or rad.
    PartDeflection(usize, usize),
    /// Number of the mode of a spring in a series.
    PartState(usize, usize),
    /// Value of a row of quantities, of an element of its kind.
    Quantity(&'static Quantity, usize),
    /// F of a force by formula, or the energy of a potential.
    Formula(usize),
    /// Number of the mode of an element of a declared kind.
    ForceState(usize),
    /// Indeterminacy of the forces of stuck contacts, a Boolean: true if they are one solution of many.
    Indeterminate,
    /// Transitions of any element since the start.
    EventCount,
    /// Time of the last event of any element, s; the start time before any.
    LastEventTime,
    /// Predicted time of the next transition, s; 1e300 where none comes within the horizon.
    NextEventTime,
}

impl Accessor {
    /// Returns the nominal value, with one digit, of a state that moves or dissipates; None of all else.
    pub(super) fn nominal(self, nominals: &Nominals) -> Option<f64> {
        let value = match self {
            Accessor::Position(body) => nominals.length[body],
            Accessor::Velocity(body) => nominals.velocity[body],
            Accessor::DissipatedEnergy(contact) => nominals.energy[contact],
            _ => return None,
        };
        // Products of sizes may leave the range of numbers, and the greatest ones when they are rounded.
        let value = value.clamp(f64::MIN_POSITIVE, f64::MAX);
        let power = libm::floor(libm::log10(value)) as i32;
        let whole = 10.0_f64.powi(power.abs());
        let rounded = match power {
            ..0 => (value * whole).round() / whole,
            _ => (value / whole).round() * whole,
        };
        Some(rounded.min(f64::MAX))
    }

    /// Returns the row of quantities that says what the value is, how it changes and what it depends on, and the
    /// element; None of states, modes and counts, and of what is given.
    pub(super) fn row(self) -> Option<(&'static Quantity, usize)> {
        Some(match self {
            Accessor::Velocity(body) => (&quantities::VELOCITY, body),
            Accessor::Acceleration(body) => (&quantities::ACCELERATION, body),
            Accessor::Reaction(body) => (&quantities::REACTION, body),
            Accessor::FrictionForce(contact) => (&quantities::FRICTION_FORCE, contact),
            Accessor::SlipVelocity(contact) => (&quantities::SLIP_VELOCITY, contact),
            Accessor::DissipatedPower(contact) => (&quantities::DISSIPATED_POWER, contact),
            Accessor::NormalLoad(contact) => (&quantities::NORMAL_LOAD, contact),
            Accessor::SpringForce(spring) => (&quantities::SPRING_FORCE, spring),
            Accessor::Deflection(spring) => (&quantities::DEFLECTION, spring),
            Accessor::Formula(force) => (&quantities::FORMULA, force),
            Accessor::Quantity(quantity, element) => (quantity, element),
            _ => return None,
        })
    }
}

/// One variable; its index in the table is its FMI value reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Structured name, at most 63 characters, e.g. `block.velocity`.
    pub name: String,
    /// Description in words.
    pub description: String,
    /// Coherent unit; [`PhysicalUnit::One`] of what is not real.
    pub unit: PhysicalUnit,
    /// Its type.
    pub kind: Kind,
    /// Causality: origin of its value.
    pub causality: Causality,
    /// Times at which it may change.
    pub variability: Variability,
    /// None for inputs, for which FMI does not allow it.
    pub initial: Option<Initial>,
    /// Some exactly for parameters, constants and inputs.
    pub start: Option<Value>,
    /// Inclusive; the exclusive bound > 0 is the smallest normal number.
    pub min: Option<f64>,
    /// Inclusive.
    pub max: Option<f64>,
    /// Order of magnitude, > 0.
    pub nominal: Option<f64>,
    /// Index of the state of which this is the time derivative.
    pub derivative_of: Option<usize>,
    /// True if the state may jump at an event (FMI 2.0 §2.2.7, Model Exchange).
    pub reinit: bool,
    /// The place of its value.
    pub accessor: Accessor,
}

impl Variable {
    /// True if it has a meaning in FMI 3.0, where a host says at instantiation that steps may end early.
    pub fn is_of_three(&self) -> bool {
        self.accessor != Accessor::Setting(Setting::StopAtEvents)
    }

    /// True if a host may set or read it within a communication step (FMI 3.0).
    pub(crate) fn is_intermediate(&self) -> bool {
        let exchanged = matches!(self.causality, Causality::Input | Causality::Output);
        let continuous = self.variability == Variability::Continuous;
        exchanged && continuous && self.accessor != Accessor::NextEventTime
    }

    /// Returns the unit symbol for readers; `-` for pure numbers.
    pub fn unit_symbol(&self) -> &'static str {
        self.unit.symbol().unwrap_or("-")
    }

    /// Returns the bounds in words, `≥ 0 and ≤ 1`; None without any.
    pub fn bounds(&self) -> Option<String> {
        let lower = self.min.map(|min| match min {
            f64::MIN_POSITIVE => "> 0".to_owned(),
            min => format!("≥ {}", Short(min)),
        });
        let upper = self.max.map(|max| format!("≤ {}", Short(max)));
        let bounds: Vec<String> = lower.into_iter().chain(upper).collect();
        (!bounds.is_empty()).then(|| bounds.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_short_and_exact() {
        let shown = |x: f64| Value::Real(x).to_string();
        assert_eq!(
            [0.0, 1.0, -0.25, 1e-10, 2.5e9].map(shown),
            ["0", "1", "-0.25", "1e-10", "2.5e9"]
        );
        for x in [0.1 + 0.2, f64::MIN_POSITIVE, f64::MAX, 1.0 / 3.0] {
            assert_eq!(shown(x).parse(), Ok(x));
        }
        assert_eq!(shown(f64::NAN), "NaN");
    }
}
