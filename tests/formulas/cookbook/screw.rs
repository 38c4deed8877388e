//! The ball screw: torques that it takes to lift and to lower, its motion under a constant one, and that it locks itself.

use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/BallScrew.toml");

const LEAD: f64 = 5e-3 / std::f64::consts::TAU;
const RADIUS: f64 = 0.01;
const MASS: f64 = 200.0;
const WEIGHT: f64 = MASS * 9.81;
const INERTIA: f64 = 1e-3;
const STIFFNESS: f64 = 1e8;

/// Force of the thread and acceleration of the screw while it turns that way: J·α = T − F·(h ± μ·r), m·h·α = F − m·g.
fn uniform(torque: f64, friction: f64, way: f64) -> (f64, f64) {
    let arm = LEAD + way * friction * RADIUS;
    let turning = (torque - WEIGHT * arm) / (INERTIA + MASS * LEAD * arm);
    (WEIGHT + MASS * LEAD * turning, turning)
}

/// Lifting, coming down and lowering under a constant torque, with the thread bent from the start by the force that it has then.
#[test]
fn it_turns_uniformly_under_a_constant_torque() {
    let unit = unit(FILE);
    for (torque, friction, way) in
        [(2.2, 0.01, 1.0), (0.0, 0.01, -1.0), (-0.5, 0.01, -1.0), (-2.0, 0.15, -1.0)]
    {
        let (force, turning) = uniform(torque, friction, way);
        assert!(turning * way > 0.0, "{turning}");
        for steps in [1, 40] {
            let mut screw = begun(
                &unit,
                &[
                    ("nut.position0", -force / STIFFNESS),
                    ("motor.on", torque),
                    ("motor.off", 10.0),
                    ("thread.kineticCoefficient", friction),
                ],
            );
            go(&mut screw, 0.4, steps);
            let turned = 0.08 * turning;
            assert_near(screw.real("screw.angle"), turned, 1e-9);
            assert_near(screw.real("screw.angularVelocity"), 0.4 * turning, 1e-8);
            assert_near(screw.real("nut.position"), LEAD * turned - force / STIFFNESS, 1e-12);
            assert_near(screw.real("mesh.force"), force, 1e-6);
            let lost = friction * RADIUS * force * turned.abs();
            assert_near(screw.real("thread.dissipatedEnergy"), lost, 1e-8);
        }
    }
}

/// It stands, exactly, for all torques between F·(h − μ·r) and F·(h + μ·r).
#[test]
fn it_stands_between_the_torques_of_lifting_and_lowering() {
    let unit = unit(FILE);
    for friction in [0.01, 0.15] {
        let [lowers, lifts] = [-1.0, 1.0].map(|way| WEIGHT * (LEAD + way * friction * RADIUS));
        for (torque, stands) in [
            (lifts - 1e-9, true),
            (lifts + 1e-4, false),
            (lowers + 1e-9, true),
            (lowers - 1e-4, false),
        ] {
            let mut screw = begun(
                &unit,
                &[
                    ("motor.on", torque),
                    ("motor.off", 10.0),
                    ("thread.kineticCoefficient", friction),
                ],
            );
            go(&mut screw, 0.2, 3);
            assert_eq!(screw.real("screw.angularVelocity") == 0.0, stands, "{friction} {torque}");
        }
        // Without a motor it comes down with balls, and locks itself without.
        let mut screw = begun(&unit, &[("motor.on", 0.0), ("thread.kineticCoefficient", friction)]);
        go(&mut screw, 0.8, 3);
        if lowers > 0.0 {
            assert!(screw.real("nut.position") < -0.01);
        } else {
            assert_eq!((screw.real("screw.angle"), screw.real("thread.stuck")), (0.0, 1.0));
        }
    }
}
