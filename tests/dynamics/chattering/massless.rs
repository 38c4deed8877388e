//! Bodies without mass: under loads that are ramps, and beside bristles.

use luztar::dynamics::{ContactMode, Event};
use luztar::network::read;

use crate::chattering::moves::Moves;

/// When something happened, and what it became.
fn told(moves: &Moves) -> Vec<(f64, i32)> {
    moves.events.iter().map(|event| (event.time(), event.to())).collect()
}

/// A body without mass, pulled by 2 N over a surface that moves at 0.5 m/s, on a damper of 1 Ns/m.
const PULLED: &str = r#"
[model]
name = "Pulled"
[body.pad]
mass = 0
constantForce = 2.0
[contact.surface]
between = "pad"
law = "coulomb"
kineticCoefficient = 0.5
viscous = 0.2
surfaceVelocity = 0.5
normalForce = "input"
[damper.oil]
between = "pad"
damping = 1.0
"#;

/// 2 − 0.5 N − 0.2 (v − 0.5) − v = 0 up to N = 3, where the pad stays on the surface.
#[test]
fn a_pad_under_a_load_that_grows_follows_its_balance_of_forces() {
    let network = read(PULLED, "pulled.toml").expect("a network");
    let mut moves = Moves::begin(network, 0.0, &[1.0], &[1.0]).expect("begins");
    for step in 0..30 {
        let time = 0.1 * f64::from(step + 1);
        moves.advance(time, &[1.0 + 0.1 * f64::from(step)], &[1.0]).expect("no storm");
        let exact = ((2.1 - 0.5 * (1.0 + time)) / 1.2).max(0.5);
        let velocity = moves.motion.state().velocity[0];
        assert!((velocity - exact).abs() < 1e-12, "{time}: {velocity} {exact}");
    }
    let stops = told(&moves);
    assert_eq!(stops.len(), 1, "{stops:?}");
    assert!(
        (stops[0].0 - 2.0).abs() < 1e-9 && stops[0].1 == ContactMode::Stuck as i32,
        "{stops:?}"
    );
}

/// A block at rest on a pad without mass, on a damper.
const RESTING: &str = r#"
[model]
name = "Resting"
[body.block]
mass = 2.4
[body.pad]
mass = 0
[contact.top]
between = ["block", "pad"]
law = "coulomb"
kineticCoefficient = 1.9
normalForce = "input"
[damper.oil]
between = "pad"
damping = 1.0
"#;

#[test]
fn a_pad_at_rest_holds_as_soon_as_its_load_rises_from_0() {
    let network = read(RESTING, "resting.toml").expect("a network");
    let mut moves = Moves::begin(network, 0.0, &[-0.2], &[0.0]).expect("begins");
    moves.advance(7.539, &[-0.2], &[0.0]).expect("no storm");
    moves.advance(8.539, &[0.0], &[1.0]).expect("no storm");
    assert_eq!(told(&moves), [(7.539, ContactMode::Stuck as i32)]);
}

/// A body without mass on the ground and under a block that a bristle holds.
const BRISTLE: &str = r#"
[model]
name = "Bristle"
[body.pad]
mass = 0
[body.block]
mass = 0.1
velocity = VELOCITY
excitation = { amplitude = 1.32, angularFrequency = 7.06, phase = 1.3436 }
[contact.floor]
between = "pad"
law = "coulomb"
kineticFriction = 0.2
[contact.top]
between = ["pad", "block"]
law = "coulomb"
kineticFriction = 1.08
viscous = { value = 0.45, min = 0.05 }
[contact.bristle]
between = "block"
law = "dahl"
kineticFriction = 0.7
bristleStiffness = 1000.0
"#;

/// In any communication step, and from starts next to rest.
#[test]
fn a_pad_beside_a_bristle_moves_alike_in_all_steps() {
    for velocity in [0.0, 1e-12, -1e-12, 1e-10, -1e-9, 1e-8, -1e-7, 1e-6, -1e-6] {
        let file = BRISTLE.replace("VELOCITY", &format!("{velocity:?}"));
        let whole = Moves::of(&file, 10.0, 1);
        assert!(whole.events.len() > 80, "{velocity:e}: {}", whole.events.len());
        for steps in [7, 100, 1000] {
            let many = Moves::of(&file, 10.0, steps);
            assert_eq!(whole.sequence(), many.sequence(), "{velocity:e} in {steps}");
            let apart = |(one, other): (&Event, &Event)| (one.time() - other.time()).abs();
            let apart = whole.events.iter().zip(&many.events).map(apart).fold(0.0, f64::max);
            assert!(apart < 1e-8, "{velocity:e} in {steps}: {apart:e}");
        }
    }
}

/// Two freewheels hold a block until it is pushed off; a pad without mass, pulled along by a spring, has come to rest
/// at exactly what holds it.
const FREEWHEELS: &str = r#"
[model]
name = "Freewheels"
[body.other]
mass = 1.012
[body.block]
mass = 2.469
position = 0.1
force = "input"
[body.pad]
mass = 0
[spring.s]
between = ["pad", "block"]
stiffness = 290.0
[contact.floor]
between = "pad"
law = "coulomb"
kineticFriction = 1.0
viscous = 0.5
[contact.ahead]
between = ["block", "other"]
law = "oneWay"
[contact.behind]
between = ["block", "other"]
ratio = -1.0
law = "oneWay"
"#;

/// The pad's limit is reached together with the force that the freewheels can no longer hold, and then exceeded by a
/// third power of time. From there on m v̇ = r τ − c v, but for the 2 ms in which the spring settles.
#[test]
fn a_pad_at_its_limit_stays_until_what_pulls_it_moves() {
    for rate in [0.5, 1.0, 2.0, 2.181, 3.0, 7.0] {
        let network = read(FREEWHEELS, "freewheels.toml").expect("a network");
        let mut moves = Moves::begin(network, 0.0, &[-1.0], &[0.0]).expect("begins");
        moves.advance(1.0, &[-1.0], &[0.0]).expect("no storm");
        let (release, end) = (1.0 + 2.0 / rate, 1.0 + 4.0 / rate);
        moves.advance(end, &[-1.0], &[rate]).expect("no storm");
        let told = told(&moves);
        assert_eq!(told.len(), 4, "{rate}: {told:?}");
        for (time, mode) in &told[1..] {
            assert_eq!(*mode, ContactMode::Forward as i32, "{rate}: {told:?}");
            assert!((time - release).abs() < 1e-3, "{rate}: {told:?}");
        }
        let (mass, viscous, tau) = (2.469, 0.5, end - release);
        let settling = mass / viscous;
        let exact = rate / viscous * (tau - settling * (1.0 - f64::exp(-tau / settling)));
        let velocity = moves.motion.state().velocity[1];
        assert!((velocity / exact - 1.0).abs() < 2e-3, "{rate}: {velocity} {exact}");
    }
}
