//! Saved states: replay bit for bit, with a transition pending too, in another instance and from bytes.

use std::ptr::null_mut;

use luztar::fmi3::*;
use luztar::unit::catalogue;

use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

fn save(host: &Host) -> fmi3FMUState {
    let mut state = null_mut();
    assert_eq!(unsafe { fmi3GetFMUState(host.c, &mut state) }, fmi3OK);
    state
}

fn bytes(host: &Host, state: fmi3FMUState) -> Vec<u8> {
    let mut size = 0;
    unsafe {
        assert_eq!(fmi3SerializedFMUStateSize(host.c, state, &mut size), fmi3OK);
        let mut bytes = vec![0; size];
        assert_eq!(fmi3SerializeFMUState(host.c, state, bytes.as_mut_ptr(), size), fmi3OK);
        bytes
    }
}

/// Goes on through all transitions, with inputs that follow the time.
fn rest(host: &mut Host, begin: f64, size: f64) -> Vec<Vec<u64>> {
    let mut seen = Vec::new();
    for step in 0..40 {
        let time = begin + f64::from(step) * size;
        host.set_inputs(time);
        host.go(time, time + size);
        seen.push(host.digest());
    }
    seen
}

#[test]
fn every_unit_goes_on_the_same_in_another_instance_from_bytes() {
    for name in catalogue::names() {
        let mut host = Host::new(name, (true, true));
        host.set_inputs(0.0);
        host.initialise(true);
        let size = host.unit.network().experiment.step_size.max(0.01);
        for step in 0..30 {
            let time = f64::from(step) * size;
            host.set_inputs(time);
            host.go(time, time + size);
        }
        let state = save(&host);
        let kept = bytes(&host, state);
        let expected = rest(&mut host, 30.0 * size, size);
        assert_eq!(unsafe { fmi3SetFMUState(host.c, state) }, fmi3OK, "{:?}", host.messages());
        assert_eq!(rest(&mut host, 30.0 * size, size), expected, "{name}: rolled back");
        let mut other = Host::new(name, (true, true));
        let mut copy = null_mut();
        unsafe {
            let start = kept.as_ptr();
            assert_eq!(fmi3DeserializeFMUState(other.c, start, kept.len(), &mut copy), fmi3OK);
            assert_eq!(fmi3SetFMUState(other.c, copy), fmi3OK, "{:?}", other.messages());
        }
        assert_eq!(rest(&mut other, 30.0 * size, size), expected, "{name}: from bytes");
    }
}

#[test]
fn a_transition_that_is_pending_is_saved() {
    let mut host = Host::of_network("spring_mass", (true, true));
    host.initialise(true);
    let stepped = host.step(0.0, 1.0);
    assert!(stepped.event);
    let state = save(&host);
    let kept = bytes(&host, state);
    let goes_on = |host: &mut Host| {
        host.handle();
        assert_eq!(host.integer("eventCount"), 1);
        let events = host.go(stepped.time, 2.0);
        (events, host.digest())
    };
    let expected = goes_on(&mut host);
    assert_eq!(expected.0.len(), 2);
    assert_eq!(unsafe { fmi3SetFMUState(host.c, state) }, fmi3OK);
    assert_eq!(host.integer("eventCount"), 0);
    assert_eq!(goes_on(&mut host), expected);
    let mut other = Host::of_network("spring_mass", (true, true));
    let mut copy = null_mut();
    unsafe {
        assert_eq!(fmi3DeserializeFMUState(other.c, kept.as_ptr(), kept.len(), &mut copy), fmi3OK);
        assert_eq!(fmi3SetFMUState(other.c, copy), fmi3OK);
    }
    assert_eq!(goes_on(&mut other), expected);
    let mut without = Host::of_network("spring_mass", (false, true));
    without.initialise(false);
    assert_eq!(unsafe { fmi3SetFMUState(without.c, copy) }, fmi3Error);
    assert!(without.message().contains("waits for an event"));
}

/// What a transition leads to is shown again by a state that was saved while it was shown, and is no more committed than it was.
#[test]
fn an_evaluation_of_discrete_states_is_saved() {
    let mut host = Host::of_network("spring_mass", (true, true));
    host.initialise(true);
    let stepped = host.step(0.0, 1.0);
    assert!(stepped.event);
    let before = host.digest();
    unsafe {
        assert_eq!(fmi3EnterEventMode(host.c), fmi3OK);
        assert_eq!(fmi3EvaluateDiscreteStates(host.c), fmi3OK);
    }
    let seen = |host: &mut Host| (host.digest(), host.integer("eventCount"));
    let evaluated = seen(&mut host);
    assert!(evaluated.0 != before && evaluated.1 == 1, "{evaluated:?}");
    let state = save(&host);
    let kept = bytes(&host, state);
    let goes_on = |host: &mut Host| {
        assert_eq!(seen(host), evaluated);
        assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3Error, "the transition is pending");
        host.update();
        assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK, "{:?}", host.messages());
        (host.go(stepped.time, 2.0), host.digest())
    };
    let expected = goes_on(&mut host);
    assert_eq!(unsafe { fmi3SetFMUState(host.c, state) }, fmi3OK);
    assert_eq!(goes_on(&mut host), expected);
    let mut other = Host::of_network("spring_mass", (true, true));
    let mut copy = null_mut();
    unsafe {
        assert_eq!(fmi3DeserializeFMUState(other.c, kept.as_ptr(), kept.len(), &mut copy), fmi3OK);
        assert_eq!(fmi3SetFMUState(other.c, copy), fmi3OK);
    }
    assert_eq!(goes_on(&mut other), expected);
}

#[test]
fn a_state_of_the_other_version_is_refused() {
    let host = Host::new("SingleMassFriction", (false, false));
    let state = save(&host);
    let kept = bytes(&host, state);
    let guid = luztar::export::guid(&host.unit);
    let text = String::from_utf8_lossy(&kept).into_owned();
    assert!(!text.contains(&guid) && text.contains(&luztar::export::token(&host.unit)));
    let mut damaged = kept.clone();
    for place in [0, 10, kept.len() / 2, kept.len() - 1] {
        damaged[place] ^= 0x10;
        let mut copy = null_mut();
        let start = damaged.as_ptr();
        let status = unsafe { fmi3DeserializeFMUState(host.c, start, damaged.len(), &mut copy) };
        assert_eq!(status, fmi3Error, "{place}");
        damaged[place] ^= 0x10;
    }
}
