//! The valid word that a misspelt one most likely stands for.

/// Longest word that is compared; longer ones are no slip of the fingers.
const LONGEST_WORD: usize = 64;
/// Greatest number of valid words that are compared: more would make a long list of errors slow.
const MOST_CANDIDATES: usize = 10_000;
/// Similarity (Jaro–Winkler, 0…1) from which a word counts as an abbreviation or a variant of another.
const ALIKE: f64 = 0.87;

/// Returns the valid word with the fewest typing errors (insertions, deletions, replacements, swaps), if they are few
/// for the length of `word` or the two begin alike; of several the one most like it. Capitals do not count.
pub fn nearest<'w>(word: &str, valid: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if word.len() > LONGEST_WORD {
        return None;
    }
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let few = 1 + letters / 5;
    valid
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST_WORD)
        .take(MOST_CANDIDATES)
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let errors = strsim::damerau_levenshtein(&word, &lower);
            (errors, strsim::jaro_winkler(&word, &lower), candidate)
        })
        .filter(|(errors, likeness, _)| *errors <= few || *likeness >= ALIKE)
        // One letter in place of another has nothing of it.
        .filter(|(errors, _, candidate)| *errors < letters.max(candidate.chars().count()))
        .min_by(|x, y| x.0.cmp(&y.0).then_with(|| y.1.total_cmp(&x.1)))
        .map(|(_, _, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_near_words_are_offered() {
        let keys = ["stiffness", "damping", "backlash", "kineticFriction", "staticFriction"];
        assert_eq!(nearest("stifness", keys), Some("stiffness"));
        assert_eq!(nearest("stiff", keys), Some("stiffness"));
        assert_eq!(nearest("BackLash", keys), Some("backlash"));
        assert_eq!(nearest("statcFricton", keys), Some("staticFriction"));
        assert_eq!(nearest("temperature", keys), None);
        assert_eq!(nearest("sinn", ["sign", "sin", "sinh"]), Some("sin"));
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest("c", ["e", "rate", "t"]), None);
        assert_eq!(nearest("bb", ["a", "b"]), Some("b"));
        assert_eq!(nearest(&"s".repeat(1000), keys), None);
    }
}
