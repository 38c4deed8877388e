//! The input of a law of one's own, which a host that integrates changes between events and at them.

use std::sync::Arc;

use luztar::unit::{Model, Simulation, Value};

use super::drive::Drive;
use super::host::Integrator;

/// It holds 10 N at 300 K and 9 N at 350 K; slip costs 0.8 of that.
const HOT: &str = r#"
    [model]
    name = "Hot"
    [law.hot]
    friction = "8*(1 - 0.002*(T - 300))"
    static = "10*(1 - 0.002*(T - 300))"
    input = [{ name = "temperature", symbol = "T", measure = "temperature", default = 300.0 }]
    [body.mover]
    mass = 2.0
    force = { input = true, start = 9.0 }
    [contact.floor]
    between = "mover"
    law = "hot"
"#;

/// Temperatures at the points, 0.1 s apart: 350 K at 0.45 s, and 200 K/s from there on.
const TEMPERATURES: [f64; 12] =
    [300.0, 310.0, 320.0, 330.0, 340.0, 360.0, 380.0, 400.0, 420.0, 440.0, 460.0, 480.0];

/// 2·v' = 9 − 8·(0.9 − 0.4·τ) from the release on.
#[test]
fn a_limit_that_falls_between_events_lets_go() {
    let unit = Model::read(HOT, "hot.toml").unwrap();
    let drive = Drive::through(&unit, "floor.temperature", &TEMPERATURES);
    let mut host = Integrator::driven(&unit, drive);
    for point in 1..=10 {
        host.run(0.1 * f64::from(point), 0.1);
        host.event();
    }
    assert_eq!(host.get("floor.stickToSlipCount"), 1.0);
    let left = host.get("floor.lastEventTime");
    // Late by 1e-9 over the rate at which the limit falls, 4 N/s of 9 N.
    assert!((left - 0.45 - 2.25e-9).abs() < 1e-11, "{left}");
    let speed = 0.9 * 0.55 + 0.8 * 0.55 * 0.55;
    assert!((host.get("mover.velocity") - speed).abs() < 4e-9);
}

/// A slider on a belt whose law moves with the input, its scale included. It has no kinks, which no host of this kind sees.
const OSCILLATOR: &str = r#"
    [model]
    name = "Oscillator"
    [law.own]
    define = [{ name = "hot", formula = "T/300" }]
    friction = "3/hot*(0.4 + 0.6*exp(-x/(0.2*hot)))"
    static = "3.3/hot"
    scale = [{ at = "0.2*hot", length = "0.2*hot" }]
    input = [{ name = "temperature", symbol = "T", measure = "temperature", default = 300.0 }]
    [body.slider]
    mass = 1.0
    position = 0.1
    [contact.belt]
    between = "slider"
    law = "own"
    surfaceVelocity = 0.3
    [spring.leaf]
    between = "slider"
    stiffness = 20.0
"#;

#[test]
fn jumps_move_it_as_in_co_simulation() {
    let unit: Arc<Model> = Model::read(OSCILLATOR, "oscillator.toml").unwrap();
    let index = unit.find("belt.temperature").unwrap();
    let mut steps = Simulation::new(unit.clone());
    steps.enter_initialization().unwrap();
    steps.exit_initialization().unwrap();
    let mut host = Integrator::new(&unit, &[]);
    for k in 0..30 {
        let temperature = Value::Real(300.0 + 80.0 * f64::from(k).sin());
        steps.set(index, temperature).unwrap();
        host.instance.begin_event().unwrap();
        host.instance.set(index, temperature).unwrap();
        host.transitions();
        let time = 0.2 * f64::from(k);
        steps.step(time, 0.2 * f64::from(k + 1) - time).unwrap();
        host.run(0.2 * f64::from(k + 1), 0.05);
        for name in ["slider.position", "slider.velocity", "eventCount", "belt.state"] {
            let stepped = match steps.get(unit.find(name).unwrap()).unwrap() {
                Value::Real(x) => x,
                Value::Integer(n) => f64::from(n),
                Value::Boolean(_) => unreachable!("numbers alone"),
            };
            let integrated = host.get(name);
            assert!(
                (stepped - integrated).abs() < 1e-7,
                "{name} at {time}: {stepped} {integrated}"
            );
        }
    }
    assert!(host.get("eventCount") > 6.0);
}
