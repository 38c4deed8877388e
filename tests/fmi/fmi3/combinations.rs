//! The four combinations of Event Mode and early return, and FMI 2.0, move alike.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use luztar::export;
use luztar::fmi2::{self, fmi2CallbackFunctions, fmi2Status::fmi2OK};
use luztar::unit::catalogue;

use crate::fmi3_host::{COMBINATIONS, Host, outputs, stimuli};

/// Communication steps of a run.
const STEPS: usize = 150;

/// Step size of a unit's default experiment, s, enlarged so that there is a transition.
fn size(unit: &str) -> f64 {
    let step = catalogue::unit(unit).unwrap().network().experiment.step_size;
    step.max(0.01)
}

/// Outputs after each step of FMI 2.0, as bits.
fn two(name: &str) -> Vec<Vec<u64>> {
    let unit = catalogue::unit(name).unwrap();
    let guid = CString::new(export::guid(&unit)).unwrap();
    let functions = fmi2CallbackFunctions {
        logger: None,
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    };
    let kind = std::mem::MaybeUninit::new(fmi2::fmi2Type::fmi2CoSimulation);
    let vr = |name: &str| unit.find(name).unwrap() as u32;
    let mut seen = Vec::new();
    unsafe {
        let (instance, guid) = (c"two".as_ptr(), guid.as_ptr());
        let c = fmi2::fmi2Instantiate(instance, kind, guid, null(), &functions, 0, 0);
        assert!(!c.is_null());
        let set = |time: f64| {
            for (name, value) in stimuli(&unit, time) {
                assert_eq!(fmi2::fmi2SetReal(c, &vr(&name), 1, &value), fmi2OK);
            }
        };
        set(0.0);
        assert_eq!(fmi2::fmi2EnterInitializationMode(c), fmi2OK);
        assert_eq!(fmi2::fmi2ExitInitializationMode(c), fmi2OK);
        for step in 0..STEPS {
            let time = step as f64 * size(name);
            set(time);
            assert_eq!(fmi2::fmi2DoStep(c, time, size(name), 0), fmi2OK, "{name} {time}");
            let real = |name: String| {
                let mut value = 0.0;
                assert_eq!(fmi2::fmi2GetReal(c, &vr(&name), 1, &mut value), fmi2OK);
                value.to_bits()
            };
            seen.push(outputs(&unit).into_iter().map(real).collect());
        }
        fmi2::fmi2FreeInstance(c);
    }
    seen
}

/// Outputs at the communication points, and the transitions at which the host stopped.
fn three(name: &str, combination: (bool, bool)) -> (Vec<Vec<u64>>, Vec<f64>) {
    let mut host = Host::new(name, combination);
    host.set_inputs(0.0);
    host.initialise(combination.0);
    let (mut seen, mut events) = (Vec::new(), Vec::new());
    for step in 0..STEPS {
        let time = step as f64 * size(name);
        host.set_inputs(time);
        events.extend(host.go(time, time + size(name)));
        seen.push(host.digest());
    }
    (seen, events)
}

#[test]
fn where_communication_points_are_the_same_so_is_the_motion_bit_for_bit() {
    for name in catalogue::names() {
        let expected = two(name);
        for combination in [(false, false), (true, false)] {
            let (seen, _) = three(name, combination);
            let first = seen.iter().zip(&expected).position(|(one, other)| one != other);
            assert_eq!(first, None, "{name} {combination:?}");
        }
    }
}

#[test]
fn hosts_that_stop_at_transitions_see_one_motion_before_and_behind_them() {
    let mut stopped = 0;
    for name in catalogue::names() {
        let (after, behind) = three(name, (false, true));
        let (before, ahead) = three(name, (true, true));
        assert_eq!(after.last(), before.last(), "{name}: {behind:?} {ahead:?}");
        // Transitions that inputs cause at the start of a step are events too, but no step ends behind them.
        let near = |time: &f64| ahead.iter().any(|other| (time - other).abs() <= 1e-12);
        assert!(behind.iter().all(near), "{name}: {behind:?} {ahead:?}");
        stopped += behind.len();
    }
    assert!(stopped > 100, "{stopped} transitions");
}

#[test]
fn a_host_that_stops_sees_the_transitions_of_one_that_does_not() {
    for name in catalogue::names() {
        let (_, stops) = three(name, (false, true));
        let mut host = Host::new(name, (false, false));
        host.set_inputs(0.0);
        host.initialise(false);
        let mut told = Vec::new();
        for step in 0..STEPS {
            let time = step as f64 * size(name);
            host.set_inputs(time);
            host.step(time, size(name));
            let mut buffer = [none(); 64];
            let count = unsafe { fmi2::luztar_take_events(host.c, buffer.as_mut_ptr(), 64) };
            told.extend(buffer[..count].iter().map(|event| event.time));
        }
        let first = stops.first().copied();
        let same = first.is_none_or(|time| told.iter().any(|other| (time - other).abs() <= 1e-12));
        assert!(same, "{name}: {first:?} is not in {told:?}");
    }
}

fn none() -> fmi2::luztar_Event {
    let kind = fmi2::luztar_Kind::luztar_contact;
    fmi2::luztar_Event { time: 0.0, kind, element: 0, from: 0, to: 0 }
}

#[test]
fn a_step_signals_what_its_combination_allows_and_nothing_else() {
    for combination in COMBINATIONS {
        let mut host = Host::of_network("spring_mass", combination);
        host.initialise(combination.0);
        let reversal = std::f64::consts::PI / 10.0;
        let stepped = host.step(0.0, 0.5);
        let (event_mode, early) = combination;
        assert_eq!(stepped.event, event_mode && early, "{combination:?}");
        assert_eq!(stepped.early, early, "{combination:?}");
        let expected = if early { reversal } else { 0.5 };
        assert!((stepped.time - expected).abs() < 1e-9, "{combination:?}: {stepped:?}");
        // Without Event Mode the transition is done, with it still to come.
        let done = i32::from(combination != (true, true));
        assert_eq!(host.integer("eventCount"), done, "{combination:?}");
    }
}
