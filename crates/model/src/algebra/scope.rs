//! Names that a formula can use, and errors of formulas.

use std::fmt;

use super::formula::Formula;
use super::functions::{CONSTANTS, FUNCTIONS, Rule};
use super::nearest::nearest;
use super::remedies;

/// Names and functions that a formula can use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'s> {
    /// Numbers and lists, in the order of [`super::Given`]; true for lists.
    pub names: &'s [(&'s str, bool)],
    /// Formulas of the same names that have names themselves.
    pub defined: &'s [(&'s str, Formula)],
    /// A formula that can be called with a value in place of one of its names.
    pub called: Option<(&'s str, &'s Formula, usize)>,
    /// Words that may stand in its texts beside these.
    pub beside: Beside,
    /// Table of a file in which other names are declared, if that can be said.
    pub declared_in: Option<&'s str>,
}

/// Words that may stand in a formula beside numbers and names; the formula lists them ([`Formula::words`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beside {
    /// No other words.
    #[default]
    Nothing,
    /// Units, behind a number or in place of one: `25 mm`, `3 N/mm`, `5 %`.
    Units,
    /// Texts in quotes.
    Texts,
}

impl<'s> Scope<'s> {
    /// Returns a function that the scope knows.
    pub(super) fn function(&self, word: &str) -> Option<Rule> {
        self.functions().find(|(name, _)| *name == word).map(|(_, rule)| rule)
    }

    /// Functions that the scope knows: those of lists only where there are lists.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&'static str, Rule)> + use<'s> {
        let lists = self.names.iter().any(|(_, list)| *list);
        let known =
            FUNCTIONS.iter().filter(move |(_, rule)| lists || !matches!(rule, Rule::List(_)));
        known.copied()
    }

    /// Returns the names that are no functions.
    pub(super) fn variables(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let Scope { names, defined, .. } = *self;
        let named = names.iter().map(|(name, _)| *name);
        let defined = defined.iter().map(|(name, _)| *name);
        // A place among the names may have none.
        let all = named.chain(defined).filter(|name| !name.is_empty());
        all.chain(CONSTANTS.iter().map(|(name, _)| *name))
    }

    /// Returns the reason why a word is none of the variables; `before` is the text before it.
    pub(super) fn unknown_variable(&self, word: &str, before: &str) -> String {
        let units = self.beside == Beside::Units;
        let what = if units { "constant or unit" } else { "variable" };
        let word = cut(word);
        if let Some(remedy) = self.power(word).or_else(|| self.motion(word).map(str::to_owned)) {
            return format!("no {what} `{word}`: {remedy}");
        }
        let declared =
            self.declared_in.map_or(String::new(), |table| format!("; declare it in {table}"));
        let time = (word == "time").then_some("t");
        let time = time.filter(|t| self.variables().any(|known| known == *t));
        let near = time.or_else(|| nearest(word, self.variables()));
        if near.is_none() && units {
            if let Some(known) = remedies::known(word) {
                return format!("no {what} `{word}`: {known}");
            }
            // A unit stands behind a number; a word before all numbers is the name of one.
            let remedy = remedies::remedy(word);
            if before.contains(|c: char| c.is_ascii_digit()) && !remedy.is_empty() {
                return format!("no {what} `{word}`{remedy}{declared}");
            }
        }
        match near {
            Some(name) => format!("no {what} `{word}` (did you mean `{name}`?)"),
            None => {
                let names = self.variables().take(MOST_TOLD).map(|name| format!("`{name}`"));
                let names: Vec<_> = names.collect();
                let (last, others) = names.split_last().expect("there are constants");
                match others {
                    [] => format!("no {what} `{word}`; there is {last}{declared}"),
                    _ => format!(
                        "no {what} `{word}`; there are {} and {last}{declared}",
                        others.join(", ")
                    ),
                }
            }
        }
    }

    /// Returns what is written for a power of a variable with a raised exponent.
    fn power(&self, word: &str) -> Option<String> {
        let exponents = [('²', '2'), ('³', '3')];
        let (base, exponent) = exponents
            .into_iter()
            .find_map(|(raised, exponent)| Some((word.strip_suffix(raised)?, exponent)))?;
        let is_known = self.variables().any(|known| known == base);
        is_known.then(|| format!("write `{base}^{exponent}`"))
    }

    /// Returns what is written for a motion that another word means.
    fn motion(&self, word: &str) -> Option<&'static str> {
        let knows = |name: &str| self.variables().any(|known| known == name);
        let quantity = word.rsplit('.').next().unwrap_or(word);
        match self.beside {
            Beside::Units if MOTIONS.contains(&quantity) => {
                Some("a load that follows a motion is the `force` of a [force.NAME]")
            }
            Beside::Nothing if knows("rate") && RATES.contains(&word) => {
                Some("write `rate`, the velocity of the first end relative to the second")
            }
            Beside::Nothing if knows("rate") && DEFLECTIONS.contains(&word) => {
                Some("write `e`, the position of the first end relative to the second")
            }
            Beside::Nothing if knows("x") && knows("N") && RATES.contains(&word) => {
                Some("write `x`, the slip speed")
            }
            _ => None,
        }
    }

    /// Returns the reason why a word behind a number is no unit.
    pub(super) fn unknown_unit(word: &str) -> String {
        let word = cut(word);
        format!("no unit `{word}`{}", remedies::remedy(word))
    }
}

/// Returns the reason why a word at a byte of a definition has no meaning there, if it is the name of one of the `definitions`
/// that stand behind it, or its own.
pub(crate) fn not_yet<'d>(
    text: &str,
    start: usize,
    mut definitions: impl Iterator<Item = &'d str>,
) -> Option<String> {
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let word = &rest[..end];
    definitions
        .any(|name| name == word)
        .then(|| format!("`{word}` is not defined yet: a definition uses only those before it"))
}

/// Quantities of motions, in files.
const MOTIONS: [&str; 6] = ["position", "velocity", "angle", "angularVelocity", "rate", "speed"];
/// Other words for the rate of the deflection `e`.
const RATES: [&str; 16] = [
    "v",
    "w",
    "velocity",
    "angularVelocity",
    "speed",
    "omega",
    "xdot",
    "edot",
    "dedt",
    "dxdt",
    "dx",
    "de",
    "vrel",
    "v_rel",
    "w_rel",
    "phidot",
];
/// Other words for this deflection.
const DEFLECTIONS: [&str; 10] =
    ["x", "z", "s", "q", "phi", "position", "angle", "deflection", "displacement", "x_rel"];

/// Names that a message lists, at most.
const MOST_TOLD: usize = 20;
/// Characters of a word that a message repeats, at most.
const LONGEST: usize = 60;

/// Returns the beginning of a word.
pub(super) fn cut(word: &str) -> &str {
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

/// An error of a formula, and the character at which it stands (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Counted from 1, in characters.
    pub column: usize,
    /// The rule that the formula breaks, in words.
    pub rule: String,
}

impl SyntaxError {
    /// Makes the error at a byte of a text.
    pub fn at(text: &str, offset: usize, rule: String) -> Self {
        Self { column: text[..offset].chars().count() + 1, rule }
    }

    /// Returns the byte of the text at which it stands.
    pub fn offset(&self, text: &str) -> usize {
        text.chars().take(self.column - 1).map(char::len_utf8).sum()
    }

    pub(super) fn also(mut self, hint: &str) -> Self {
        self.rule.push_str(hint);
        self
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.rule)
    }
}

impl std::error::Error for SyntaxError {}
