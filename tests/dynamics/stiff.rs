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
            "[model]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n\
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

/// At a slip velocity w and a load N, P = N·w/P0, heat and coefficient are linear: ϑ̇ = −c(ϑ − ϑ∞), ϑ∞ = α·P + ϑ0, and
/// μ̇ = a(ϑ − P·μ), so that μ = ϑ∞/P + a·(ϑ(0) − ϑ∞)/(a·P − c)·exp(−c·t) as soon as exp(−a·P·t) is nothing.
#[test]
fn fast_states_of_a_law_are_followed_in_long_steps() {
    let (a, c, alpha, ambient, slip): (f64, f64, f64, f64, f64) = (500.0, 0.5, 1e-4, 0.6, 2.0);
    for load in [1e3, 1e4, 1e6] {
        for ends in ["\"block\"", "[\"block\", \"wall\"]"] {
            // So heavy that friction leaves its velocity what it is.
            let mut run = Run::new(&network(&format!(
                "[model]\nname = \"Pad\"\n[body.block]\nmass = 1e15\nvelocity = {slip}\n\
                 [body.wall]\nmotion = \"fixed\"\n[contact.pad]\nbetween = {ends}\nlaw = \"ostermeyer\"\n\
                 growthRate = {a}\ncoolingRate = {c}\nheating = {alpha}\nambientTemperature = {ambient}\n\
                 coefficient0 = 0.5\ntemperature0 = 0.7\nnormalForce = {load}\n"
            )));
            run.advance(1.0);
            let power = load * slip;
            let settled = alpha * power + ambient;
            let left = (0.7 - settled) * (-c).exp();
            let coefficient = settled / power + a * left / (a * power - c);
            assert_close(run.state().internal(0, 1), settled + left, 1e-9 * settled);
            assert_close(run.state().internal(0, 0), coefficient, 1e-9 * coefficient);
            assert_close(run.observe().friction[0], load * coefficient, 1e-9 * load * coefficient);
        }
    }
}

/// A block on a spring and a moving belt.
fn belt(stiffness: f64, velocity: f64) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n\
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
    let mut all = Run::new(&network(&format!("[model]\nname = \"Belts\"\n{parts}")));
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
        "[model]\nname = \"Belt\"\n[body.block]\nmass = 1.0\n\
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
        "[model]\nname = \"Rest\"\n[body.block]\nmass = 1.0\nvelocity = 0.5\nconstantForce = 0.5\n\
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

    /// ∫ x dt from 0 on, and ∫∫ x dt dt.
    fn integrals(&self, t: f64) -> [f64; 2] {
        let turning = Complex64::new(0.0, Self::OMEGA);
        let fold = |n: i32, t: f64| {
            let turned = self.steady / turning.powi(n) * (turning * t).exp();
            let fading =
                |k: usize| self.amplitudes[k] / self.rates[k].powi(n) * (self.rates[k] * t).exp();
            turned.re + fading(0) + fading(1)
        };
        let once = fold(1, t) - fold(1, 0.0);
        [once, fold(2, t) - fold(2, 0.0) - fold(1, 0.0) * t]
    }

    fn network(more: &str) -> Arc<Network> {
        network(&format!(
            "[model]\nname = \"Light\"\n[body.tip]\nmass = {:e}\n\
             excitation = {{ amplitude = 1.0, angularFrequency = {} }}\n\
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

/// Where a function comes from above 0 to below within a span.
fn crossing(f: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let (mut low, mut high) = (from, to);
    assert!(f(low) > 0.0 && f(high) < 0.0, "{} {}", f(low), f(high));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    high
}

#[test]
fn transitions_within_long_steps_are_located() {
    let light = Light::new();
    // It reaches the edge of a gap at 0.15 m.
    let high = crossing(|t| 0.15 - light.position(t), 0.0, 0.4);
    let gap = "[spring.stop]\nbetween = \"tip\"\nstiffness = 1e4\nbacklash = 0.3\n";
    for step in [0.01, 0.37, 2.0] {
        let mut run = Run::new(&Light::network(gap));
        run.run(2.0, step);
        assert_close(run.times_of_spring(1)[0], high, 1e-9);
    }
}

/// Keys of a contact whose normal load N = base + 2·F follows the light body's spring, F = 4·x.
fn loads(base: f64) -> [String; 2] {
    [
        format!("normalForce = {base}\nloadSpring = \"spring\"\nloadFactor = 2.0\n"),
        format!("normalForce = \"{base} + 8*tip.position\"\n"),
    ]
}

/// Series alone would take 1e8 steps a second.
const FEW: u64 = 100_000;

#[test]
fn a_slider_under_the_load_of_a_stiff_motion_moves_as_its_closed_form() {
    let (light, base, fast) = (Light::new(), 3.0, 2.0);
    let velocity = |t: f64| fast - 0.1 * (base * t + 8.0 * light.integrals(t)[0]);
    let stop = crossing(velocity, 0.0, 10.0);
    let rest = fast * stop - 0.1 * (0.5 * base * stop * stop + 8.0 * light.integrals(stop)[1]);
    for load in loads(base) {
        let slider = format!(
            "[body.slider]\nmass = 1.0\nvelocity = {fast}\n\
             [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n{load}"
        );
        for step in [0.05, 0.7, 10.0] {
            let mut run = Run::new(&Light::network(&slider));
            while run.time() + step < stop {
                run.advance(run.time() + step);
                assert_close(run.velocity(1), velocity(run.time()), 1e-10);
            }
            run.advance(10.0);
            assert_close(run.times_of_contact(0)[0], stop, 1e-9);
            assert_close(run.position(1), rest, 1e-9);
            assert_close(run.dissipated(), 0.5 * fast * fast, 1e-9);
            assert!(run.velocity(1) == 0.0 && run.evaluations() < FEW, "{}", run.evaluations());
        }
    }
}

#[test]
fn a_block_that_a_stiff_motion_holds_is_let_go_when_its_load_has_fallen() {
    let light = Light::new();
    let start = 0.5;
    let held = |t: f64| 0.25 * (3.0 + 8.0 * light.position(t)) - start;
    // The load rises, falls, and then is too small for the force of 0.5 N.
    let first = crossing(held, 0.8, 2.2);
    for load in loads(3.0) {
        let block = format!(
            "[body.block]\nmass = 1.0\nconstantForce = {start}\n[contact.floor]\nbetween = \"block\"\n\
             law = \"coulomb\"\nkineticCoefficient = 0.2\nstaticCoefficient = 0.25\n{load}"
        );
        for step in [0.05, 0.7, 3.0] {
            let mut run = Run::new(&Light::network(&block));
            run.run(3.0, step);
            assert_close(run.times_of_contact(0)[0], first, 1e-9);
            assert!(run.evaluations() < FEW, "{}", run.evaluations());
        }
    }
}

#[test]
fn where_the_load_of_a_stiff_motion_comes_to_nothing_the_contact_is_free() {
    let light = Light::new();
    let load = |t: f64| 1.0 + 8.0 * light.position(t);
    let gone = crossing(load, 0.8, 2.2);
    let back = crossing(|t| -load(t), gone + 0.1, 3.3);
    let impulse =
        |from: f64, to: f64| to - from + 8.0 * (light.integrals(to)[0] - light.integrals(from)[0]);
    for load in loads(1.0) {
        let slider = format!(
            "[body.slider]\nmass = 1.0\nvelocity = 5.0\n\
             [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n{load}"
        );
        for step in [0.05, 0.7, 3.5] {
            let mut run = Run::new(&Light::network(&slider));
            run.run(3.5, step);
            let times = run.times_of_contact(0);
            assert_eq!(times.len(), 2, "{times:?}");
            assert_close(times[0], gone, 1e-9);
            assert_close(times[1], back, 1e-9);
            let lost = 0.1 * (impulse(0.0, gone) + impulse(back, 3.5));
            assert_close(run.velocity(1), 5.0 - lost, 1e-9);
            assert!(run.evaluations() < FEW, "{}", run.evaluations());
        }
    }
}

/// Two bodies that a force takes along together, at speeds beside which their slip is tiny: 2 N of 3 N pass through a contact whose
/// friction is 5 N·tanh(w/1e-5 m/s).
#[test]
fn a_smoothed_contact_of_bodies_that_move_together_takes_few_steps() {
    let text = "[model]\nname = \"Pair\"\n[body.first]\nmass = 1.0\nvelocity = 10.0\nconstantForce = 3.0\n\
                [body.second]\nmass = 2.0\nvelocity = 10.0\n[contact.between]\nbetween = [\"first\", \"second\"]\n\
                law = \"coulomb\"\nkineticFriction = 5.0\nregularisation = \"tanh\"\nsteepness = 1e5\n";
    let slip = 1e-5 * (2.0_f64 / 5.0).atanh();
    for step in [0.5, 4.0] {
        let mut run = Run::new(&network(text));
        run.run(4.0, step);
        assert_close(run.velocity(0) - run.velocity(1), slip, 1e-13);
        // Momentum is what it is, and the slip came from 0.
        assert_close(run.velocity(1), 14.0 - slip / 3.0, 1e-9);
        assert_close(run.observe().friction[0], 2.0, 1e-8);
        assert!(run.evaluations() < FEW, "{}", run.evaluations());
    }
}
