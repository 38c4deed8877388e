//! Remedies for words that are no units: the units of other systems, names in full, products without a sign.

use super::nearest::nearest;
use super::quantity::Exponents;
use super::units::{self, PREFIXES, UNITS};

/// Signs and words of other units, and what is written in their place.
const OTHERS: &[(&str, &str)] = &[
    ("°C", "temperatures are in `K`"),
    ("°", "write `deg`"),
    ("bar", "1 bar is `1e5 Pa`"),
    ("mbar", "1 mbar is `100 Pa`"),
    ("psi", "1 psi is `1 lbf/in^2`"),
    ("lb", "write `lbm` (mass) or `lbf` (force)"),
    ("lbs", "write `lbm` (mass) or `lbf` (force)"),
    ("inf", "write `inf` without quotes"),
    ("sec", "write `s`"),
    ("hr", "write `h`"),
    ("kph", "write `km/h`"),
    ("kmh", "write `km/h`"),
    ("mph", "1 mph is `1609.344 m/h`"),
    ("ft", "1 ft is `12 in`"),
    ("kgf", "1 kgf is `9.80665 N`"),
    ("kp", "1 kp is `9.80665 N`"),
    ("l", "1 l is `1e-3 m^3`"),
    ("L", "1 L is `1e-3 m^3`"),
];
/// Units in a product that is written without signs, at most.
const MOST_PARTS: usize = 4;
/// Longest such product, in bytes.
const LONGEST: usize = 16;

/// Returns the sign of another unit with which a text begins.
pub(super) fn sign(text: &str) -> Option<&'static str> {
    let is_sign = |word: &str| !word.starts_with(char::is_alphabetic);
    OTHERS.iter().map(|(word, _)| *word).find(|word| is_sign(word) && text.starts_with(word))
}

/// Returns the remedy for a word that is no unit, if it is certain.
pub(super) fn known(word: &str) -> Option<String> {
    let other = OTHERS.iter().find(|(other, _)| *other == word);
    other.map(|(_, remedy)| (*remedy).to_owned()).or_else(|| {
        let unit = in_full(word).or_else(|| product(word))?;
        Some(format!("write `{unit}`"))
    })
}

/// Returns the end of the message about a word that is no unit.
pub(super) fn remedy(word: &str) -> String {
    if let Some(known) = known(word) {
        return format!(": {known}");
    }
    let words: Vec<String> = units::words().collect();
    let near = nearest(word, words.iter().map(String::as_str));
    near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"))
}

/// Returns the word of a unit that is given by its name: `degrees`, `millimetres`.
fn in_full(word: &str) -> Option<String> {
    let name = word.to_lowercase().replace("meter", "metre");
    let plural = ["es", "s"].into_iter().filter_map(|end| name.strip_suffix(end));
    std::iter::once(name.as_str()).chain(plural).find_map(|name| {
        if let Some(named) = UNITS.iter().find(|named| named.name == name) {
            return Some(named.word.to_owned());
        }
        PREFIXES.iter().find_map(|prefix| {
            let rest = name.strip_prefix(prefix.name)?;
            let named = UNITS.iter().find(|named| named.prefixed && named.name == rest)?;
            Some(format!("{}{}", prefix.word, named.word))
        })
    })
}

/// Returns the product that a word of several units means: `N*s` for `Ns`, `kg*m2` for `kgm2`.
fn product(word: &str) -> Option<String> {
    if word.len() > LONGEST {
        return None;
    }
    let parts: Option<Vec<_>> = word.split('.').map(|part| split(part, MOST_PARTS)).collect();
    let parts = parts?.concat();
    let dimension = |part: &&str| units::unit(part).map(|unit| unit.exponents);
    let mut dimensions = parts.iter().filter_map(dimension);
    let all = dimensions.try_fold(Exponents::default(), Exponents::times)?;
    // Such products of mechanics are proportional to one mass, and none is a mass times a time.
    let is_meant = all.kg == 1 && all.kelvin == 0 && (all.m != 0 || all.s <= 0);
    (is_meant && are_different(&parts)).then(|| parts.join("*"))
}

/// Returns the units that stand in a word one behind another, each as long as can be.
fn split(word: &str, most: usize) -> Option<Vec<&str>> {
    if units::unit(word).is_some() {
        return Some(vec![word]);
    }
    let mut ends = (1..word.len()).rev().filter(|end| most > 1 && word.is_char_boundary(*end));
    ends.find_map(|end| {
        let (first, rest) = word.split_at(end);
        units::unit(first)?;
        let parts: Vec<_> = std::iter::once(first).chain(split(rest, most - 1)?).collect();
        are_different(&parts).then_some(parts)
    })
}

/// True if no unit is twice among some: `Nmm` is N*mm, not Nm*m.
fn are_different(parts: &[&str]) -> bool {
    let factors = parts.iter().filter_map(|part| units::parts(units::base(part).0));
    let words = factors.flat_map(|(_, named)| match named.word {
        "Nm" => vec!["N", "m"],
        word => vec![word],
    });
    let words: Vec<_> = words.collect();
    words.iter().enumerate().all(|(k, word)| !words[..k].contains(word))
}

#[cfg(test)]
mod tests {
    use super::{known, remedy, sign};

    #[test]
    fn products_without_a_sign_get_one() {
        for (word, product) in [
            ("Ns", "N*s"),
            ("kNs", "kN*s"),
            ("Nms", "Nm*s"),
            ("Nmm", "N*mm"),
            ("kNmm", "kN*mm"),
            ("kgm²", "kg*m²"),
            ("kgm2", "kg*m2"),
            ("mPas", "mPa*s"),
            ("kWh", "kW*h"),
            ("N.ms.rad", "N*ms*rad"),
        ] {
            assert_eq!(known(word), Some(format!("write `{product}`")), "{word}");
        }
        for word in ["kgs", "rads", "mins", "NN", "gN", "xyz", "KN", "", &"N".repeat(1000)] {
            assert_eq!(known(word), None, "{word}");
        }
    }

    #[test]
    fn names_and_other_units_are_known() {
        for (word, unit) in
            [("degrees", "deg"), ("Millimeters", "mm"), ("inches", "in"), ("kilonewton", "kN")]
        {
            assert_eq!(known(word), Some(format!("write `{unit}`")), "{word}");
        }
        assert_eq!(remedy("bar"), ": 1 bar is `1e5 Pa`");
        assert_eq!(remedy("lb"), ": write `lbm` (mass) or `lbf` (force)");
        assert_eq!(remedy("KN"), " (did you mean `kN`?)");
        assert_eq!((sign("°C)"), sign("°/s"), sign("bar")), (Some("°C"), Some("°"), None));
    }
}
