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
}

/// A unit for people: its value is `factor` times the value in the coherent unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DisplayUnit {
    /// As FMI and Modelica write it, e.g. `deg`.
    pub symbol: &'static str,
    /// Display units in one coherent unit.
    pub factor: f64,
}

const DEGREES_PER_RADIAN: f64 = 180.0 / std::f64::consts::PI;

impl PhysicalUnit {
    /// All units.
    pub const ALL: [Self; 38] = [
        Self::One,
        Self::Second,
        Self::PerSecond,
        Self::Metre,
        Self::MetrePerSecond,
        Self::MetrePerSecond2,
        Self::Kilogram,
        Self::Newton,
        Self::NewtonSecondPerMetre,
        Self::NewtonSecond2PerMetre2,
        Self::PerMetre,
        Self::SecondPerMetre,
        Self::Second2PerMetre2,
        Self::NewtonPerMetre,
        Self::NewtonPerMetre3,
        Self::NewtonPerSecond,
        Self::Radian,
        Self::PerRadian,
        Self::RadianPerSecond,
        Self::RadianPerSecond2,
        Self::KilogramMetre,
        Self::KilogramMetre2,
        Self::PerKilogram,
        Self::PerKilogramMetre,
        Self::PerKilogramMetre2,
        Self::NewtonMetre,
        Self::NewtonMetreSecondPerRadian,
        Self::NewtonMetreSecond2PerRadian2,
        Self::SecondPerRadian,
        Self::Second2PerRadian2,
        Self::NewtonMetrePerRadian,
        Self::NewtonMetrePerRadian3,
        Self::NewtonMetrePerSecond,
        Self::Joule,
        Self::Watt,
        Self::Kelvin,
        Self::PerKelvin,
        Self::KelvinPerSecond,
    ];

    /// Symbol as FMI and Modelica write it; None for pure numbers.
    pub fn symbol(self) -> Option<&'static str> {
        Some(match self {
            Self::One => return None,
            Self::Second => "s",
            Self::PerSecond => "1/s",
            Self::Metre => "m",
            Self::MetrePerSecond => "m/s",
            Self::MetrePerSecond2 => "m/s2",
            Self::Kilogram => "kg",
            Self::Newton => "N",
            Self::NewtonSecondPerMetre => "N.s/m",
            Self::NewtonSecond2PerMetre2 => "N.s2/m2",
            Self::PerMetre => "1/m",
            Self::SecondPerMetre => "s/m",
            Self::Second2PerMetre2 => "s2/m2",
            Self::NewtonPerMetre => "N/m",
            Self::NewtonPerMetre3 => "N/m3",
            Self::NewtonPerSecond => "N/s",
            Self::Radian => "rad",
            Self::PerRadian => "1/rad",
            Self::RadianPerSecond => "rad/s",
            Self::RadianPerSecond2 => "rad/s2",
            Self::KilogramMetre => "kg.m",
            Self::KilogramMetre2 => "kg.m2",
            Self::PerKilogram => "1/kg",
            Self::PerKilogramMetre => "1/(kg.m)",
            Self::PerKilogramMetre2 => "1/(kg.m2)",
            Self::NewtonMetre => "N.m",
            Self::NewtonMetreSecondPerRadian => "N.m.s/rad",
            Self::NewtonMetreSecond2PerRadian2 => "N.m.s2/rad2",
            Self::SecondPerRadian => "s/rad",
            Self::Second2PerRadian2 => "s2/rad2",
            Self::NewtonMetrePerRadian => "N.m/rad",
            Self::NewtonMetrePerRadian3 => "N.m/rad3",
            Self::NewtonMetrePerSecond => "N.m/s",
            Self::Joule => "J",
            Self::Watt => "W",
            Self::Kelvin => "K",
            Self::PerKelvin => "1/K",
            Self::KelvinPerSecond => "K/s",
        })
    }

    /// Its dimension, which a number with a unit in a file must have.
    pub fn exponents(self) -> Exponents {
        let (kg, m, s, rad) = match self {
            Self::Kelvin => return Exponents::KELVIN,
            Self::PerKelvin => return Exponents { kelvin: -1, ..Exponents::default() },
            Self::KelvinPerSecond => return Exponents { kelvin: 1, ..Exponents::new(0, 0, -1, 0) },
            Self::One => (0, 0, 0, 0),
            Self::Second => (0, 0, 1, 0),
            Self::PerSecond => (0, 0, -1, 0),
            Self::Metre => (0, 1, 0, 0),
            Self::MetrePerSecond => (0, 1, -1, 0),
            Self::MetrePerSecond2 => (0, 1, -2, 0),
            Self::Kilogram => (1, 0, 0, 0),
            Self::Newton => (1, 1, -2, 0),
            Self::NewtonSecondPerMetre => (1, 0, -1, 0),
            Self::NewtonSecond2PerMetre2 => (1, -1, 0, 0),
            Self::PerMetre => (0, -1, 0, 0),
            Self::SecondPerMetre => (0, -1, 1, 0),
            Self::Second2PerMetre2 => (0, -2, 2, 0),
            Self::NewtonPerMetre => (1, 0, -2, 0),
            Self::NewtonPerMetre3 => (1, -2, -2, 0),
            Self::NewtonPerSecond => (1, 1, -3, 0),
            Self::Radian => (0, 0, 0, 1),
            Self::PerRadian => (0, 0, 0, -1),
            Self::RadianPerSecond => (0, 0, -1, 1),
            Self::RadianPerSecond2 => (0, 0, -2, 1),
            Self::KilogramMetre => (1, 1, 0, 0),
            Self::KilogramMetre2 => (1, 2, 0, 0),
            Self::PerKilogram => (-1, 0, 0, 0),
            Self::PerKilogramMetre => (-1, -1, 0, 0),
            Self::PerKilogramMetre2 => (-1, -2, 0, 0),
            Self::NewtonMetre | Self::Joule => (1, 2, -2, 0),
            Self::NewtonMetreSecondPerRadian => (1, 2, -1, -1),
            Self::NewtonMetreSecond2PerRadian2 => (1, 2, 0, -2),
            Self::SecondPerRadian => (0, 0, 1, -1),
            Self::Second2PerRadian2 => (0, 0, 2, -2),
            Self::NewtonMetrePerRadian => (1, 2, -2, -1),
            Self::NewtonMetrePerRadian3 => (1, 2, -2, -3),
            Self::NewtonMetrePerSecond | Self::Watt => (1, 2, -3, 0),
        };
        Exponents::new(kg, m, s, rad)
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
