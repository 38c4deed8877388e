//! The text that is left: what comes next in it, and errors there.

use crate::algebra::parser::Parser;
use crate::algebra::scope::{Beside, SyntaxError, cut};
use crate::algebra::units;

impl<'a> Parser<'a> {
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// Returns the next character that is not a blank.
    pub fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    pub fn take(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.position += symbol.len_utf8();
        }
        found
    }

    pub fn closing(&mut self) -> Result<(), SyntaxError> {
        if self.take(')') { Ok(()) } else { Err(self.expected("`)`")) }
    }

    /// Returns the name at the present position; empty if there is none. Takes nothing.
    pub fn word(&self) -> &'a str {
        let rest = self.rest();
        let letters = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        match rest.starts_with(|c: char| c.is_alphabetic()) {
            true => &rest[..rest.find(|c| !letters(c)).unwrap_or(rest.len())],
            false => "",
        }
    }

    pub fn fault_at(&self, position: usize, rule: String) -> SyntaxError {
        SyntaxError::at(self.text, position, rule)
    }

    pub(super) fn fault(&self, rule: String) -> SyntaxError {
        self.fault_at(self.position, rule)
    }

    pub(super) fn expected(&mut self, what: &str) -> SyntaxError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(_) => match self.word() {
                "" => format!("`{}`", self.rest().chars().next().unwrap_or_default()),
                word => format!("`{}`", cut(word)),
            },
        };
        let remedy = self.remedy();
        self.fault(format!("expected {what}, found {found}{remedy}"))
    }

    /// Returns the end of the message about what stands here, and what other languages, or formulas with units, have there.
    fn remedy(&self) -> &'static str {
        let (before, rest) = self.text.split_at(self.position);
        let digit = |text: &str, at: usize| text[at..].starts_with(|c: char| c.is_ascii_digit());
        match rest.chars().next().unwrap_or_default() {
            '=' => "; equality is `==`",
            '?' => "; write `if(condition, then, otherwise)`",
            '&' => "; write `and`",
            '|' if !rest.starts_with("||") && self.is_at_operand() => {
                "; an absolute value is `abs(…)`"
            }
            '|' => "; write `or`",
            '!' => "; write `not`",
            '*' if before.ends_with('*') => "; a power is `^`",
            '²' | '³' => "; a power is `^`",
            '−' | '–' => "; the minus sign is the `-` of ASCII",
            ',' if digit(rest, 1) && before.ends_with(|c: char| c.is_ascii_digit()) => {
                "; the decimal sign is `.`"
            }
            't' if self.word() == "t" && self.scope.variables().any(|name| name == "t") => {
                "; `t` is the time here, no tonne: write `*t` for a product with the time, or the mass in kg as a number"
            }
            _ if self.is_at_unit() => {
                "; numbers are in SI units here: write them without their units"
            }
            _ => "",
        }
    }

    /// True if an operand is missing here: the text begins, or an operator or an opening parenthesis stands before.
    fn is_at_operand(&self) -> bool {
        let before = self.text[..self.position].trim_end();
        before.is_empty()
            || before.ends_with(['(', ',', '+', '-', '*', '/', '^', '%', '<', '>', '='])
    }

    /// True if a unit stands here in a formula without units.
    fn is_at_unit(&self) -> bool {
        let rest = self.rest();
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        let is_name = self.scope.variables().any(|name| name == word);
        self.scope.beside != Beside::Units && units::unit(word).is_some() && !is_name
    }
}
