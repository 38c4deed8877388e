//! Masters that look for transitions by steps that end there: one that goes on, one that rolls back.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::unit::{Causality, Model, Reached, Setting, Simulation, Value, catalogue};

/// Event times at default settings and unit scale, s.
const EXACT: f64 = 1e-9;

/// Transitions that are compared, and the difference that round-off has grown to by then, s: a train of gears
/// that rattle in their freeplay multiplies it by ten about every third transition.
const FIRST: usize = 20;
const GROWN: f64 = 1e-8;

fn started(unit: &Arc<Model>, stop: bool, method: i32) -> Simulation {
    let mut instance = Simulation::new(unit.clone());
    let setting = |wanted| {
        let accessor = luztar::unit::Accessor::Setting(wanted);
        unit.variables().iter().position(|row| row.accessor == accessor).expect("every unit has it")
    };
    instance.set(setting(Setting::StopAtEvents), Value::Boolean(stop)).unwrap();
    instance.set(setting(Setting::Method), Value::Integer(method)).unwrap();
    instance.set(setting(Setting::RelativeTolerance), Value::Real(1e-14)).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

/// Steps of size h to `end`. A master that rolls back restores the state before a step that ended early and
/// steps exactly to where it ended, where it must be complete.
fn transitions(instance: &mut Simulation, end: f64, h: f64, rolls_back: bool) -> Vec<f64> {
    let mut times = Vec::new();
    let mut next = instance.time() + h;
    while instance.time() < end {
        let from = instance.time();
        let before = instance.save();
        let mut ending = instance.step(from, next - from).unwrap();
        let reached = instance.time();
        assert!(reached > from, "progress");
        if ending == Reached::Transition && rolls_back {
            assert_ne!(instance.step_events(), []);
            instance.restore(&before).unwrap();
            ending = instance.step(from, reached - from).unwrap();
            assert_eq!(ending, Reached::End);
            assert!((instance.time() - reached).abs() <= EXACT);
            assert_ne!(instance.step_events(), [], "the transition is at the end");
        }
        times.extend(instance.step_events().iter().map(|event| event.time()));
        while next - instance.time() <= EXACT {
            next += h;
        }
    }
    times
}

#[test]
fn both_masters_find_the_transitions_of_spring_and_mass() {
    let text = include_str!("../networks/spring_mass.toml");
    let unit = Model::read(text, "spring_mass.toml").unwrap();
    for rolls_back in [false, true] {
        let mut instance = started(&unit, true, 1);
        let times = transitions(&mut instance, 2.0, 0.1, rolls_back);
        assert_eq!(times.len(), 3);
        for (k, time) in (1..).zip(times) {
            assert!((time - f64::from(k) * PI / 10.0).abs() <= EXACT, "{time}");
        }
    }
}

/// Drives every unit by inputs that change now and then; the transitions are those of steps that are
/// completed, as long as round-off has not grown.
#[test]
fn every_unit_has_the_same_transitions_however_its_master_steps() {
    let mut total = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let h = 53.7 * unit.network().experiment.step_size;
        let run = |stop: bool, rolls_back: bool| {
            let mut instance = started(&unit, stop, 1);
            let mut times = Vec::new();
            for stage in 0..6 {
                for (index, row) in unit.variables().iter().enumerate() {
                    let changes = row.causality == Causality::Input;
                    // Prescribed motions start anew in every step, so that steps matter.
                    if changes && !["position", "angle"].iter().any(|q| row.name.ends_with(q)) {
                        let value: f64 = [4.1, 0.0, -3.3][(stage + index) % 3];
                        let value = value.max(row.min.unwrap_or(f64::MIN));
                        instance.set(index, Value::Real(value)).unwrap();
                    }
                }
                let end = instance.time() + 4.0 * h;
                times.extend(transitions(&mut instance, end - EXACT, h, rolls_back));
            }
            times
        };
        if unit.network().inputs.iter().any(|input| input.name.ends_with("elocity")) {
            continue;
        }
        let whole = run(false, false);
        for rolls_back in [false, true] {
            let found = run(true, rolls_back);
            let counts = [found.len(), whole.len()].map(|count| count.min(FIRST));
            assert_eq!(counts[0], counts[1], "{name}, {rolls_back}: {found:?} {whole:?}");
            for (found, whole) in found.iter().zip(&whole).take(FIRST) {
                assert!((found - whole).abs() <= GROWN, "{name}: {found} {whole}");
            }
        }
        total += whole.len();
    }
    assert!(total > 20, "{total} transitions in all");
}

#[test]
fn time_stepping_ends_at_the_step_of_a_transition() {
    let text = include_str!("../networks/spring_mass.toml");
    let unit = Model::read(text, "spring_mass.toml").unwrap();
    let mut instance = started(&unit, true, 2);
    let step = unit.find("moreauStep").unwrap();
    let mut fresh = Simulation::new(unit.clone());
    assert_eq!(instance.step(0.0, 0.5).unwrap(), Reached::End, "one step, one end");
    fresh.set(step, Value::Real(0.001)).unwrap();
    fresh.set(unit.find("stopAtEvents").unwrap(), Value::Boolean(true)).unwrap();
    fresh.set(unit.find("method").unwrap(), Value::Integer(2)).unwrap();
    fresh.enter_initialization().unwrap();
    fresh.exit_initialization().unwrap();
    assert_eq!(fresh.step(0.0, 0.5).unwrap(), Reached::Transition);
    assert!((fresh.time() - PI / 10.0).abs() <= 2e-3);
    assert_eq!(fresh.step_events().len(), 1);
    let from = fresh.time();
    assert_eq!(fresh.step(from, 0.5 - from).unwrap(), Reached::End);
}
