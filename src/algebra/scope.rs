//! What a formula can name, and what is wrong with one.

use std::fmt;

use super::formula::Formula;
use super::functions::{CONSTANTS, FUNCTIONS, Rule};
use super::nearest::nearest;
use super::units;

/// What a formula can name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'s> {
    /// Numbers and lists, in the order of [`super::Given`]; whether each is a list.
    pub names: &'s [(&'s str, bool)],
    /// Formulas of the same names that have names themselves.
    pub defined: &'s [(&'s str, Formula)],
    /// A formula that can be called with a value in place of one of its names.
    pub called: Option<(&'s str, &'s Formula, usize)>,
    /// What else may stand in its texts.
    pub beside: Beside,
}

/// What may stand in a formula beside numbers and names; the formula lists it ([`Formula::words`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Beside {
    /// Nothing else.
    #[default]
    Nothing,
    /// Units, behind a number or in place of one: `25 mm`, `3 N/mm`, `5 %`.
    Units,
    /// Texts in quotes.
    Texts,
}

impl<'s> Scope<'s> {
    /// A function that the scope knows.
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

    /// Names that are no functions.
    pub(super) fn variables(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        let Scope { names, defined, .. } = *self;
        let named = names.iter().map(|(name, _)| *name);
        let defined = defined.iter().map(|(name, _)| *name);
        // A place among the names may have none.
        let all = named.chain(defined).filter(|name| !name.is_empty());
        all.chain(CONSTANTS.iter().map(|(name, _)| *name))
    }

    /// Why a word is none of the variables.
    pub(super) fn unknown_variable(&self, word: &str) -> String {
        let units: Vec<String> = match self.beside {
            Beside::Units => units::words().collect(),
            Beside::Nothing | Beside::Texts => Vec::new(),
        };
        let what = if units.is_empty() { "variable" } else { "constant or unit" };
        let word = cut(word);
        match nearest(word, self.variables().chain(units.iter().map(String::as_str))) {
            Some(name) => format!("no {what} `{word}` (did you mean `{name}`?)"),
            None => {
                let names = self.variables().take(MOST_TOLD).map(|name| format!("`{name}`"));
                let names: Vec<_> = names.collect();
                let (last, others) = names.split_last().expect("there are constants");
                match others {
                    [] => format!("no {what} `{word}`; there is {last}"),
                    _ => format!("no {what} `{word}`; there are {} and {last}", others.join(", ")),
                }
            }
        }
    }

    /// Why a word behind a number is no unit.
    pub(super) fn unknown_unit(word: &str) -> String {
        let words: Vec<String> = units::words().collect();
        let word = cut(word);
        let near = nearest(word, words.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        format!("no unit `{word}`{hint}")
    }
}

/// Names that a message lists, at most.
const MOST_TOLD: usize = 20;
/// Characters of a word that a message repeats, at most.
const LONGEST: usize = 60;

/// The beginning of a word.
pub(super) fn cut(word: &str) -> &str {
    word.char_indices().nth(LONGEST).map_or(word, |(end, _)| &word[..end])
}

/// What is wrong with a formula, and at which character (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Counted from 1, in characters.
    pub column: usize,
    /// What a formula must be, in words.
    pub rule: String,
}

impl SyntaxError {
    /// At a byte of a text.
    pub fn at(text: &str, offset: usize, rule: String) -> Self {
        Self { column: text[..offset].chars().count() + 1, rule }
    }

    /// The byte of the text at which it stands.
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
