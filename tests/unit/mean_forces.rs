//! Mean friction forces wait until somebody reads them, and are then the same to the last bit.

use std::sync::Arc;

use luztar::unit::{Accessor, Causality, Model, Simulation, StopCondition, Value, catalogue};

use crate::support::{started, units};

/// Values of inputs in units of their start value, or of 1, over and over.
const PATTERN: [f64; 5] = [1.0, 1.5, -0.75, 0.25, -1.25];

/// Input of a train whose start value is 0: what presses its brakes, N.
const FORCE: f64 = 20e3;

/// Ways in which a host makes its steps.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Host {
    /// Whole steps.
    Plain,
    /// Each step twice, from the state that was saved before it, and on in another instance now and then.
    Repeating,
    /// Steps that end before transitions.
    Halting,
    /// Steps that pause after each internal step.
    Pausing,
}

fn give_inputs(instance: &mut Simulation, step: usize) {
    let unit = instance.unit().clone();
    let rows = unit.variables().iter().enumerate();
    for (place, (index, row)) in
        rows.filter(|(_, row)| row.causality == Causality::Input).enumerate()
    {
        let start = match row.start {
            Some(Value::Real(start)) if start != 0.0 => start,
            _ if unit.name() == "TrainDraftGears" => FORCE,
            _ => 1.0,
        };
        let value = start * PATTERN[(step / 3 + place) % PATTERN.len()];
        let value = value.clamp(row.min.unwrap_or(f64::MIN), row.max.unwrap_or(f64::MAX));
        instance.set(index, Value::Real(value)).unwrap();
    }
}

fn mean_forces(instance: &mut Simulation) -> Vec<u64> {
    let unit = instance.unit().clone();
    let rows = unit.variables().iter().enumerate();
    let means = rows.filter(|(_, row)| matches!(row.accessor, Accessor::MeanFrictionForce(_)));
    let bits = |(index, _)| match instance.get(index).unwrap() {
        Value::Real(mean) => mean.to_bits(),
        other => panic!("{other:?}"),
    };
    means.map(bits).collect()
}

fn make_step(instance: &mut Simulation, host: Host, (time, size): (f64, f64)) {
    match host {
        Host::Plain => {
            instance.step(time, size).unwrap();
        }
        Host::Repeating => {
            let saved = instance.save();
            instance.step(time, size / 2.0).unwrap();
            instance.restore(&saved).unwrap();
            instance.step(time, size).unwrap();
        }
        Host::Halting | Host::Pausing => {
            let mut now = time;
            let halt = StopCondition::BeforeTransition { within: true };
            let pauses = host == Host::Pausing;
            while now < time + size {
                let mut reached = instance.advance(now, time + size - now, halt, pauses).unwrap();
                while reached == luztar::unit::Reached::Pause {
                    reached = instance.resume(None).unwrap();
                }
                now = instance.time();
                if instance.is_pending() {
                    instance.make_pending().unwrap();
                }
            }
        }
    }
}

/// Mean forces after those steps at which they are read, all of one size.
fn run(
    unit: &Arc<Model>,
    host: Host,
    (steps, size): (usize, f64),
    reads: impl Fn(usize) -> bool,
) -> Vec<(usize, Vec<u64>)> {
    let mut instance = started(unit);
    let mut read = Vec::new();
    for step in 0..steps {
        give_inputs(&mut instance, step);
        make_step(&mut instance, host, (step as f64 * size, size));
        if host == Host::Repeating && step % 4 == 2 {
            let mut other = Simulation::new(unit.clone());
            other.restore(&instance.save()).unwrap();
            instance = other;
        }
        if reads(step) {
            read.push((step, mean_forces(&mut instance)));
        }
    }
    read
}

fn assert_same(unit: &Arc<Model>, hosts: &[Host], steps: (usize, f64)) {
    let always = run(unit, Host::Plain, steps, |_| true);
    for &host in hosts {
        let of_host = match host {
            Host::Plain | Host::Repeating => always.clone(),
            Host::Halting | Host::Pausing => run(unit, host, steps, |_| true),
        };
        for every in [3, 7] {
            let seldom = run(unit, host, steps, |step| step % every == every - 1);
            assert!(seldom.len() >= steps.0 / every);
            for (step, means) in seldom {
                assert_eq!(means, of_host[step].1, "{} {host:?}, step {step}", unit.name());
            }
        }
    }
}

#[test]
fn read_late_they_are_what_they_are_when_read_at_once() {
    for unit in units() {
        let size = unit.network().experiment.stop_time / 100.0;
        assert_same(&unit, &[Host::Plain, Host::Repeating], (21, size));
    }
}

/// Several transitions in a step, more than wait at once, and loads that are shared between them.
#[test]
fn those_of_a_train_are_the_same_whatever_a_host_does() {
    let unit = catalogue::unit("TrainDraftGears").unwrap();
    let hosts = [Host::Plain, Host::Repeating, Host::Halting, Host::Pausing];
    for size in [1e-3, 0.01, 0.2] {
        assert_same(&unit, &hosts, (21, size));
    }
}
