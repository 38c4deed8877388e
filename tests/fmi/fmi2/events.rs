//! Transitions as log lines and as data.

use std::ffi::CStr;
use std::mem::MaybeUninit;

use crate::fmi2::slider::{STOP, TIME_TOLERANCE, configured};
use crate::fmi2_host::{Host, NOBODY, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::EVENT_CAPACITY;

fn sliding(debug: bool) -> Host {
    let mut host = configured(fmi2Type::fmi2CoSimulation, debug);
    host.initialise();
    host
}

const NO_EVENT: luztar_Event =
    luztar_Event { time: f64::NAN, kind: luztar_Kind::luztar_spring, element: 9, from: 9, to: 9 };

fn take(host: &Host, buffer: &mut [luztar_Event]) -> usize {
    unsafe { luztar_take_events(host.c, buffer.as_mut_ptr(), buffer.len()) }
}

fn name(host: &Host, kind: luztar_Kind, element: u32) -> Option<String> {
    let name = unsafe { luztar_element_name(host.c, MaybeUninit::new(kind), element) };
    let text = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) });
    text.map(|text| text.to_str().unwrap().to_owned())
}

#[test]
fn a_transition_is_a_record_and_a_log_line() {
    let mut host = sliding(true);
    assert_eq!(host.step(0.0, 1.0), fmi2OK);
    let messages = host.messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!((messages[0].status, messages[0].category.as_str()), (fmi2OK, "logEvents"));
    let text = &messages[0].text;
    let time = text.strip_prefix("t = ").unwrap().strip_suffix(" s: contact: forward → stuck");
    assert!((time.unwrap().parse::<f64>().unwrap() - STOP).abs() <= TIME_TOLERANCE, "{text}");

    let mut buffer = [NO_EVENT; 3];
    assert_eq!(take(&host, &mut buffer), 1);
    let event = buffer[0];
    assert!((event.time - STOP).abs() <= TIME_TOLERANCE);
    assert_eq!((event.kind, event.element), (luztar_Kind::luztar_contact, 0));
    assert_eq!((event.from, event.to), (1, 0));
    assert_eq!(buffer[1].element, NO_EVENT.element, "only as many as there are");
    assert_eq!(take(&host, &mut buffer), 0, "each only once");
    assert_eq!(unsafe { luztar_lost_events(host.c) }, 0);
    assert_eq!(host.integer("eventCount"), 1);
}

/// A spring of 1 mm freeplay between bodies that are prescribed.
fn sprung(debug: bool) -> Host {
    let mut host = Host::with_logging("FreeplaySpring", debug);
    assert_eq!(host.set("spring.backlash", 2e-3), fmi2OK);
    assert_eq!(host.set("body1.position", 0.0), fmi2OK);
    host.initialise();
    host
}

#[test]
fn springs_have_records_and_lines_too() {
    let mut host = sprung(true);
    assert_eq!(host.set("body1.velocity", 1.0), fmi2OK);
    assert_eq!(host.step(0.0, 0.25), fmi2OK);
    assert_eq!(host.message(), "t = 0.001 s: spring: gap → upper contact");
    let mut buffer = [NO_EVENT; 2];
    assert_eq!(take(&host, &mut buffer), 1);
    assert_eq!((buffer[0].kind, buffer[0].element), (luztar_Kind::luztar_spring, 0));
    assert_eq!((buffer[0].from, buffer[0].to), (0, 1));
    assert!((buffer[0].time - 1e-3).abs() <= TIME_TOLERANCE);
    assert_eq!(name(&host, luztar_Kind::luztar_spring, 0).as_deref(), Some("spring"));
}

/// Nobody takes them: the oldest are dropped and counted; all are logged.
#[test]
fn records_that_found_no_room_are_counted() {
    let mut host = sprung(true);
    let extra = 7;
    for step in 0..EVENT_CAPACITY + extra {
        let side = if step % 2 == 0 { 2e-3 } else { -2e-3 };
        assert_eq!(host.set("body1.position", side), fmi2OK);
        assert_eq!(host.step(step as f64, 1.0), fmi2OK);
    }
    // Beside them one message: the position jumps to and fro without a velocity.
    let lines = host.messages().iter().filter(|line| line.text.contains("spring: ")).count();
    assert_eq!(lines, EVENT_CAPACITY + extra);
    assert_eq!(unsafe { luztar_lost_events(host.c) }, extra as u64);
    let mut buffer = vec![NO_EVENT; EVENT_CAPACITY + extra];
    assert_eq!(take(&host, &mut buffer), EVENT_CAPACITY);
    assert_eq!(buffer[0].time, extra as f64, "the oldest that is left");
    assert!(buffer[..EVENT_CAPACITY].is_sorted_by(|a, b| a.time < b.time));
}

#[test]
fn transitions_of_model_exchange_are_records_and_lines() {
    let mut host = Host::of_type("FreeplaySpring", fmi2Type::fmi2ModelExchange, true);
    assert_eq!(host.set("body1.position", 0.0), fmi2OK);
    assert_eq!((host.enter(), host.exit()), (fmi2OK, fmi2OK));
    assert_eq!(host.set("body1.position", 1.0), fmi2OK);
    let mut info = MaybeUninit::uninit();
    assert_eq!(unsafe { fmi2NewDiscreteStates(host.c, info.as_mut_ptr()) }, fmi2OK);
    assert_eq!(host.message(), "t = 0 s: spring: gap → upper contact");
    assert_eq!(take(&host, &mut [NO_EVENT; 2]), 1);
}

#[test]
fn log_lines_come_only_where_they_are_asked_for() {
    let mut host = sliding(false);
    assert_eq!(host.step(0.0, 1.0), fmi2OK);
    assert_eq!(host.messages(), []);
    let mut buffer = [NO_EVENT; 1];
    assert_eq!(take(&host, &mut buffer), 1, "records do not need the log");

    let categories = [c"logEvents".as_ptr()];
    let switch = |host: &Host, on: fmi2Boolean| unsafe {
        fmi2SetDebugLogging(host.c, on, 1, categories.as_ptr())
    };
    assert_eq!(switch(&host, fmi2True), fmi2OK);
    host.set("body.force", 5.0);
    assert_eq!(host.step(1.0, 1.0), fmi2OK);
    assert_eq!(host.message(), "t = 1 s: contact: stuck → forward");
    assert_eq!(switch(&host, fmi2False), fmi2OK);
    host.set("body.force", 0.0);
    assert_eq!(host.step(2.0, 10.0), fmi2OK);
    assert_eq!(host.messages(), []);
    assert_eq!(take(&host, &mut [NO_EVENT; 9]), 2);
}

#[test]
fn elements_have_the_names_of_the_file() {
    let mut host = Host::new("TwoMassThreeContacts");
    let network = host.unit.network().clone();
    for (index, contact) in network.contacts.iter().enumerate() {
        let found = name(&host, luztar_Kind::luztar_contact, index as u32);
        assert_eq!(found.as_deref(), Some(contact.name.as_str()));
    }
    assert_eq!(host.messages(), []);
    assert_eq!(name(&host, luztar_Kind::luztar_contact, 3), None);
    assert!(host.message().contains("3 contacts"));
    assert_eq!(name(&host, luztar_Kind::luztar_spring, 0), None);
    assert!(host.message().contains("0 springs"));
}

#[test]
fn without_an_instance_or_a_buffer_nothing_is_taken() {
    let mut event = NO_EVENT;
    unsafe {
        assert_eq!(luztar_take_events(NOBODY, &mut event, 1), 0);
        assert_eq!(luztar_lost_events(NOBODY), 0);
        let kind = MaybeUninit::new(luztar_Kind::luztar_contact);
        assert!(luztar_element_name(NOBODY, kind, 0).is_null());
    }
    let mut host = sliding(false);
    assert_eq!(host.step(0.0, 1.0), fmi2OK);
    unsafe {
        assert_eq!(luztar_take_events(host.c, std::ptr::null_mut(), 1), 0);
        assert!(host.message().contains("buffer is NULL"));
        assert_eq!(luztar_take_events(host.c, std::ptr::null_mut(), 0), 0);
    }
    assert_eq!(host.messages(), []);
    assert_eq!(take(&host, &mut [NO_EVENT; 2]), 1);
}

#[test]
fn a_reset_forgets_transitions() {
    let mut host = sliding(false);
    assert_eq!(host.step(0.0, 1.0), fmi2OK);
    assert_eq!(host.reset(), fmi2OK);
    assert_eq!(take(&host, &mut [NO_EVENT; 2]), 0);
}
