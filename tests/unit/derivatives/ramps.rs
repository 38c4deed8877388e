//! Inputs that are ramps.

use luztar::unit::{Causality, Fault, Model, Reached, Simulation, can_ramp, catalogue};

use crate::derivatives::{EXACT, ramp};
use crate::support::{Named, started_with};

/// A block of 2 kg on a floor that holds 3 N and rubs with 1 N.
const BLOCK: [(&str, f64); 5] = [
    ("body.velocity0", 0.0),
    ("body.mass", 2.0),
    ("contact.kineticFriction", 1.0),
    ("contact.staticFriction", 3.0),
    ("contact.viscous", 0.0),
];

#[test]
fn a_force_that_grows_releases_a_block_when_it_should() {
    // 0.5 N/s: released at 6 s; then 2 v' = 3 + τ/2 − 1.
    for h in [0.25, 1.0, 8.0] {
        let unit = catalogue::unit("SingleMassFriction").unwrap();
        let mut instance = started_with(&unit, &BLOCK);
        ramp(&mut instance, "body.force", 0.5);
        for step in 0..(8.0 / h) as u32 {
            assert_eq!(instance.real("body.force"), 0.5 * h * f64::from(step));
            instance.step(h * f64::from(step), h).unwrap();
        }
        assert!((instance.real("contact.lastEventTime") - 6.0).abs() <= EXACT);
        assert!((instance.real("body.velocity") - 2.5).abs() <= EXACT);
        assert!((instance.real("body.position") - (2.0 + 1.0 / 3.0)).abs() <= EXACT);
        assert_eq!(instance.real("body.force"), 4.0, "the input is where its ramp led");
        assert_eq!(instance.real("body.acceleration"), 1.5);
    }
}

#[test]
fn a_ramp_ends_when_the_input_is_set() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = started_with(&unit, &BLOCK);
    ramp(&mut instance, "body.force", 1.0);
    assert_eq!(instance.step(0.0, 2.0).unwrap(), Reached::End);
    instance.put("body.force", 2.0);
    instance.step(2.0, 10.0).unwrap();
    assert_eq!(instance.real("body.force"), 2.0);
    assert_eq!(instance.real("eventCount"), 0.0, "2 N stay below 3 N");
}

#[test]
fn a_ramp_is_part_of_a_saved_state() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = started_with(&unit, &BLOCK);
    ramp(&mut instance, "body.force", 0.5);
    instance.step(0.0, 5.0).unwrap();
    let saved = instance.save();
    let mut other = Simulation::new(unit);
    other.restore(&saved).unwrap();
    for one in [&mut instance, &mut other] {
        one.step(5.0, 3.0).unwrap();
    }
    assert_eq!(instance.save(), other.save());
    assert!((other.real("body.velocity") - 2.5).abs() <= EXACT);
}

/// A prescribed plate drags a block by friction; its velocity is a ramp, then held.
const DRAGGED: &str = r#"
[model]
name = "Dragged"
[body.plate]
motion = "prescribed"
[body.block]
mass = 2.0
[contact.top]
between = ["block", "plate"]
law = "coulomb"
kineticFriction = 3.0
[spring.leaf]
between = ["plate", "ground"]
stiffness = 10.0
"#;

#[test]
fn a_velocity_that_is_a_ramp_carries_what_it_can() {
    for h in [0.125, 0.5, 2.0] {
        let unit = Model::read(DRAGGED, "dragged.toml").unwrap();
        for (rate, stuck) in [(1.0, true), (2.0, false)] {
            let mut instance = started_with(&unit, &[]);
            ramp(&mut instance, "plate.velocity", rate);
            for step in 0..(2.0 / h) as u32 {
                instance.step(h * f64::from(step), h).unwrap();
                let now = h * f64::from(step + 1);
                assert_eq!(instance.real("top.stuck") != 0.0, stuck, "{rate}");
                assert!((instance.real("plate.velocity") - rate * now).abs() <= EXACT);
                assert_eq!(instance.real("eventCount"), f64::from(u8::from(!stuck)));
            }
            let acceleration = if stuck { 1.0 } else { 1.5 };
            assert!((instance.real("block.velocity") - 2.0 * acceleration).abs() <= EXACT);
            assert!((instance.real("block.position") - 2.0 * acceleration).abs() <= EXACT);
        }
        // A position with a derivative of its own moves whatever the velocity says.
        let mut instance = started_with(&unit, &[("plate.velocity", 5.0)]);
        ramp(&mut instance, "plate.position", 0.25);
        instance.step(0.0, 1.0).unwrap();
        assert_eq!(instance.real("leaf.deflection"), 0.25);
        assert_eq!(instance.real("leaf.force"), 2.5);
    }
}

/// A hand whose position is a ramp and whose velocity is held: a damped cubic spring does what the spring alone and a damper that
/// sees the velocity do.
#[test]
fn a_damped_spring_takes_the_velocity_that_is_given() {
    let text = |parts: &str| {
        format!(
            "[model]\nname = \"Held\"\n[body.block]\nmass = 2.0\nvelocity = 0.5\n[body.hand]\nmotion = \"prescribed\"\nby = \"both\"\n{parts}"
        )
    };
    let damped = "[spring.leaf]\nbetween = [\"block\", \"hand\"]\nstiffness = 10.0\ncubic = 4.0\ndamping = 1.5\n";
    let apart = "[spring.leaf]\nbetween = [\"block\", \"hand\"]\nstiffness = 10.0\ncubic = 4.0\n[damper.oil]\nbetween = \"block\"\ndamping = 1.5\n";
    for h in [0.125, 1.0] {
        let [mut damped, mut apart] = [damped, apart].map(|parts| {
            let unit = Model::read(&text(parts), "held.toml").unwrap();
            let mut instance = started_with(&unit, &[]);
            ramp(&mut instance, "hand.position", 0.25);
            for step in 0..(2.0 / h) as u32 {
                let now = h * f64::from(step);
                instance.step(now, h).unwrap();
                ramp(&mut instance, "hand.position", 0.25);
            }
            instance
        });
        for name in ["block.position", "block.velocity"] {
            let (found, expected) = (damped.real(name), apart.real(name));
            assert!((found - expected).abs() <= 1e-10, "{name}: {found}, not {expected}");
        }
    }
}

/// The same of a spring in a gap, which lifts off where it would pull: at 10 (0.4 − t/4) = 2 · 0.5.
#[test]
fn a_damped_spring_lifts_off_by_the_velocity_that_is_given() {
    let text = r#"
[model]
name = "Lifted"
[body.block]
mass = 1.0
[body.hand]
motion = "prescribed"
by = "both"
position = { input = true, start = -0.5 }
velocity = { input = true, start = 0.5 }
[contact.floor]
between = "block"
law = "coulomb"
kineticFriction = 50.0
[spring.stop]
between = ["block", "hand"]
stiffness = 10.0
damping = 2.0
backlash = 0.2
"#;
    let unit = Model::read(text, "lifted.toml").unwrap();
    let mut instance = started_with(&unit, &[]);
    ramp(&mut instance, "hand.position", 0.25);
    instance.step(0.0, 2.0).unwrap();
    assert_eq!(instance.step_events().len(), 2, "{:?}", instance.step_events());
    assert!((instance.step_events()[0].time() - 1.2).abs() <= 1e-14);
    assert!((instance.step_events()[1].time() - 1.6).abs() <= 1e-14);
}

/// A block of 2 kg under a normal load; friction 0.5 N, at rest up to 0.6 N.
const PRESSED: &str = r#"
[model]
name = "Pressed"
[body.block]
mass = 2.0
force = "input"
[contact.pad]
between = ["block"]
law = "coulomb"
normalForce = "input"
kineticCoefficient = 0.5
staticCoefficient = 0.6
"#;

#[test]
fn a_normal_load_that_falls_releases_a_block_and_leaves_it_free() {
    for h in [0.125, 1.0, 4.0] {
        let unit = Model::read(PRESSED, "pressed.toml").unwrap();
        let values = [("block.force", 3.0), ("pad.normalForce", 10.0)];
        let mut instance = started_with(&unit, &values);
        ramp(&mut instance, "pad.normalForce", -1.0);
        let mut times = Vec::new();
        for step in 0..(12.0 / h) as u32 {
            instance.step(h * f64::from(step), h).unwrap();
            times.extend(instance.step_events().iter().map(|event| (event.time(), event.to())));
        }
        // 0.6 N = 3 at 5 s; then 2 v' = 3 − 0.5 (10 − t); N = 0 at 10 s; then 2 v' = 3.
        assert_eq!(times.len(), 2, "{times:?}");
        for ((time, to), (expected, mode)) in times.into_iter().zip([(5.0, 1), (10.0, 2)]) {
            assert!((time - expected).abs() <= EXACT && to == mode, "{time} {to}");
        }
        assert!((instance.real("block.velocity") - 7.375).abs() <= EXACT);
        assert_eq!(instance.real("pad.normalForce"), -2.0);
        ramp(&mut instance, "pad.normalForce", 1.0);
        instance.step(12.0, 4.0).unwrap();
        assert!((instance.real("pad.lastEventTime") - 14.0).abs() <= EXACT, "rubs again");
        // 2 (v(16) − v(12)) = 3·4 − ∫ 0.5 (t − 14) dt from 14 to 16
        assert!((instance.real("block.velocity") - (7.375 + 6.0 - 0.5)).abs() <= EXACT);
        let force = instance.real("pad.frictionForce");
        assert!((force - 1.0).abs() <= EXACT, "{force}");
        let index = unit.find("pad.frictionForce").unwrap();
        assert!((instance.output_derivative(index).unwrap() - 0.5).abs() <= EXACT);
    }
}

#[test]
fn only_what_can_be_a_ramp_is_one() {
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let mut instance = started_with(&unit, &[]);
        let mut all = true;
        for (index, row) in unit.variables().iter().enumerate() {
            let before = instance.get(index);
            let result = instance.set_input_derivative(index, 1.0);
            match row.causality {
                Causality::Input => {
                    all &= result.is_ok();
                    // Its friction is no multiple of the load.
                    let is_held = name == "BrakePad" && row.name == "pad.normalForce";
                    assert_eq!(result.is_ok(), !is_held, "{name}: {}: {result:?}", row.name);
                    assert_eq!(instance.set_input_derivative(index, 0.0), Ok(()));
                    assert!(instance.set_input_derivative(index, f64::NAN).is_err());
                }
                _ => assert!(matches!(result, Err(Fault::NotSettable { .. })), "{result:?}"),
            }
            assert_eq!(instance.get(index), before);
        }
        assert_eq!(can_ramp(unit.network()), all, "{name}");
    }
}

/// A body stuck to a belt, and on a floor.
const BELT: &str = r#"
[model]
name = "Belt"
[body.block]
mass = 1.0
[contact.belt]
between = "block"
law = "coulomb"
kineticFriction = 3.0
surfaceVelocity = "input"
[contact.floor]
between = "block"
law = "coulomb"
kineticFriction = 1.0
"#;

/// The belt comes to rest at 2 s: so does the block, at once, on the floor as on the belt, whether the host gives a ramp once or
/// its value and derivative at every step, in steps of any size.
#[test]
fn what_comes_to_rest_on_a_ramp_rests() {
    let unit = Model::read(BELT, "belt.toml").unwrap();
    for h in [1e-3, 0.01, 0.1, 0.3, 0.5] {
        for at_every_step in [false, true] {
            let mut instance = started_with(&unit, &[("belt.surfaceVelocity", 2.0)]);
            ramp(&mut instance, "belt.surfaceVelocity", -1.0);
            let mut time = 0.0;
            let mut transitions = Vec::new();
            while time < 5.0 {
                let stands = (time - 2.0f64).abs() < 1e-9;
                if at_every_step || stands {
                    let (velocity, rate) =
                        if time > 2.0 - 1e-9 { (0.0, 0.0) } else { (2.0 - time, -1.0) };
                    instance.put("belt.surfaceVelocity", velocity);
                    ramp(&mut instance, "belt.surfaceVelocity", rate);
                }
                let next = if time < 2.0 - 1e-9 { (time + h).min(2.0) } else { time + h };
                instance.step(time, next - time).unwrap();
                transitions.extend(instance.step_events().iter().map(|event| event.time()));
                time = next;
            }
            let end = ["block.velocity", "belt.stuck", "floor.stuck"];
            let end = end.map(|name| instance.real(name));
            assert_eq!(end, [0.0, 1.0, 1.0], "{h} {at_every_step}");
            assert!((transitions[0] - 2.0 / 3.0).abs() < EXACT, "{h} {transitions:?}");
            let rest = &transitions[1..];
            assert!(rest.iter().all(|time| (time - 2.0).abs() < EXACT), "{h} {transitions:?}");
        }
    }
}
