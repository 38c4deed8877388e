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

/// A table of a root of the time from 0 on: F = 3/2 − s(√t), s = 2√t up to t = ¼, and 1 + (√t − ½)/1.5 behind it.
#[test]
fn a_table_of_a_root_begins_with_it() {
    let mut run = Run::of(
        "[body.b]\nmass = 1.0\nconstantForce = 1.5\n\
         [force.f]\nbetween = \"b\"\nforce = \"-table(sqrt(t), [0, 0.5, 2], [0, 1, 2])\"\n",
    );
    for t in [1e-6, 0.1, 0.25, 0.6, 1.0_f64] {
        run.go(t);
        let steep = t.min(0.25).powf(1.5) * 4.0 / 3.0;
        let flat =
            if t > 0.25 { (t - 0.25) * 2.0 / 3.0 + (t.powf(1.5) - 0.125) * 4.0 / 9.0 } else { 0.0 };
        let off = run.velocity(0) - (1.5 * t - steep - flat);
        assert!(off.abs() < 1e-12 * t, "{off:e} at {t}");
    }
}

/// A root of the slip velocity takes load off a contact, plain and in `abs`.
#[test]
fn a_root_takes_load_off_a_contact() {
    let mut reference = Reference::new([0.0], 0.01);
    reference.go(1.0, &mut |[v]| [2.5 - (2.0 - 0.2 * v.max(0.0).sqrt())]);
    for root in ["sqrt(abs(rate))", "abs(sqrt(abs(rate)))"] {
        let mut run = Run::of(&format!(
            "[body.b]\nmass = 1.0\nconstantForce = 2.5\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\n\
             normalForce = \"2 - 0.2*{root}\"\n"
        ));
        run.go(1.0);
        let off = run.velocity(0) - reference.y[0];
        assert!(off.abs() < 1e-9, "{root}: {off:e}");
    }
}
