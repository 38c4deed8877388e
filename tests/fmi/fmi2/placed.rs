//! States that a host sets in Event Mode: equal ones change nothing, with others modes are what they would be had the motion
//! come there.

use crate::fmi2::slider::configured;
use crate::fmi2_host::{Host, fmi2OK};
use luztar::fmi2::*;

/// Position, velocity, dissipated energy.
const STATES: usize = 3;

/// In Event Mode after initialisation; transitions are told.
fn slider() -> Host {
    let mut host = configured(fmi2Type::fmi2ModelExchange, true);
    assert_eq!((host.enter(), host.exit()), (fmi2OK, fmi2OK));
    host
}

fn states<const COUNT: usize>(host: &Host) -> [f64; COUNT] {
    let mut x = [f64::NAN; COUNT];
    assert_eq!(unsafe { fmi2GetContinuousStates(host.c, x.as_mut_ptr(), COUNT) }, fmi2OK);
    x
}

#[track_caller]
fn place(host: &mut Host, x: &[f64]) {
    let status = unsafe { fmi2SetContinuousStates(host.c, x.as_ptr(), x.len()) };
    assert_eq!(status, fmi2OK, "{:?}", host.messages());
}

fn update(host: &mut Host) -> fmi2Status {
    let mut info = fmi2EventInfo {
        newDiscreteStatesNeeded: 7,
        terminateSimulation: 7,
        nominalsOfContinuousStatesChanged: 7,
        valuesOfContinuousStatesChanged: 7,
        nextEventTimeDefined: 7,
        nextEventTime: 7.0,
    };
    unsafe { fmi2NewDiscreteStates(host.c, &mut info) }
}

fn told(host: &mut Host) -> Vec<String> {
    host.messages().into_iter().map(|message| message.text).collect()
}

#[test]
fn equal_states_change_nothing() {
    let mut host = slider();
    let before = (states::<STATES>(&host), host.real("contact.frictionForce"));
    place(&mut host, &before.0);
    assert_eq!(update(&mut host), fmi2OK);
    assert_eq!((states::<STATES>(&host), host.real("contact.frictionForce")), before);
    assert_eq!((told(&mut host), host.integer("eventCount")), (vec![], 0));
}

#[test]
fn other_states_have_their_own_modes() {
    let mut host = slider();
    // From forward to backward slip, to rest, to slip from rest, and at rest on.
    let cases: &[([f64; STATES], i32, f64, &[&str])] = &[
        ([0.5, -2.0, 0.75], -1, -2.0, &["forward → backward"]),
        ([0.5, 0.0, 0.75], 0, 0.0, &["backward → stuck"]),
        ([-3.0, 0.25, 1.0], 1, 2.0, &["stuck → forward"]),
        ([-3.0, 0.0, 1.0], 0, 0.0, &["forward → stuck"]),
        ([7.0, 0.0, 1.5], 0, 0.0, &[]),
    ];
    let mut count = 0;
    for (x, mode, friction, transitions) in cases {
        place(&mut host, x);
        // A host enters Event Mode where it is in it already, and what it has set stays set.
        assert_eq!(unsafe { fmi2EnterEventMode(host.c) }, fmi2OK);
        assert_eq!(update(&mut host), fmi2OK);
        assert_eq!(states::<STATES>(&host), *x);
        assert_eq!(host.integer("contact.state"), *mode, "{x:?}");
        assert_eq!(host.real("contact.frictionForce"), *friction, "{x:?}");
        let told = told(&mut host);
        assert_eq!(told.len(), transitions.len(), "{told:?}");
        assert!(told.iter().zip(*transitions).all(|(told, part)| told.contains(part)), "{told:?}");
        count += transitions.len() as i32;
        assert_eq!(host.integer("eventCount"), count);
        assert_eq!(update(&mut host), fmi2OK);
        assert_eq!(host.integer("eventCount"), count, "all is done");
    }
}

/// A host that calls no fmi2NewDiscreteStates has set states between events.
#[test]
fn states_that_lead_to_no_update_leave_the_modes() {
    let mut host = slider();
    place(&mut host, &[0.0, 0.0, 0.0]);
    assert_eq!(update(&mut host), fmi2OK);
    place(&mut host, &[0.0, 1.0, 0.0]);
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    assert_eq!((host.integer("contact.state"), host.real("body.velocity")), (0, 0.0));
    assert_eq!(unsafe { fmi2EnterEventMode(host.c) }, fmi2OK);
    assert_eq!(update(&mut host), fmi2OK);
    assert_eq!(host.integer("contact.state"), 0);
}

/// What a host's integration leaves of a velocity that bodies have in common keeps them together; more parts them.
#[test]
fn what_sticks_is_parted_by_more_than_round_off() {
    let mut host = Host::of_type("TwoMassOneContact", fmi2Type::fmi2ModelExchange, true);
    for name in ["body1.velocity0", "body2.velocity0"] {
        assert_eq!(host.set(name, 0.5), fmi2OK);
    }
    assert_eq!((host.enter(), host.exit()), (fmi2OK, fmi2OK));
    assert!(host.boolean("contact12.stuck"));
    let x: [f64; 5] = states(&host);
    let velocities: Vec<usize> = (0..5).filter(|k| x[*k] == 0.5).collect();
    assert_eq!(velocities.len(), 2, "{x:?}");
    let mut apart = x;
    apart[velocities[0]] += 1e-10;
    place(&mut host, &apart);
    assert_eq!(update(&mut host), fmi2OK);
    assert!(host.boolean("contact12.stuck"));
    assert_eq!(host.real("body1.velocity"), host.real("body2.velocity"));
    apart[velocities[0]] = 0.75;
    place(&mut host, &apart);
    assert_eq!(update(&mut host), fmi2OK);
    assert_eq!((host.real("body1.velocity"), host.real("body2.velocity")), (0.75, 0.5));
    assert_eq!((host.integer("contact12.state"), told(&mut host).len()), (1, 1));
}

/// A state saved between the two calls goes on as the instance itself.
#[test]
fn a_saved_state_knows_that_states_were_set() {
    let mut host = slider();
    place(&mut host, &[0.5, -2.0, 0.75]);
    let (mut state, other) = (std::ptr::null_mut(), slider());
    unsafe {
        assert_eq!(fmi2GetFMUstate(host.c, &mut state), fmi2OK);
        assert_eq!(fmi2SetFMUstate(other.c, state), fmi2OK);
    }
    for mut host in [host, other] {
        assert_eq!(update(&mut host), fmi2OK);
        assert_eq!(host.integer("contact.state"), -1);
        assert_eq!(states::<STATES>(&host), [0.5, -2.0, 0.75]);
    }
}

/// FMI 2.0.1 lets a host set one state as it sets inputs.
#[test]
fn a_state_is_set_by_its_name() {
    let mut host = slider();
    assert_eq!(host.set("body.velocity", -2.0), fmi2OK, "{:?}", host.messages());
    assert_eq!(update(&mut host), fmi2OK);
    assert_eq!((host.integer("contact.state"), host.real("body.acceleration")), (-1, 2.0));
    assert_eq!(unsafe { fmi2EnterContinuousTimeMode(host.c) }, fmi2OK);
    assert_eq!(host.set("body.velocity", -1.5), fmi2OK, "{:?}", host.messages());
    assert_eq!(states::<STATES>(&host), [0.0, -1.5, 0.0]);
    assert_eq!(host.set("body.acceleration", 1.0), luztar::fmi2::fmi2Status::fmi2Error);
}
