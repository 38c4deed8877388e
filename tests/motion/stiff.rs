//! Stiff motions: parts settle in a time that is tiny beside the communication step. Series alone would
//! need millions of steps, more than a communication step may have.

use std::sync::Arc;

use luztar::network::Network;
use num_complex::Complex64;

use crate::networks::network;
use crate::run::{Run, assert_close};

fn lu_gre(stiffness: f64) -> String {
    format!(
        "law = \"luGre\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\n\
         bristleStiffness = {stiffness}\nbristleDamping = {}\nviscous = 0.4\n",
        stiffness.sqrt()
    )
}

/// g(w) and its slope.
fn limit(w: f64) -> (f64, f64) {
    let left = 0.5 * (-(w / 0.2) * (w / 0.2)).exp();
    (1.0 + left, -left * w / 0.02)
}

#[test]
fn stiff_bristles_follow_smooth_slip() {
    // q = σ0·z tends to g(w) with q̇ = σ0·(w − w·q/g): q = g − g·ġ/(σ0·w) + …
    for exponent in 5..=8 {
        let stiffness = 10.0_f64.powi(exponent);
        let text = format!(
            "[unit]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n\
             [contact.floor]\nbetween = \"hand\"\n{}",
            lu_gre(stiffness)
        );
        let mut run = Run::new(&network(&text));
        run.set("hand.velocity", 0.1);
        run.set("hand.acceleration", 0.2);
        run.advance(1.0);
        let (g, slope) = limit(0.3);
        let (lag, q) =
            (-g * slope * 0.2 / (0.3 * stiffness), stiffness * run.state().internal(0, 0));
        assert_close(q, g + lag, 1e-9 + 20.0 * lag * lag);
        run.set("hand.velocity", 0.3);
        let damped = lag.abs() * stiffness.sqrt() + 1e-9;
        assert_close(run.observe().friction[0], g + 0.12, damped);
        // ∫ λ·w dt, the friction of w but for the lag: g = 1 + ½·exp(−(w/vs)²), dw = 0.2·dt.
        let fallen = |w: f64| -0.25 * 0.04 * (-(w / 0.2) * (w / 0.2)).exp();
        let work = |w: f64| (0.5 * w * w + fallen(w) + 0.4 * w * w * w / 3.0) / 0.2;
        assert_close(run.dissipated(), work(0.3) - work(0.1), 0.2 / stiffness.sqrt());
    }
}

/// A block on a spring and a moving belt.
fn belt(stiffness: f64, velocity: f64) -> Arc<Network> {
    network(&format!(
        "[unit]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n\
         [spring.spring]\nbetween = \"block\"\nstiffness = 2.0\n\
         [contact.belt]\nbetween = \"block\"\nsurfaceVelocity = {velocity}\n{}",
        lu_gre(stiffness)
    ))
}

#[test]
fn stiff_bristles_side_by_side_move_as_each_on_its_own() {
    let speeds = [0.1, 0.15, 0.3];
    let part = |name: &str, speed: f64| {
        format!(
            "[body.{name}]\nmass = 1.0\n[spring.s{name}]\nbetween = \"{name}\"\nstiffness = 2.0\n\
             [contact.c{name}]\nbetween = \"{name}\"\nsurfaceVelocity = {speed}\n{}",
            lu_gre(1e7)
        )
    };
    let names = ["a", "b", "c"];
    let parts: String = names.iter().zip(speeds).map(|(name, speed)| part(name, speed)).collect();
    let mut all = Run::new(&network(&format!("[unit]\nname = \"Belts\"\n{parts}")));
    all.run(6.0, 1.0);
    for (body, speed) in speeds.into_iter().enumerate() {
        let mut own = Run::new(&belt(1e7, speed));
        own.run(6.0, 1.0);
        assert_close(all.position(body), own.position(0), 1e-8);
        assert_close(all.velocity(body), own.velocity(0), 1e-8);
        assert_close(all.state().internal(body, 0), own.state().internal(0, 0), 1e-12);
    }
}

#[test]
fn stick_and_slip_on_stiff_bristles_do_not_depend_on_steps_and_tolerances() {
    for stiffness in [1e6, 1e8] {
        let network = belt(stiffness, 0.1);
        let mut ends = Vec::new();
        for (step, tolerance) in [(0.01, 1e-12), (0.01, 1e-10), (0.13, 1e-10), (6.0, 1e-10)] {
            let mut run = Run::with_tolerance(&network, tolerance);
            run.run(12.0, step);
            assert!(run.events.len() >= 4, "{:?}", run.events);
            let energy = run.stored_energy();
            ends.push([run.position(0), run.velocity(0), energy, run.dissipated()]);
        }
        for end in &ends[1..] {
            for (value, expected) in end.iter().zip(&ends[0]) {
                assert_close(*value, *expected, 1e-7);
            }
        }
    }
}

#[test]
fn stiff_bristles_tend_to_stribeck_friction() {
    let mut errors = Vec::new();
    let static_law = "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
                      stribeckVelocity = 0.2\nviscous = 0.4\n";
    let text = format!(
        "[unit]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n\
         [spring.spring]\nbetween = \"block\"\nstiffness = 2.0\n\
         [contact.belt]\nbetween = \"block\"\nsurfaceVelocity = 0.6\n{static_law}"
    );
    let mut exact = Run::new(&network(&text));
    exact.run(5.0, 5.0);
    for stiffness in [1e4, 1e6, 1e8] {
        let mut run = Run::new(&belt(stiffness, 0.6));
        run.run(5.0, 5.0);
        errors.push((run.position(0) - exact.position(0)).abs());
    }
    assert!(
        errors[0] < 1e-2 && errors[1] < 0.2 * errors[0] && errors[2] < 0.2 * errors[1],
        "{errors:?}"
    );
}

#[test]
fn a_block_comes_to_rest_on_stiff_bristles_and_stays() {
    let text = format!(
        "[unit]\nname = \"Rest\"\n[body.block]\nmass = 1.0\nvelocity = 0.5\nconstantForce = 0.5\n\
         [contact.floor]\nbetween = \"block\"\n{}",
        lu_gre(1e8)
    );
    let mut run = Run::new(&network(&text));
    run.advance(2.0);
    let (position, count) = (run.position(0), run.events.len());
    assert_close(run.state().internal(0, 0), 0.5e-8, 1e-18);
    assert_close(run.velocity(0), 0.0, 1e-18);
    for hour in 1..=3 {
        run.advance(3600.0 * f64::from(hour));
    }
    assert_close(run.position(0), position, 1e-16);
    assert!(run.events.len() <= count + 2, "{:?}", &run.events[count..]);
}

/// A light body between a spring and a damper, m·ẍ + c·ẋ + k·x = a·cos ωt from rest: rates c/m and k/c.
struct Light {
    steady: Complex64,
    rates: [f64; 2],
    amplitudes: [f64; 2],
}

impl Light {
    const MASS: f64 = 1e-8;
    const OMEGA: f64 = 2.0;

    fn new() -> Self {
        let (m, c, k, a, omega) = (Self::MASS, 1.0_f64, 4.0, 1.0, Self::OMEGA);
        let steady = a / Complex64::new(k - m * omega * omega, c * omega);
        let root = (c * c - 4.0 * m * k).sqrt();
        let fast = -(c + root) / (2.0 * m);
        let rates = [k / (m * fast), fast];
        // x = ẋ = 0 at t = 0.
        let (x, v) = (steady.re, (steady * Complex64::new(0.0, omega)).re);
        let second = (rates[0] * x - v) / (rates[1] - rates[0]);
        Self { steady, rates, amplitudes: [-x - second, second] }
    }

    fn position(&self, t: f64) -> f64 {
        let turned = self.steady * Complex64::new(0.0, Self::OMEGA * t).exp();
        let fading = |k: usize| self.amplitudes[k] * (self.rates[k] * t).exp();
        turned.re + fading(0) + fading(1)
    }

    fn network(more: &str) -> Arc<Network> {
        network(&format!(
            "[unit]\nname = \"Light\"\n[body.tip]\nmass = {:e}\n\
             source = {{ amplitude = 1.0, angularFrequency = {} }}\n\
             [spring.spring]\nbetween = \"tip\"\nstiffness = 4.0\n\
             [damper.oil]\nbetween = \"tip\"\ndamping = 1.0\n{more}",
            Self::MASS,
            Self::OMEGA
        ))
    }
}

#[test]
fn light_bodies_on_dampers_move_as_their_closed_form() {
    let light = Light::new();
    for step in [0.05, 0.5, 5.0] {
        let mut run = Run::new(&Light::network(""));
        for k in 1..=(10.0_f64 / step).round() as i32 {
            run.advance(step * f64::from(k));
            assert_close(run.position(0), light.position(run.time()), 1e-10);
        }
    }
}

#[test]
fn transitions_within_long_steps_are_located() {
    let light = Light::new();
    // It reaches the edge of a gap at 0.15 m.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if light.position(middle) < 0.15 { low = middle } else { high = middle }
    }
    let gap = "[spring.stop]\nbetween = \"tip\"\nstiffness = 1e4\nfreeplay = 0.15\n";
    for step in [0.01, 0.37, 2.0] {
        let mut run = Run::new(&Light::network(gap));
        run.run(2.0, step);
        assert_close(run.times_of_spring(1)[0], high, 1e-9);
    }
}
