//! Sections of the report: reductions, equations, limits at rest, the same in numbers.

use luztar::network::{BodyKind, Spring};
use luztar::study::Case;

use super::contacts;
use super::equations::Equations;
use super::quantity::Shown;
use super::symbols::{Row, Symbols};

/// The report before it is printed.
pub struct Report {
    /// Titles and lines.
    pub sections: Vec<(&'static str, Vec<String>)>,
    pub symbols: Vec<Row>,
}

impl Report {
    pub fn of(case: &Case) -> Self {
        let mut symbols = Symbols::new(case);
        let equations = Equations::of(&mut symbols);
        let lines = equations.lines(&mut symbols).iter().map(Shown::broken).collect();
        let rest: Vec<Shown> =
            equations.friction.iter().filter_map(|one| one.at_rest.clone()).collect();
        let reductions = reductions(&symbols, &equations);
        let parts = [lines, equations.definitions, rest];
        let numbers = parts.iter().flatten().filter(|line| line.symbols != line.numbers);
        let numbers = numbers.map(|line| line.numbers.clone()).collect();
        let [lines, definitions, rest] =
            parts.map(|lines| lines.into_iter().map(|line| line.symbols).collect());
        let sections = vec![
            ("Reductions", reductions),
            ("Equations", lines),
            ("Where", definitions),
            ("At rest", rest),
            ("In numbers", numbers),
        ];
        Self { sections, symbols: symbols.into_rows() }
    }
}

/// Reductions that were applied.
fn reductions(symbols: &Symbols, equations: &Equations) -> Vec<String> {
    let springs = &symbols.network.springs;
    let mut lines: Vec<String> = springs.iter().filter_map(in_series).collect();
    for (index, body) in symbols.network.bodies.iter().enumerate() {
        if matches!(body.kind, BodyKind::Massless { .. }) {
            let how = match equations.held(symbols, index) {
                Some(_) => {
                    "its friction balances all other forces, so that its velocity is a luz of their sum"
                }
                None => "its velocity follows from the balance of forces",
            };
            let name = &body.name;
            lines.push(format!("{name} has no mass: {how} (J1 §3.1, §4.1, simplification 1)"));
        }
    }
    let linear = |spring: &&Spring| {
        let [lower, upper] = spring.edges(|id| symbols.case.parameter(id));
        spring.has_freeplay() && lower == upper
    };
    for spring in springs.iter().filter(linear) {
        let name = &spring.name;
        lines.push(format!(
            "{name} has no backlash with these values: luz(e, 0) = e (J1 §4.1, simplification 3)"
        ));
    }
    for friction in equations.friction.iter().filter(|one| one.contacts.len() > 1) {
        lines.push(format!(
            "{} are one friction, C = Σ C, FT0 = Σ FT0: constant ones with one slip velocity (J1 §3.1)",
            contacts::names(symbols, &friction.contacts, ", ")
        ));
    }
    for group in equations.springs.iter().filter(|group| group.len() > 1) {
        let names: Vec<&str> = group.iter().map(|index| springs[*index].name.as_str()).collect();
        lines.push(format!(
            "{} are one spring, k = Σ k: linear ones without gap, with one deflection",
            names.join(", ")
        ));
    }
    let endless = |spring: &&Spring| {
        spring.edges(|id| symbols.case.parameter(id)) == [f64::NEG_INFINITY, f64::INFINITY]
    };
    for spring in springs.iter().filter(endless) {
        lines.push(format!("{} exerts no force: its gap is infinite", spring.name));
    }
    if lines.is_empty() {
        lines.push(
            "none: all bodies have mass, no springs are in series, and no elements in parallel"
                .to_owned(),
        );
    }
    lines
}

/// The springs of a series.
fn in_series(spring: &Spring) -> Option<String> {
    let parts = &spring.series.as_ref()?.parts;
    let names = parts.iter().map(|part| part.name.as_str());
    let names: Vec<&str> = std::iter::once(spring.name.as_str()).chain(names).collect();
    Some(format!(
        "{} are one spring: what joins them has neither mass, friction nor load (J1 §4.1, simplification 2)",
        names.join(", ")
    ))
}
