//! Which contacts of bodies at rest let go under their loads, and the accelerations and forces there are then.

use luztar::dynamics::ContactMode;

use crate::networks::{Builder, Friction};
use crate::run::{Run, assert_close};

/// Accelerations (m/s²) and forces (N), of numbers near 1.
const ROUND_OFF: f64 = 1e-14;

/// Positions (m) at default settings.
const EXACT: f64 = 1e-9;

/// Chain of bodies of the given masses under the given forces; friction as (i, j, Fs, Fk).
fn at_rest(
    bodies: &[(f64, f64)],
    contacts: &[(usize, Option<usize>, f64, f64)],
) -> (Run, Vec<f64>, Vec<f64>) {
    let mut builder = Builder::default();
    for &(mass, force) in bodies {
        let body = builder.body(mass, 0.0, 0.0);
        builder.push(body, force);
    }
    for &(i, j, limit, kinetic) in contacts {
        let limit = Some(limit);
        builder.contact(Friction { i: Some(i), j, kinetic, limit, ..Friction::default() });
    }
    let mut run = Run::new(&builder.network());
    let observation = run.observe().clone();
    (run, observation.acceleration, observation.friction)
}

#[track_caller]
fn assert_all_close(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert_close(*actual, *expected, ROUND_OFF);
    }
}

#[test]
fn resolving_a_chain_lowers_limits_but_never_removes_a_contact() {
    let (mut run, a, lambda) =
        at_rest(&[(1.0, 2.9), (1.0, 4.9)], &[(0, Some(1), 1.1, 1.0), (1, None, 4.29, 3.9)]);
    assert_all_close(&a, &[1.95, 1.95]);
    assert_all_close(&lambda, &[0.95, 3.9]);
    assert_eq!((run.contact(0), run.contact(1)), (ContactMode::Stuck, ContactMode::Forward));
    run.run(5.0, 0.01);
    assert_eq!(run.events, []);
    assert_close(run.position(0), 0.5 * 1.95 * 25.0, EXACT);
}

#[test]
fn gauss_principle_does_not_separate() {
    // DESIGN §2: the published forms give (0, 2) and (0, 0).
    let (_, a, _) =
        at_rest(&[(1.0, 0.0), (1.0, 3.0)], &[(0, Some(1), 5.0, 5.0), (1, None, 1.0, 1.0)]);
    assert_all_close(&a, &[1.0, 1.0]);
    let contacts = [(0, None, 1.0, 1.0), (1, None, 1.0, 1.0), (0, Some(1), 1.0, 1.0)];
    let (_, a, _) = at_rest(&[(1.0, 1.8), (1.0, 1.8)], &contacts);
    assert_all_close(&a, &[0.8, 0.8]);
}

#[test]
fn indeterminate_friction_has_the_least_relative_forces() {
    let contacts = [(0, None, 1.0, 1.0), (1, None, 1.0, 1.0), (0, Some(1), 1.0, 1.0)];
    let (_, a, lambda) = at_rest(&[(1.0, 3.0), (2.0, -0.5)], &contacts);
    assert_all_close(&a, &[1.0, 0.0]);
    assert_all_close(&lambda, &[1.0, 0.5, 1.0]);
    let (mut run, a, lambda) = at_rest(&[(1.0, 1.2), (2.0, -0.3)], &contacts);
    assert_all_close(&a, &[0.0, 0.0]);
    assert_all_close(&lambda, &[0.7, 0.2, 0.5]);
    assert!(run.observe().indeterminate);
}
