//! `nextEventTime` against the transition that then happens, and that looking ahead leaves no trace.

use std::cell::Cell;
use std::sync::Arc;

use luztar::dynamics::{ContactId, Element, Event, SpringId};
use luztar::network::BodyKind;
use luztar::unit::{
    Causality, Model, Reached, Simulation, Snapshot, StopCondition, Value, Variable, catalogue,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::{Named, started_with};

/// Difference between the time that was predicted and the time of the transition, s.
const EXACT: f64 = 1e-9;
/// `nextEventTime` beyond the horizon.
const NEVER: f64 = 1e300;

/// A unit of the catalogue with `predict = true`.
fn predicting(name: &str) -> Arc<Model> {
    let text = catalogue::unit(name).unwrap().source().to_owned();
    let text = text.replacen("[experiment]\n", "[experiment]\npredict = true\n", 1);
    Model::read(&text, name).unwrap()
}

fn next(instance: &mut Simulation) -> f64 {
    instance.real("nextEventTime")
}

fn started(unit: &Arc<Model>, horizon: f64) -> Simulation {
    started_with(unit, &[("predictionHorizon", horizon)])
}

/// Near-tangential crossings are excepted: guards that fall by less than this in a second, in m/s, rad/s, half gaps, or
/// limits of friction.
const GRAZING: f64 = 1e-3;

/// How fast the guard that an event leaves falls just before it, 1/s.
fn slope(unit: &Arc<Model>, before: &Snapshot, event: &Event) -> f64 {
    let mut instance = Simulation::new(unit.clone());
    instance.restore(before).unwrap();
    let now = instance.time();
    let ahead = 0.999 * (event.time() - now);
    if ahead > 0.0 {
        instance.step(now, ahead).unwrap();
    }
    let network = unit.network();
    let (name, scale) = match event.element() {
        Element::Contact(ContactId(contact)) => {
            let name = &network.contacts[contact].name;
            match event.from() {
                0 => (
                    format!("{name}.frictionForce"),
                    instance.real(&format!("{name}.frictionForce")),
                ),
                _ => (format!("{name}.slipVelocity"), 1.0),
            }
        }
        Element::Spring(SpringId(spring)) => {
            let spring = &network.springs[spring];
            let gap = spring
                .elastic
                .freeplay
                .map_or(1.0, |_| 0.5 * instance.real(&format!("{}.backlash", spring.name)));
            (format!("{}.deflection", spring.name), gap)
        }
        Element::Force(_) => unreachable!("no unit has one"),
    };
    let index = unit.find(&name).unwrap();
    (instance.output_derivative(index).unwrap() / scale).abs()
}

/// What came of a draw.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    happened: usize,
    grazed: usize,
}

/// Holds inputs for a while each; what was predicted happens, at the time predicted, however it is stepped to.
fn check(unit: &Arc<Model>, inputs: &[Vec<f64>], tally: &mut Tally) -> Result<(), TestCaseError> {
    let experiment = &unit.network().experiment;
    let is_input = |row: &&Variable| row.causality == Causality::Input;
    let any = unit.variables().iter().any(|row| is_input(&row));
    // Prescribed motions start anew in every step.
    let prescribed =
        unit.network().bodies.iter().any(|body| matches!(body.kind, BodyKind::Prescribed { .. }));
    let parts: &[f64] = if prescribed { &[1.0] } else { &[0.23, 0.41, 0.36] };
    // A unit without inputs takes its time.
    let h = if any { 40.0 * experiment.step_size } else { 0.1 * experiment.stop_time };
    let mut instance = started(unit, h);
    let mut silent = started(unit, h);
    for values in inputs {
        let rows = unit.variables().iter().enumerate();
        let rows = rows.filter(|(_, row)| is_input(row));
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
        let before = instance.save();
        let predicted = next(&mut instance);
        prop_assert_eq!(predicted, next(&mut instance));
        let size = instance.step_to_transition().unwrap();
        if predicted == NEVER {
            prop_assert_eq!(size, h, "the horizon");
        } else if predicted > now + EXACT * now.max(1.0) {
            prop_assert_eq!(size, predicted - now);
        }
        let mut first = None;
        let end = now + h;
        let mut reached = 0.0;
        for part in parts {
            reached += part;
            for one in [&mut instance, &mut silent] {
                let from = one.time();
                let done = one.step(from, now + reached * h - from);
                prop_assert!(done.is_ok(), "{:?}", done.err());
            }
            first = first.or(instance.step_events().first().copied());
            prop_assert_eq!(instance.save(), silent.save(), "looking ahead leaves no trace");
        }
        match first {
            Some(event) => {
                let error = (event.time() - predicted).abs();
                if error > EXACT && slope(unit, &before, &event) < GRAZING {
                    tally.grazed += 1;
                    continue;
                }
                tally.happened += 1;
                prop_assert!(error <= EXACT, "{}: {event:?} {predicted}", unit.name());
            }
            None => {
                let beyond = predicted == NEVER || predicted >= end - EXACT;
                prop_assert!(beyond, "{}: {predicted} from {now} to {end}", unit.name());
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_predicted_happens() {
    let mut all = Tally::default();
    for name in catalogue::names() {
        let unit = predicting(name);
        let value = prop_oneof![2 => -8.0..8.0, 1 => Just(0.0)];
        let values = prop::collection::vec(value, 7);
        let inputs = prop::collection::vec(values, 1..12);
        let config =
            ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() };
        let found = Cell::new(Tally::default());
        let result = TestRunner::new(config).run(&inputs, |inputs| {
            let mut tally = found.get();
            check(&unit, &inputs, &mut tally)?;
            found.set(tally);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let Tally { happened, grazed } = found.get();
        assert!(happened > 0, "{name} has transitions");
        // The slip of a tyre that is let go dies away; no guard falls when round-off is all that is left of it.
        if name == "AbsWheel" {
            assert!(grazed * 10 < happened, "{name}: {:?}", found.get());
        } else {
            all.happened += happened;
            all.grazed += grazed;
        }
    }
    assert!(all.grazed * 1000 < all.happened, "exceptions are rare: {all:?}");
}

#[test]
fn spring_and_mass_reverse_when_predicted_and_then_rest_for_good() {
    let text = include_str!("../networks/spring_mass.toml");
    let text = text.replacen("[experiment]\n", "[experiment]\npredict = true\n", 1);
    let unit = Model::read(&text, "spring_mass.toml").unwrap();
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

/// Looking ahead while a transition is pending leaves no trace either: it is made once, and the motion goes on behind it.
#[test]
fn looking_ahead_of_a_pending_transition_leaves_no_trace() {
    let unit = predicting("BeltOscillator");
    let [mut looks, mut silent] = [(); 2].map(|()| started(&unit, 1.0));
    let mut made = 0;
    while made < 6 {
        let halt = StopCondition::BeforeTransition { within: true };
        let reached = [&mut looks, &mut silent].map(|one| {
            let now = one.time();
            one.advance(now, 0.1, halt, false).unwrap()
        });
        assert_eq!(reached[0], reached[1]);
        if reached[0] == Reached::BeforeEvent {
            assert!(next(&mut looks) < NEVER);
            for one in [&mut looks, &mut silent] {
                assert!(one.make_pending().unwrap());
            }
            made += 1;
        }
        assert_eq!(looks.save(), silent.save(), "after {made} transitions");
        assert_eq!(count(&mut looks, "eventCount"), made);
    }
}

fn count(instance: &mut Simulation, name: &str) -> i32 {
    let index = instance.unit().find(name).unwrap();
    match instance.get(index).unwrap() {
        Value::Integer(count) => count,
        other => panic!("{other:?}"),
    }
}
