//! Answers to harmonic forces, and characteristics, against closed forms.

use std::f64::consts::PI;

use luztar::study::Case;
use luztar::study::characteristic::{force, friction, spring};
use luztar::study::response::{Answer, Station, next};
use luztar::unit::{Value, catalogue};

use crate::study::{model, unit};

/// Answers of a variable at each value, one from the other.
fn follow(
    model: &Case,
    (parameter, values): (usize, &[f64]),
    variable: usize,
    periods: usize,
) -> Vec<Answer> {
    let mut found: Vec<Station> = Vec::new();
    for &value in values {
        let model = model.with(parameter, Value::Real(value));
        found.push(next(&model, value, variable, periods, found.last()).expect("an answer"));
    }
    found.into_iter().map(|one| one.answer).collect()
}

/// z'' + c z' + z = cos Ωt: amplitude 1/√((1 − Ω²)² + c²Ω²), lag atan2(cΩ, 1 − Ω²).
#[test]
fn a_linear_oscillator_answers_as_its_equation_says() {
    let text = "[model]\nname = \"Linear\"\n[body.slider]\nmass = 1.0\nexcitation = { amplitude = 1.0, angularFrequency = 1.0 }\n\
                [spring.leaf]\nbetween = \"slider\"\nstiffness = 1.0\ndamping = 0.4\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let parameter = model.unit().find("slider.excitationOmega").expect("a parameter");
    let position = model.unit().find("slider.position").expect("an output");
    let values = [0.3, 0.8, 1.0, 1.3, 2.5];
    let found = follow(&model, (parameter, &values), position, 20);
    for (answer, w) in found.iter().zip(values) {
        let (elastic, viscous) = (1.0 - w * w, 0.4 * w);
        let expected = 1.0 / elastic.hypot(viscous);
        assert!((answer.harmonic - expected).abs() < 1e-11, "{w}: {answer:?} {expected}");
        assert!((answer.amplitude - expected).abs() < 1e-9, "{w}: {answer:?} {expected}");
        let lag = answer.lag.expect("it moves");
        assert!((lag - viscous.atan2(elastic)).abs() < 1e-11, "{w}: {answer:?}");
        assert_eq!(answer.stuck, 0.0);
        assert!(answer.multiplier.is_some_and(|size| size < 1.0));
    }
}

/// Den Hartog's amplitudes without stops, and stops where the frequency is low.
#[test]
fn a_coulomb_oscillator_answers_as_den_hartog_says() {
    let text = "[model]\nname = \"DenHartog\"\n[body.slider]\nmass = 1.0\nvelocity = 0.3\n\
                excitation = { amplitude = 1.0, angularFrequency = 1.0 }\n\
                [spring.leaf]\nbetween = \"slider\"\nstiffness = 1.0\n\
                [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let parameter = model.unit().find("slider.excitationOmega").expect("a parameter");
    let position = model.unit().find("slider.position").expect("an output");
    let values = [1.8, 1.5, 0.75, 0.2];
    let found = follow(&model, (parameter, &values), position, 60);
    for (answer, w) in found[..3].iter().zip(values) {
        let v = 1.0 / (1.0 - w * w);
        let u = (PI / w).sin() / (w * (1.0 + (PI / w).cos()));
        let expected = (v * v - (0.4 * u).powi(2)).sqrt();
        assert!((answer.amplitude - expected).abs() < 1e-9, "{w}: {answer:?} {expected}");
        assert_eq!(answer.stuck, 0.0, "{w}");
    }
    assert!(found[3].stuck > 0.1 && found[3].stuck < 1.0, "{:?}", found[3]);
}

#[test]
fn characteristics_have_their_limits_at_rest() {
    let text = "[model]\nname = \"Pair\"\n[body.slider]\nmass = 1.0\n\
                [spring.leaf]\nbetween = \"slider\"\nstiffness = 3.0\nbacklash = 0.4\n\
                [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\nstaticFriction = 0.6\n\
                viscous = 0.5\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let rest = [(0.0, -0.4), (0.0, -0.6), (0.0, 0.6), (0.0, 0.4)];
    let through = friction(&model, 0, &[-2.0, 0.0, 2.0], None).expect("a law of the slip velocity");
    assert_eq!(through, [[(-2.0, -1.4)].as_slice(), &rest, &[(2.0, 1.4)]].concat());
    assert_eq!(friction(&model, 0, &[-2.0, 2.0], None).expect("the same"), through);
    let down = friction(&model, 0, &[2.0, -2.0], None).expect("the same backwards");
    assert!(down.iter().rev().eq(through.iter()), "{down:?}");
    let forces = spring(&model, 0, &[-1.2, -0.1, 0.2, 0.7]).expect("one spring");
    for ((_, force), expected) in forces.iter().zip([-3.0, 0.0, 0.0, 1.5]) {
        assert!((force - expected).abs() < 1e-15, "{force} {expected}");
    }
}

/// A bumper with a gap, k (e ∓ g)² beyond it, a force with a damper, which counts at rest for nothing, and Hertz's k d^(3/2).
#[test]
fn elements_by_formula_have_their_formulas_at_rest() {
    let text = "[model]\nname = \"Seat\"\n[body.seat]\nmass = 80.0\n\
                [spring.bumper]\nbetween = \"seat\"\nparameter = { kb = 5e6, x = [0.0, 2.0], y = [3.0, 7.0] }\n\
                force = \"if(e > 0.03, kb*(e - 0.03)^2, if(e < -0.03, -kb*(e + 0.03)^2, 0)) + table(1, x, y) + 9*rate\"\n\
                [hertz.stop]\nbetween = \"seat\"\nstiffness = 1000.0\ndistance = -0.5\n\
                [force.wave]\nbetween = \"seat\"\nforce = \"e*cos(t)\"\n\
                [force.rub]\nbetween = \"seat\"\nforce = \"-e^2*sign(rate)\"\n\
                [potential.well]\nenergy = \"seat.position^4\"\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let all = &model.unit().network().forces;
    let place = |name: &str| all.iter().position(|one| one.name == name).expect(name);
    let found = force(&model, place("bumper"), &[-0.05, 0.01, 0.04]).expect("a formula of e");
    for ((e, force), expected) in found.iter().zip([-2000.0, 0.0, 500.0]) {
        assert!((force - expected - 5.0).abs() < 1e-9, "{e}: {force} {expected}");
    }
    let found = force(&model, place("stop"), &[-0.75, -0.25]).expect("a formula of e");
    let forces: Vec<f64> = found.iter().map(|(_, force)| force.abs()).collect();
    assert!(forces.contains(&0.0), "{forces:?}");
    assert!(forces.iter().any(|force| (force - 125.0).abs() < 1e-9), "{forces:?}");
    for (name, why) in [("wave", "names `t`"), ("rub", "dry friction"), ("well", "potential")] {
        let refusal = force(&model, place(name), &[0.0]).expect_err(name).to_string();
        assert!(refusal.contains(why), "{name}: {refusal}");
    }
}

#[test]
fn what_has_no_characteristic_is_told() {
    let brake = model("BrakeMechanism", &[]);
    assert!(
        friction(&brake, 0, &[1.0], None).expect_err("no load").to_string().contains("normal load")
    );
    let slow = friction(&brake, 0, &[1e-12], Some(5.0)).expect("with a load")[0].1;
    assert!((slow - 5.0 * 0.726).abs() < 1e-9, "{slow}");
    let pad = catalogue::unit("BrakePad").expect("of the catalogue");
    let pad = Case::new(pad, Vec::new()).expect("a unit with states");
    assert!(
        friction(&pad, 0, &[1.0], None)
            .expect_err("states")
            .to_string()
            .contains("internal states")
    );
}
