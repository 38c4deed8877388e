//! Tests of collocation against motions that are known.

use super::*;

const ACCURACY: Accuracy = Accuracy {
    relative: 1e-12,
    positions: &[0],
    velocities: &[0],
    relative_velocities: &[],
    rates: &[],
    others: &[],
};

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

/// m·v′ = m·w′ + F − p·√(v − w) of a light body that follows another with the velocity w: v − w = u² with u = a·(1 + g·τ) under
/// F = (p + 2·m·a·g)·u, however far below the velocities that is.
#[test]
fn a_velocity_follows_another_by_a_root_of_their_difference() {
    let (mass, factor, grows, h) = (1e-6, 2.0, 10.0, 1e-2);
    for a in [1e-2_f64, 1e-3, 1e-4] {
        let u = |tau: f64| a * (1.0 + grows * tau);
        let mut rates = |tau: f64, y: &[f64], rate: &mut [f64]| {
            let slip = y[2] - y[3];
            let drag = factor * slip.abs().sqrt().copysign(slip);
            let follows = (factor + 2.0 * mass * a * grows) * u(tau) - drag;
            let common = libm::sin(50.0 * tau);
            rate.copy_from_slice(&[y[2], y[3], common + follows / mass, common]);
        };
        let slips = [a * a, -a * a];
        let start = [0.0, 0.0, 1.5 + a * a, 1.5];
        let both = Accuracy { positions: &[0, 0], velocities: &[0, 0], ..ACCURACY };
        let mut collocation = Collocation::default();
        collocation.resize(start.len());
        let coarse = collocation.solve(&start, h, &both, &mut rates);
        assert_eq!(coarse, a == 1e-2, "{a}");
        let accuracy = Accuracy { relative_velocities: &slips, ..both };
        assert!(collocation.solve(&start, h, &accuracy, &mut rates), "{a}");
        for node in 1..NODES {
            let (tau, y) = (collocation.tau(node, h), collocation.value(node));
            let other = 1.5 + (1.0 - libm::cos(50.0 * tau)) / 50.0;
            assert!((y[3] - other).abs() < 1e-14, "{a}: {y:?}");
            assert!((y[2] - y[3] - u(tau) * u(tau)).abs() < 1e-14, "{a}: {y:?}");
        }
    }
}
