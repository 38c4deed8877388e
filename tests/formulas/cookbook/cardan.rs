//! The cardan shaft, whose joints' ratio c/(1 − s²·cos² θ) the file does not say.

use std::f64::consts::FRAC_PI_2;

use super::reference::Reference;
use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/CardanShaft.toml");

const INERTIAS: [f64; 3] = [0.4, 0.02, 1.6];
const STIFFNESS: f64 = 5e3;
const KINETIC: f64 = 6.0;
const STATIC: f64 = 9.0;

/// Cosine of the bend.
fn cosine() -> f64 {
    35_f64.to_radians().cos()
}

/// The angle that a joint makes of another one, on its branch, and the ratio of their velocities.
fn joint(angle: f64) -> (f64, f64) {
    let c = cosine();
    // tan φ = tan θ/c, as the angle of a vector that turns with θ.
    let turns = ((angle + FRAC_PI_2) / (2.0 * FRAC_PI_2)).floor();
    let around = angle - turns * 2.0 * FRAC_PI_2;
    let turned = around.sin().atan2(c * around.cos()) + turns * 2.0 * FRAC_PI_2;
    (turned, c / (1.0 - (1.0 - c * c) * angle.cos().powi(2)))
}

/// Torques on motor, tube and rotor.
fn torques(y: &[f64; 6], turn: f64) -> [f64; 3] {
    let (by_motor, of_motor) = joint(y[0]);
    let (by_rotor, of_rotor) = joint(y[2] + turn);
    let (first, second) = (STIFFNESS * (y[1] - by_motor), STIFFNESS * (y[1] + turn - by_rotor));
    [first * of_motor, -first - second, second * of_rotor]
}

fn rate(turn: f64, slips: bool) -> impl Fn(f64, &[f64; 6]) -> [f64; 6] {
    move |time, y| {
        let mut torques = torques(y, turn);
        torques[0] += 50.0 * (time / 0.25).min(1.0);
        torques[2] = if slips { torques[2] - KINETIC } else { 0.0 };
        let [a, b, c]: [f64; 3] = std::array::from_fn(|k| torques[k] / INERTIAS[k]);
        [y[3], y[4], y[5], a, b, c]
    }
}

#[test]
fn it_turns_as_lagranges_equations_say() {
    let unit = unit(FILE);
    for turn in [0.0, FRAC_PI_2] {
        let size = [1.0, 1.0, 1.0, 10.0, 10.0, 10.0];
        let mut held =
            Reference { time: 0.0, y: [0.0; 6], rate: rate(turn, false), size, longest: 2e-3 };
        held.until(0.2, |_, y| STATIC - torques(y, turn)[2]);
        let start = held.time;
        let mut free =
            Reference { time: start, y: held.y, rate: rate(turn, true), size, longest: 2e-3 };
        // The torque bends there.
        let mut expected = Vec::new();
        for time in [0.25, 0.6, 1.0] {
            free.go(time);
            expected.push((time, free.y));
        }
        for steps in [1, 100] {
            let mut shaft = begun(&unit, &[("second.turn", turn)]);
            for (time, y) in &expected {
                go(&mut shaft, *time, steps);
                for (k, name) in ["motor", "tube", "rotor"].into_iter().enumerate() {
                    assert_near(shaft.real(&format!("{name}.angle")), y[k], 1e-9);
                    assert_near(shaft.real(&format!("{name}.angularVelocity")), y[k + 3], 1e-7);
                }
            }
            assert_near(shaft.real("bearing.lastEventTime"), start, 1e-11);
            assert_eq!(shaft.real("eventCount"), 1.0);
        }
    }
}
