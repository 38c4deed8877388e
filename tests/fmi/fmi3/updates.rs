//! Intermediate updates: what a host may do within a step.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use luztar::fmi3::*;

use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

/// A mass on a spring with a weak force on it, which makes internal steps.
const SWING: &str = "[model]\nname = \"Swing\"\n[body.bob]\nmass = 1.0\nposition = 0.5\nforce = \"input\"\n\
                     [spring.s]\nbetween = \"bob\"\nstiffness = 1.0e4\n";

/// Answer of a host to an intermediate update at a time, s: the time at which it asks to return early, if it does.
type Update = Box<dyn FnMut(fmi3Instance, f64) -> Option<f64>>;

fn read(c: fmi3Instance, reference: u32) -> f64 {
    let mut value = f64::NAN;
    assert_eq!(unsafe { fmi3GetFloat64(c, &reference, 1, &mut value, 1) }, fmi3OK);
    value
}

#[test]
fn outputs_within_a_step_are_on_the_closed_form_and_change_nothing() {
    let unit = luztar::unit::Model::read(SWING, "swing.toml").unwrap();
    let position = unit.find("bob.position").unwrap() as u32;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let kept = seen.clone();
    let update = move |c, time| {
        kept.borrow_mut().push((time, read(c, position)));
        None
    };
    let mut host = Host::of_text(SWING, (false, false), Some(Box::new(update)));
    host.initialise(false);
    assert_eq!(host.step(0.0, 1.0).time, 1.0);
    let mut plain = Host::of_text(SWING, (false, false), None);
    plain.initialise(false);
    plain.step(0.0, 1.0);
    assert_eq!(host.digest(), plain.digest(), "bit for bit");
    let seen = seen.borrow();
    assert!(seen.len() > 5, "{} internal steps", seen.len());
    for (time, position) in seen.iter() {
        assert!((position - 0.5 * (100.0 * time).cos()).abs() < 1e-8, "{time} {position}");
    }
    assert!(seen.windows(2).all(|pair| pair[0].0 < pair[1].0));
}

#[test]
fn inputs_set_within_a_step_act_from_then_on() {
    let unit = luztar::unit::Model::read(SWING, "swing.toml").unwrap();
    let force = unit.find("bob.force").unwrap() as u32;
    let at = Rc::new(Cell::new(None));
    let when = at.clone();
    let update = move |c, time| {
        if when.get().is_none() && time > 0.2 {
            when.set(Some(time));
            assert_eq!(unsafe { fmi3SetFloat64(c, &force, 1, &50.0, 1) }, fmi3OK);
        }
        None
    };
    let mut host = Host::of_text(SWING, (false, false), Some(Box::new(update)));
    host.initialise(false);
    host.step(0.0, 1.0);
    let mut other = Host::of_text(SWING, (false, false), None);
    other.initialise(false);
    let time: f64 = at.get().unwrap();
    other.step(0.0, time);
    assert_eq!(other.set("bob.force", 50.0), fmi3OK);
    other.step(time, 1.0 - time);
    let (found, expected) = (host.real("bob.position"), other.real("bob.position"));
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    assert_eq!(host.real("bob.force"), 50.0);
}

#[test]
fn a_host_may_end_a_step_early_where_it_said_so() {
    for early in [false, true] {
        let update = |_, time: f64| (time > 0.3).then_some(time.max(0.5));
        let mut host = Host::of_text(SWING, (false, early), Some(Box::new(update)));
        host.initialise(false);
        let stepped = host.step(0.0, 1.0);
        assert_eq!(stepped.early, early);
        let expected = if early { 0.5 } else { 1.0 };
        assert!((stepped.time - expected).abs() < 0.05, "{stepped:?}");
        let time = stepped.time;
        host.step(time, 0.001);
        let expected = 0.5 * (100.0 * (time + 0.001)).cos();
        assert!((host.real("bob.position") - expected).abs() < 1e-8);
    }
}

#[test]
fn within_a_step_other_calls_are_refused() {
    let count = Rc::new(Cell::new(0));
    let counted = count.clone();
    let update = move |c, _| {
        let (mut flags, mut time) = ([false; 3], 0.0);
        let [event, stop, early] = &mut flags;
        let mut state = std::ptr::null_mut();
        unsafe {
            let refused = [
                fmi3DoStep(c, 0.0, 0.1, true, event, stop, early, &mut time),
                fmi3Reset(c),
                fmi3Terminate(c),
                fmi3GetFMUState(c, &mut state),
                fmi3EnterEventMode(c),
                fmi3SetFloat64(c, &0, 1, &2.0, 1),
            ];
            assert_eq!(refused, [fmi3Error; 6]);
            fmi3FreeInstance(c);
        }
        counted.set(counted.get() + 1);
        None
    };
    let mut host = Host::of_text(SWING, (true, true), Some(Box::new(update)));
    host.initialise(true);
    host.step(0.0, 0.5);
    assert!(count.get() > 0);
    let messages = host.messages();
    assert!(messages[0].contains("fmi3DoStep was called in state Intermediate Update Mode"));
    assert!(messages[5].contains("bob.mass: it has no values within a step"), "{}", messages[5]);
    assert!(host.real("bob.position").is_finite(), "it lives");
}

/// A swing of 100 rad/s has no end in a step of 1e300 s: the host is told so after as many internal steps as without a callback,
/// whatever it reads in between, and may step on from where it was.
#[test]
fn a_step_that_goes_on_too_slowly_ends_with_updates_too() {
    let position = luztar::unit::Model::read(SWING, "swing.toml").unwrap().find("bob.position");
    let count = Rc::new(Cell::new(0_u64));
    let counted = count.clone();
    let update = move |c, _| {
        counted.set(counted.get() + 1);
        assert!(counted.get() < 10_000_000, "the step does not end");
        read(c, position.unwrap() as u32);
        None
    };
    let mut host = Host::of_text(SWING, (false, false), Some(Box::new(update)));
    host.initialise(false);
    let mut plain = Host::of_text(SWING, (false, false), None);
    plain.initialise(false);
    let before = host.digest();
    for host in [&mut host, &mut plain] {
        assert_eq!(host.try_step(0.0, 1e300), Err(fmi3Error));
        let told = host.message();
        assert!(told.contains("2000000 evaluations"), "{told}");
    }
    assert!(count.get() > 10_000, "{} internal steps", count.get());
    assert_eq!(host.digest(), before);
    host.step(0.0, 0.1);
    plain.step(0.0, 0.1);
    assert_eq!(host.digest(), plain.digest());
}

#[test]
fn transitions_end_a_step_with_updates_as_one_without() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tests/networks/spring_mass.toml")).unwrap();
    for combination in crate::fmi3_host::COMBINATIONS {
        let run = |update: bool| {
            let none = |_, _| None;
            let update = update.then(|| Box::new(none) as Update);
            let mut host = Host::of_text(&text, combination, update);
            host.initialise(combination.0);
            let mut events = Vec::new();
            for step in 0..10 {
                events.extend(host.go(f64::from(step) * 0.1, f64::from(step + 1) * 0.1));
            }
            (events, host.digest())
        };
        assert_eq!(run(true), run(false), "{combination:?}");
    }
}

/// A host's mass of 2 kg that slips at −20 mm/s under 10 N on 3 N of friction turns after 40/13 ms. Its mean reaction is that of the
/// whole step, whatever an update reads, or sets within it; and a parallel master, which has read the reaction, is where it was.
#[test]
fn the_mean_reaction_is_that_of_the_whole_step() {
    const PUSHED: &str = "[model]\nname = \"Pushed\"\n[body.p]\nmotion = \"port\"\neffectiveMass = 2.0\n\
                          [contact.c]\nbetween = \"p\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n";
    let unit = luztar::unit::Model::read(PUSHED, "pushed.toml").unwrap();
    let [slip, force] =
        ["c.slipVelocity", "p.appliedForce"].map(|name| unit.find(name).unwrap() as u32);
    let turn = 4.0 / 13.0;
    let mean = 3.0 * turn - 3.0 * (1.0 - turn);
    let run = |update: Option<Update>, parallel: bool| {
        let mut host = Host::of_text(PUSHED, (false, false), update);
        assert_eq!(host.set("p.velocity", -0.02), fmi3OK);
        assert_eq!(host.set("p.appliedForce", 10.0), fmi3OK);
        host.initialise(false);
        if parallel {
            host.real("p.reaction");
        }
        host.step(0.0, 0.01);
        let found = host.real("p.meanReaction");
        assert!((found - mean).abs() < 1e-9, "{found} {mean}");
        ["p.position", "p.velocity", "c.slipVelocity"].map(|name| host.real(name))
    };
    for parallel in [false, true] {
        let plain = run(None, parallel);
        let count = Rc::new(Cell::new(0));
        let counted = count.clone();
        let nothing = move |_, _| {
            counted.set(counted.get() + 1);
            None
        };
        assert_eq!(run(Some(Box::new(nothing)), parallel), plain);
        assert!(count.get() > 0, "{} internal steps", count.get());
        let reads = move |c, _| {
            read(c, slip);
            None
        };
        assert_eq!(run(Some(Box::new(reads)), parallel), plain);
        let sets = move |c, _| {
            assert_eq!(unsafe { fmi3SetFloat64(c, &force, 1, &12.0, 1) }, fmi3OK);
            None
        };
        run(Some(Box::new(sets)), parallel);
    }
}
