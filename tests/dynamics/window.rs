//! Karnopp's window: contacts stick at w ≠ 0, where the force balance lets them, and keep w.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use luztar::dynamics::{ContactMode, Fault, Simulator};
use luztar::network::{Method, Network};

use crate::networks::network;
use crate::run::{Run, assert_close};

/// Event times (s) at default settings and unit scale.
const EXACT: f64 = 1e-9;

fn windowed(law: &str, window: f64) -> String {
    format!("{law}\nregularisation = \"karnopp\"\nwindow = {window}\n")
}

/// A block of 1 kg with a spring of 2 N/m and friction 1 N, static 1.5 N, on a belt at 0.1 m/s.
fn belt(window: f64) -> Arc<Network> {
    let text = include_str!("../networks/coulomb_belt.toml");
    network(&text.replace("staticFriction = 1.5", &windowed("staticFriction = 1.5", window)))
}

#[test]
fn a_block_on_a_belt_falls_behind_by_the_window() {
    for window in [1e-2, 1e-3, 1e-5] {
        for h in [0.01, 0.5] {
            let mut run = Run::new(&belt(window));
            run.run(40.0, h);
            // Stuck at v − window from the second stick on: the exact period at that speed.
            let (omega, delta, v) = (2.0_f64.sqrt(), 0.25, 0.1 - window);
            let slip = 2.0 / omega * (PI - (delta * omega / v).atan());
            let stick = 2.0 * delta / v;
            let times = run.times_of_contact(0);
            assert!(times.len() >= 8, "{times:?}");
            for pair in times[3..8].windows(3) {
                assert_close(pair[2] - pair[0], slip + stick, EXACT);
            }
            assert_close(
                times[4] - times[3],
                if run.events[4].to() == 0 { slip } else { stick },
                EXACT,
            );
            let stuck = run.contact(0) == ContactMode::Stuck;
            let slip = run.observe().slip_velocity[0];
            assert!(!stuck || (slip + window).abs() < 1e-14, "{slip}");
        }
    }
}

#[test]
fn a_contact_that_could_hold_sticks_at_the_velocity_that_it_has() {
    // x = Fk/k + (η/k)·cos ωt from rest: at ωt = π/2 the spring pulls no more than Fs = Fk.
    let (stiffness, excess): (f64, f64) = (4.0, 0.01);
    let law = windowed("law = \"coulomb\"\nkineticFriction = 1.0", 1e-2);
    let text = format!(
        "[model]\nname = \"Caught\"\n[body.block]\nmass = 1.0\nposition = {}\n[contact.floor]\n\
         between = \"block\"\n{law}\n[spring.leaf]\nbetween = \"block\"\nstiffness = {stiffness}\n",
        (1.0 + excess) / stiffness
    );
    for h in [0.01, 0.3] {
        let mut run = Run::new(&network(&text));
        let total = run.stored_energy();
        assert_eq!(run.contact(0), ContactMode::Backward);
        run.run(1.2, h);
        assert_eq!(run.contact(0), ContactMode::Stuck);
        let omega = stiffness.sqrt();
        assert_close(run.times_of_contact(0)[0], FRAC_PI_2 / omega, EXACT);
        let creep = -excess / stiffness * omega;
        assert_close(run.velocity(0), creep, EXACT);
        let since = 1.2 - FRAC_PI_2 / omega;
        assert_close(run.position(0), 1.0 / stiffness + creep * since, EXACT);
        let seen = run.observe();
        assert_close(seen.slip_velocity[0], creep, EXACT);
        // Balance: λ = −k·x.
        let friction = -1.0 - stiffness * creep * since;
        assert_close(seen.friction[0], friction, EXACT);
        assert_close(seen.dissipated_power[0], friction * creep, EXACT);
        assert_close(seen.acceleration[0], 0.0, 1e-15);
        // Across the other limit, and on.
        run.run(250.0, 10.0 * h);
        assert!(run.events.len() > 2, "{:?}", run.events);
        assert_close(run.stored_energy() + run.dissipated(), total, EXACT);
    }
}

#[test]
fn inputs_that_jump_let_go_and_hold_within_the_window() {
    let law = windowed("law = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 2.0", 0.02);
    let text = format!(
        "[model]\nname = \"Pushed\"\n[body.block]\nmass = 1.0\nforce = \"input\"\n\
         [contact.floor]\nbetween = \"block\"\n{law}"
    );
    let mut run = Run::new(&network(&text));
    // Within the window ±Fs resists: w' = 2.5 − 2.
    run.set("block.force", 2.5);
    run.advance(0.01);
    assert_eq!(run.contact(0), ContactMode::Forward);
    assert_close(run.velocity(0), 0.005, 1e-15);
    run.set("block.force", -1.9);
    run.advance(1.01);
    assert_eq!((run.contact(0), run.velocity(0)), (ContactMode::Stuck, 0.005));
    // What the force takes back is not dissipated.
    assert_close(run.state().dissipated[0], 2.0 * 0.25 * 0.01 * 0.01 - 1.9 * 0.005, 1e-14);
    // Beyond the limit against w: w passes through 0, and the law takes over at the edge.
    run.set("block.force", -2.1);
    run.advance(1.02);
    assert_eq!(run.contact(0), ContactMode::Backward);
    assert_close(run.velocity(0), 0.004, 1e-12);
    run.advance(2.01);
    assert_eq!(run.contact(0), ContactMode::Backward);
    assert_close(run.velocity(0), -0.02 - 1.1 * 0.75, 1e-12);
    // Outside the window nothing holds at once.
    run.set("block.force", 0.0);
    run.advance(2.02);
    assert_eq!(run.contact(0), ContactMode::Backward);
    run.advance(5.0);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    assert_close(run.velocity(0), -0.02, 1e-15);
}

/// Three blocks in a row on a belt, pressed and pulled by springs.
fn chain(window: Option<f64>) -> Arc<Network> {
    let law = |law: &str| window.map_or(law.to_owned(), |window| windowed(law, window));
    let belt = law(
        "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.6\nstribeckVelocity = 0.2\n\
         surfaceVelocity = 0.3",
    );
    let pair =
        law("law = \"coulomb\"\nkineticFriction = 0.3\nstaticFriction = 0.4\nviscous = 0.05");
    network(&format!(
        "[model]\nname = \"Chain\"\n[body.a]\nmass = 1.0\n[body.b]\nmass = 0.7\nposition = 0.1\n\
         [body.c]\nmass = 1.3\nexcitation = {{ amplitude = 0.8, angularFrequency = 1.7 }}\n\
         [contact.beltA]\nbetween = \"a\"\n{belt}\n[contact.beltB]\nbetween = \"b\"\n{belt}\n\
         [contact.ab]\nbetween = [\"a\", \"b\"]\n{pair}\n[contact.bc]\nbetween = [\"b\", \"c\"]\n{pair}\n\
         [spring.leafA]\nbetween = \"a\"\nstiffness = 3.0\n[spring.leafB]\nbetween = [\"a\", \"b\"]\n\
         stiffness = 5.0\n[spring.leafC]\nbetween = \"c\"\nstiffness = 2.0\n"
    ))
}

#[test]
fn windows_of_a_chain_tend_to_the_exact_motion() {
    let mut exact = Run::new(&chain(None));
    exact.run(6.0, 0.1);
    let mut errors = Vec::new();
    for window in [1e-2, 1e-4, 1e-6] {
        let mut run = Run::new(&chain(Some(window)));
        run.run(6.0, 0.1);
        let off = |body: usize| (run.position(body) - exact.position(body)).abs();
        errors.push((0..3).map(off).fold(0.0, f64::max));
        // On and on, in steps of any size.
        run.run(60.0, 0.7);
        assert!(run.events.len() > 20, "{}", run.events.len());
    }
    // It takes the time √(2·window·m/Ḟ) to leave a window in the middle of which a contact is let go.
    assert!(errors[1] < 0.15 * errors[0] && errors[2] < 0.15 * errors[1], "{errors:?}");
}

#[test]
fn a_state_within_the_window_goes_on_to_the_last_bit() {
    let network = belt(1e-2);
    let mut run = Run::new(&network);
    run.run(11.0, 0.1);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    let (mut motion, start) = started(&network);
    let mut ignore = |_| ();
    for k in 1..=110 {
        motion.advance(0.1 * f64::from(k), &start, &[], &mut ignore).expect("moves");
    }
    let saved = motion.save();
    let (mut other, _) = started(&network);
    other.restore(&saved).expect("the same network");
    for k in 111..=140 {
        for motion in [&mut motion, &mut other] {
            motion.advance(0.1 * f64::from(k), &start, &[], &mut ignore).expect("moves");
        }
        assert_eq!(motion.state(), other.state());
    }
}

fn started(network: &Arc<Network>) -> (Simulator, Vec<f64>) {
    let start: Vec<f64> = network.parameters.iter().map(|parameter| parameter.start).collect();
    let mut motion = Simulator::new(network.clone());
    motion.initialise(0.0, &start, &[], 1e-10).expect("starts");
    (motion, start)
}

#[test]
fn time_stepping_has_no_window() {
    let network = belt(1e-2);
    let start: Vec<f64> = network.parameters.iter().map(|parameter| parameter.start).collect();
    let mut motion = Simulator::new(network);
    motion.choose(Method::Moreau, 0.0);
    let fault = motion.initialise(0.0, &start, &[], 1e-10).expect_err("no velocity window");
    assert!(matches!(fault, Fault::Step { .. }), "{fault}");
    assert!(fault.to_string().contains("contact belt has the regularisation"), "{fault}");
}

/// A block that comes down to the edge of its window is held there until the force exceeds what resists it beyond: within
/// it is 1 N, beyond 1 N and 0.2 Ns/m.
#[test]
fn a_block_at_the_edge_of_its_window_leaves_it_against_the_friction_beyond() {
    let window = 0.01;
    for sign in [1.0, -1.0] {
        let law = windowed("law = \"coulomb\"\nkineticFriction = 1.0\nviscous = 0.2", window);
        let network = network(&format!(
            "[model]\nname = \"Edge\"\n[body.block]\nmass = 1.0\nvelocity = {}\nforce = \"input\"\n\
             [contact.floor]\nbetween = \"block\"\n{law}",
            sign * 0.05
        ));
        let mut run = Run::new(&network);
        run.inputs[0] = sign * 0.9;
        run.advance(1.0);
        // v̇ = −0.1 − 0.2 v
        let arrival = (0.11_f64 / 0.102).ln() / 0.2;
        assert_close(run.times_of_contact(0)[0], arrival, EXACT);
        assert_eq!(run.contact(0), ContactMode::Stuck);
        // 0.9 N + 0.1 N/s·τ = 1.002 N at τ = 1.02 s; from there on v̇ = 0.1 τ − 0.2 (v − 0.01).
        run.motion.ramp(&[sign * 0.1]);
        run.advance(3.02);
        assert_close(run.times_of_contact(0)[1], 2.02, EXACT);
        assert_eq!(run.times_of_contact(0).len(), 2, "{:?}", run.events);
        let velocity = window + 0.5 - 2.5 * (1.0 - (-0.2_f64).exp());
        assert_close(run.velocity(0), sign * velocity, 1e-11);
        let friction = 1.0 + 0.2 * velocity;
        assert_close(run.observe().friction[0], sign * friction, 1e-11);
    }
}

/// What two contacts hold in their windows they share by their limits, of which one grows with the spring that is held: with
/// F = k w t in that spring, limits of 1 N and of 1 N + F/2, the first dissipates −∫ F/(1 + (1 + F/2)²) dF/k: within a window
/// friction holds a velocity against the spring, and gives the energy that this stores.
#[test]
fn contacts_share_what_they_dissipate_by_limits_that_move() {
    let (stiffness, slip) = (10.0, 0.01);
    let text = format!(
        "[model]\nname = \"Shared\"\n[body.block]\nmass = 1.0\nvelocity = {slip}\n[spring.leaf]\nbetween = \"block\"\n\
         stiffness = {stiffness}\n[contact.first]\nbetween = \"block\"\n{}[contact.second]\nbetween = \"block\"\n{}\
         normalForce = 2.0\nloadSpring = \"leaf\"\nloadFactor = 1.0\n",
        windowed("law = \"coulomb\"\nkineticFriction = 1.0", 0.1),
        windowed("law = \"coulomb\"\nkineticCoefficient = 0.5", 0.1),
    );
    let network = network(&text);
    for h in [10.0, 0.7, 0.01] {
        let mut run = Run::new(&network);
        run.run(10.0, h);
        assert_eq!(run.velocity(0), slip);
        let force: f64 = stiffness * slip * 10.0;
        assert_close(run.observe().spring_force[0], force, 1e-12);
        let second = 1.0 + 0.5 * force;
        let share = 2.0 * ((1.0 + second * second) / 2.0).ln() - 4.0 * (second.atan() - PI / 4.0);
        let dissipated = &run.state().dissipated;
        assert_close(dissipated[0], -share / stiffness, 1e-12);
        assert_close(dissipated[0] + dissipated[1], -0.5 * force * force / stiffness, 1e-12);
    }
}

/// A block that is held within its window by as little as friction, beside one that is held by far more: a spring joins
/// them. It is let go where the spring pulls with `limit` and swings about there for half an oscillation, in turns.
#[test]
fn a_contact_is_let_go_at_its_own_limit_beside_a_far_greater_one() {
    let (limit, stiffness, slip): (f64, f64, f64) = (1e-3, 10.0, 0.01);
    for greater in [1.0, 1e9, 1e15] {
        let text = format!(
            "[model]\nname = \"Unlike\"\n[body.block]\nmass = 1.0\nvelocity = {slip}\n[body.anvil]\nmass = 1.0\n\
             [spring.leaf]\nbetween = [\"block\", \"anvil\"]\nstiffness = {stiffness}\n\
             [contact.floor]\nbetween = \"block\"\n{}[contact.bed]\nbetween = \"anvil\"\n\
             law = \"coulomb\"\nkineticFriction = {greater:?}\n",
            windowed(&format!("law = \"coulomb\"\nkineticFriction = {limit}"), 0.1),
        );
        for h in [2.0, 0.05] {
            let mut run = Run::new(&network(&text));
            run.run(2.0, h);
            let (held, half) = (limit / (stiffness * slip), PI / stiffness.sqrt());
            let exact = [held, held + half, 3.0 * held + half, 3.0 * held + 2.0 * half];
            let times = run.times_of_contact(0);
            for (time, exact) in times.iter().zip(exact) {
                assert_close(*time, exact, EXACT);
            }
            assert_eq!(times.len(), exact.iter().filter(|time| **time < 2.0).count(), "{times:?}");
        }
    }
}
