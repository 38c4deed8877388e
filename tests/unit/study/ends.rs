//! Derivatives of motions along which the force of a bristle comes to its end, and leaves it: against differences of motions, and
//! against a spring before dry friction.

use std::time::{Duration, Instant};

use luztar::study::Case;
use luztar::study::settling::find;

use crate::study::cycles::assert_differences;
use crate::study::parameters::{compare, times};
use crate::study::unit;

/// A forced blade on a spring, with what its shroud is: in units of its mass, and of a shroud of stiffness 1.
fn blade(shroud: &str) -> String {
    let unit = 2e-5f64.sqrt();
    let (frequency, damping) = (420.0 * unit, 0.8e-4 / unit);
    format!(
        "[model]\nname = \"Blade\"\n\
         [body.blade]\nmass = 1.0\nexcitation = {{ amplitude = 1.0, angularFrequency = {frequency:?} }}\n\
         [spring.airfoil]\nbetween = \"blade\"\nstiffness = 3.0\ndamping = {damping:?}\n{shroud}"
    )
}

fn dahl(exponent: f64) -> String {
    blade(&format!(
        "[contact.shroud]\nbetween = \"blade\"\nlaw = \"dahl\"\nkineticFriction = 1.2\nbristleStiffness = 1.0\n\
         dahlExponent = {exponent:?}\n"
    ))
}

fn of(text: &str) -> Case {
    Case::new(unit(text), Vec::new()).expect("a unit with states").tight()
}

#[test]
fn multipliers_across_the_end_of_a_bristle_are_those_of_a_spring_before_dry_friction() {
    let bristle = find(&of(&dahl(0.0)), 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let spring = blade(
        "[body.tip]\nmass = 0.0\n[spring.link]\nbetween = [\"blade\", \"tip\"]\nstiffness = 1.0\n\
         [contact.shroud]\nbetween = \"tip\"\nlaw = \"coulomb\"\nkineticFriction = 1.2\nviscous = 2e-4\n",
    );
    let spring = find(&of(&spring), 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let sizes = |found: &[(f64, f64)]| {
        let mut sizes: Vec<f64> = found.iter().map(|value| value.0.hypot(value.1)).collect();
        sizes.sort_by(|a, b| b.total_cmp(a));
        sizes
    };
    let [found, expected] = [&bristle, &spring].map(|cycle| sizes(&cycle.multipliers));
    // By differences of motions; the tip's viscous friction is far below that of the blade.
    assert!((found[0] - 0.7390).abs() < 1e-4, "{found:?}");
    for (one, other) in found.iter().zip(&expected) {
        assert!((one - other).abs() < 1e-3, "{found:?} {expected:?}");
    }
    assert!(bristle.is_stable());
}

/// The law of a spring before a slider, which says where that begins by an `end`.
fn user_defined() -> String {
    let law = "[law.slider]\nforce = \"k*z\"\nstored = \"k*z^2/2\"\nparameter = [\n\
        { name = \"kineticFriction\", symbol = \"Fc\", measure = \"friction\" },\n\
        { name = \"bristleStiffness\", symbol = \"k\", measure = \"friction per length\" },\n]\n\
        [[law.slider.state]]\nname = \"bend\"\nsymbol = \"z\"\nmeasure = \"length\"\nrate = \"w\"\n\
        end = \"Fc/k\"\nsize = \"Fc/k\"\ndefault = 0.0\n";
    let text = dahl(0.0).replace("law = \"dahl\"", "law = \"slider\"");
    format!("{}{law}", text.replace("dahlExponent = 0.0\n", ""))
}

#[test]
fn multipliers_across_the_end_of_a_user_defined_state_are_those_of_dahl() {
    let [own, built_in] = [user_defined(), dahl(0.0)]
        .map(|text| find(&of(&text), 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}")));
    for (one, other) in own.multipliers.iter().zip(&built_in.multipliers) {
        assert!((one.0 - other.0).hypot(one.1 - other.1) < 1e-8, "{own:?} {built_in:?}");
    }
}

/// Near its end the force F of the bristle has a slope that grows as 1/(Fc − F)^(1 − i).
#[test]
fn bristles_of_exponents_below_1_have_multipliers() {
    for exponent in [0.1, 0.5, 0.9] {
        let model = of(&dahl(exponent));
        let clock = Instant::now();
        let cycle = find(&model, 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
        assert_differences(&model, &cycle, "dahl");
        assert!(clock.elapsed() < Duration::from_secs(60), "{exponent}");
    }
}

#[test]
fn derivatives_across_the_end_of_a_bristle_are_those_of_differences() {
    let model = of(&dahl(0.0));
    let cycle = find(&model, 200.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    assert_differences(&model, &cycle, "dahl");
}

#[test]
fn numbers_of_a_bristle_have_derivatives_across_its_end() {
    for text in [dahl(0.0), user_defined()] {
        for name in ["shroud.kineticFriction", "shroud.bristleStiffness"] {
            let outputs = ["blade.position", "blade.velocity", "shroud.frictionForce"];
            compare(&text, name, &outputs, &times(12, 1.1), 8);
        }
    }
}
