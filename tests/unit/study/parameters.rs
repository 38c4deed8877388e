//! Derivatives of motions by parameters that may not change during one, against differences of motions.

use luztar::study::Case;
use luztar::study::constants::prepared;
use luztar::study::sensitivity::{Free, Record};
use luztar::unit::Value;

use crate::study::unit;

/// Derivatives of outputs by one parameter, at times through transitions, beside those by differences of motions; both
/// with the greatest of them as unit.
pub(super) fn compare(
    text: &str,
    name: &str,
    outputs: &[&str],
    times: &[f64],
    expected_events: usize,
) {
    let model = Case::of_any(unit(text), Vec::new()).expect("a model").tight();
    let parameter = model.unit().find(name).expect("a parameter");
    let model = prepared(&model, &[parameter]).expect("a model");
    let find = |name: &str| model.unit().find(name).expect("a variable");
    let parameter = find(name);
    let record = Record {
        times: Some(times.to_vec()),
        given: Vec::new(),
        measured: outputs.iter().map(|name| (find(name), vec![0.0; times.len()])).collect(),
    };
    let at = |value: f64| model.with(parameter, Value::Real(value));
    let answers = |model: &Case| {
        let free = Free::new(model, &[parameter]).expect("a derivative");
        free.answers(&record).expect("answers")
    };
    let value = model.value(parameter).expect("a number");
    let exact = answers(&model);
    let h = 1e-5 * value;
    let (above, below) = (answers(&at(value + h)), answers(&at(value - h)));
    let count = outputs.len();
    for (column, output) in outputs.iter().enumerate() {
        let rows = || (column..exact.values.len()).step_by(count);
        let size = rows().fold(0.0, |most: f64, row| most.max(exact.slopes[row][0].abs()));
        assert!(size > 1e-3, "{name}: {output} does not depend on it");
        for row in rows() {
            let difference = (above.values[row] - below.values[row]) / (2.0 * h);
            let error = (exact.slopes[row][0] - difference).abs();
            assert!(
                error < 1e-6 * size,
                "{name}, {output} at {}: {} {difference}",
                times[row / count],
                exact.slopes[row][0]
            );
        }
    }
    let mut instance = model.start(0.0, &model.first(), false).expect("a motion");
    let end = times[times.len() - 1];
    instance.step(0.0, end).expect("a motion");
    assert_eq!(instance.step_events().len(), expected_events, "{:?}", instance.step_events());
}

/// Times that are none of a transition.
pub(super) fn times(count: u32, step: f64) -> Vec<f64> {
    (0..=count).map(|k| step * f64::from(k)).collect()
}

const BELT: &str = "[model]\nname = \"Belt\"\n\
    [body.slider]\nmass = 1.3\nposition = 0.4\n\
    [body.rider]\nmass = 0.4\nvelocity = 0.2\n\
    [spring.leaf]\nbetween = \"slider\"\nstiffness = 2.0\n\
    [spring.link]\nbetween = [\"slider\", \"rider\"]\nstiffness = 5.0\ndamping = 0.3\n\
    [contact.belt]\nbetween = \"slider\"\nlaw = \"stribeck\"\nkineticFriction = 0.5\nstaticFriction = 1.0\n\
    stribeckVelocity = 0.1\nviscous = 0.05\nsurfaceVelocity = 0.2\n";

/// A slider that sticks to its belt and lets go of it, with another body on it: the mass of either.
#[test]
fn masses_have_derivatives_across_stick_and_slip() {
    let outputs =
        ["slider.position", "rider.velocity", "slider.acceleration", "belt.frictionForce"];
    for mass in ["slider.mass", "rider.mass"] {
        compare(BELT, mass, &outputs, &times(12, 1.35), 4);
    }
}

/// A body that a belt drags between stops whose springs have damping, so that forces jump as they are reached.
#[test]
fn freeplays_have_derivatives_across_their_stops() {
    let text = "[model]\nname = \"Stops\"\n\
        [body.slider]\nmass = 1.0\nvelocity = 1.1\nconstantForce = 0.1\n\
        [body.cart]\nmass = 3.0\n\
        [spring.stop]\nbetween = [\"slider\", \"cart\"]\nstiffness = 40.0\ndamping = 1.5\nbacklash = 0.6\n\
        [spring.anchor]\nbetween = \"cart\"\nstiffness = 6.0\n\
        [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 0.05\n";
    let outputs = ["slider.position", "cart.velocity", "stop.force"];
    compare(text, "stop.backlash", &outputs, &times(10, 0.37), 9);
    compare(text, "slider.mass", &outputs, &times(10, 0.37), 9);
}

#[test]
fn parameters_without_derivatives_are_refused_with_the_reason() {
    let text = "[model]\nname = \"Refused\"\n\
        [body.slider]\nmass = 1.0\n\
        [body.rider]\nmass = 1.0\n[spring.press]\nbetween = [\"slider\", \"rider\"]\nstiffness = 40.0\nbacklash = 0.6\nratio = 2.0\n\
        [spring.none]\nbetween = \"slider\"\nstiffness = 40.0\nbacklash = 0.0\n\
        [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.05\nnormalForce = 1.0\n\
        loadSpring = \"press\"\nloadFactor = 0.5\n";
    let model = Case::of_any(unit(text), Vec::new()).expect("a model");
    for (name, reason) in [
        ("press.ratio", "the constraints between velocities"),
        ("press.backlash", "its spring loads a contact"),
        ("none.backlash", "with 0 its spring has no gap"),
        ("relativeTolerance", "not a parameter of the mechanism"),
    ] {
        let index = model.unit().find(name).unwrap_or_else(|| panic!("{name}"));
        let model = prepared(&model, &[index]).expect("a model");
        let index = model.unit().find(name).expect("the same");
        let refusal = Free::new(&model, &[index]).err().expect(name).to_string();
        assert!(refusal.starts_with(&format!("{name} has no derivative")), "{refusal}");
        assert!(refusal.contains(reason), "{refusal}");
    }
}

/// Limits of friction at which a slider lets go of its belt, or to which its friction falls, and the velocity of the belt.
#[test]
fn limits_of_friction_have_derivatives_across_stick_and_slip() {
    let outputs = ["slider.position", "rider.velocity", "slider.acceleration"];
    for limit in ["belt.staticFriction", "belt.kineticFriction", "belt.surfaceVelocity"] {
        compare(BELT, limit, &outputs, &times(12, 1.35), 4);
    }
}

/// Places and speeds at which forces, loads and laws by formula jump.
#[test]
fn places_of_jumps_have_derivatives() {
    for (element, place, events) in [
        (
            "[force.f]\nbetween = \"b\"\nforce = \"if(e > q, -1, 0)\"\nparameter = { q = 0.05 }\n",
            "f.q",
            0,
        ),
        (
            "[force.f]\nbetween = \"b\"\nforce = \"if(rate > q, -0.3, 0)\"\nparameter = { q = 0.2 }\n",
            "f.q",
            7,
        ),
        (
            "[law.u]\nfriction = \"if(first.position > q, 0.4, 0.1)\"\n\
             parameter = [{ name = \"place\", symbol = \"q\", measure = \"length\" }]\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"u\"\nplace = 0.05\n",
            "c.place",
            5,
        ),
    ] {
        let text = format!(
            "[model]\nname = \"Jumps\"\n[body.b]\nmass = 1.0\nposition = 0.1\n\
             excitation = {{ amplitude = 2.0, angularFrequency = 2.0 }}\n\
             [spring.g]\nbetween = \"b\"\nstiffness = 10.0\ndamping = 0.3\n{element}"
        );
        compare(&text, place, &["b.position", "b.velocity"], &times(9, 0.83), events);
    }
}
