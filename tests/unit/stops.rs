//! Transitions that are the same ones however a host asks for its steps: whole, to a transition, or with events of FMI 3.0. Inputs are
//! ramps that end at 0 at communication points, where the next ones decide.

use std::sync::Arc;

use luztar::unit::{Accessor, Event, Model, Reached, Setting, Simulation, StopCondition, Value};

use crate::draws::Draws;
use crate::support::{Named, unit};

/// Length of a communication step, s.
const STEP: f64 = 0.1;

/// Difference of a time, s, and of a velocity at unit scale.
const EXACT: f64 = 1e-9;

/// Manner in which a host asks for steps.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Whole,
    StopAtEvents,
    /// A step of FMI 3.0, with Event Mode after each step, or only where an event is needed.
    Advance(StopCondition, bool),
}

const WAYS: [Way; 6] = [
    Way::StopAtEvents,
    Way::Advance(StopCondition::Nowhere, false),
    Way::Advance(StopCondition::AfterTransition, false),
    Way::Advance(StopCondition::BeforeTransition { within: false }, false),
    Way::Advance(StopCondition::BeforeTransition { within: true }, false),
    Way::Advance(StopCondition::BeforeTransition { within: true }, true),
];

/// Steps along ramps through the values of an input, and returns all transitions. Ramps are given by their ends, or by derivatives.
fn drive(instance: &mut Simulation, name: &str, values: &[f64], way: Way) -> Vec<Event> {
    let stop = Accessor::Setting(Setting::StopAtEvents);
    let unit = instance.unit().clone();
    let stop = unit.variables().iter().position(|row| row.accessor == stop).expect("a setting");
    instance.set(stop, Value::Boolean(way == Way::StopAtEvents)).unwrap();
    instance.put(name, values[0]);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let mut events = Vec::new();
    for (step, ends) in (1..).zip(values.windows(2)) {
        let end = STEP * f64::from(step);
        if unit.network().experiment.inputs_at_end {
            instance.put(name, ends[1]);
        } else {
            instance.put(name, ends[0]);
            let rate = (ends[1] - ends[0]) / (end - instance.time());
            instance.set_input_derivative(instance.index(name), rate).unwrap();
        }
        while instance.time() < end - EXACT {
            let now = instance.time();
            let reached = match way {
                Way::Whole | Way::StopAtEvents => instance.step(now, end - now),
                Way::Advance(condition, _) => instance.advance(now, end - now, condition, false),
            };
            let reached = reached.unwrap_or_else(|fault| panic!("{way:?}: {fault}"));
            let always = matches!(way, Way::Advance(_, true));
            if reached == Reached::BeforeEvent || always && instance.time() >= end - EXACT {
                instance.make_pending().unwrap_or_else(|fault| panic!("{way:?}: {fault}"));
            }
            events.extend(instance.take_events(usize::MAX));
        }
    }
    events
}

/// Returns what a transition changes.
fn modes(event: &Event) -> String {
    match event {
        Event::Contact { contact, from, to, .. } => format!("{contact:?} {from:?} {to:?}"),
        _ => panic!("{event:?}: there are contacts alone"),
    }
}

/// Returns the transitions of all ways and the velocity of the body `b` at the end, after they were found alike.
fn alike(unit: &Arc<Model>, name: &str, values: &[f64], told: &str) -> (Vec<Event>, f64) {
    let mut whole = Simulation::new(unit.clone());
    let expected = drive(&mut whole, name, values, Way::Whole);
    let velocity = whole.real("b.velocity");
    // Hosts with Event Mode give no derivatives of inputs.
    let at_end = unit.network().experiment.inputs_at_end;
    for way in WAYS.into_iter().filter(|way| at_end || !matches!(way, Way::Advance(_, true))) {
        let mut instance = Simulation::new(unit.clone());
        let found = drive(&mut instance, name, values, way);
        let shown = format!("{told} {way:?} {values:?}\n{found:?}\n{expected:?}");
        assert_eq!(found.len(), expected.len(), "{shown}");
        assert!((instance.real("b.velocity") - velocity).abs() <= EXACT, "{shown}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(modes(found), modes(expected), "{shown}");
            assert!((found.time() - expected.time()).abs() <= EXACT, "{shown}");
        }
    }
    (expected, velocity)
}

/// Compares ramps of drawn cases through few values, 0 the most frequent; more with `LUZTAR_STOPPED_STEPS=5000`.
fn compare_drawn(name: &str, least: f64, mut draw: impl FnMut(&mut Draws) -> Arc<Model>) {
    let count = std::env::var("LUZTAR_STOPPED_STEPS").map_or(60, |text| text.parse().unwrap());
    let mut total = 0;
    for case in 0..count {
        let mut draws = Draws::new(case);
        let unit = draw(&mut draws);
        let values: Vec<f64> =
            (0..12).map(|_| draws.pick(&[0.0, 0.0, 0.0, 1.0, 0.5, least])).collect();
        total += alike(&unit, name, &values, &format!("case {case}")).0.len();
    }
    assert!(total > 60, "{total} transitions in all");
}

/// A block that the floor holds (Fs = 3 N) under a load of 2 N beside a belt of 2 N that comes to rest at the end of a step, and stays
/// or turns back.
#[test]
fn a_belt_that_comes_to_rest_at_the_end_of_a_step_arrives_once() {
    for at_end in [true, false] {
        let stays = [-1.0, -1.0, -1.0, 0.0, 0.0, 0.0, 0.0];
        let unit = beside_belt(at_end, 2.0);
        let (events, velocity) = alike(&unit, "w.velocity", &stays, "belt");
        assert_eq!(events.len(), 1, "{events:?}");
        assert!((events[0].time() - 0.3).abs() <= EXACT && velocity == 0.0, "{events:?}");
    }
    let turns = [-1.0, -1.0, -1.0, 0.0, -1.0, -1.0, -1.0];
    let (events, velocity) = alike(&beside_belt(true, 2.0), "w.velocity", &turns, "belt");
    assert!(events.is_empty() && velocity == 0.0, "{events:?}");
}

const BESIDE: &str = "[model]\nname = \"Beside\"\n[experiment]\ninputsAtStepEnd = AT_END\n[body.b]\nmass = 1.0\n\
    constantForce = FORCE\n[body.w]\nmotion = \"prescribed\"\nby = \"velocity\"\n[contact.floor]\nbetween = \"b\"\n\
    law = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 3.0\n[contact.c]\nbetween = [\"b\", \"w\"]\n\
    law = \"coulomb\"\nkineticFriction = 2.0\n";

fn beside_belt(at_end: bool, force: f64) -> Arc<Model> {
    unit(&BESIDE.replace("AT_END", &at_end.to_string()).replace("FORCE", &force.to_string()))
}

/// The floor holds the block throughout.
#[test]
fn drawn_belts_have_the_same_transitions_however_a_host_steps() {
    compare_drawn("w.velocity", -1.0, |draws| {
        beside_belt(draws.chance(0.5), draws.pick(&[0.0, 0.5, -0.5]))
    });
}

/// A hand that steps have led somewhere is at rest there exactly: a block that the floor holds sticks to it from then on.
#[test]
fn a_hand_that_has_come_to_an_input_stays_there() {
    for (by, name) in
        [("position", "w.position"), ("both", "w.position"), ("velocity", "w.velocity")]
    {
        let text = BESIDE.replace("by = \"velocity\"", &format!("by = \"{by}\""));
        let unit = unit(&text.replace("AT_END", "true").replace("FORCE", "0.5"));
        for (last, way) in [0.3, -0.7, 0.1].into_iter().flat_map(|last| WAYS.map(|way| (last, way)))
        {
            let last = if by == "velocity" { 0.0 } else { last };
            let mut instance = Simulation::new(unit.clone());
            let values = [0.0, 0.07, -0.13, last, last, last, last];
            let events = drive(&mut instance, name, &values, way);
            let end = events.last().expect("it has moved");
            let told = format!("{by} {way:?} {last}: {events:?}");
            assert!(modes(end).ends_with("Stuck") && end.time() < 0.3 + EXACT, "{told}");
            assert_eq!(instance.real("c.slipVelocity"), 0.0, "{told}");
            assert_eq!(instance.real("b.velocity"), 0.0, "{told}");
            assert_eq!(instance.real(name), last, "{told}");
            assert_eq!(instance.real("c.state"), 0.0, "{told}");
        }
    }
}

/// A floor that holds 3 N holds a block under a force that ramps lead to that, and no farther.
#[test]
fn a_force_that_comes_to_the_limit_releases_nothing() {
    for at_end in [true, false] {
        let unit = unit(&format!(
            "[model]\nname = \"Held\"\n[experiment]\ninputsAtStepEnd = {at_end}\n[body.b]\nmass = 1.0\n\
             force = \"input\"\n[body.w]\nmotion = \"prescribed\"\nby = \"velocity\"\n[contact.floor]\n\
             between = [\"b\", \"w\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 3.0\n"
        ));
        for values in [[0.0, 3.0, 3.0, 0.0, 3.0, 1.0], [0.0, 1.0, 3.0, 2.0, 3.0, 3.0]] {
            let (events, velocity) = alike(&unit, "b.force", &values, "force");
            assert!(events.is_empty() && velocity == 0.0, "{events:?}");
        }
    }
}

/// A block of 1 kg at 1 m/s on a floor that is pressed by the input, µ = ½.
fn pressed(at_end: bool) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Pressed\"\n[experiment]\ninputsAtStepEnd = {at_end}\n[body.b]\nmass = 1.0\nvelocity = 1.0\n\
         [body.w]\nmotion = \"prescribed\"\nby = \"velocity\"\n[contact.c]\nbetween = [\"b\", \"w\"]\n\
         law = \"coulomb\"\nkineticCoefficient = 0.5\nnormalForce = \"input\"\n"
    ))
}

/// v = 1 − ½·∫N dt, with a load that rises from 0, through it, comes to 0, or touches it: there friction ends and begins once.
#[test]
fn a_load_that_rises_from_zero_is_one_transition() {
    for (values, times) in [
        (&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0][..], &[0.2][..]),
        (&[1.0, 1.0, 0.0, 0.0, 1.0, 1.0], &[0.2, 0.3]),
        (&[1.0, 0.5, 0.0, 0.0, 0.0, 0.0], &[0.2]),
        (&[1.0, 0.5, 0.0, 0.5, 1.0, 1.0], &[0.2, 0.2]),
        (&[0.0, -1.0, -1.0, 3.0, 1.0, 1.0], &[0.225]),
        (&[1.0, -1.0, -1.0, 0.0, 0.0, 1.0], &[0.05, 0.4]),
    ] {
        for at_end in [true, false] {
            let (events, velocity) = alike(&pressed(at_end), "c.normalForce", values, "load");
            assert_eq!(events.len(), times.len(), "{values:?}: {events:?}");
            for (event, time) in events.iter().zip(times) {
                assert!((event.time() - time).abs() <= EXACT, "{values:?}: {events:?}");
            }
            let impulse =
                values.windows(2).map(|ends| STEP * pressing(ends[0], ends[1])).sum::<f64>();
            assert!((velocity - (1.0 - 0.5 * impulse)).abs() <= EXACT, "{values:?}: {velocity}");
        }
    }
}

/// Returns the mean of what is > 0 of a load that goes from one value to another.
fn pressing(from: f64, to: f64) -> f64 {
    let greatest = from.max(to);
    if from.min(to) >= 0.0 {
        0.5 * (from + to)
    } else if greatest <= 0.0 {
        0.0
    } else {
        0.5 * greatest * greatest / (to - from).abs()
    }
}

#[test]
fn drawn_loads_have_the_same_transitions_however_a_host_steps() {
    compare_drawn("c.normalForce", -0.5, |draws| pressed(draws.chance(0.5)));
}
