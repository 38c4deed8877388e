//! The catalogue as it starts: each unit, untouched, shows what it is for, and its numbers are those of
//! the equations that its file cites.

use std::sync::Arc;

use luztar::dynamics::{ContactId, Element};
use luztar::projections::luz;
use luztar::unit::{Simulation, catalogue};

use crate::support::{Named, started};

/// Event times of problems of unit scale, in s.
const TIME: f64 = 1e-9;

/// Forces and accelerations of an exact algorithm, relative to values of order 1 to 1000.
const EXACT: f64 = 1e-12;

fn start(name: &str) -> Simulation {
    started(&catalogue::unit(name).expect("a unit of the catalogue"))
}

fn close(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance * expected.abs().max(1.0)
}

/// Transitions of the default experiment: time, contact, number of the new state.
fn transitions(name: &str) -> Vec<(f64, String, i32)> {
    let mut instance = start(name);
    let network = Arc::clone(instance.unit().network());
    let experiment = network.experiment;
    let steps = (experiment.stop_time / experiment.step_size).round() as u32;
    let mut found = Vec::new();
    for step in 0..steps {
        let time = f64::from(step) * experiment.step_size;
        instance.step(time, experiment.step_size).unwrap();
        for event in instance.step_events() {
            let Element::Contact(ContactId(contact)) = event.element() else {
                panic!("{name} has no springs");
            };
            found.push((event.time(), network.contacts[contact].name.clone(), event.to()));
        }
    }
    found
}

/// Time in which friction F + C·w stops a mass m from w.
fn stopping_time(m: f64, w: f64, friction: f64, viscous: f64) -> f64 {
    m / viscous * (viscous * w / friction).ln_1p()
}

#[test]
fn what_slips_at_the_start_comes_to_stick_when_the_closed_form_says() {
    let cases = [
        ("SingleMassFriction", "contact", stopping_time(1.0, 1.0, 1.0, 0.1)),
        ("BearingFriction", "bearing", stopping_time(0.1, 10.0, 0.2, 0.01)),
        // Reduced mass M1·M2/(M1 + M2).
        ("TwoMassOneContact", "contact12", stopping_time(2.0 / 3.0, 2.0, 1.0, 0.1)),
        // 10 N·m brake 1 kg·m² from 10 rad/s and speed up 3 kg·m², which the other clutches hold together.
        ("CoupledClutches", "clutch1", 0.75),
    ];
    for (unit, contact, expected) in cases {
        let found = transitions(unit);
        let [(time, name, to)] = found.as_slice() else {
            panic!("{unit}: {found:?}");
        };
        assert_eq!((name.as_str(), *to), (contact, 0), "{unit}");
        assert!((time - expected).abs() <= TIME, "{unit}: {time} s, not {expected} s");
    }
}

#[test]
fn two_blocks_start_with_what_gauss_says_and_saturated_formulas_do_not() {
    let mut instance = start("TwoMassTwoContacts");
    for body in ["body1.acceleration", "body2.acceleration"] {
        let acceleration = instance.real(body);
        assert!(close(acceleration, 1.0, EXACT), "{body} = {acceleration}, not 1");
    }
    assert_eq!(instance.real("contact12.frictionForce"), -1.0);
    assert_eq!(instance.real("contact20.frictionForce"), 1.0);
}

#[test]
fn three_contacts_start_with_one_body_slipping_and_one_held() {
    let mut instance = start("TwoMassThreeContacts");
    let expected = [
        ("body1.acceleration", 1.0),
        ("body2.acceleration", 0.0),
        ("contact10.frictionForce", 1.0),
        ("contact20.frictionForce", 0.5),
        ("contact12.frictionForce", 1.0),
    ];
    for (name, expected) in expected {
        let value = instance.real(name);
        assert!(close(value, expected, EXACT), "{name} = {value}, not {expected}");
    }
}

/// J1 §2.1 to 2.3: F12 = k·luz(e, Δ), and for gears M_δγ = r_δ²·K·luz(δ − pγ, l0/r_δ), M_γδ = −p·M_δγ; a
/// reaction is the force of the unit on the body.
#[test]
fn springs_with_freeplay_push_back_with_the_forces_of_the_paper() {
    let gear = 0.05 * 0.05 * 1e6 * luz(0.01, 1e-4 / 0.05);
    let cases = [
        ("FreeplaySpring", "body1", "body2", 1000.0 * luz(0.02, 0.01), 1.0),
        ("ShaftFreeplay", "psi", "delta", 100.0 * luz(0.05, 0.02), 1.0),
        ("GearFreeplay", "delta", "gamma", gear, 0.1 / 0.05),
    ];
    for (unit, first, second, force, ratio) in cases {
        let mut instance = start(unit);
        assert!(force > 0.0);
        for (body, expected) in [(first, -force), (second, ratio * force)] {
            let reaction = instance.real(&format!("{body}.reaction"));
            assert!(close(reaction, expected, EXACT), "{unit}: {body}: {reaction}, not {expected}");
        }
    }
}

#[test]
fn the_friction_element_answers_slip_with_kinetic_friction() {
    let mut instance = start("FrictionElement");
    assert_eq!(instance.real("body1.reaction"), -0.5);
    assert_eq!(instance.real("body2.reaction"), 0.5);
    instance.put("body1.velocity", 0.0);
    instance.put("contact.appliedForce", 0.55);
    instance.step(0.0, 0.01).unwrap();
    assert_eq!(instance.real("contact.frictionForce"), 0.55);
    instance.put("contact.appliedForce", 7.0);
    instance.step(0.01, 0.01).unwrap();
    assert_eq!(instance.real("contact.frictionForce"), 0.6);
}

/// The four equations of J1 §4.1 with the reported friction torques, and those within C·tar(ω, MT0/C).
#[test]
fn the_gear_train_obeys_the_primary_model_at_every_step() {
    let mut instance = start("GearTrain");
    let bodies = ["psi", "delta", "gamma", "phi"];
    let friction = [(0.3, 0.05), (0.2, 0.02), (0.2, 0.02), (0.5, 0.1)];
    let inertia = [0.1, 0.01, 0.02, 0.5];
    let p = 2.0;
    let (mut meshed, mut stood) = (0, 0);
    for step in 0..200 {
        let of = |instance: &mut Simulation, quantity: &str| {
            bodies.map(|body| instance.real(&format!("{body}.{quantity}")))
        };
        let [psi, delta, gamma, phi] = of(&mut instance, "angle");
        let speed = of(&mut instance, "angularVelocity");
        let acceleration = of(&mut instance, "angularAcceleration");
        let shaft = 1000.0 * luz(psi - delta, 0.01);
        let teeth = 5000.0 * luz(delta - p * gamma, 0.005);
        let far = 1000.0 * luz(gamma - phi, 0.01);
        let torque = [5.0 - shaft, shaft - teeth, p * teeth - far, far];
        for body in 0..4 {
            let bearing = instance.real(&format!("{}Bearing.frictionForce", bodies[body]));
            let error = inertia[body] * acceleration[body] + bearing - torque[body];
            assert!(error.abs() <= EXACT * 1e3, "step {step}, {}: {error} N·m", bodies[body]);
            let (dry, viscous) = friction[body];
            let w = speed[body];
            if w == 0.0 {
                assert!(bearing.abs() <= dry);
                stood += 1;
            } else {
                assert!(close(bearing, viscous * w + dry * w.signum(), EXACT), "{bearing}");
            }
        }
        meshed += usize::from(teeth != 0.0);
        instance.step(f64::from(step) * 0.001, 0.001).unwrap();
    }
    assert!(meshed > 10 && stood > 10, "{meshed} steps in mesh, {stood} bearings at rest");
}
