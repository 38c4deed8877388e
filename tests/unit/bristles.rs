//! BristleElement with each of its laws, and BrakePad.

use std::sync::Arc;

use luztar::network::choose;
use luztar::unit::{Causality, Model, Simulation, catalogue};

use crate::support::{Named, started, unit};

pub const LAWS: [&str; 5] = ["dahl", "blimanSorine", "luGre", "antunes", "ostermeyer"];

/// Friction coefficients and forces of steady slip, once bristles have settled.
const SETTLED: f64 = 1e-10;

/// BristleElement with a law.
pub fn bristle_element(law: &str) -> Arc<Model> {
    let text = catalogue::text("BristleElement").expect("in the catalogue");
    let choice = ("law".to_owned(), law.to_owned());
    unit(&choose(text, "BristleElement.toml", &[choice]).expect("a law"))
}

fn run(instance: &mut Simulation, until: f64) {
    let start = instance.time();
    let steps = ((until - start) / 0.01).round() as u32;
    for step in 0..steps {
        instance.step(start + f64::from(step) * 0.01, 0.01).unwrap_or_else(|f| panic!("{f}"));
    }
}

#[test]
fn each_law_comes_to_its_steady_friction() {
    let w: f64 = 0.1;
    let stribeck = 0.5 + 0.1 * (-(w / 0.01) * (w / 0.01)).exp() + 2.0 * w;
    // 0.25/p + 0.2 with p = N·w/P0 = 0.1.
    let expected = [0.5, 0.5, stribeck, 0.5, 2.7];
    for (law, expected) in LAWS.into_iter().zip(expected) {
        let mut instance = started(&bristle_element(law));
        run(&mut instance, if law == "ostermeyer" { 70.0 } else { 1.0 });
        let friction = instance.real("contact.frictionForce");
        assert!((friction - expected).abs() <= SETTLED, "{law}: {friction}, not {expected}");
        assert_eq!(instance.real("body1.reaction"), -friction);
        let power = instance.real("contact.dissipatedPower");
        assert!((power - friction * w).abs() <= SETTLED, "{law}: {power} W");
        assert_eq!(instance.real("contact.state"), 1.0);
        assert_eq!(instance.real("contact.slipVelocity"), w);
    }
}

#[test]
fn states_have_start_values_rates_and_a_reset() {
    for law in LAWS {
        let unit = bristle_element(law);
        let rows = unit.variables();
        let rates: Vec<_> = rows.iter().filter(|row| row.causality == Causality::Local).collect();
        let derived = rates.iter().filter_map(|row| Some((row, row.derivative_of?)));
        let states: Vec<_> = derived.collect();
        assert!(!states.is_empty(), "{law}");
        for (rate, state) in states {
            let state = &rows[state];
            assert_eq!(rate.name, format!("{}Rate", state.name));
            let mut instance = Simulation::new(unit.clone());
            let at_start = format!("{}0", state.name);
            let before = instance.real(&at_start);
            let value = before + 1e-6;
            instance.put(&at_start, value);
            // A spring is attached at w = 0 only.
            instance.put("body1.velocity", if law == "antunes" { 0.0 } else { 1e-3 });
            instance.enter_initialization().unwrap();
            instance.exit_initialization().unwrap();
            assert_eq!(instance.real(&state.name), value, "{law}");
            instance.put("body1.velocity", 1e-3);
            instance.step(0.0, 1e-7).unwrap();
            let (moved, slope) = (instance.real(&state.name) - value, instance.real(&rate.name));
            assert!(
                (moved - 1e-7 * slope).abs() <= 1e-5 * (1e-7 * slope).abs() + 1e-17,
                "{law}: {moved} {slope}"
            );
            instance.reset();
            assert_eq!(instance.real(&at_start), before);
        }
    }
}

#[test]
fn a_brake_fades() {
    // The disc is so heavy that its speed stays: S1 (19) with β = 0.
    let mut instance = Simulation::new(catalogue::unit("BrakePad").expect("in the catalogue"));
    instance.put("disc.inertia", 1e15);
    instance.put("pad.radiationRate", 0.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let mut coefficients = Vec::new();
    for force in [1000.0, 2000.0, 4000.0] {
        instance.put("pad.normalForce", force);
        let end = instance.time() + 80.0;
        run(&mut instance, end);
        let p = force * 0.12 * 80.0 / 1e4;
        let (mu, theta) = (instance.real("pad.coefficient"), instance.real("pad.temperature"));
        assert!((mu - (0.25 / p + 0.2)).abs() <= SETTLED, "{mu}");
        assert!((theta - (0.25 + 0.2 * p)).abs() <= SETTLED, "{theta}");
        coefficients.push(mu);
    }
    assert!(coefficients.windows(2).all(|pair| pair[1] < pair[0]), "{coefficients:?}");
}

#[test]
fn a_brake_stops_the_disc_and_takes_its_energy() {
    let mut instance = started(&catalogue::unit("BrakePad").expect("in the catalogue"));
    run(&mut instance, 5.0);
    assert_eq!(instance.real("disc.angularVelocity"), 0.0);
    assert_eq!(instance.real("pad.stuck"), 1.0);
    let energy = instance.real("pad.dissipatedEnergy");
    assert!((energy - 0.5 * 1.2 * 6400.0).abs() <= 1e-6, "{energy} J");
    // Hot at the stop, it cools.
    let hot = instance.real("pad.temperature");
    run(&mut instance, 10.0);
    let cool = instance.real("pad.temperature");
    assert!(hot > cool && cool > 0.25, "{hot} {cool}");
}
