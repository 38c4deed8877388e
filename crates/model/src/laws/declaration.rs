//! Declarations of the parameters of laws: each is declared once, and network files, FMU variables and the
//! documentation are made from it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::spelling::plain;

/// Quantity that a parameter of a law measures; it fixes the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Measure {
    /// A force (torque), or with a normal load a coefficient of friction.
    #[serde(rename = "friction")]
    Friction,
    /// A force (torque) or coefficient of friction per slip velocity.
    #[serde(rename = "friction per velocity")]
    FrictionPerVelocity,
    /// A force (torque) or coefficient of friction per slip velocity squared.
    #[serde(rename = "friction per velocity2")]
    FrictionPerVelocity2,
    /// Force per slip velocity, not multiplied by the normal load.
    #[serde(rename = "viscous")]
    Viscous,
    /// Slip velocity.
    #[serde(rename = "velocity")]
    Velocity,
    /// One over a slip velocity.
    #[serde(rename = "per velocity")]
    PerVelocity,
    /// A force, with and without normal load.
    #[serde(rename = "force")]
    Force,
    /// Friction per slip distance.
    #[serde(rename = "friction per length")]
    FrictionPerLength,
    /// Friction per time.
    #[serde(rename = "friction per time")]
    FrictionPerTime,
    /// A slip distance.
    #[serde(rename = "length")]
    Length,
    /// One over a time.
    #[serde(rename = "per time")]
    PerTime,
    /// Energy per time.
    #[serde(rename = "power")]
    Power,
    /// A pure number.
    #[serde(rename = "number")]
    Number,
    /// A temperature.
    #[serde(rename = "temperature")]
    Temperature,
    /// One over a temperature.
    #[serde(rename = "per temperature")]
    PerTemperature,
    /// A temperature per time.
    #[serde(rename = "temperature per time")]
    TemperaturePerTime,
    /// A time.
    #[serde(rename = "time")]
    Time,
    /// A whole number that is part of the structure: no host can set it.
    #[serde(rename = "count")]
    Count,
}

impl Measure {
    /// Returns the quantity that the time derivative of such a parameter measures.
    pub(super) fn rate(self) -> Option<Self> {
        match self {
            Self::Friction => Some(Self::FrictionPerTime),
            Self::Length => Some(Self::Velocity),
            Self::Number => Some(Self::PerTime),
            Self::Time => Some(Self::Number),
            Self::Temperature => Some(Self::TemperaturePerTime),
            _ => None,
        }
    }
}

/// Values that a parameter may have by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum Range {
    /// Any finite number.
    #[serde(rename = "any")]
    Any,
    /// ≥ 0
    #[default]
    #[serde(rename = "not negative")]
    NotNegative,
    /// > 0
    #[serde(rename = "positive")]
    Positive,
}

impl Range {
    /// Returns the rule that one of some numbers breaks.
    pub(crate) fn broken(self, numbers: &[f64]) -> Option<&'static str> {
        let all = |holds: fn(&f64) -> bool| numbers.iter().all(holds);
        let (holds, rule) = match self {
            Range::Any => (all(|x| x.is_finite()), "must be finite"),
            Range::NotNegative => (all(|x| x.is_finite() && *x >= 0.0), "must be finite and ≥ 0"),
            Range::Positive => (all(|x| x.is_finite() && *x > 0.0), "must be finite and > 0"),
        };
        (!holds).then_some(rule)
    }
}

/// Word for friction in descriptions of parameters and states that measure it: force, torque or coefficient.
pub(super) const FRICTION_WORD: &str = "{friction}";

/// A text of a declaration, of the program or of a file.
pub type Text = Cow<'static, str>;

/// One parameter of a law, or one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawParameter {
    /// Name without normal load, e.g. `kineticFriction`.
    pub name: Text,
    /// Name with a normal load, e.g. `kineticCoefficient`.
    pub loaded_name: Text,
    /// Name in formulas.
    pub symbol: Text,
    /// Quantity that it measures, which gives its unit.
    pub measure: Measure,
    /// Values that it may have, each entry of a list too.
    pub range: Range,
    /// A list of numbers; each is a parameter of its own, `name[1]`, `name[2]`, …
    pub list: bool,
    /// Start value of an internal state of the law; no host can set it after initialisation.
    pub start: bool,
    /// An input of each contact, held between communication points, unless a file gives a number.
    pub input: bool,
    /// Value where a file does not give it; of an input until a host gives one. None: must be given.
    pub default: Option<DefaultValue>,
    /// Example of its value, in coherent SI units without a normal load, with which the law shows its behaviour at slip
    /// velocities of up to 1 m/s; one entry unless it is a list. None: its default.
    pub example: Option<Vec<f64>>,
    /// Description in words, without unit; friction stands there as `{friction}`.
    pub description: Text,
}

/// Value of a law's parameter that a file does not give.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum DefaultValue {
    /// A number, in the coherent SI unit.
    Number(f64),
    /// Equal to another parameter of the law (by position) at all times; no FMU variable of its own.
    SameAs(usize),
    /// A list without entries.
    Empty,
}

impl LawParameter {
    /// Returns its description with a word for friction, such as "friction coefficient".
    pub fn text(&self, friction: &str) -> String {
        self.description.replace(FRICTION_WORD, friction)
    }

    /// Returns a number > 0 that must be given.
    pub(super) const fn positive(
        name: &'static str,
        symbol: &'static str,
        measure: Measure,
        description: &'static str,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            loaded_name: Cow::Borrowed(name),
            symbol: Cow::Borrowed(symbol),
            measure,
            range: Range::Positive,
            list: false,
            start: false,
            input: false,
            default: None,
            example: None,
            description: Cow::Borrowed(description),
        }
    }

    /// Returns a number of a formula, a list of them, or an input, of any value.
    pub(crate) fn of_formula(name: &str, list: bool, input: bool) -> Self {
        let name: Text = Cow::Owned(name.to_owned());
        Self {
            loaded_name: name.clone(),
            symbol: name.clone(),
            name,
            range: Range::Any,
            list,
            input,
            ..Self::positive("", "", Measure::Number, "")
        }
    }

    /// Returns its symbol with or without a normal load: with one a friction force F is a coefficient μ.
    pub fn symbol_under(&self, loaded: bool) -> Cow<'_, str> {
        let is_force = self.measure == Measure::Friction && self.name != self.loaded_name;
        match self.symbol.strip_prefix('F') {
            Some(rest) if loaded && is_force => Cow::Owned(format!("μ{rest}")),
            _ => Cow::Borrowed(&self.symbol),
        }
    }

    /// True if a word is its symbol with or without a normal load, but for capitals if these do not count.
    pub(super) fn has_symbol(&self, word: &str, loaded: bool, capitals: bool) -> bool {
        let (word, symbol) = (plain(word), plain(&self.symbol_under(loaded)));
        if capitals { word == symbol } else { word.eq_ignore_ascii_case(&symbol) }
    }

    /// True if a word is its symbol with a normal load alone, or without one alone.
    pub fn is_symbol_under(&self, loaded: bool, word: &str) -> bool {
        self.has_symbol(word, loaded, false) && !self.has_symbol(word, !loaded, false)
    }

    /// Returns C of the viscous part C·w, which every law has.
    pub(super) const fn viscous() -> Self {
        let text = "viscous friction constant";
        let mut viscous = Self::positive("viscous", "C", Measure::Viscous, text);
        viscous.range = Range::NotNegative;
        viscous.default = Some(DefaultValue::Number(0.0));
        viscous
    }
}

/// Values of a law's parameters: the entries of each in turn.
#[derive(Clone, Copy, Debug)]
pub struct Values<'v> {
    numbers: &'v [f64],
    /// Index at which the entries of each parameter end.
    ends: &'v [usize],
}

impl<'v> Values<'v> {
    /// Makes the values of all parameters of a law, with the ends of its shape
    /// ([`LawShape::ends`](super::LawShape::ends)).
    pub fn new(numbers: &'v [f64], ends: &'v [usize]) -> Self {
        Self { numbers, ends }
    }

    /// Returns the indices of the entries of a parameter.
    pub(super) fn places(&self, parameter: usize) -> std::ops::Range<usize> {
        let start = if parameter == 0 { 0 } else { self.ends[parameter - 1] };
        start..self.ends[parameter]
    }

    /// Returns the entry at a place.
    pub(super) fn entry(&self, place: usize) -> f64 {
        self.numbers[place]
    }

    /// Returns the entries of a parameter.
    pub fn list(&self, parameter: usize) -> &'v [f64] {
        &self.numbers[self.places(parameter)]
    }

    /// Returns the last parameter, one number.
    pub(super) fn last(&self) -> f64 {
        self.number(self.ends.len() - 1)
    }

    /// Returns a parameter that is one number.
    pub fn number(&self, parameter: usize) -> f64 {
        self.list(parameter)[0]
    }
}

/// A rule that the parameters of a law break.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{rule} (got {values})")]
pub struct LawError {
    /// The rule in words.
    pub rule: String,
    /// Positions among the law's parameters of those that the rule joins, the one to change first.
    pub parameters: Vec<usize>,
    /// Names and values of those.
    pub values: String,
}

/// A rule and the positions of the parameters that it joins, the one to change first.
#[derive(Debug)]
pub(super) struct Broken(pub Text, pub Vec<usize>);

/// Returns `Ok` where a rule holds.
pub(super) fn rule(holds: bool, rule: &'static str, parameters: &[usize]) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(Cow::Borrowed(rule), parameters.to_vec())) }
}
