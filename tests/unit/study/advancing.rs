//! Cycles of mechanisms that advance as a whole, against the same mechanisms seen from a frame that goes along, against
//! closed forms, and against runs.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use luztar::study::bifurcation::{Look, crossings};
use luztar::study::continuation::{Range, follow};
use luztar::study::cycle::Cycle;
use luztar::study::response::next;
use luztar::study::section::{EventKind, Section};
use luztar::study::settling::find;
use luztar::study::{Case, Refusal};
use luztar::unit::{ContactId, Element, Value};

use crate::study::{model, unit};

fn of(text: &str) -> Case {
    Case::new(unit(text), Vec::new()).expect("a unit with states").tight()
}

fn cycle(model: &Case, settle: f64) -> Cycle {
    find(model, settle, None, |_| {}).unwrap_or_else(|why| panic!("{why}"))
}

/// A block that a car pulls by a spring over a floor.
fn pulled() -> Case {
    of("[model]\nname = \"Drift\"\n[body.m]\nmass = 1.0\nvelocity = 0.3\n\
        [body.car]\nmotion = \"prescribed\"\nby = \"velocity\"\nvelocity = { input = true, start = 1.0 }\n\
        [spring.k]\nbetween = [\"m\", \"car\"]\nstiffness = 1.0\n\
        [contact.floor]\nbetween = \"m\"\nlaw = \"hyperbolic\"\nstaticFriction = 0.5\ndecay = 1.0\n")
}

/// The same seen from the car: a block on a spring, and a belt below it that goes back.
fn carried() -> Case {
    of("[model]\nname = \"Belt\"\n[body.m]\nmass = 1.0\nvelocity = -0.7\n\
        [spring.k]\nbetween = \"m\"\nstiffness = 1.0\n\
        [contact.floor]\nbetween = \"m\"\nlaw = \"hyperbolic\"\nstaticFriction = 0.5\ndecay = 1.0\nsurfaceVelocity = -1.0\n")
}

#[test]
fn a_block_that_is_pulled_has_the_cycle_of_one_on_a_belt() {
    let (pulled, carried) = (pulled(), carried());
    let (found, expected) = (cycle(&pulled, 60.0), cycle(&carried, 60.0));
    assert!((found.period - expected.period).abs() < 1e-10, "{} {}", found.period, expected.period);
    assert_eq!((found.multipliers.len(), found.events.len()), (2, expected.events.len()));
    assert_eq!(found.is_stable(), expected.is_stable());
    for (a, b) in found.multipliers.iter().zip(&expected.multipliers) {
        assert!((a.0 - b.0).hypot(a.1 - b.1) < 1e-8, "{a:?} {b:?}");
    }
    // Both go at 1 m/s.
    assert_eq!(found.advance.len(), 3);
    for (row, advance) in pulled.rows().iter().zip(&found.advance) {
        let name = &pulled.unit().variables()[row.variable].name;
        let ahead = if name.ends_with(".position") { found.period } else { 0.0 };
        assert!((advance - ahead).abs() < 1e-9, "{name}: {advance}");
    }
    let position = pulled.unit().find("m.position").expect("an output");
    let seen = found.extremes(&pulled, &[position]).expect("a motion")[0];
    let other = carried.unit().find("m.position").expect("an output");
    let belt = expected.extremes(&carried, &[other]).expect("a motion")[0];
    assert!((seen.max - seen.min - (belt.max - belt.min)).abs() < 1e-8, "{seen:?} {belt:?}");
}

/// The library's drill string at its own defaults, against the releases of a run.
#[test]
fn the_drill_string_turns_on_while_it_vibrates() {
    let model = model("DrillString", &[]).tight();
    let found = cycle(&model, 60.0);
    assert!(found.is_stable() && found.multipliers.len() == 3 && found.events.len() == 2);
    let mut instance = model.start(0.0, &model.first(), true).expect("a motion");
    let slips = EventKind { element: Element::Contact(ContactId(0)), from: Some(0), to: None };
    let mut releases = Vec::new();
    while releases.len() < 40 {
        let time = instance.time();
        instance.step(time, 1.0).expect("a step");
        releases.extend(instance.step_events().iter().filter(|e| slips.is(e)).map(|e| e.time()));
    }
    let period = releases[39] - releases[38];
    assert!((found.period - period).abs() < 1e-9, "{} {period}", found.period);
    // On the section of its releases the twist is a point, and so is the advance of an angle.
    let columns =
        ["pipe.deflection", "table.angle"].map(|name| model.unit().find(name).expect("an output"));
    let look = Look {
        section: Section::Event(slips),
        columns: columns.to_vec(),
        settle: 200.0,
        points: 3,
        patience: 60.0,
        resolution: 0.05,
    };
    let (points, _) = crossings(&model, (0.0, &model.first()), &look).expect("crossings");
    let angle = |row: usize| model.rows()[row].variable == columns[1];
    let advance = found.advance[(0..4).find(|row| angle(*row)).expect("a state")];
    assert_eq!(points.len(), 3);
    for point in &points {
        assert!((point.values[0] - points[0].values[0]).abs() < 1e-8, "{points:?}");
        assert!((point.values[1] - advance).abs() < 1e-7, "{points:?} {advance}");
    }
}

/// A branch over the friction, against the cycle that is found there without one.
#[test]
fn branches_of_cycles_that_advance_are_followed() {
    let model = pulled();
    let parameter = model.unit().find("floor.staticFriction").expect("a parameter");
    let first = find(&model, 60.0, None, |_| {}).expect("a cycle").guess();
    let range = Range { parameter, first: 0.5, last: 0.6, steps: 2, periods: 1 };
    let branch = follow(&model, range, &first, |_| ControlFlow::Continue(())).expect("a branch");
    let last = branch.points.last().expect("a point");
    assert!(branch.ended.is_none() && last.value >= 0.6, "{:?}", branch.ended);
    let there = model.with(parameter, Value::Real(last.value));
    let (alone, found) = (cycle(&there, 100.0).period, last.cycle.period);
    assert!((alone - found).abs() < 1e-8, "{alone} {found}");
}

/// J z'' + d z' = T + A cos Ωt and a second inertia on a spring: the answer about the mean advance T/d is that of the
/// linear equations, and a gear's ratio does not matter for what is neutral.
#[test]
fn the_answer_of_a_drive_is_that_about_its_advance() {
    let (omega, torque, d, k) = (3.0f64, 2.0, 0.5, 20.0);
    let model = of(
        "[model]\nname = \"Drive\"\n[body.wheel]\naxis = \"rotation\"\ninertia = 1.0\nconstantTorque = 2.0\n\
        excitation = { amplitude = 4.0, angularFrequency = 3.0 }\n\
        [body.gear]\naxis = \"rotation\"\ninertia = 0.3\n\
        [spring.teeth]\nbetween = [\"wheel\", \"gear\"]\nradii = [0.6, 0.3]\nstiffness = 20.0\ndamping = 0.1\n\
        [damper.oil]\nbetween = \"wheel\"\ndamping = 0.5\n",
    );
    let angle = model.unit().find("wheel.angle").expect("an output");
    let station = next(&model, omega, angle, 60, None).expect("an answer");
    let found = cycle(&model, 200.0);
    assert!((found.drift(&model, angle) - torque / d).abs() < 1e-9);
    // (−Ω²J1 + iΩd + K a²) x − K a b y = A, (−Ω²J2 + K b²) y − K a b x = 0 with K = k + 0.1 iΩ.
    let (a, b) = (0.6, 0.3);
    let times = |x: (f64, f64), y: (f64, f64)| (x.0 * y.0 - x.1 * y.1, x.0 * y.1 + x.1 * y.0);
    let stiff = (k, 0.1 * omega);
    let scaled = |x: (f64, f64), by: f64| (x.0 * by, x.1 * by);
    let wheel = (stiff.0 * a * a - omega * omega, stiff.1 * a * a + omega * d);
    let gear = (stiff.0 * b * b - 0.3 * omega * omega, stiff.1 * b * b);
    let cross = scaled(stiff, a * b);
    let (first, second) = (times(wheel, gear), times(cross, cross));
    let determinant = (first.0 - second.0, first.1 - second.1);
    let expected = 4.0 * gear.0.hypot(gear.1) / determinant.0.hypot(determinant.1);
    assert!(station.answer.multiplier.is_some());
    for amplitude in [station.answer.amplitude, station.answer.harmonic] {
        assert!((amplitude - expected).abs() < 1e-6 * expected, "{amplitude} {expected}");
    }
}

/// Teeth that rattle under a pulsating torque: the state after a period of a run is the same, turned.
#[test]
fn a_gear_that_rattles_has_a_cycle() {
    let model = of("[model]\nname = \"Rattle\"\n\
        [body.flywheel]\naxis = \"rotation\"\ninertia = 1.0\nangularVelocity = 10.0\nconstantTorque = 10.0\n\
        excitation = { amplitude = 20.0, angularFrequency = 20.0 }\n\
        [body.gear]\naxis = \"rotation\"\ninertia = 0.02\nangularVelocity = 10.0\n\
        [spring.teeth]\nbetween = [\"flywheel\", \"gear\"]\nstiffness = 1000.0\ndamping = 0.5\nbacklash = 0.02\n\
        [damper.f]\nbetween = \"flywheel\"\ndamping = 1.0\n\
        [contact.drag]\nbetween = \"gear\"\nlaw = \"coulomb\"\nkineticFriction = 0.1\nviscous = 0.005\n");
    let found = cycle(&model, 60.0);
    assert!(found.events.len() >= 2 && found.multipliers.len() == 3, "{found:?}");
    let mut instance = model.start(0.0, &found.state, false).expect("a state");
    instance.step(0.0, TAU / 20.0).expect("a step");
    let end = model.state(&mut instance).expect("a state");
    for ((after, before), advance) in end.iter().zip(&found.state).zip(&found.advance) {
        assert!((after - before - advance).abs() < 1e-8, "{end:?} {found:?}");
    }
}

/// What sees a position makes it none of these: a spring to the ground, however wide its gap, a formula, a law.
#[test]
fn what_is_seen_is_not_neutral() {
    // z'' + z'/2 = 1 + cos 6t: the block advances by 2 m in a second.
    let free = "[model]\nname = \"Held\"\n[body.m]\nmass = 1.0\nconstantForce = 1.0\n\
        excitation = { amplitude = 1.0, angularFrequency = 6.0 }\n[damper.oil]\nbetween = \"m\"\ndamping = 0.5\n";
    let found = cycle(&of(free), 60.0);
    assert_eq!(found.multipliers.len(), 1);
    assert!((found.advance[0] - 2.0 * found.period).abs() < 1e-9, "{found:?}");
    for held in [
        "[spring.far]\nbetween = \"m\"\nstiffness = 1.0\nbacklash = 2e9\n",
        "[force.hill]\nbetween = \"m\"\nforce = \"1e-9*exp(-e)\"\n",
        "[contact.floor]\nbetween = \"m\"\nlaw = \"worn\"\nfriction = 1e-9\n\
         [law.worn]\nfriction = \"mu*(2 + exp(-first.position))\"\n\
         parameter = [{ name = \"friction\", symbol = \"mu\", measure = \"friction\", loaded = \"coefficient\" }]\n",
    ] {
        let model = of(&format!("{free}{held}"));
        let found = find(&model, 20.0, None, |_| {});
        assert!(matches!(found, Err(Refusal::NoCycle(_))), "{held}: {found:?}");
    }
}
