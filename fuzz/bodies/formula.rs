//! The parser of formulas and what is made of a formula: a number with its unit, a condition, a law.

use std::ops::Range;

use luztar::algebra::{Beside, Given, Scope, parse};
use luztar::laws::Form;
use luztar::network::read;

/// Values of two numbers and a list; of what stands beside names nothing is known.
struct Values;

impl Given<f64> for Values {
    fn number(&self, name: usize) -> f64 {
        [0.5, 3.0].get(name).copied().unwrap_or(f64::NAN)
    }

    fn list(&self, _: usize) -> Range<usize> {
        0..3
    }

    fn entry(&self, place: usize) -> f64 {
        place as f64
    }
}

/// Reads any text as a formula, wherever one may stand; what is wrong has a place and a short rule.
pub fn formula(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let names = [("x", false), ("N", false), ("list", true)];
    for beside in [Beside::Nothing, Beside::Units, Beside::Texts] {
        let scope = Scope { names: &names, beside, ..Scope::default() };
        match parse(&text, &scope) {
            Ok(formula) => {
                assert!(formula.nodes().len() <= 100_000);
                formula.evaluate(&Values);
            }
            Err(error) => {
                let columns = 1..=text.chars().count() + 1;
                assert!(columns.contains(&error.column), "{text:?}: {error}");
                assert!(!error.rule.is_empty() && error.rule.len() < 2000, "{text:?}: {error}");
            }
        }
    }
    let quoted = quoted(&text);
    let file = format!(
        "[model]\nname = \"F\"\n[option]\nx = {{ default = 2 }}\n[constant]\nc = {quoted}\n[body.b]\nmass = {quoted}\n\
         when = {quoted}\n"
    );
    if let Err(wrong) = read(&file, "any.toml") {
        assert!(
            wrong.entries.iter().all(|entry| !entry.rule.is_empty() && entry.rule.len() < 2000)
        );
    }
    let law = format!(
        "friction = {quoted}\nstatic = {quoted}\n[[parameter]]\nname = \"v\"\nmeasure = \"velocity\"\n[[parameter]]\n\
         name = \"list\"\nmeasure = \"velocity\"\nlist = true\n"
    );
    if let Err(wrong) = Form::read("own", &law) {
        assert!(!wrong.rule.is_empty() && wrong.rule.len() < 2000, "{wrong:?}");
    }
}

/// The text as TOML writes it.
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}
