//! One law of each kind with unremarkable numbers, and some special ones.

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

/// The parameters of one law of each kind, C = 0.3 last.
pub fn parameters(kind: &LawKind) -> Vec<Vec<f64>> {
    let one = |numbers: &[f64]| numbers.iter().map(|x| vec![*x]).collect::<Vec<_>>();
    match kind.name() {
        "coulomb" => one(&[1.0, 1.5, 0.3]),
        "stribeck" => one(&[1.0, 1.5, 0.2, 2.0, 0.3]),
        "exponential" => one(&[0.8, 1.4, 2.0, 0.3]),
        "hyperbolic" => one(&[1.2, 1.7, 0.3]),
        "falling" => one(&[1.5, 2.0, 0.5, 0.3]),
        "quadratic" => one(&[0.4, 0.9, 1.42, 0.01, 0.3]),
        "asymmetric" => STEEL_ON_POLYESTER.iter().chain(&[0.4, 0.3]).map(|x| vec![*x]).collect(),
        "table" => vec![
            vec![0.0, 0.1, 0.4, 1.0],
            vec![1.0, 0.7, 0.6, 0.9],
            vec![0.0, 0.5],
            vec![0.9, 0.8],
            vec![1.2],
            vec![0.3],
        ],
        "piecewise" => {
            vec![vec![1.0], vec![1.1], vec![0.2, 0.5], vec![-1.0, 1.5], vec![0.3]]
        }
        "plateau" => one(&[1.0, 1.2, 0.4, 0.7, 0.3]),
        "wanheimBay" => one(&[100.0, 0.6, 0.3]),
        "fractal" => vec![
            vec![0.0, 0.4, 1.0],
            vec![1.0, 0.6, 0.8],
            vec![0.3],
            vec![2.0],
            vec![1.1],
            vec![0.3],
        ],
        "slipRatio" => one(&[1.2801, 23.99, 0.52, 0.3]),
        "dahl" => one(&[1.5, 20.0, 1.7, 0.2, 0.3]),
        "blimanSorine" => one(&[2.0, 0.8, 0.3, 0.4, 0.5, -0.1, 0.3]),
        "luGre" => one(&[1.0, 1.5, 0.4, 20.0, 0.7, 0.02, 0.3]),
        "antunes" => one(&[1.0, 1.5, 20.0, 0.7, 0.02, 0.3]),
        "ostermeyer" => one(&[5.0, 0.5, 0.2, 0.1, 0.6, 2.0, 0.5, 0.7, 0.3]),
        "oneWay" => one(&[0.3]),
        "rigid" => Vec::new(),
        other => panic!("no numbers for {other}"),
    }
}

/// S1 §4.4, the steel–polyester pair.
pub const STEEL_ON_POLYESTER: [f64; 10] =
    [3.63, 0.86, 0.27, 5.94, 1.42, 0.28, 3.23453, 0.0342, 2.87362, 0.30529];

/// The kinds without internal states.
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
