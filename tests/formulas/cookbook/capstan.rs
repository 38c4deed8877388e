//! The rope on the drum of a capstan.

use super::support::{Named, unit};
use super::{assert_near, begun, go, root};

const FILE: &str = include_str!("../../../examples/networks/Capstan.toml");

const MASS: f64 = 50.0;
const GRAVITY: f64 = 9.81;
const STIFFNESS: f64 = 200.0;
const DAMPING: f64 = 5.0;
const AHEAD: f64 = 0.1;
const DRUM: f64 = 0.3;
const HAND: f64 = 0.2;

/// exp(μφ)
fn gain() -> f64 {
    (0.25 * 2.5 * std::f64::consts::TAU).exp()
}

/// Position and velocity of a rope that slips behind the drum, m·z″ = −m·g + exp(μφ)·T, as a damped oscillation about its
/// place behind the hand.
fn slipping(start: f64, z: f64, v: f64) -> impl Fn(f64) -> (f64, f64) {
    let decay = gain() * DAMPING / MASS / 2.0;
    let rate = (gain() * STIFFNESS / MASS - decay * decay).sqrt();
    let rest = AHEAD - MASS * GRAVITY / gain() / STIFFNESS;
    let (x, w) = (z - HAND * start - rest, v - HAND);
    let y = (w + decay * x) / rate;
    move |time| {
        let t = time - start;
        let (sin, cos) = (rate * t).sin_cos();
        let shrunk = (-decay * t).exp();
        let at = shrunk * (x * cos + y * sin);
        let speed = shrunk * rate * (y * cos - x * sin) - decay * at;
        (at + HAND * time + rest, speed + HAND)
    }
}

#[test]
fn the_drum_catches_the_rope_and_loses_it_where_eytelwein_says() {
    let first = slipping(0.0, 0.0, 0.0);
    let caught = root(0.0, 0.1, |time| DRUM - first(time).1);
    let (from, _) = first(caught);
    // The hand's force falls on the rope that is taken along, until exp(μφ) times it is the weight.
    let ahead = MASS * GRAVITY / gain() - DAMPING * (HAND - DRUM);
    let lost = (AHEAD - from + DRUM * caught - ahead / STIFFNESS) / (DRUM - HAND);
    let last = slipping(lost, from + DRUM * (lost - caught), DRUM);
    let unit = unit(FILE);
    for steps in [1, 60] {
        let mut rope = begun(&unit, &[]);
        go(&mut rope, 0.01, steps);
        assert_near(rope.real("rope.velocity"), first(0.01).1, 1e-12);
        go(&mut rope, 0.3, steps);
        assert_near(rope.real("drum.lastEventTime"), caught, 1e-12);
        assert_eq!((rope.real("drum.stuck"), rope.real("rope.velocity")), (1.0, DRUM));
        for time in [0.7, 1.0, 2.0] {
            go(&mut rope, time, steps);
            assert_near(rope.real("drum.lastEventTime"), lost, 1e-11);
            assert_near(rope.real("rope.position"), last(time).0, 1e-11);
            assert_near(rope.real("rope.velocity"), last(time).1, 1e-10);
            let tail = -rope.real("tail.force");
            assert_near(rope.real("drum.frictionForce"), -tail * (gain() - 1.0), 1e-9);
        }
        assert_eq!(rope.real("eventCount"), 2.0);
    }
}

/// A drum at rest holds the load for all forces of the hand between its weight divided and multiplied by exp(μφ).
#[test]
fn a_drum_at_rest_holds_within_both_limits() {
    let unit = unit(FILE);
    let gain = (0.25 * std::f64::consts::PI).exp();
    let weight = MASS * GRAVITY;
    for (tail, moves) in [
        (weight / gain - 1e-6, -1.0),
        (weight / gain + 1e-6, 0.0),
        (weight, 0.0),
        (weight * gain - 1e-6, 0.0),
        (weight * gain + 1e-6, 1.0),
    ] {
        let mut rope = begun(
            &unit,
            &[
                ("drum.surfaceVelocity", 0.0),
                ("drum.wrap", std::f64::consts::PI),
                ("hand.velocity", 0.0),
                ("hand.position0", tail / STIFFNESS),
            ],
        );
        go(&mut rope, 1e-3, 1);
        let speed = rope.real("rope.velocity");
        assert_eq!(if speed == 0.0 { 0.0 } else { speed.signum() }, moves, "{tail}: {speed}");
    }
}
