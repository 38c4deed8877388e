//! `stopAtEvents` through the C interface: steps that end at their first transition, and what a master can
//! do then.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use crate::fmi2::slider::{STOP, TIME_TOLERANCE, configured};
use crate::fmi2_host::{Host, fmi2Discard, fmi2Error, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::catalogue;

/// In a step that may stop at its events.
fn slider(debug: bool) -> Host {
    let mut host = stopping(debug);
    host.initialise();
    host
}

/// The same before initialisation.
fn stopping(debug: bool) -> Host {
    let host = configured(fmi2Type::fmi2CoSimulation, debug);
    let (stop, yes) = (host.vr("stopAtEvents"), fmi2True);
    assert_eq!(unsafe { fmi2SetBoolean(host.c, &stop, 1, &yes) }, fmi2OK);
    host
}

fn kind(kind: fmi2StatusKind) -> MaybeUninit<fmi2StatusKind> {
    MaybeUninit::new(kind)
}

fn last_time(host: &Host) -> f64 {
    let mut time = f64::NAN;
    let asked = kind(fmi2StatusKind::fmi2LastSuccessfulTime);
    assert_eq!(unsafe { fmi2GetRealStatus(host.c, asked, &mut time) }, fmi2OK);
    time
}

/// Whether the unit asks to end the simulation.
fn boolean_status(host: &Host) -> bool {
    let mut ended = 77;
    let asked = kind(fmi2StatusKind::fmi2Terminated);
    assert_eq!(unsafe { fmi2GetBooleanStatus(host.c, asked, &mut ended) }, fmi2OK);
    assert!(ended == fmi2True || ended == fmi2False);
    ended == fmi2True
}

fn save(host: &Host) -> fmi2FMUstate {
    let mut state = null_mut();
    assert_eq!(unsafe { fmi2GetFMUstate(host.c, &mut state) }, fmi2OK);
    state
}

#[test]
fn a_step_ends_at_its_first_transition_and_the_next_one_goes_on() {
    let mut host = slider(true);
    assert_eq!(host.step(0.0, 0.3), fmi2OK);
    assert_eq!(host.step(0.3, 1.0), fmi2Discard);
    let categories: Vec<String> = host.messages().into_iter().map(|one| one.category).collect();
    assert_eq!(
        categories,
        ["logEvents", "logEvents"],
        "the transition and that the step ends there"
    );
    let time = last_time(&host);
    assert!((time - STOP).abs() <= TIME_TOLERANCE, "{time}");
    let mut status = fmi2OK;
    unsafe {
        let asked = kind(fmi2StatusKind::fmi2DoStepStatus);
        assert_eq!(fmi2GetStatus(host.c, asked, &mut status), fmi2OK);
    }
    assert_eq!((boolean_status(&host), status), (false, fmi2Discard));
    assert!(host.boolean("contact.stuck"), "the transition is done");
    assert_eq!(host.real("lastEventTime"), time);
    // Mean over what was done of the step.
    assert!((host.real("contact.meanFrictionForce") - 2.0).abs() <= TIME_TOLERANCE);
    assert_eq!(host.step(1.3, 0.1), fmi2Error, "that time was not reached");
    assert_eq!(host.step(time, 1.3 - time), fmi2OK, "{:?}", host.messages());
    assert_eq!((last_time(&host), host.integer("eventCount")), (1.3, 1));
}

#[test]
fn a_restored_master_that_steps_to_the_transition_sees_it_at_the_end() {
    let mut host = slider(false);
    let state = save(&host);
    assert_eq!(host.step(0.0, 1.0), fmi2Discard);
    let time = last_time(&host);
    let position = host.real("body.position");
    for late in [0.0, 3e-10, -3e-10] {
        assert_eq!(unsafe { fmi2SetFMUstate(host.c, state) }, fmi2OK);
        assert_eq!(host.step(0.0, time + late), fmi2OK, "{late:e}");
        assert!(host.boolean("contact.stuck"), "{late:e}");
        assert_eq!(host.integer("eventCount"), 1, "{late:e}");
        assert!((host.real("lastEventTime") - STOP).abs() <= TIME_TOLERANCE);
        assert!((host.real("body.position") - position).abs() <= TIME_TOLERANCE);
        assert_eq!(host.step(time + late, 0.5), fmi2OK, "the clock fits");
    }
    for late in [3e-9, -3e-9] {
        assert_eq!(unsafe { fmi2SetFMUstate(host.c, state) }, fmi2OK);
        let expected = if late > 0.0 { fmi2Discard } else { fmi2OK };
        assert_eq!(host.step(0.0, time + late), expected);
        assert_eq!(host.boolean("contact.stuck"), late > 0.0);
    }
}

/// The same late in a simulation: what counts as the end grows with the time.
#[test]
fn the_end_of_a_step_is_as_wide_as_the_clock_is_coarse() {
    let mut host = stopping(false);
    assert_eq!(host.setup(1e3, None, None), fmi2OK);
    assert_eq!((host.enter(), host.exit()), (fmi2OK, fmi2OK));
    let state = save(&host);
    assert_eq!(host.step(1e3, 1.0), fmi2Discard);
    let time = last_time(&host);
    assert!((time - 1e3 - STOP).abs() <= TIME_TOLERANCE, "{time}");
    for (late, stuck, status) in [
        (5e-7, true, fmi2OK),
        (-5e-7, true, fmi2OK),
        (2e-6, true, fmi2Discard),
        (-2e-6, false, fmi2OK),
    ] {
        assert_eq!(unsafe { fmi2SetFMUstate(host.c, state) }, fmi2OK);
        assert_eq!(host.step(1e3, time + late - 1e3), status, "{late:e}");
        assert_eq!(host.boolean("contact.stuck"), stuck, "{late:e}");
    }
    assert_eq!(unsafe { fmi2FreeFMUstate(host.c, &mut { state }) }, fmi2OK);
}

/// A master that restores and one that goes on, with every unit: each Discard makes progress, its time is in the
/// step, and a step exactly to it has the transition at its end.
#[test]
fn every_unit_discards_by_the_rules() {
    let mut discarded = 0;
    for name in catalogue::names() {
        let mut host = Host::new(name);
        let (stop, yes) = (host.vr("stopAtEvents"), fmi2True);
        assert_eq!(unsafe { fmi2SetBoolean(host.c, &stop, 1, &yes) }, fmi2OK);
        host.initialise();
        let inputs = host.unit.network().inputs.clone();
        let h = 20.0 * host.unit.network().experiment.step_size;
        let (mut time, mut next) = (0.0, h);
        for round in 0..60 {
            for (index, input) in inputs.iter().enumerate().filter(|_| round % 5 == 0) {
                let size = if input.start == 0.0 { 4.0 } else { input.start };
                let value = size * [1.0, 0.0, -0.8][(round / 5 + index) % 3];
                let load = input.name.ends_with("normalForce");
                assert_eq!(host.set(&input.name, if load { value.abs() } else { value }), fmi2OK);
            }
            let mut state = save(&host);
            let counted = host.integer("eventCount");
            let status = host.step(time, next - time);
            if status == fmi2Discard {
                discarded += 1;
                let reached = last_time(&host);
                assert!(reached > time && reached < next, "{name}: {time} {reached} {next}");
                assert!(!boolean_status(&host), "{name} goes on");
                assert!((host.real("lastEventTime") - reached).abs() <= TIME_TOLERANCE, "{name}");
                assert_eq!(host.step(next, h), fmi2Error, "{name}: not there yet");
                if round % 2 == 0 {
                    assert_eq!(unsafe { fmi2SetFMUstate(host.c, state) }, fmi2OK);
                    assert_eq!(host.step(time, reached - time), fmi2OK, "{name}");
                    assert!(host.integer("eventCount") > counted, "{name}");
                    let at = host.real("lastEventTime");
                    assert!((at - reached).abs() <= TIME_TOLERANCE, "{name}: {at} {reached}");
                }
                time = reached;
            } else {
                assert_eq!(status, fmi2OK, "{name}: {:?}", host.messages());
                assert_eq!(last_time(&host), next, "{name}");
                time = next;
                next += h;
            }
            host.messages();
            assert_eq!(unsafe { fmi2FreeFMUstate(host.c, &mut state) }, fmi2OK);
        }
    }
    assert!(discarded > 100, "{discarded} steps ended early");
}

#[test]
fn a_transition_at_the_start_of_a_step_does_not_end_it() {
    let mut host = slider(false);
    assert_eq!(host.step(0.0, 1.0), fmi2Discard);
    let time = last_time(&host);
    host.set("body.force", 3.0);
    assert_eq!(host.step(time, 1.0), fmi2OK, "released at once by the force");
    assert_eq!(host.integer("contact.state"), 1);
    assert_eq!((host.integer("eventCount"), host.real("lastEventTime")), (2, time));
    host.set("body.force", -3.0);
    // Velocity 1 m/s, deceleration 5 m/s²: it passes through 0 and moves back.
    assert_eq!(host.step(time + 1.0, 1.0), fmi2Discard);
    assert!((last_time(&host) - (time + 1.2)).abs() <= TIME_TOLERANCE);
    assert_eq!(host.integer("contact.state"), -1);
}

/// What both spellings answer.
fn max_step(host: &Host) -> f64 {
    let (mut size, mut same) = (f64::NAN, f64::NAN);
    unsafe {
        assert_eq!(fmi2GetMaxStepsize(host.c, &mut size), fmi2OK);
        assert_eq!(fmi2GetMaxStepSize(host.c, &mut same), fmi2OK);
    }
    assert_eq!(size, same);
    size
}

#[test]
fn the_greatest_step_ends_at_the_next_transition_or_the_horizon() {
    let mut host = slider(false);
    let horizon = 10.0 * host.unit.network().experiment.step_size;
    assert_eq!(max_step(&host), horizon, "stops later than that");
    assert_eq!(host.step(0.0, STOP - 0.5 * horizon), fmi2OK);
    let size = max_step(&host);
    assert!((size - 0.5 * horizon).abs() <= TIME_TOLERANCE, "{size}");
    let before = host.real("body.position");
    assert_eq!(host.step(STOP - 0.5 * horizon, size), fmi2OK);
    assert!(host.boolean("contact.stuck") && host.real("body.position") > before);
    assert_eq!(max_step(&host), horizon, "at rest for good");
    host.set("body.force", 3.0);
    assert_eq!(max_step(&host), horizon, "released at once, which is no later transition");
    assert!(host.boolean("contact.stuck"), "looking ahead moves nothing");
    assert_eq!(unsafe { fmi2GetMaxStepsize(host.c, null_mut()) }, fmi2Error);
    let fresh = Host::new("SingleMassFriction");
    let mut size = 7.0;
    assert_eq!(unsafe { fmi2GetMaxStepsize(fresh.c, &mut size) }, fmi2Error);
    assert_eq!(size, 7.0);
}

#[test]
fn the_choice_is_part_of_a_state_and_ends_with_a_reset() {
    let mut host = slider(false);
    let state = save(&host);
    let mut other = Host::new("SingleMassFriction");
    assert_eq!(unsafe { fmi2SetFMUstate(other.c, state) }, fmi2OK);
    assert!(other.boolean("stopAtEvents"));
    assert_eq!(other.step(0.0, 1.0), fmi2Discard);
    assert_eq!(host.reset(), fmi2OK);
    assert!(!host.boolean("stopAtEvents"));
    other.set("body.force", 0.0);
    drop(host);
}
