//! Calls of functions in a formula.

use super::formula::Node;
use super::functions::{Argument, ListFunction, Rule};
use super::nearest::nearest;
use super::parser::{Parser, Place};
use super::scope::{SyntaxError, cut};

impl<'a> Parser<'a> {
    /// A name before an opening parenthesis, which is taken.
    pub(super) fn called(&mut self, start: usize, word: &'a str) -> Result<Place, SyntaxError> {
        if let Some((_, formula, name)) = self.scope.called.filter(|(name, _, _)| *name == word) {
            let by = self.operand_and_operators(0)?;
            self.closing()?;
            return self.include(formula, Some((name, by)), start);
        }
        if let Some(rule) = self.scope.function(word) {
            return match rule {
                Rule::List(function) => self.call_of_list(start, word, function),
                rule => self.call(start, word, rule),
            };
        }
        let mut known = self.scope.variables();
        if known.any(|name| name == word) {
            return Err(self.fault_at(start, format!("`{word}` is not a function")));
        }
        let word = cut(word);
        let hint = nearest(word, self.scope.functions().map(|(name, _)| name));
        let hint = hint.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        Err(self.fault_at(start, format!("no function `{word}`{hint}")))
    }

    fn check_arity(
        &self,
        start: usize,
        word: &str,
        rule: Rule,
        count: usize,
    ) -> Result<(), SyntaxError> {
        if rule.accepts(count) {
            return Ok(());
        }
        let arity = rule.arity();
        Err(self.fault_at(start, format!("`{word}` takes {arity}, not {count}")))
    }

    /// The arguments, after the opening parenthesis.
    fn call(&mut self, start: usize, word: &str, rule: Rule) -> Result<Place, SyntaxError> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.operand_and_operators(0)?);
            if !self.take(',') {
                break;
            }
        }
        self.closing()?;
        self.check_arity(start, word, rule, arguments.len())?;
        match (rule, arguments.as_slice()) {
            (Rule::One(f), &[a]) => self.push(Node::One(f, a), start),
            (Rule::Two(f), &[a, b]) => self.push(Node::Two(f, a, b), start),
            (Rule::If, &[a, b, c]) => self.push(Node::If([a, b, c]), start),
            (Rule::Fold(f), &[first, ref others @ ..]) => others
                .iter()
                .try_fold(first, |joined, other| self.push(Node::Two(f, joined, *other), start)),
            _ => unreachable!("the number of arguments is right"),
        }
    }

    /// The same of a function of lists.
    fn call_of_list(
        &mut self,
        start: usize,
        word: &str,
        function: ListFunction,
    ) -> Result<Place, SyntaxError> {
        let (mut operands, mut count) = ([0; 5], 0);
        loop {
            let operand = match function.signature().get(count) {
                Some(Argument::List) => self.list()?,
                Some(Argument::Number) | None => self.operand_and_operators(0)?,
            };
            if let Some(slot) = operands.get_mut(count) {
                *slot = operand;
            }
            count += 1;
            if !self.take(',') {
                break;
            }
        }
        self.closing()?;
        self.check_arity(start, word, Rule::List(function), count)?;
        self.push(Node::List(function, operands), start)
    }

    /// The name of a list.
    fn list(&mut self) -> Result<usize, SyntaxError> {
        self.peek();
        let (start, word) = (self.position, self.word());
        let found = self.scope.names.iter().position(|(name, list)| *list && *name == word);
        match found {
            Some(name) => {
                self.position += word.len();
                Ok(name)
            }
            None => {
                let lists = self.scope.names.iter().filter(|(_, list)| *list);
                let lists: Vec<_> = lists.map(|(name, _)| format!("`{name}`")).collect();
                Err(self.fault_at(start, format!("expected a list: {}", lists.join(", "))))
            }
        }
    }
}
