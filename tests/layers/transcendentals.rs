//! The motion is the same to the last bit on every machine of one architecture: its layers take
//! transcendental functions from the crate `libm`, never from the platform through std.

use proc_macro2::{TokenStream, TokenTree};

use crate::files::{SOURCES, files};

/// Layers whose numbers make the motion.
const DETERMINISTIC: &[&str] = &[
    "crates/gauss",
    "crates/model/src/laws",
    "crates/model/src/network",
    "crates/model/src/projections.rs",
    "crates/model/src/skyline.rs",
    "src/dynamics",
];

/// Functions of f64 in std whose last bit the platform decides.
const OF_THE_PLATFORM: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp",
    "exp2", "exp_m1", "hypot", "ln", "ln_1p", "log", "log10", "log2", "powf", "powi", "sin",
    "sin_cos", "sinh", "tan", "tanh",
];

/// Methods `.f(…)` and functions `f64::f` of the platform in `tokens`.
fn of_the_platform(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |index: usize, mark: char| matches!(tokens.get(index), Some(TokenTree::Punct(p)) if p.as_char() == mark);
    let is_f64 =
        |index: usize| matches!(tokens.get(index), Some(TokenTree::Ident(word)) if word == "f64");
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => of_the_platform(group.stream(), found),
            TokenTree::Ident(word) if OF_THE_PLATFORM.contains(&word.to_string().as_str()) => {
                let method = index >= 1
                    && is(index - 1, '.')
                    && matches!(tokens.get(index + 1), Some(TokenTree::Group(_)));
                let function =
                    index >= 3 && is(index - 1, ':') && is(index - 2, ':') && is_f64(index - 3);
                if method || function {
                    found.push(word.to_string());
                }
            }
            _ => {}
        }
    }
}

fn calls(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    of_the_platform(text.parse().expect("Rust source"), &mut found);
    found
}

#[test]
fn the_motion_calls_no_function_of_the_platform() {
    let sources = files(SOURCES, &["rs"]);
    let sources: Vec<_> = sources
        .iter()
        .filter(|file| DETERMINISTIC.iter().any(|layer| file.path.starts_with(layer)))
        .collect();
    assert!(sources.len() > 15, "only {} source files found", sources.len());
    for file in sources {
        let found = calls(&file.text);
        assert!(
            found.is_empty(),
            "{}: {} of std, not of libm",
            file.path.display(),
            found.join(", ")
        );
    }
}

#[test]
fn functions_of_the_platform_are_caught() {
    assert_eq!(calls("fn f(x: f64) -> f64 { 2.0 * x.sin() }"), ["sin"]);
    assert_eq!(calls("fn f(x: &[f64]) { x.iter().copied().map(f64::exp); }"), ["exp"]);
    assert_eq!(calls("assert!(x.powi(2) > 1.0);"), ["powi"]);
    let good = "fn f(x: f64) -> f64 { libm::sin(x).sqrt().abs().mul_add(state.log, 1.0) }";
    assert_eq!(calls(good), Vec::<String>::new());
}
