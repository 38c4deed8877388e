//! Text to instructions: precedence climbing over the operator table.

use std::fmt;

use super::functions::{
    CONSTANTS, FUNCTIONS, Grouping, NOT_POWER, OPERATORS, One, Operator, Rule, SIGN_POWER, Two,
};
use luztar::network::nearest;

use crate::cli::names::did_you_mean;

/// Deepest nesting of parentheses, signs and powers; far beyond what a person writes, far below what
/// the stack holds.
const MAX_DEPTH: usize = 100;

/// One instruction on a stack of numbers.
#[derive(Clone, Copy, Debug)]
pub enum Instruction {
    Number(f64),
    Time,
    One(One),
    Two(Two),
    /// Takes condition, then, otherwise.
    If,
}

/// What is wrong with an expression, and at which character (counted from 1).
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

/// Instructions that leave the expression's value on the stack.
pub fn parse(text: &str) -> Result<Vec<Instruction>, SyntaxError> {
    let mut parser = Parser { text, position: 0, depth: 0, program: Vec::new() };
    parser.operand_and_operators(0)?;
    match parser.peek() {
        None => Ok(parser.program),
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
    /// Byte offset of what comes next.
    position: usize,
    depth: usize,
    program: Vec<Instruction>,
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
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        match rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
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

    /// An operand and all operators after it that bind at least as tightly as `least`.
    fn operand_and_operators(&mut self, least: u8) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("nested more than {MAX_DEPTH} deep")));
        }
        self.operand()?;
        let mut compared = false;
        while let Some(operator) = self.operator().filter(|operator| operator.power >= least) {
            if operator.grouping == Grouping::None && std::mem::replace(&mut compared, true) {
                return Err(self.fault(format!(
                    "comparisons do not chain: write `a {0} b and b {0} c`",
                    operator.symbol
                )));
            }
            self.position += operator.symbol.len();
            let right = match operator.grouping {
                Grouping::Right => operator.power,
                Grouping::Left | Grouping::None => operator.power + 1,
            };
            self.operand_and_operators(right)?;
            self.program.push(Instruction::Two(operator.apply));
        }
        self.depth -= 1;
        Ok(())
    }

    fn operand(&mut self) -> Result<(), SyntaxError> {
        if self.take('-') {
            self.operand_and_operators(SIGN_POWER)?;
            self.program.push(Instruction::One(One::Negative));
            return Ok(());
        }
        if self.take('+') {
            return self.operand_and_operators(SIGN_POWER);
        }
        if self.take('(') {
            self.operand_and_operators(0)?;
            return self.closing();
        }
        match self.word() {
            "" => self.number(),
            "not" => {
                self.position += "not".len();
                self.operand_and_operators(NOT_POWER)?;
                self.program.push(Instruction::One(One::Not));
                Ok(())
            }
            word => self.name(word),
        }
    }

    fn closing(&mut self) -> Result<(), SyntaxError> {
        if self.take(')') { Ok(()) } else { Err(self.expected("`)`")) }
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        let rest = self.rest();
        let digits =
            |text: &str| text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut length = digits(rest);
        if length == 0 {
            return Err(self.expected("a number, `t`, a function or `(`"));
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
        self.program.push(Instruction::Number(number));
        Ok(())
    }

    fn name(&mut self, word: &'a str) -> Result<(), SyntaxError> {
        let start = self.position;
        self.position += word.len();
        let called = self.take('(');
        let constant = CONSTANTS.iter().find(|(name, _)| *name == word);
        let function = FUNCTIONS.iter().find(|(name, _)| *name == word);
        match (called, word, constant, function) {
            (true, _, _, Some((_, rule))) => self.call(start, word, *rule),
            (false, "t", _, _) => {
                self.program.push(Instruction::Time);
                Ok(())
            }
            (false, _, Some((_, value)), _) => {
                self.program.push(Instruction::Number(*value));
                Ok(())
            }
            (false, _, _, Some(_)) => {
                Err(self.fault_at(start, format!("`{word}` is a function: write `{word}(…)`")))
            }
            (true, "t", _, _) | (true, _, Some(_), _) => {
                Err(self.fault_at(start, format!("`{word}` is not a function")))
            }
            (true, _, None, None) => {
                let names = FUNCTIONS.iter().map(|(name, _)| *name);
                let hint = did_you_mean(word, names);
                Err(self.fault_at(start, format!("no function `{word}`{hint}")))
            }
            (false, _, None, None) => Err(self.unknown_variable(start, word)),
        }
    }

    fn unknown_variable(&self, start: usize, word: &str) -> SyntaxError {
        let names = ["t"].into_iter().chain(CONSTANTS.iter().map(|(name, _)| *name));
        let rule = match nearest(word, names) {
            Some(name) => format!("no variable `{word}` (did you mean `{name}`?)"),
            None => format!("no variable `{word}`; there are `t` and `pi`"),
        };
        self.fault_at(start, rule)
    }

    /// The arguments, after the opening parenthesis.
    fn call(&mut self, start: usize, word: &str, rule: Rule) -> Result<(), SyntaxError> {
        let mut arguments = 0;
        loop {
            self.operand_and_operators(0)?;
            arguments += 1;
            if let Rule::Fold(f) = rule
                && arguments > 1
            {
                self.program.push(Instruction::Two(f));
            }
            if !self.take(',') {
                break;
            }
        }
        self.closing()?;
        if !rule.accepts(arguments) {
            let arity = rule.arity();
            return Err(self.fault_at(start, format!("`{word}` takes {arity}, not {arguments}")));
        }
        match rule {
            Rule::One(f) => self.program.push(Instruction::One(f)),
            Rule::Two(f) => self.program.push(Instruction::Two(f)),
            Rule::If => self.program.push(Instruction::If),
            Rule::Fold(_) => {}
        }
        Ok(())
    }
}
