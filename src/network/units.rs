//! Physical units of variables: symbol, exponents of the SI base units and display unit, declared
//! once for files, docs and the model description.

/// A coherent SI unit. `None`-like quantities (counts, coefficients) use [`PhysicalUnit::One`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhysicalUnit {
    One,
    Second,
    Metre,
    MetrePerSecond,
    MetrePerSecond2,
    Kilogram,
    Newton,
    NewtonSecondPerMetre,
    NewtonPerMetre,
    NewtonPerMetre3,
    Radian,
    RadianPerSecond,
    RadianPerSecond2,
    KilogramMetre2,
    NewtonMetre,
    NewtonMetreSecondPerRadian,
    NewtonMetrePerRadian,
    NewtonMetrePerRadian3,
    Joule,
    Watt,
}
