//! Normal loads that pass through 0, as ramps and by springs.

use luztar::motion::{ContactMode, Event};
use luztar::network::read;

use crate::moves::Moves;

/// A block on a floor under a given load.
const BLOCK: &str = r#"
[unit]
name = "Block"
[body.block]
mass = 1.0
velocity = 1.0
[contact.floor]
between = "block"
law = "coulomb"
kineticCoefficient = 0.5
normalForce = "input"
"#;

fn block(from: f64, load: f64, rate: f64) -> Moves {
    let network = read(BLOCK, "block.toml").expect("a network");
    Moves::begin(network, from, &[load], &[rate]).expect("begins")
}

fn modes(events: &[Event]) -> Vec<i32> {
    events.iter().map(|event| event.to).collect()
}

const FREE: i32 = ContactMode::Free as i32;
const FORWARD: i32 = ContactMode::Forward as i32;

/// A load that passes through 0 less than one unit of round-off of the time after a communication point.
#[test]
fn a_load_that_vanishes_within_round_off_of_the_time_is_one_transition() {
    for (from, load) in [(1.0, 1e-16), (1.0, -1e-16), (1000.0, 1e-14), (0.0, 1e-16)] {
        let mut moves = block(from, 1.0, 0.0);
        moves.advance(from + 1.0, &[load], &[-1.0]).expect("no storm");
        assert_eq!(modes(&moves.events), [FREE], "{load:e} at {from}");
    }
}

/// Loads along ramps between the values at whole seconds, each given in so many pieces: every passage through 0 is one
/// transition; one that comes down to 0 is free there, and one that comes up to it stays free, whatever the round-off of
/// the pieces.
#[test]
fn ramps_of_loads_count_alike_in_one_piece_and_in_many() {
    let knots = [1.0, 0.0, -0.7, 0.0, 0.3, -0.3, 0.0, -1.0, 0.1, 0.0, 0.2];
    let expected = [FREE, FORWARD, FREE, FORWARD, FREE, FORWARD];
    for pieces in [1, 3, 7, 10, 64] {
        let mut moves = block(0.0, knots[0], 0.0);
        for (second, ends) in knots.windows(2).enumerate() {
            let rate = ends[1] - ends[0];
            for piece in 0..pieces {
                let share = piece as f64 / pieces as f64;
                let end = second as f64 + (piece + 1) as f64 / pieces as f64;
                moves.advance(end, &[ends[0] + rate * share], &[rate]).expect("no storm");
            }
        }
        assert_eq!(modes(&moves.events), expected, "{pieces} pieces: {:?}", moves.events);
    }
}

/// A ramp that comes down to 0 is there even if the value given next differs by the round-off of a host that computes it;
/// as small a load is one where it was not to be expected.
#[test]
fn a_load_rests_at_zero_but_for_the_round_off_of_its_ramp() {
    // Friction that takes next to nothing of the block's velocity.
    let slides = || {
        let network = read(&BLOCK.replace("0.5", "1e-4"), "block.toml").expect("a network");
        Moves::begin(network, 0.0, &[100.0], &[0.0]).expect("begins")
    };
    for residue in [-1e-14, 0.0, 1e-14] {
        let mut moves = slides();
        for (end, load, rate) in [(1.0, 100.0, -100.0), (2.0, residue, 0.0), (3.0, residue, 100.0)]
        {
            moves.advance(end, &[load], &[rate]).expect("no storm");
        }
        assert_eq!(modes(&moves.events), [FREE, FORWARD], "{residue:e}: {:?}", moves.events);
        for (event, time) in moves.events.iter().zip([1.0, 2.0]) {
            assert!((event.time - time).abs() < 1e-12, "{residue:e}: {event:?}");
        }
    }
    for rate in [0.0, -50.0, -99.0] {
        let mut moves = slides();
        moves.advance(0.5, &[100.0], &[rate]).expect("no storm");
        moves.advance(1.0, &[1e-14], &[0.0]).expect("no storm");
        assert_eq!(modes(&moves.events), [], "after {rate} N/s: {:?}", moves.events);
    }
}

/// A spring's force as a load, and elsewhere a body without mass.
const SPRUNG: &str = r#"
[unit]
name = "Sprung"
[body.b0]
mass = 0.2
[body.b2]
mass = 0.6
position = -0.4
[spring.s3]
between = "b2"
stiffness = 800.0
[contact.c0]
between = "b0"
law = "coulomb"
kineticCoefficient = 0.8
normalForce = 1.0
loadSpring = "s3"
loadFactor = 0.06
[body.b3]
mass = 0
[contact.c4]
between = "b3"
law = "coulomb"
kineticFriction = 0.9
viscous = { value = 0.78, min = 0.05 }
"#;

/// N = 1 − 0.06·800·0.4·cos(ωt), ω² = 800/0.6: two passages through 0 in every period.
#[test]
fn a_load_by_a_spring_beside_a_massless_body_passes_twice_in_a_period() {
    for steps in [1, 1000] {
        let moves = Moves::of(SPRUNG, 10.0, steps);
        let angular_frequency = (800.0_f64 / 0.6).sqrt();
        let first = (1.0_f64 / 19.2).acos() / angular_frequency;
        let second = 2.0 * std::f64::consts::PI / angular_frequency - first;
        for (k, event) in moves.events.iter().enumerate() {
            let cycle = (k / 2) as f64 * 2.0 * std::f64::consts::PI / angular_frequency;
            let exact = cycle + if k % 2 == 0 { first } else { second };
            assert!((event.time - exact).abs() < 1e-9, "{event:?} {exact}");
        }
        assert_eq!(moves.events.len(), 116);
    }
}
