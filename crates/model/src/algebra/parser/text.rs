//! The text that is left: what comes next in it, and errors there.

use crate::algebra::parser::Parser;
use crate::algebra::scope::{SyntaxError, cut};

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
        self.fault(format!("expected {what}, found {found}"))
    }
}
