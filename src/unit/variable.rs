//! One row of the variable table: everything that FMI, the documentation and the command line say of
//! a variable.

use std::fmt;

use crate::network::{InputId, ParameterId, PhysicalUnit};

/// Value of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Real(f64),
    Integer(i32),
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

/// A number in its shortest exact form, with an exponent where there would be many zeros.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = 1e-4..1e7;
        if self.0 == 0.0 || plain.contains(&self.0.abs()) || !self.0.is_finite() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{:e}", self.0)
        }
    }
}

/// A named value of an integer, the first of which is 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    pub name: &'static str,
    pub description: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Real,
    Integer,
    Boolean,
    /// An integer whose values have names. No enumeration: some hosts read no start value of one.
    Named(&'static [Item]),
}

impl Kind {
    /// Word for messages and docs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Real => "Real",
            Kind::Integer | Kind::Named(_) => "Integer",
            Kind::Boolean => "Boolean",
        }
    }

    /// The type in FMI 3.0.
    pub fn name_of_three(self) -> &'static str {
        match self {
            Kind::Real => "Float64",
            Kind::Integer => "Int32",
            Kind::Named(_) => "Enumeration",
            Kind::Boolean => "Boolean",
        }
    }
}

/// Who determines the value (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    Parameter,
    Input,
    Output,
    Local,
}

impl Causality {
    pub fn name(self) -> &'static str {
        match self {
            Causality::Parameter => "parameter",
            Causality::Input => "input",
            Causality::Output => "output",
            Causality::Local => "local",
        }
    }
}

/// When the value may change (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    Constant,
    Fixed,
    Tunable,
    Discrete,
    Continuous,
}

impl Variability {
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

/// How the value comes about at initialisation (FMI 2.0 §2.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    Exact,
    Calculated,
}

impl Initial {
    pub fn name(self) -> &'static str {
        match self {
            Initial::Exact => "exact",
            Initial::Calculated => "calculated",
        }
    }
}

/// A choice of the unit as a whole, not a number of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    Method,
    MoreauStep,
    StopAtEvents,
    InputsAtStepEnd,
    RelativeTolerance,
    PredictionHorizon,
}

/// Where the value lives. Numbers are indices of the network's bodies, contacts, springs or dampers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accessor {
    Parameter(ParameterId),
    Setting(Setting),
    Input(InputId),
    Position(usize),
    Velocity(usize),
    Acceleration(usize),
    Reaction(usize),
    FrictionForce(usize),
    MeanFrictionForce(usize),
    SlipVelocity(usize),
    DissipatedEnergy(usize),
    DissipatedPower(usize),
    NormalLoad(usize),
    ContactState(usize),
    Stuck(usize),
    /// Internal state of a contact's law, counted from 0, and its derivative.
    InternalState(usize, usize),
    InternalRate(usize, usize),
    StickToSlipCount(usize),
    SlipToStickCount(usize),
    ContactLastEventTime(usize),
    SpringForce(usize),
    Deflection(usize),
    SpringState(usize),
    /// Of a spring in a series: the series, and the number of the spring in it.
    PartForce(usize, usize),
    PartDeflection(usize, usize),
    PartState(usize, usize),
    DamperForce(usize),
    /// F of a force by formula, or the energy of a potential.
    Formula(usize),
    /// e of a spring by formula.
    FormulaDeflection(usize),
    Indeterminate,
    EventCount,
    LastEventTime,
    NextEventTime,
}

/// One variable; its index in the table is its FMI value reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Structured name, at most 63 characters, e.g. `block.velocity`.
    pub name: String,
    pub description: String,
    pub unit: PhysicalUnit,
    pub kind: Kind,
    pub causality: Causality,
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
    /// Whether the state may jump at an event (FMI 2.0 §2.2.7, Model Exchange).
    pub reinit: bool,
    pub accessor: Accessor,
}

impl Variable {
    /// Whether it has a meaning in FMI 3.0, where a host says at instantiation that steps may end early.
    pub fn is_of_three(&self) -> bool {
        self.accessor != Accessor::Setting(Setting::StopAtEvents)
    }

    /// Whether a host may set or read it within a communication step (FMI 3.0).
    pub fn is_intermediate(&self) -> bool {
        let exchanged = matches!(self.causality, Causality::Input | Causality::Output);
        let continuous = self.variability == Variability::Continuous;
        exchanged && continuous && self.accessor != Accessor::NextEventTime
    }

    /// Unit symbol for people; `-` for pure numbers.
    pub fn unit_symbol(&self) -> &'static str {
        self.unit.symbol().unwrap_or("-")
    }

    /// The bounds in words, `≥ 0 and ≤ 1`; None without any.
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
