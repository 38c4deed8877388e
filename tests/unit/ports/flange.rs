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

/// 1 kg on rough ground (2 N, 2.6 N static) that a port of another unit holds by 4 N, under a load of 6 N/s: with the derivatives of
/// the forces what has been released at 2.6 N sticks again, and both hold 6.6 N; without them it creeps under 2 N, by what the free
/// force lags behind.
#[test]
fn a_flange_that_a_port_holds_sticks_again() {
    let block = "model = { name = \"Block\" }\n\
        body.b = { mass = 1.0, force = \"input\", flange = true }\n\
        contact.floor = { between = \"b\", law = \"coulomb\", kineticFriction = 2.0, staticFriction = 2.6 }\n";
    let brake = "model = { name = \"Brake\" }\n\
        body.flange = { motion = \"port\", effectiveMass = \"input\" }\n\
        contact.pad = { between = \"flange\", law = \"coulomb\", kineticFriction = 4.0 }\n";
    for (ramps, [least, most]) in [(true, [6.45, 6.6]), (false, [6.0, 6.1])] {
        let mut block = started(&unit(block));
        let mut brake = docked(brake, &[("flange.effectiveMass", 1.0)]);
        let (force, applied) = (block.index("b.force"), brake.index("flange.appliedForce"));
        let (h, rate, mut reaction, mut load) = (0.01, 6.0, 0.0, 0.0_f64);
        while load < 10.0 && brake.real("flange.velocity") == 0.0 {
            let time = block.time();
            load = rate * time;
            if ramps {
                block.put("b.force", load + reaction);
            }
            for name in ["position", "velocity", "effectiveMass"] {
                brake.put(&format!("flange.{name}"), block.real(&format!("b.{name}")));
            }
            brake.put("flange.appliedForce", block.real("b.freeForce") - reaction);
            if ramps {
                brake.set_input_derivative(applied, rate).unwrap();
            }
            brake.step(time, h).unwrap();
            reaction = brake.real("flange.meanReaction");
            block.put("b.force", load + reaction);
            if ramps {
                block.set_input_derivative(force, rate).unwrap();
            }
            block.step(time, h).unwrap();
        }
        println!("{ramps}: {load} N");
        assert!((least..=most).contains(&load), "{ramps}: {load}");
    }
}
