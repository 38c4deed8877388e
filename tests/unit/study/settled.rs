//! Motions that settle to steady sliding, and loads that pass through 0: against the limit of the motion, and differences.

use std::f64::consts::PI;

use luztar::study::Case;
use luztar::study::settling::find;
use luztar::unit::ContactMode;

use crate::study::cycles::assert_differences;
use crate::study::unit;

fn of(text: &str) -> Case {
    Case::new(unit(text), Vec::new()).expect("a unit with states").tight()
}

/// A shoe on a belt, whose spiral decays by exp(-0.2 t): its limit is steady sliding, however short it settles.
#[test]
fn a_motion_that_decays_has_no_cycle() {
    let model = of(
        "[model]\nname = \"Shoe\"\n[body.shoe]\nmass = 1.0\nposition = 0.07836748629308907\n\
         [spring.s]\nbetween = \"shoe\"\nstiffness = 55.20361711908581\ndamping = 0.4604206331780041\n\
         [contact.belt]\nbetween = \"shoe\"\nlaw = \"falling\"\nnormalForce = \"max(n0 + k*e, 0)\"\n\
         parameter = { n0 = 4.413349032001429, k = 11.340157080650783 }\n\
         staticCoefficient = 0.6686860050468034\nslope = 0.059420743312232516\nminCoefficient = 0.2\n\
         surfaceVelocity = 0.6032154509362782\n",
    );
    for settle in [1.0, 3.0, 5.0, 10.0, 20.0, 40.0, 300.0] {
        let why = find(&model, settle, None, |_| {}).expect_err("no cycle").to_string();
        assert!(why.contains("is steady"), "{settle}: {why}");
    }
}

/// An axle on leaf springs that rub with |f0 + k e|: as its load passes through 0, friction μ|N| has a bend and no jump, and
/// the derivative of the motion goes on through it. The limit is that of the motion after 400 periods.
#[test]
fn a_cycle_passes_through_a_load_of_zero() {
    let frequency = 2.0 * PI * 3.023585041463056;
    let model = of(&format!(
        "[model]\nname = \"Leaf\"\n[body.axle]\nmass = 400.0\nposition = -0.0314\n\
         excitation = {{ amplitude = 5298.7, angularFrequency = {frequency:?} }}\n\
         [spring.leaves]\nbetween = \"axle\"\nstiffness = 150061.0\n\
         [contact.rub]\nbetween = \"axle\"\nlaw = \"coulomb\"\nnormalForce = \"abs(f0 + k*e)\"\n\
         kineticCoefficient = 0.164\nparameter = {{ f0 = 4678.3, k = 189996.0 }}\n"
    ));
    let cycle = find(&model, 3.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    assert!(
        cycle.events.iter().any(|event| event.to() == ContactMode::Free as i32),
        "{:?}",
        cycle.events
    );
    let mut instance = model.start(0.0, &model.first(), false).expect("a state");
    instance.step(0.0, 400.0 * cycle.period).expect("a motion");
    let limit = model.state(&mut instance).expect("numbers");
    for (found, limit) in cycle.state.iter().zip(&limit) {
        assert!((found - limit).abs() < 1e-9, "{:?}: {limit}", cycle.state);
    }
    assert_differences(&model, &cycle, "leaf springs");
}
/// A force that is said to repeat after 1 s does so never beside a sine of √2 s, and after 3 s beside one of 3/2 s.
#[test]
fn a_given_period_has_a_common_one_with_those_of_sines_or_is_refused() {
    let with = |period: f64| {
        of(&format!(
            "[model]\nname = \"Saw\"\n[body.x]\nmass = 1.0\n\
             excitation = {{ amplitude = 1.0, angularFrequency = {:?} }}\n\
             [spring.s]\nbetween = \"x\"\nstiffness = 1.0\n\
             [force.ramp]\nbetween = \"x\"\nforce = \"0.3*t\"\n",
            2.0 * PI / period
        ))
        .repeating(1.0)
    };
    let found = with(1.5).forcing().expect("a period").expect("what depends on the time");
    assert!((found - 3.0).abs() < 1e-12, "{found}");
    let why = with(2f64.sqrt()).forcing().expect_err("no period").to_string();
    assert!(why.contains("the period 1 s and that of a harmonic force"), "{why}");
}
