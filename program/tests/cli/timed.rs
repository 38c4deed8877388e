//! Cycles of mechanisms on which formulas of the time act, against the same ones with a harmonic force.

use std::f64::consts::PI;
use std::fs;

use crate::{done, fault};

/// A cart on a spring, with friction, and what else a test says.
const CART: &str = "[model]\nname = \"Cart\"\n[spring.s]\nbetween = \"cart\"\nstiffness = 4.0\ndamping = 0.5\n\
    [contact.floor]\nbetween = \"cart\"\nlaw = \"coulomb\"\nkineticFriction = 0.1\n[body.cart]\nmass = 1.0\n\
    position = 0.1\n";

/// Writes the network with an addition, and calls `run` with its path.
fn with<T>(more: &str, run: impl Fn(&str) -> T) -> T {
    let directory = tempfile::tempdir().expect("temporary directory");
    let file = directory.path().join("Cart.toml");
    fs::write(&file, format!("{CART}{more}")).expect("writable");
    run(&file.display().to_string())
}

fn force(formula: &str) -> String {
    format!("[force.push]\nbetween = \"cart\"\nforce = \"{formula}\"\n")
}

/// Returns the period that a report names, s, and the state at the start.
fn cycle(report: &str) -> (f64, Vec<f64>) {
    let period = report.split("period ").nth(1).and_then(|rest| rest.split(' ').next());
    let states = report.lines().filter(|line| line.trim_start().starts_with("cart."));
    let value =
        |line: &str| line.split_whitespace().nth(1).map(|word| word.parse().expect("a number"));
    (period.expect("a period").parse().expect("a number"), states.filter_map(value).collect())
}

#[test]
fn sines_of_the_time_set_the_period_as_a_harmonic_force_does() {
    let find = |more: &str| with(more, |file| cycle(&done(&["cycle", file])));
    let (period, state) =
        find("excitation = { amplitude = 1.0, angularFrequency = 3.0, phase = 0.5 }\n");
    for formula in ["cos(3*t + 0.5)", "2*cos(1.5*t + 0.25)^2 - 1"] {
        let (found, there) = find(&force(formula));
        assert!((found / period - 1.0).abs() < 1e-14, "{formula}: {found}");
        assert_eq!(there.len(), 2);
        for (a, b) in there.iter().zip(&state) {
            assert!((a - b).abs() < 1e-9, "{formula}: {there:?} {state:?}");
        }
    }
    let other = "excitation = { amplitude = 1.0, angularFrequency = 2.0 }\n";
    let (mixed, _) = find(&format!("{other}{}", force("sin(3*t)")));
    assert!((mixed / (2.0 * PI) - 1.0).abs() < 1e-14, "{mixed}");
    let load = "[contact.pad]\nbetween = \"cart\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n\
                surfaceVelocity = 1.0\nnormalForce = \"2 + 1.5*sin(3*t)\"\n";
    let (loaded, _) = find(load);
    assert!((loaded / period - 1.0).abs() < 1e-14, "{loaded}");
    let law = "[law.pulsing]\nparameter = [{ name = \"f\", measure = \"friction\" }]\nfriction = \"f*(1 + 0.5*sin(3*t))\"\n\
               [contact.belt]\nbetween = \"cart\"\nlaw = \"pulsing\"\nf = 0.4\nsurfaceVelocity = 1.0\n";
    let (pulsing, _) = find(law);
    assert!((pulsing / period - 1.0).abs() < 1e-14, "{pulsing}");
}

#[test]
fn formulas_of_the_time_without_a_period_are_refused() {
    for formula in ["0.3*t", "table(t, [0, 1, 2], [0, 1, 0])", "0.3*t + sin(0.5*pi*t)"] {
        let text = with(&force(formula), |file| fault(&["cycle", file]).1);
        assert!(text.contains("push depends on the time") && text.contains("(--period)"), "{text}");
        let text = with(&force(formula), |file| fault(&["cycle", file, "--period", "4"]).1);
        assert!(text.contains("the period 4 s is none"), "{formula}: {text}");
        with(&force(formula), |file| done(&["lyapunov", file, "--count", "20"]));
    }
    let text = with(&force("sin(3*t) + sin(2^0.5*t)"), |file| fault(&["cycle", file]).1);
    assert!(text.contains("ratio of small whole numbers"), "{text}");
    let text = with(&force("sin(3*t)"), |file| fault(&["cycle", file, "--period", "2"]).1);
    assert!(text.contains("give --periods"), "{text}");
}

/// Of |t + 1| no sine is seen, though for t ≥ 0 it is that of t + 1.
#[test]
fn a_given_period_is_taken_and_verified() {
    let unseen = force("cos(3*abs(t + 1) - 2.5)");
    let third = format!("{:?}", 2.0 * PI / 3.0);
    let (period, state) = with(&unseen, |file| cycle(&done(&["cycle", file, "--period", &third])));
    let (_, other) = with(&force("cos(3*t + 0.5)"), |file| cycle(&done(&["cycle", file])));
    assert!((period / (2.0 * PI / 3.0) - 1.0).abs() < 1e-14, "{period}");
    for (a, b) in other.iter().zip(&state) {
        assert!((a - b).abs() < 1e-9, "{other:?} {state:?}");
    }
    let text = with(&unseen, |file| fault(&["cycle", file, "--period", "3"]).1);
    assert!(text.contains("the period 3 s is none"), "{text}");
}
