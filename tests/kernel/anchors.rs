//! Networks whose solution is known in closed form.

use luztar::gauss::clusters::Clusters;
use luztar::gauss::{Contact, Kernel, KernelError, Slip, Solution};

use crate::network::{Network, between, ground, kkt_residual};

use Slip::{Backward, Forward, Stuck};

fn solve(mass: &[f64], force: &[f64], contacts: &[Contact]) -> Solution {
    let mut solution = Solution::default();
    Kernel::default().solve(mass, force, contacts, &mut solution).expect("no contradiction");
    let network = Network::new(mass.to_vec(), force.to_vec(), contacts.to_vec());
    assert!(kkt_residual(&network, &solution) < 1e-14, "{network:?} {solution:?}");
    solution
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() < 1e-14, "{found:?} instead of {expected:?}");
    }
}

/// λ as reported: forces of the stuck contacts distributed, the others at their bounds.
fn distributed(mass: &[f64], force: &[f64], contacts: &[Contact]) -> (Solution, Vec<f64>, f64) {
    let solution = solve(mass, force, contacts);
    let stuck: Vec<bool> = solution.slip.iter().map(|slip| *slip == Stuck).collect();
    let rows: Vec<_> = contacts.iter().map(|contact| contact.row).collect();
    let mut clusters = Clusters::default();
    clusters.build(mass.len(), &rows, &stuck);
    let mut lambda = solution.lambda.clone();
    let mut residual: Vec<f64> =
        (0..mass.len()).map(|b| force[b] - mass[b] * solution.acceleration[b]).collect();
    for (index, contact) in contacts.iter().enumerate() {
        if !stuck[index] {
            for (body, q) in contact.row.terms() {
                residual[body] -= q * lambda[index];
            }
        }
    }
    let mut kernel = Kernel::default();
    kernel.distribute(&mut clusters, &residual, contacts, &stuck, &mut lambda);
    let margin = kernel.margin(&mut clusters, &residual, contacts, &stuck);
    (solution, lambda, margin)
}

fn three(limit: f64) -> [Contact; 3] {
    [ground(0, limit), ground(1, limit), between(0, 1, limit)]
}

/// One body, one contact: a = luz(f, F)/m.
#[test]
fn one_body() {
    for (force, a, lambda, slip) in [
        (3.0, 1.0, 1.0, Forward),
        (-3.0, -1.0, -1.0, Backward),
        (0.5, 0.0, 0.5, Stuck),
        (1.0, 0.0, 1.0, Stuck),
        (-1.0, 0.0, -1.0, Stuck),
        (0.0, 0.0, 0.0, Stuck),
    ] {
        let solution = solve(&[2.0], &[force], &[ground(0, 1.0)]);
        assert_eq!(solution.acceleration, [a]);
        assert_eq!(solution.lambda, [lambda]);
        assert_eq!(solution.slip, [slip]);
    }
}

#[test]
fn anchor_one_slips() {
    let (solution, lambda, margin) = distributed(&[1.0, 2.0], &[3.0, -0.5], &three(1.0));
    assert_close(&solution.acceleration, &[1.0, 0.0]);
    assert_close(&lambda, &[1.0, 0.5, 1.0]);
    assert_eq!(solution.slip, [Forward, Stuck, Forward]);
    assert_close(&[margin], &[0.5]);
}

#[test]
fn anchor_indeterminate() {
    let (solution, lambda, margin) = distributed(&[1.0, 2.0], &[1.2, -0.3], &three(1.0));
    assert_close(&solution.acceleration, &[0.0, 0.0]);
    assert_close(&lambda, &[0.7, 0.2, 0.5]);
    assert_eq!(solution.slip, [Stuck; 3]);
    // The cut around body 1 carries 1.2 of 2, that around both 0.9 of 2.
    assert_close(&[margin], &[0.4]);
}

/// The published closed form gives (0, 2); the top block is carried along.
#[test]
fn counterexample_two_contacts() {
    let solution = solve(&[1.0, 1.0], &[0.0, 3.0], &[between(0, 1, 5.0), ground(1, 1.0)]);
    assert_close(&solution.acceleration, &[1.0, 1.0]);
    assert_eq!(solution.slip, [Stuck, Forward]);
}

/// The published closed form gives rest.
#[test]
fn counterexample_three_contacts() {
    let solution = solve(&[1.0, 1.0], &[1.8, 1.8], &three(1.0));
    assert_close(&solution.acceleration, &[0.8, 0.8]);
    assert_eq!(solution.slip, [Forward, Forward, Stuck]);
}

/// Chain 1–2–ground with the static limit on 12 and the kinetic one on the ground contact.
#[test]
fn chain_keeps_the_upper_contact() {
    let limits = |floor| [between(0, 1, 1.1), ground(1, floor)];
    let first = solve(&[1.0, 1.0], &[2.9, 4.9], &limits(4.29));
    assert_eq!(first.slip[1], Forward);
    let second = solve(&[1.0, 1.0], &[2.9, 4.9], &limits(3.9));
    assert_eq!(second.slip, [Stuck, Forward]);
    assert_close(&second.acceleration, &[1.95, 1.95]);
}

/// 0.1 + 0.2 is not 0.3, but it is held by 0.3.
#[test]
fn limit_reached_but_for_round_off() {
    let solution = solve(&[1e-3], &[0.1 + 0.2], &[ground(0, 0.3)]);
    assert_eq!(solution.acceleration, [0.0]);
    assert_eq!(solution.slip, [Stuck]);
}

#[test]
fn no_limit_no_stick() {
    for (force, slip) in [(0.0, Forward), (1.0, Forward), (-1.0, Backward)] {
        let solution = solve(&[1.0], &[force], &[ground(0, 0.0)]);
        assert_eq!(solution.slip, [slip]);
        assert_eq!(solution.lambda, [0.0]);
        assert_eq!(solution.acceleration, [force]);
    }
}

/// Two rigid joints of one body with grounds that move differently.
#[test]
fn contradiction() {
    let mut contacts = [ground(0, f64::INFINITY), ground(0, f64::INFINITY)];
    contacts[1].beta = 1.0;
    let mut solution = Solution::default();
    let result = Kernel::default().solve(&[1.0], &[0.0], &contacts, &mut solution);
    assert!(matches!(result, Err(KernelError::Contradiction { .. })));
    contacts[1].beta = 0.0;
    assert_eq!(solve(&[1.0], &[7.0], &contacts).slip, [Stuck, Stuck]);
}

/// A body on a surface that accelerates, carried along up to F/m.
#[test]
fn moving_surface() {
    for (beta, a, slip) in [(0.5, 0.5, Stuck), (2.0, 1.0, Backward), (-2.0, -1.0, Forward)] {
        let mut contact = ground(0, 1.0);
        contact.beta = beta;
        let solution = solve(&[1.0], &[0.0], &[contact]);
        assert_close(&solution.acceleration, &[a]);
        assert_eq!(solution.slip, [slip]);
    }
}

/// Gears 1:2 and 1:3 between the same wheels hold them unless one slips.
#[test]
fn unbalanced_cycle() {
    let gear = |ratio: f64, limit| {
        let mut contact = between(0, 1, limit);
        contact.row.q_j = -ratio;
        contact
    };
    let held = solve(&[1.0, 1.0], &[1.0, 2.0], &[gear(2.0, 10.0), gear(3.0, 10.0)]);
    assert_close(&held.acceleration, &[0.0, 0.0]);
    assert_eq!(held.slip, [Stuck, Stuck]);
    // λ₁ + λ₂ = 1, −2λ₁ − 3λ₂ = 2
    assert_close(&held.lambda, &[5.0, -4.0]);
    let slipping = solve(&[1.0, 1.0], &[1.0, 2.0], &[gear(2.0, 10.0), gear(3.0, 1.0)]);
    assert_eq!(slipping.slip, [Stuck, Backward]);
    // One coordinate, a = (2, 1)α, mass 5, force 2·(1 + 1) + (2 − 3).
    assert_close(&slipping.acceleration, &[1.2, 0.6]);
}

/// A contact that a ratio of 0 separates from every body: its own motion −β decides.
#[test]
fn contact_without_bodies() {
    let mut loose = ground(0, 1.0);
    loose.row.q_i = 0.0;
    for (beta, slip) in [(0.0, Stuck), (1.0, Backward), (-1.0, Forward)] {
        loose.beta = beta;
        let solution = solve(&[1.0, 1.0], &[3.0, 0.0], &[loose, ground(0, 1.0), ground(1, 1.0)]);
        assert_eq!(solution.slip, [slip, Forward, Stuck]);
        assert_close(&solution.acceleration, &[2.0, 0.0]);
    }
    (loose.lower, loose.upper) = (f64::NEG_INFINITY, f64::INFINITY);
    let contacts = [loose, ground(0, 1.0)];
    let result = Kernel::default().solve(&[1.0], &[3.0], &contacts, &mut Solution::default());
    assert_eq!(result, Err(KernelError::Contradiction { contact: 0 }));
}
