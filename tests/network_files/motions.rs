//! The files in tests/networks move as their first lines say: from the text to the variables of a unit.

use luztar::unit::{Model, Value};

use crate::folder::network;
use crate::support::{Host, Named};

/// Forces and accelerations that no integration touches, N and m/s².
const EXACT: f64 = 1e-12;
/// Event times and positions at default settings and unit scale, s and m.
const LOCATED: f64 = 1e-9;

/// A model of tests/networks after initialisation.
fn start(name: &str, values: &[(&str, f64)]) -> Host {
    let (network, text) = network(name);
    Host::start(&Model::new(network, text), values)
}

#[test]
fn spring_mass_comes_to_rest_at_minus_two_centimetres() {
    for size in [0.001, 0.01, 0.5] {
        let mut run = start("spring_mass", &[]);
        run.run(2.0, size);
        let tenth = std::f64::consts::PI / 10.0;
        assert_eq!(run.events.len(), 3, "{:?}", run.events);
        for (k, event) in run.events.iter().enumerate() {
            assert!((event.time() - tenth * (k + 1) as f64).abs() <= LOCATED, "{event:?}");
        }
        run.expect_all(&[("block.position", -0.02)], LOCATED);
        assert_eq!(run.value("block.velocity"), Value::Real(0.0));
    }
}

#[test]
fn resolve_chain_keeps_its_upper_contact() {
    let mut run = start("resolve_chain", &[]);
    let accelerations = [("body1.acceleration", 1.95), ("body2.acceleration", 1.95)];
    run.expect_all(&accelerations, EXACT);
    assert_eq!(run.value("contact12.stuck"), Value::Boolean(true));
    assert_eq!(run.value("contact20.state"), Value::Integer(1));
    run.run_seen(10.0, 0.1, |run| run.expect("contact12.slipVelocity", 0.0, 0.0));
    assert_eq!(run.events, []);
    run.expect_all(&accelerations, EXACT);
}

/// Held ones keep their position to the last bit; a rider keeps its slip velocity at 0.
#[test]
fn nothing_creeps_in_a_thousand_seconds() {
    for (name, contact, bodies) in [
        ("held_block", "floor", &["slider"][..]),
        ("geared_pair", "rim", &["body1", "body2"]),
        ("belt_block", "belt", &[]),
    ] {
        let mut run = start(name, &[]);
        let positions: Vec<_> = bodies.iter().map(|body| format!("{body}.position")).collect();
        let starts: Vec<f64> =
            positions.iter().map(|position| run.instance.real(position)).collect();
        let slip = format!("{contact}.slipVelocity");
        run.run_seen(1000.0, 1.0, |run| {
            run.expect(&slip, 0.0, 0.0);
            for (position, start) in positions.iter().zip(&starts) {
                run.expect(position, *start, 0.0);
            }
        });
        assert_eq!(run.events, [], "{name}");
    }
}

#[test]
fn a_block_rides_at_the_speed_of_its_belt() {
    let mut run = start("belt_block", &[]);
    run.run(1000.0, 10.0);
    run.expect_all(&[("slider.position", 100.0), ("slider.velocity", 0.1)], LOCATED);
    run.expect_all(&[("belt.frictionForce", -0.9)], EXACT);
}

#[test]
fn stick_slip_on_a_belt_has_its_period() {
    let mut run = start("coulomb_belt", &[]);
    run.run(40.0, 0.1);
    let slips: Vec<f64> = run.events.iter().filter(|e| e.from() == 0).map(|e| e.time()).collect();
    assert!(slips.len() >= 4, "{:?}", run.events);
    for pair in slips.windows(2) {
        assert!((pair[1] - pair[0] - 7.61125925410131).abs() <= LOCATED, "{slips:?}");
    }
}

/// The start is the turning point of Den Hartog's motion: every half period it comes to one again.
#[test]
fn a_forced_coulomb_oscillator_keeps_its_amplitude() {
    let mut run = start("forced_coulomb", &[]);
    let amplitude = run.instance.real("mass.position");
    let (r, friction) = (0.8_f64, 0.3_f64);
    let half = std::f64::consts::PI / r;
    let v = 1.0 / (1.0 - r * r);
    let u = half.sin() / (1.0 + half.cos()) / r;
    assert!((amplitude - (v * v - (friction * u).powi(2)).sqrt()).abs() <= EXACT);
    let halves = 20;
    for k in 0..halves {
        run.instance.step(f64::from(k) * half, half).unwrap();
        let sign = if k % 2 == 0 { -1.0 } else { 1.0 };
        run.expect_all(&[("mass.position", sign * amplitude)], LOCATED * f64::from(k + 1));
    }
}

#[test]
fn the_upper_block_is_carried_along() {
    let mut run = start("two_mass_two_contacts", &[]);
    run.expect_all(&[("body1.acceleration", 1.0), ("body2.acceleration", 1.0)], EXACT);
    run.expect_all(&[("contact12.frictionForce", -1.0), ("contact20.frictionForce", 1.0)], EXACT);
}

#[test]
fn the_ground_gives_way_to_both() {
    let mut run = start("three_contacts", &[]);
    run.expect_all(&[("body1.acceleration", 0.8), ("body2.acceleration", 0.8)], EXACT);
}

#[test]
fn three_contacts_share_their_loads() {
    let forces = |friction: [f64; 3]| {
        [
            ("contact10.frictionForce", friction[0]),
            ("contact20.frictionForce", friction[1]),
            ("contact12.frictionForce", friction[2]),
        ]
    };
    let accelerations = |a| [("body1.acceleration", a), ("body2.acceleration", 0.0)];
    let mut run = start("three_contacts_anchors", &[]);
    run.expect_all(&accelerations(1.0), EXACT);
    run.expect_all(&forces([1.0, 0.5, 1.0]), EXACT);
    let mut run = start("three_contacts_anchors", &[("body1.force", 1.2), ("body2.force", -0.3)]);
    run.expect_all(&accelerations(0.0), EXACT);
    run.expect_all(&forces([0.7, 0.2, 0.5]), EXACT);
    assert_eq!(run.value("indeterminate"), Value::Boolean(true));
}

/// T = 0.15 N·m at the arm 0.1 m: rim force f with 2 a = f, 0.01 α = 0.15 − 0.1 f and a = 0.1 α.
#[test]
fn a_wheel_moves_a_rack() {
    let mut run = start("rack", &[]);
    let acceleration = 0.15 / 0.1 / (2.0 + 0.01 / 0.01);
    run.expect_all(
        &[
            ("rack.acceleration", acceleration),
            ("wheel.angularAcceleration", acceleration / 0.1),
            ("rim.frictionForce", -2.0 * acceleration),
        ],
        EXACT,
    );
    assert_eq!(run.value("rim.stuck"), Value::Boolean(true));
}

/// Every element that the format knows, at once: the unit runs and its numbers stay finite.
#[test]
fn every_key_runs() {
    let mut run = start("every_key", &[]);
    run.run_seen(2.0, 0.01, |run| {
        for index in 0..run.instance.unit().variables().len() {
            if let Value::Real(value) = run.instance.get(index).unwrap() {
                assert!(value.is_finite());
            }
        }
    });
}
