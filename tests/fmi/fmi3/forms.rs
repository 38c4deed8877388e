//! Units in other forms than the plain one: repeated elements as arrays, transitions with clocks.

use std::sync::Arc;

use luztar::fmi3::*;
use luztar::unit::{Form, Model, Reference, catalogue};

use crate::fmi3_host::{COMBINATIONS, Host, fmi3Error, fmi3OK};

const ARRAYS: Form = Form { arrays: true, clocks: false };
const CLOCKS: Form = Form { arrays: false, clocks: true };

fn reference(host: &Host, name: &str) -> u32 {
    let unit = &host.unit;
    let named =
        |place: &usize| Reference::new(unit, *place).is_some_and(|of| of.name(unit) == name);
    (0..Reference::count(unit)).find(named).unwrap_or_else(|| panic!("no {name}")) as u32
}

fn reals(host: &Host, reference: u32, count: usize) -> Result<Vec<f64>, fmi3Status> {
    let mut values = vec![f64::NAN; count];
    match unsafe { fmi3GetFloat64(host.c, &reference, 1, values.as_mut_ptr(), count) } {
        fmi3OK => Ok(values),
        status => Err(status),
    }
}

/// Units with repeated elements, and how many arrays they have.
fn trains() -> Vec<(Arc<Model>, Arc<Model>)> {
    let units = catalogue::names().map(|name| catalogue::unit(name).unwrap());
    let both = units.map(|unit| (unit.in_form(ARRAYS), unit));
    both.filter(|(arrays, _)| !arrays.arrays().is_empty()).collect()
}

#[test]
fn an_array_holds_the_values_of_its_elements() {
    let mut compared = 0;
    for (shown, plain) in trains() {
        for combination in COMBINATIONS {
            let mut host = Host::in_form(&plain, ARRAYS, Some(combination));
            let mut other = Host::new(plain.name(), combination);
            for one in [&mut host, &mut other] {
                one.initialise(combination.0);
                one.go(0.0, 0.5);
            }
            for array in shown.arrays().iter().filter(|array| array.whole.kind.name() == "Real") {
                let own = reference(&host, &array.whole.name);
                let values = reals(&host, own, array.rows.len()).unwrap();
                for (row, value) in array.rows.iter().zip(values) {
                    assert_eq!(
                        value.to_bits(),
                        other.real(&plain.variables()[*row].name).to_bits()
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 400, "{compared} values");
}

/// wagon2 to wagon10: the first of the train is no copy.
#[test]
fn arrays_are_set_whole_or_not_at_all() {
    let unit = catalogue::unit("TrainDraftGears").unwrap();
    let mut host = Host::in_form(&unit, ARRAYS, Some((false, false)));
    let mass = reference(&host, "wagon.mass");
    let before = reals(&host, mass, 9).unwrap();
    let set = |host: &Host, values: &[f64]| unsafe {
        fmi3SetFloat64(host.c, &mass, 1, values.as_ptr(), values.len())
    };
    let mut masses: Vec<f64> = (1..=9).map(|k| f64::from(k) * 1e4).collect();
    assert_eq!(set(&host, &masses), fmi3OK, "{:?}", host.messages());
    assert_eq!(reals(&host, mass, 9).unwrap(), masses);
    for wrong in [8, 10] {
        assert_eq!(set(&host, &vec![1e4; wrong]), fmi3Error);
        let told = host.message();
        assert!(told.contains(&format!("nValues = {wrong}: must be 9")), "{told}");
        assert_eq!(reals(&host, mass, wrong), Err(fmi3Error));
        host.messages();
    }
    let kept = masses.clone();
    masses[7] = -1.0;
    assert_eq!(set(&host, &masses), fmi3Error);
    assert!(host.message().contains("wagon9.mass"));
    assert_eq!(reals(&host, mass, 9).unwrap(), kept, "none is set");
    assert_ne!(before, kept);
    // An element has no reference of its own.
    let second = unit.find("wagon3.mass").unwrap() as u32;
    assert_eq!(reals(&host, second, 1), Err(fmi3Error));
}

#[test]
fn derivatives_and_dependencies_are_those_of_the_elements() {
    let unit = catalogue::unit("TrainDraftGears").unwrap();
    let mut host = Host::in_form(&unit, ARRAYS, Some((false, false)));
    let mut other = Host::new(unit.name(), (false, false));
    for one in [&mut host, &mut other] {
        one.initialise(false);
        one.step(0.0, 0.3);
    }
    let of = |quantity: &str| (reference(&host, &format!("wagon.{quantity}")), quantity.to_owned());
    let (velocity, acceleration) = (of("velocity"), of("acceleration"));
    let seed: Vec<f64> = (0..9).map(|k| (1.0 + f64::from(k)).sin()).collect();
    let rows = |quantity: &str| -> Vec<u32> {
        (2..=10).map(|k| other.vr(&format!("wagon{k}.{quantity}"))).collect()
    };
    for function in [fmi3GetDirectionalDerivative, fmi3GetAdjointDerivative] {
        let (mut whole, mut single) = (vec![f64::NAN; 9], vec![f64::NAN; 9]);
        let (u, k) = (rows(&acceleration.1), rows(&velocity.1));
        unsafe {
            let (s, w, o) = (seed.as_ptr(), whole.as_mut_ptr(), single.as_mut_ptr());
            assert_eq!(function(host.c, &acceleration.0, 1, &velocity.0, 1, s, 9, w, 9), fmi3OK);
            let (u, k) = (u.as_ptr(), k.as_ptr());
            assert_eq!(function(other.c, u, 9, k, 9, s, 9, o, 9), fmi3OK);
        }
        assert_eq!(whole, single);
    }
    let mut rates = vec![f64::NAN; 9];
    let position = of("position").0;
    unsafe {
        let to = rates.as_mut_ptr();
        assert_eq!(fmi3GetOutputDerivatives(host.c, &position, 1, &1, to, 9), fmi3OK);
    }
    assert_eq!(rates, reals(&host, velocity.0, 9).unwrap());
    let (mut count, mut single) = (0, 0);
    unsafe {
        assert_eq!(fmi3GetNumberOfVariableDependencies(host.c, position, &mut count), fmi3OK);
        let first = other.vr("wagon2.position");
        assert_eq!(fmi3GetNumberOfVariableDependencies(other.c, first, &mut single), fmi3OK);
    }
    assert_eq!((count, single), (9, 1), "each position depends on itself");
    let (mut own, mut theirs, mut on) = (vec![0; 9], vec![0; 9], vec![0; 9]);
    let mut kinds = vec![fmi3DependencyKind::fmi3Constant; 9];
    let status = unsafe {
        let (own, on, theirs) = (own.as_mut_ptr(), on.as_mut_ptr(), theirs.as_mut_ptr());
        fmi3GetVariableDependencies(host.c, position, own, on, theirs, kinds.as_mut_ptr(), 9)
    };
    assert_eq!(status, fmi3OK);
    assert_eq!((&own, &theirs), (&(1..=9).collect(), &(1..=9).collect()));
    assert_eq!(on, [position; 9]);
}

#[test]
fn states_of_model_exchange_come_in_the_order_of_the_description() {
    let unit = catalogue::unit("TrainDraftGears").unwrap();
    let shown = unit.in_form(ARRAYS);
    let mut host = Host::in_form(&unit, ARRAYS, None);
    host.initialise(false);
    let mut count = 0;
    assert_eq!(unsafe { fmi3GetNumberOfContinuousStates(host.c, &mut count) }, fmi3OK);
    let mut states = vec![f64::NAN; count];
    assert_eq!(unsafe { fmi3GetContinuousStates(host.c, states.as_mut_ptr(), count) }, fmi3OK);
    let text = luztar::export::description_of(&shown, luztar::export::Version::Three);
    let listed = text.split("<ContinuousStateDerivative valueReference=\"").skip(1);
    let mut at = 0;
    for part in listed {
        let derivative: usize = part.split('"').next().unwrap().parse().unwrap();
        let rows: Vec<usize> = Reference::new(&shown, derivative).unwrap().rows(&shown).collect();
        for row in rows {
            let state = shown.variables()[row].derivative_of.unwrap();
            let of = Reference::of_row(&shown, state) as u32;
            let size = Reference::new(&shown, of as usize).unwrap().size(&shown);
            let values = reals(&host, of, size).unwrap();
            let place = Reference::new(&shown, of as usize).unwrap().rows(&shown);
            let place = place.clone().position(|other| other == state).unwrap();
            assert_eq!(states[at].to_bits(), values[place].to_bits());
            at += 1;
        }
    }
    assert_eq!(at, count);
}

fn clock(host: &Host, reference: u32) -> bool {
    let mut active = false;
    assert_eq!(unsafe { fmi3GetClock(host.c, &reference, 1, &mut active) }, fmi3OK);
    active
}

fn integer(host: &Host, reference: u32) -> i32 {
    let mut value = i32::MIN;
    assert_eq!(unsafe { fmi3GetInt32(host.c, &reference, 1, &mut value, 1) }, fmi3OK);
    value
}

fn spring_mass() -> Arc<Model> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("tests/networks/spring_mass.toml")).unwrap();
    Model::read(&text, "spring_mass.toml").unwrap()
}

#[test]
fn the_clock_of_a_transition_ticks_in_its_event_and_in_no_other() {
    let mut host = Host::in_form(&spring_mass(), CLOCKS, Some((true, true)));
    let [floor, from, to] = ["floor.transition", "floor.transitionFrom", "floor.transitionTo"]
        .map(|name| reference(&host, name));
    let leaf = reference(&host, "leaf.transition");
    host.initialise(true);
    let mut time = 0.0;
    for (before, behind) in [(-1, 1), (1, -1), (-1, 0)] {
        let stepped = host.step(time, 2.0 - time);
        time = stepped.time;
        assert!(stepped.event);
        let mut active = true;
        assert_eq!(unsafe { fmi3GetClock(host.c, &floor, 1, &mut active) }, fmi3Error);
        assert!(host.message().contains("it is legal in Initialization Mode, Event Mode"));
        assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
        assert_eq!((clock(&host, floor), clock(&host, leaf)), (true, false));
        assert_eq!((integer(&host, from), integer(&host, to)), (before, behind));
        assert!(!host.update().again, "it was seen");
        assert!(!clock(&host, floor), "its event is over");
        assert_eq!(host.integer("floor.state"), behind);
        assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
    }
    assert!(!host.step(time, 0.5).event);
    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
    assert!(!clock(&host, floor), "an event of the host alone");
}

#[test]
fn clocks_of_transitions_that_inputs_cause_tick_until_they_were_seen() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    for combination in [Some((true, true)), None] {
        let mut host = Host::in_form(&unit, CLOCKS, combination);
        assert_eq!(host.set("body.velocity0", 0.0), fmi3OK);
        let contact = reference(&host, "contact.transition");
        host.initialise(combination.is_some());
        if combination.is_some() {
            assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
        }
        assert_eq!(host.set("body.force", 100.0), fmi3OK);
        assert!(!clock(&host, contact));
        assert!(host.update().again, "{combination:?}");
        assert!(clock(&host, contact));
        assert_eq!(integer(&host, reference(&host, "contact.transitionTo")), 1);
        // The state knows which clocks tick.
        let mut saved = std::ptr::null_mut();
        assert_eq!(unsafe { fmi3GetFMUState(host.c, &mut saved) }, fmi3OK);
        assert!(!host.update().again);
        assert!(!clock(&host, contact));
        assert_eq!(unsafe { fmi3SetFMUState(host.c, saved) }, fmi3OK);
        assert!(clock(&host, contact));
        assert!(!host.update().again);
    }
}

#[test]
fn units_move_alike_in_all_forms() {
    for name in ["CoupledClutches", "TrainDraftGears", "GearTrain"] {
        let unit = catalogue::unit(name).unwrap();
        let run = |host: &mut Host| {
            host.initialise(true);
            let mut events = Vec::new();
            for step in 0..40 {
                let time = f64::from(step) * 0.01;
                let stepped = host.go(time, time + 0.01);
                events.extend(stepped.into_iter().map(f64::to_bits));
            }
            let time = host.unit.variables().len() as u32;
            events.push(host.try_real(time).unwrap().to_bits());
            events
        };
        let plain = run(&mut Host::new(name, (true, true)));
        for (arrays, clocks) in [(true, false), (false, true), (true, true)] {
            let form = Form { arrays, clocks };
            assert_eq!(run(&mut Host::in_form(&unit, form, Some((true, true)))), plain, "{name}");
        }
    }
}

#[test]
fn a_unit_without_clocks_says_so() {
    let mut host = Host::new("SingleMassFriction", (true, true));
    host.enter();
    assert_eq!(unsafe { fmi3ExitInitializationMode(host.c) }, fmi3OK);
    let mut active = false;
    assert_eq!(unsafe { fmi3GetClock(host.c, &0, 1, &mut active) }, fmi3Error);
    assert!(host.message().contains("the model has no clocks"));
}

/// A step ends before a stop is touched, at the time of the closed form, and the clock of the stop ticks in the event.
#[test]
fn the_clock_of_a_stop_ticks_when_it_is_touched_and_left() {
    let text = "[model]\nname = \"Ball\"\n[body.ball]\nmass = 2.0\nposition = 0.03\nvelocity = -3.0\n\
                [body.other]\nmass = 1.0\n[spring.leaf]\nbetween = \"other\"\nstiffness = 1.0\n\
                [hertz.wall]\nbetween = \"ball\"\nstiffness = 1e7\ndistance = 0.01\n";
    let model = Model::read(text, "ball.toml").unwrap();
    let mut host = Host::in_form(&model, CLOCKS, Some((true, true)));
    let [wall, from, to] = ["wall.transition", "wall.transitionFrom", "wall.transitionTo"]
        .map(|name| reference(&host, name));
    host.initialise(true);
    let mut time = 0.0;
    for (before, behind) in [(0, 1), (1, 0)] {
        let stepped = host.step(time, 0.02 - time);
        time = stepped.time;
        assert!(stepped.event && host.integer("wall.state") == before);
        if behind == 1 {
            assert!((time - 0.02 / 3.0).abs() < 1e-12, "{time}");
        }
        assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
        assert!(clock(&host, wall));
        assert_eq!((integer(&host, from), integer(&host, to)), (before, behind));
        assert!(!host.update().again);
        assert_eq!(host.integer("wall.state"), behind);
        assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
    }
    assert!(!host.step(time, 0.02 - time).event);
}
