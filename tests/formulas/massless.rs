//! Forces by formula of positions and time on bodies without mass, whose velocities balance them.

use std::borrow::Cow;

use luztar::unit::{Model, Simulation};

use super::differences::{check_numbers, check_states};
use super::host::Integrator;
use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

/// Its dry and viscous friction.
const DRY: &str = "kineticFriction = 0.8\nstaticFriction = 1.0\nviscous = 3.0";

/// A light slider with dry and viscous friction between a drive and a stop.
const SLIDER: &str = r#"
[model]
name = "Slider"
[experiment]
relativeTolerance = 1e-12
[body.hand]
mass = 2.0
velocity = 1.5
[body.slider]
mass = 0
position = 0.1
[contact.floor]
between = "slider"
law = "coulomb"
kineticFriction = 0.8
staticFriction = 1.0
viscous = 3.0
[damper.oil]
between = ["hand", "slider"]
damping = 0.5
[force.shake]
between = "hand"
force = "20*sin(4*t)"
"#;

fn moved(rest: &str) -> Simulation {
    let mut instance = started(&unit(&format!("{SLIDER}{rest}")));
    for tenth in 1..=40 {
        go(&mut instance, 0.1 * f64::from(tenth));
    }
    instance
}

#[test]
fn a_spring_is_the_formula_that_its_keys_say() {
    let ends = "[spring.link]\nbetween = [\"hand\", \"slider\"]\n";
    let mut keys = moved(&format!("{ends}stiffness = 40.0\n"));
    assert!(keys.real("eventCount") > 4.0, "it sticks and slips");
    for formula in ["40*e", "if(t < 9, 40*e, 0)", "20*e + 20*(hand.position - slider.position)"] {
        let mut by_formula = moved(&format!("{ends}force = \"{formula}\"\n"));
        assert_eq!(by_formula.real("eventCount"), keys.real("eventCount"), "{formula}");
        for name in ["hand.position", "hand.velocity", "slider.position", "slider.velocity"] {
            assert_near(by_formula.real(name), keys.real(name), 1e-11);
        }
        assert_near(
            by_formula.real("floor.frictionForce"),
            keys.real("floor.frictionForce"),
            1e-10,
        );
    }
    let energy = "[potential.link]\nenergy = \"20*(hand.position - slider.position)^2\"\n";
    let mut potential = moved(energy);
    assert_eq!(potential.real("eventCount"), keys.real("eventCount"));
    assert_near(potential.real("slider.velocity"), keys.real("slider.velocity"), 1e-11);
}

const CREEP: &str = r#"
[model]
name = "Creep"
[experiment]
relativeTolerance = 1e-12
[body.piston]
mass = 0
position = 2.0
[damper.oil]
between = "piston"
damping = 4.0
[spring.air]
between = "piston"
force = "3*e^3"
"#;

#[test]
fn a_cubic_spring_on_oil_creeps_by_its_closed_form() {
    let at = |t: f64| 2.0 / (1.0 + 2.0 * 0.75 * 4.0 * t).sqrt();
    let unit = unit(CREEP);
    for steps in [1, 50] {
        let mut piston = started(&unit);
        for k in 1..=steps {
            go(&mut piston, 5.0 * f64::from(k) / f64::from(steps));
        }
        assert_near(piston.real("piston.position"), at(5.0), 1e-11);
        assert_near(piston.real("piston.velocity"), -0.75 * at(5.0).powi(3), 1e-11);
    }
    let mut host = Integrator::new(&unit, &[]);
    host.run(5.0, f64::INFINITY);
    assert_near(host.x[0], at(5.0), 1e-9);
}

/// A slider that a load moves by J2 (2.6): C ż = luz(F, FT0).
const PUSHED: &str = r#"
[model]
name = "Pushed"
[experiment]
relativeTolerance = 1e-12
[body.slider]
mass = 0
[contact.floor]
between = "slider"
law = "coulomb"
kineticFriction = 1.0
viscous = 2.0
[force.push]
between = "slider"
force = "if(t < 1, 3*t, if(t < 2, -4, 0.5))"
"#;

#[test]
fn a_load_that_jumps_lets_its_velocity_jump() {
    let mut slider = started(&unit(PUSHED));
    let mut told = Vec::new();
    for (end, velocity) in [(0.2, 0.0), (0.9, 0.85), (1.5, -1.5), (2.5, 0.0)] {
        go(&mut slider, end);
        told.extend(slider.step_events().iter().map(|event| event.time()));
        assert_near(slider.real("slider.velocity"), velocity, 1e-12);
    }
    // ∫ (3t − 1)/2 from 1/3 to 1, and 1 s at −3/2
    assert_near(slider.real("slider.position"), 1.0 / 3.0 - 1.5, 1e-11);
    assert_eq!(told.len(), 3, "{told:?}");
    for (found, expected) in told.into_iter().zip([1.0 / 3.0, 1.0, 2.0]) {
        assert_near(found, expected, 1e-11);
    }
}

#[test]
fn time_stepping_comes_to_the_same_by_its_order() {
    let spring = "[spring.link]\nbetween = [\"hand\", \"slider\"]\nforce = \"40*e + 90*e^3\"\n";
    let exact = moved(spring).real("hand.position");
    let error = |step: f64| {
        let method = format!("[experiment]\nmethod = \"moreau\"\nmoreauStep = {step}\n");
        let text = format!("{SLIDER}{spring}");
        let text = text.replace("[experiment]\n", &method);
        let mut instance = started(&unit(&text));
        go(&mut instance, 4.0);
        (instance.real("hand.position") - exact).abs()
    };
    let [coarse, fine] = [error(1e-3), error(1e-4)];
    assert!(coarse < 2e-2 && fine < 0.3 * coarse, "{coarse} {fine}");
}

#[test]
fn what_depends_on_a_velocity_that_it_would_decide_is_refused() {
    let ends = "[spring.link]\nbetween = [\"hand\", \"slider\"]\n";
    let refused = |rest: &str| match Model::read(&format!("{SLIDER}{rest}"), "slider.toml") {
        Ok(_) => panic!("accepted: {rest}"),
        Err(wrong) => wrong.to_string(),
    };
    let rule = "depends on the velocity of `slider`, which has no mass: a force by formula may depend on velocities \
        of bodies with mass only";
    for formula in ["40*e + rate^3", "40*e - slider.velocity"] {
        let wrong = refused(&format!("{ends}force = \"{formula}\"\n"));
        assert!(wrong.contains("spring.link.force") && wrong.contains(rule), "{wrong}");
    }
    let at = "[force.oil]\nbetween = \"hand\"\nforce = \"-slider.velocity\"\n";
    assert!(refused(at).contains(rule), "{}", refused(at));
    moved(&format!("{ends}force = \"40*e + hand.velocity^3\"\n"));
}

/// A body that is a joint of two springs where nothing else is there.
const JOINT: &str = r#"
[model]
name = "Joint"
[body.cart]
mass = 1.0
position = 0.4
[body.hook]
mass = 0
[spring.left]
between = ["cart", "hook"]
stiffness = 10.0
[spring.right]
between = "hook"
stiffness = 30.0
"#;

#[test]
fn a_joint_of_springs_that_a_formula_names_is_a_body() {
    assert!(Model::read(JOINT, "joint.toml").is_ok());
    for more in [
        "[force.pull]\nbetween = \"hook\"\nforce = \"1 + t\"\n",
        "[force.pull]\nbetween = \"cart\"\nforce = \"-hook.position\"\n",
        "[potential.pull]\nenergy = \"hook.position^2\"\n",
    ] {
        let wrong = match Model::read(&format!("{JOINT}{more}"), "joint.toml") {
            Ok(_) => panic!("accepted: {more}"),
            Err(wrong) => wrong.to_string(),
        };
        assert!(
            wrong.contains("`hook` has no mass, and its velocity is not determined"),
            "{wrong}"
        );
    }
}

/// Accelerations of bodies without mass among them: those at which the rates of the forces balance.
#[test]
fn directional_derivatives_are_those_of_differences() {
    let link = "[spring.link]\nbetween = [\"hand\", \"slider\"]\nforce = \"k*e + c*e^3 + u*sin(3*t)*hand.velocity\"\n\
                parameter = { k = 40.0, c = 90.0 }\ninput = { u = { input = true, start = 0.2 } }\n";
    let unit = unit(&format!("{SLIDER}{link}"));
    for at in [0.05, 0.1, 0.4, 0.9, 1.4] {
        let mut instance = started(&unit);
        go(&mut instance, at);
        assert!(check_numbers(&mut instance) > 30);
        let mut host = Integrator::new(&unit, &[]);
        host.run(at, 0.05);
        assert!(check_states(&mut host.instance) > 10);
    }
}

/// A slider without mass on oil, 2 N·s/m, and dry friction of half the load, from 0.5 m on.
fn pressed(load: &str, push: &str) -> std::sync::Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Pressed\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.slider]\nmass = 0\nposition = 0.5\n\
         [damper.oil]\nbetween = \"slider\"\ndamping = 2.0\n[force.push]\nbetween = \"slider\"\nforce = \"{push}\"\n\
         [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\nnormalForce = \"{load}\"\n"
    ))
}

/// 2·ż = F − N/2, of loads that grow along the way, and that fall in time or at once until the slider is let go.
#[test]
fn a_load_by_formula_on_a_body_without_mass_has_its_closed_form() {
    for steps in [1, 6] {
        let of = |load: &str, push: &str, end: f64| {
            let mut slider = started(&pressed(load, push));
            go_in(&mut slider, end, steps);
            slider
        };
        // 2·ż = 3 − 0.5·(1 + 4·z)
        let mut slider = of("1 + 4*e", "3", 1.2);
        let z = 1.25 - 0.75 * (-1.2f64).exp();
        assert_near(slider.real("slider.position"), z, 1e-12);
        assert_near(slider.real("slider.velocity"), 1.25 - z, 1e-12);
        assert_near(slider.real("slider.acceleration"), z - 1.25, 1e-11);
        assert_near(slider.real("floor.frictionForce"), 0.5 + 2.0 * z, 1e-11);
        // Held up to 1 s.
        for push in ["2", "-2"] {
            let sign = if push == "2" { 1.0 } else { -1.0 };
            let mut slider = of("5 - t", push, 3.0);
            assert_near(slider.real("floor.lastEventTime"), 1.0, 1e-12);
            assert_near(slider.real("slider.velocity"), sign * 0.5, 1e-12);
            assert_near(slider.real("slider.position"), 0.5 + sign * 0.5, 1e-12);
            let mut slider = of("if(t < 1, 5, 3)", push, 3.0);
            assert_near(slider.real("slider.velocity"), sign * 0.25, 1e-12);
            assert_near(slider.real("slider.position"), 0.5 + sign * 0.5, 1e-12);
        }
    }
}

/// The slider, of whose dry friction N is the load: by where it is, by how fast the hand moves, and by the time.
fn loaded() -> String {
    let dry = "kineticCoefficient = 0.4\nstaticCoefficient = 0.5\nviscous = 0.3\n\
               normalForce = \"n + 0.4*sin(3*t) + 0.3*slider.position^2 + 0.1*hand.velocity^2 + u*e\"\n\
               parameter = { n = 2.0 }\ninput = { u = { input = true, start = 0.2 } }";
    let slider = SLIDER.replace("20*sin", "9*sin").replace(DRY, dry);
    slider + "[spring.link]\nbetween = [\"hand\", \"slider\"]\nstiffness = 40.0\n"
}

fn whole() -> Machine {
    Machine {
        file: Cow::Owned(loaded()),
        seen: Cow::Borrowed(&[
            "hand.position",
            "hand.velocity",
            "slider.position",
            "slider.velocity",
            "floor.normalLoad",
            "floor.frictionForce",
            "floor.dissipatedEnergy",
        ]),
        events: 5.0,
        tolerance: 1e-9,
        times: &[0.05, 0.3, 0.9, 1.4, 2.3],
        derivatives: 30,
    }
}

mod under_a_load {
    use super::*;

    show_all_manners!([whole()]);
}

/// Friction under a load that depends on the velocity that it helps to decide: none, or several of them may balance.
#[test]
fn a_load_by_a_velocity_that_it_would_decide_is_refused() {
    for load in ["1 + rate^2", "2 + slider.velocity"] {
        let wrong = match Model::read(
            &loaded().replace("n + ", &format!("n + {load} + ")),
            "loaded.toml",
        ) {
            Ok(_) => panic!("accepted: {load}"),
            Err(wrong) => wrong.to_string(),
        };
        let rule = "depends on the velocity of `slider`, which has no mass: a normal load by formula may depend on \
            velocities of bodies with mass only";
        assert!(wrong.contains("contact.floor.normalForce") && wrong.contains(rule), "{wrong}");
    }
}
