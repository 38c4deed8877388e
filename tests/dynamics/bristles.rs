//! Laws with internal state: closed forms, and an independent integration.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::Network;

use crate::networks::network;
use crate::run::{Run, assert_close};

/// Relative error of forces that closed forms give.
pub const EXACT: f64 = 1e-10;

/// A hand that inputs move over the ground, with a contact `floor`.
pub fn hand(law: &str) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n\
         [contact.floor]\nbetween = \"hand\"\n{law}\n"
    ))
}

/// A block of mass 2 on a spring, on the ground with a contact `floor`.
pub fn swing(velocity: f64, stiffness: f64, law: &str) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Swing\"\n[body.block]\nmass = 2.0\nvelocity = {velocity}\nforce = \"input\"\n\
         [spring.spring]\nbetween = \"block\"\nstiffness = {stiffness}\n\
         [contact.floor]\nbetween = \"block\"\n{law}\n"
    ))
}

/// Moves the hand with a velocity and an acceleration for a time, in steps of `h`.
pub fn drag(run: &mut Run, velocity: f64, acceleration: f64, duration: f64, h: f64) {
    let steps = (duration / h).round() as i32;
    let start = run.time();
    for step in 0..steps {
        let tau = f64::from(step) * h;
        run.set("hand.velocity", velocity + acceleration * tau);
        run.set("hand.acceleration", acceleration);
        run.advance(start + f64::from(step + 1) * h);
    }
    // What the observation sees now.
    run.set("hand.velocity", velocity + acceleration * duration);
}

const LU_GRE: &str = "law = \"luGre\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
                      stribeckVelocity = 0.001\nbristleStiffness = 1e5\n\
                      bristleDamping = 316.0\nviscous = 0.4";

fn g(v: f64) -> f64 {
    1.0 + 0.5 * (-(v / 0.001) * (v / 0.001)).exp()
}

#[test]
fn steady_slip_of_lu_gre_has_the_friction_of_its_characteristic() {
    for k in 0..20 {
        let v = 1e-4 * 1.5_f64.powi(k) * if k % 2 == 0 { 1.0 } else { -1.0 };
        let mut run = Run::new(&hand(LU_GRE));
        // Forty times the way in which bristles bend.
        let settled = 40.0 * 1.5e-5 / v.abs();
        drag(&mut run, v, 0.0, settled, settled / 4.0);
        let expected = g(v) * v.signum() + 0.4 * v;
        assert_close(run.observe().friction[0], expected, EXACT);
        assert_close(run.state().internal(0, 0), g(v) * v.signum() / 1e5, 1e-15);
    }
}

#[test]
fn small_loads_bend_the_bristles_of_lu_gre() {
    // Slow slip has g = Fs: F = Fs·(1 − exp(−σ0·x/Fs)), F/x → σ0.
    let mut run = Run::new(&hand(LU_GRE));
    for _ in 0..20 {
        drag(&mut run, 1e-8, 0.0, 10.0, 2.5);
        let x = 1e-8 * run.time();
        let expected = -1.5 * (-1e5 * x / 1.5).exp_m1();
        assert_close(1e5 * run.state().internal(0, 0), expected, 2.0 * EXACT);
    }
    // A block that a force holds against its bristles.
    let law = LU_GRE.replace("316.0", "900.0");
    let mut run = Run::new(&swing(0.0, 1e-9, &law));
    for force in [1e-3, 2e-3, -1e-3] {
        run.set("block.force", force);
        run.run(run.time() + 1.0, 0.5);
        assert_close(run.state().internal(0, 0), force / 1e5, 1e-15);
        // Bristles creep by a fraction F/Fs.
        assert_close(run.position(0), force / 1e5, 5e-3 * force.abs() / 1e5);
        assert_close(run.observe().friction[0], force, 1e-11);
    }
}

#[test]
fn dahl_follows_its_closed_form_under_a_triangular_velocity() {
    let law = "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 200.0\nviscous = 0.2";
    for h in [0.01, 0.1] {
        let mut run = Run::new(&hand(law));
        let mut force = 0.0;
        let mut way = |s: f64, sign: f64| {
            force = 1.5 * sign + (force - 1.5 * sign) * (-200.0 * s / 1.5).exp();
            force
        };
        for (velocity, acceleration, s, sign) in [
            (0.0, 0.1, 0.0005, 1.0),
            (0.01, -0.1, 0.0005, 1.0),
            (0.0, -0.1, 0.0005, -1.0),
            (-0.01, 0.1, 0.0005, -1.0),
            (0.0, 0.3, 0.0015, 1.0),
            (0.03, -0.3, 0.0015, 1.0),
            (0.0, -1.0, 0.005, -1.0),
            (-0.1, 1.0, 0.005, -1.0),
        ] {
            drag(&mut run, velocity, acceleration, 0.1, h);
            let expected = way(s, sign);
            assert_close(run.state().internal(0, 0), expected, EXACT);
            let viscous = 0.2 * (velocity + 0.1 * acceleration);
            assert_close(run.observe().friction[0], expected + viscous, EXACT);
        }
        // At 1 m/s the bristles have long yielded: one step, whatever the stiffness.
        drag(&mut run, 1.0, 0.0, 1.0, 1.0);
        assert_close(run.state().internal(0, 0), 1.5, EXACT);
    }
}

#[test]
fn dahl_yields_as_its_exponent_says() {
    // u^(1 − i) = 1 − (1 − i)·k·s/Fc, and 0 beyond for i < 1.
    for exponent in [0.0, 0.3, 0.5, 0.75, 1.5, 2.0, 3.0] {
        let law = format!(
            "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 200.0\ndahlExponent = {exponent}"
        );
        let mut run = Run::new(&hand(&law));
        for step in 1..=30 {
            drag(&mut run, 0.01, 0.0, 0.1, 0.1);
            let s = 0.001 * f64::from(step);
            let left: f64 = 1.0 - (1.0 - exponent) * 200.0 * s / 1.5;
            let expected = 1.5 * (1.0 - left.max(0.0).powf(1.0 / (1.0 - exponent)));
            assert_close(run.state().internal(0, 0), expected, EXACT);
        }
        // Back from where it is.
        let start = 1.0 + run.state().internal(0, 0) / 1.5;
        drag(&mut run, -0.01, 0.0, 0.4, 0.1);
        let left = start.powf(1.0 - exponent) - (1.0 - exponent) * 200.0 * 0.004 / 1.5;
        let expected = -1.5 * (1.0 - left.max(0.0).powf(1.0 / (1.0 - exponent)));
        assert_close(run.state().internal(0, 0), expected, EXACT);
    }
}

/// A block of mass 1 that slips from 1 m/s on bristles with Fc = ½: speed after a way s, by its energy.
fn speed(stiffness: f64, exponent: f64, s: f64) -> f64 {
    // u^(1 − i) = 1 − s/end, so that ∫ u ds = end·(1 − u^(2 − i))·(1 − i)/(2 − i).
    let (power, end) = (1.0 - exponent, 0.5 / stiffness / (1.0 - exponent));
    let left = (1.0 - s / end).max(0.0);
    let unyielded = end * power / (1.0 + power) * (1.0 - left.powf((1.0 + power) / power));
    (1.0 - (s - unyielded)).max(0.0).sqrt()
}

#[test]
fn dahl_arrives_at_its_limit_whatever_the_exponent_and_the_step() {
    for stiffness in [3.0, 60.0, 1e4, 1e6] {
        for exponent in [0.0, 0.2, 0.5, 0.6, 2.0 / 3.0, 0.75, 0.9, 0.97] {
            let law = format!(
                "law = \"dahl\"\nkineticFriction = 0.5\nbristleStiffness = {stiffness}\ndahlExponent = {exponent}"
            );
            let text = format!(
                "[model]\nname = \"Stop\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\n\
                 [contact.floor]\nbetween = \"block\"\n{law}\n"
            );
            for steps in [1, 100] {
                // Down to the speed 0.1, at constant friction behind the arrival.
                let end = 0.5 / stiffness / (1.0 - exponent);
                let mut run = Run::new(&network(&text));
                for step in 1..=steps {
                    run.advance(1.6 * f64::from(step) / f64::from(steps));
                    assert!(run.state().internal(0, 0) <= 0.5 + 1e-12, "{law}");
                }
                let s = run.position(0);
                assert_close(run.velocity(0), speed(stiffness, exponent, s), 1e-9);
                if s > end {
                    assert_close(run.state().internal(0, 0), 0.5, 1e-12);
                }
                let stored = 0.5 * run.state().internal(0, 0).powi(2) / stiffness;
                let kinetic = 0.5 * run.velocity(0).powi(2);
                assert_close(kinetic + stored + run.dissipated(), 0.5, 1e-9);
                // To where it turns: the way follows from the energy.
                run.advance(4.0);
                let event = run.events[0];
                assert_eq!((event.from(), event.to()), (1, -1), "{law}");
                let mut turn = Run::new(&network(&text));
                turn.advance(event.time());
                let mut far = (0.0, 10.0);
                for _ in 0..100 {
                    let middle = 0.5 * (far.0 + far.1);
                    let slips = speed(stiffness, exponent, middle) > 0.0;
                    far = if slips { (middle, far.1) } else { (far.0, middle) };
                }
                assert_close(turn.position(0), far.0, 1e-9);
            }
        }
    }
}

#[test]
fn first_order_bliman_sorine_is_dahl() {
    let dahl = "law = \"dahl\"\nkineticFriction = 1.5\nbristleStiffness = 200.0\nviscous = 0.2";
    let other = "law = \"blimanSorine\"\nriseFriction = 1.5\nslipLength = 0.0075\nviscous = 0.2";
    let [mut one, mut two] = [dahl, other].map(|law| Run::new(&swing(0.7, 50.0, law)));
    for step in 1..=100 {
        for run in [&mut one, &mut two] {
            run.advance(0.02 * f64::from(step));
        }
        assert_close(one.position(0), two.position(0), 1e-12);
        assert_close(one.observe().friction[0], two.observe().friction[0], EXACT);
        assert_close(one.dissipated(), two.dissipated(), 1e-12);
    }
    assert!(one.events.len() > 3);
}

#[test]
fn bliman_sorine_of_second_order_rises_above_its_steady_friction() {
    let law = "law = \"blimanSorine\"\nriseFriction = 2.0\nfallFriction = 0.8\n\
               slipLength = 0.02\nlengthRatio = 0.1";
    let mut run = Run::new(&hand(law));
    let mut greatest: f64 = 0.0;
    let (mut x1, mut x2) = (0.0, 0.0);
    for _ in 0..200 {
        drag(&mut run, 0.1, 0.0, 0.01, 0.01);
        x1 = 2.0 + (x1 - 2.0) * (-0.001_f64 / 0.002).exp();
        x2 = -0.8 + (x2 + 0.8) * (-0.001_f64 / 0.02).exp();
        assert_close(run.state().internal(0, 0), x1, EXACT);
        assert_close(run.state().internal(0, 1), x2, EXACT);
        greatest = greatest.max(run.observe().friction[0]);
    }
    assert!(greatest > 1.5, "{greatest}");
    assert_close(run.observe().friction[0], 1.2, 1e-4);
    // All that steady slip takes is lost.
    assert_close(run.observe().dissipated_power[0], 0.1 * 1.2, 1e-5);
}

#[test]
fn ostermeyer_tends_to_its_stationary_solution() {
    let law = "law = \"ostermeyer\"\ngrowthRate = 5.0\ncoolingRate = 0.5\nheating = 0.2\n\
               ambientTemperature = 0.6\nreferencePower = 100.0\ncoefficient0 = 0.5\n\
               temperature0 = 0.6\nnormalForce = \"input\"";
    let mut run = Run::new(&hand(law));
    for (load, v) in [(200.0, 1.0), (400.0, 1.5), (100.0, -2.0)] {
        run.set("floor.normalForce", load);
        drag(&mut run, v, 0.0, 80.0, 20.0);
        let p = load * f64::abs(v) / 100.0;
        // S1 (19)
        assert_close(run.state().internal(0, 1), 0.6 + 0.2 * p, EXACT);
        assert_close(run.state().internal(0, 0), 0.6 / p + 0.2, EXACT);
        assert_close(run.observe().friction[0], (0.6 / p + 0.2) * load * v.signum(), 1e-7);
    }
}

#[test]
fn ostermeyer_sticks_with_the_coefficient_it_has() {
    let network = network(
        "[model]\nname = \"Pad\"\n[body.block]\nmass = 1.0\nvelocity = 2.0\nforce = \"input\"\n\
         [contact.pad]\nbetween = \"block\"\nlaw = \"ostermeyer\"\ngrowthRate = 5.0\n\
         coolingRate = 0.5\nheating = 0.2\nradiationRate = 0.01\nambientTemperature = 0.6\n\
         coefficient0 = 0.5\ntemperature0 = 0.6\nnormalForce = 3.0\n",
    );
    let mut run = Run::new(&network);
    run.run(5.0, 0.1);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    let mu = run.state().internal(0, 0);
    assert!(mu > 0.2 && mu < 3.0, "{mu}");
    // It holds just up to μN, and heat goes.
    let warm = run.state().internal(0, 1);
    run.set("block.force", 3.0 * mu * (1.0 - 1e-9));
    run.run(6.0, 0.1);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    assert_eq!(run.state().internal(0, 0), mu);
    assert!((run.state().internal(0, 1) - 0.6).abs() < (warm - 0.6).abs());
    assert_eq!(run.times_of_contact(0).len(), 1);
    // A little more moves it, until the patches have grown.
    run.set("block.force", 3.0 * mu * (1.0 + 1e-6));
    run.advance(6.1);
    let times = run.times_of_contact(0);
    assert_eq!(times.len(), 3, "{:?}", run.events);
    assert_close(times[1], 6.0, 1e-12);
    assert!(run.state().internal(0, 0) > mu * (1.0 + 1e-6));
}

#[test]
fn antunes_holds_by_its_spring_and_lets_go_at_the_static_limit() {
    let law = "law = \"antunes\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
               bristleStiffness = 200.0";
    let mut run = Run::new(&swing(0.5, 1e-12, law));
    // Stops after m·v/Fk = 1 s, then swings about its attachment: ξ = Fk/k·cos ωt, ω = 10/s.
    run.advance(2.0);
    assert_close(run.times_of_contact(0)[0], 1.0, 1e-9);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    assert_close(run.state().internal(0, 0), 0.005 * 10.0_f64.cos(), 1e-11);
    assert_close(run.observe().friction[0], 10.0_f64.cos(), 1e-8);
    assert_close(run.dissipated(), 0.25, 1e-9);
    // A force more: ξ = F/k + …, and it lets go at 1.5 N.
    let (xi, v) = (run.state().internal(0, 0) - 0.01, run.velocity(0));
    run.set("block.force", 2.0);
    run.advance(2.2);
    let release = run.times_of_contact(0)[1];
    let phase = 10.0 * (release - 2.0);
    let reached = 0.01 + xi * phase.cos() + 0.1 * v * phase.sin();
    assert_close(reached, 0.0075, 1e-10);
    assert_eq!(run.contact(0), ContactMode::Forward);
    assert_close(run.state().internal(0, 0), 0.005, 1e-15);
    // ½k(ξ² − (Fk/k)²) is lost at the release, then Fk·w.
    let slipped = run.position(0);
    run.advance(2.3);
    let lost = run.dissipated();
    run.advance(2.4);
    assert!(run.position(0) > slipped);
    assert!(lost > 0.25 + 100.0 * (0.0075_f64.powi(2) - 0.005_f64.powi(2)));
}

/// A block on a bristle stops after m·v/Fk = 0.03 s and swings about its attachment, whatever a body beside it hits.
#[test]
fn a_stop_that_is_hit_leaves_a_bristle_beside_it() {
    for (exponent, distance) in [(1.5, 0.7), (2.0, 0.7), (2.0, 0.45), (3.0, 0.6), (3.0, 0.3)] {
        let mut run = Run::new(&network(&format!(
            "[model]\nname = \"Beside\"\n[body.c]\nmass = 1.0\nvelocity = 0.03\n\
             [contact.k]\nbetween = \"c\"\nlaw = \"antunes\"\nkineticFriction = 1.0\n\
             bristleStiffness = 100.0\n[body.d]\nmass = 1.0\nvelocity = -1.0\n\
             [impact.h]\nbetween = \"d\"\nstiffness = 1000.0\nexponent = {exponent}\n\
             distance = -{distance}\n"
        )));
        run.advance(2.0);
        let swung = 0.00045 + 0.01 * (19.7_f64.cos() - 1.0);
        assert_close(run.position(0), swung, 1e-11);
        assert_close(run.velocity(0), -0.1 * 19.7_f64.sin(), 1e-10);
    }
}

#[test]
fn the_stick_slip_period_of_lu_gre_on_a_belt_converges() {
    let network = network(
        "[model]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n\
         [spring.spring]\nbetween = \"block\"\nstiffness = 2.0\n\
         [contact.belt]\nbetween = \"block\"\nlaw = \"luGre\"\nkineticFriction = 1.0\n\
         staticFriction = 1.5\nstribeckVelocity = 0.001\nbristleStiffness = 1e4\n\
         bristleDamping = 100.0\nviscous = 0.4\nsurfaceVelocity = 0.1\n",
    );
    let period = |tolerance: f64| {
        let mut run = Run::with_tolerance(&network, tolerance);
        let mut turns = Vec::new();
        // The block comes to rest against the frame once per period on its way back.
        let mut before = run.velocity(0);
        while turns.len() < 4 {
            run.advance(run.time() + 0.01);
            let v = run.velocity(0);
            if before > 0.0 && v <= 0.0 {
                // v = 0 by the secant from a short step before.
                turns.push(run.time() - v / run.observe().acceleration[0]);
            }
            before = v;
        }
        turns[3] - turns[2]
    };
    let periods = [1e-4, 1e-6, 1e-8, 1e-12].map(period);
    let errors = [0, 1, 2].map(|k| (periods[k] - periods[3]).abs());
    // Between free swinging, π·√2 s, and the 7.6 s of dry friction with the same limits.
    assert!(periods[3] > 4.5 && periods[3] < 7.6, "{periods:?}");
    assert!(errors[0] <= 1e-7 && errors[1] <= 1e-10 && errors[2] <= 1e-11, "{errors:?}");
}

/// N = k·t from 0 on at v₀: friction of bristles that bend at once, σ₁·v·exp(−σ₀·v·t/Fc) per load, and Fc ever after.
#[test]
fn bristles_at_a_great_speed_bend_as_their_load_begins() {
    let (mass, start, rate): (f64, f64, f64) = (2.8e-9, 4.3e8, 4280.0);
    let (kinetic, stiffness, damping): (f64, f64, f64) = (1.131, 20.0, 1.3);
    let text = format!(
        "[model]\nname = \"Fast\"\n[body.b]\nmass = {mass:?}\nvelocity = {start:?}\n[contact.c]\nbetween = \"b\"\n\
         law = \"luGre\"\nkineticCoefficient = {kinetic:?}\nstaticCoefficient = 2.757\nstribeckVelocity = 0.4\n\
         bristleStiffness = {stiffness:?}\nbristleDamping = {damping:?}\nnormalForce = \"{rate:?}*max(t - 1, 0)\"\n"
    );
    let settles = kinetic / (stiffness * start);
    let bends = rate * damping * start * settles.powi(2) / mass;
    for h in [0.001, 0.01, 1.0] {
        let mut run = Run::new(&network(&text));
        run.run(1.0, 1.0);
        for gone in [0.01_f64, 0.02] {
            run.run(1.0 + gone, h);
            let expected = start - bends - 0.5 * kinetic * rate * gone.powi(2) / mass;
            assert_close(run.velocity(0), expected, 1e-10 * start);
        }
    }
}
