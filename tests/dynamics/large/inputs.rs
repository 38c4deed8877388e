//! Large networks in which few inputs are new at a communication point: all that does not feel them continues.

use std::fmt::Write;

use luztar::dynamics::{Saved, Simulator};

use super::{Laws, compare_all, differing, pair, told};
use crate::run::Run;
use crate::steps::Draw;

/// Makes the force on every fifth body an input, and adds contacts on the ground whose normal load is one, for every seventh body.
pub fn add_inputs(text: &mut String) {
    let bodies = text.matches("[body.").count();
    for body in (1..bodies).step_by(5) {
        let head = format!("[body.b{body}]\n");
        *text = text.replace(&head, &format!("{head}force = \"input\"\n"));
    }
    for body in (3..bodies).step_by(7) {
        write!(
            text,
            "[contact.l{body}]\nbetween = \"b{body}\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.3\n\
             normalForce = \"input\"\n"
        )
        .expect("a text");
    }
}

/// Gives new values to one input or to some.
pub fn give_few(draw: &mut Draw, runs: [&mut Run; 2]) {
    let count = 1 + draw.below(3);
    let names: Vec<String> =
        runs[0].motion.network().inputs.iter().map(|input| input.name.clone()).collect();
    let chosen: Vec<(&String, f64)> = (0..count)
        .map(|_| {
            let name = &names[draw.below(names.len())];
            let force = name.ends_with(".force");
            (name, if force { draw.within(-1.5, 1.5) } else { draw.within(0.0, 3.0) })
        })
        .collect();
    for run in runs {
        chosen.iter().for_each(|(name, value)| run.set(name, *value));
    }
}

#[test]
fn what_feels_new_inputs_moves_as_the_whole_does() {
    for laws in [Laws::Coulomb, Laws::OfSlip] {
        let (events, made) = compare_all(laws, 4, (100, true));
        assert!(events > 300, "{events}");
        assert!(made > 300, "{made}");
    }
}

/// A state that is saved and restored between steps with some new inputs each changes no bit.
#[test]
fn a_motion_under_few_new_inputs_goes_on_bit_for_bit() {
    let mut behind = 0;
    for (seed, laws) in (107..=110).zip([Laws::Coulomb, Laws::OfSlip].into_iter().cycle()) {
        let [network, _] = pair(seed, laws, true);
        let (mut long, mut short) = (Run::new(&network), Run::new(&network));
        let mut used = Simulator::new(network.clone());
        let mut inputs = Draw(seed);
        for step in 1..=40 {
            give_few(&mut inputs, [&mut long, &mut short]);
            let time = 0.005 * f64::from(step);
            long.advance(time);
            short.advance(time);
            behind +=
                told(&mut short.motion)["state"]["input_changes"].as_array().map_or(0, Vec::len);
            if step % 3 == 0 {
                used.restore(&short.motion.save()).expect("of this network");
                std::mem::swap(&mut used, &mut short.motion);
            }
            let differing = differing(&mut long.motion, &mut short.motion);
            assert!(differing.is_empty(), "seed {seed}, {time} s: {differing:?}");
        }
        assert!(long.events == short.events, "seed {seed}");
    }
    assert!(behind > 200, "{behind}");
}

/// A saved state whose segment has new inputs behind it that this cannot take is refused where it goes on, and one that is no
/// state of the network at once.
#[test]
fn a_state_with_wrong_inputs_behind_it_is_an_error() {
    let [network, _] = pair(302, Laws::Coulomb, true);
    let mut run = Run::new(&network);
    let mut inputs = Draw(302);
    while told(&mut run.motion)["state"]["input_changes"] == serde_json::json!([]) {
        let mut other = Run::new(&network);
        give_few(&mut inputs, [&mut run, &mut other]);
        run.advance(run.time() + 0.01);
    }
    let good = told(&mut run.motion);
    let with = |key: &str, value: serde_json::Value| {
        let mut saved = good.clone();
        saved["state"]["input_changes"][0][key] = value;
        serde_json::from_value::<Saved>(saved).expect("a state")
    };
    let refused = run.motion.restore(&with("input", 10_000.into())).expect_err("no such input");
    let expected = format!("the saved state has 10001 inputs, the network {}", run.inputs.len());
    assert_eq!(refused.to_string(), expected);
    run.motion.restore(&with("time", 1e3.into())).expect("looks like a state");
    let before = run.state().clone();
    let fault = run.try_advance(run.time() + 0.1).expect_err("no such state").to_string();
    assert!(fault.contains("has passed new inputs here"), "{fault}");
    assert_eq!(*run.state(), before);
}

/// A step that fails under new inputs, some time after values were read last, leaves the state that it began with.
#[test]
fn a_step_that_fails_under_few_new_inputs_is_undone() {
    let [network, _] = pair(303, Laws::Coulomb, true);
    let (mut run, mut other) = (Run::new(&network), Run::new(&network));
    let mut inputs = Draw(303);
    for _ in 0..10 {
        give_few(&mut inputs, [&mut run, &mut other]);
        let time = run.time() + 0.002;
        run.advance(time);
        other.advance(time);
    }
    give_few(&mut inputs, [&mut run, &mut other]);
    let kept = run.inputs.clone();
    // A force that no number holds for long.
    let input = run.inputs.len() - 1;
    run.inputs[input] = 0.0;
    let first = network.inputs.iter().position(|input| input.name.ends_with(".force"));
    run.inputs[first.expect("a force")] = 1e305;
    run.try_advance(run.time() + 1e3).expect_err("runs away");
    assert_eq!(differing(&mut run.motion, &mut other.motion), Vec::<String>::new());
    run.inputs = kept;
    for _ in 0..10 {
        let time = run.time() + 0.002;
        run.advance(time);
        other.advance(time);
        assert_eq!(differing(&mut run.motion, &mut other.motion), Vec::<String>::new());
    }
}
