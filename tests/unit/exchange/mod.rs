//! Model Exchange: units that are integrated from outside move as in Co-Simulation.

#[path = "../../networks/congruent.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod congruent;
mod coupled;
mod drive;
mod euler;
mod gaps;
pub mod host;
mod internal_states;
mod law_inputs;
mod loads;
mod long_run;
mod networks;
mod nominals;
pub mod orders;
mod ports;
mod scales;
mod stuck;
mod tyres;

use std::f64::consts::PI;

use host::Integrator;
use luztar::unit::{Causality, Model, Simulation, Value, catalogue, exchange_sizes};

#[test]
fn spring_and_mass_reverse_and_rest() {
    let text = include_str!("../../networks/spring_mass.toml");
    let unit = Model::read(text, "spring_mass.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(2.0, 1e-3);
    let times: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
    assert_eq!(times.len(), 3, "{times:?}");
    for (k, time) in (1..).zip(times) {
        assert!((time - f64::from(k) * PI / 10.0).abs() <= 1e-8, "{time}");
    }
    assert_eq!(host.get("floor.stuck"), 1.0);
    assert_eq!(host.get("block.velocity"), 0.0);
    assert!((host.get("block.position") + 0.02).abs() <= 1e-8);
    assert!((host.get("floor.dissipatedEnergy") - 1.98).abs() <= 1e-8);
    assert!((host.get("floor.meanFrictionForce") - 2.0).abs() <= 1e-6, "the force now");
}

#[test]
fn a_window_is_entered_and_left_by_events() {
    let window = "staticFriction = 1.5\nregularisation = \"karnopp\"\nwindow = 1e-2";
    let text =
        include_str!("../../networks/coulomb_belt.toml").replace("staticFriction = 1.5", window);
    let unit = Model::read(&text, "belt.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(20.0, 1e-2);
    let mut slave = Simulation::new(unit.clone());
    slave.enter_initialization().unwrap();
    slave.exit_initialization().unwrap();
    slave.step(0.0, 20.0).unwrap();
    let events = slave.step_events();
    assert!(events.len() >= 4 && events.len() == host.events.len(), "{events:?} {:?}", host.events);
    // A host stops 1e-9 m/s within the window, which is left √(2·1e-9/0.2) s later.
    let near = 2e-4;
    for (seen, event) in host.events.iter().zip(events) {
        assert_eq!((seen.from(), seen.to()), (event.from(), event.to()));
        assert!((seen.time() - event.time()).abs() <= near, "{seen:?} {event:?}");
    }
    for name in ["slider.position", "slider.velocity", "belt.slipVelocity", "belt.dissipatedEnergy"]
    {
        let Value::Real(expected) = slave.get(unit.find(name).unwrap()).unwrap() else {
            panic!("{name}")
        };
        assert!((host.get(name) - expected).abs() <= near, "{name}");
    }
}

/// A contact has just come to slip, from w = 0, where a host tries other velocities at the same time.
#[test]
fn states_that_are_set_at_a_transition_count_at_once() {
    let unit = catalogue::unit("BeltOscillator").unwrap();
    let at = |velocity: f64, later: f64| {
        let mut host = Integrator::new(&unit, &[]);
        let mut states = host.instance.continuous_states().unwrap().to_vec();
        let before = host.get("slider.velocity");
        *states.iter_mut().find(|state| **state == before).unwrap() = velocity;
        host.place(later, &states);
        assert_eq!(host.get("slider.velocity"), velocity);
        host.get("slider.acceleration")
    };
    assert_ne!(at(0.9, 0.0), at(1.0, 0.0));
    for velocity in [0.9, 0.5, -5.0] {
        let (now, later) = (at(velocity, 0.0), at(velocity, 1e-12));
        assert!((now - later).abs() < 1e-9, "{velocity}: {now} {later}");
    }
}

/// Every unit with inputs that are held for a while, against Co-Simulation.
#[test]
fn every_unit_has_the_transitions_of_co_simulation() {
    let mut total = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let h = unit.network().experiment.step_size;
        let prescribed = unit.network().inputs.iter().any(|input| {
            ["osition", "ngle", "elocity", "cceleration"].iter().any(|q| input.name.ends_with(q))
        });
        let mut slave = Simulation::new(unit.clone());
        slave.enter_initialization().unwrap();
        slave.exit_initialization().unwrap();
        let mut host = Integrator::new(&unit, &[]);
        let mut events = Vec::new();
        for stage in 0..4 {
            host.instance.begin_event().unwrap();
            for (index, row) in unit.variables().iter().enumerate() {
                if row.causality == Causality::Input {
                    let value = [4.1, 0.0, -3.3][(stage + index) % 3];
                    let value = Value::Real(f64::max(value, row.min.unwrap_or(f64::MIN)));
                    slave.set(index, value).unwrap();
                    host.instance.set(index, value).unwrap();
                }
            }
            host.transitions();
            // Prescribed motions go on by themselves within a step, here they do not.
            let size = if prescribed { 1e-12 } else { 31.7 * h };
            let from = slave.time();
            slave.step(from, size).unwrap();
            events.extend_from_slice(slave.step_events());
            host.run(slave.time(), h / 8.0);
        }
        let limit = 15;
        assert_eq!(host.events.len().min(limit), events.len().min(limit), "{name}");
        for (seen, event) in host.events.iter().zip(&events).take(limit) {
            let same = (event.element(), event.from(), event.to());
            assert_eq!(
                (seen.element(), seen.from(), seen.to()),
                same,
                "{name}: {seen:?} {event:?}"
            );
            assert!((seen.time() - event.time()).abs() <= 1e-6, "{name}: {seen:?} {event:?}");
        }
        total += events.len();
    }
    assert!(total > 20, "{total} transitions in all");
}

#[test]
fn a_saved_state_goes_on_and_is_not_taken_for_one_of_steps() {
    let text = include_str!("../../networks/spring_mass.toml");
    let unit = Model::read(text, "spring_mass.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(0.4, 1e-3);
    let saved = host.instance.save();
    let mut other = Integrator::new(&unit, &[]);
    other.instance.restore(&saved).unwrap();
    (other.time, other.size, other.x) = (host.time, host.size, host.x.clone());
    host.run(1.0, 1e-3);
    other.run(1.0, 1e-3);
    assert_eq!(host.x, other.x);
    assert_eq!(host.instance.save(), other.instance.save());
    let mut slave = Simulation::new(unit.clone());
    assert!(slave.restore(&saved).unwrap_err().to_string().contains("Model Exchange"));
    assert!(
        other.instance.restore(&slave.save()).unwrap_err().to_string().contains("Co-Simulation")
    );
    other.instance.reset();
    assert_eq!(other.instance.save(), Simulation::exchange(unit).save());
}

#[test]
fn time_stepping_is_refused() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = Simulation::exchange(unit.clone());
    let method = unit.find("method").unwrap();
    instance.set(method, Value::Integer(2)).unwrap();
    instance.enter_initialization().unwrap();
    let told = instance.exit_initialization().unwrap_err().to_string();
    assert!(told.starts_with("method = 2: ") && told.contains("Model Exchange"), "{told}");
    instance.set(method, Value::Integer(1)).unwrap();
    instance.exit_initialization().unwrap();
    assert!(instance.set(method, Value::Integer(2)).is_err(), "fixed");
}

/// Looking ahead is the unit's own, in Model Exchange too, and leaves no trace.
#[test]
fn what_lies_ahead_is_known_to_a_host_that_integrates() {
    let text = include_str!("../../networks/spring_mass.toml");
    let text = text.replacen("[experiment]\n", "[experiment]\npredict = true\n", 1);
    let unit = Model::read(&text, "spring_mass.toml").unwrap();
    let wide = [("predictionHorizon", 0.5)];
    let [mut host, mut other] = [(), ()].map(|()| Integrator::new(&unit, &wide));
    for point in 1..10 {
        let now = 0.1 * f64::from(point);
        host.run(now, 1e-2);
        other.run(now, 1e-2);
        let mut reversals = (1..=3).map(|k| 0.1 * PI * f64::from(k));
        let next = reversals.find(|time| *time > now);
        let predicted = host.get("nextEventTime");
        assert!((predicted - next.unwrap_or(1e300)).abs() <= 1e-8, "{now}: {predicted}");
        assert_eq!((&host.x, host.instance.save()), (&other.x, other.instance.save()));
    }
}

/// The load of the spring is beyond all numbers, though its force is not.
#[test]
fn indicators_that_are_no_numbers_are_refused() {
    const PRESSED: &str = r#"
        [model]
        name = "Pressed"
        [body.block]
        mass = 1.0
        [spring.press]
        between = "block"
        stiffness = 1.0
        [contact.rub]
        between = "block"
        law = "coulomb"
        kineticCoefficient = 0.4
        normalForce = 1.0
        loadSpring = "press"
        loadFactor = 1e10
    "#;
    let unit = Model::read(PRESSED, "pressed.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let mut instance = Simulation::exchange(unit.clone());
    let position = unit.find("block.position0").unwrap();
    instance.set(position, Value::Real(-1e300)).unwrap();
    instance.enter_initialization().unwrap();
    let mut z = vec![0.0; exchange_sizes(&unit).1];
    let fault = instance.event_indicators(&mut z).expect_err("an infinite load");
    assert!(fault.to_string().contains("event indicator 1 = inf at t = 0 s"), "{fault}");
}
