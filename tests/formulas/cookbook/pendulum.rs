//! The pendulum in its pivot, without friction and with it.

use std::f64::consts::TAU;

use super::support::{Named, unit};
use super::{assert_near, begun, go, root};

const FILE: &str = include_str!("../../../examples/networks/PivotPendulum.toml");

/// Mass, gravity and length of the file.
const WEIGHT: f64 = 0.8 * 9.81 * 0.25;
const INERTIA: f64 = 0.8 * 0.25 * 0.25;

/// Arithmetic-geometric mean.
fn mean(mut a: f64, mut b: f64) -> f64 {
    for _ in 0..20 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

#[test]
fn without_friction_the_period_is_that_of_the_elliptic_integral() {
    let unit = unit(FILE);
    let frequency = (WEIGHT / INERTIA).sqrt();
    let period = TAU / (frequency * mean(1.0, (2.5_f64 / 2.0).cos()));
    for steps in [1, 7] {
        let mut bob = begun(&unit, &[("pivot.kineticFriction", 0.0)]);
        assert_near(bob.real("weight.force"), -WEIGHT * 2.5_f64.sin(), 1e-15);
        go(&mut bob, 0.25 * period, steps);
        assert_near(bob.real("bob.angle"), 0.0, 1e-10);
        assert_near(bob.real("bob.angularVelocity"), -2.0 * frequency * 1.25_f64.sin(), 1e-9);
        go(&mut bob, period, steps);
        assert_near(bob.real("bob.angle"), 2.5, 1e-10);
        assert_near(bob.real("bob.angularVelocity"), 0.0, 1e-9);
    }
}

/// Each half swing loses M times its angle: m·g·l·(cos φ₁ − cos φ₀) = M·(φ₀ + φ₁), until friction holds.
#[test]
fn it_comes_to_rest_where_the_energies_of_its_half_swings_say() {
    let friction = 0.11;
    let (mut from, mut lost, mut swings) = (2.5_f64, 0.0, 0);
    while WEIGHT * from.sin() > friction {
        // The root below the other one, −from, of what is positive between.
        let to = root(-from, from, |to| WEIGHT * (to.cos() - from.cos()) - friction * (from + to));
        lost += friction * (from + to);
        (from, swings) = (to, swings + 1);
    }
    assert!(swings > 5, "{swings}");
    let mut bob = begun(&unit(FILE), &[]);
    go(&mut bob, 15.0, 3);
    assert_eq!(bob.real("pivot.stuck"), 1.0);
    assert_eq!(bob.real("eventCount"), f64::from(swings));
    let side = if swings % 2 == 0 { 1.0 } else { -1.0 };
    assert_near(bob.real("bob.angle"), side * from, 1e-9);
    assert_near(bob.real("pivot.dissipatedEnergy"), lost, 1e-9);
    assert_near(bob.real("pivot.frictionForce"), -WEIGHT * (side * from).sin(), 1e-9);
}
