//! Texts with expressions in braces: `wagon{i+1}`.

use std::borrow::Cow;

use super::diagnostics::Wrong;
use super::expression::{Expressions, Known, Value};

/// Returns the text with every `{expression}` replaced by its value.
///
/// # Errors
/// The rule that a brace or an expression breaks, and where.
pub(super) fn filled<'t>(
    text: &'t str,
    known: &[Known],
    expressions: &mut Expressions,
) -> Result<Cow<'t, str>, Wrong> {
    let mut filled = Cow::Borrowed("");
    let mut done = 0;
    while let Some(brace) = text[done..].find(['{', '}']).map(|behind| done + behind) {
        let wrong = |offset, rule: &str| Wrong { offset, rule: rule.to_owned() };
        let inside = text[brace..].strip_prefix('{');
        let inside = inside.ok_or_else(|| wrong(brace, "a `}` has no `{` before it"))?;
        let (expression, _) =
            inside.split_once('}').ok_or_else(|| wrong(brace, "a `{` has no `}` after it"))?;
        let told = |Wrong { offset, rule }| Wrong { offset: brace + 1 + offset, rule };
        let filled = filled.to_mut();
        filled.push_str(&text[done..brace]);
        match expressions.evaluate(expression, known).map_err(told)? {
            Value::Whole(number) => filled.push_str(&number.to_string()),
            Value::Text(text) => filled.push_str(&text),
            Value::Truth(_) => {
                return Err(told(wrong(0, "a condition; those stand in `when`")));
            }
        }
        done = brace + expression.len() + 2;
    }
    if done == 0 {
        return Ok(Cow::Borrowed(text));
    }
    filled.to_mut().push_str(&text[done..]);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::{Expressions, Known, Value, Wrong};

    fn filled(text: &str) -> Result<String, String> {
        let side = Value::Text("left".to_owned());
        let whole = |name: &str, value| (name.to_owned(), Value::Whole(value));
        let known: Vec<Known> = vec![whole("i", 3), whole("row", 7), ("side".to_owned(), side)];
        let filled = super::filled(text, &known, &mut Expressions::default());
        filled.map(String::from).map_err(|Wrong { offset, rule }| format!("{offset}: {rule}"))
    }

    #[test]
    fn expressions_have_their_values() {
        for (text, expected) in [
            ("plain", "plain"),
            ("", ""),
            ("w{i}", "w3"),
            ("w{i+1}_{ row - 1 }x", "w4_6x"),
            ("{i-5}", "-2"),
            ("{2*i+row*10}", "76"),
            ("{2*(i+row)}", "20"),
            ("{row-i-1}", "3"),
            ("{i%3+1} {row % 4 * 2}", "1 6"),
            ("é{i}é", "é3é"),
            ("{side}Wheel", "leftWheel"),
        ] {
            assert_eq!(filled(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_told() {
        let operands = "a number, a name, a function or `(`";
        for (text, why) in [
            ("w{i", "1: a `{` has no `}` after it"),
            ("w}", "1: a `}` has no `{` before it"),
            ("w{}", &format!("2: expected {operands}, found the end")),
            ("{i+}", &format!("3: expected {operands}, found the end")),
            ("{kk}", "1: no variable `kk`; there are `i`, `row`, `side` and `pi`"),
            ("{2i}", "2: expected an operator, found `i`"),
            ("é{i 1}", "5: expected an operator, found `1`"),
            ("{i/2}", "2: 1.5 is not a whole number"),
            ("{i%0}", "2: divides by 0"),
            ("{i == 3}", "1: a condition; those stand in `when`"),
            ("{side+1}", "5: `+` is not defined between a text and a number"),
            ("{9e19}", "1: becomes too large"),
            ("{9e15*i}", "5: becomes too large"),
        ] {
            assert_eq!(filled(text), Err(why.to_owned()), "{text}");
        }
    }
}
