//! Chattering is reported where transitions are denser than 100 and 10 for each contact and spring in a nanosecond (per
//! max(1, |t|)), and nowhere else: motions whose transitions come at equal distances.

use std::f64::consts::PI;

use luztar::dynamics::{Fault, Simulator};

use crate::networks::{Builder, Elastic, Friction, TOLERANCE, network};
use crate::run::{Run, assert_close};

/// Transitions that belong to one storm come within this time (s), times max(1, |t|).
const WINDOW: f64 = 1e-9;

/// A body at 1 m/s to and fro between two springs, `between` s in the gap and as long in a spring, beside
/// `contacts` and `springs` that rest.
fn rattle(between: f64, contacts: usize, springs: usize) -> Builder {
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 1.0);
    let stiffness = (PI / between).powi(2);
    builder.spring(Elastic { stiffness, freeplay: 0.5 * between, ..Elastic::default() });
    let resting = builder.body(1.0, 0.0, 0.0);
    for _ in 0..contacts {
        builder.contact(Friction::ground(resting, 1.0));
    }
    for _ in 0..springs {
        builder.spring(Elastic { i: Some(resting), stiffness: 1.0, ..Elastic::default() });
    }
    builder
}

/// A body that slips to and fro on a spring, and turns every `between` s.
fn shuttle(between: f64) -> Builder {
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 1.0);
    builder.contact(Friction::ground(0, 1.0));
    builder.spring(Elastic { stiffness: (PI / between).powi(2), ..Elastic::default() });
    builder
}

fn starting_at(time: f64, builder: Builder) -> Run {
    let network = builder.network();
    let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
    let mut motion = Simulator::new(network);
    motion.initialise(time, &parameters, &inputs, TOLERANCE).expect("initialises");
    Run { motion, parameters, inputs, events: Vec::new() }
}

/// Runs for three windows, and checks that the transitions are those of the closed form: the first after half of
/// the distance of the others.
fn passes(start: f64, between: f64, builder: Builder) {
    let window = WINDOW * start.abs().max(1.0);
    let mut run = starting_at(start, builder);
    run.advance(start + 3.0 * window);
    let expected = (3.0 * window / between + 0.5) as usize;
    assert_eq!(run.events.len(), expected, "every {between:e} s from {start}");
}

fn storms(start: f64, between: f64, limit: usize, culprit: &str, builder: Builder) {
    let mut run = starting_at(start, builder);
    let fault = run.try_advance(start + 1.0).expect_err("a storm");
    let Fault::Chattering { time, events, window, name, .. } = fault else { panic!("{fault}") };
    assert_eq!((events, name.as_str()), (limit + 1, culprit), "every {between:e} s from {start}");
    assert_close(time - start, (limit as f64 + 0.5) * between, 1e-3 * window);
    assert_close(window, WINDOW * start.abs().max(1.0), 1e-6 * window);
}

#[test]
fn transitions_may_be_as_dense_as_the_limit_and_no_denser() {
    for start in [0.0, 0.5, 1000.0, -1000.0] {
        for (contacts, springs) in [(0, 0), (3, 0), (1, 5)] {
            let limit = 100 + 10 * (contacts + springs + 1);
            let window = WINDOW * f64::abs(start).max(1.0);
            let [thin, dense] = [0.97, 1.03].map(|part| window / (part * limit as f64));
            passes(start, thin, rattle(thin, contacts, springs));
            storms(start, dense, limit, "spring0", rattle(dense, contacts, springs));
        }
    }
}

#[test]
fn a_storm_is_told_with_the_contact_that_makes_it() {
    let [thin, dense] = [0.97, 1.03].map(|part| WINDOW / (part * 120.0));
    passes(0.0, thin, shuttle(thin));
    storms(0.0, dense, 120, "contact0", shuttle(dense));
}

/// Each communication step has the whole window: a host that makes short ones gets what it asked for.
#[test]
fn communication_steps_shorter_than_the_window_count_on_their_own() {
    let between = WINDOW / 200.0;
    let mut run = starting_at(0.0, rattle(between, 0, 0));
    for step in 1..=8 {
        run.advance(0.25 * WINDOW * f64::from(step));
    }
    assert_eq!(run.events.len(), 400);
}

#[test]
fn transitions_without_end_are_an_error_that_changes_nothing() {
    // A gap of 1e-15 m between walls of 1e24 N/m: a transition every 1e-15 s.
    let mut builder = Builder::default();
    builder.body(1.0, 0.0, 1.0);
    let freeplay = 1e-15;
    builder.spring(Elastic { stiffness: 1e24, freeplay, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    let before = run.state().clone();
    let fault = run.try_advance(1.0).expect_err("a storm");
    assert!(matches!(fault, Fault::Chattering { .. }), "{fault}");
    assert!(fault.to_string().contains("spring0"), "{fault}");
    assert_eq!(*run.state(), before);
    assert_eq!(run.try_advance(1.0).expect_err("still a storm"), fault);
}

/// A hand jumps to where the root in a formula is no number: told with the formula's name, and the motion is where it was.
#[test]
fn a_formula_that_is_no_number_on_the_way_is_named() {
    for formula in [
        "[force.rope]\nbetween = [\"block\", \"hand\"]\nforce = \"1e-3*sqrt(1 - e)\"",
        "[potential.rope]\nenergy = \"1e-3*(1 - block.position + hand.position)^1.5\"",
    ] {
        let mut run = Run::new(&network(&format!(
            "[model]\nname = \"Rope\"\n[body.hand]\nmotion = \"prescribed\"\n[body.block]\nmass = 2.0\n{formula}\n\
             [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 5.0\n"
        )));
        run.advance(1.0);
        let before = run.state().clone();
        run.set("hand.position", -2.0);
        let fault = run.try_advance(2.0).expect_err("no number").to_string();
        let told = "at t = 1 s: force of rope became non-finite (got NaN)";
        assert_eq!(fault, told, "{formula}");
        assert_eq!(*run.state(), before);
        run.set("hand.position", 0.0);
        run.advance(2.0);
    }
}
