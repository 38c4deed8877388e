//! Flanges of a model: the mass and the force that are felt there.

use super::*;

/// Two blocks on one another, coupled to a rotor: 1 kg on 2 kg, and 0.02 kg·m² behind a ratio of 0.1 m.
const STACK: &str = "model = { name = \"Stack\" }\n\
    body.top = { mass = 1.0, force = \"input\", flange = true }\n\
    body.bottom = { mass = 2.0, force = \"input\" }\n\
    body.rotor = { axis = \"rotation\", inertia = 0.02 }\n\
    coupling.rack = { between = [\"bottom\", \"rotor\"], radii = [1.0, 0.1] }\n\
    contact.plates = { between = [\"top\", \"bottom\"], law = \"coulomb\", kineticFriction = 4.0 }\n\
    contact.floor = { between = \"bottom\", law = \"coulomb\", kineticFriction = 2.0 }\n";

fn felt(instance: &mut Simulation) -> [f64; 2] {
    ["top.effectiveMass", "top.freeForce"].map(|name| instance.real(name))
}

/// Slip alone, stuck together, stuck to the ground.
#[test]
fn a_flange_tells_the_mass_that_is_felt_there_in_the_present_modes() {
    let mut stack = started(&unit(STACK));
    // All of it stands.
    assert_eq!(felt(&mut stack), [1e300, 0.0]);
    stack.put("bottom.force", 3.0);
    stack.step(0.0, 0.5).unwrap();
    // 2 N of friction leave 1 N for 1 + 2 + 0.02/0.01 kg.
    let [mass, force] = felt(&mut stack);
    assert!((mass - 5.0).abs() <= 1e-14 && (force - 1.0).abs() <= 1e-14, "{mass} {force}");
    stack.put("top.force", 100.0);
    stack.step(0.5, 0.5).unwrap();
    let [mass, force] = felt(&mut stack);
    assert!((mass - 1.0).abs() <= 1e-15 && (force - 96.0).abs() <= 1e-13, "{mass} {force}");
}

/// The mobility of a body that is stuck to a prescribed one is 0, of either sign.
#[test]
fn a_flange_that_sticks_to_a_prescribed_body_does_not_give_way() {
    for ends in [r#"["drv", "a"]"#, r#"["a", "drv"]"#] {
        let text = format!(
            "model = {{ name = \"Driven\" }}\nbody.drv = {{ motion = \"prescribed\" }}\n\
             body.a = {{ mass = 1.0, flange = true }}\n\
             contact.guide = {{ between = {ends}, law = \"coulomb\", kineticFriction = 1.0 }}\n"
        );
        let mut driven = started(&unit(&text));
        assert_eq!(driven.real("a.effectiveMass"), 1e300, "{ends}");
    }
}

/// The force on the flange changes what accelerates it as it is: by the effective mass.
#[test]
fn the_free_force_has_derivatives() {
    let text = STACK
        .replace("body.bottom = { mass = 2.0,", "body.bottom = { mass = 2.0, velocity = 1.0,")
        .replace("body.top = { mass = 1.0,", "body.top = { mass = 1.0, velocity = 1.0,")
        .replace("inertia = 0.02", "inertia = 0.02, angularVelocity = 10.0")
        + "spring.lead = { between = \"top\", stiffness = 30.0 }\n";
    let mut stack = started(&unit(&text));
    let [force, free, position, mass] =
        ["top.force", "top.freeForce", "top.position", "top.effectiveMass"]
            .map(|name| stack.unit().find(name).unwrap());
    assert!((stack.real("top.effectiveMass") - 5.0).abs() <= 1e-14);
    for (known, value) in [(force, 1.0), (position, -30.0)] {
        let mut found = Vec::new();
        let seed = std::iter::once((known, 1.0));
        stack.directional_derivative(&[free, mass], seed, |_, value| found.push(value)).unwrap();
        assert!((found[0] - value).abs() <= 1e-13 && found[1] == 0.0, "{found:?}");
    }
    // The spring is left at 1 m/s.
    assert!((stack.output_derivative(free).unwrap() + 30.0).abs() <= 1e-13);
}

/// A flange is a body that others push: a free one with a mass.
#[test]
fn a_flange_is_a_free_body() {
    for body in ["motion = \"fixed\"", "motion = \"prescribed\"", "mass = 0"] {
        let text = format!(
            "model = {{ name = \"Wrong\" }}\nbody.b = {{ {body}, flange = true }}\nbody.c = {{ mass = 1.0 }}\n"
        );
        let fault = luztar::network::read(&text, "wrong.toml").unwrap_err().to_string();
        assert!(fault.contains("body.b.flange") && fault.contains("free body"), "{fault}");
    }
}
