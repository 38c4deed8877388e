//! Texts of repeated elements: `wagon{i+1}` with the value of the expression in braces.
//!
//! An expression has whole numbers, indices, `+`, `-`, `*` and `%`, the remainder, which is never
//! negative; `*` and `%` come before `+` and `-`.

use super::diagnostics::shown;

/// An index and its value.
pub(super) type Value<'i> = (&'i str, i64);

/// The text with every `{expression}` replaced by its value.
///
/// # Errors
/// The rule that a brace or an expression breaks.
pub(super) fn filled(text: &str, indices: &[Value]) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(brace) = rest.find(['{', '}']) {
        filled.push_str(&rest[..brace]);
        let inside = rest[brace..].strip_prefix('{').ok_or("a `}` has no `{` before it")?;
        let (expression, behind) = inside.split_once('}').ok_or("a `{` has no `}` behind it")?;
        let value = value(expression, indices)
            .map_err(|why| format!("`{{{}}}` {why}", shown(expression)))?;
        filled.push_str(&value.to_string());
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

fn value(expression: &str, indices: &[Value]) -> Result<i64, String> {
    let mut parser = Parser { rest: expression.trim(), indices };
    let mut sum = parser.product()?;
    while let Some(operator) = parser.operator(['+', '-']) {
        let next = parser.product()?;
        let result = if operator == '+' { sum.checked_add(next) } else { sum.checked_sub(next) };
        sum = result.ok_or(TOO_LARGE)?;
    }
    if parser.rest.is_empty() {
        Ok(sum)
    } else {
        Err(format!("has `{}` where one of + - * % should stand", shown(parser.rest)))
    }
}

const TOO_LARGE: &str = "becomes too large";

struct Parser<'e> {
    rest: &'e str,
    indices: &'e [Value<'e>],
}

impl Parser<'_> {
    fn operator(&mut self, valid: [char; 2]) -> Option<char> {
        let operator = self.rest.chars().next().filter(|c| valid.contains(c))?;
        self.rest = self.rest[1..].trim_start();
        Some(operator)
    }

    fn product(&mut self) -> Result<i64, String> {
        let mut product = self.factor()?;
        while let Some(operator) = self.operator(['*', '%']) {
            let next = self.factor()?;
            product = if operator == '*' {
                product.checked_mul(next).ok_or(TOO_LARGE)?
            } else {
                product.checked_rem_euclid(next).ok_or("divides by 0")?
            };
        }
        Ok(product)
    }

    /// A whole number or an index.
    fn factor(&mut self) -> Result<i64, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        if word.is_empty() {
            return Err("lacks an index or a whole number".to_owned());
        }
        if word.chars().all(|c| c.is_ascii_digit()) {
            return word.parse().map_err(|_| TOO_LARGE.to_owned());
        }
        let found = self.indices.iter().find(|(name, _)| *name == word);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<_> = self.indices.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("has no index: `repeat` names {}, not `{}`", known.join(", "), shown(word))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::filled;

    const INDICES: &[(&str, i64)] = &[("i", 3), ("row", 7)];

    #[test]
    fn expressions_have_their_values() {
        for (text, expected) in [
            ("plain", "plain"),
            ("", ""),
            ("w{i}", "w3"),
            ("w{i+1}_{ row - 1 }x", "w4_6x"),
            ("{i-5}", "-2"),
            ("{2*i+row*10}", "76"),
            ("{row-i-1}", "3"),
            ("{i%3+1} {row % 4 * 2}", "1 6"),
            ("é{i}é", "é3é"),
        ] {
            assert_eq!(filled(text, INDICES).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_told() {
        for (text, why) in [
            ("w{i", "a `{` has no `}` behind it"),
            ("w}", "a `}` has no `{` before it"),
            ("w{}", "`{}` lacks an index or a whole number"),
            ("{i+}", "`{i+}` lacks an index or a whole number"),
            ("{k}", "`{k}` has no index: `repeat` names `i`, `row`, not `k`"),
            ("{2i}", "`{2i}` has no index: `repeat` names `i`, `row`, not `2i`"),
            ("{i 1}", "`{i 1}` has `1` where one of + - * % should stand"),
            ("{i/2}", "`{i/2}` has `/2` where one of + - * % should stand"),
            ("{i%0}", "`{i%0}` divides by 0"),
            ("{99999999999999999999}", "`{99999999999999999999}` becomes too large"),
            ("{9223372036854775807*i}", "`{9223372036854775807*i}` becomes too large"),
            ("{9223372036854775807+i}", "`{9223372036854775807+i}` becomes too large"),
        ] {
            assert_eq!(filled(text, INDICES).as_ref().map_err(String::as_str), Err(why), "{text}");
        }
    }
}
