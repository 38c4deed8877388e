//! The reductions of GearTrain (J1 §4.1): each is the limit of the one before.

use luztar::network::choose;
use luztar::unit::{Simulation, catalogue};

use crate::support::{Named, unit};

/// Length of the compared motions and the interval of comparison, in s: the gap is closed and several
/// periods of the shafts have passed.
const DURATION: f64 = 0.25;
const INTERVAL: f64 = 1e-3;

/// GearTrain in one of its reductions, with some parameters.
fn gear_train(reduction: u8, parameters: &[(&str, f64)]) -> Simulation {
    let text = catalogue::text("GearTrain").expect("in the catalogue");
    let choice = ("reduction".to_owned(), reduction.to_string());
    let chosen = choose(text, "GearTrain.toml", &[choice]).expect("a reduction");
    let mut instance = Simulation::new(unit(&chosen));
    for (name, value) in parameters {
        instance.put(name, *value);
    }
    instance.setup_experiment(0.0, None, None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

/// Angles and angular velocities of both rotors and the torque in the driving shaft, in rad, rad/s and N·m.
fn motion(mut instance: Simulation) -> Vec<[f64; 5]> {
    let names =
        ["psi.angle", "phi.angle", "psi.angularVelocity", "phi.angularVelocity", "psiDelta.force"];
    let steps = (DURATION / INTERVAL).round() as u32;
    (0..steps)
        .map(|step| {
            instance.step(f64::from(step) * INTERVAL, INTERVAL).unwrap_or_else(|f| panic!("{f}"));
            names.map(|name| instance.real(name))
        })
        .collect()
}

/// Greatest difference of the rotors' angular velocities, in rad/s.
fn distance(one: &[[f64; 5]], other: &[[f64; 5]]) -> f64 {
    let apart = |(x, y): (&[f64; 5], &[f64; 5])| (x[2] - y[2]).abs().max((x[3] - y[3]).abs());
    one.iter().zip(other).map(apart).fold(0.0, f64::max)
}

/// Distances to the limit fall with every number that is ten times smaller, and over all by `factor`.
fn assert_falls(distances: &[f64], factor: f64) {
    assert!(distances.windows(2).all(|pair| pair[1] < 0.75 * pair[0]), "{distances:?}");
    let (first, last) = (distances[0], distances[distances.len() - 1]);
    assert!(last <= factor * first, "{distances:?}");
}

const NO_GEAR_FRICTION: [(&str, f64); 4] = [
    ("deltaBearing.kineticFriction", 0.0),
    ("deltaBearing.viscous", 0.0),
    ("gammaBearing.kineticFriction", 0.0),
    ("gammaBearing.viscous", 0.0),
];

/// A wheel of inertia I is thrown against its shafts with an energy in proportion to I, and swings by √I.
#[test]
fn the_primary_model_tends_to_the_series_of_springs_without_inertia_and_friction_of_the_wheels() {
    let limit = motion(gear_train(2, &[]));
    let distances = [1e-2, 1e-3, 1e-4, 1e-5].map(|factor| {
        let inertias = [("delta.inertia", 0.1 * factor), ("gamma.inertia", 0.5 * factor)];
        let parameters = [&inertias[..], &NO_GEAR_FRICTION].concat();
        distance(&motion(gear_train(0, &parameters)), &limit)
    });
    assert_falls(&distances, 0.06);
}

/// The bearings damp the swings of a light wheel, so that the order is one.
#[test]
fn the_primary_model_tends_to_the_wheels_without_inertia() {
    let limit = motion(gear_train(1, &[]));
    let distances = [1e-2, 1e-3, 1e-4, 1e-5].map(|factor| {
        let inertias = [("delta.inertia", 0.1 * factor), ("gamma.inertia", 0.5 * factor)];
        distance(&motion(gear_train(0, &inertias)), &limit)
    });
    assert_falls(&distances, 2e-3);
}

#[test]
fn the_series_of_springs_tends_to_the_linear_gear() {
    let limit = motion(gear_train(3, &[]));
    let distances = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5].map(|factor| {
        let parameters = [
            ("deltaGamma.stiffness", 5000.0 / factor),
            ("psiDelta.backlash", 0.02 * factor),
            ("deltaGamma.backlash", 0.01 * factor),
            ("gammaPhi.backlash", 0.02 * factor),
            ("psiBearing.kineticFriction", 0.3 * factor),
            ("phiBearing.kineticFriction", 0.5 * factor),
        ];
        distance(&motion(gear_train(2, &parameters)), &limit)
    });
    assert_falls(&distances, 1e-3);
}
