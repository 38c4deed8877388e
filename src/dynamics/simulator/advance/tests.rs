//! Tests of what waits until it is read.

use std::sync::Arc;

use super::*;
use crate::network::Network;

/// Communication step of the tests, s.
const SIZE: f64 = 1e-3;

fn train() -> (Simulator, Vec<f64>) {
    let text = include_str!("../../../../modelDescription/TrainDraftGears.toml");
    let network: Network = crate::network::read(text, "train.toml").expect("valid");
    let parameters = network.start_parameters();
    let mut motion = Simulator::new(Arc::new(network));
    let inputs = inputs(&motion, 0);
    motion.initialise(0.0, &parameters, &inputs, 1e-8).expect("initialises");
    (motion, parameters)
}

/// Returns the traction and brakes of a train that shunts, all of them new at every step.
fn inputs(motion: &Simulator, step: usize) -> Vec<f64> {
    let time = step as f64 * SIZE;
    let of = |input: usize| {
        let swing = 1.0 - 4.0 * ((0.5 * time + 0.08 * input as f64).fract() - 0.5).abs();
        if input == 0 { 200e3 * swing } else { 20e3 * swing.max(0.0) }
    };
    (0..motion.network.inputs.len()).map(of).collect()
}

/// Makes a step of which nobody reads anything; true if it had transitions.
fn pass_step(motion: &mut Simulator, parameters: &[f64], step: usize) -> bool {
    let inputs = inputs(motion, step);
    let mut any = false;
    let end = (step + 1) as f64 * SIZE;
    motion.pass(end, parameters, &inputs, &mut |_| any = true).expect("moves");
    any
}

fn bits(motion: &Simulator) -> Vec<u64> {
    motion.dynamics.state.mean_friction.iter().map(|mean| mean.to_bits()).collect()
}

/// Tests that mean forces that nobody reads are found in no step, with transitions or without.
#[test]
fn what_nobody_reads_of_a_train_is_not_computed() {
    let (mut motion, parameters) = train();
    let (mut waiting, mut transitions) = (0, 0);
    for step in 0..2000 {
        transitions += u32::from(pass_step(&mut motion, &parameters, step));
        waiting += u32::from(motion.means_wait());
    }
    assert_eq!(motion.dynamics.totals.found(), 0);
    assert!(waiting > 200 && transitions > 100, "{waiting} {transitions}");
    let mut step = 2000;
    while !motion.means_wait() {
        pass_step(&mut motion, &parameters, step);
        step += 1;
    }
    motion.evaluate_deferred();
    let found = motion.dynamics.totals.found();
    motion.evaluate_deferred();
    assert!(found > 0 && motion.dynamics.totals.found() == found && !motion.means_wait());
}

/// Mean forces are the same to the bit, read at every step or once, after a look ahead, and after a step that failed.
#[test]
fn mean_forces_read_late_are_those_read_at_once() {
    let (mut early, parameters) = train();
    let (mut late, _) = train();
    for step in 0..300 {
        pass_step(&mut early, &parameters, step);
        pass_step(&mut late, &parameters, step);
        early.evaluate_deferred();
        let (given, end) = (inputs(&late, step), late.dynamics.state.time + 1.0);
        if step % 3 == 1 {
            late.predict(end, &parameters, &given).expect("looks ahead");
        }
        if step % 5 == 1 {
            let wrong = vec![1e305; given.len()];
            late.pass(end, &parameters, &wrong, &mut |_| {}).expect_err("too great");
        }
        if step % 7 == 1 {
            late.evaluate_deferred();
            assert_eq!(bits(&late), bits(&early), "step {step}");
        }
    }
    late.evaluate_deferred();
    assert!(late.dynamics.state == early.dynamics.state);
}
