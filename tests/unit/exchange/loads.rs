//! Normal loads that come to exactly 0, by steps and by ramps, given between events and at them.

use std::sync::Arc;

use luztar::unit::{Model, Simulation, Value, catalogue};

use super::drive::Drive;
use super::host::Integrator;
use super::long_run::{Given, agrees_under};

/// Duration in segments: 3 s, in which loads come to 0 three times.
const SEGMENTS: usize = 30;

const BRAKED: &str = r#"
    [model]
    name = "Braked"
    [body.block]
    mass = 2.0
    force = "input"
    [contact.brake]
    between = "block"
    law = "coulomb"
    kineticCoefficient = 0.25
    staticCoefficient = 0.3
    normalForce = "input"
"#;

#[test]
fn units_whose_loads_come_to_nothing_move_as_in_co_simulation() {
    let mut total = 0;
    let units = catalogue::names().map(|name| catalogue::unit(name).unwrap());
    let drawn = |unit: &Arc<Model>| Drive::unloading(unit).unloads();
    for unit in units.filter(drawn) {
        for given in [Given::Continuously, Given::AtEvents] {
            total += agrees_under(&unit, Drive::unloading, given, SEGMENTS);
        }
    }
    assert!(total > 100, "{total} transitions in all");
}

/// Sets inputs between events or in one, and asks for what is due.
fn give(instance: &mut Simulation, at_event: bool, values: &[(&str, f64)]) {
    if at_event {
        instance.begin_event().unwrap();
    }
    for (name, value) in values {
        let index = instance.unit().find(name).unwrap();
        instance.set(index, Value::Real(*value)).unwrap();
    }
    if !at_event {
        instance.begin_event().unwrap();
    }
    instance.make_transitions().unwrap();
    instance.end_event();
}

/// A block at rest or sliding on a brake whose load is taken away and given back: free, and what it does then.
#[test]
fn a_contact_without_load_is_free_and_rubs_again_under_one() {
    let unit = Model::read(BRAKED, "braked.toml").unwrap();
    for (velocity, at_event) in [(0.0, false), (0.0, true), (3.0, false), (3.0, true)] {
        let start = [("block.velocity0", velocity), ("brake.normalForce", 100.0)];
        let mut host = Integrator::new(&unit, &start);
        let rubs = f64::from(u8::from(velocity > 0.0));
        assert_eq!(host.get("brake.state"), rubs);
        let zero = [("brake.normalForce", 0.0), ("block.force", 20.0)];
        give(&mut host.instance, at_event, &zero);
        assert_eq!(host.get("brake.state"), 2.0, "from {velocity} m/s");
        assert_eq!(host.get("block.acceleration"), 10.0);
        assert!(host.indicators().iter().all(|z| *z > 0.0));
        host.run(1.0, 0.1);
        let reached = velocity + 10.0;
        assert!((host.get("block.velocity") - reached).abs() <= 1e-12 * reached);
        give(&mut host.instance, at_event, &[("brake.normalForce", 200.0)]);
        assert_eq!(host.get("brake.state"), 1.0);
        assert!((host.get("block.acceleration") + 15.0).abs() <= 1e-12, "20 − 0.25·200 N on 2 kg");
        host.run(1.0 + reached / 15.0 + 1e-6, 0.1);
        assert_eq!(host.get("brake.stuck"), 1.0);
        assert_eq!(host.get("brake.slipToStickCount"), 1.0);
    }
}

/// Loads that are nothing beside their start value are none; small ones beside 1 N are what they are.
#[test]
fn how_small_a_load_counts_is_a_part_of_its_start_value() {
    let text =
        BRAKED.replace("normalForce = \"input\"", "normalForce = { input = true, start = 1e-6 }");
    let unit = Model::read(&text, "braked.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    for (load, state) in [(1e-6, 0.0), (1e-10, 0.0), (1e-16, 2.0), (-1.0, 2.0), (1e-10, 0.0)] {
        give(&mut host.instance, false, &[("brake.normalForce", load)]);
        assert_eq!(host.get("brake.state"), state, "{load} N");
        assert!(host.indicators().iter().all(|z| *z > 0.0), "{load} N");
    }
}

/// A parameter that is set in Event Mode and not followed by an event counts from the next one on.
#[test]
fn a_load_that_a_parameter_takes_away_frees_the_contact_at_the_next_event() {
    let text = BRAKED.replace("normalForce = \"input\"", "normalForce = 100.0");
    let unit = Model::read(&text, "braked.toml").unwrap();
    let mut host = Integrator::new(&unit, &[("block.force", 10.0)]);
    for (load, state) in [(0.0, 2.0), (100.0, 0.0)] {
        host.instance.begin_event().unwrap();
        let index = unit.find("brake.normalForce").unwrap();
        host.instance.set(index, Value::Real(load)).unwrap();
        host.instance.end_event();
        assert_ne!(host.get("brake.state"), state);
        assert!(host.indicators().iter().all(|z| z.is_finite()));
        host.event();
        assert_eq!(host.get("brake.state"), state);
    }
}
