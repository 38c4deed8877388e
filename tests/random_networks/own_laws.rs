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

/// The same, of where the ends of the contact are, their velocities and the time.
const SEEING: [(&str, &str, &str); 8] = [
    ("placed", "m*(0.5 + T + 0.4*sin(2*first.position))*(0.7 + 0.3*exp(-x))", "1.1*friction(0)"),
    ("timed", "m*(T + 0.4*cos(1.7*t))", "friction(0) + 0.2*T"),
    ("apart", "m*T*(1 + 0.5*tanh(first.position - second.position))", "friction(0)"),
    ("blown", "m*T*(1 + 0.2*first.velocity^2)/(1 + 0.1*second.velocity^2)", "1.2*friction(0)"),
    ("worn", "m*(T + 0.3*h)/(1 + 0.5*exp(-first.position^2)*sin(t)^2)", "1.3*friction(0)"),
    (
        RUTTED,
        "m*(T + 0.4*min(abs(first.position), 1))*(1 + 0.2*max(x - 0.3, 0))",
        "1.1*friction(0)",
    ),
    (SWITCHED, "m*(T + 0.3*(t > 2.0314) + 0.2*max(h - 0.3, 0))", "friction(0) + 0.1*(t > 4.0271)"),
    ("fresh", "m*(T + 0.3*h)", "friction(0)*(1 + 0.3*exp(-t))"),
];

/// Their states.
const STATES: [(&str, &str); 3] = [
    ("worn", "x*(1 + cos(first.position)) - h"),
    ("fresh", "1 + sin(2*t) - (0.2 + x)*h"),
    (SWITCHED, "min(x, 1) - max(h, 2*h - 0.4)"),
];

/// Friction and stiction against backward slip, where F is the formula of forward slip.
const BACKWARD: [(&str, &str); 4] = [
    ("m*(0.5 + T + 0.3*cos(1.9*first.position))*(0.8 + 0.2*exp(-x))", "1.15*friction(0)"),
    ("m*(1.5*T + 0.3*sin(2.1*t))", "friction(0) + 0.1*T"),
    ("0.7*(F)", "friction(0)"),
    ("F + 0.2*m*T*(1 + tanh(first.velocity))", "1.3*friction(0)"),
];

/// Those that have kinks, or jumps.
pub const BENT: &str = "bent";
pub const RUTTED: &str = "rutted";
pub const SWITCHED: &str = "switched";

/// The name of a law, and its keys in `[law.NAME]`; it may see where ends are, and tell directions apart.
pub fn law(draws: &mut Draws, seeing: bool, sided: bool) -> (&'static str, Keys) {
    let all = if seeing && draws.chance(0.8) { &SEEING[..] } else { &ALL };
    let (name, friction, holds) = draws.pick(all);
    let declared = |word: &str, more: &str| format!("[{{ name = {word:?}, {more} }}]");
    let input = declared("heat", "symbol = \"T\", measure = \"number\", default = 1.0");
    let mut keys = vec![
        ("friction", format!("{friction:?}")),
        ("static", format!("{holds:?}")),
        ("parameter", declared("m", "measure = \"friction\"")),
        ("input", input),
        ("scale", "[{ at = \"0.2*T\", length = \"0.2*T\" }]".to_owned()),
    ];
    keys.extend(STATES.iter().filter(|(of, _)| *of == name).map(|(_, rate)| {
        let more = format!("measure = \"number\", rate = {rate:?}, default = 0.1");
        ("state", declared("h", &more))
    }));
    if sided && draws.chance(0.8) {
        let (backward, holds) = draws.pick(&BACKWARD);
        keys.push(("backward", format!("{:?}", backward.replace('F', friction))));
        keys.push(("backwardStatic", format!("{holds:?}")));
    }
    (name, keys)
}

/// The keys of a contact that has it.
pub fn keys(draws: &mut Draws, name: &str) -> Keys {
    let size = draws.mixed(&[0.3, 1.0], 0.05, 2.0);
    vec![("law", format!("{name:?}")), ("m", format!("{size:?}"))]
}
