//! Text to formula: precedence climbing over the operator table.

use std::fmt;

use super::formula::{Formula, Node};
use super::functions::{
    Argument, CONSTANTS, FUNCTIONS, Grouping, ListFunction, NOT_POWER, OPERATORS, One, Operator,
    Rule, SIGN_POWER,
};
use super::nearest::nearest;

/// Deepest nesting of parentheses, signs and powers; far beyond what a person writes, far below what
/// the stack holds.
const MAX_DEPTH: usize = 100;
/// Operations of a formula, at most.
const MOST_NODES: usize = 100_000;

/// What a formula can name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope<'s> {
    /// Numbers and lists, in the order of [`super::Given`]; whether each is a list.
    pub names: &'s [(&'s str, bool)],
    /// Formulas of the same names that have names themselves.
    pub defined: &'s [(&'s str, Formula)],
    /// A formula that can be called with a value in place of one of its names.
    pub called: Option<(&'s str, &'s Formula, usize)>,
}

/// Where the value of a part of a formula stands.
type Place = usize;

/// What is wrong with a formula, and at which character (counted from 1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub column: usize,
    pub rule: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.rule)
    }
}

/// The formula that a text says.
///
/// # Errors
/// The first fault, with its column.
pub fn parse(text: &str, scope: &Scope) -> Result<Formula, SyntaxError> {
    let mut parser = Parser { text, scope, position: 0, depth: 0, formula: Formula::default() };
    let result = parser.operand_and_operators(0)?;
    match parser.peek() {
        None => Ok(parser.formula.ending(result)),
        Some(')') => Err(parser.fault("this `)` closes nothing".to_owned())),
        Some('=') => Err(parser.expected("an operator").also("; equality is `==`")),
        Some(_) => Err(parser.expected("an operator")),
    }
}

impl SyntaxError {
    fn also(mut self, hint: &str) -> Self {
        self.rule.push_str(hint);
        self
    }
}

struct Parser<'a> {
    text: &'a str,
    scope: &'a Scope<'a>,
    /// Byte offset of what comes next.
    position: usize,
    depth: usize,
    formula: Formula,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// Next character that is not a blank.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn take(&mut self, symbol: char) -> bool {
        let found = self.peek() == Some(symbol);
        if found {
            self.position += symbol.len_utf8();
        }
        found
    }

    fn fault_at(&self, position: usize, rule: String) -> SyntaxError {
        SyntaxError { column: self.text[..position].chars().count() + 1, rule }
    }

    fn fault(&self, rule: String) -> SyntaxError {
        self.fault_at(self.position, rule)
    }

    fn expected(&mut self, what: &str) -> SyntaxError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(_) => match self.word() {
                "" => format!("`{}`", self.rest().chars().next().unwrap_or_default()),
                word => format!("`{word}`"),
            },
        };
        self.fault(format!("expected {what}, found {found}"))
    }

    /// The name at the present position; empty if there is none. Takes nothing.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let letters = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        match rest.starts_with(|c: char| c.is_alphabetic()) {
            true => &rest[..rest.find(|c| !letters(c)).unwrap_or(rest.len())],
            false => "",
        }
    }

    /// The operator at the present position. Takes nothing.
    fn operator(&mut self) -> Option<&'static Operator> {
        self.peek()?;
        let (rest, word) = (self.rest(), self.word());
        OPERATORS.iter().find(|operator| match word {
            "" => rest.starts_with(operator.symbol),
            word => word == operator.symbol,
        })
    }

    fn push(&mut self, node: Node) -> Result<Place, SyntaxError> {
        if self.formula.nodes().len() >= MOST_NODES {
            return Err(self.fault(format!("has more than {MOST_NODES} operations")));
        }
        Ok(self.formula.push(node))
    }

    /// An operand and all operators after it that bind at least as tightly as `least`.
    fn operand_and_operators(&mut self, least: u8) -> Result<Place, SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("nested more than {MAX_DEPTH} deep")));
        }
        let mut left = self.operand()?;
        let mut compared = false;
        while let Some(operator) = self.operator().filter(|operator| operator.power >= least) {
            if operator.grouping == Grouping::None && std::mem::replace(&mut compared, true) {
                return Err(self.fault(format!(
                    "comparisons do not chain: write `a {0} b and b {0} c`",
                    operator.symbol
                )));
            }
            self.position += operator.symbol.len();
            let power = match operator.grouping {
                Grouping::Right => operator.power,
                Grouping::Left | Grouping::None => operator.power + 1,
            };
            let right = self.operand_and_operators(power)?;
            left = self.push(Node::Two(operator.apply, left, right))?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Place, SyntaxError> {
        if self.take('-') {
            let of = self.operand_and_operators(SIGN_POWER)?;
            return self.push(Node::One(One::Negative, of));
        }
        if self.take('+') {
            return self.operand_and_operators(SIGN_POWER);
        }
        if self.take('(') {
            let inner = self.operand_and_operators(0)?;
            self.closing()?;
            return Ok(inner);
        }
        match self.word() {
            "" => self.number(),
            "not" => {
                self.position += "not".len();
                let of = self.operand_and_operators(NOT_POWER)?;
                self.push(Node::One(One::Not, of))
            }
            word => self.name(word),
        }
    }

    fn closing(&mut self) -> Result<(), SyntaxError> {
        if self.take(')') { Ok(()) } else { Err(self.expected("`)`")) }
    }

    /// What can stand where an operand is missing.
    fn operands(&self) -> String {
        match self.scope.names {
            [(only, _)] => format!("a number, `{only}`, a function or `(`"),
            _ => "a number, a name, a function or `(`".to_owned(),
        }
    }

    fn number(&mut self) -> Result<Place, SyntaxError> {
        let rest = self.rest();
        let digits =
            |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut length = digits(rest);
        if length == 0 {
            let operands = self.operands();
            return Err(self.expected(&operands));
        }
        if let Some(exponent) = rest[length..].strip_prefix(['e', 'E']) {
            let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
                length = rest.len() - unsigned.len() + digits(unsigned);
            }
        }
        let text = &rest[..length];
        let number: f64 =
            text.parse().map_err(|_| self.fault(format!("`{text}` is not a number")))?;
        if !number.is_finite() {
            return Err(self.fault(format!("`{text}` is not a finite number")));
        }
        self.position += length;
        self.push(Node::Number(number))
    }

    /// A function that the scope knows.
    fn function(&self, word: &str) -> Option<Rule> {
        self.functions().find(|(name, _)| *name == word).map(|(_, rule)| rule)
    }

    /// Functions that the scope knows: those of lists only where there are lists.
    fn functions(&self) -> impl Iterator<Item = (&'static str, Rule)> + use<'a> {
        let lists = self.scope.names.iter().any(|(_, list)| *list);
        let known =
            FUNCTIONS.iter().filter(move |(_, rule)| lists || !matches!(rule, Rule::List(_)));
        known.copied()
    }

    fn name(&mut self, word: &'a str) -> Result<Place, SyntaxError> {
        let start = self.position;
        self.position += word.len();
        if self.take('(') {
            return self.called(start, word);
        }
        let named = self.scope.names.iter().position(|(name, _)| *name == word);
        if let Some(name) = named {
            return match self.scope.names[name].1 {
                false => self.push(Node::Name(name)),
                true => Err(self.fault_at(start, format!("`{word}` is a list, not a number"))),
            };
        }
        if let Some((_, formula)) = self.scope.defined.iter().find(|(name, _)| *name == word) {
            return self.include(formula, None);
        }
        if let Some((_, value)) = CONSTANTS.iter().find(|(name, _)| *name == word) {
            return self.push(Node::Number(*value));
        }
        let is_function = self.scope.called.is_some_and(|(name, _, _)| name == word);
        if is_function || self.function(word).is_some() {
            let rule = format!("`{word}` is a function: write `{word}(…)`");
            return Err(self.fault_at(start, rule));
        }
        Err(self.unknown_variable(start, word))
    }

    fn include(
        &mut self,
        formula: &Formula,
        replaced: Option<(usize, usize)>,
    ) -> Result<Place, SyntaxError> {
        if self.formula.nodes().len() + formula.nodes().len() > MOST_NODES {
            return Err(self.fault(format!("has more than {MOST_NODES} operations")));
        }
        Ok(self.formula.include(formula, replaced))
    }

    /// A name before an opening parenthesis, which is taken.
    fn called(&mut self, start: usize, word: &'a str) -> Result<Place, SyntaxError> {
        if let Some((_, formula, name)) = self.scope.called.filter(|(name, _, _)| *name == word) {
            let by = self.operand_and_operators(0)?;
            self.closing()?;
            return self.include(formula, Some((name, by)));
        }
        if let Some(rule) = self.function(word) {
            return match rule {
                Rule::List(function) => self.call_of_list(start, word, function),
                rule => self.call(start, word, rule),
            };
        }
        let mut known = self.variables();
        if known.any(|name| name == word) {
            return Err(self.fault_at(start, format!("`{word}` is not a function")));
        }
        let hint = nearest(word, self.functions().map(|(name, _)| name));
        let hint = hint.map_or(String::new(), |name| format!(" (did you mean `{name}`?)"));
        Err(self.fault_at(start, format!("no function `{word}`{hint}")))
    }

    /// Names that are no functions.
    fn variables(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let Scope { names, defined, .. } = *self.scope;
        let named = names.iter().map(|(name, _)| *name);
        let defined = defined.iter().map(|(name, _)| *name);
        named.chain(defined).chain(CONSTANTS.iter().map(|(name, _)| *name))
    }

    fn unknown_variable(&self, start: usize, word: &str) -> SyntaxError {
        let rule = match nearest(word, self.variables()) {
            Some(name) => format!("no variable `{word}` (did you mean `{name}`?)"),
            None => {
                let names: Vec<_> = self.variables().map(|name| format!("`{name}`")).collect();
                let (last, others) = names.split_last().expect("there are constants");
                match others {
                    [] => format!("no variable `{word}`; there is {last}"),
                    _ => {
                        format!("no variable `{word}`; there are {} and {last}", others.join(", "))
                    }
                }
            }
        };
        self.fault_at(start, rule)
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
            (Rule::One(f), &[a]) => self.push(Node::One(f, a)),
            (Rule::Two(f), &[a, b]) => self.push(Node::Two(f, a, b)),
            (Rule::If, &[a, b, c]) => self.push(Node::If([a, b, c])),
            (Rule::Fold(f), &[first, ref others @ ..]) => others
                .iter()
                .try_fold(first, |joined, other| self.push(Node::Two(f, joined, *other))),
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
        self.push(Node::List(function, operands))
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
