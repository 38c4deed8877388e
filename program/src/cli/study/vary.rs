//! `--vary NAME=FIRST:LAST:COUNT` and `--vary NAME=V1,V2,…`.

use luztar::study::sweep::range;

use crate::cli::assignment::{Assignment, split};
use crate::cli::failure::Failure;

/// Values of one parameter, combinations and rows of a study: more would take months, or more memory than there is.
pub const MOST: usize = 10_000_000;

/// A parameter and the values that it is to have.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    pub name: String,
    pub values: Values,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// First, last, how many.
    Range(f64, f64, usize),
    /// Values as they were written: words of a choice are values too.
    List(Vec<String>),
}

impl Vary {
    pub fn count(&self) -> usize {
        match &self.values {
            Values::Range(.., count) => *count,
            Values::List(values) => values.len(),
        }
    }

    /// Returns the value with a number, as text that reads back as the same value.
    pub fn text(&self, number: usize) -> String {
        match &self.values {
            Values::Range(first, last, count) => {
                format!("{:?}", range(*first, *last, *count)[number])
            }
            Values::List(values) => values[number].clone(),
        }
    }

    /// Returns the values as numbers.
    ///
    /// # Errors
    /// One that is none.
    pub fn numbers(&self) -> Result<Vec<f64>, String> {
        self.values.numbers()
    }
}

impl Values {
    fn numbers(&self) -> Result<Vec<f64>, String> {
        match self {
            Values::Range(first, last, count) => Ok(range(*first, *last, *count)),
            Values::List(values) => values.iter().map(|text| number(text)).collect(),
        }
    }
}

/// Reads one.
///
/// # Errors
/// An error of the text.
pub fn vary(text: &str) -> Result<Vary, String> {
    named(text, "NAME=FIRST:LAST:COUNT or NAME=V1,V2,…")
}

/// Reads one where only a range is of use.
///
/// # Errors
/// An error of the text.
pub fn vary_range(text: &str) -> Result<Vary, String> {
    named(text, "NAME=FIRST:LAST:COUNT")
}

fn named(text: &str, form: &str) -> Result<Vary, String> {
    let Assignment { name, value, .. } = split("--vary", text)?;
    Ok(Vary { name, values: values(&value, form)? })
}

/// Reads values; `form` is what the whole must be, in words.
fn values(text: &str, form: &str) -> Result<Values, String> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    match parts[..] {
        [_] => {
            let values: Vec<String> = text.split(',').map(|one| one.trim().to_owned()).collect();
            match values.iter().any(String::is_empty) {
                true => Err("a value between commas is missing".to_owned()),
                false => Ok(Values::List(values)),
            }
        }
        [first, last, count] => {
            let count = count.parse().ok().filter(|count| (1..=MOST).contains(count));
            let count =
                count.ok_or_else(|| format!("COUNT must be a whole number from 1 to {MOST}"))?;
            Ok(Values::Range(number(first)?, number(last)?, count))
        }
        _ => Err(format!("must be {form}")),
    }
}

/// Reads the values of an option `FIRST:LAST:COUNT`.
///
/// # Errors
/// An error of the text (usage).
pub fn numbers(option: &str, text: &str) -> Result<Vec<f64>, Failure> {
    let usage = |rule: String| Failure::Usage(format!("{option} {text}: {rule}"));
    let form = "FIRST:LAST:COUNT";
    match values(text, form).map_err(usage)? {
        Values::Range(first, last, count) => Ok(range(first, last, count)),
        Values::List(_) => Err(usage(format!("must be {form}"))),
    }
}

/// Reads the values of an option that takes a list, too.
///
/// # Errors
/// An error of the text (usage).
pub fn numbers_or_list(option: &str, text: &str) -> Result<Vec<f64>, Failure> {
    let usage = |rule: String| Failure::Usage(format!("{option} {text}: {rule}"));
    values(text, "V1,V2,… or FIRST:LAST:COUNT").and_then(|all| all.numbers()).map_err(usage)
}

/// Refuses more combinations of so many values each than can be made.
///
/// # Errors
/// There are more (usage).
pub fn combinations(option: &str, sizes: &[usize]) -> Result<(), Failure> {
    let all = sizes.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
    match all.is_some_and(|all| all <= MOST) {
        true => Ok(()),
        false => Err(Failure::Usage(format!(
            "{option}: more than {MOST} combinations; choose fewer values"
        ))),
    }
}

fn number(text: &str) -> Result<f64, String> {
    let value = text.trim().parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| format!("`{text}` must be a finite number"))
}

#[cfg(test)]
mod tests {
    use super::vary;

    #[test]
    fn ranges_and_lists_are_read() {
        let range = vary("a.b = 1:2:3").expect("a range");
        assert_eq!((range.name.as_str(), range.count()), ("a.b", 3));
        assert_eq!(range.numbers(), Ok(vec![1.0, 1.5, 2.0]));
        assert_eq!(range.text(1), "1.5");
        let list = vary("law=coulomb, stribeck").expect("a list");
        assert_eq!((list.count(), list.text(1).as_str()), (2, "stribeck"));
        assert!(list.numbers().is_err());
        assert_eq!(vary("a=5").expect("one").numbers(), Ok(vec![5.0]));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, part) in [
            ("a", "`=`"),
            ("a=1:2", "FIRST:LAST:COUNT"),
            ("a=1:2:0", "whole number"),
            ("a=1:x:3", "`x` must be a finite number"),
            ("a=1,,2", "between commas"),
        ] {
            let rule = vary(text).expect_err(text);
            assert!(rule.contains(part), "{text}: {rule}");
        }
    }
}
