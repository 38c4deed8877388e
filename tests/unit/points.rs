//! Communication points are only read: with held inputs the motion does not depend on how many there are.

use luztar::unit::{Accessor, Event, Simulation, Value, catalogue};

use crate::support::started;

/// Communication steps, s: with these a host's clock is exact.
const STEPS: [f64; 3] = [1.0 / 1024.0, 1.0 / 64.0, 0.5];

/// Times at which all of them have a communication point.
const COMMON: usize = 4;

/// All variables but those that are about the communication step itself, bit for bit.
fn values(instance: &mut Simulation) -> Vec<(String, u64)> {
    let of_step =
        |row: &Accessor| matches!(row, Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_));
    read(instance, |row| !of_step(row) && !matches!(row, Accessor::NextEventTime))
}

/// Variables of some kinds, bit for bit.
fn read(instance: &mut Simulation, is_read: impl Fn(&Accessor) -> bool) -> Vec<(String, u64)> {
    let unit = instance.unit().clone();
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| is_read(&row.accessor));
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
fn what_is_read_on_the_way_changes_nothing() {
    let of_work = |row: &Accessor| {
        matches!(
            row,
            Accessor::MeanFrictionForce(_)
                | Accessor::MeanReaction(_)
                | Accessor::DissipatedEnergy(_)
        )
    };
    let of_motion = |row: &Accessor| matches!(row, Accessor::Position(_));
    let mut means = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).expect("a unit of the catalogue");
        let mut instances = [0; 4].map(|_| started(&unit));
        for k in 0..64 {
            for (which, instance) in instances.iter_mut().enumerate() {
                instance.step(f64::from(k) * STEPS[1], STEPS[1]).expect("is made");
                let seen = match which {
                    0 => read(instance, |_| true),
                    1 if k % 3 == 1 => read(instance, of_work),
                    2 if k % 5 == 2 => read(instance, of_motion),
                    _ => Vec::new(),
                };
                means += seen
                    .iter()
                    .filter(|(name, value)| name.contains("mean") && *value != 0)
                    .count();
            }
            if k % 16 == 15 {
                let [all, others @ ..] = &mut instances;
                let (expected, saved) = (read(all, |_| true), all.save());
                for other in others {
                    assert_eq!(other.save(), saved, "{name} at step {k}");
                    assert_eq!(read(other, |_| true), expected, "{name} at step {k}");
                }
            }
        }
    }
    assert!(means > 1000, "{means} mean forces other than 0 are few");
}

#[test]
fn held_inputs_give_the_same_bits_whatever_the_communication_step() {
    let mut transitions = 0;
    for name in catalogue::names() {
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
