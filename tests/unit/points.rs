//! Communication points are only read: with held inputs the motion does not depend on how many there are.

use luztar::network::{Body, BodyKind};
use luztar::unit::{Accessor, Event, Instance, Value, catalogue};

use crate::support::started;

/// Communication steps, s: with these a host's clock is exact.
const STEPS: [f64; 3] = [1.0 / 1024.0, 1.0 / 64.0, 0.5];

/// Times at which all of them have a communication point.
const COMMON: usize = 4;

/// All variables but those that are about the communication step itself, bit for bit.
fn values(instance: &mut Instance) -> Vec<(String, u64)> {
    let unit = instance.unit().clone();
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| {
        let of_step = matches!(row.accessor, Accessor::MeanFrictionForce(_));
        !of_step && !matches!(row.accessor, Accessor::NextEventTime)
    });
    rows.map(|(index, row)| {
        let value = match instance.get(index).expect("has a value") {
            Value::Real(value) => value.to_bits(),
            Value::Integer(value) => f64::from(value).to_bits(),
            Value::Boolean(value) => u64::from(value),
        };
        (row.name.clone(), value)
    })
    .collect()
}

/// What is to be seen at the common times, and all transitions.
fn course(name: &str, step: f64) -> (Vec<Vec<(String, u64)>>, Vec<Event>) {
    let mut instance = started(&catalogue::unit(name).expect("a unit of the catalogue"));
    let (mut seen, mut events) = (Vec::new(), Vec::new());
    for common in 0..COMMON {
        let steps = (STEPS[2] / step) as usize;
        for k in 0..steps {
            let time = common as f64 * STEPS[2] + k as f64 * step;
            instance.step(time, step).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            events.extend_from_slice(instance.step_events());
        }
        seen.push(values(&mut instance));
    }
    (seen, events)
}

#[test]
fn held_inputs_give_the_same_bits_whatever_the_communication_step() {
    let mut transitions = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).expect("a unit of the catalogue");
        // Prescribed motions start anew in every step.
        let is_driven = |body: &Body| matches!(body.kind, BodyKind::Prescribed(_));
        if unit.network().bodies.iter().any(is_driven) {
            continue;
        }
        let (expected, events) = course(name, STEPS[0]);
        transitions += events.len();
        for step in &STEPS[1..] {
            let (found, others) = course(name, *step);
            assert_eq!(found, expected, "{name}, steps of {step} s");
            assert_eq!(others, events, "{name}, steps of {step} s");
        }
    }
    assert!(transitions > 20, "{transitions} transitions are few");
}
