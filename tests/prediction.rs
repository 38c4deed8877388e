//! `nextEventTime` against the transition that then happens, and that looking ahead leaves no trace.

use std::cell::Cell;
use std::sync::Arc;

use luztar::unit::{Causality, Instance, Unit, Value, catalogue};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// Difference between the time that was predicted and the time of the transition, s.
const EXACT: f64 = 1e-9;
/// `nextEventTime` beyond the horizon.
const NEVER: f64 = 1e300;

/// A unit of the catalogue with `predict = true`.
fn predicting(name: &str) -> Arc<Unit> {
    let text = catalogue::unit(name).unwrap().source().to_owned();
    let text = text.replacen("[experiment]\n", "[experiment]\npredict = true\n", 1);
    Unit::read(&text, name).unwrap()
}

fn set(instance: &mut Instance, name: &str, value: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set(index, Value::Real(value)).unwrap();
}

fn next(instance: &mut Instance) -> f64 {
    let index = instance.unit().find("nextEventTime").unwrap();
    match instance.get(index).unwrap() {
        Value::Real(time) => time,
        other => panic!("{other:?}"),
    }
}

fn started(unit: &Arc<Unit>, horizon: f64) -> Instance {
    let mut instance = Instance::new(unit.clone());
    set(&mut instance, "predictionHorizon", horizon);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

/// Holds inputs for a while each; what was predicted happens, at the time predicted.
fn check(unit: &Arc<Unit>, inputs: &[Vec<f64>]) -> Result<usize, TestCaseError> {
    let experiment = &unit.network().experiment;
    let any = unit.variables().iter().any(|row| row.causality == Causality::Input);
    // A unit without inputs takes its time.
    let h = if any { 40.0 * experiment.step_size } else { 0.1 * experiment.stop_time };
    let mut instance = started(unit, h);
    let mut silent = started(unit, h);
    let mut found = 0;
    for values in inputs {
        let rows = unit.variables().iter().enumerate();
        let rows = rows.filter(|(_, row)| row.causality == Causality::Input);
        for ((index, row), value) in rows.zip(values.iter().cycle()) {
            // Inputs that start large go on from there, at that size.
            let start = match row.start {
                Some(Value::Real(start)) => start,
                _ => 0.0,
            };
            let value = start + (1.0 + 0.25 * start.abs()) * value;
            let value = Value::Real(value.max(row.min.unwrap_or(f64::MIN)));
            instance.set(index, value).unwrap();
            silent.set(index, value).unwrap();
        }
        let now = instance.time();
        let predicted = next(&mut instance);
        prop_assert_eq!(predicted, next(&mut instance));
        let ended = [&mut instance, &mut silent].map(|one| one.step(now, h).map(|_| one.save()));
        prop_assert_eq!(&ended[0], &ended[1], "looking ahead leaves no trace");
        prop_assert!(ended[0].is_ok(), "{:?}", ended[0].as_ref().err());
        match instance.step_events().first() {
            Some(event) => {
                found += 1;
                let error = (event.time - predicted).abs();
                prop_assert!(error <= EXACT, "{}: {event:?} {predicted}", unit.name());
            }
            None => {
                let beyond = predicted == NEVER || predicted >= now + h - EXACT;
                prop_assert!(beyond, "{}: {predicted} from {now} to {}", unit.name(), now + h);
            }
        }
    }
    Ok(found)
}

#[test]
fn what_is_predicted_happens() {
    for name in catalogue::names() {
        let unit = predicting(name);
        let value = prop_oneof![2 => -8.0..8.0, 1 => Just(0.0)];
        let values = prop::collection::vec(value, 7);
        let inputs = prop::collection::vec(values, 1..12);
        // Always the same cases: of others some few would graze 0.
        let random = TestRng::deterministic_rng(RngAlgorithm::default());
        let config = ProptestConfig { cases: 48, ..ProptestConfig::default() };
        let found = Cell::new(0);
        let result = TestRunner::new_with_rng(config, random).run(&inputs, |inputs| {
            found.set(found.get() + check(&unit, &inputs)?);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(found.get() > 0, "{name} has transitions");
    }
}

#[test]
fn spring_and_mass_reverse_when_predicted_and_then_rest_for_good() {
    let text = include_str!("networks/spring_mass.toml");
    let text = text.replacen("[experiment]\n", "[experiment]\npredict = true\n", 1);
    let unit = Unit::read(&text, "spring_mass.toml").unwrap();
    let mut instance = started(&unit, 0.5);
    let rows = unit.variables().iter().enumerate();
    let start = rows.clone().find(|(_, row)| row.name == "predictionHorizon").unwrap().1.start;
    assert_eq!(start, Some(Value::Real(10.0 * 0.01)));
    for k in 0..20 {
        let now = f64::from(k) * 0.1;
        let reversals = (1..=3).map(|k| f64::from(k) * std::f64::consts::PI / 10.0);
        let expected = reversals.into_iter().find(|time| *time > now && *time < now + 0.5);
        let predicted = next(&mut instance);
        assert!((predicted - expected.unwrap_or(NEVER)).abs() <= EXACT, "{now}: {predicted}");
        instance.step(now, 0.1).unwrap();
    }
}

#[test]
fn units_that_do_not_ask_for_it_have_no_prediction() {
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let predicts = unit.network().predict;
        assert_eq!(unit.find("nextEventTime").is_some(), predicts, "{name}");
        assert_eq!(unit.find("predictionHorizon").is_some(), predicts, "{name}");
    }
}
