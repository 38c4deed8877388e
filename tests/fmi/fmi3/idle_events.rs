//! Events that bring nothing change nothing, whatever the bodies do that are given: also where inputs are values at the end
//! of the next step (`inputsAtStepEnd`).

use luztar::fmi3::*;
use luztar::unit::catalogue;

use crate::fmi3_host::{Host, fmi3OK};

const STEPS: usize = 200;
const SIZE: f64 = 0.01;

/// Outputs after each step; `at_end`: with inputs for the end of each; `visits`: Event Mode after each.
fn run(name: &str, at_end: bool, combination: (bool, bool), visits: bool) -> Vec<Vec<u64>> {
    let mut host = Host::new(name, combination);
    if at_end {
        let reference = host.vr("inputsAtStepEnd");
        assert_eq!(unsafe { fmi3SetBoolean(host.c, &reference, 1, &true, 1) }, fmi3OK);
    }
    host.set_inputs(0.0);
    host.initialise(combination.0);
    let mut seen = Vec::new();
    for step in 0..STEPS {
        let (time, end) = (step as f64 * SIZE, (step + 1) as f64 * SIZE);
        host.set_inputs(if at_end { end } else { time });
        host.go(time, end);
        if visits {
            let before = (host.digest(), host.integer("eventCount"));
            let updated = host.handle();
            let after = (host.digest(), host.integer("eventCount"));
            assert!(!updated.changed, "{name} at {end} s");
            assert_eq!(after, before, "{name} at {end} s");
        }
        seen.push(host.digest());
    }
    seen
}

#[test]
fn an_event_without_a_transition_changes_nothing() {
    let mut with_given_bodies = 0;
    for name in catalogue::names() {
        let given = catalogue::unit(name).unwrap().find("inputsAtStepEnd").is_some();
        with_given_bodies += usize::from(given);
        for at_end in [false, true].into_iter().take(1 + usize::from(given)) {
            let plain = run(name, at_end, (false, false), false);
            let first = |other: &[Vec<u64>]| plain.iter().zip(other).position(|(a, b)| a != b);
            assert_eq!(first(&run(name, at_end, (true, false), false)), None, "{name} {at_end}");
            assert_eq!(first(&run(name, at_end, (true, false), true)), None, "{name} {at_end}");
        }
    }
    assert!(with_given_bodies > 3, "{with_given_bodies}");
}

/// A body is drawn along by one that is given, and held there by friction: no transition.
#[test]
fn what_sticks_to_a_given_body_sticks_through_events() {
    let text = "[model]\nname = \"Carried\"\n[experiment]\nstopTime = 1.0\nstepSize = 0.01\n\
                [body.belt]\nmotion = \"prescribed\"\n[body.load]\nmass = 1.0\nvelocity = 1.0\n\
                [contact.grip]\nbetween = [\"load\", \"belt\"]\nlaw = \"coulomb\"\nkineticFriction = 5.0\n";
    let mut host = Host::of_text(text, (true, true), None);
    let reference = host.vr("inputsAtStepEnd");
    assert_eq!(unsafe { fmi3SetBoolean(host.c, &reference, 1, &true, 1) }, fmi3OK);
    assert_eq!(host.set("belt.velocity", 1.0), fmi3OK);
    host.initialise(true);
    assert_eq!(host.integer("grip.state"), 0);
    for step in 1..=50 {
        let (time, end) = (f64::from(step - 1) * SIZE, f64::from(step) * SIZE);
        // z = t + t²/2
        assert_eq!(host.set("belt.position", end + 0.5 * end * end), fmi3OK);
        assert_eq!(host.set("belt.velocity", 1.0 + end), fmi3OK);
        assert_eq!(host.go(time, end), [0.0; 0], "{end}");
        assert!(!host.handle().changed, "{end}");
        assert_eq!((host.integer("grip.state"), host.integer("eventCount")), (0, 0), "{end}");
        assert!((host.real("load.velocity") - 1.0 - end).abs() < 1e-9, "{end}");
    }
}
