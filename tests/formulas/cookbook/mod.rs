//! The mechanisms of docs/cookbook.md against closed forms and against an integrator of their equations; its gearbox has its
//! test in tests/dynamics/unlimited/freewheels.rs, and those of examples/mechanisms in tests/python/test_mechanisms.py.

mod brake;
mod capstan;
mod cardan;
mod dwell;
mod iwan;
mod lossy_gear;
mod page;
mod pendulum;
mod rack;
mod reference;
mod screw;
mod waves;
mod worm;

use luztar::unit::{Model, Simulation};
use std::sync::Arc;

use crate::support::{self, Named};

/// Tolerance of the engine, tighter than that of the files.
const TIGHT: f64 = 1e-12;

/// An instance of an example at t = 0, with numbers of its own.
fn begun(unit: &Arc<Model>, numbers: &[(&str, f64)]) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    instance.setup_experiment(0.0, None, None).unwrap();
    instance.put("relativeTolerance", TIGHT);
    for (name, value) in numbers {
        instance.put(name, *value);
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

/// Moves to a time in so many communication steps.
fn go(instance: &mut Simulation, end: f64, steps: usize) {
    let start = instance.time();
    for k in 1..=steps {
        let time = instance.time();
        let next = if k == steps { end } else { start + (end - start) * k as f64 / steps as f64 };
        instance.step(time, next - time).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found:?}, not {expected:?}");
}

/// Where something that is positive at `low` and not at `high` comes to 0.
fn root(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if of(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}
