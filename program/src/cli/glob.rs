//! Names with wildcards: `*` is any text, `?` any character.

use luztar::unit::{Causality, Model, Variable};

use super::experiment::find;
use super::failure::Failure;

/// True if the variable changes in a run.
pub fn changes(variable: &Variable) -> bool {
    variable.causality != Causality::Parameter
}

/// Indices of the variables that change in a run and whose names fit one of `patterns`, several to a text with commas
/// between them; in the order of the patterns, each once. `option` is what the patterns were given to.
///
/// # Errors
/// A pattern that no name fits.
pub fn variables(unit: &Model, option: &str, patterns: &[String]) -> Result<Vec<usize>, Failure> {
    let mut found = Vec::new();
    for text in patterns {
        for pattern in text.split(',').map(str::trim) {
            let usage = |rule: String| Failure::Usage(format!("{option} {text}: {rule}"));
            let before = found.len();
            if !pattern.contains(['*', '?']) {
                found.push(find(unit, pattern, changes, "input or output").map_err(usage)?);
                continue;
            }
            let all = unit.variables().iter().enumerate().filter(|(_, variable)| changes(variable));
            let fitting = all.filter(|(_, variable)| fits(pattern, &variable.name));
            found.extend(fitting.map(|(index, _)| index));
            if found.len() == before {
                let name = unit.name();
                return Err(usage(format!("no input or output of {name} matches `{pattern}`")));
            }
        }
    }
    let mut seen = vec![false; unit.variables().len()];
    found.retain(|&index| !std::mem::replace(&mut seen[index], true));
    Ok(found)
}

/// True if a name fits a pattern.
fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // where the last `*` stands and what it has taken so far
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, n) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn wildcards_stand_for_text() {
        for (pattern, name, expected) in [
            ("*.velocity", "block.velocity", true),
            ("*.velocity", "block.velocityX", false),
            ("wagon?.*", "wagon7.position", true),
            ("wagon?.*", "wagon10.position", false),
            ("*a*b*", "xaayb", true),
            ("*ab", "aab", true),
            ("a*b*c", "abcbd", false),
            ("*", "", true),
            ("", "", true),
            ("", "x", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
