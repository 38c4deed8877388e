//! Calls that must be refused: fmi3Error or no instance, a message that says why, nothing changed.

use std::ffi::{CStr, CString, c_void};
use std::ops::Range;
use std::ptr::{null, null_mut};

use luztar::export;
use luztar::fmi2::{fmi2GetReal, fmi2Reset, fmi2Status::fmi2Error};
use luztar::fmi3::*;
use luztar::unit::catalogue;

use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

const UNIT: &str = "SingleMassFriction";

fn assert_mentions(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in {text:?}");
    }
}

#[test]
fn values_that_break_a_rule_are_refused_by_name() {
    let mut host = Host::new(UNIT, (false, false));
    host.initialise(false);
    let before = host.digest();
    let cases: &[(&str, f64, &[&str])] = &[
        ("body.force", f64::NAN, &["body.force", "NaN", "finite"]),
        ("contact.viscous", -1.0, &["contact.viscous", "-1"]),
        ("body.mass", 2.0, &["body.mass", "fixed"]),
        ("body.position", 0.0, &["body.position", "calculated"]),
    ];
    for (name, value, parts) in cases {
        assert_eq!(host.set(name, *value), fmi3Error);
        let told = host.message();
        assert_mentions(&told, parts);
        assert_mentions(&told, &["fmi3SetFloat64"]);
    }
    assert_eq!(host.digest(), before);
    host.step(0.0, 0.1);
}

#[test]
fn types_and_counts_and_references_are_checked() {
    let mut host = Host::new(UNIT, (false, false));
    host.initialise(false);
    let (mass, state, method) = (host.vr("body.mass"), host.vr("contact.state"), host.vr("method"));
    let (mut real, mut int, mut long, mut truth) = (0.0, 0, 0, false);
    let stop = host.vr("stopAtEvents");
    unsafe {
        assert_eq!(fmi3GetInt32(host.c, &mass, 1, &mut int, 1), fmi3Error);
        assert_mentions(&host.message(), &["body.mass is Float64, not Int32"]);
        assert_eq!(fmi3GetFloat64(host.c, &state, 1, &mut real, 1), fmi3Error);
        assert_mentions(&host.message(), &["contact.state is Int32, not Float64"]);
        assert_eq!(fmi3GetInt32(host.c, &method, 1, &mut int, 1), fmi3Error);
        assert_mentions(&host.message(), &["method is Enumeration, not Int32"]);
        assert_eq!(fmi3GetInt64(host.c, &method, 1, &mut long, 1), fmi3OK);
        assert_eq!(long, 1);
        assert_eq!(fmi3GetFloat64(host.c, &mass, 1, &mut real, 2), fmi3Error);
        assert_mentions(&host.message(), &["nValues = 2: must be 1"]);
        assert_eq!(fmi3GetFloat64(host.c, &mass, 1, null_mut(), 1), fmi3Error);
        assert_mentions(&host.message(), &["values is NULL"]);
        assert_eq!(fmi3GetFloat32(host.c, &mass, 1, null_mut(), 1), fmi3Error);
        assert_mentions(&host.message(), &["body.mass is Float64, not Float32"]);
        assert_eq!(fmi3GetBoolean(host.c, &stop, 1, &mut truth, 1), fmi3Error);
        assert_mentions(&host.message(), &["value reference", "does not exist"]);
        let time = host.unit.variables().len() as u32;
        assert_eq!(fmi3SetFloat64(host.c, &time, 1, &1.0, 1), fmi3Error);
        assert_mentions(&host.message(), &["time is set by steps alone"]);
    }
}

/// FMI 3.0.3 §2.2.3; an instance starts with its log off.
#[test]
fn without_logging_errors_alone_are_told() {
    let mut host = Host::new("FreeplaySpring", (false, false));
    host.initialise(false);
    let contradict = |host: &mut Host, times: Range<i32>| {
        for step in times {
            let time = 0.01 * f64::from(step);
            assert_eq!(host.set("body1.position", 0.1 * time), fmi3OK);
            host.step(time, 0.01);
        }
        host.messages()
    };
    assert_eq!(contradict(&mut host, 0..5), [""; 0]);
    assert_eq!(host.set("body1.position", f64::NAN), fmi3Error);
    assert_mentions(&host.message(), &["body1.position", "NaN"]);
    let mut host = Host::new("FreeplaySpring", (false, false));
    host.switch_log(true);
    host.initialise(false);
    let told = contradict(&mut host, 0..5);
    assert!(told.iter().any(|text| text.contains("body1.velocity")), "{told:?}");
    host.switch_log(false);
    assert_eq!(contradict(&mut host, 5..9), [""; 0]);
}

#[test]
fn functions_without_a_meaning_say_so() {
    let mut host = Host::new(UNIT, (true, true));
    host.initialise(true);
    unsafe {
        let (c, clock) = (host.c, false);
        let refused = [
            fmi3SetClock(c, &0, 1, &clock),
            fmi3GetIntervalDecimal(c, null(), 0, null_mut(), null_mut()),
            fmi3GetIntervalFraction(c, null(), 0, null_mut(), null_mut(), null_mut()),
            fmi3GetShiftDecimal(c, null(), 0, null_mut()),
            fmi3GetShiftFraction(c, null(), 0, null_mut(), null_mut()),
            fmi3SetIntervalDecimal(c, null(), 0, null()),
            fmi3SetIntervalFraction(c, null(), 0, null(), null()),
            fmi3SetShiftDecimal(c, null(), 0, null()),
            fmi3SetShiftFraction(c, null(), 0, null(), null()),
            fmi3EnterConfigurationMode(c),
            fmi3ExitConfigurationMode(c),
            fmi3ActivateModelPartition(c, 0, 0.0),
        ];
        assert_eq!(refused, [fmi3Error; 12]);
    }
    let messages = host.messages();
    assert_eq!(messages.len(), 12);
    for (message, why) in messages
        .iter()
        .zip([["no clocks"; 9].as_slice(), &["structural"; 2], &["Scheduled"]].concat())
    {
        assert_mentions(message, &["no state allows it", why]);
    }
}

#[test]
fn instances_of_one_version_are_none_of_the_other() {
    let mut host = Host::new(UNIT, (false, false));
    host.initialise(false);
    let mut value = 0.0;
    unsafe {
        assert_eq!(fmi2GetReal(host.c, &0, 1, &mut value), fmi2Error);
        assert_mentions(&host.message(), &["fmi2GetReal", "FMI 2.0", "FMI 3.0"]);
        assert_eq!(fmi2Reset(host.c), fmi2Error);
    }
    assert!(host.real("body.position").is_finite());
}

#[test]
fn without_event_mode_there_is_none() {
    let mut host = Host::new(UNIT, (false, true));
    host.initialise(false);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3Error);
    assert_mentions(&host.message(), &["eventModeUsed = fmi3False"]);
    assert_eq!(host.try_update(), Err(fmi3Error));
    assert_mentions(&host.message(), &["legal in Event Mode"]);
}

#[test]
fn steps_that_break_a_rule_are_refused_and_change_nothing() {
    for combination in crate::fmi3_host::COMBINATIONS {
        let mut host = Host::new(UNIT, combination);
        let status = unsafe { fmi3EnterInitializationMode(host.c, true, 1e-8, 0.0, true, 1.0) };
        assert_eq!(status, fmi3OK);
        assert_eq!(unsafe { fmi3ExitInitializationMode(host.c) }, fmi3OK);
        if combination.0 {
            host.update();
            assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
        }
        let before = host.digest();
        let wrong =
            [(0.0, 0.0), (0.0, -0.1), (0.0, f64::NAN), (f64::NAN, 0.1), (1e-3, 0.1), (0.0, 1.1)];
        for (time, size) in wrong {
            assert_eq!(host.try_step(time, size), Err(fmi3Error), "{time} {size}");
            assert_mentions(&host.message(), &["fmi3DoStep"]);
            assert_eq!(host.digest(), before);
        }
        let c = host.c;
        let nowhere = unsafe {
            let (none, number) = (null_mut::<bool>(), null_mut::<f64>());
            fmi3DoStep(c, 0.0, 0.1, true, none, none, none, number)
        };
        assert_eq!(nowhere, fmi3Error);
        assert_mentions(&host.message(), &["eventHandlingNeeded is NULL"]);
        host.step(0.0, 0.1);
    }
}

unsafe extern "C" fn keep(
    environment: *mut c_void,
    _: fmi3Status,
    _: fmi3String,
    text: fmi3String,
) {
    let told = unsafe { &mut *environment.cast::<Vec<String>>() };
    told.push(unsafe { CStr::from_ptr(text) }.to_str().unwrap().to_owned());
}

#[test]
fn no_instance_is_made_of_what_is_wrong() {
    let unit = catalogue::unit(UNIT).unwrap();
    let (token, guid) = (export::token(&unit), export::guid(&unit));
    let mut told: Vec<String> = Vec::new();
    let environment: *mut c_void = (&raw mut told).cast();
    let make = |name: &str, token: &str, wanted: &[u32]| {
        let (name, token) = (CString::new(name).unwrap(), CString::new(token).unwrap());
        let (start, count) = (wanted.as_ptr(), wanted.len());
        let c = unsafe {
            let (name, token) = (name.as_ptr(), token.as_ptr());
            fmi3InstantiateCoSimulation(
                name,
                token,
                null(),
                false,
                false,
                true,
                true,
                start,
                count,
                environment,
                Some(keep),
                None,
            )
        };
        let refused = c.is_null();
        unsafe { fmi3FreeInstance(c) };
        refused
    };
    let vr = |name: &str| unit.find(name).unwrap() as u32;
    assert!(!make("one", &token, &[vr("body.force"), vr("body.position")]));
    assert!(make("", &token, &[]));
    assert!(make("one", &guid, &[]), "the GUID of FMI 2.0");
    assert!(make("one", &token, &[vr("body.mass")]));
    assert!(make("one", &token, &[9999]));
    let c = unsafe {
        let (name, text) = (c"one".as_ptr(), CString::new(token.clone()).unwrap());
        fmi3InstantiateScheduledExecution(
            name,
            text.as_ptr(),
            null(),
            false,
            false,
            environment,
            Some(keep),
            None,
            None,
            None,
        )
    };
    assert!(c.is_null());
    let parts = ["instanceName", "instantiationToken", "body.mass", "9999", "Scheduled Execution"];
    let parts = [parts[0], "belongs to no model", parts[2], parts[3], parts[4]];
    assert_eq!(told.len(), parts.len(), "{told:?}");
    for (message, part) in told.iter().zip(parts) {
        assert_mentions(message, &[part, "fmi3Instantiate"]);
    }
    let name = CString::new(UNIT).unwrap();
    let known = unsafe { CStr::from_ptr(luztar::fmi2::luztar_instantiation_token(name.as_ptr())) };
    assert_eq!(known.to_str(), Ok(token.as_str()));
}
