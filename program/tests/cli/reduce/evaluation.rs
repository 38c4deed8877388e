//! Values of the sums that `luztar reduce` prints.

use std::collections::HashMap;

/// A value, and the sum of the sizes of what it is made of: digits of a table are right to a part of that.
pub type Sized = (f64, f64);

/// Reads sums of products as they are printed.
struct Reader<'r> {
    rest: &'r str,
    values: &'r HashMap<String, f64>,
}

impl Reader<'_> {
    fn skip(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Sized {
        let mut sign = if self.skip("−") { -1.0 } else { 1.0 };
        let mut total = (0.0, 0.0);
        loop {
            let (value, size) = self.product();
            total = (total.0 + sign * value, total.1 + size);
            sign = match (self.skip("+"), self.skip("−")) {
                (true, _) => 1.0,
                (_, true) => -1.0,
                _ => return total,
            };
        }
    }

    fn product(&mut self) -> Sized {
        let mut all = self.factor();
        loop {
            if self.skip("/") {
                let (value, _) = self.factor();
                all = (all.0 / value, all.1 / value.abs());
            } else if self.rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '(')
            {
                let (value, size) = self.factor();
                all = (all.0 * value, all.1 * size);
            } else {
                return all;
            }
        }
    }

    fn factor(&mut self) -> Sized {
        let (value, size) = if self.skip("(") {
            let inner = self.sum();
            assert!(self.skip(")"), "no bracket at `{}`", self.rest);
            inner
        } else {
            self.word()
        };
        match (self.rest.starts_with('²'), self.rest.starts_with('³')) {
            (true, _) if self.skip("²") => (value.powi(2), size.powi(2)),
            (_, true) if self.skip("³") => (value.powi(3), size.powi(3)),
            _ => (value, size),
        }
    }

    fn word(&mut self) -> Sized {
        let text = self.rest.trim_start();
        let inside = |c: char| (c.is_alphanumeric() && !"²³".contains(c)) || "_.'".contains(c);
        let mut end = text.find(|c| !inside(c)).unwrap_or(text.len());
        if text[..end].ends_with('e') && text[end..].starts_with('−') {
            let after = end + '−'.len_utf8();
            end = after + text[after..].find(|c| !inside(c)).unwrap_or(text.len() - after);
        }
        if text[end..].starts_with('[') {
            end = text.find(']').expect("an entry of a list") + 1;
        }
        let word = &text[..end];
        self.rest = &text[end..];
        if !["luz", "tar", "Sgn", "min", "max", "cos"].contains(&word) {
            let number = || word.replace('−', "-").parse().ok();
            let value = self.values.get(word).copied().or_else(number);
            let value = value.unwrap_or_else(|| panic!("no value of `{word}`"));
            return (value, value.abs());
        }
        assert!(self.skip("("), "no argument of {word}");
        let x = self.sum();
        let a = if self.skip(",") { self.sum() } else { (0.0, 0.0) };
        assert!(self.skip(")"), "no bracket at `{}`", self.rest);
        let size = x.1 + a.1;
        match word {
            "luz" => (x.0 + ((x.0 - a.0).abs() - (x.0 + a.0).abs()) / 2.0, size),
            "tar" => (x.0 + a.0 * x.0.signum(), size),
            "Sgn" => (x.0.signum(), 1.0),
            "min" => (x.0.min(a.0), size),
            "max" => (x.0.max(a.0), size),
            _ => (x.0.cos(), 1.0),
        }
    }
}

/// Value of a printed sum.
pub fn value(text: &str, values: &HashMap<String, f64>) -> Sized {
    let mut reader = Reader { rest: text, values };
    let value = reader.sum();
    assert_eq!(reader.rest.trim(), "", "{text}");
    value
}
