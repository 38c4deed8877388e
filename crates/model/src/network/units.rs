//! Physical units of variables: symbol, exponents of the SI base units and display unit, declared
//! once for files, docs and the model description.

use serde::{Deserialize, Serialize};

use crate::algebra::Exponents;

/// A coherent SI unit. `None`-like quantities (counts, coefficients) use [`PhysicalUnit::One`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PhysicalUnit {
    /// Pure numbers, counts.
    One,
    /// s
    Second,
    /// 1/s
    PerSecond,
    /// m
    Metre,
    /// m/s
    MetrePerSecond,
    /// m/s²
    MetrePerSecond2,
    /// kg
    Kilogram,
    /// N
    Newton,
    /// N·s/m
    NewtonSecondPerMetre,
    /// N·s²/m²
    NewtonSecond2PerMetre2,
    /// 1/m
    PerMetre,
    /// s/m
    SecondPerMetre,
    /// s²/m²
    Second2PerMetre2,
    /// N/m
    NewtonPerMetre,
    /// N/m³
    NewtonPerMetre3,
    /// N/s
    NewtonPerSecond,
    /// rad
    Radian,
    /// 1/rad
    PerRadian,
    /// rad/s
    RadianPerSecond,
    /// rad/s²
    RadianPerSecond2,
    /// kg·m
    KilogramMetre,
    /// kg·m²
    KilogramMetre2,
    /// 1/kg
    PerKilogram,
    /// 1/(kg·m)
    PerKilogramMetre,
    /// 1/(kg·m²)
    PerKilogramMetre2,
    /// N·m
    NewtonMetre,
    /// N·m·s/rad
    NewtonMetreSecondPerRadian,
    /// N·m·s²/rad²
    NewtonMetreSecond2PerRadian2,
    /// s/rad
    SecondPerRadian,
    /// s²/rad²
    Second2PerRadian2,
    /// N·m/rad
    NewtonMetrePerRadian,
    /// N·m/rad³
    NewtonMetrePerRadian3,
    /// N·m/s
    NewtonMetrePerSecond,
    /// J
    Joule,
    /// W
    Watt,
    /// K
    Kelvin,
    /// 1/K
    PerKelvin,
    /// K/s
    KelvinPerSecond,
    /// m²
    SquareMetre,
    /// m³
    CubicMetre,
    /// m²/s
    SquareMetrePerSecond,
    /// m³/s
    CubicMetrePerSecond,
    /// m³/rad
    CubicMetrePerRadian,
    /// Pa
    Pascal,
    /// 1/Pa
    PerPascal,
    /// Pa/s
    PascalPerSecond,
    /// Pa·s
    PascalSecond,
    /// Pa·s/m³
    PascalSecondPerCubicMetre,
    /// m³/Pa
    CubicMetrePerPascal,
    /// kg/s
    KilogramPerSecond,
    /// kg/m
    KilogramPerMetre,
    /// kg/m³
    KilogramPerCubicMetre,
    /// m/N
    MetrePerNewton,
    /// m/rad
    MetrePerRadian,
    /// rad/m
    RadianPerMetre,
    /// rad/(N·m)
    RadianPerNewtonMetre,
}

/// A unit for readers: its value is `factor` times the value in the coherent unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DisplayUnit {
    /// Symbol in FMI and Modelica, e.g. `deg`.
    pub symbol: &'static str,
    /// Display units in one coherent unit.
    pub factor: f64,
}

const DEGREES_PER_RADIAN: f64 = 180.0 / std::f64::consts::PI;

/// Each unit with its symbol and the exponents of kg, m, s, rad and K, in the order of their declaration.
const UNITS: [(PhysicalUnit, Option<&str>, [i8; 5]); 56] = [
    (PhysicalUnit::One, None, [0, 0, 0, 0, 0]),
    (PhysicalUnit::Second, Some("s"), [0, 0, 1, 0, 0]),
    (PhysicalUnit::PerSecond, Some("1/s"), [0, 0, -1, 0, 0]),
    (PhysicalUnit::Metre, Some("m"), [0, 1, 0, 0, 0]),
    (PhysicalUnit::MetrePerSecond, Some("m/s"), [0, 1, -1, 0, 0]),
    (PhysicalUnit::MetrePerSecond2, Some("m/s2"), [0, 1, -2, 0, 0]),
    (PhysicalUnit::Kilogram, Some("kg"), [1, 0, 0, 0, 0]),
    (PhysicalUnit::Newton, Some("N"), [1, 1, -2, 0, 0]),
    (PhysicalUnit::NewtonSecondPerMetre, Some("N.s/m"), [1, 0, -1, 0, 0]),
    (PhysicalUnit::NewtonSecond2PerMetre2, Some("N.s2/m2"), [1, -1, 0, 0, 0]),
    (PhysicalUnit::PerMetre, Some("1/m"), [0, -1, 0, 0, 0]),
    (PhysicalUnit::SecondPerMetre, Some("s/m"), [0, -1, 1, 0, 0]),
    (PhysicalUnit::Second2PerMetre2, Some("s2/m2"), [0, -2, 2, 0, 0]),
    (PhysicalUnit::NewtonPerMetre, Some("N/m"), [1, 0, -2, 0, 0]),
    (PhysicalUnit::NewtonPerMetre3, Some("N/m3"), [1, -2, -2, 0, 0]),
    (PhysicalUnit::NewtonPerSecond, Some("N/s"), [1, 1, -3, 0, 0]),
    (PhysicalUnit::Radian, Some("rad"), [0, 0, 0, 1, 0]),
    (PhysicalUnit::PerRadian, Some("1/rad"), [0, 0, 0, -1, 0]),
    (PhysicalUnit::RadianPerSecond, Some("rad/s"), [0, 0, -1, 1, 0]),
    (PhysicalUnit::RadianPerSecond2, Some("rad/s2"), [0, 0, -2, 1, 0]),
    (PhysicalUnit::KilogramMetre, Some("kg.m"), [1, 1, 0, 0, 0]),
    (PhysicalUnit::KilogramMetre2, Some("kg.m2"), [1, 2, 0, 0, 0]),
    (PhysicalUnit::PerKilogram, Some("1/kg"), [-1, 0, 0, 0, 0]),
    (PhysicalUnit::PerKilogramMetre, Some("1/(kg.m)"), [-1, -1, 0, 0, 0]),
    (PhysicalUnit::PerKilogramMetre2, Some("1/(kg.m2)"), [-1, -2, 0, 0, 0]),
    (PhysicalUnit::NewtonMetre, Some("N.m"), [1, 2, -2, 0, 0]),
    (PhysicalUnit::NewtonMetreSecondPerRadian, Some("N.m.s/rad"), [1, 2, -1, -1, 0]),
    (PhysicalUnit::NewtonMetreSecond2PerRadian2, Some("N.m.s2/rad2"), [1, 2, 0, -2, 0]),
    (PhysicalUnit::SecondPerRadian, Some("s/rad"), [0, 0, 1, -1, 0]),
    (PhysicalUnit::Second2PerRadian2, Some("s2/rad2"), [0, 0, 2, -2, 0]),
    (PhysicalUnit::NewtonMetrePerRadian, Some("N.m/rad"), [1, 2, -2, -1, 0]),
    (PhysicalUnit::NewtonMetrePerRadian3, Some("N.m/rad3"), [1, 2, -2, -3, 0]),
    (PhysicalUnit::NewtonMetrePerSecond, Some("N.m/s"), [1, 2, -3, 0, 0]),
    (PhysicalUnit::Joule, Some("J"), [1, 2, -2, 0, 0]),
    (PhysicalUnit::Watt, Some("W"), [1, 2, -3, 0, 0]),
    (PhysicalUnit::Kelvin, Some("K"), [0, 0, 0, 0, 1]),
    (PhysicalUnit::PerKelvin, Some("1/K"), [0, 0, 0, 0, -1]),
    (PhysicalUnit::KelvinPerSecond, Some("K/s"), [0, 0, -1, 0, 1]),
    (PhysicalUnit::SquareMetre, Some("m2"), [0, 2, 0, 0, 0]),
    (PhysicalUnit::CubicMetre, Some("m3"), [0, 3, 0, 0, 0]),
    (PhysicalUnit::SquareMetrePerSecond, Some("m2/s"), [0, 2, -1, 0, 0]),
    (PhysicalUnit::CubicMetrePerSecond, Some("m3/s"), [0, 3, -1, 0, 0]),
    (PhysicalUnit::CubicMetrePerRadian, Some("m3/rad"), [0, 3, 0, -1, 0]),
    (PhysicalUnit::Pascal, Some("Pa"), [1, -1, -2, 0, 0]),
    (PhysicalUnit::PerPascal, Some("1/Pa"), [-1, 1, 2, 0, 0]),
    (PhysicalUnit::PascalPerSecond, Some("Pa/s"), [1, -1, -3, 0, 0]),
    (PhysicalUnit::PascalSecond, Some("Pa.s"), [1, -1, -1, 0, 0]),
    (PhysicalUnit::PascalSecondPerCubicMetre, Some("Pa.s/m3"), [1, -4, -1, 0, 0]),
    (PhysicalUnit::CubicMetrePerPascal, Some("m3/Pa"), [-1, 4, 2, 0, 0]),
    (PhysicalUnit::KilogramPerSecond, Some("kg/s"), [1, 0, -1, 0, 0]),
    (PhysicalUnit::KilogramPerMetre, Some("kg/m"), [1, -1, 0, 0, 0]),
    (PhysicalUnit::KilogramPerCubicMetre, Some("kg/m3"), [1, -3, 0, 0, 0]),
    (PhysicalUnit::MetrePerNewton, Some("m/N"), [-1, 0, 2, 0, 0]),
    (PhysicalUnit::MetrePerRadian, Some("m/rad"), [0, 1, 0, -1, 0]),
    (PhysicalUnit::RadianPerMetre, Some("rad/m"), [0, -1, 0, 1, 0]),
    (PhysicalUnit::RadianPerNewtonMetre, Some("rad/(N.m)"), [-1, -2, 2, 1, 0]),
];

impl PhysicalUnit {
    /// /// List of the units.
    pub const ALL: [Self; UNITS.len()] = {
        let mut all = [Self::One; UNITS.len()];
        let mut k = 0;
        while k < UNITS.len() {
            assert!(UNITS[k].0 as usize == k, "a unit is not in its place");
            all[k] = UNITS[k].0;
            k += 1;
        }
        all
    };

    /// Returns the units of both axes for readers, `N·s²/m² or N·m·s²/rad²`; empty for pure numbers.
    pub(super) fn of_axes(units: [Self; 2]) -> String {
        let mut symbols = units.map(|unit| unit.symbol().unwrap_or_default()).to_vec();
        symbols.dedup();
        symbols.join(" or ").replace('.', "·").replace('2', "²").replace('3', "³")
    }

    /// Returns the symbol as FMI and Modelica write it; None for pure numbers.
    pub fn symbol(self) -> Option<&'static str> {
        UNITS[self as usize].1
    }

    /// Returns its dimension, which a number with a unit in a file must have.
    pub fn exponents(self) -> Exponents {
        let (_, _, [kg, m, s, rad, kelvin]) = UNITS[self as usize];
        Exponents { kg, m, s, rad, kelvin }
    }

    /// Returns the unit that a file writes as `symbol`: as FMI does (`N.m`, `m2`), or as formulas do (`N*m`, `m^2`, `m²`).
    pub(super) fn written(symbol: &str) -> Option<Self> {
        let letters = symbol.chars().filter(|letter| *letter != '^');
        let plain = letters.map(|letter| match letter {
            '*' | '·' => '.',
            '²' => '2',
            '³' => '3',
            letter => letter,
        });
        let plain: String = plain.collect();
        Self::ALL.into_iter().find(|unit| unit.symbol().unwrap_or("1") == plain)
    }

    /// Returns the first unit of a dimension.
    pub(super) fn of(dimension: Exponents) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.exponents() == dimension)
    }

    /// Degrees for angles; None where the coherent unit is the one people read.
    pub fn display(self) -> Option<DisplayUnit> {
        let symbol = match self {
            Self::Radian => "deg",
            Self::RadianPerSecond => "deg/s",
            Self::RadianPerSecond2 => "deg/s2",
            _ => return None,
        };
        Some(DisplayUnit { symbol, factor: DEGREES_PER_RADIAN })
    }
}
