//! Massless bodies: closed forms of Cż = luz(F, FT0), and jumps of their velocities.

use std::f64::consts::PI;

use luztar::dynamics::ContactMode;

use crate::networks::{Builder, Elastic, Friction, Value};
use crate::run::{Run, assert_close};

/// Event times (s) and positions (m) at default settings and unit scale.
const EXACT: f64 = 1e-9;

const ROUND_OFF: f64 = 1e-14;

/// One massless body on the ground.
fn slider(kinetic: f64, limit: f64, viscous: f64) -> Run {
    let mut builder = Builder::default();
    let body = builder.massless(0.0);
    builder.contact(Friction { limit: Some(limit), viscous, ..Friction::ground(body, kinetic) });
    Run::new(&builder.network())
}

#[test]
fn a_massless_slider_moves_by_luz_of_its_force_over_the_viscous_coefficient() {
    // J2 (2.6): C ż = luz(F, FT0), with jumps of F.
    let mut run = slider(1.0, 1.0, 2.0);
    let (mut position, mut step) = (0.0, 0);
    for force in [0.0, 0.4, 1.0, 3.0, 1.0, -0.5, -2.5, 7.0, -7.0, 0.99, 1.01, 0.0] {
        run.push(0, force);
        for _ in 0..3 {
            step += 1;
            run.advance(0.1 * f64::from(step));
            let velocity = luztar::projections::luz(force, 1.0) / 2.0;
            position += 0.1 * velocity;
            assert_close(run.velocity(0), velocity, ROUND_OFF);
            assert_close(run.position(0), position, EXACT);
            let friction = run.observe().friction[0];
            assert_close(friction, force, ROUND_OFF);
            assert_eq!(run.contact(0) == ContactMode::Stuck, velocity == 0.0, "F = {force}");
        }
    }
}

#[test]
fn at_rest_it_takes_the_static_limit_and_in_motion_the_kinetic_one() {
    let mut run = slider(1.0, 1.5, 2.0);
    let velocity = [
        // held
        (1.2, 0.0),
        // slips, and goes on below the static limit
        (2.0, 0.5),
        (1.2, 0.1),
        // stops, and is held again
        (0.9, 0.0),
        (1.2, 0.0),
        // back and forth: a reversal passes through rest
        (-3.0, -1.0),
        (1.2, 0.0),
        (-3.0, -1.0),
        (2.5, 0.75),
    ];
    for (step, (force, expected)) in velocity.into_iter().enumerate() {
        run.push(0, force);
        run.advance(0.1 * (step + 1) as f64);
        assert_close(run.velocity(0), expected, ROUND_OFF);
    }
}

#[test]
fn under_a_harmonic_force_it_slips_when_the_force_passes_the_limits() {
    // C ż = A sin ωt ∓ Fk while it slips: from A sin ωt = ±Fs to A sin ωt = ±Fk.
    for (kinetic, limit) in [(1.0, 1.0), (1.0, 1.3), (0.2, 1.6)] {
        for h in [0.001, 0.01, 0.5, 20.0] {
            let (amplitude, omega, viscous) = (2.0, 0.9, 0.5);
            let mut builder = Builder::default();
            let body = builder.massless(0.25);
            builder.shake(body, amplitude, omega, -0.5 * PI);
            let limits =
                Friction { limit: Some(limit), viscous, ..Friction::ground(body, kinetic) };
            let floor = builder.contact(limits);
            let mut run = Run::new(&builder.network());
            run.run(5.0 * PI / omega, h);
            let from = (limit / amplitude).asin() / omega;
            let to = (PI - (kinetic / amplitude).asin()) / omega;
            let slide = amplitude / (viscous * omega) * ((omega * from).cos() - (omega * to).cos())
                - kinetic / viscous * (to - from);
            let times = run.times_of_contact(floor);
            assert_eq!(times.len(), 10, "{:?}", run.events);
            for (k, time) in times.iter().enumerate() {
                let half = (k / 2) as f64 * PI / omega;
                assert_close(*time, half + if k % 2 == 0 { from } else { to }, EXACT);
            }
            assert_close(run.position(body), 0.25 + slide, EXACT);
        }
    }
}

#[test]
fn between_a_spring_and_the_ground_it_creeps_to_where_friction_holds() {
    // C ż = −luz(k z, F): z = F/k + (z0 − F/k)·exp(−k t/C), never at rest.
    let mut builder = Builder::default();
    let body = builder.massless(0.5);
    builder.contact(Friction { viscous: 3.0, ..Friction::ground(body, 0.7) });
    builder.spring(Elastic { stiffness: 20.0, ..Elastic::default() });
    let mut run = Run::new(&builder.network());
    for step in 1..=20 {
        let t = 0.05 * f64::from(step);
        run.advance(t);
        let exact = 0.035 + 0.465 * (-20.0 * t / 3.0).exp();
        assert_close(run.position(body), exact, EXACT);
        assert_close(run.velocity(body), -20.0 / 3.0 * (exact - 0.035), 20.0 * EXACT);
    }
    run.push(body, -5.0);
    run.advance(1.1);
    assert!(run.velocity(body) < 0.0);
    run.push(body, 0.0);
    run.run(60.0, 1.0);
    assert!(run.position(body) < 0.0);
}

/// A massless body that a block carries along on a belt, until the ground below passes through w = 0: the slip
/// there is the difference of velocities that are rounded, of either sign. m z'' = −k z − d (z' − s₂) − F₁.
#[test]
fn a_carried_massless_body_passes_through_rest_in_spite_of_round_off() {
    let (mass, viscous, kinetic) = (1.1, 0.5, 0.1);
    for k in 1..100 {
        let (below, between) = (2.67e-4 * f64::from(k) / 7.0, 0.433 + 1e-3 * f64::from(k) / 3.0);
        let mut builder = Builder::default();
        let light = builder.massless(0.0);
        let block = builder.body(mass, 0.0, 1.0);
        let surface = Value::Number(below);
        builder.contact(Friction { surface, ..Friction::ground(light, kinetic) });
        let surface = Value::Number(between);
        builder.contact(Friction { surface, ..Friction::between(block, light, 1.0) });
        builder.contact(Friction { viscous, ..Friction::ground(light, 0.0) });
        builder.spring(Elastic { i: Some(block), stiffness: 1.0, ..Elastic::default() });
        let mut run = Run::new(&builder.network());
        run.run(1.5, 0.3);
        let middle = viscous * between - kinetic;
        let a = viscous / (2.0 * mass);
        let omega = (1.0 / mass - a * a).sqrt();
        let (cosine, sine) = (-middle, (1.0 - a * middle) / omega);
        let velocity = |t: f64| {
            let (c, s) = ((omega * t).cos(), (omega * t).sin());
            (-a * t).exp() * ((omega * sine - a * cosine) * c - (a * sine + omega * cosine) * s)
        };
        let (mut low, mut high) = (0.0, 1.5);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            *(if velocity(middle) > below + between { &mut low } else { &mut high }) = middle;
        }
        let [time] = run.times_of_contact(0)[..] else { panic!("{:?}", run.events) };
        assert_close(time, low, EXACT);
        assert_eq!(run.contact(0), ContactMode::Backward);
        assert_eq!(run.contact(1), ContactMode::Stuck);
    }
}
