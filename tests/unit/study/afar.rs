//! Cycles sought from far away, and where there are none: on motions that grow, or that nothing brings back.

use std::f64::consts::{PI, TAU};

use luztar::study::Case;
use luztar::study::response::next;
use luztar::study::settling::find;

use crate::study::{unit, with};
use crate::support::Random;

/// One kilogram on 100 N/m and 1 N of dry friction, from afar. A period of the force is a whole number of natural periods, after
/// each of which an amplitude A is 4F/k less, however large it is: what A loses is ever less of its size.
fn far_oscillator(frequency: f64, amplitude: f64, position: f64) -> Case {
    let text = format!(
        "[model]\nname = \"Far\"\n[body.m]\nmass = 1.0\nposition = {position:?}\n\
         excitation = {{ amplitude = {amplitude:?}, angularFrequency = {frequency:?} }}\n\
         [spring.k]\nbetween = \"m\"\nstiffness = 100.0\n\
         [contact.c]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
    );
    Case::new(unit(&text), Vec::new()).expect("a unit with states").tight()
}

#[test]
fn cycles_from_afar_are_those_from_rest() {
    for (frequency, amplitude, periods, position) in
        [(5.0, 3.0, 1.0, 30.0), (2.5, 3.0, 1.0, 30.0), (20.0, 3.0, 2.0, 20.0), (5.0, 0.5, 1.0, 3.0)]
    {
        let found = [0.0, position].map(|position| {
            let model = far_oscillator(frequency, amplitude, position);
            let period = periods * TAU / frequency;
            let cycle = find(&model, 60.0, Some(period), |_| {})
                .unwrap_or_else(|why| panic!("{frequency} {position}: {why}"));
            let column = model.unit().find("m.position").expect("an output");
            let range = cycle.extremes(&model, &[column]).expect("a motion")[0];
            0.5 * (range.max - range.min)
        });
        let size = found[0].max(0.01);
        assert!((found[0] - found[1]).abs() < 1e-8 * size, "{frequency} {amplitude}: {found:?}");
        assert!(found[0] < 0.05, "{frequency} {amplitude}: {found:?}");
        if frequency == 20.0 {
            // By Den Hartog, with β = 2: √(V² − (F/P)² U²) P/k.
            let (v, u) = (1.0f64 / 3.0, (PI / 2.0).sin() / 2.0);
            let expected = 0.03 * (v * v - (u / 3.0).powi(2)).sqrt();
            assert!((found[0] - expected).abs() < 1e-10, "{found:?} {expected}");
        }
    }
}

/// At resonance the amplitude grows by πP/k in each period, and friction takes 4F/k of that: no motion returns.
#[test]
fn what_grows_at_resonance_is_no_cycle() {
    for position in [0.0, 5.0] {
        let why = find(&far_oscillator(10.0, 3.0, position), 20.0, None, |_| {});
        let why = why.expect_err("no cycle").to_string();
        assert!(why.contains("no cycle is found"), "{position}: {why}");
    }
    let text = "[model]\nname = \"Linear\"\n[body.m]\nmass = 1.0\n\
                excitation = { amplitude = 1.0, angularFrequency = 10.0 }\n\
                [spring.k]\nbetween = \"m\"\nstiffness = 100.0\n";
    let linear = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let why = find(&linear, 20.0, None, |_| {}).expect_err("no cycle").to_string();
    assert!(why.contains("a multiplier is 1"), "{why}");
}

/// A wheel whose brake is too weak for its drive speeds up in each period by the same.
#[test]
fn a_wheel_that_speeds_up_has_no_cycle() {
    let text = "[model]\nname = \"Wheel\"\n\
                [body.wheel]\naxis = \"rotation\"\ninertia = 2.0\nconstantTorque = 10.0\n\
                [contact.disc]\nbetween = \"wheel\"\nlaw = \"coulomb\"\neffectiveRadius = 0.12\n\
                kineticCoefficient = 0.4\nnormalForce = \"N0*(1 + sin(w*t))\"\nparameter = { N0 = 150.0, w = 2.0 }\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let why = find(&model, 20.0, None, |_| {}).expect_err("no cycle").to_string();
    assert!(why.contains("nothing brings the motion back"), "{why}");
}

/// Nothing settles at resonance; what decays from there has the amplitude of a motion from rest.
#[test]
fn an_answer_after_resonance_is_that_from_rest() {
    let base = far_oscillator(10.0, 3.0, 0.0);
    let position = base.unit().find("m.position").expect("an output");
    let at = |frequency: f64| with(&base, &[("m.excitationOmega", frequency)]);
    let grown = next(&at(10.0), 10.0, position, 200, None).expect("a motion");
    assert!(grown.answer.multiplier.is_none() && grown.answer.amplitude > 5.0, "{grown:?}");
    let after = next(&at(5.0), 5.0, position, 200, Some(&grown)).expect("a cycle").answer;
    let rest = next(&at(5.0), 5.0, position, 200, None).expect("a cycle").answer;
    assert!(after.multiplier.is_some(), "{after:?}");
    assert!((after.amplitude - rest.amplitude).abs() < 1e-9, "{after:?} {rest:?}");
}

fn one_of<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[(random.next() * all.len() as f64) as usize]
}

/// Two motions of an oscillator under dry friction and the same force never part, so that a stable cycle is what every motion comes
/// to, and none is larger than its start allows. `LUZTAR_FAR_OSCILLATORS=10000` draws others than the first 40, too.
#[test]
fn cycles_are_what_long_motions_come_to() {
    let count = std::env::var("LUZTAR_FAR_OSCILLATORS");
    let count = count.map_or(40, |text| text.parse().expect("a count"));
    let mut found = [0; 3];
    for seed in 0..count {
        let mut draws = Random(seed);
        draws.next();
        let ratio = one_of(
            &mut draws,
            &[1.0, 0.5, 0.25, 2.0, 3.0, 1.5, 1.0 / 3.0, 2.0 / 3.0, 0.0, 0.0, 0.0],
        );
        let frequency = if ratio > 0.0 { 10.0 * ratio } else { 2.0 + 28.0 * draws.next() };
        let (amplitude, periods) =
            (10f64.powf(draws.next() * 2.0 - 0.5), one_of(&mut draws, &[1.0, 1.0, 2.0, 3.0]));
        let position = (draws.next() - 0.5) * one_of(&mut draws, &[0.0, 1.0, 20.0]);
        let what =
            format!("{seed}: Ω {frequency}, P {amplitude}, {periods} periods from {position}");
        let model = far_oscillator(frequency, amplitude, position);
        let period = periods * TAU / frequency;
        let cycle = find(&model, 20.0, Some(period), |_| {});
        // Friction takes 0.04 m in each natural period, unless the force gives more.
        let long = 2.0 * (position.abs() + 0.02 * amplitude) / 0.04 * TAU / 10.0 + 60.0;
        let state = |periods: f64| {
            let mut instance = model.start(0.0, &model.first(), false).expect("a state");
            instance.step(0.0, periods * period).expect("a motion");
            model.state(&mut instance).expect("numbers")
        };
        let last = (long / period).ceil();
        let (limit, next) = (state(last), state(last + 1.0));
        let off = |a: &[f64], b: &[f64]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs() / 10.0);
        match cycle {
            Ok(cycle) if cycle.is_stable() && !cycle.is_neutral() => {
                found[0] += 1;
                let slow = cycle.multipliers[0].0.hypot(cycle.multipliers[0].1).powf(last);
                let far = off(&limit, &cycle.state);
                let left = slow * (1.0 + 2.0 * off(&model.first(), &cycle.state));
                assert!(far < 1e-8 + left, "{what}: {far} from {:?}", cycle.state);
            }
            Ok(cycle) => {
                found[1] += 1;
                assert!(
                    cycle.state[0].abs() < 2.0 * position.abs() + 0.1 * amplitude,
                    "{what}: {cycle:?}"
                );
            }
            Err(why) => {
                found[2] += 1;
                // It goes on, or comes to rest ever more slowly.
                assert!(off(&limit, &next) > 1e-12, "{what}: {limit:?}: {why}");
            }
        }
    }
    assert!(found[0] > found[2] && found[1] > 0, "{found:?}");
}
