//! Tests of collocation against motions that are known.

use super::*;

const ACCURACY: Accuracy =
    Accuracy { relative: 1e-12, positions: &[0], velocities: &[0], others: &[] };

fn solve(start: &[f64], h: f64, f: &mut Rates) -> (bool, Collocation) {
    let mut collocation = Collocation::default();
    collocation.resize(start.len());
    let accepted = collocation.solve(start, h, &ACCURACY, f);
    (accepted, collocation)
}

/// y′ = −k(y − cos τ) − sin τ keeps y = cos τ, whatever k.
#[test]
fn settled_motion_is_followed_however_stiff() {
    for k in [1.0, 1e3, 1e6, 1e9] {
        let (accepted, solved) = solve(&[1.0, 0.0], 0.3, &mut |tau, y, rate| {
            rate[1] = 0.0;
            rate[0] = -k * (y[0] - libm::cos(tau)) - libm::sin(tau);
        });
        assert!(accepted, "k = {k}");
        for node in 0..NODES {
            let error = solved.value(node)[0] - libm::cos(solved.tau(node, 0.3));
            assert!(error.abs() < 1e-12, "k = {k}, node {node}: {error:e}");
        }
    }
}

#[test]
fn motion_that_has_not_settled_is_refused() {
    let (accepted, _) = solve(&[2.0, 0.0], 0.3, &mut |_, y, rate| {
        (rate[0], rate[1]) = (-1e6 * (y[0] - 1.0), 0.0);
    });
    assert!(!accepted);
}

/// A start that is off by what the step before was has settled at the first stage; a transient has not.
#[test]
fn a_start_that_is_off_by_the_accuracy_has_settled() {
    let accuracy = Accuracy { positions: &[], velocities: &[], others: &[0.0, 0.0], ..ACCURACY };
    for (off, accepts) in [(5e-11, true), (-5e-11, true), (2e-10, false)] {
        let mut solved = Collocation::default();
        solved.resize(2);
        let accepted = solved.solve(&[1.0 + off, 0.0], 0.1, &accuracy, &mut |tau, y, rate| {
            rate[1] = 0.0;
            rate[0] = -1e7 * (y[0] - libm::cos(tau)) - libm::sin(tau);
        });
        assert_eq!(accepted, accepts, "{off:e}");
        let error = solved.value(STAGES)[0] - libm::cos(0.1);
        assert!(error.abs() < 1e-14, "{off:e}: {error:e}");
    }
}

/// An oscillator, and a cubic spring: the coefficients are those of the motion.
#[test]
fn coefficients_are_dense_output() {
    let h = 0.1;
    let (accepted, solved) = solve(&[1.0, 0.0], h, &mut |_, y, rate| {
        (rate[0], rate[1]) = (y[1], -4.0 * y[0]);
    });
    assert!(accepted);
    let values: [f64; NODES] = std::array::from_fn(|node| solved.value(node)[0]);
    let coefficients = solved.coefficients(&values, h);
    for k in 0..=10 {
        let tau = h * k as f64 / 10.0;
        let value = coefficients.iter().rev().fold(0.0, |sum, c| sum * tau + c);
        let error = value - libm::cos(2.0 * tau);
        assert!(error.abs() < 1e-13, "at {tau}: {error:e}");
    }
}

/// y″ = −y³ conserves ½y′² + ¼y⁴.
#[test]
fn newton_solves_what_is_not_linear() {
    let (accepted, solved) = solve(&[1.0, 0.0], 0.1, &mut |_, y, rate| {
        (rate[0], rate[1]) = (y[1], -y[0] * y[0] * y[0]);
    });
    assert!(accepted);
    let end = solved.value(STAGES);
    let energy = 0.5 * end[1] * end[1] + 0.25 * end[0] * end[0] * end[0] * end[0];
    assert!((energy - 0.25).abs() < 1e-13, "{energy}");
}
