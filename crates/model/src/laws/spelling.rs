//! Spellings of the symbols of formulas on a keyboard: Greek letters by their names, digits on the line.

/// Greek letters by their names.
const GREEK: &[(char, &str)] = &[
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "theta"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('ξ', "xi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('φ', "phi"),
    ('ω', "omega"),
];
/// The first of the digits below the line.
const FIRST_DIGIT: char = '₀';

/// Returns a symbol in ASCII letters, without underscores.
pub(super) fn plain(symbol: &str) -> String {
    let mut text = String::new();
    for letter in symbol.chars().filter(|letter| *letter != '_') {
        let below = (letter as u32).checked_sub(FIRST_DIGIT as u32).filter(|digit| *digit < 10);
        match (GREEK.iter().find(|(greek, _)| *greek == letter), below) {
            (Some((_, name)), _) => text += name,
            (None, Some(digit)) => text += &digit.to_string(),
            (None, None) => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn symbols_are_spelled_in_ascii() {
        for (symbol, spelled) in [
            ("σ₀", "sigma0"),
            ("mu_k", "muk"),
            ("µs", "mus"),
            ("ϑ", "theta"),
            ("Fk", "Fk"),
            ("", ""),
        ] {
            assert_eq!(plain(symbol), spelled, "{symbol}");
        }
    }
}
