//! Laws of one's own with an input, about 1, which jumps where segments begin: limits, scales and kinks move with it.

use super::draws::Draws;
use super::laws::Keys;

/// Names, and the formulas of friction and of stiction.
const ALL: [(&str, &str, &str); 4] = [
    ("warm", "m*(1.5 - 0.5*T)", "1.2*friction(0)"),
    ("faded", "m*(0.4 + 0.6*exp(-x/(0.2*T)))", "friction(0)/min(T, 1)"),
    (BENT, "m/(1 + x/T) + 0.2*max(x - 0.3*T, 0)", "friction(0) + 0.2*T"),
    ("risen", "m*(T + x^2)", "m*T"),
];

/// One that has a kink.
pub const BENT: &str = "bent";

/// The name of a law, and its keys in `[law.NAME]`.
pub fn law(draws: &mut Draws) -> (&'static str, Keys) {
    let (name, friction, holds) = draws.pick(&ALL);
    let declared = |word: &str, more: &str| format!("[{{ name = {word:?}, {more} }}]");
    let input = declared("heat", "symbol = \"T\", measure = \"number\", default = 1.0");
    let keys = vec![
        ("friction", format!("{friction:?}")),
        ("static", format!("{holds:?}")),
        ("parameter", declared("m", "measure = \"friction\"")),
        ("input", input),
        ("scale", "[{ at = \"0.2*T\", length = \"0.2*T\" }]".to_owned()),
    ];
    (name, keys)
}

/// The keys of a contact that has it.
pub fn keys(draws: &mut Draws, name: &str) -> Keys {
    let size = draws.mixed(&[0.3, 1.0], 0.05, 2.0);
    vec![("law", format!("{name:?}")), ("m", format!("{size:?}"))]
}
