//! Calls of functions in a formula.

use crate::algebra::formula::Node;
use crate::algebra::functions::{Argument, FUNCTIONS, ListFunction, Rule};
use crate::algebra::nearest::nearest;
use crate::algebra::parser::{Parser, Place};
use crate::algebra::scope::{Beside, SyntaxError, cut};

/// Functions of other languages, and what is written for them.
const OTHERS: &[(&str, &str)] = &[
    ("der", "the rate of `e` is `rate`, that of a position the velocity of its body"),
    ("pow", "a power is `^`"),
    ("step", "write `if(t < 1, 0, 5)`"),
    ("heaviside", "write `if(t < 1, 0, 5)`"),
    ("log", "write `ln` or `log10`"),
];

/// Returns the reason why a function of lists cannot be called where there are none.
fn no_lists(word: &str, function: ListFunction) -> String {
    let lists = function.signature().iter().filter(|one| **one == Argument::List);
    let lists = ["x = [0.0, 1.0]", "y = [0.0, 1.0]"].into_iter().take(lists.count());
    format!(
        "`{word}` needs lists, which formulas of forces alone have: [0, 1], or parameter = {{ {} }}; give an input \
         over time as a CSV file",
        lists.collect::<Vec<_>>().join(", ")
    )
}

impl<'a> Parser<'a> {
    /// Reads a name before an opening parenthesis, which is taken.
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
        let of_lists = FUNCTIONS.iter().find(|(name, _)| *name == word);
        match (self.scope.beside, of_lists) {
            (Beside::Nothing, Some((_, Rule::List(function)))) => {
                return Err(self.fault_at(start, no_lists(word, *function)));
            }
            (Beside::Units, Some((_, Rule::List(_)))) => {
                let rule = format!(
                    "`{word}` needs lists, which no number as a text has; write the value that it has"
                );
                return Err(self.fault_at(start, rule));
            }
            _ => {}
        }
        let word = cut(word);
        let hint = nearest(word, self.scope.functions().map(|(name, _)| name));
        let hint = match (hint, OTHERS.iter().find(|(other, _)| *other == word)) {
            (_, Some((_, remedy))) => format!(": {remedy}"),
            (Some(name), None) => format!(" (did you mean `{name}`?)"),
            (None, None) => String::new(),
        };
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

    /// Reads the arguments, after the opening parenthesis.
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

    /// Reads the arguments of a function of lists, after the opening parenthesis.
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

    /// Reads the name of a list, or a list that stands here itself.
    fn list(&mut self) -> Result<usize, SyntaxError> {
        self.peek();
        let start = self.position;
        let own = list_at(&self.text[start..]);
        let word = own.unwrap_or(self.word());
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

/// Returns the list `[1, 2]` with which a text begins.
pub(crate) fn list_at(text: &str) -> Option<&str> {
    let end = text.strip_prefix('[')?.find(']')?;
    Some(&text[..end + 2])
}
