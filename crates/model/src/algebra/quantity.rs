//! Numbers with physical dimensions: what a formula with units comes to, or the operation that its units break.

use std::fmt;

use super::functions::{One, Two};
use super::number::Number;

/// Exponents of the SI base units in a unit; the radian counts as one, as in FMI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exponents {
    /// Exponent of the kilogram.
    pub kg: i8,
    /// Exponent of the metre.
    pub m: i8,
    /// Exponent of the second.
    pub s: i8,
    /// Exponent of the radian.
    pub rad: i8,
    /// Exponent of the kelvin.
    pub kelvin: i8,
}

impl Exponents {
    /// Makes the unit kg^kg·m^m·s^s·rad^rad.
    pub const fn new(kg: i8, m: i8, s: i8, rad: i8) -> Self {
        Self { kg, m, s, rad, kelvin: 0 }
    }

    /// The kelvin itself.
    pub const KELVIN: Self = Self { kelvin: 1, ..Self::new(0, 0, 0, 0) };

    /// True if values of both can be compared. The radian may be left out, as in ω·r for m/s; 1/rad is no rad.
    pub fn fit(self, other: Self) -> bool {
        let opposite = self.rad.signum() * other.rad.signum() < 0;
        Self { rad: 0, ..self } == Self { rad: 0, ..other } && !opposite
    }

    /// True if a value has no unit at all, not even the radian.
    pub(crate) fn are_none(self) -> bool {
        self == Self::default()
    }

    /// Returns each exponent with that of another unit; None beyond the range of exponents.
    fn with(self, other: Self, join: fn(i8, i8) -> Option<i8>) -> Option<Self> {
        Some(Self {
            kg: join(self.kg, other.kg)?,
            m: join(self.m, other.m)?,
            s: join(self.s, other.s)?,
            rad: join(self.rad, other.rad)?,
            kelvin: join(self.kelvin, other.kelvin)?,
        })
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        self.with(other, i8::checked_add)
    }

    pub(super) fn over(self, other: Self) -> Option<Self> {
        self.with(other, i8::checked_sub)
    }

    /// Returns the unit to a power; None where an exponent would be no whole number, or too large.
    pub(super) fn power(self, by: f64) -> Option<Self> {
        let one = |exponent: i8| {
            let power = f64::from(exponent) * by;
            (power.trunc() == power && power.abs() <= f64::from(i8::MAX)).then_some(power as i8)
        };
        Some(Self {
            kg: one(self.kg)?,
            m: one(self.m)?,
            s: one(self.s)?,
            rad: one(self.rad)?,
            kelvin: one(self.kelvin)?,
        })
    }
}

/// Text of a unit as FMI writes it, with the newton where there is a mass over a time: `N.s/m`, `kg.m2`, `1/s`.
impl fmt::Display for Exponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.are_none() {
            return f.write_str("pure numbers");
        }
        let Self { kg, m, s, rad, kelvin } = *self;
        let [kg, m, s, rad, kelvin] = [kg, m, s, rad, kelvin].map(i16::from);
        let newtons = i16::from(kg == 1 && s < 0);
        let parts = [
            ("kg", kg - newtons),
            ("N", newtons),
            ("m", m - newtons),
            ("s", s + 2 * newtons),
            ("rad", rad),
            ("K", kelvin),
        ];
        let told = |sign: i16| {
            let parts = parts.iter().filter(move |(_, power)| power.signum() == sign);
            let one = |(unit, power): &(&str, i16)| match power.abs() {
                1 => (*unit).to_owned(),
                power => format!("{unit}{power}"),
            };
            parts.map(one).collect::<Vec<_>>()
        };
        let (above, below) = (told(1).join("."), told(-1));
        let above = if above.is_empty() { "1" } else { &above };
        match below.as_slice() {
            [] => f.write_str(above),
            [only] => write!(f, "{above}/{only}"),
            several => write!(f, "{above}/({})", several.join(".")),
        }
    }
}

/// A value in the coherent SI unit of its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Value in that unit.
    pub value: f64,
    /// kg, m, s, rad and K only.
    pub unit: Exponents,
}

/// An operation that does not fit the units of its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Misfit {
    /// A sum, comparison or the like of two units that do not fit.
    Joined(&'static str, [Exponents; 2]),
    /// An operation that only pure numbers can have.
    Pure(&'static str, Exponents),
    /// A power or root whose unit has no whole exponents, or too large ones.
    Unit(&'static str),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joined(function, [a, b]) => {
                write!(f, "`{function}` needs operands in one unit (got {a} and {b})")
            }
            Self::Pure(function, unit) => {
                write!(f, "`{function}` needs pure numbers (got {unit})")
            }
            Self::Unit(function) => {
                write!(f, "`{function}` makes a unit whose exponents are not whole or too large")
            }
        }
    }
}

impl Quantity {
    /// Makes a number without unit.
    pub fn pure(value: f64) -> Self {
        Self { value, unit: Exponents::default() }
    }

    /// Returns the unit that two operands have in common; a plain 0 has any unit.
    fn common(self, other: Self, function: Two) -> Result<Exponents, Misfit> {
        let nothing = |one: Self| one.value == 0.0 && one.unit.are_none();
        match (self.unit, other.unit) {
            (a, b) if a.fit(b) => Ok(if nothing(self) { b } else { a }),
            (_, b) if nothing(self) => Ok(b),
            (a, _) if nothing(other) => Ok(a),
            (a, b) => Err(Misfit::Joined(function.symbol(), [a, b])),
        }
    }

    fn one(self, function: One) -> Result<Self, Misfit> {
        use One::{Abs, Negative, Not, Sign, Sqrt};
        let unit = match function {
            Negative | Abs => self.unit,
            Not | Sign => Exponents::default(),
            Sqrt => self.unit.power(0.5).ok_or(Misfit::Unit(function.symbol()))?,
            _ if self.unit.fit(Exponents::default()) => Exponents::default(),
            _ => return Err(Misfit::Pure(function.symbol(), self.unit)),
        };
        Ok(Self { value: self.value.one(function), unit })
    }

    fn two(self, other: Self, function: Two) -> Result<Self, Misfit> {
        let none = Exponents::default();
        let unit = match function {
            Two::Or | Two::And => Some(none),
            Two::Times | Two::Chain => self.unit.times(other.unit),
            Two::Over => self.unit.over(other.unit),
            Two::Power if !other.unit.are_none() => {
                return Err(Misfit::Pure(function.symbol(), other.unit));
            }
            Two::Power => self.unit.power(other.value),
            Two::Atan2 => self.common(other, function).map(|_| Some(none))?,
            function if function.is_condition() => {
                self.common(other, function).map(|_| Some(none))?
            }
            function => Some(self.common(other, function)?),
        };
        let unit = unit.ok_or(Misfit::Unit(function.symbol()))?;
        Ok(Self { value: self.value.two(other.value, function), unit })
    }
}

/// The first misfit is kept to the end.
impl Number for Result<Quantity, Misfit> {
    fn constant(x: f64) -> Self {
        Ok(Quantity::pure(x))
    }

    fn one(self, function: One) -> Self {
        self?.one(function)
    }

    fn two(self, other: Self, function: Two) -> Self {
        self?.two(other?, function)
    }

    fn choose(self, then: Self, otherwise: Self) -> Self {
        let (holds, then, otherwise) = (self?.value != 0.0, then?, otherwise?);
        let unit = then.common(otherwise, Two::Equal);
        let unit = unit.map_err(|_| Misfit::Joined("if", [then.unit, otherwise.unit]))?;
        Ok(Quantity { unit, ..if holds { then } else { otherwise } })
    }

    fn truth(self) -> Option<bool> {
        self.ok().map(|condition| condition.value != 0.0)
    }
}
