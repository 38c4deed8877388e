//! Event Mode: transitions as the host sees them.

use std::f64::consts::PI;

use luztar::fmi3::*;

use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

const BOTH: (bool, bool) = (true, true);

#[test]
fn a_host_is_told_the_closed_forms_transitions() {
    let mut host = Host::of_network("spring_mass", BOTH);
    host.initialise(true);
    let mut events = Vec::new();
    for step in 0..20 {
        events.extend(host.go(f64::from(step) * 0.1, f64::from(step + 1) * 0.1));
    }
    let expected = [PI / 10.0, 2.0 * PI / 10.0, 3.0 * PI / 10.0];
    assert_eq!(events.len(), 3, "{events:?}");
    for (found, expected) in events.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-9, "{found} {expected}");
    }
    assert_eq!(host.real("block.velocity"), 0.0);
    assert!((host.real("block.position") + 0.02).abs() < 1e-9);
}

/// Transitions of a unit with constant inputs: as a host sees them, and as the unit records them without a stop.
fn both_ways(unit: &str, inputs: &[(&str, f64)], end: f64) -> (Vec<f64>, Vec<f64>) {
    let prepared = |combination: (bool, bool)| {
        let mut host = Host::new(unit, combination);
        for (name, value) in inputs {
            assert_eq!(host.set(name, *value), fmi3OK, "{:?}", host.messages());
        }
        host.initialise(combination.0);
        host
    };
    let seen = prepared(BOTH).go(0.0, end);
    let mut whole = prepared((false, false));
    whole.step(0.0, end);
    let kind = luztar::fmi2::luztar_Kind::luztar_contact;
    let none = luztar::fmi2::luztar_Event { time: 0.0, kind, element: 0, from: 0, to: 0 };
    let mut buffer = [none; 256];
    let count = unsafe { luztar::fmi2::luztar_take_events(whole.c, buffer.as_mut_ptr(), 256) };
    let mut told: Vec<f64> = buffer[..count].iter().map(|event| event.time).collect();
    told.dedup();
    (seen, told)
}

#[test]
fn transitions_of_units_are_those_of_a_step_that_nobody_interrupts() {
    let clutches: [(&str, f64); 4] = [
        ("J1.torque", 10.0),
        ("clutch1.normalForce", 20.0),
        ("clutch2.normalForce", 15.0),
        ("clutch3.normalForce", 5.0),
    ];
    for (unit, inputs, end) in
        [("BeltOscillator", &[][..], 30.0), ("CoupledClutches", &clutches[..], 3.0)]
    {
        let (seen, told) = both_ways(unit, inputs, end);
        assert!(!told.is_empty(), "{unit}");
        assert_eq!(seen.len(), told.len(), "{unit}: {seen:?} {told:?}");
        for (seen, told) in seen.iter().zip(&told) {
            assert!((seen - told).abs() <= 1e-9, "{unit}: {seen} {told}");
        }
    }
}

#[test]
fn before_the_event_is_the_mode_before_and_behind_it_the_one_behind() {
    let mut host = Host::of_network("spring_mass", BOTH);
    host.initialise(true);
    let stepped = host.step(0.0, 1.0);
    assert_eq!((stepped.event, host.integer("floor.state")), (true, -1));
    let (count, position) = (host.integer("eventCount"), host.real("block.position"));
    assert_eq!(host.real("lastEventTime"), 0.0);
    let token = unsafe { fmi3EnterStepMode(host.c) };
    assert_eq!(token, fmi3Error, "no Event Mode yet");
    host.messages();
    assert_eq!(host.try_step(stepped.time, 0.1), Err(fmi3Error));
    assert!(host.message().contains("a transition is pending"));
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3Error);
    assert!(host.message().contains("process it by fmi3UpdateDiscreteStates"));
    assert!(host.update().changed);
    assert_eq!((host.integer("floor.state"), host.integer("eventCount")), (1, count + 1));
    assert_eq!(host.real("block.position"), position);
    assert_eq!(host.real("lastEventTime"), stepped.time);
    assert!(!host.update().changed, "nothing is left");
    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
}

#[test]
fn discrete_states_are_evaluated_without_being_committed() {
    let mut host = Host::of_network("spring_mass", BOTH);
    host.initialise(true);
    host.step(0.0, 1.0);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    let before = host.digest();
    assert_eq!(unsafe { fmi3EvaluateDiscreteStates(host.c) }, fmi3OK);
    assert_eq!((host.integer("floor.state"), host.integer("eventCount")), (1, 1));
    let stiffness = host.real("leaf.stiffness");
    assert_eq!(host.set("leaf.stiffness", stiffness), fmi3OK);
    assert_eq!((host.integer("floor.state"), host.integer("eventCount")), (-1, 0));
    assert_eq!(host.digest(), before, "what is set begins before it again");
    assert_eq!(unsafe { fmi3EvaluateDiscreteStates(host.c) }, fmi3OK);
    assert!(host.update().changed);
    assert_eq!(host.integer("eventCount"), 1, "made once");
}

#[test]
fn inputs_that_jump_are_an_event() {
    let mut host = Host::new("SingleMassFriction", BOTH);
    host.initialise(true);
    host.go(0.0, 1.5);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    assert_eq!(host.set("body.force", 100.0), fmi3OK);
    assert_eq!(host.integer("contact.state"), 0, "not yet");
    assert!(host.update().changed);
    assert_eq!(host.integer("contact.state"), 1);
    assert_eq!(host.real("contact.lastEventTime"), 1.5);
    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
    let stepped = host.step(1.5, 0.1);
    assert!(!stepped.event && !stepped.early, "{stepped:?}");
}

#[test]
fn a_jump_in_step_mode_is_an_event_at_the_start_of_the_step() {
    let mut host = Host::new("SingleMassFriction", BOTH);
    host.initialise(true);
    host.go(0.0, 1.5);
    assert_eq!(host.set("body.force", 100.0), fmi3OK);
    let stepped = host.step(1.5, 0.1);
    assert_eq!((stepped.event, stepped.early, stepped.time), (true, true, 1.5));
    assert_eq!(host.integer("contact.state"), 0);
    host.handle();
    assert_eq!(host.integer("contact.state"), 1);
    let stepped = host.step(1.5, 0.1);
    assert_eq!((stepped.event, stepped.time), (false, 1.5 + 0.1));
    assert!(host.real("body.velocity") > 0.0);
}

#[test]
fn next_event_times_lead_to_events_without_iteration() {
    let mut host = Host::of_text(&predicting(), (true, false), None);
    assert_eq!(host.enter(), fmi3OK);
    assert_eq!(unsafe { fmi3ExitInitializationMode(host.c) }, fmi3OK);
    let mut updated = host.update();
    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
    let (mut time, mut events) = (0.0, Vec::new());
    while let Some(next) = updated.next {
        let stepped = host.step(time, next - time);
        assert!(!stepped.early && (stepped.time - next).abs() < 1e-9, "{stepped:?}");
        events.push(next);
        time = stepped.time;
        updated = host.handle();
        assert_eq!(host.integer("eventCount"), events.len() as i32, "made in that Event Mode");
    }
    assert_eq!(events.len(), 3, "{events:?}");
    for (number, event) in (1..).zip(&events) {
        assert!((event - f64::from(number) * PI / 10.0).abs() < 1e-9, "{events:?}");
    }
}

/// The spring and the mass, with a horizon beyond all transitions.
fn predicting() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tests/networks/spring_mass.toml")).unwrap();
    text.replace("stepSize = 0.01", "stepSize = 0.1")
}

#[test]
fn model_exchange_makes_transitions_in_event_mode() {
    let mut host = Host::exchange("SingleMassFriction");
    assert_eq!(host.set("body.velocity0", 0.0), fmi3OK);
    host.initialise(false);
    let mut counts = [0; 2];
    let [indicators, states] = &mut counts;
    unsafe {
        assert_eq!(fmi3GetNumberOfEventIndicators(host.c, indicators), fmi3OK);
        assert_eq!(fmi3GetNumberOfContinuousStates(host.c, states), fmi3OK);
    }
    assert_eq!(counts, [2, 3]);
    assert!(host.update().next.is_none(), "the host integrates");
    assert_eq!(unsafe { fmi3EnterContinuousTimeMode(host.c) }, fmi3OK);
    let (mut z, mut x) = ([0.0; 2], [0.0; 3]);
    unsafe {
        assert_eq!(fmi3GetContinuousStates(host.c, x.as_mut_ptr(), 3), fmi3OK);
        assert_eq!(fmi3SetTime(host.c, 0.1), fmi3OK);
        assert_eq!(fmi3SetContinuousStates(host.c, x.as_ptr(), 3), fmi3OK);
    }
    assert_eq!(host.set("body.force", 100.0), fmi3OK);
    unsafe {
        assert_eq!(fmi3GetEventIndicators(host.c, z.as_mut_ptr(), 2), fmi3OK);
    }
    assert!(z.iter().any(|z| *z < 0.0), "{z:?}");
    let first = host.unit.variables().len() as u32 + 1;
    assert_eq!(host.try_real(first).map(f64::to_bits), Ok(z[0].to_bits()), "by its reference");
    assert_eq!(host.try_real(first - 1), Ok(0.1), "time");
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    assert!(host.update().changed);
    assert_eq!(host.integer("contact.state"), 1);
    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3Error);
    assert!(host.message().contains("a function of Co-Simulation"));
}

/// Derivatives, event indicators and outputs, as bits.
fn evaluated(host: &mut Host) -> Vec<u64> {
    let (mut indicators, mut states) = (0, 0);
    unsafe {
        assert_eq!(fmi3GetNumberOfEventIndicators(host.c, &mut indicators), fmi3OK);
        assert_eq!(fmi3GetNumberOfContinuousStates(host.c, &mut states), fmi3OK);
    }
    let (mut x, mut dx, mut z) = (vec![0.0; states], vec![0.0; states], vec![0.0; indicators]);
    unsafe {
        assert_eq!(fmi3GetContinuousStates(host.c, x.as_mut_ptr(), states), fmi3OK);
        assert_eq!(fmi3GetContinuousStateDerivatives(host.c, dx.as_mut_ptr(), states), fmi3OK);
        assert_eq!(fmi3GetEventIndicators(host.c, z.as_mut_ptr(), indicators), fmi3OK);
    }
    let bits = [x, dx, z].concat().into_iter().map(f64::to_bits);
    bits.chain(host.digest()).collect()
}

/// A continuous state that is set by its value reference, between events and in Event Mode, is what it is where all states are
/// set: that of a body which is stuck to others, too.
#[test]
fn a_continuous_state_is_set_by_its_reference() {
    let names = ["J2.angularVelocity", "J3.angle", "clutch1.dissipatedEnergy"];
    let start = || {
        let mut host = Host::exchange("CoupledClutches");
        for body in ["J1", "J2", "J3", "J4"] {
            assert_eq!(host.set(&format!("{body}.angularVelocity0"), 1.0), fmi3OK);
        }
        host.initialise(false);
        host.update();
        assert_eq!(unsafe { fmi3EnterContinuousTimeMode(host.c) }, fmi3OK);
        host
    };
    let (mut one, mut all) = (start(), start());
    assert_eq!(one.integer("clutch1.state"), 0, "stuck");
    let unit = one.unit.clone();
    let states: Vec<usize> = unit.variables().iter().filter_map(|row| row.derivative_of).collect();
    let mut x = vec![0.0; states.len()];
    for (round, name) in names.into_iter().enumerate() {
        let value = 1.5 + round as f64;
        let place = states.iter().position(|row| *row == unit.find(name).unwrap()).unwrap();
        unsafe {
            assert_eq!(fmi3GetContinuousStates(all.c, x.as_mut_ptr(), x.len()), fmi3OK);
            x[place] = value;
            assert_eq!(fmi3SetContinuousStates(all.c, x.as_ptr(), x.len()), fmi3OK);
        }
        let before = evaluated(&mut one);
        assert_eq!(one.set(name, f64::NAN), fmi3Error);
        assert!(one.message().contains(name));
        assert_eq!(evaluated(&mut one), before);
        assert_eq!(one.set(name, value), fmi3OK, "{:?}", one.messages());
        let found = evaluated(&mut one);
        assert!(found == evaluated(&mut all) && found != before, "{name}");
    }
    assert_eq!(unsafe { fmi3EnterEventMode(one.c) }, fmi3OK);
    assert_eq!(one.set("J3.angle", 7.0), fmi3OK, "{:?}", one.messages());
    one.update();
    assert_eq!(unsafe { fmi3EnterContinuousTimeMode(one.c) }, fmi3OK);
    assert_eq!(one.real("J3.angle"), 7.0);
    assert_eq!(one.set("J2.angularAcceleration", 3.0), fmi3Error, "no state");
    assert!(one.message().contains("calculated by the model"));
}

/// A port in Event Mode: the host moves 1 kg on 100 N/m over each part of a step that the unit has made. It has the three
/// transitions of the closed form, and rests.
#[test]
fn a_port_ends_steps_at_its_transitions() {
    let text = "[model]\nname = \"Port\"\n[body.flange]\nmotion = \"port\"\neffectiveMass = 1.0\n\
                [contact.floor]\nbetween = \"flange\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n";
    let mut host = Host::of_text(text, BOTH, None);
    let (mut position, mut velocity) = (0.2, 0.0);
    let give = |host: &mut Host, position: f64, velocity: f64| {
        let force = -100.0 * position;
        let values = [("position", position), ("velocity", velocity), ("appliedForce", force)];
        for (name, value) in values {
            assert_eq!(host.set(&format!("flange.{name}"), value), fmi3OK, "{:?}", host.messages());
        }
    };
    give(&mut host, position, velocity);
    host.initialise(true);
    let (h, mut time, mut events) = (1e-3, 0.0, Vec::new());
    for step in 1..=2000 {
        let end = f64::from(step) * h;
        while time < end {
            give(&mut host, position, velocity);
            let stepped = host.step(time, end - time);
            let reached = if stepped.early { stepped.time } else { end };
            // z'' + 100 z = R, with the mean reaction of the part, exactly.
            let reaction = host.real("flange.meanReaction") / 100.0;
            let (sine, cosine) = (10.0 * (reached - time)).sin_cos();
            let offset: f64 = position - reaction;
            position = reaction + offset * cosine + 0.1 * velocity * sine;
            velocity = velocity * cosine - 10.0 * offset * sine;
            time = reached;
            if stepped.event {
                events.push(time);
                host.handle();
            }
        }
    }
    assert_eq!(events.len(), 3, "{events:?}");
    for (event, half) in events.iter().zip(1..) {
        assert!((event - f64::from(half) * PI / 10.0).abs() < 1e-5, "{events:?}");
    }
    assert!((position + 0.02).abs() < 1e-6 && velocity.abs() < 1e-12, "{position} {velocity}");
}

/// A host's mass of 1 kg on 3 N of friction that slips at 1 mm/s stops after 1/3 ms. Its mean reaction up to there is −3 N: before
/// the transition, in Event Mode, and after it; a transition just ahead of a communication point leaves that of the last step.
#[test]
fn the_mean_reaction_before_a_transition_is_that_of_the_step_up_to_it() {
    let text = "[model]\nname = \"Slip\"\n[body.p]\nmotion = \"port\"\neffectiveMass = 1.0\n\
                [contact.c]\nbetween = \"p\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n";
    let begin = || {
        let mut host = Host::of_text(text, BOTH, None);
        assert_eq!(host.set("p.velocity", 1e-3), fmi3OK);
        host.initialise(true);
        host
    };
    let means = |host: &mut Host| {
        for name in ["p.meanReaction", "c.meanFrictionForce"] {
            let sign = if name.starts_with('p') { -1.0 } else { 1.0 };
            let mean = host.real(name);
            assert!((mean - sign * 3.0).abs() < 1e-9, "{name} {mean}");
        }
    };
    let mut host = begin();
    let stepped = host.step(0.0, 0.01);
    assert!(stepped.event && (stepped.time - 1e-3 / 3.0).abs() < 1e-9, "{stepped:?}");
    means(&mut host);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    means(&mut host);
    assert!(host.update().changed);
    means(&mut host);
    let mut host = begin();
    host.step(0.0, 1e-3 / 3.0 - 1e-10);
    means(&mut host);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    host.update();
    means(&mut host);
}
