//! Calls that must be refused: fmi2Error or no instance, a message that says why, nothing changed, and
//! the next legal call works.

use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use crate::fmi2_host::{Host, Message, fmi2Discard, fmi2Error, fmi2OK};
use luztar::fmi2::*;

const UNIT: &str = "SingleMassFriction";

pub fn assert_mentions(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in {text:?}");
    }
}

/// Everything that a host can see, as bits.
fn all(host: &mut Host) -> Vec<u64> {
    let names = ["body.position", "body.velocity", "body.acceleration", "contact.frictionForce"];
    let more = ["contact.dissipatedEnergy", "contact.meanFrictionForce", "body.mass", "body.force"];
    names.iter().chain(&more).map(|name| host.real(name).to_bits()).collect()
}

/// Moves on after a refused call and sees that it left no trace.
fn goes_on(host: &mut Host, before: &[u64], time: f64) {
    assert_eq!(all(host), before);
    assert_eq!(host.step(time, 0.1), fmi2OK, "{:?}", host.messages());
}

#[test]
fn values_that_break_a_rule_are_refused_by_name() {
    let mut host = Host::initialised(UNIT);
    let cases: &[(&str, f64, &[&str])] = &[
        ("body.force", f64::NAN, &["body.force", "NaN", "finite"]),
        ("body.force", f64::INFINITY, &["body.force", "inf", "finite"]),
        ("contact.viscous", -1.0, &["contact.viscous", "-1"]),
        ("body.mass", 2.0, &["body.mass", "fixed"]),
        ("body.position", 0.0, &["body.position", "calculated"]),
        ("relativeTolerance", 1e-3, &["relativeTolerance"]),
    ];
    let before = all(&mut host);
    for (step, (name, value, parts)) in cases.iter().enumerate() {
        assert_eq!(host.set(name, *value), fmi2Error, "{name} = {value}");
        let text = host.message();
        assert_mentions(&text, parts);
        assert_mentions(&text, &["fmi2SetReal"]);
        if step == 0 {
            goes_on(&mut host, &before, 0.0);
        }
    }
    assert_eq!(host.step(0.1, 0.1), fmi2OK);
}

#[test]
fn bounds_hold_before_initialisation_too() {
    let mut host = Host::new(UNIT);
    assert_eq!(host.set("body.mass", 0.0), fmi2Error);
    assert_mentions(&host.message(), &["body.mass", "> 0"]);
    assert_eq!(host.real("body.mass"), 1.0);
    host.initialise();
}

#[test]
fn a_list_with_one_wrong_value_sets_none() {
    let mut host = Host::initialised(UNIT);
    let references = [host.vr("body.force"), host.vr("contact.viscous")];
    let values = [3.0, -1.0];
    let status = unsafe { fmi2SetReal(host.c, references.as_ptr(), 2, values.as_ptr()) };
    assert_eq!(status, fmi2Error);
    assert_eq!(host.real("body.force"), 0.0);
}

#[test]
fn parameters_that_clash_are_refused_where_they_meet() {
    let mut host = Host::new(UNIT);
    assert_eq!(host.set("contact.staticFriction", 0.5), fmi2OK);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.exit(), fmi2Error);
    assert_mentions(&host.message(), &["contact", "0.5"]);
    assert_eq!(host.set("contact.staticFriction", 1.5), fmi2OK);
    assert_eq!(host.exit(), fmi2OK);
}

#[test]
fn unknown_references_and_other_types_are_refused() {
    let mut host = Host::initialised(UNIT);
    let before = all(&mut host);
    let (mut real, mut integer, mut boolean) = (0.0, 0, 0);
    let mut string = null();
    let (mass, method) = (host.vr("body.mass"), host.vr("method"));
    for unknown in [host.unit.variables().len() as u32, u32::MAX] {
        let number = unknown.to_string();
        unsafe {
            assert_eq!(fmi2GetReal(host.c, &unknown, 1, &mut real), fmi2Error);
            assert_mentions(&host.message(), &["fmi2GetReal", &number, "does not exist"]);
            assert_eq!(fmi2GetInteger(host.c, &unknown, 1, &mut integer), fmi2Error);
            assert_eq!(fmi2GetBoolean(host.c, &unknown, 1, &mut boolean), fmi2Error);
            assert_eq!(fmi2GetString(host.c, &unknown, 1, &mut string), fmi2Error);
            assert_eq!(fmi2SetReal(host.c, &unknown, 1, &real), fmi2Error);
            assert_eq!(fmi2SetInteger(host.c, &unknown, 1, &integer), fmi2Error);
            assert_eq!(fmi2SetBoolean(host.c, &unknown, 1, &boolean), fmi2Error);
            assert_eq!(fmi2SetString(host.c, &unknown, 1, &string), fmi2Error);
        }
        let messages = host.messages();
        assert_eq!(messages.len(), 7);
        for Message { text, .. } in messages {
            assert_mentions(&text, &[&number, "does not exist"]);
        }
    }
    unsafe {
        assert_eq!(fmi2GetInteger(host.c, &mass, 1, &mut integer), fmi2Error);
        assert_mentions(&host.message(), &["body.mass", "is Real, not Integer"]);
        assert_eq!(fmi2GetReal(host.c, &method, 1, &mut real), fmi2Error);
        assert_mentions(&host.message(), &["method", "not Real"]);
        assert_eq!(fmi2SetBoolean(host.c, &mass, 1, &boolean), fmi2Error);
        assert_mentions(&host.message(), &["body.mass", "not Boolean"]);
        assert_eq!(fmi2GetString(host.c, &mass, 1, &mut string), fmi2Error);
        assert_mentions(&host.message(), &["body.mass", "is Real, not String"]);
    }
    goes_on(&mut host, &before, 0.0);
}

#[test]
fn steps_that_break_a_rule_are_refused() {
    let mut host = Host::new(UNIT);
    assert_eq!(host.setup(0.0, Some(1.0), None), fmi2OK);
    assert_eq!([host.enter(), host.exit()], [fmi2OK; 2]);
    let before = all(&mut host);
    let cases = [
        (0.0, 0.0, "step size"),
        (0.0, -0.1, "step size"),
        (0.0, f64::NAN, "step size"),
        (0.0, f64::INFINITY, "step size"),
        (f64::NAN, 0.1, "present time"),
        (1e-8, 0.1, "present time"),
        (-1e-8, 0.1, "present time"),
        (0.0, 1.1, "stop time"),
    ];
    for (time, size, part) in cases {
        assert_eq!(host.step(time, size), fmi2Error, "{time}, {size}");
        assert_mentions(&host.message(), &["fmi2DoStep", part]);
        assert_eq!(all(&mut host), before);
    }
    // A clock that differs by round-off is right, and the step ends by the host's clock.
    assert_eq!(host.step(5e-10, 0.5), fmi2OK);
    let mut end = 0.0;
    let last = MaybeUninit::new(fmi2StatusKind::fmi2LastSuccessfulTime);
    assert_eq!(unsafe { fmi2GetRealStatus(host.c, last, &mut end) }, fmi2OK);
    assert_eq!(end, 0.5 + 5e-10);
    assert_eq!(host.step(0.5, 0.5), fmi2OK, "the stop time itself");
}

#[test]
fn calls_in_the_wrong_state_change_nothing() {
    let mut host = Host::new(UNIT);
    assert_eq!(host.step(0.0, 0.1), fmi2Error);
    assert_mentions(&host.message(), &["fmi2DoStep", "Instantiated", "legal in Step Complete"]);
    assert_eq!(host.exit(), fmi2Error);
    assert_mentions(&host.message(), &["fmi2ExitInitializationMode", "Initialization Mode"]);
    assert_eq!(host.try_real("body.position"), Err(fmi2Error));
    assert_mentions(&host.message(), &["body.position", "before initialisation"]);
    assert_eq!(host.enter(), fmi2OK);
    assert_eq!(host.setup(0.0, None, None), fmi2Error);
    assert_mentions(&host.message(), &["fmi2SetupExperiment", "legal in Instantiated"]);
    assert_eq!(host.enter(), fmi2Error);
    assert_eq!(host.step(0.0, 0.1), fmi2Error);
    assert_eq!(host.exit(), fmi2OK);
    assert_eq!(host.exit(), fmi2Error);
    assert_eq!(host.step(0.0, 0.1), fmi2OK);
    let before = all(&mut host);
    assert_eq!(host.terminate(), fmi2OK);
    host.messages();
    assert_eq!(host.step(0.1, 0.1), fmi2Error);
    assert_mentions(&host.message(), &["Terminated"]);
    assert_eq!(host.set("body.force", 1.0), fmi2Error);
    assert_eq!(all(&mut host), before, "values may still be read");
    assert_eq!(host.reset(), fmi2OK);
    host.initialise();
    assert_eq!(host.step(0.0, 0.1), fmi2OK);
}

#[test]
fn terminate_and_reset_are_legal_everywhere() {
    let reach: [fn(&mut Host); 4] = [
        |_| {},
        |host| assert_eq!(host.enter(), fmi2OK),
        Host::initialise,
        |host| assert_eq!(host.terminate(), fmi2OK),
    ];
    for reach in reach {
        let mut host = Host::new(UNIT);
        reach(&mut host);
        assert_eq!(host.terminate(), fmi2OK);
        let mut host = Host::new(UNIT);
        reach(&mut host);
        assert_eq!(host.reset(), fmi2OK);
        host.initialise();
        assert_eq!(host.messages(), []);
    }
}

#[test]
fn what_comes_later_answers_with_a_message() {
    let mut host = Host::initialised(UNIT);
    let c = host.c;
    let mut real = 0.0;
    let mut statuses = Vec::new();
    unsafe {
        statuses.push(fmi2CancelStep(c));
        statuses.push(fmi2EnterEventMode(c));
        statuses.push(fmi2EnterContinuousTimeMode(c));
        statuses.push(fmi2NewDiscreteStates(c, null_mut()));
        statuses.push(fmi2CompletedIntegratorStep(c, 1, null_mut(), null_mut()));
        statuses.push(fmi2SetTime(c, 0.0));
        statuses.push(fmi2SetContinuousStates(c, &real, 1));
        statuses.push(fmi2GetDerivatives(c, &mut real, 1));
        statuses.push(fmi2GetEventIndicators(c, &mut real, 1));
        statuses.push(fmi2GetContinuousStates(c, &mut real, 1));
        statuses.push(fmi2GetNominalsOfContinuousStates(c, &mut real, 1));
    }
    let messages = host.messages();
    assert_eq!(messages.len(), statuses.len(), "{messages:?}");
    assert!(statuses.iter().all(|status| *status == fmi2Error), "{statuses:?}");
    for message in messages {
        assert_eq!(message.category, "logStatusError");
        assert!(message.text.starts_with("fmi2") && message.text.len() > 40, "{message:?}");
    }
    assert_eq!(host.step(0.0, 0.1), fmi2OK);
}

#[test]
fn status_queries_answer_or_are_discarded() {
    use fmi2StatusKind::{
        fmi2DoStepStatus, fmi2LastSuccessfulTime, fmi2PendingStatus, fmi2Terminated,
    };
    let mut host = Host::with_logging(UNIT, true);
    host.initialise();
    let (mut status, mut time, mut number, mut truth) = (fmi2Status::fmi2Fatal, -1.0, 7, 7);
    let mut text = null();
    let ask = MaybeUninit::new;
    unsafe {
        let c = host.c;
        assert_eq!(fmi2GetRealStatus(c, ask(fmi2LastSuccessfulTime), &mut time), fmi2Discard);
        assert_eq!(time, -1.0);
        assert_eq!(host.messages()[0].category, "logStatusDiscard");
        assert_eq!(host.step(0.0, 0.1), fmi2OK);
        assert_eq!(fmi2GetStatus(c, ask(fmi2DoStepStatus), &mut status), fmi2OK);
        assert_eq!(status, fmi2OK);
        assert_eq!(fmi2GetRealStatus(c, ask(fmi2LastSuccessfulTime), &mut time), fmi2OK);
        assert_eq!(time, 0.1);
        assert_eq!(fmi2GetBooleanStatus(c, ask(fmi2Terminated), &mut truth), fmi2OK);
        assert_eq!(truth, fmi2False);
        assert_eq!(host.step(0.1, -1.0), fmi2Error);
        assert_eq!(fmi2GetStatus(c, ask(fmi2DoStepStatus), &mut status), fmi2OK);
        assert_eq!(status, fmi2Error);
        assert_eq!(fmi2GetRealStatus(c, ask(fmi2LastSuccessfulTime), &mut time), fmi2OK);
        assert_eq!(time, 0.1);
        host.messages();
        assert_eq!(fmi2GetStatus(c, ask(fmi2PendingStatus), &mut status), fmi2Discard);
        assert_eq!(fmi2GetIntegerStatus(c, ask(fmi2DoStepStatus), &mut number), fmi2Discard);
        assert_eq!(fmi2GetStringStatus(c, ask(fmi2PendingStatus), &mut text), fmi2Discard);
        assert_eq!(fmi2GetBooleanStatus(c, ask(fmi2PendingStatus), &mut truth), fmi2Discard);
        let mut strange = MaybeUninit::<fmi2StatusKind>::uninit();
        strange.as_mut_ptr().cast::<u32>().write(99);
        assert_eq!(fmi2GetRealStatus(c, strange, &mut time), fmi2Discard);
        assert_eq!(host.messages().len(), 5);
        assert_eq!(fmi2GetRealStatus(c, ask(fmi2LastSuccessfulTime), null_mut()), fmi2Error);
        assert_mentions(&host.message(), &["value is NULL"]);
    }
}

#[test]
fn null_pointers_and_absurd_sizes_are_refused() {
    let mut host = Host::initialised(UNIT);
    let before = all(&mut host);
    let (vr, mut real) = (host.vr("body.force"), 0.0);
    unsafe {
        assert_eq!(fmi2GetReal(host.c, null(), 1, &mut real), fmi2Error);
        assert_mentions(&host.message(), &["vr is NULL"]);
        assert_eq!(fmi2GetReal(host.c, &vr, 1, null_mut()), fmi2Error);
        assert_mentions(&host.message(), &["value is NULL"]);
        assert_eq!(fmi2SetReal(host.c, &vr, 1, null()), fmi2Error);
        assert_mentions(&host.message(), &["value is NULL"]);
        for huge in [usize::MAX, usize::MAX / 8, 1 << 40] {
            assert_eq!(fmi2GetReal(host.c, &vr, huge, &mut real), fmi2Error);
            assert_mentions(&host.message(), &["vr", &huge.to_string()]);
            assert_eq!(fmi2SetReal(host.c, &vr, huge, &real), fmi2Error);
            host.messages();
        }
        assert_eq!(fmi2GetReal(host.c, null(), 0, null_mut()), fmi2OK);
        assert_eq!(fmi2SetReal(host.c, null(), 0, null()), fmi2OK);
        assert_eq!(fmi2SetDebugLogging(host.c, 1, 2, null()), fmi2Error);
        assert_mentions(&host.message(), &["categories is NULL"]);
        let none = [null()];
        assert_eq!(fmi2SetDebugLogging(host.c, 1, 1, none.as_ptr()), fmi2Error);
        let strange = [c"logSomething".as_ptr()];
        host.messages();
        assert_eq!(fmi2SetDebugLogging(host.c, 1, 1, strange.as_ptr()), fmi2Error);
        assert_mentions(&host.message(), &["logSomething", "logEvents", "logAll"]);
        let mut found = 0;
        assert_eq!(luztar_value_reference(host.c, null(), &mut found), fmi2Error);
        assert_eq!(luztar_value_reference(host.c, c"body.mas".as_ptr(), &mut found), fmi2Error);
        host.messages();
        assert_eq!(luztar_value_reference(host.c, c"body.force".as_ptr(), &mut found), fmi2OK);
        assert_eq!(found, vr);
    }
    goes_on(&mut host, &before, 0.0);
}
