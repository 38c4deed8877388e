//! The worm gear: its motion under a constant torque, and that it locks itself.

use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/WormGear.toml");

const RADII: [f64; 2] = [0.02, 0.08];
const INERTIAS: [f64; 2] = [1e-3, 0.2];
const LOAD: f64 = 80.0;
const STIFFNESS: f64 = 2e7;

/// Lever arms of the force of the teeth at worm and wheel while they slip that way.
fn arms(friction: f64, way: f64) -> [f64; 2] {
    let lead = 0.1_f64.atan();
    let rub = way * friction;
    [RADII[0] * (lead.sin() + rub * lead.cos()), RADII[1] * (lead.cos() - rub * lead.sin())]
}

/// Ratio of the speeds of worm and wheel.
const RATIO: f64 = 40.0;

/// Force of the teeth and acceleration of the worm: J1·α = T − Fn·a, J2·α/i = −L + Fn·b.
fn uniform(torque: f64, friction: f64, way: f64) -> (f64, f64) {
    let [a, b] = arms(friction, way);
    let force = (torque / INERTIAS[0] + RATIO * LOAD / INERTIAS[1])
        / (a / INERTIAS[0] + RATIO * b / INERTIAS[1]);
    (force, (torque - force * a) / INERTIAS[0])
}

#[test]
fn it_turns_uniformly_under_a_constant_torque() {
    let unit = unit(FILE);
    for (torque, friction, way) in
        [(6.0, 0.12, 1.0), (-1.0, 0.12, -1.0), (0.0, 0.05, -1.0), (4.0, 0.05, 1.0)]
    {
        let (force, turning) = uniform(torque, friction, way);
        assert!(force > 0.0 && turning * way > 0.0, "{force} {turning}");
        let [_, normal] = arms(0.0, way);
        let bent = force / STIFFNESS / normal;
        for steps in [1, 40] {
            let mut gear = begun(
                &unit,
                &[
                    ("wheel.angle0", -bent),
                    ("motor.on", torque),
                    ("motor.off", 10.0),
                    ("flanks.kineticCoefficient", friction),
                ],
            );
            go(&mut gear, 0.4, steps);
            let turned = 0.08 * turning;
            assert_near(gear.real("worm.angle"), turned, 1e-8);
            assert_near(gear.real("worm.angularVelocity"), 0.4 * turning, 1e-8);
            assert_near(gear.real("wheel.angle"), turned / RATIO - bent, 1e-10);
            assert_near(gear.real("mesh.force"), force, 1e-6);
            // Way of the flanks: r1·cos γ·α + r2·sin γ·α/i = r1·α/cos γ.
            let way = RADII[0] / 0.1_f64.atan().cos() * turned;
            let lost = friction * force * way.abs();
            assert_near(gear.real("flanks.dissipatedEnergy"), lost, 1e-8 * lost);
        }
    }
}

/// The worm stands between the torques that lift and lower; where the latter is below 0, no load at the wheel turns it.
#[test]
fn it_locks_itself_where_the_coefficient_exceeds_the_tangent_of_the_lead() {
    let unit = unit(FILE);
    let bent = |torque: f64, load: f64| {
        // At rest both forces follow from both torques: Fn·r1·sin γ + λ·r1·cos γ = T, Fn·r2·cos γ − λ·r2·sin γ = L.
        let lead = 0.1_f64.atan();
        let force = torque / RADII[0] * lead.sin() + load / RADII[1] * lead.cos();
        let [_, normal] = arms(0.0, 0.0);
        -force / STIFFNESS / normal
    };
    for friction in [0.0999, 0.1001, 0.12] {
        let [lowers, lifts] = [-1.0, 1.0].map(|way| {
            let [a, b] = arms(friction, way);
            LOAD * a / b
        });
        assert_eq!(lowers < 0.0, friction > 0.1);
        for (torque, stands) in [
            (lifts - 1e-6, true),
            (lifts + 1e-3, false),
            (lowers + 1e-6, true),
            (lowers - 1e-3, false),
            (0.0, friction > 0.1),
        ] {
            let mut gear = begun(
                &unit,
                &[
                    ("wheel.angle0", bent(torque, LOAD)),
                    ("motor.on", torque),
                    ("motor.off", 10.0),
                    ("flanks.kineticCoefficient", friction),
                ],
            );
            go(&mut gear, 0.2, 2);
            let speed = gear.real("flanks.slipVelocity");
            assert_eq!(speed == 0.0, stands, "{friction} {torque}: {speed}");
        }
    }
    // A load a hundred times as great does not either.
    let heavy = [
        ("wheel.angle0", bent(0.0, 100.0 * LOAD)),
        ("wheel.constantTorque", -100.0 * LOAD),
        ("motor.on", 0.0),
    ];
    let mut gear = begun(&unit, &heavy);
    go(&mut gear, 0.2, 2);
    assert_eq!(gear.real("flanks.slipVelocity"), 0.0);
}
