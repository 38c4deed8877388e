//! Text to formula: precedence climbing over the operator table.

pub mod calls;
mod operations;
mod readings;
mod text;

use super::formula::{Formula, Node};
use super::functions::{CONSTANTS, Grouping, NOT_POWER, OPERATORS, One, Operator, SIGN_POWER, Two};
use super::scope::{Beside, Scope, SyntaxError, cut};
use super::{remedies, units};

/// Deepest nesting of parentheses, signs and powers; far beyond what a person writes, far below what
/// the stack holds.
const MAX_DEPTH: usize = 100;

/// Place of the value of a part of a formula.
pub(super) type Place = usize;

/// Reads the formula that a text says.
///
/// # Errors
/// The first error, with its column.
pub fn parse(text: &str, scope: &Scope) -> Result<Formula, SyntaxError> {
    let mut parser =
        Parser { text, scope, position: 0, depth: 0, bound: None, formula: Formula::default() };
    let result = parser.operand_and_operators(0)?;
    match parser.peek() {
        None => Ok(parser.formula.ending(result)),
        Some(')') => Err(parser.fault("this `)` has no matching `(`".to_owned())),
        Some(_) => Err(parser.expected("an operator")),
    }
}

/// Units without a sign between them and their operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// Bytes of the operand and the units.
    pub start: usize,
    pub end: usize,
    /// Byte where the units begin.
    pub units: usize,
}

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub scope: &'a Scope<'a>,
    /// Byte offset of what comes next.
    pub position: usize,
    depth: usize,
    /// The last units behind an operand.
    pub bound: Option<Bound>,
    formula: Formula,
}

impl<'a> Parser<'a> {
    /// Returns the operator at the present position. Takes nothing.
    fn operator(&mut self) -> Option<&'static Operator> {
        self.peek()?;
        let (rest, word) = (self.rest(), self.word());
        OPERATORS.iter().find(|operator| match word {
            "" => rest.starts_with(operator.symbol),
            word => word == operator.symbol,
        })
    }

    /// Reads an operand and all operators after it that bind at least as tightly as `least`.
    pub fn operand_and_operators(&mut self, least: u8) -> Result<Place, SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("nested more than {MAX_DEPTH} deep")));
        }
        self.peek();
        let start = self.position;
        let mut left = self.operand()?;
        let mut compared = false;
        while let Some(operator) = self.operator().filter(|operator| operator.power >= least) {
            if operator.grouping == Grouping::None && std::mem::replace(&mut compared, true) {
                return Err(self.fault(format!(
                    "comparisons do not chain: write `a {0} b and b {0} c`",
                    operator.symbol
                )));
            }
            let offset = self.position;
            self.position += operator.symbol.len();
            let power = match operator.grouping {
                Grouping::Right => operator.power,
                Grouping::Left | Grouping::None => operator.power + 1,
            };
            let right = self.operand_and_operators(power)?;
            self.check_reading(start, offset, operator.apply, left)?;
            left = self.push(Node::Two(operator.apply, left, right), offset)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<Place, SyntaxError> {
        let next = self.peek();
        let offset = self.position;
        if self.take('-') {
            let of = self.operand_and_operators(SIGN_POWER)?;
            return self.push(Node::One(One::Negative, of), offset);
        }
        if self.take('+') {
            return self.operand_and_operators(SIGN_POWER);
        }
        if self.take('(') {
            let inner = self.operand_and_operators(0)?;
            self.closing()?;
            return self.in_units(offset, inner);
        }
        match self.word() {
            "" => match next.filter(|_| self.scope.beside == Beside::Texts) {
                Some(quote @ ('\'' | '"')) => self.quoted(quote),
                _ => {
                    let number = self.number()?;
                    self.in_units(offset, number)
                }
            },
            "not" => {
                self.position += "not".len();
                let of = self.operand_and_operators(NOT_POWER)?;
                self.push(Node::One(One::Not, of), offset)
            }
            word => self.name(word),
        }
    }

    /// Reads a text in quotes.
    fn quoted(&mut self, quote: char) -> Result<Place, SyntaxError> {
        let (start, rest) = (self.position, self.rest());
        let Some((text, _)) = rest[1..].split_once(quote) else {
            return Err(self.fault("the text has no closing quote".to_owned()));
        };
        self.position += text.len() + 2;
        self.push_word(text, start)
    }

    /// Reads an operand that begins at a byte, with the units behind it.
    fn in_units(&mut self, begun: usize, operand: Place) -> Result<Place, SyntaxError> {
        self.peek();
        let units = self.position;
        let mut product = operand;
        while self.scope.beside == Beside::Units {
            let next = self.peek();
            let (start, word) = (self.position, self.word());
            let is_name = self.scope.variables().any(|name| name == word);
            if next == Some('%') && self.ends_behind('%') {
                self.position += 1;
                let hundred = self.push(Node::Number(100.0), start)?;
                product = self.push(Node::Two(Two::Over, product, hundred), start)?;
            } else if let Some(sign) = remedies::sign(self.rest()) {
                return Err(self.fault(Scope::unknown_unit(sign)));
            } else if self.is_reciprocal() {
                return Err(self.reciprocal(begun));
            } else if word.is_empty() || is_name || self.operator().is_some() {
                break;
            } else if units::unit(word).is_none() {
                return Err(self.fault(Scope::unknown_unit(word)));
            } else {
                self.position += word.len();
                product = self.unit(Some(product), start, word)?;
            }
        }
        if product != operand {
            self.bind(begun, units);
        }
        Ok(product)
    }

    /// True if the reciprocal of a unit stands here: `1/m`.
    fn is_reciprocal(&self) -> bool {
        self.rest().strip_prefix('1').is_some_and(|rest| rest.trim_start().starts_with('/'))
    }

    /// Returns the error that no reciprocal can follow an operand that begins at a byte.
    fn reciprocal(&mut self, begun: usize) -> SyntaxError {
        let operand = self.text[begun..self.position].trim_end();
        let unit = self.rest()[1..].trim_start().trim_start_matches('/').trim_start();
        let ends = |c: char| !(c.is_alphanumeric() || ['.', '^', '(', ')'].contains(&c));
        let unit = &unit[..unit.find(ends).unwrap_or(unit.len())];
        let remedy = format!("; write `{}/{}`", cut(operand), cut(unit));
        self.expected("an operator").also(&remedy)
    }

    /// True if an expression ends behind a sign that stands here.
    fn ends_behind(&self, sign: char) -> bool {
        let rest = self.rest()[sign.len_utf8()..].trim_start();
        rest.is_empty() || rest.starts_with([')', ','])
    }

    /// Returns the place of a unit that has been taken, with a power; behind an operand that it multiplies, or alone.
    fn unit(&mut self, of: Option<Place>, start: usize, word: &str) -> Result<Place, SyntaxError> {
        let over = units::unit(word).map_or(1.0, |unit| unit.over);
        let mut unit = self.push_word(word, start)?;
        let mut factor =
            if over == 1.0 { None } else { Some(self.push(Node::Number(over), start)?) };
        if self.take('^') {
            let power = self.operand_and_operators(SIGN_POWER)?;
            unit = self.push(Node::Two(Two::Power, unit, power), start)?;
            if let Some(factor) = &mut factor {
                *factor = self.push(Node::Two(Two::Power, *factor, power), start)?;
            }
        }
        let product = match of {
            Some(of) => self.push(Node::Two(Two::Times, of, unit), start)?,
            None => unit,
        };
        match factor {
            Some(factor) => self.push(Node::Two(Two::Over, product, factor), start),
            None => Ok(product),
        }
    }

    /// Returns the words for what can stand where an operand is missing.
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
            text.parse().map_err(|_| self.fault(format!("`{}` is not a number", cut(text))))?;
        if !number.is_finite() {
            return Err(self.fault(format!("`{}` is not a finite number", cut(text))));
        }
        let start = self.position;
        self.position += length;
        self.push(Node::Number(number), start)
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
                false => self.push(Node::Name(name), start),
                true => Err(self.fault_at(start, format!("`{word}` is a list, not a number"))),
            };
        }
        if let Some((_, formula)) = self.scope.defined.iter().find(|(name, _)| *name == word) {
            return self.include(formula, None, start);
        }
        if let Some((_, value)) = CONSTANTS.iter().find(|(name, _)| *name == word) {
            return self.push(Node::Number(*value), start);
        }
        if self.scope.beside == Beside::Units && units::unit(word).is_some() {
            return self.unit(None, start, word);
        }
        let is_function = self.scope.called.is_some_and(|(name, _, _)| name == word);
        if is_function || self.scope.function(word).is_some() {
            let rule = format!("`{word}` is a function: write `{word}(…)`");
            return Err(self.fault_at(start, rule));
        }
        Err(self.fault_at(start, self.scope.unknown_variable(word, &self.text[..start])))
    }
}
