//! Expressions of indices and build options: `i+1` in the texts of repeated elements, `reduction <= 1` in
//! their `when`.
//!
//! Loosest first: `or`; `and`; `not`; `== != <= >= < >`, not chained; `+ -`; `* %`. There are whole
//! numbers, quoted texts, names and parentheses. `%` is the remainder, which is never negative. Both sides of
//! `or` and `and` are always looked at, so that what is wrong is found with every choice.

use super::diagnostics::shown;

/// Value of an index, an option or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Whole(i64),
    Text(String),
    Truth(bool),
}

impl Value {
    /// What it is, for messages.
    fn kind(&self) -> &'static str {
        match self {
            Value::Whole(_) => "a number",
            Value::Text(_) => "a text",
            Value::Truth(_) => "a condition",
        }
    }
}

/// A name that expressions know, with its value.
pub(super) type Known = (String, Value);

/// The value of an expression.
///
/// # Errors
/// What is wrong, to be read behind the expression.
pub(super) fn evaluate(expression: &str, known: &[Known]) -> Result<Value, String> {
    let mut parser = Parser { rest: expression.trim(), known, depth: 0 };
    let value = parser.disjunction()?;
    match parser.rest {
        "" => Ok(value),
        rest => Err(format!("has `{}` where an operator should stand", shown(rest))),
    }
}

const TOO_LARGE: &str = "becomes too large";
/// Parentheses and `not` within one another.
const DEEPEST: usize = 50;
/// Comparisons; those of two characters first.
const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

struct Parser<'e> {
    rest: &'e str,
    known: &'e [Known],
    depth: usize,
}

impl<'e> Parser<'e> {
    /// Whether `word` stands here; it is then passed.
    fn word(&mut self, word: &str) -> bool {
        let (found, rest) = self.rest.split_at(word_length(self.rest));
        let there = found == word;
        if there {
            self.rest = rest.trim_start();
        }
        there
    }

    fn symbol(&mut self, valid: &[&'static str]) -> Option<&'static str> {
        let symbol = valid.iter().find(|symbol| self.rest.starts_with(**symbol))?;
        self.rest = self.rest[symbol.len()..].trim_start();
        Some(symbol)
    }

    fn disjunction(&mut self) -> Result<Value, String> {
        let mut value = self.conjunction()?;
        while self.word("or") {
            let next = self.conjunction()?;
            value = Value::Truth(truth(&value, "or")? | truth(&next, "or")?);
        }
        Ok(value)
    }

    fn conjunction(&mut self) -> Result<Value, String> {
        let mut value = self.negation()?;
        while self.word("and") {
            let next = self.negation()?;
            value = Value::Truth(truth(&value, "and")? & truth(&next, "and")?);
        }
        Ok(value)
    }

    fn negation(&mut self) -> Result<Value, String> {
        if !self.word("not") {
            return self.comparison();
        }
        let value = self.deeper(Self::negation)?;
        Ok(Value::Truth(!truth(&value, "not")?))
    }

    fn deeper(&mut self, inner: fn(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("has more than {DEEPEST} levels"));
        }
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn comparison(&mut self) -> Result<Value, String> {
        let left = self.sum()?;
        let Some(operator) = self.symbol(&COMPARISONS) else {
            return Ok(left);
        };
        let right = self.sum()?;
        let order = match (&left, &right) {
            (Value::Whole(left), Value::Whole(right)) => left.cmp(right),
            (Value::Text(left), Value::Text(right)) if matches!(operator, "==" | "!=") => {
                left.cmp(right)
            }
            _ => {
                let (left, right) = (left.kind(), right.kind());
                return Err(format!("has `{operator}` between {left} and {right}"));
            }
        };
        Ok(Value::Truth(match operator {
            "==" => order.is_eq(),
            "!=" => order.is_ne(),
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            "<" => order.is_lt(),
            _ => order.is_gt(),
        }))
    }

    fn sum(&mut self) -> Result<Value, String> {
        let mut value = self.product()?;
        while let Some(operator) = self.symbol(&["+", "-"]) {
            let next = self.product()?;
            let (left, right) = (whole(&value, operator)?, whole(&next, operator)?);
            let sum =
                if operator == "+" { left.checked_add(right) } else { left.checked_sub(right) };
            value = Value::Whole(sum.ok_or(TOO_LARGE)?);
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Value, String> {
        let mut value = self.primary()?;
        while let Some(operator) = self.symbol(&["*", "%"]) {
            let next = self.primary()?;
            let (left, right) = (whole(&value, operator)?, whole(&next, operator)?);
            value = Value::Whole(if operator == "*" {
                left.checked_mul(right).ok_or(TOO_LARGE)?
            } else {
                left.checked_rem_euclid(right).ok_or("divides by 0")?
            });
        }
        Ok(value)
    }

    /// A whole number, a text in quotes, a name, or an expression in parentheses.
    fn primary(&mut self) -> Result<Value, String> {
        if self.symbol(&["("]).is_some() {
            let value = self.deeper(Self::disjunction)?;
            return self.symbol(&[")"]).map(|_| value).ok_or("lacks a `)`".to_owned());
        }
        if let Some(quote) = self.symbol(&["'", "\""]) {
            let (text, rest) = self.rest.split_once(quote).ok_or("has a text without end")?;
            self.rest = rest.trim_start();
            return Ok(Value::Text(text.to_owned()));
        }
        let (word, rest) = self.rest.split_at(word_length(self.rest));
        if word.is_empty() || ["and", "or", "not"].contains(&word) {
            return Err("lacks a name or a whole number".to_owned());
        }
        self.rest = rest.trim_start();
        if word.chars().all(|c| c.is_ascii_digit()) {
            return word.parse().map(Value::Whole).map_err(|_| TOO_LARGE.to_owned());
        }
        let found = self.known.iter().find(|(name, _)| name == word);
        found.map(|(_, value)| value.clone()).ok_or_else(|| self.unknown(word))
    }

    fn unknown(&self, word: &str) -> String {
        let known: Vec<_> = self.known.iter().map(|(name, _)| format!("`{name}`")).collect();
        let word = shown(word);
        if known.is_empty() {
            format!("has `{word}`, but the file declares no [option]")
        } else {
            format!("has `{word}`; known are {}", known.join(", "))
        }
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn whole(value: &Value, operator: &str) -> Result<i64, String> {
    match value {
        Value::Whole(number) => Ok(*number),
        other => Err(format!("has `{operator}` at {}", other.kind())),
    }
}

fn truth(value: &Value, operator: &str) -> Result<bool, String> {
    match value {
        Value::Truth(truth) => Ok(*truth),
        other => Err(format!("has `{operator}` at {}, not at a condition", other.kind())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Value, evaluate};

    fn known() -> Vec<Known> {
        let limit = Value::Text("heavy".to_owned());
        vec![
            ("i".to_owned(), Value::Whole(3)),
            ("reduction".to_owned(), Value::Whole(2)),
            ("limit".to_owned(), limit),
        ]
    }

    #[test]
    fn conditions_have_their_values() {
        for (expression, expected) in [
            ("reduction <= 1", false),
            ("reduction>=2", true),
            ("reduction == 2 and i != 4", true),
            ("reduction < 2 or i > 2", true),
            ("not reduction == 2 or i == 3", true),
            ("not (reduction == 2 or i == 3)", false),
            ("not not (i*2 - 1) % 3 == reduction", true),
            ("limit == 'heavy' and limit != \"light one\"", true),
            ("i == 3 or i == 4 and i == 5", true),
        ] {
            assert_eq!(evaluate(expression, &known()), Ok(Value::Truth(expected)), "{expression}");
        }
    }

    #[test]
    fn what_is_no_condition_is_told() {
        for (expression, why) in [
            ("reducton == 1", "has `reducton`; known are `i`, `reduction`, `limit`"),
            ("reduction = 1", "has `= 1` where an operator should stand"),
            ("1 < i < 3", "has `< 3` where an operator should stand"),
            ("limit == 2", "has `==` between a text and a number"),
            ("limit < 'x'", "has `<` between a text and a text"),
            ("i and i == 3", "has `and` at a number, not at a condition"),
            ("not i", "has `not` at a number, not at a condition"),
            ("limit + 1 == 2", "has `+` at a text"),
            ("(i == 3", "lacks a `)`"),
            ("limit == 'x", "has a text without end"),
            ("i == 3 or", "lacks a name or a whole number"),
            ("or i == 3", "lacks a name or a whole number"),
            ("i == 3 or k == 1", "has `k`; known are `i`, `reduction`, `limit`"),
            ("", "lacks a name or a whole number"),
        ] {
            assert_eq!(evaluate(expression, &known()), Err(why.to_owned()), "{expression}");
        }
        let nested = |depth| format!("{}i{} == 3", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(evaluate(&nested(50), &known()), Ok(Value::Truth(true)));
        assert_eq!(evaluate(&nested(51), &known()), Err("has more than 50 levels".to_owned()));
    }
}
