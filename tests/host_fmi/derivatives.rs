//! Directional derivatives through `fmi`, which takes as many unknowns as knowns: one of each here. It has no
//! functions for derivatives of inputs and outputs.

use fmi::fmi2::instance::Common;
use fmi::traits::FmiImport;
use luztar::unit::{Kind, catalogue};

use super::{Pair, import, inputs, outputs};

/// Steps before derivatives are asked for.
const STEPS: usize = 30;

#[test]
fn directional_derivatives_are_those_of_the_library() {
    let mut compared = 0;
    for name in catalogue::names() {
        let imported = import(name);
        let declared = &imported.model_description().co_simulation;
        let offered = declared.as_ref().unwrap().provides_directional_derivative;
        let mut pair = Pair::new(name, &imported);
        let unit = pair.own.unit().clone();
        assert_eq!(offered, Some(true), "{name}");
        pair.start();
        pair.steps(STEPS);
        for (known, _) in inputs(&unit) {
            for unknown in
                outputs(&unit).filter(|&index| unit.variables()[index].kind == Kind::Real)
            {
                let mut own = f64::NAN;
                let direction = std::iter::once((known, 1.0));
                let answer =
                    pair.own.directional_derivative(&[unknown], direction, |_, value| own = value);
                let mut hosted = [f64::NAN];
                let status = pair.hosted.get_directional_derivative(
                    &[unknown as u32],
                    &[known as u32],
                    &[1.0],
                    &mut hosted,
                );
                assert_eq!(status.is_ok(), answer.is_ok(), "{name} {unknown} {known}");
                assert_eq!(hosted[0].to_bits(), own.to_bits(), "{name} {unknown} {known}");
                compared += usize::from(answer.is_ok());
            }
        }
    }
    assert!(compared > 100, "{compared} derivatives");
}

/// m·v' = F − C·v − sgn v·F0 while it slips.
#[test]
fn a_slider_has_the_derivatives_of_its_equation() {
    let imported = import("SingleMassFriction");
    let mut pair = Pair::new("SingleMassFriction", &imported);
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let (mass, viscous) = (2.0, 0.3);
    let reference = |name: &str| unit.find(name).unwrap();
    pair.set(reference("body.mass"), mass);
    pair.set(reference("contact.viscous"), viscous);
    pair.start();
    pair.step();
    let acceleration = reference("body.acceleration") as u32;
    for (known, expected) in [
        ("body.force", 1.0 / mass),
        ("body.velocity", -viscous / mass),
        ("contact.kineticFriction", -1.0 / mass),
    ] {
        let mut found = [f64::NAN];
        let known = [reference(known) as u32];
        pair.hosted
            .get_directional_derivative(&[acceleration], &known, &[1.0], &mut found)
            .unwrap();
        assert!((found[0] - expected).abs() <= 1e-15, "{found:?}, not {expected}");
    }
}
