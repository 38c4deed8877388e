//! What a law says of its parameters: each is declared once, and network files, FMU variables and the
//! documentation are made from it.

/// What a parameter of a law measures; it fixes the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A force (torque), or with a normal load a coefficient of friction.
    Friction,
    /// The same per slip velocity.
    FrictionPerVelocity,
    /// The same per slip velocity squared.
    FrictionPerVelocity2,
    /// Force per slip velocity, not multiplied by the normal load.
    Viscous,
    /// Slip velocity.
    Velocity,
    /// One over a slip velocity.
    PerVelocity,
    /// A force, with and without normal load.
    Force,
    /// Friction per slip distance.
    FrictionPerLength,
    /// Friction per time.
    FrictionPerTime,
    /// A slip distance.
    Length,
    /// One over a time.
    PerTime,
    /// Energy per time.
    Power,
    /// A pure number.
    Number,
    /// A whole number that is part of the structure: no host can set it.
    Count,
}

/// Which values a parameter may have by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Any,
    /// ≥ 0
    NotNegative,
    /// > 0
    Positive,
}

/// One parameter of a law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LawParameter {
    /// Name without normal load, e.g. `kineticFriction`.
    pub name: &'static str,
    /// Name with a normal load, e.g. `kineticCoefficient`.
    pub loaded_name: &'static str,
    pub measure: Measure,
    pub range: Range,
    /// A list of numbers; each is a parameter of its own, `name[1]`, `name[2]`, …
    pub list: bool,
    /// Start value of an internal state of the law; no host can set it after initialisation.
    pub start: bool,
    /// None: must be given.
    pub default: Option<DefaultValue>,
    pub description: &'static str,
}

/// Value of a law's parameter that a file does not give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultValue {
    Number(f64),
    /// Equal to another parameter of the law (by position) at all times; no FMU variable of its own.
    SameAs(usize),
    /// A list without entries.
    Empty,
}

impl LawParameter {
    /// A number ≥ 0 that must be given.
    pub(super) const fn new(
        name: &'static str,
        loaded_name: &'static str,
        measure: Measure,
        description: &'static str,
    ) -> Self {
        let (range, list, start, default) = (Range::NotNegative, false, false, None);
        Self { name, loaded_name, measure, range, list, start, default, description }
    }

    pub(super) const fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    pub(super) const fn or(self, default: DefaultValue) -> Self {
        Self { default: Some(default), ..self }
    }

    /// A start value of any sign, 0 unless it is given.
    pub(super) const fn start(self) -> Self {
        let default = Some(DefaultValue::Number(0.0));
        Self { start: true, range: Range::Any, default, ..self }
    }

    pub(super) const fn list(self) -> Self {
        Self { list: true, ..self }
    }

    /// Fk, or μk with a normal load.
    pub(super) const fn kinetic(description: &'static str) -> Self {
        Self::new("kineticFriction", "kineticCoefficient", Measure::Friction, description)
    }

    /// Fs, or μs with a normal load.
    pub(super) const fn static_limit(description: &'static str) -> Self {
        Self::new("staticFriction", "staticCoefficient", Measure::Friction, description)
    }

    /// Fk of laws with one friction at all slip velocities.
    pub(super) const KINETIC: Self = Self::kinetic("friction while slipping");

    /// Fs of laws whose first parameter is [`Self::KINETIC`].
    pub(super) const STATIC: Self =
        Self::static_limit("greatest friction while stuck").or(DefaultValue::SameAs(0));

    /// Fk of laws that fall towards it.
    pub(super) const FAST: Self = Self::kinetic("friction that fast slip tends to");

    /// Fs of laws that fall from it.
    pub(super) const SLOWEST: Self =
        Self::static_limit("friction of the slowest slip and greatest friction while stuck");

    /// C of the viscous part C·w, which every law has.
    pub(super) const VISCOUS: Self =
        Self::new("viscous", "viscous", Measure::Viscous, "viscous friction per slip velocity")
            .or(DefaultValue::Number(0.0));
}

/// Values of a law's parameters: the entries of each in turn.
#[derive(Clone, Copy, Debug)]
pub struct Values<'v> {
    numbers: &'v [f64],
    /// Where the entries of each parameter end.
    ends: &'v [usize],
}

impl<'v> Values<'v> {
    pub fn new(numbers: &'v [f64], ends: &'v [usize]) -> Self {
        Self { numbers, ends }
    }

    /// The entries of a parameter.
    pub fn list(&self, parameter: usize) -> &'v [f64] {
        let start = if parameter == 0 { 0 } else { self.ends[parameter - 1] };
        &self.numbers[start..self.ends[parameter]]
    }

    /// The last parameter, one number.
    pub(super) fn last(&self) -> f64 {
        self.number(self.ends.len() - 1)
    }

    /// A parameter that is one number.
    pub fn number(&self, parameter: usize) -> f64 {
        self.list(parameter)[0]
    }
}

/// A rule that the numbers of a law break.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{rule} (got {values})")]
pub struct LawError {
    pub rule: &'static str,
    /// Positions among the law's parameters of those that the rule joins, the one to change first.
    pub parameters: Vec<usize>,
    /// Names and values of those.
    pub values: String,
}

/// A rule and the positions of the parameters that it joins, the one to change first.
#[derive(Debug)]
pub(super) struct Broken(pub &'static str, pub &'static [usize]);

/// Of laws with both frictions.
pub(super) const STATIC_BELOW_KINETIC: &str = "static friction must not be below kinetic friction";

/// `Ok` where a rule holds.
pub(super) fn rule(
    holds: bool,
    rule: &'static str,
    parameters: &'static [usize],
) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(rule, parameters)) }
}
