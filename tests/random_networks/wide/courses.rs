//! Inputs over time: formulas as the command line takes them, ramps, and samples.

use super::super::draws::Draws;
use super::super::followed;
use super::super::plan::{Element, Line, Plan};

/// Most samples of an input.
const SAMPLES: usize = 60;

/// Quantity of an input, and its size.
#[derive(Clone, Copy)]
pub enum Quantity {
    Force(f64),
    Load(f64),
    /// One that cannot ramp.
    HeldLoad(f64),
    /// A number about 1.
    Number,
}

impl Quantity {
    fn size(self) -> f64 {
        match self {
            Self::Force(size) | Self::Load(size) | Self::HeldLoad(size) => size,
            Self::Number => 1.0,
        }
    }
}

pub fn plan(
    mut draws: Draws,
    seed: u64,
    duration: f64,
    elements: Vec<Element>,
    inputs: Vec<(String, Quantity)>,
) -> Plan {
    let sampled = draws.chance(0.3);
    let count = if sampled { 10 + draws.below(SAMPLES - 10) } else { 1 + draws.below(6) };
    let times: Vec<f64> = (0..=count).map(|k| duration * k as f64 / count as f64).collect();
    let mut line = |(name, quantity): (String, Quantity)| {
        let holds = matches!(quantity, Quantity::HeldLoad(_));
        let formula = (!holds && !sampled && draws.chance(0.6))
            .then(|| formula(&mut draws, quantity.size(), duration));
        let pieces = if sampled && !holds {
            samples(&mut draws, quantity.size(), &times, duration)
        } else {
            levels(&mut draws, quantity.size(), holds, &times)
        };
        Line { name, pieces, ramps: true, formula }
    };
    let lines = inputs.into_iter().map(&mut line).collect();
    let mut plan = Plan { seed, elements, lines, times };
    followed::cut(&mut plan);
    plan
}

/// Draws a formula; x is the time from 0 to 1.
fn formula(draws: &mut Draws, size: f64, duration: f64) -> String {
    let shape = draws.pick(&[
        "sin(Q*x)",
        "2*sin(Q*x)",
        "max(sin(Q*x), 0)",
        "abs(sin(Q*x))",
        "(1 - cos(Q*x))",
        "(1 - 2*x)",
        "max(1 - 2*x, 0)",
        "abs(2*x - 1)",
        "(2*x - 1)^2",
        "(2*x - 1)^3",
        "(cos(Q*x) - 0.5)",
        "if(sin(Q*x) > 0, sin(Q*x), 0)",
        "if(x > 0.5, 1, -0.3)",
        "sign(cos(Q*x))",
        "floor(3*x)",
        "((Q*x) % 1)",
        "exp(-Q*x)",
        "x*sin(Q*x)",
        "sin(Q*x)*sin(3*Q*x)",
        "sqrt(x)",
        "(0.5 + sin(Q*x))",
        "min(max(3*x - 1, 0), 1)",
        "max(x - 0.5, 0)^1.5",
        "tanh(20*(x - 0.5))",
    ]);
    let q = draws.mixed(&[3.0, 6.0], 1.0, 20.0);
    let shape = shape.replace('Q', &format!("{q:?}")).replace("exp", "EXP");
    let time = format!("(t/{duration:?})");
    let shape = shape.replace("max", "MAX").replace('x', &time);
    let shape = shape.replace("MAX", "max").replace("EXP", "exp");
    format!("{size:?}*{shape}")
}

/// Draws held values, ramps and jumps; many through 0, or to it.
fn levels(draws: &mut Draws, size: f64, holds: bool, times: &[f64]) -> Vec<[f64; 3]> {
    let mut last = size;
    let pieces = times.windows(2).map(|segment| {
        let [one, two] =
            [(); 2].map(|()| size * draws.mixed(&[0.0, 0.0, 1.0, -1.0, 2.0], -1.0, 3.0));
        let (from, to) = match draws.below(6) {
            _ if holds => (one, one),
            0..3 => (last, two),
            3 => (last, last),
            4 => (one, two),
            _ => (one, one),
        };
        last = to;
        [from, (to - from) / (segment[1] - segment[0]), 0.0]
    });
    pieces.collect()
}

/// Draws samples of a smooth signal, maybe with noise, or rounded as a file of few digits has them.
fn samples(draws: &mut Draws, size: f64, times: &[f64], duration: f64) -> Vec<[f64; 3]> {
    let (q, base) = (draws.between(1.0, 20.0), draws.mixed(&[0.0, 0.5], -1.0, 1.0));
    let noise = draws.pick(&[0.0, 0.0, 1e-3, 0.1]);
    let digits = draws.pick(&[0.0, 10.0, 1e3]);
    let mut value = |time: f64| {
        let smooth = base + (q * time / duration).sin() + noise * (2.0 * draws.unit() - 1.0);
        size * if digits > 0.0 { (digits * smooth).round() / digits } else { smooth }
    };
    let values: Vec<f64> = times.iter().map(|time| value(*time)).collect();
    let pairs = times.windows(2).zip(values.windows(2));
    pairs.map(|(t, v)| [v[0], (v[1] - v[0]) / (t[1] - t[0]), 0.0]).collect()
}
