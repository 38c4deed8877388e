//! What reaches the host's logger, and when.

use std::ffi::CStr;

use crate::fmi2_host::{Host, fmi2Error, fmi2OK};
use luztar::fmi2::*;

const UNIT: &str = "SingleMassFriction";

fn switch(host: &Host, on: bool, categories: &[&CStr]) -> fmi2Status {
    let names: Vec<_> = categories.iter().map(|name| name.as_ptr()).collect();
    unsafe { fmi2SetDebugLogging(host.c, on.into(), names.len(), names.as_ptr()) }
}

/// Provokes a message of logStatusDiscard and one of logStatusError; returns the categories sent.
fn provoke(host: &mut Host) -> Vec<String> {
    let mut number = 0;
    let kind = std::mem::MaybeUninit::new(fmi2StatusKind::fmi2PendingStatus);
    unsafe { fmi2GetIntegerStatus(host.c, kind, &mut number) };
    assert_eq!(host.set("body.force", f64::NAN), fmi2Error);
    host.messages().into_iter().map(|message| message.category).collect()
}

#[test]
fn messages_carry_instance_status_and_category() {
    let mut host = Host::new(UNIT);
    assert_eq!(host.set("body.force", f64::NAN), fmi2Error);
    let messages = host.messages();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].instance, "test");
    assert_eq!(messages[0].status, fmi2Error);
    assert_eq!(messages[0].category, "logStatusError");
}

#[test]
fn errors_are_sent_whatever_is_switched_off_and_nothing_else_is() {
    let mut host = Host::new(UNIT);
    assert_eq!(provoke(&mut host), ["logStatusError"]);
    assert_eq!(switch(&host, true, &[]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusDiscard", "logStatusError"]);
    assert_eq!(switch(&host, false, &[]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusError"]);
    assert_eq!(switch(&host, true, &[]), fmi2OK);
    assert_eq!(switch(&host, false, &[c"logStatusDiscard", c"logStatusError"]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusError"]);
    assert_eq!(switch(&host, true, &[c"logStatusDiscard"]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusDiscard", "logStatusError"]);
    assert_eq!(switch(&host, false, &[c"logAll"]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusError"]);
    assert_eq!(switch(&host, true, &[c"logAll"]), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusDiscard", "logStatusError"]);
}

#[test]
fn a_given_motion_that_contradicts_itself_is_a_warning() {
    for debug in [true, false] {
        let mut host = Host::with_logging("FreeplaySpring", debug);
        host.initialise();
        for step in 0..5 {
            let time = 0.01 * f64::from(step);
            assert_eq!(host.set("body1.position", 0.1 * time), fmi2OK);
            assert_eq!(host.step(time, 0.01), fmi2OK);
        }
        let messages = host.messages();
        let warnings: Vec<_> =
            messages.iter().filter(|message| message.category == "logStatusWarning").collect();
        assert_eq!(warnings.len(), usize::from(debug));
        assert!(warnings.iter().all(|warning| warning.text.contains("body1")), "{warnings:?}");
    }
}

#[test]
fn a_list_with_an_unknown_category_switches_nothing() {
    let mut host = Host::with_logging(UNIT, true);
    assert_eq!(switch(&host, false, &[c"logStatusDiscard", c"logDebug"]), fmi2Error);
    assert!(host.message().contains("logDebug"));
    assert_eq!(provoke(&mut host), ["logStatusDiscard", "logStatusError"]);
}

#[test]
fn reset_keeps_the_switches() {
    let mut host = Host::with_logging(UNIT, true);
    assert_eq!(switch(&host, false, &[c"logStatusDiscard"]), fmi2OK);
    assert_eq!(host.reset(), fmi2OK);
    assert_eq!(provoke(&mut host), ["logStatusError"]);
}

#[test]
fn the_categories_are_those_of_the_model_description() {
    let host = Host::new(UNIT);
    for (name, _) in luztar::export::LOG_CATEGORIES {
        let name = std::ffi::CString::new(name).unwrap();
        assert_eq!(switch(&host, true, &[&name]), fmi2OK, "{name:?}");
    }
}

/// A percent sign in a message is no format.
#[test]
fn texts_of_the_host_are_harmless_in_messages() {
    let mut host = Host::new(UNIT);
    let mut vr = 0;
    let status = unsafe { luztar_value_reference(host.c, c"%s%n%d".as_ptr(), &mut vr) };
    assert_eq!(status, fmi2Error);
    assert!(host.message().contains("%s%n%d"));
}
