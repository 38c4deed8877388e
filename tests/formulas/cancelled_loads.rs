//! Normal loads by formulas whose terms cancel: what is left of them is round-off, and no load.

use luztar::dynamics::Event;

use super::support::{Host, Named, unit};
use crate::draws::Draws;

fn sliding(load: &str) -> Host {
    let text = format!(
        "[model]\nname = \"Sliding\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\nposition = 0.3\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
         normalForce = {load:?}\n"
    );
    Host::start(&unit(&text), &[])
}

/// Terms that cancel, each written in its own way.
const NOTHING: [&str; 4] = [
    "sin(2*t) - 2*sin(t)*cos(t)",
    "7*(cos(t)^2 + sin(t)^2) - 7",
    "(block.position + 1)^2 - block.position^2 - 2*block.position - 1",
    "3*exp(0.2*t)*exp(0.1*t) - 3*exp(0.3*t)",
];

#[test]
fn a_load_of_terms_that_cancel_is_none() {
    for load in NOTHING {
        for step in [3.0, 0.01] {
            let mut host = sliding(load);
            host.run(3.0, step);
            assert_eq!(host.events, [], "{load}, steps of {step}");
            assert_eq!(host.instance.real("floor.state"), 2.0, "{load}, steps of {step}");
            host.expect("block.velocity", 1.0, 0.0);
        }
    }
}

/// The load falls to 0 at 1 s, from where only terms are left that cancel.
#[test]
fn a_contact_is_free_from_where_its_load_cancels() {
    for nothing in NOTHING {
        for load in ["max(1 - t, 0)", "if(t < 1, 1, 0)"] {
            for step in [3.0, 0.01] {
                let load = format!("{load} + {nothing}");
                let mut host = sliding(&load);
                host.run(3.0, step);
                let told: Vec<i32> = host.events.iter().map(Event::to).collect();
                assert_eq!(told, [2], "{load}, steps of {step}: {:?}", host.events);
                assert!((host.events[0].time() - 1.0).abs() < 1e-9, "{load}: {:?}", host.events);
                let lost = if load.starts_with("max") { 0.25 } else { 0.5 };
                host.expect("block.velocity", 1.0 - lost, 1e-9);
            }
        }
    }
}

/// A load that is small, and no more than that, is one.
#[test]
fn a_small_load_counts() {
    for (load, lost) in [
        ("1e-9*t", 0.5e-9 * 4.5),
        ("1e-12*t^2", 0.5e-12 * 9.0),
        ("1e-9*t + sin(2*t) - 2*sin(t)*cos(t)", 0.5e-9 * 4.5),
        ("0.5*max(t - 1, 0) + 7*(cos(t)^2 + sin(t)^2) - 7", 0.5),
    ] {
        let mut host = sliding(load);
        host.run(3.0, 0.5);
        let velocity = 1.0 - lost;
        host.expect("block.velocity", velocity, 1e-9 * lost + 1e-15);
        assert_eq!(
            host.instance.real("floor.state"),
            if velocity > 0.0 { 1.0 } else { 0.0 },
            "{load}"
        );
    }
}

/// Loads that cancel where the speed is above `v`, and are c·(v − |ẋ|) below.
const BELOW_A_SPEED: [&str; 4] = [
    "max(p*(abs(rate) + c*v/p) - (p + c)*abs(rate) + c*max(abs(rate) - v, 0), 0)",
    "max(c*max(v - abs(rate), 0) + p*((rate + q)^2 - rate^2 - 2*q*rate - q^2), 0)",
    "c*max(v - abs(rate), 0) + p*(sin(2*rate) - 2*sin(rate)*cos(rate))",
    "max(p*(abs(rate) + c*v/p) - p*abs(rate) - c*min(abs(rate), v), 0)",
];

/// ẍ = −a + b·sin ωt − d·ẋ: the velocity at a time, from `start`.
fn velocity([a, b, omega, d, start]: [f64; 5], t: f64) -> f64 {
    let steady = |t: f64| {
        let (sine, cosine) = (omega * t).sin_cos();
        b * (d * sine - omega * cosine) / (d * d + omega * omega) - a / d
    };
    (start - steady(0.0)) * (-d * t).exp() + steady(t)
}

#[test]
fn a_load_of_velocities_that_cancel_is_none() {
    let count = std::env::var("LUZTAR_CANCELLED_LOADS").ok().and_then(|count| count.parse().ok());
    for seed in 0..count.unwrap_or(100) {
        let mut draws = Draws::new(53_000_000 + seed);
        let load = draws.pick(&BELOW_A_SPEED);
        let (c, p, q) = (draws.between(0.1, 3.0), draws.between(0.5, 9.0), draws.between(0.1, 2.0));
        let v = draws.mixed(&[1.0, 1.5], 0.1, 3.0);
        let a = draws.between(0.5, 2.0);
        let motion = [
            a,
            draws.between(0.0, 0.4),
            draws.between(1.0, 9.0),
            draws.between(0.01, 0.5),
            draws.mixed(&[v], v, v + 4.0),
        ];
        let [_, b, omega, d, start] = motion;
        let text = format!(
            "[model]\nname = \"Sliding\"\n[body.block]\nmass = 1.0\nvelocity = {start:?}\n\
             [force.f]\nbetween = \"block\"\nforce = \"b*sin(w*t) - a - d*rate\"\n\
             parameter = {{ a = {a:?}, b = {b:?}, w = {omega:?}, d = {d:?} }}\n\
             [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
             normalForce = {load:?}\nparameter = {{ c = {c:?}, p = {p:?}, q = {q:?}, v = {v:?} }}\n"
        );
        let (mut above, mut below) = (0.0, 40.0);
        for _ in 0..100 {
            let middle = 0.5 * (above + below);
            let at = if velocity(motion, middle) > v { &mut above } else { &mut below };
            *at = middle;
        }
        let end = below + 0.1 * v;
        for step in [end / 7.0, end] {
            let mut host = Host::start(&unit(&text), &[]);
            host.run(end, step);
            let rubs: Vec<f64> = host.events.iter().map(Event::time).collect();
            // One that begins to fall at v may have friction from the start.
            let begins = start == v && rubs.is_empty();
            assert!(
                begins || rubs.len() == 1,
                "{seed}, steps of {step}: {:?}\n{text}",
                host.events
            );
            let off = rubs.first().map_or(0.0, |at| (at - below).abs());
            assert!(off < 1e-9 * below.max(1.0), "{seed}: {rubs:?} {below}\n{text}");
        }
    }
}
