//! Cycles against closed forms, and their derivatives against differences.

use std::f64::consts::{PI, TAU};

use luztar::study::Case;
use luztar::study::cycle::Cycle;
use luztar::study::response::next;
use luztar::study::settling::find;
use luztar::unit::{ContactId, ContactMode, Element, Event};

use crate::study::{model, unit, with};

const STUCK: i32 = 0;

/// m z'' + k z + F sgn z' = P cos Ωt, m = k = P = 1.
fn den_hartog(frequency: f64, friction: f64) -> Case {
    let text = format!(
        "[model]\nname = \"DenHartog\"\n[body.slider]\nmass = 1.0\nvelocity = 0.3\n\
         excitation = {{ amplitude = 1.0, angularFrequency = {frequency:?} }}\n\
         [spring.leaf]\nbetween = \"slider\"\nstiffness = 1.0\n\
         [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = {friction:?}\n"
    );
    Case::new(unit(&text), Vec::new()).expect("a unit with states").tight()
}

/// J. P. Den Hartog, Trans. ASME 53 (1931) 107–115: the amplitude of the motion without stops is
/// √(V² − (F/P)² U²) P/k with V = 1/(1 − β²), U = sin(π/β)/(β(1 + cos(π/β))), β = Ω/√(k/m).
#[test]
fn forced_coulomb_oscillators_have_den_hartogs_amplitudes() {
    let mut pairs = 0;
    for frequency in [0.7f64, 0.85, 1.3, 1.7, 2.5] {
        for friction in [0.05, 0.1, 0.2, 0.3] {
            let model = den_hartog(frequency, friction);
            let cycle = find(&model, 40.0 * TAU / frequency, None, |_| {})
                .unwrap_or_else(|why| panic!("{frequency} {friction}: {why}"));
            let position = model.unit().find("slider.position").expect("an output");
            let found = cycle.extremes(&model, &[position]).expect("a motion")[0];
            let v = 1.0 / (1.0 - frequency * frequency);
            let u = (PI / frequency).sin() / (frequency * (1.0 + (PI / frequency).cos()));
            let expected = (v * v - (friction * u).powi(2)).sqrt();
            for amplitude in [found.max, -found.min] {
                let off = (amplitude - expected).abs();
                assert!(off < 1e-9, "{frequency} {friction}: {amplitude} is not {expected}");
            }
            assert!(
                cycle.events.iter().all(|event| event.to() != STUCK),
                "{frequency} {friction}: it stops"
            );
            assert_eq!(cycle.events.len(), 2, "{frequency} {friction}");
            assert!(
                cycle.is_stable() && cycle.residual < 1e-11,
                "{frequency} {friction}: {cycle:?}"
            );
            pairs += 1;
        }
    }
    assert_eq!(pairs, 20);
}

/// The belt carries the block until the spring tears it off: (2/ω)(π − atan(Δω/v)) + 2Δ/v, and whatever the state was
/// when it slipped, it sticks at the same: the multiplier across the cycle is 0.
#[test]
fn the_block_on_a_belt_has_its_period_and_forgets_everything() {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    let base = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    for v in [0.05, 0.1, 0.4] {
        let model = with(&base, &[("belt.surfaceVelocity", v)]);
        let cycle = find(&model, 40.0, None, |_| {}).expect("a cycle");
        let (delta, omega) = (0.25, 2f64.sqrt());
        let period = 2.0 / omega * (PI - (delta * omega / v).atan()) + 2.0 * delta / v;
        assert!((cycle.period - period).abs() < 1e-12 * period, "{v}: {} {period}", cycle.period);
        let (across, along) = (cycle.transverse()[0], cycle.multipliers[0]);
        assert!((along.0 - 1.0).abs() < 1e-8 && along.1 == 0.0, "{v}: {along:?}");
        assert!(across.0.hypot(across.1) < 1e-8, "{v}: {across:?}");
        assert!(cycle.is_stable() && !cycle.forced);
    }
}

/// A time to settle in which the block returns at most once, and an estimate of two periods.
#[test]
fn a_cycle_is_found_from_transitions_and_about_an_estimate_of_its_period() {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    let base = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let model = with(&base, &[("belt.surfaceVelocity", 0.1)]);
    let (delta, omega) = (0.25, 2f64.sqrt());
    let period = 2.0 / omega * (PI - (delta * omega / 0.1).atan()) + 2.0 * delta / 0.1;
    let mut rounds = 0;
    let cycle = find(&model, 0.4 * period, None, |_| rounds += 1).expect("a cycle");
    assert!(rounds > 2, "{rounds}");
    assert!((cycle.period - period).abs() < 1e-12 * period, "{} {period}", cycle.period);
    for (estimate, expected) in [(1.2 * period, period), (1.9 * period, 2.0 * period)] {
        let cycle = find(&model, 40.0, Some(estimate), |_| {}).expect("a cycle");
        let off = (cycle.period - expected).abs();
        assert!(off < 1e-11 * expected, "{estimate}: {} {expected}", cycle.period);
    }
}

/// Without friction below the belt's velocity the forced oscillator's multipliers are known: Φ(T) of a damped
/// oscillator has the determinant exp(−cT/m) and the trace 2 exp(−cT/2m) cos ω'T.
#[test]
fn a_linear_cycle_has_the_multipliers_of_its_equation() {
    let (c, frequency) = (0.3, 1.4);
    let text = format!(
        "[model]\nname = \"Linear\"\n[body.slider]\nmass = 2.0\nexcitation = {{ amplitude = 1.0, angularFrequency = {frequency:?} }}\n\
         [spring.leaf]\nbetween = \"slider\"\nstiffness = 3.0\ndamping = {c:?}\n"
    );
    let model = Case::new(unit(&text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 10.0, None, |_| {}).expect("a cycle");
    let period = TAU / frequency;
    let decay = (-c / 4.0 * period).exp();
    let own = (1.5f64 - (c / 4.0).powi(2)).sqrt();
    let expected = (decay * (own * period).cos(), decay * (own * period).sin().abs());
    let (re, im) = cycle.multipliers[0];
    assert!(
        (re - expected.0).abs() < 1e-12 && (im - expected.1).abs() < 1e-12,
        "{re} {im} {expected:?}"
    );
    let amplitude =
        1.0 / ((3.0 - 2.0 * frequency * frequency).powi(2) + (c * frequency).powi(2)).sqrt();
    let position = model.unit().find("slider.position").expect("an output");
    let found = cycle.extremes(&model, &[position]).expect("a motion")[0];
    assert!((found.max - amplitude).abs() < 1e-7 * amplitude, "{} {amplitude}", found.max);
}

/// Friction holds the block from the value with which it stuck, 2F_k − F_s, to the static limit F_s, at which it is released. It
/// slips about F_k/k with ω²A = √((F_s − F_k)² + (ωv)²), m = 1.
#[test]
fn forces_on_both_sides_of_transitions_are_extremes() {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 40.0, None, |_| {}).expect("a cycle");
    let names = ["belt.frictionForce", "slider.acceleration"];
    let columns = names.map(|name| model.unit().find(name).expect("an output"));
    let found = cycle.extremes(&model, &columns).expect("a motion");
    let greatest = f64::sqrt(0.25 + 0.02);
    for (seen, (least, most)) in found.iter().zip([(-1.5, -0.5), (-greatest, greatest)]) {
        assert!((seen.min - least).abs() < 1e-9, "{seen:?} {least}");
        assert!((seen.max - most).abs() < 1e-9, "{seen:?} {most}");
    }
}

/// A stop that is hit within a period, and friction that its depth loads: extremes by a Runge–Kutta method of order 8 with located
/// transitions, each sought to 1e-12.
#[test]
fn peaks_of_short_contacts_are_extremes() {
    let text = "model = { name = \"Hammer\" }\n\
                body.m = { mass = 1.0, excitation = { amplitude = 1.0, angularFrequency = 0.8 } }\n\
                spring.k = { between = \"m\", stiffness = 1.0, damping = 0.1 }\n\
                spring.stop = { between = \"m\", stiffness = 100.0, damping = 1.0, gap = [-inf, 0.5] }\n\
                contact.f = { between = \"m\", law = \"coulomb\", kineticCoefficient = 0.05, \
                normalForce = \"10*max(m.position-0.2,0)\" }\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 100.0, None, |_| {}).expect("a cycle");
    let names = ["stop.force", "m.acceleration", "f.frictionForce"];
    let columns = names.map(|name| model.unit().find(name).expect("an output"));
    let found = cycle.extremes(&model, &columns).expect("a motion");
    let friction = 0.242_187_143_328_2;
    for (seen, expected) in [
        (found[0].max, 18.529_741_905_781),
        (found[1].min, -18.484_695_833_607),
        (found[2].min, -friction),
        (found[2].max, friction),
    ] {
        assert!((seen / expected - 1.0).abs() < 1e-7, "{seen} {expected}");
    }
    let answer = next(&model, 0.8, columns[2], 20, None).expect("an answer").answer;
    assert!((answer.amplitude / friction - 1.0).abs() < 1e-7, "{answer:?}");
}

/// Compares Φ(T) with central differences of runs.
#[track_caller]
pub(super) fn assert_differences(model: &Case, cycle: &Cycle, what: &str) {
    let flow = |state: &[f64]| {
        let mut instance = model.start(0.0, state, false).expect("a state");
        instance.step(0.0, cycle.period).expect("a motion");
        model.state(&mut instance).expect("numbers")
    };
    for j in 0..cycle.state.len() {
        let h = 1e-6;
        let moved = |by: f64| {
            let mut state = cycle.state.clone();
            state[j] += by;
            flow(&state)
        };
        let (high, low) = (moved(h), moved(-h));
        for i in 0..cycle.state.len() {
            let difference = (high[i] - low[i]) / (2.0 * h);
            let exact = cycle.monodromy[(i, j)];
            let off = (difference - exact).abs();
            assert!(off < 2e-5 * (1.0 + exact.abs()), "{what} ({i}, {j}): {difference} {exact}");
        }
    }
}

/// Two states of units whose friction falls with the slip: Φ(T) against central differences of runs.
#[test]
fn derivatives_across_transitions_are_those_of_differences() {
    let cases = [
        // slips all the time, in both directions
        (
            "ForcedOscillator",
            vec![("slider.excitationOmega", 1.05), ("slider.excitationAmplitude", 2.0)],
            None,
        ),
        // sticks and slips
        ("ForcedOscillator", vec![("slider.excitationOmega", 0.8)], None),
        // sticks and slips under a load that follows the motion
        ("BrakeMechanism", vec![("lining.normalForce", 5.0)], Some(())),
    ];
    for (name, values, autonomous) in cases {
        let model = model(name, &values).tight();
        let settled = if autonomous.is_some() { 20.0 } else { 100.0 };
        let cycle = find(&model, settled, None, |_| {})
            .unwrap_or_else(|why| panic!("{name} {values:?}: {why}"));
        assert!(cycle.residual < 1e-9, "{name} {values:?}: {}", cycle.residual);
        assert_differences(&model, &cycle, &format!("{name} {values:?}"));
        let slips = |element| matches!(element, Element::Contact(_));
        assert!(cycle.events.iter().any(|event| slips(event.element())), "{name} {values:?}");
    }
}

/// A pad that vibrates presses a block by a spring, and lifts off: friction that is no multiple of the load jumps there, by a
/// spring of either sign, and where a damped stop is touched. Φ(T) against central differences of runs.
#[test]
fn derivatives_across_lifting_off_are_those_of_differences() {
    for (press, load) in [
        // N = 1 − 4 z: it passes 0 while the spring acts.
        ("stiffness = 4.0\ndamping = 0.3", "normalForce = 1.0\nloadFactor = -1.0"),
        // A stop below the pad: N jumps to d·v where it is touched, and ends with the force of the stop.
        (
            "stiffness = 30.0\ndamping = 0.8\ngap = [0.1, inf]",
            "normalForce = 0.0\nloadFactor = -1.0",
        ),
    ] {
        let text = format!(
            "[model]\nname = \"Lifting\"\n[body.pad]\nmass = 1.0\nexcitation = {{ amplitude = 3.0, angularFrequency = 2.3 }}\n\
             [spring.hold]\nbetween = \"pad\"\nstiffness = 2.0\ndamping = 0.5\n\
             [spring.press]\nbetween = \"pad\"\n{press}\n\
             [body.block]\nmass = 1.5\n[spring.leaf]\nbetween = \"block\"\nstiffness = 5.0\ndamping = 0.1\n\
             [contact.face]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.4\nviscous = 0.3\n\
             surfaceVelocity = 2.0\nloadSpring = \"press\"\n{load}\n"
        );
        let model = Case::new(unit(&text), Vec::new()).expect("a unit with states").tight();
        let cycle =
            find(&model, 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{press}: {why}"));
        let lifts = |event: &Event| event.to() == ContactMode::Free as i32;
        let face = Element::Contact(ContactId(0));
        let lifted = cycle.events.iter().filter(|event| event.element() == face && lifts(event));
        assert!(lifted.count() > 0 && cycle.residual < 1e-9, "{press}: {cycle:?}");
        assert_differences(&model, &cycle, press);
    }
}

/// A contact that stops, and a damped gap that closes, release another contact at the same instant: what decides is the cause,
/// though the release is told first. Φ(T) against central differences of runs.
#[test]
fn derivatives_across_transitions_that_release_others_are_those_of_differences() {
    let stop = "[body.b0]\nmass = 1.87\nexcitation = { amplitude = 5.87, angularFrequency = 2.7757885, phase = -0.954 }\n\
                [spring.g0]\nbetween = \"b0\"\nstiffness = 21.6\ndamping = 0.092\n\
                [body.b1]\nmass = 1.14\nexcitation = { amplitude = 1.788, angularFrequency = 2.7757885, phase = -1.0933 }\n\
                [spring.g1]\nbetween = \"b1\"\nstiffness = 14.71\ndamping = 0.144\n\
                [body.b2]\nmass = 1.544\n[spring.g2]\nbetween = \"b2\"\nstiffness = 57.79\ndamping = 0.1\n\
                [contact.x1]\nbetween = [\"b0\", \"b1\"]\nlaw = \"coulomb\"\nkineticFriction = 0.514\nstaticFriction = 0.763\n\
                [contact.x2]\nbetween = [\"b1\", \"b2\"]\nlaw = \"coulomb\"\nkineticFriction = 1.4026\nstaticFriction = 1.8488\n\
                [contact.c1]\nbetween = \"b1\"\nlaw = \"stribeck\"\nkineticFriction = 0.66\nstaticFriction = 0.858\n\
                stribeckVelocity = 0.0838\n";
    let close = "[body.b0]\nmass = 0.7541\nexcitation = { amplitude = 4.3832, angularFrequency = 4.066076, phase = -0.97 }\n\
                 [spring.g0]\nbetween = \"b0\"\nstiffness = 19.085\ndamping = 0.31\n\
                 [body.b1]\nmass = 0.86784\nposition = 0.17\n[spring.g1]\nbetween = \"b1\"\nstiffness = 29.4\ndamping = 0.1013\n\
                 [spring.m1]\nbetween = [\"b0\", \"b1\"]\nstiffness = 284.94\ndamping = 0.95\nbacklash = 0.06716\n\
                 [contact.c0]\nbetween = \"b0\"\nlaw = \"coulomb\"\nkineticFriction = 0.2854\nstaticFriction = 0.36\n\
                 [force.f]\nbetween = \"b0\"\nforce = \"-2.0669*sin(3*e) - 0.1*rate*abs(rate)\"\n";
    for (what, network, frequency) in [("stop", stop, 2.7757885), ("close", close, 4.066076)] {
        let text = format!("[model]\nname = \"Releasing\"\n{network}");
        let model = Case::new(unit(&text), Vec::new()).expect("a unit with states").tight();
        let cycle = find(&model, 60.0 * TAU / frequency, None, |_| {})
            .unwrap_or_else(|why| panic!("{what}: {why}"));
        let at_once = |pair: &[Event]| (pair[0].time() - pair[1].time()).abs() < 1e-9;
        assert!(cycle.events.windows(2).any(at_once), "{what}: {cycle:?}");
        assert_differences(&model, &cycle, what);
    }
}

/// Two bodies that are stuck at the start, one to the ground and one to the other, are stuck after corrections, too: there are as many
/// directions as positions, and no transitions but those of the motion.
#[test]
fn what_is_stuck_at_the_start_of_a_cycle_stays_so() {
    let text = "[model]\nname = \"Stuck\"\n\
        [body.a]\nmass = 1.0\nposition = 0.1\nexcitation = { amplitude = 1.82, angularFrequency = 2.0 }\n\
        [spring.ka]\nbetween = \"a\"\nstiffness = 28.77\ndamping = 0.2\n\
        [body.b]\nmass = 1.0\n[spring.kb]\nbetween = \"b\"\nstiffness = 13.25\ndamping = 0.2\n\
        [contact.floor]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.5\nstaticFriction = 0.72\n\
        [contact.ab]\nbetween = [\"a\", \"b\"]\nlaw = \"coulomb\"\nkineticFriction = 0.8\nstaticFriction = 1.14\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 150.0, None, |_| {}).expect("a cycle");
    for (row, value) in model.rows().iter().zip(&cycle.state) {
        let name = &model.unit().variables()[row.variable].name;
        assert!(!name.ends_with("velocity") || *value == 0.0, "{name}: {value}");
    }
    assert_eq!(cycle.events.len(), 4, "{:?}", cycle.events);
    assert!(cycle.is_neutral());
    let sizes: Vec<f64> = cycle.multipliers.iter().map(|value| value.0.hypot(value.1)).collect();
    // By differences of motions.
    assert!((sizes[0] - 1.0).abs() < 1e-8 && (sizes[1] - 0.71579).abs() < 1e-4, "{sizes:?}");
    assert!(sizes[2..].iter().all(|size| *size < 1e-8), "{sizes:?}");
}

/// A body on a spring under a harmonic force, with another element.
fn forced(element: &str) -> Case {
    let text = format!(
        "[model]\nname = \"Jumps\"\n[body.b]\nmass = 1.0\nposition = 0.1\n\
         excitation = {{ amplitude = 2.0, angularFrequency = 2.0 }}\n\
         [spring.g]\nbetween = \"b\"\nstiffness = 10.0\ndamping = 0.3\n{element}"
    );
    Case::new(unit(&text), Vec::new()).expect("a unit with states").tight()
}

/// Jumps of formulas where the motion decides, and at given times; windows within which friction holds a slip.
#[test]
fn derivatives_across_jumps_of_formulas_are_those_of_differences() {
    for element in [
        "[force.f]\nbetween = \"b\"\nforce = \"if(e > 0.05, -1, 0)\"\n",
        "[force.f]\nbetween = \"b\"\nforce = \"if(rate > 0.2, 0.3, 0)\"\n",
        "[force.f]\nbetween = \"b\"\nforce = \"-sign(e - 0.05)*0.3\"\n",
        "[force.f]\nbetween = \"b\"\nforce = \"if(e > 0.05 + 0.02*sin(2*t), -1, 0)\"\n",
        "[force.f]\nbetween = \"b\"\nforce = \"if(e > 0.05, -3*(e - 0.05), 0)\"\n",
        "[force.f]\nbetween = \"b\"\nforce = \"if(sin(2*t) > 0.3, 1, 0)\"\n",
        "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.2\n\
         normalForce = \"if(e > 0.05, 2, 0.5)\"\n",
        "[law.u]\nfriction = \"if(x > 0.3, 0.1, 0.3)\"\n[contact.c]\nbetween = \"b\"\nlaw = \"u\"\n",
        "[law.u]\nfriction = \"if(first.position > 0.05, 0.4, 0.1)\"\n[contact.c]\nbetween = \"b\"\nlaw = \"u\"\n",
        "[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.3\nstaticFriction = 0.5\n\
         regularisation = \"karnopp\"\nwindow = 0.05\n",
        "[huntCrossley.c]\nbetween = \"b\"\nstiffness = 500.0\ndissipation = 2.0\ndistance = -0.1\nexponent = 1.0\n",
        "[huntCrossley.c]\nbetween = \"b\"\nstiffness = 500.0\ndissipation = 2.0\ndistance = -0.1\nexponent = 1.1\n",
        "[contact.c]\nbetween = \"b\"\nlaw = \"antunes\"\nkineticFriction = 0.3\nstaticFriction = 0.4\n\
         bristleStiffness = 100.0\nbristleDamping = 1.0\n",
    ] {
        let model = forced(element);
        let cycle = find(&model, 120.0, None, |_| {});
        let cycle = cycle.unwrap_or_else(|why| panic!("{element}: {why}"));
        assert_differences(&model, &cycle, element);
    }
}

/// A motion that ends is told.
#[test]
fn what_is_no_cycle_is_told() {
    let text = include_str!("../../../examples/networks/SpringMass.toml");
    let still = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let why = find(&still, 2.0, None, |_| {}).expect_err("it comes to rest").to_string();
    assert!(why.contains("comes to rest"), "{why}");
}
