//! Words for units: `mm`, `kN`, `rpm`, `N.m`, `m/s2`.

use super::quantity::Exponents;

/// A unit: its value in the coherent unit is times/over, in two parts because 10³ is exact and 10⁻³ is not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Its dimension.
    pub exponents: Exponents,
    /// Numerator of its value.
    pub times: f64,
    /// Denominator of its value.
    pub over: f64,
}

/// A unit that texts may name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// Its word in texts.
    pub word: &'static str,
    /// Its name in full.
    pub name: &'static str,
    /// The quantities that it measures.
    pub quantity: &'static str,
    /// True if prefixes may stand before it.
    pub prefixed: bool,
    /// Value and dimension.
    pub unit: Unit,
}

/// A factor as the part of a word before a unit.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Its sign.
    pub word: &'static str,
    /// Its name in full.
    pub name: &'static str,
    /// Numerator of the factor.
    pub times: f64,
    /// Denominator of the factor.
    pub over: f64,
}

/// Makes a unit to which no prefix is put.
const fn row(
    [word, name, quantity]: [&'static str; 3],
    powers: [i8; 4],
    times: f64,
    over: f64,
) -> Named {
    let [kg, m, s, rad] = powers;
    let unit = Unit { exponents: Exponents::new(kg, m, s, rad), times, over };
    Named { word, name, quantity, prefixed: false, unit }
}

/// Makes a unit with prefixes whose value is 1/`over`.
const fn prefixed(words: [&'static str; 3], powers: [i8; 4], over: f64) -> Named {
    Named { prefixed: true, ..row(words, powers, 1.0, over) }
}

const TURN: f64 = 2.0 * std::f64::consts::PI;

/// List of the units, those of a quantity together.
pub const UNITS: &[Named] = &[
    prefixed(["m", "metre", "length"], [0, 1, 0, 0], 1.0),
    row(["in", "inch", "length"], [0, 1, 0, 0], 0.0254, 1.0),
    prefixed(["g", "gram", "mass"], [1, 0, 0, 0], 1e3),
    row(["t", "tonne", "mass"], [1, 0, 0, 0], 1e3, 1.0),
    row(["lbm", "pound", "mass"], [1, 0, 0, 0], 0.453_592_37, 1.0),
    prefixed(["s", "second", "time"], [0, 0, 1, 0], 1.0),
    row(["min", "minute", "time"], [0, 0, 1, 0], 60.0, 1.0),
    row(["h", "hour", "time"], [0, 0, 1, 0], 3600.0, 1.0),
    prefixed(["Hz", "hertz", "frequency"], [0, 0, -1, 0], 1.0),
    prefixed(["rad", "radian", "angle"], [0, 0, 0, 1], 1.0),
    row(["deg", "degree", "angle"], [0, 0, 0, 1], TURN, 360.0),
    row(["rev", "revolution", "angle"], [0, 0, 0, 1], TURN, 1.0),
    row(["rpm", "revolution per minute", "angular velocity"], [0, 0, -1, 1], TURN, 60.0),
    prefixed(["N", "newton", "force"], [1, 1, -2, 0], 1.0),
    row(["lbf", "pound-force", "force"], [1, 1, -2, 0], 4.448_221_615_260_5, 1.0),
    prefixed(["Nm", "newton metre", "torque, energy"], [1, 2, -2, 0], 1.0),
    prefixed(["J", "joule", "torque, energy"], [1, 2, -2, 0], 1.0),
    prefixed(["W", "watt", "power"], [1, 2, -3, 0], 1.0),
    prefixed(["Pa", "pascal", "pressure, stress"], [1, -1, -2, 0], 1.0),
    Named {
        unit: Unit { exponents: Exponents::KELVIN, times: 1.0, over: 1.0 },
        ..row(["K", "kelvin", "temperature"], [0; 4], 1.0, 1.0)
    },
];

const fn prefix(word: &'static str, name: &'static str, times: f64, over: f64) -> Prefix {
    Prefix { word, name, times, over }
}

/// All prefixes. Greek mu and the micro sign are two characters that look alike.
pub const PREFIXES: &[Prefix] = &[
    prefix("n", "nano", 1.0, 1e9),
    prefix("µ", "micro", 1.0, 1e6),
    prefix("μ", "micro", 1.0, 1e6),
    prefix("u", "micro", 1.0, 1e6),
    prefix("m", "milli", 1.0, 1e3),
    prefix("c", "centi", 1.0, 1e2),
    prefix("d", "deci", 1.0, 10.0),
    prefix("h", "hecto", 1e2, 1.0),
    prefix("k", "kilo", 1e3, 1.0),
    prefix("M", "mega", 1e6, 1.0),
    prefix("G", "giga", 1e9, 1.0),
];

impl Unit {
    const ONE: Unit = Unit { exponents: Exponents::new(0, 0, 0, 0), times: 1.0, over: 1.0 };

    fn and(self, other: Self) -> Option<Self> {
        let exponents = self.exponents.times(other.exponents)?;
        Some(Self { exponents, ..self.scaled(other.times, other.over) })
    }

    /// Multiplies the scale by `times`/`over`. What divides without a rest is divided, so that kg is 1 and not 1000/1000.
    fn scaled(self, times: f64, over: f64) -> Self {
        let (times, over) = (self.times * times, self.over * over);
        let (times, over) = match (times % over == 0.0, over % times == 0.0) {
            (true, _) => (times / over, 1.0),
            (false, true) => (1.0, over / times),
            (false, false) => (times, over),
        };
        Self { times, over, ..self }
    }
}

/// Returns the words of the units, without exponents.
pub fn words() -> impl Iterator<Item = String> {
    UNITS.iter().flat_map(|Named { word, prefixed, .. }| {
        let prefixes = if *prefixed { PREFIXES } else { &[] };
        let with = prefixes.iter().map(move |prefix| format!("{}{word}", prefix.word));
        std::iter::once((*word).to_owned()).chain(with)
    })
}

/// Returns the unit of a word: parts with `.` between them, each with a power behind it; None if it is none.
pub fn unit(word: &str) -> Option<Unit> {
    word.split('.').try_fold(Unit::ONE, |product, part| product.and(powered(part)?))
}

/// Reads a word with a power: `mm2`, `s²`
fn powered(part: &str) -> Option<Unit> {
    let (word, power) = base(part);
    let unit = plain(word)?;
    (1..power).try_fold(unit, |product, _| product.and(unit))
}

/// Returns a word without the power behind it, and that power.
pub(super) fn base(part: &str) -> (&str, usize) {
    let powers = [('2', 2), ('²', 2), ('3', 3), ('³', 3)];
    let found = powers.iter().find_map(|(digit, power)| Some((part.strip_suffix(*digit)?, *power)));
    found.unwrap_or((part, 1))
}

fn plain(word: &str) -> Option<Unit> {
    let (prefix, Named { unit, .. }) = parts(word)?;
    Some(prefix.map_or(*unit, |prefix| unit.scaled(prefix.times, prefix.over)))
}

/// Returns the prefix and the unit of a word without power.
pub(super) fn parts(word: &str) -> Option<(Option<&'static Prefix>, &'static Named)> {
    let find = |word: &str| UNITS.iter().find(|named| named.word == word);
    if let Some(named) = find(word) {
        return Some((None, named));
    }
    PREFIXES.iter().find_map(|prefix| {
        let named = find(word.strip_prefix(prefix.word)?)?;
        named.prefixed.then_some((Some(prefix), named))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Exponents, TURN, unit, words};

    #[test]
    fn words_have_one_meaning() {
        let all: Vec<_> = words().collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        assert!(all.iter().all(|word| unit(word).is_some()));
    }

    #[test]
    fn units_have_their_values() {
        for (word, [kg, m, s, rad], times, over) in [
            ("mm", [0, 1, 0, 0], 1.0, 1e3),
            ("µm", [0, 1, 0, 0], 1.0, 1e6),
            ("kg", [1, 0, 0, 0], 1.0, 1.0),
            ("min", [0, 0, 1, 0], 60.0, 1.0),
            ("rpm", [0, 0, -1, 1], TURN, 60.0),
            ("kN", [1, 1, -2, 0], 1000.0, 1.0),
            ("N.m.s", [1, 2, -1, 0], 1.0, 1.0),
            ("mm3", [0, 3, 0, 0], 1.0, 1e9),
            ("lbm", [1, 0, 0, 0], 0.453_592_37, 1.0),
            ("kg.m²", [1, 2, 0, 0], 1.0, 1.0),
        ] {
            let found = unit(word).unwrap_or_else(|| panic!("{word}"));
            assert_eq!(found.exponents, Exponents::new(kg, m, s, rad), "{word}");
            assert_eq!((found.times, found.over), (times, over), "{word}");
        }
        let kelvin = unit("K").expect("a unit");
        assert_eq!((kelvin.exponents, kelvin.times, kelvin.over), (Exponents::KELVIN, 1.0, 1.0));
        for word in ["", "mK", "kt", "mmin", "krpm", "bar", "m.", "2", "m4", ".m", "KN"] {
            assert_eq!(unit(word), None, "{word}");
        }
    }
}
