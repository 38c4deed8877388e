//! A long train brakes to rest: many contacts, slack and stiff couplings, by either method.

use std::sync::Arc;

use luztar::network::{Network, choose, read};

use crate::run::Run;

/// Energy balance, relative to the energy at the start.
const BALANCE: f64 = 1e-7;

/// Stopping distance by steps of 1 ms, m: of the order of the speed times a step.
const DISTANCE: f64 = 0.02;

/// The train of the examples.
fn train(wagons: usize) -> Arc<Network> {
    let text = include_str!("../../examples/networks/BrakingTrain.toml");
    let chosen = [("wagons".to_owned(), wagons.to_string())];
    let text = choose(text, "BrakingTrain.toml", &chosen).expect("an option");
    Arc::new(read(&text, "BrakingTrain.toml").expect("a valid network"))
}

/// Brakes to the end of the experiment; the relative fault of the energy balance.
fn brake(run: &mut Run, h: f64) -> f64 {
    let start = run.stored_energy();
    run.run(run.motion.network().experiment.stop_time, h);
    let state = run.state();
    assert!(state.velocity.iter().all(|&v| v == 0.0), "{:?}", state.velocity);
    ((run.stored_energy() + run.dissipated()) / start - 1.0).abs()
}

#[test]
fn a_train_stops_completely_and_keeps_its_energy() {
    let network = train(12);
    let mut exact = Run::new(&network);
    let fault = brake(&mut exact, 0.1);
    assert!(fault <= BALANCE, "{fault}");
    assert!(exact.events.len() > 50, "{}", exact.events.len());
    let mut steps = Run::by_steps(&network);
    let fault = brake(&mut steps, 1e-3);
    assert!(fault <= 1e-4, "{fault}");
    for body in 0..12 {
        let difference = (steps.position(body) - exact.position(body)).abs();
        assert!(difference <= DISTANCE, "wagon {body}: {difference}");
    }
}

/// The stuck part of the train grows past the size from which forces are found by sparse factorisation.
#[test]
fn a_hundred_wagons_stop_completely_and_keep_their_energy() {
    let mut exact = Run::new(&train(100));
    let fault = brake(&mut exact, 0.1);
    assert!(fault <= BALANCE, "{fault}");
    assert!(exact.events.len() > 1000, "{}", exact.events.len());
}
