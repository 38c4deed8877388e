//! Powers of the slip velocity below 1 under forces that pass through 0: the speed of balance, (F/p)^2, comes to 0 with its own
//! time constant. Against steps that are implicit in the power, each of which has a closed form.

use super::Run;
use crate::support::{Named, started, unit};

/// Steps of the reference.
const STEPS: u32 = 2_000_000;

/// A force over the time.
type Force = fn(f64) -> f64;

/// Force over 2 s: 1 N, −1 N after 1 s, and 1 N again; 1 N, none from 0.5 s on; or 0.2 N that turns, and comes to 0 again.
const FORCES: [(&str, Force); 3] = [
    ("table(t, [0, 1, 2], [1, -1, 1])", |t| if t < 1.0 { 1.0 - 2.0 * t } else { 2.0 * t - 3.0 }),
    ("max(1 - 2*t, 0)", |t| (1.0 - 2.0 * t).max(0.0)),
    ("0.1*(1 - t)*(2 - t)", |t| 0.1 * (1.0 - t) * (2.0 - t)),
];

/// Position and velocity of a body under F(t) − p·√|v|·sign v after 2 s, from v on: with s = √|v|, s² + h·p/m·s = |v + h·F/m|.
fn reference(m: f64, p: f64, v: f64, force: Force) -> [f64; 2] {
    let h = 2.0 / f64::from(STEPS);
    let a = h * p / m;
    let (mut x, mut v) = (0.0, v);
    for step in 1..=STEPS {
        let free: f64 = v + h * force(h * f64::from(step)) / m;
        let s = 0.5 * ((a * a + 4.0 * free.abs()).sqrt() - a);
        v = (s * s).copysign(free);
        x += h * v;
    }
    [x, v]
}

#[test]
fn a_root_of_the_rate_comes_to_rest_and_leaves_as_forces_pass_through_0() {
    for (formula, force) in FORCES {
        for (m, p, v) in [(1.0, 3.0, 0.5), (0.1, 1.0, 0.0), (1e-4, 10.0, 0.0), (1e-7, 2.0, 0.3)] {
            let body = format!("[body.b]\nmass = {m:?}\nvelocity = {v:?}\n");
            let drive = format!("[force.f]\nbetween = \"b\"\nforce = \"{formula}");
            let rubs =
                "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\n";
            let by_force = format!("{body}{drive} - {p:?}*sqrt(abs(rate))*sign(rate)\"\n");
            let by_load = format!("{body}{drive}\"\n{rubs}normalForce = \"{p:?}*abs(rate)^0.5\"\n");
            let [x, velocity] = reference(m, p, v, force);
            // A load that is as small as its contact is light makes transitions without end.
            let texts = if m < 0.1 { vec![by_force] } else { vec![by_force, by_load] };
            for text in texts {
                let mut run = Run::of(&text);
                run.go(2.0);
                let off = [run.position(0) - x, run.velocity(0) - velocity];
                assert!(off.iter().all(|off| off.abs() < 1e-5), "{off:?}\n{text}");
                assert!(run.events.len() < 40, "{}\n{text}", run.events.len());
            }
        }
    }
}

/// Speed under a force F against c·|v|^n beside a mass of 1 kg, m/s: v follows the balance c·v^n = F − v' as slowly as F changes,
/// to the second order in its time constant.
fn followed(c: f64, n: f64, force: impl Fn(f64) -> f64, t: f64) -> f64 {
    let balance = |force: f64| (force.abs() / c).powf(1.0 / n).copysign(force);
    let step = 1e-5;
    let rate = (balance(force(t + step)) - balance(force(t - step))) / (2.0 * step);
    balance(force(t) - rate)
}

/// A force that passes through 0 takes as many steps as it has decades: the time constant comes to 0 with the speed.
#[test]
fn a_flat_power_of_the_rate_follows_a_force_through_0() {
    for (c, n) in [(3.0, 0.3), (40.0, 0.5), (1e4, 0.8)] {
        let force = |t: f64| 0.1 * (0.5 * t + 0.3).cos();
        let text = format!(
            "[body.b]\nmass = 1.0\nexcitation = {{ amplitude = 0.1, angularFrequency = 0.5, phase = 0.3 }}\n\
             [force.f]\nbetween = \"b\"\nforce = \"-{c:?}*sign(rate)*abs(rate)^{n:?}\"\n"
        );
        let mut run = Run::of(&text);
        // Half a period of the excitation is 2π s, from which the way is the same as that back.
        for end in [1.0, 3.0, 5.0, 7.0, 12.0, 14.0] {
            run.go(end);
            let expected = followed(c, n, force, end);
            let what = format!("{c} {n} at {end}");
            super::near(run.velocity(0), expected, 1e-5, &what);
        }
        let before = run.position(0);
        run.go(14.0 + 4.0 * std::f64::consts::PI);
        let off = (run.position(0) - before).abs();
        assert!(off <= 1e-8 * (0.1 / c).powf(1.0 / n), "{c} {n}: {off:e}");
        assert!(run.motion.evaluations() < 600_000, "{}", run.motion.evaluations());
    }
}

/// Beside bodies far faster than it slips, the round-off of its velocity leaves a speed of balance alone: that of F against c·√|v| is
/// 1e-10 of theirs, and its time constant is far shorter than the time in which F changes.
#[test]
fn a_root_of_a_rate_between_fast_bodies_follows_balance_in_few_steps() {
    let (c, mass, fast) = (30.0, 1e-3, 20.0);
    let force = |t: f64| 1.5e-3 + 1e-3 * (3.0 * t).cos();
    let text = format!(
        "[body.belt]\nmass = 1e9\nvelocity = {fast:?}\n[body.b]\nmass = {mass:?}\nvelocity = {fast:?}\n\
         [force.f]\nbetween = \"b\"\nforce = \"1.5e-3 + 1e-3*cos(3*t)\"\n\
         [force.p]\nbetween = [\"b\", \"belt\"]\nforce = \"-{c:?}*sign(rate)*sqrt(abs(rate))\"\n"
    );
    let mut run = Run::of(&text);
    for end in [0.1, 0.7, 2.0] {
        run.go(end);
        let balance = (force(end) / c).powi(2);
        let off = run.velocity(1) - run.velocity(0) - balance;
        assert!(off.abs() < 100.0 * f64::EPSILON * fast, "{off:e} of {balance:e}");
    }
    assert!(run.motion.evaluations() < 100_000, "{}", run.motion.evaluations());
}

/// A body under c·√|v| is at rest after 2·m·√v/c, but for a speed whose forces are round-off of others. A smooth brake that is pressed
/// then holds up nothing.
#[test]
fn what_a_root_leaves_of_a_speed_is_rest_for_a_brake() {
    let text = "[model]\nname = \"Rest\"\n[body.b]\nmass = 0.2\nvelocity = -1.0\n\
                [force.f]\nbetween = \"b\"\nforce = \"-2*sqrt(abs(rate))*sign(rate)\"\n\
                [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.9\n\
                regularisation = \"linear\"\nrampVelocity = 4e-3\nnormalForce = \"5*u\"\n\
                input = { u = { input = true, start = 0.0 } }\n";
    for steps in [20, 80] {
        let mut body = started(&unit(text));
        for k in 0..steps {
            let [t, h] = [f64::from(k), 1.0].map(|count| count / f64::from(steps));
            body.put("c.u", (t - 0.5).max(0.0));
            body.step(t, h).unwrap_or_else(|wrong| panic!("{wrong}"));
            // √|v| = 1 − t/T, T = 0.2 s: it goes T/3 m.
            let left = (1.0 - 5.0 * (t + h)).max(0.0);
            let off = body.real("b.position") + (1.0 - left.powi(3)) / 15.0;
            assert!(off.abs() < 1e-12, "{off:e} at {}", t + h);
            let off = body.real("b.velocity") + left.powi(2);
            assert!(off.abs() < 1e-11, "{off:e} at {}", t + h);
        }
    }
}
