//! Decisions by a root of a velocity, which begins at 0 with the branch of another formula as the velocity turns, or at rest.

use super::begins::count;
use super::{Reference, Run};
use crate::draws::Draws;

/// A formula, and its value at a velocity.
type Form = (&'static str, fn(f64, f64) -> f64);

/// Resistances by roots of an exponent n that decide once more, or are the base of another one.
const ROOTS: [Form; 6] = [
    ("max(abs(rate)^n, 0)", |v, n| v.abs().powf(n)),
    ("(-min(-(abs(rate)^n), 0))", |v, n| v.abs().powf(n)),
    ("abs(abs(rate)^n)", |v, n| v.abs().powf(n)),
    ("sqrt(abs(rate)^n)", |v, n| v.abs().powf(n / 2.0)),
    ("sign(rate)*max(abs(rate)^n, abs(rate))", |v, n| v.signum() * v.abs().powf(n).max(v.abs())),
    ("tanh(max(abs(rate)^n, 0))", |v, n| v.abs().powf(n).tanh()),
];

/// Forces whose branches change as the velocity does.
const OTHERS: [Form; 4] = [
    ("0.2*max(rate, 0)", |v, _| 0.2 * v.max(0.0)),
    ("-0.3*abs(rate)", |v, _| -0.3 * v.abs()),
    ("-rate*abs(rate)", |v, _| -v * v.abs()),
    ("0.5*min(rate, 0)*e", |_, _| 0.0),
];

#[test]
fn roots_decide_as_velocities_turn_or_begin_beside_other_formulas() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let (root, other) = (draws.pick(&ROOTS), draws.pick(&OTHERS));
        let (n, c) = (draws.mixed(&[0.5], 0.3, 0.9), draws.between(0.2, 1.5));
        let (push, v, mass) =
            (draws.between(1.6, 4.0), draws.mixed(&[0.0], -2.0, -0.1), draws.scaled(0.1, 10.0));
        let text = format!(
            "[body.b]\nmass = {mass:?}\nvelocity = {v:?}\nconstantForce = {push:?}\n\
             [force.f]\nbetween = \"b\"\nforce = \"-{c:?}*{}\"\nparameter = {{ n = {n:?} }}\n\
             [force.g]\nbetween = \"b\"\nforce = \"{}\"\n",
            root.0, other.0
        );
        let mut run = Run::of(&text);
        let mut reference = Reference::new([v, 0.0], 0.01);
        for end in [0.5, 1.0, 2.0] {
            run.go(end);
            reference.go(end, &mut |[v, x]| {
                let by_place = if other.1(1.0, 0.0) == 0.0 { 0.5 * v.min(0.0) * x } else { 0.0 };
                [(push - c * root.1(v, n) + other.1(v, 0.0) + by_place) / mass, v]
            });
            let off = run.velocity(0) - reference.y[0];
            assert!(off.abs() < 1e-9 * v.abs().max(1.0), "{seed}: {off:e} at {end}\n{text}");
        }
    }
}
