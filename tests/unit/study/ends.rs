//! Derivatives of motions along which the force of a bristle comes to its end, and leaves it: against differences of motions, and
//! against a spring before dry friction.

use luztar::study::Case;
use luztar::study::settling::find;

use crate::study::cycles::assert_differences;
use crate::study::parameters::{compare, times};
use crate::study::unit;

/// A forced blade on a spring, with what its shroud is.
fn blade(shroud: &str) -> String {
    format!(
        "[model]\nname = \"Blade\"\n\
         [body.blade]\nmass = 0.2\nexcitation = {{ amplitude = 5.0, angularFrequency = 420.0, phase = 0.5 }}\n\
         [spring.airfoil]\nbetween = \"blade\"\nstiffness = 3e4\ndamping = 0.8\n{shroud}"
    )
}

fn dahl(exponent: f64) -> String {
    blade(&format!(
        "[contact.shroud]\nbetween = \"blade\"\nlaw = \"dahl\"\nkineticFriction = 6.0\nbristleStiffness = 1e4\n\
         dahlExponent = {exponent:?}\n"
    ))
}

fn of(text: &str) -> Case {
    Case::new(unit(text), Vec::new()).expect("a unit with states").tight()
}

#[test]
fn multipliers_across_the_end_of_a_bristle_are_those_of_a_spring_before_dry_friction() {
    let bristle = find(&of(&dahl(0.0)), 1.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let spring = blade(
        "[body.tip]\nmass = 0.0\n[spring.shroud]\nbetween = [\"blade\", \"tip\"]\nstiffness = 1e4\n\
         [contact.shroud]\nbetween = \"tip\"\nlaw = \"coulomb\"\nkineticFriction = 6.0\n",
    );
    let spring = find(&of(&spring), 1.0, None, |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let sizes = |found: &[(f64, f64)]| {
        let mut sizes: Vec<f64> = found.iter().map(|value| value.0.hypot(value.1)).collect();
        sizes.sort_by(|a, b| b.total_cmp(a));
        sizes
    };
    let [found, expected] = [&bristle, &spring].map(|cycle| sizes(&cycle.multipliers));
    // By differences of motions.
    assert!((expected[0] - 0.7390).abs() < 1e-4, "{expected:?}");
    for (one, other) in found.iter().zip(&expected) {
        assert!((one - other).abs() < 1e-7, "{found:?} {expected:?}");
    }
    assert!(bristle.is_stable());
}

#[test]
fn derivatives_across_the_end_of_a_bristle_are_those_of_differences() {
    for exponent in [0.0, 0.5] {
        let model = of(&dahl(exponent));
        let cycle =
            find(&model, 1.0, None, |_| {}).unwrap_or_else(|why| panic!("{exponent}: {why}"));
        assert_differences(&model, &cycle, &format!("exponent {exponent}"));
    }
}

#[test]
fn numbers_of_a_bristle_have_derivatives_across_its_end() {
    for exponent in [0.0, 0.5] {
        for name in ["shroud.kineticFriction", "shroud.bristleStiffness"] {
            let outputs = ["blade.position", "blade.velocity", "shroud.frictionForce"];
            compare(&dahl(exponent), name, &outputs, &times(12, 2.3e-3), 0);
        }
    }
}
