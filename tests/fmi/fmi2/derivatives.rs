//! Derivatives of inputs and outputs through the C interface.

use crate::fmi2_host::{Host, fmi2Error, fmi2OK};
use luztar::fmi2::*;

const UNIT: &str = "SingleMassFriction";

fn set_rate(host: &Host, name: &str, order: i32, rate: f64) -> fmi2Status {
    let vr = host.vr(name);
    unsafe { fmi2SetRealInputDerivatives(host.c, &vr, 1, &order, &rate) }
}

fn rate(host: &Host, name: &str, order: i32) -> Result<f64, fmi2Status> {
    let (vr, mut value) = (host.vr(name), f64::NAN);
    match unsafe { fmi2GetRealOutputDerivatives(host.c, &vr, 1, &order, &mut value) } {
        fmi2OK => Ok(value),
        status => Err(status),
    }
}

/// A body of 2 kg that slides at 1 m/s; friction 1 N and 0.5 N·s/m.
fn slider() -> Host {
    let mut host = Host::new(UNIT);
    for (name, value) in [
        ("body.mass", 2.0),
        ("body.velocity0", 1.0),
        ("contact.kineticFriction", 1.0),
        ("contact.staticFriction", 1.0),
        ("contact.viscous", 0.5),
    ] {
        assert_eq!(host.set(name, value), fmi2OK, "{:?}", host.messages());
    }
    host.initialise();
    host
}

#[test]
fn outputs_change_as_the_equations_say() {
    let mut host = slider();
    assert_eq!(set_rate(&host, "body.force", 1, 3.0), fmi2OK, "{:?}", host.messages());
    // v' = −(1 + v/2)/2, v'' = (3 − v'/2)/2
    for (name, expected) in [
        ("body.position", 1.0),
        ("body.velocity", -0.75),
        ("body.acceleration", 1.6875),
        ("contact.frictionForce", -0.375),
        ("contact.slipVelocity", -0.75),
        ("contact.dissipatedEnergy", 1.5),
        ("contact.dissipatedPower", -0.375 - 0.75 * 1.5),
        ("contact.meanFrictionForce", 0.0),
        ("lastEventTime", 0.0),
    ] {
        assert_eq!(rate(&host, name, 1), Ok(expected), "{name}");
    }
    assert_eq!(host.set("body.force", 0.0), fmi2OK);
    assert_eq!(rate(&host, "body.acceleration", 1), Ok(0.1875), "a set input is held");
    assert_eq!(host.messages(), []);
}

#[test]
fn calls_that_break_a_rule_change_nothing() {
    let mut host = slider();
    for (name, order, value, words) in [
        ("body.force", 2, 1.0, "order = 2 for body.force"),
        ("body.force", 0, 1.0, "order = 0"),
        ("body.force", 1, f64::INFINITY, "derivative of body.force = inf"),
        ("body.mass", 1, 1.0, "only inputs"),
    ] {
        assert_eq!(set_rate(&host, name, order, value), fmi2Error, "{name}");
        let told = host.message();
        assert!(
            told.starts_with("fmi2SetRealInputDerivatives: ") && told.contains(words),
            "{told}"
        );
    }
    for (name, order, words) in [
        ("body.velocity", 2, "order = 2 for body.velocity"),
        ("body.force", 1, "body.force has no time derivative"),
        ("contact.stuck", 1, "not an output of type Real"),
    ] {
        assert_eq!(rate(&host, name, order), Err(fmi2Error), "{name}");
        let told = host.message();
        assert!(told.contains(words), "{told}");
    }
    let references = [host.vr("body.force"), host.vr("body.mass")];
    let (orders, rates) = ([1, 1], [5.0, 5.0]);
    let status = unsafe {
        let (references, orders) = (references.as_ptr(), orders.as_ptr());
        fmi2SetRealInputDerivatives(host.c, references, 2, orders, rates.as_ptr())
    };
    assert_eq!(status, fmi2Error, "all or none");
    host.messages();
    assert_eq!(rate(&host, "body.acceleration", 1), Ok(0.1875), "no ramp");
    let fresh = Host::new(UNIT);
    assert_eq!(rate(&fresh, "body.velocity", 1), Err(fmi2Error));
}

#[test]
fn directional_derivatives_are_those_of_the_equations() {
    let mut host = slider();
    let unknowns = [host.vr("body.acceleration"), host.vr("contact.frictionForce")];
    let knowns = [host.vr("body.velocity"), host.vr("body.force")];
    let (directions, mut out) = ([2.0, 3.0], [f64::NAN; 2]);
    let mut call = |knowns: &[u32], directions: &[f64]| unsafe {
        let (known, direction) = (knowns.as_ptr(), directions.as_ptr());
        let out = out.as_mut_ptr();
        let count = knowns.len();
        fmi2GetDirectionalDerivative(host.c, unknowns.as_ptr(), 2, known, count, direction, out)
    };
    assert_eq!(call(&[host.vr("body.mass")], &[1.0]), fmi2Error, "not tunable");
    assert_eq!(call(&knowns, &directions), fmi2OK);
    assert_eq!(out, [(3.0 - 0.5 * 2.0) / 2.0, 1.0]);
    assert!(host.message().contains("body.mass has no directional derivative"));
}
