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

/// A word, whether prefixes may stand before it, and what it stands for.
type Row = (&'static str, bool, Unit);

const fn row(word: &'static str, prefixed: bool, powers: [i8; 4], times: f64, over: f64) -> Row {
    let [kg, m, s, rad] = powers;
    (word, prefixed, Unit { exponents: Exponents::new(kg, m, s, rad), times, over })
}

const TURN: f64 = 2.0 * std::f64::consts::PI;

const UNITS: &[Row] = &[
    row("m", true, [0, 1, 0, 0], 1.0, 1.0),
    row("in", false, [0, 1, 0, 0], 0.0254, 1.0),
    row("g", true, [1, 0, 0, 0], 1.0, 1e3),
    row("t", false, [1, 0, 0, 0], 1e3, 1.0),
    row("s", true, [0, 0, 1, 0], 1.0, 1.0),
    row("min", false, [0, 0, 1, 0], 60.0, 1.0),
    row("h", false, [0, 0, 1, 0], 3600.0, 1.0),
    row("Hz", true, [0, 0, -1, 0], 1.0, 1.0),
    row("rad", true, [0, 0, 0, 1], 1.0, 1.0),
    row("deg", false, [0, 0, 0, 1], TURN, 360.0),
    row("rev", false, [0, 0, 0, 1], TURN, 1.0),
    row("rpm", false, [0, 0, -1, 1], TURN, 60.0),
    row("N", true, [1, 1, -2, 0], 1.0, 1.0),
    row("lbf", false, [1, 1, -2, 0], 4.448_221_615_260_5, 1.0),
    row("Nm", true, [1, 2, -2, 0], 1.0, 1.0),
    row("J", true, [1, 2, -2, 0], 1.0, 1.0),
    row("W", true, [1, 2, -3, 0], 1.0, 1.0),
    row("Pa", true, [1, -1, -2, 0], 1.0, 1.0),
    ("K", false, Unit { exponents: Exponents::KELVIN, times: 1.0, over: 1.0 }),
];

/// Prefixes as such factors. Greek mu and the micro sign are two characters that look alike.
const PREFIXES: &[(&str, f64, f64)] = &[
    ("n", 1.0, 1e9),
    ("µ", 1.0, 1e6),
    ("μ", 1.0, 1e6),
    ("u", 1.0, 1e6),
    ("m", 1.0, 1e3),
    ("c", 1.0, 1e2),
    ("d", 1.0, 10.0),
    ("h", 1e2, 1.0),
    ("k", 1e3, 1.0),
    ("M", 1e6, 1.0),
    ("G", 1e9, 1.0),
];

impl Unit {
    const ONE: Unit = Unit { exponents: Exponents::new(0, 0, 0, 0), times: 1.0, over: 1.0 };

    fn and(self, other: Self) -> Option<Self> {
        let exponents = self.exponents.times(other.exponents)?;
        Some(Self { exponents, ..self.scaled(other.times, other.over) })
    }

    /// What divides without a rest is divided, so that kg is 1 and not 1000/1000.
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

/// Words of all units, without exponents.
pub fn words() -> impl Iterator<Item = String> {
    UNITS.iter().flat_map(|(word, prefixed, _)| {
        let prefixes = if *prefixed { PREFIXES } else { &[] };
        let with = prefixes.iter().map(move |(prefix, ..)| format!("{prefix}{word}"));
        std::iter::once((*word).to_owned()).chain(with)
    })
}

/// The unit of a word: parts with `.` between them, each with a power behind it; None if it is none.
pub fn unit(word: &str) -> Option<Unit> {
    word.split('.').try_fold(Unit::ONE, |product, part| product.and(powered(part)?))
}

/// `mm2`, `s²`
fn powered(part: &str) -> Option<Unit> {
    let powers = [('2', 2), ('²', 2), ('3', 3), ('³', 3)];
    let found = powers.iter().find_map(|(digit, power)| Some((part.strip_suffix(*digit)?, *power)));
    let (word, power) = found.unwrap_or((part, 1));
    let unit = plain(word)?;
    (1..power).try_fold(unit, |product, _| product.and(unit))
}

fn plain(word: &str) -> Option<Unit> {
    let find = |word: &str| UNITS.iter().find(|(own, ..)| *own == word);
    if let Some((.., unit)) = find(word) {
        return Some(*unit);
    }
    PREFIXES.iter().find_map(|(prefix, times, over)| {
        let (_, prefixed, unit) = find(word.strip_prefix(prefix)?)?;
        prefixed.then(|| unit.scaled(*times, *over))
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
