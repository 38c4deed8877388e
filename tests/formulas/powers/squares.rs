//! Roots of what begins with a square, and stops with whole exponents, far from 0.

use super::super::support::Random;
use super::{Run, contact, near};

/// Formulas with a root of what has a double zero, and formulas of the same value without one.
const TWINS: [(&str, &str); 8] = [
    ("sqrt(1 - cos(e))", "sqrt(2)*abs(sin(0.5*e))"),
    ("hypot(rate, 2*rate)", "sqrt(5)*abs(rate)"),
    ("sqrt(rate^2 + rate^4)", "abs(rate)*sqrt(1 + rate^2)"),
    ("sqrt(rate^2 + 0.5*rate^3)", "abs(rate)*sqrt(1 + 0.5*rate)"),
    ("(e^2 + e^4)^0.5", "abs(e)*sqrt(1 + e^2)"),
    ("hypot(t, 3*t)", "sqrt(10)*abs(t)"),
    ("(rate^2)^0.75", "abs(rate)^1.5"),
    ("hypot(rate*t, rate*e)", "abs(rate)*hypot(t, e)"),
];

/// From rest, and where the body turns on the way, both move as one.
#[test]
fn roots_of_squares_act_from_where_they_begin() {
    let mut numbers = Random(3);
    let mut draw = |low: f64, high: f64| low + (high - low) * numbers.next();
    for case in 0..240 {
        let (rooted, plain) = TWINS[case % TWINS.len()];
        let (factor, force) = (draw(-3.0, 1.0), draw(0.5, 2.0));
        let velocity = if case % 3 == 0 { -draw(0.1, 0.7) } else { 0.0 };
        let stiffness = if case % 5 == 0 { draw(1.0, 20.0) } else { 0.0 };
        let [found, expected] = [rooted, plain].map(|formula| {
            let mut run = Run::of(&format!(
                "[body.b]\nmass = 1.0\nconstantForce = {force:?}\nvelocity = {velocity:?}\n\
                 [spring.s]\nbetween = \"b\"\nstiffness = {stiffness:?}\n\
                 [force.f]\nbetween = \"b\"\nforce = \"{factor:?}*{formula}\"\n"
            ));
            for quarter in 1..=4 {
                run.go(0.25 * f64::from(quarter));
            }
            [run.position(0), run.velocity(0)]
        });
        for (found, expected) in found.into_iter().zip(expected) {
            let off = (found - expected).abs();
            assert!(off < 1e-9 * (1.0 + expected.abs()), "{factor}*{rooted}: {found} {expected}");
        }
    }
    // v' = F − c·|v| from rest.
    let mut run = Run::of(
        "[body.b]\nmass = 1.0\nconstantForce = 1.0\n[force.f]\nbetween = \"b\"\nforce = \"-hypot(rate, 2*rate)\"\n",
    );
    run.go(1.0);
    near(run.velocity(0), (1.0 - (-5f64.sqrt()).exp()) / 5f64.sqrt(), 1e-11, "drag");
}

/// A body that begins at the edge of a stop, moving in, leaves it as fast after the time of the closed form, wherever the edge is
/// and in whichever words.
#[test]
fn stops_with_whole_exponents_begin_at_touch() {
    for (n, k) in [(2, 1e4), (3, 2e3), (2, 20.0), (4, 1e6)] {
        for edge in [1.0, -1.0, 0.37, 1e3] {
            let (_, duration) = contact(1.0, k, f64::from(n), 1.0);
            let depth = format!("max({edge:?} - e, 0)^{n}");
            for stop in [
                format!(
                    "[impact.f]\nbetween = \"b\"\nstiffness = {k:?}\nexponent = {n}\ndistance = {edge:?}\n"
                ),
                format!("[force.f]\nbetween = \"b\"\nforce = \"max({k:?}*{depth}, 0)\"\n"),
                format!(
                    "[force.f]\nbetween = \"b\"\nforce = \"min(0, {k:?}*{depth}) + {k:?}*{depth}\"\n"
                ),
            ] {
                let mut run = Run::of(&format!(
                    "[body.b]\nmass = 1.0\nposition = {edge:?}\nvelocity = -1.0\n{stop}"
                ));
                run.go(0.7 * duration);
                run.go(1.5 * duration);
                let rounded = 1e-13 * f64::abs(edge) / duration;
                near(run.velocity(0), 1.0, 1e-10 + rounded, &stop);
                let lasted = 1.5 * duration - (run.position(0) - edge) / run.velocity(0);
                near(lasted, duration, 1e-10 + rounded, &stop);
            }
        }
    }
}
