//! Texts with expressions in braces: `wagon{i+1}`.

use super::diagnostics::shown;
use super::expression::{Known, Value, evaluate};

/// The text with every `{expression}` replaced by its value.
///
/// # Errors
/// The rule that a brace or an expression breaks.
pub(super) fn filled(text: &str, known: &[Known]) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(brace) = rest.find(['{', '}']) {
        filled.push_str(&rest[..brace]);
        let inside = rest[brace..].strip_prefix('{').ok_or("a `}` has no `{` before it")?;
        let (expression, behind) = inside.split_once('}').ok_or("a `{` has no `}` behind it")?;
        let told = |why| format!("`{{{}}}` {why}", shown(expression));
        match evaluate(expression, known).map_err(told)? {
            Value::Whole(number) => filled.push_str(&number.to_string()),
            Value::Text(text) => filled.push_str(&text),
            Value::Truth(_) => {
                return Err(told("is a condition; those stand in `when`".to_owned()));
            }
        }
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::{Known, Value, filled};

    fn known() -> Vec<Known> {
        let side = Value::Text("left".to_owned());
        let whole = |name: &str, value| (name.to_owned(), Value::Whole(value));
        vec![whole("i", 3), whole("row", 7), ("side".to_owned(), side)]
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
            assert_eq!(filled(text, &known()).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_told() {
        for (text, why) in [
            ("w{i", "a `{` has no `}` behind it"),
            ("w}", "a `}` has no `{` before it"),
            ("w{}", "`{}` lacks a name or a whole number"),
            ("{i+}", "`{i+}` lacks a name or a whole number"),
            ("{k}", "`{k}` has `k`; known are `i`, `row`, `side`"),
            ("{2i}", "`{2i}` has `2i`; known are `i`, `row`, `side`"),
            ("{i 1}", "`{i 1}` has `1` where an operator should stand"),
            ("{i/2}", "`{i/2}` has `/2` where an operator should stand"),
            ("{i%0}", "`{i%0}` divides by 0"),
            ("{i == 3}", "`{i == 3}` is a condition; those stand in `when`"),
            ("{side+1}", "`{side+1}` has `+` at a text"),
            ("{99999999999999999999}", "`{99999999999999999999}` becomes too large"),
            ("{9223372036854775807*i}", "`{9223372036854775807*i}` becomes too large"),
            ("{9223372036854775807+i}", "`{9223372036854775807+i}` becomes too large"),
        ] {
            assert_eq!(filled(text, &known()), Err(why.to_owned()), "{text}");
        }
    }
}
