//! Numbers that no machine has: every run ends, in a motion or in an error, and outputs stay finite.
//!
//! `LUZTAR_HOSTILE=5000 cargo test --release --test random_networks hostile` takes more of them, `LUZTAR_HOSTILE_SEED=7` others.

use std::env;
use std::ops::Range;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use luztar::network;
use luztar::unit::{Accessor, Causality, Kind, Model, Simulation, Value};

use crate::draws::Draws;
use crate::{generate, number};

/// Networks in every run.
const NETWORKS: u64 = 40;

/// No step may take longer: three times what is counted takes on an ordinary machine, and far more without
/// optimisation.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 300 } else { 30 });

const NETWORK: &str = r#"
[model]
name = "Hostile"
[body.a]
mass = 1.0
force = "input"
[body.b]
mass = 1.0
velocity = 1.0
force = "input"
[body.driver]
motion = "prescribed"
[contact.ab]
between = ["a", "b"]
law = "coulomb"
kineticFriction = 1.0
staticFriction = 1.5
viscous = 0.1
[contact.floor]
between = "b"
law = "coulomb"
kineticFriction = 1.0
surfaceVelocity = "input"
[spring.stop]
between = ["a", "driver"]
stiffness = 10.0
damping = 0.1
backlash = 0.2
[spring.tie]
between = ["b", "driver"]
stiffness = 10.0
cubic = 1.0
"#;

/// A number of any size: denormal, ordinary or near the greatest there is; one of ten is 0.
fn any(draws: &mut Draws) -> f64 {
    let size = match draws.below(10) {
        0 => 0.0,
        1 => draws.pick(&[5e-324, 1e-310, f64::MIN_POSITIVE]),
        2 => draws.pick(&[f64::MAX, 1e308, 1e300]),
        3..6 => libm::pow(10.0, 24.0 * draws.unit() - 12.0),
        _ => libm::pow(10.0, 616.0 * draws.unit() - 308.0),
    };
    if draws.chance(0.5) { size } else { -size }
}

/// The unit of a seed: one of four is always the same, the others have all laws and elements, one of four with formulas and couplings. None where what was drawn is
/// no network.
fn unit(seed: u64) -> Option<Arc<Model>> {
    let text = match seed % 4 {
        0 => NETWORK.to_owned(),
        1 => generate::plan(generate::EXTENDED + seed).toml(),
        _ => generate::plan(seed).toml(),
    };
    Some(Model::new(network::read(&text, "hostile.toml").ok()?, text))
}

/// Sets some of the variables with this causality to anything.
fn set(instance: &mut Simulation, draws: &mut Draws, causality: Causality, part: f64) {
    let unit = instance.unit().clone();
    for (index, variable) in unit.variables().iter().enumerate() {
        if variable.causality == causality && variable.kind == Kind::Real && draws.chance(part) {
            for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert!(instance.set(index, Value::Real(wrong)).is_err(), "{}", variable.name);
            }
            // Bounds and rules refuse some.
            let _ = instance.set(index, Value::Real(any(draws)));
        }
    }
}

/// Reads all that there is; an output that is no number is an error, never a value.
fn read(instance: &mut Simulation) {
    for index in 0..instance.unit().variables().len() {
        if instance.unit().variables()[index].accessor == Accessor::NextEventTime {
            continue;
        }
        if let Ok(Value::Real(value)) = instance.get(index) {
            assert!(value.is_finite(), "{}", instance.unit().variables()[index].name);
        }
        let _ = instance.output_derivative(index);
    }
}

/// A run of some steps, with the longest time that one took; whether it moved.
fn run(seed: u64, longest: &mut (Duration, String)) -> bool {
    let mut draws = Draws::new(seed ^ 0x5EED);
    let Some(unit) = unit(seed) else { return false };
    let mut instance = Simulation::new(unit);
    let part = draws.pick(&[0.02, 0.1, 0.4]);
    set(&mut instance, &mut draws, Causality::Parameter, part);
    set(&mut instance, &mut draws, Causality::Input, part);
    instance.enter_initialization().expect("legal");
    if instance.exit_initialization().is_err() {
        return false;
    }
    let (mut moved, mut refused) = (false, false);
    let mut size = match draws.below(4) {
        0 => any(&mut draws).abs(),
        _ => libm::pow(10.0, 14.0 * draws.unit() - 12.0),
    };
    for _ in 0..4 {
        let time = instance.time();
        let before = instance.save();
        let begin = Instant::now();
        let done = instance.step(time, size);
        let call = format!("seed {seed}: a step of {size:e} s");
        let taken = begin.elapsed();
        if tells() && taken.as_secs_f64() > 0.3 {
            println!("{taken:?} {call} {:?}", done.as_ref().err().map(ToString::to_string));
        }
        if taken > longest.0 {
            *longest = (taken, format!("{call}: {done:?}"));
        }
        match done {
            Ok(_) => {
                moved = true;
                assert_eq!(instance.time(), time + size, "{call}");
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(instance.save(), before, "{call}: a refused step changes nothing");
                // Once more: the unit goes on from where it was.
                if refused {
                    break;
                }
                (refused, size) = (true, 1e-3 * size);
            }
        }
        read(&mut instance);
        set(&mut instance, &mut draws, Causality::Input, 0.3);
    }
    moved
}

/// Whether slow calls are told.
fn tells() -> bool {
    env::var_os("LUZTAR_HOSTILE_TELL").is_some()
}

/// How many of some seeds moved, and the longest call.
fn run_all(seeds: Range<u64>) -> (u64, (Duration, String)) {
    let mut longest = (Duration::ZERO, String::new());
    let moved = seeds.map(|seed| u64::from(run(seed, &mut longest))).sum();
    (moved, longest)
}

#[test]
fn every_run_ends_with_finite_outputs_or_an_error() {
    let first = number("LUZTAR_HOSTILE_SEED", 0);
    let count = number("LUZTAR_HOSTILE", NETWORKS);
    let (middle, last) = (first + count / 2, first + count);
    let [some, others] = thread::scope(|scope| {
        let some = scope.spawn(|| run_all(first..middle));
        let others = run_all(middle..last);
        [some.join().expect("every run ends"), others]
    });
    let (moved, (time, what)) = (some.0 + others.0, some.1.max(others.1));
    println!("{count} networks, {moved} moved; the longest call took {time:?}: {what}");
    assert!(time < PATIENCE, "{time:?}: {what}");
    assert!(5 * moved > count && moved < count, "{moved} of {count} moved");
}
