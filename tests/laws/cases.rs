//! One law of each kind with the numbers of its example, and some special ones.

use std::sync::LazyLock;

use luztar::laws::{Law, LawKind, LawShape, RegularisationKind};

/// All built-in kinds.
pub fn all() -> &'static [LawKind] {
    static ALL: LazyLock<Vec<LawKind>> = LazyLock::new(LawKind::all);
    &ALL
}

/// The built-in kind of a name.
pub fn named(name: &str) -> &'static LawKind {
    all().iter().find(|kind| kind.name() == name).unwrap_or_else(|| panic!("no law {name}"))
}

/// A law of a kind from the entries of its parameters.
pub fn law(kind: &LawKind, parameters: &[&[f64]]) -> Law {
    try_law(kind, None, parameters).unwrap_or_else(|error| panic!("{}: {error}", kind.name()))
}

pub fn try_law(
    kind: &LawKind,
    regularisation: Option<RegularisationKind>,
    parameters: &[&[f64]],
) -> Result<Law, luztar::laws::LawError> {
    let mut ends = Vec::new();
    let mut numbers = Vec::new();
    for entries in parameters {
        numbers.extend_from_slice(entries);
        ends.push(numbers.len());
    }
    Law::new(&LawShape { kind: kind.clone(), regularisation, ends }, &numbers)
}

/// The shape of a law of a kind with these entries, without regularisation.
pub fn shape(kind: &LawKind, parameters: &[Vec<f64>]) -> LawShape {
    let ends = parameters.iter().scan(0, |end, entries| {
        *end += entries.len();
        Some(*end)
    });
    LawShape { kind: kind.clone(), regularisation: None, ends: ends.collect() }
}

/// C of all these laws.
pub const VISCOUS: f64 = 0.3;

/// The example of a kind, with viscous friction.
pub fn parameters(kind: &LawKind) -> Vec<Vec<f64>> {
    let mut entries = kind.example().expect("every built-in law has one");
    if !kind.is_rigid() {
        *entries.last_mut().expect("the viscous part") = vec![VISCOUS];
    }
    entries
}

/// S1 §4.4, the steel–polyester pair.
pub const STEEL_ON_POLYESTER: [f64; 10] =
    [3.63, 0.86, 0.27, 5.94, 1.42, 0.28, 3.23453, 0.0342, 2.87362, 0.30529];

/// Kinds whose friction is a function of the slip velocity.
pub fn static_kinds() -> Vec<&'static LawKind> {
    all().iter().filter(|kind| kind.states().is_empty() && !kind.is_rigid()).collect()
}

/// One static law of each kind, some with other numbers besides.
pub fn laws() -> Vec<(String, Law)> {
    let mut laws: Vec<_> = static_kinds()
        .into_iter()
        .map(|kind| {
            let parameters = parameters(kind);
            let slices: Vec<&[f64]> = parameters.iter().map(Vec::as_slice).collect();
            (kind.name().to_owned(), law(kind, &slices))
        })
        .collect();
    for exponent in [0.5, 1.0, 1.5, 3.0] {
        let parameters: [&[f64]; 5] = [&[1.0], &[1.5], &[0.2], &[exponent], &[0.3]];
        laws.push((format!("stribeck δ = {exponent}"), law(named("stribeck"), &parameters)));
    }
    laws
}
