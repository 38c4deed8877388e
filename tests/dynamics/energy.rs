//! Energy and momentum balances, and what must not depend on the communication step or the tolerance.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::network::{Network, read};

use crate::networks::{Builder, Elastic, Friction, TOLERANCE};
use crate::run::{Run, assert_close};

/// Energy balance over ∫|power| dt.
const BALANCE: f64 = 1e-7;

fn three_contacts() -> Arc<Network> {
    let text = include_str!("../../modelDescription/TwoMassThreeContacts.toml");
    Arc::new(read(text, "TwoMassThreeContacts.toml").expect("a valid network"))
}

/// Sinusoidal forces that stick and slip all three contacts, at the middle of a communication step.
fn drive(run: &mut Run, h: f64) {
    let t = run.time() + 0.5 * h;
    run.set("body1.force", 2.6 * (1.3 * t).sin());
    run.set("body2.force", 3.5 * (1.7 * t + 0.5).sin());
}

/// Work of held forces since a step's start, and its magnitude.
fn step_with_work(run: &mut Run, end: f64) -> (f64, f64) {
    let forces = [run.inputs[run.input("body1.force")], run.inputs[run.input("body2.force")]];
    let before = run.state().position.clone();
    run.advance(end);
    let work = |body: usize| forces[body] * (run.position(body) - before[body]);
    (work(0) + work(1), work(0).abs() + work(1).abs())
}

fn run_three_contacts(tolerance: f64) -> (Run, f64) {
    let network = three_contacts();
    let mut run = Run::with_tolerance(&network, tolerance);
    let start = run.stored_energy();
    let (mut work, mut scale) = (0.0, 0.0);
    let h = 0.01;
    for step in 1..=10_000 {
        drive(&mut run, h);
        let (done, magnitude) = step_with_work(&mut run, h * f64::from(step));
        work += done;
        scale += magnitude;
    }
    let error = start + work - run.stored_energy() - run.dissipated();
    (run, error / scale)
}

#[test]
fn three_contacts_under_sinusoidal_forces_keep_their_energy_for_100_s() {
    let (run, error) = run_three_contacts(TOLERANCE);
    assert!(error.abs() <= BALANCE, "{error}");
    let (finer, _) = run_three_contacts(0.01 * TOLERANCE);
    assert!(run.events.len() > 100, "{}", run.events.len());
    for contact in 0..3 {
        let transitions = run.times_of_contact(contact).len();
        let counters = run.state().counters[contact];
        assert!(transitions > 20 && counters.stick_to_slip > 5, "{counters:?}");
    }
    assert_eq!(run.sequence(), finer.sequence());
    for (coarse, fine) in run.events.iter().zip(&finer.events) {
        assert_close(coarse.time(), fine.time(), 1e-9);
    }
    for body in 0..2 {
        assert_close(run.position(body), finer.position(body), 1e-9);
    }
}

#[test]
fn mean_friction_forces_account_for_the_momentum() {
    let network = three_contacts();
    let mut run = Run::new(&network);
    let h = 0.5;
    let mut slip_and_stick = 0;
    for step in 1..=200 {
        drive(&mut run, h);
        let forces = [run.inputs[run.input("body1.force")], run.inputs[run.input("body2.force")]];
        let (before, start) = (run.state().velocity.clone(), run.time());
        let events = run.events.len();
        run.advance(h * f64::from(step));
        let duration = run.time() - start;
        let mean = &run.state().mean_friction;
        let impulses = [forces[0] - mean[0] - mean[2], forces[1] - mean[1] + mean[2]];
        for (body, mass) in [1.0, 2.0].into_iter().enumerate() {
            let change = mass * (run.velocity(body) - before[body]);
            assert_close(change, impulses[body] * duration, 1e-11);
        }
        slip_and_stick += usize::from(run.events.len() > events + 1);
    }
    assert!(slip_and_stick > 3, "{slip_and_stick}");
}

/// Three blocks on the ground and in a row, springs with freeplay between them, under harmonic forces.
fn shaken_row() -> Arc<Network> {
    let mut builder = Builder::default();
    for k in 0..3 {
        let body = builder.body(1.0 + 0.5 * f64::from(k), 0.0, 0.0);
        let phase = 0.3 * f64::from(k);
        builder.shake(body, 3.0, 1.0 + 0.37 * f64::from(k), phase);
        builder.contact(Friction {
            limit: Some(1.4),
            viscous: 0.05,
            ..Friction::ground(body, 1.1)
        });
        if body > 0 {
            builder.spring(Elastic {
                i: Some(body - 1),
                j: Some(body),
                stiffness: 30.0,
                damping: if body == 1 { 0.4 } else { 0.0 },
                freeplay: 0.05,
                ..Elastic::default()
            });
            builder.contact(Friction::between(body - 1, body, 0.5));
        }
    }
    builder.spring(Elastic { stiffness: 4.0, cubic: 1.0, ..Elastic::default() });
    builder.network()
}

#[test]
fn held_inputs_make_results_independent_of_the_communication_step() {
    let runs: Vec<Run> = [0.001, 0.01, 0.5]
        .iter()
        .map(|&h| {
            let mut run = Run::new(&shaken_row());
            run.run(20.0, h);
            run
        })
        .collect();
    assert!(runs[0].events.len() > 100, "{}", runs[0].events.len());
    for run in &runs[1..] {
        assert_eq!(run.sequence(), runs[0].sequence());
        for (one, other) in run.events.iter().zip(&runs[0].events) {
            assert_close(one.time(), other.time(), 1e-9);
        }
        for body in 0..3 {
            assert_close(run.position(body), runs[0].position(body), 1e-9);
            assert_close(run.velocity(body), runs[0].velocity(body), 1e-8);
        }
        for (one, other) in run.state().dissipated.iter().zip(&runs[0].state().dissipated) {
            assert_close(*one, *other, 1e-8);
        }
    }
}

#[test]
fn a_tighter_tolerance_gives_the_same_transitions() {
    let mut coarse = Run::with_tolerance(&shaken_row(), 1e-8);
    let mut fine = Run::with_tolerance(&shaken_row(), 1e-13);
    coarse.run(20.0, 0.5);
    fine.run(20.0, 0.5);
    assert_eq!(coarse.sequence(), fine.sequence());
    for body in 0..3 {
        assert_close(coarse.position(body), fine.position(body), 1e-7);
    }
}

#[test]
fn springs_and_freeplay_keep_energy_without_friction() {
    let mut builder = Builder::default();
    for k in 0..4 {
        let speed = if k == 0 { 1.0 } else { 0.0 };
        let body = builder.body(1.0 + 0.3 * f64::from(k), 0.0, speed);
        if body > 0 {
            let (i, j) = (Some(body - 1), Some(body));
            let freeplay = 0.1 * f64::from(k % 3);
            builder.spring(Elastic { i, j, stiffness: 50.0, freeplay, ..Elastic::default() });
        }
    }
    builder.spring(Elastic { stiffness: 2.0, cubic: 3.0, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    let start = run.stored_energy();
    run.run(100.0, 0.1);
    assert!(run.events.len() > 100);
    assert_close(run.stored_energy(), start, 1e-9 * start);
}

#[test]
fn a_released_spring_gives_its_energy_to_friction() {
    let mut builder = Builder::default();
    for k in 0..2 {
        let body = builder.body(1.0, 1.0 - 3.0 * f64::from(k), 0.0);
        builder.contact(Friction { limit: Some(0.6), ..Friction::ground(body, 0.5) });
    }
    builder.spring(Elastic { j: Some(1), stiffness: 20.0, ..Elastic::default() });
    builder.contact(Friction::between(0, 1, 0.3));
    let mut run = Run::new(&builder.network());
    let start = run.stored_energy();
    let mut last = start;
    while run.time() < 10.0 * PI {
        run.advance(run.time() + 0.1);
        let now = run.stored_energy();
        assert!(now <= last + 1e-12 * start, "energy appears at {}", run.time());
        assert_close(now + run.dissipated(), start, 1e-9 * start);
        last = now;
    }
    assert!(run.state().velocity.iter().all(|&v| v == 0.0));
}
