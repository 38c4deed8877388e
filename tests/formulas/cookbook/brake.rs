//! The brake that fades as it heats up.

use super::reference::Reference;
use super::support::{Named, unit};
use super::{assert_near, begun, go};

const FILE: &str = include_str!("../../../examples/networks/HotBrake.toml");

const INERTIA: f64 = 20.0;
const START: f64 = 150.0;
const CAPACITY: f64 = 1000.0;
const FADE: f64 = 0.002;
const AIR: f64 = 293.15;
/// Torque of the cold brake.
const COLD: f64 = 0.4 * 0.12 * 5000.0;

/// Without cooling: ω' = −K·(A + γ·ω²).
#[test]
fn without_cooling_it_stops_where_its_energy_says() {
    let share = FADE * INERTIA / (2.0 * CAPACITY);
    let least = 1.0 - share * START * START;
    let rate = COLD / INERTIA;
    let root = (share / least).sqrt();
    let whole = (START * root).atan();
    let speed = |time: f64| (whole - rate * (share * least).sqrt() * time).tan() / root;
    let stop = whole / (rate * (share * least).sqrt());
    let unit = unit(FILE);
    for steps in [1, 25] {
        let mut wheel = begun(&unit, &[("brake.cooling", 0.0)]);
        for share in [0.2, 0.5, 0.9] {
            go(&mut wheel, share * stop, steps);
            let expected = speed(share * stop);
            assert_near(wheel.real("wheel.angularVelocity"), expected, 1e-9);
            let heat = 0.5 * INERTIA * (START * START - expected * expected);
            assert_near(wheel.real("brake.temperature"), AIR + heat / CAPACITY, 1e-9);
        }
        go(&mut wheel, 20.0, steps);
        assert_near(wheel.real("brake.lastEventTime"), stop, 1e-9);
        assert_eq!(wheel.real("wheel.angularVelocity"), 0.0);
        assert_near(wheel.real("brake.temperature"), AIR + 225.0, 1e-9);
        assert_near(wheel.real("brake.dissipatedEnergy"), 225e3, 1e-6);
    }
}

#[test]
fn with_cooling_it_stops_as_its_equations_do() {
    let cooling = 15.0;
    let rate = |_: f64, y: &[f64; 2]| {
        let torque = COLD * (1.0 - FADE * (y[1] - AIR));
        [-torque / INERTIA, (torque * y[0] - cooling * (y[1] - AIR)) / CAPACITY]
    };
    let mut reference =
        Reference { time: 0.0, y: [START, AIR], rate, size: [100.0, 100.0], longest: 0.1 };
    reference.until(20.0, |_, y| y[0]);
    let unit = unit(FILE);
    for steps in [1, 25] {
        let mut wheel = begun(&unit, &[]);
        go(&mut wheel, 20.0, steps);
        assert_near(wheel.real("brake.lastEventTime"), reference.time, 1e-9);
        let cooled = (-cooling * (20.0 - reference.time) / CAPACITY).exp();
        assert_near(wheel.real("brake.temperature"), AIR + (reference.y[1] - AIR) * cooled, 1e-9);
    }
}
