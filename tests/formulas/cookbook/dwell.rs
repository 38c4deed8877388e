//! The slab on a ground that ages, with its equations integrated from transition to transition.

use super::reference::Reference;
use super::support::{Named, unit};
use super::{assert_near, begun, go, root};

const FILE: &str = include_str!("../../../examples/networks/DwellTime.toml");

const LOAD: f64 = 100.0;
const RENEWAL: f64 = 1e-4;
const LEAST: f64 = 1e-3;
const STIFFNESS: f64 = 1e4;

fn strength(age: f64) -> f64 {
    LOAD * (0.6 + 0.03 * (1.0 + LEAST * age / RENEWAL).ln())
}

/// Force of the leaf spring.
fn pull(time: f64, z: f64) -> f64 {
    STIFFNESS * (0.006 + 1e-4 * time - z)
}

/// Position, velocity and age while it slips.
fn rate(time: f64, y: &[f64; 3]) -> [f64; 3] {
    let [z, v, age] = *y;
    // Smooth through v = 0, beyond which nothing is used.
    let x = v / LEAST;
    let faster = if x > 0.0 { x.ln_1p() } else { x };
    [v, pull(time, z) - strength(age) - LOAD * 0.01 * faster, 1.0 - v * age / RENEWAL]
}

/// Times at which it lets go and at which it stops, so many of each, and where it is and how old its contacts are then.
fn cycles(count: usize) -> Vec<(f64, f64, [f64; 3])> {
    let mut found = Vec::new();
    let (mut stop, mut z, mut age) = (0.0, 0.0, 1.0);
    for _ in 0..count {
        let lets_go = root(stop, stop + 50.0, |time| strength(age + time - stop) - pull(time, z));
        let y = [z, 0.0, age + lets_go - stop];
        let size = [1e-3, 0.1, 1.0];
        let mut slip = Reference { time: lets_go, y, rate, size, longest: 2e-4 };
        slip.until(lets_go + 10.0, |_, y| y[1]);
        found.push((lets_go, slip.time, slip.y));
        (stop, z, age) = (slip.time, slip.y[0], slip.y[2]);
    }
    found
}

#[test]
fn it_sticks_the_longer_the_longer_it_stands() {
    let expected = cycles(4);
    let unit = unit(FILE);
    for steps in [1, 30] {
        let mut slab = begun(&unit, &[]);
        for (number, (lets_go, stops, y)) in expected.iter().enumerate() {
            go(&mut slab, lets_go + 1e-3, steps);
            assert_near(slab.real("floor.lastEventTime"), *lets_go, 1e-8);
            go(&mut slab, stops + 1.0, steps);
            assert_near(slab.real("floor.lastEventTime"), *stops, 1e-8);
            assert_near(slab.real("slab.position"), y[0], 1e-9);
            assert_near(slab.real("floor.age"), y[2] + 1.0, 1e-8);
            assert_eq!(slab.real("slab.velocity"), 0.0);
            assert_eq!(slab.real("eventCount"), 2.0 * (number + 1) as f64);
        }
    }
    // The first stop was a short one: it lets go later, at a greater force, after the longer ones.
    let force = |number: usize| strength(expected[number].2[2]);
    assert!(force(0) < strength(10.0) && expected[1].0 - expected[0].1 > expected[0].0);
}
