//! Given motions of which a host gives the velocity alone, or the position alone.

use std::sync::Arc;

use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Model, Simulation, Value};

use crate::support::{Named, Random, started, unit};

/// Gear wheels that an engine side drives, each with its own backlash and radius.
fn rattle(by: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"GearRattle\"\n[body.input]\naxis = \"rotation\"\nmotion = \"prescribed\"\nby = \"{by}\"\n\
         [body.idler]\nrepeat = {{ i = [1, 5] }}\naxis = \"rotation\"\n\
         inertia = [0.001, 0.0012, 0.0015, 0.002, 0.0025]\n\
         [spring.mesh]\nrepeat = {{ i = [1, 5] }}\nbetween = [\"input\", \"idler{{i}}\"]\n\
         radii = [[0.04, 0.045, 0.05, 0.055, 0.06], 0.05]\nstiffness = 5e7\ndamping = 500.0\n\
         backlash = [60e-6, 80e-6, 120e-6, 160e-6, 200e-6]\n\
         [contact.drag]\nrepeat = {{ i = [1, 5] }}\nbetween = \"idler{{i}}\"\nlaw = \"coulomb\"\n\
         kineticFriction = 0.05\nviscous = 0.001\n"
    ))
}

#[test]
fn idler_wheels_turn_as_fast_as_their_radii_say_whatever_is_given() {
    let h = 5e-4;
    for (by, given) in [("both", "velocity"), ("velocity", "velocity"), ("position", "position")] {
        let mut instance = started(&rattle(by));
        if given == "velocity" {
            instance.put("input.angularVelocity", 100.0);
        }
        for step in 0..2000 {
            let time = f64::from(step) * h;
            if given == "position" {
                instance.put("input.angle", 100.0 * time);
            }
            instance.step(time, h).unwrap();
        }
        for (idler, radius) in (1..=5).zip([0.04, 0.045, 0.05, 0.055, 0.06]) {
            let speed = instance.real(&format!("idler{idler}.angularVelocity"));
            let wanted = 100.0 * radius / 0.05;
            // They rattle ever less.
            assert!((speed / wanted - 1.0).abs() < 1e-3, "{by}: idler {idler}: {speed} rad/s");
        }
    }
}

/// A block that a hand pulls by a damped spring, and that rubs on it.
fn pulled(by: &str, position: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Pulled\"\n[body.hand]\nmotion = \"prescribed\"\nby = \"{by}\"\n{position}\n\
         [body.block]\nmass = 2.0\n[spring.rope]\nbetween = [\"hand\", \"block\"]\nstiffness = 30.0\n\
         damping = 0.6\n[contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 0.3\n\
         [contact.sleeve]\nbetween = [\"hand\", \"block\"]\nlaw = \"coulomb\"\nkineticFriction = 0.1\n"
    ))
}

/// z = 0.2 + 0.1 sin 3t with its velocity.
fn wave(t: f64) -> [f64; 2] {
    [0.2 + 0.1 * (3.0 * t).sin(), 0.3 * (3.0 * t).cos()]
}

#[test]
fn the_position_is_the_integral_of_the_velocity() {
    let unit = pulled("velocity", "position = 0.2");
    assert!(
        unit.find("hand.position").is_some_and(|index| unit.variables()[index].start.is_none())
    );
    let mut both = started(&pulled("both", "position = { input = true, start = 0.2 }"));
    let mut one = started(&unit);
    let (h, mut sum) = (0.05, 0.2);
    for step in 0..80 {
        let time = f64::from(step) * h;
        let ([_, v], [_, next]) = (wave(time), wave(time + h));
        for instance in [&mut one, &mut both] {
            instance.put("hand.velocity", v);
            let velocity = instance.index("hand.velocity");
            instance.set_input_derivative(velocity, (next - v) / h).unwrap();
        }
        both.put("hand.position", sum);
        assert_eq!(one.real("hand.positionRate"), v);
        assert!((one.real("hand.reaction") - both.real("hand.reaction")).abs() <= 1e-12);
        one.step(time, h).unwrap();
        both.step(time, h).unwrap();
        sum += 0.5 * h * (v + next);
        assert!((one.real("hand.position") - sum).abs() <= 1e-14);
        let [there, here] = [&mut both, &mut one].map(|one| one.real("block.position"));
        assert!((here - there).abs() <= 1e-12, "{time}: {here} {there}");
    }
    assert!(one.real("eventCount") > 5.0);
    assert_eq!(one.real("eventCount"), both.real("eventCount"));
}

#[test]
fn the_velocity_is_the_difference_of_two_samples_or_what_the_host_says() {
    // Force of the damper against the sampled motion; with derivatives it is exact.
    let damped = |h: f64, derivatives: bool| {
        let mut instance = started(&unit(
            "[model]\nname = \"Damped\"\n[body.hand]\nmotion = \"prescribed\"\nby = \"position\"\n\
             position = { input = true, start = 0.2 }\n[damper.oil]\nbetween = \"hand\"\ndamping = 2.0\n",
        ));
        let mut error: f64 = 0.0;
        for step in 0..(2.0 / h) as u32 {
            let time = f64::from(step) * h;
            let [z, v] = wave(time);
            instance.put("hand.position", z);
            if derivatives {
                let position = instance.index("hand.position");
                instance.set_input_derivative(position, v).unwrap();
            }
            if step > 0 {
                error = error.max((instance.real("oil.force") - 2.0 * v).abs());
            }
            instance.step(time, h).unwrap();
        }
        error
    };
    let [coarse, fine] = [0.02, 0.01].map(|h| damped(h, false));
    // The mean velocity of a step is that of its middle: 2·½h·max|a|.
    assert!((coarse / (0.02 * 0.9) - 1.0).abs() < 0.05 && (coarse / fine - 2.0).abs() < 0.05);
    assert!(damped(0.02, true) <= 1e-14);
    // What is not set any more rests.
    let mut instance = started(&pulled("position", ""));
    for (step, position) in [0.0, 0.1, 0.2].into_iter().enumerate() {
        instance.put("hand.position", position);
        instance.step(0.1 * step as f64, 0.1).unwrap();
    }
    for step in 3..200 {
        instance.step(0.1 * f64::from(step), 0.1).unwrap();
    }
    assert_eq!(instance.real("rope.deflection"), 0.2 - instance.real("block.position"));
    assert_eq!((instance.real("block.velocity"), instance.real("floor.stuck")), (0.0, 1.0));
}

/// A hand at 0.3 m/s pulls its block along jerkily: no communication point is in the way of that, nor is a saved state.
#[test]
fn a_constant_velocity_goes_on_whatever_the_communication_step() {
    for by in ["velocity", "both"] {
        let unit = pulled(by, "");
        let course = |step: f64| {
            let mut instance = started(&unit);
            instance.put("hand.velocity", 0.3);
            let mut transitions = 0;
            let mut seen = Vec::new();
            for k in 0..(4.0 / step) as usize {
                if k as f64 * step == 1.5 {
                    let saved = instance.save();
                    instance = Simulation::new(unit.clone());
                    instance.restore(&saved).unwrap();
                }
                instance.step(k as f64 * step, step).unwrap();
                transitions += instance.step_events().len();
                if (k + 1) as f64 * step % 0.5 == 0.0 {
                    let names = ["block.position", "block.velocity", "rope.deflection"];
                    seen.push(names.map(|name| instance.real(name).to_bits()));
                }
            }
            let way = instance.real("rope.deflection") + instance.real("block.position");
            assert!((way - 1.2).abs() < 1e-14, "{by}: {way} m after steps of {step} s");
            (seen, transitions)
        };
        let (expected, transitions) = course(1.0 / 1024.0);
        assert!(transitions > 2, "{transitions} transitions are few");
        for step in [1.0 / 64.0, 0.5] {
            assert_eq!(course(step), (expected.clone(), transitions), "{by}, steps of {step} s");
        }
    }
}

#[test]
fn a_saved_state_goes_on_bit_for_bit_in_another_instance() {
    for by in ["velocity", "position", "both"] {
        let unit = pulled(by, "");
        let mut instance = started(&unit);
        let mut random = Random(7);
        let mut saved = None;
        let mut other = Simulation::new(unit.clone());
        for step in 0..40 {
            if step == 20 {
                let state = instance.save();
                other.restore(&state).unwrap();
                saved = Some(state);
            }
            for name in ["hand.position", "hand.velocity", "hand.acceleration"] {
                let Some(index) = unit.find(name) else { continue };
                let value = Value::Real(random.motion());
                if instance.set(index, value).is_ok() && saved.is_some() {
                    other.set(index, value).unwrap();
                }
            }
            instance.step(0.1 * f64::from(step), 0.1).unwrap();
            if saved.is_some() {
                other.step(0.1 * f64::from(step), 0.1).unwrap();
            }
        }
        assert_eq!(instance.save(), other.save(), "{by}");
    }
}

#[test]
fn dependencies_and_looks_agree() {
    for by in ["velocity", "position"] {
        let unit = pulled(by, "");
        let dependencies = Dependencies::new(&unit);
        let inputs: Vec<usize> = ["hand.position", "hand.velocity", "hand.acceleration"]
            .iter()
            .filter_map(|name| unit.find(name))
            .filter(|&index| started(&unit).set(index, Value::Real(0.0)).is_ok())
            .collect();
        assert_eq!(inputs.len(), if by == "velocity" { 2 } else { 1 });
        let mut random = Random(3);
        let mut reactions = 0;
        for _ in 0..30 {
            let mut instance = started(&unit);
            for step in 0..3 {
                for &input in &inputs {
                    instance.set(input, Value::Real(random.motion())).unwrap();
                }
                instance.step(0.1 * f64::from(step), 0.1).unwrap();
            }
            let outputs: Vec<usize> =
                (0..unit.variables().len()).filter(|index| !inputs.contains(index)).collect();
            for &input in &inputs {
                let before = read_all(&mut instance, &outputs);
                instance.set(input, Value::Real(random.motion())).unwrap();
                let after = read_all(&mut instance, &outputs);
                for ((&index, before), after) in outputs.iter().zip(before).zip(after) {
                    let declared = dependencies.while_stepping(index).contains(&input);
                    assert!(before == after || declared, "{by}: {}", unit.variables()[index].name);
                    reactions += u32::from(before != after);
                }
            }
        }
        assert!(reactions > 100, "{reactions}");
    }
}

fn read_all(instance: &mut Simulation, of: &[usize]) -> Vec<Value> {
    of.iter().map(|&index| instance.get(index).unwrap()).collect()
}

/// In Model Exchange the host integrates the position.
#[test]
fn a_host_integrates_the_position_of_a_body_driven_by_its_velocity() {
    let unit = pulled("velocity", "position = 0.2");
    let mut host = Simulation::exchange(unit.clone());
    host.enter_initialization().unwrap();
    host.put("hand.velocity", 0.5);
    host.exit_initialization().unwrap();
    host.make_transitions().unwrap();
    host.end_event();
    let states = host.continuous_states().unwrap().to_vec();
    assert_eq!(states[0], 0.2);
    let mut rates = vec![0.0; states.len()];
    host.put("hand.velocity", 0.75);
    host.state_derivatives(|index, rate| rates[index] = rate).unwrap();
    assert_eq!(rates[0], 0.75);
    let mut moved = states;
    moved[0] = 0.3;
    host.set_time(0.1).unwrap();
    host.set_states(&moved).unwrap();
    assert_eq!((host.real("hand.position"), host.real("rope.deflection")), (0.3, 0.3));
    host.make_transitions().unwrap();
    assert_eq!(host.real("rope.deflection"), 0.3);
}

/// A block that rides a belt, pushed by another force: looking ahead leaves the outputs under that force what they are.
#[test]
fn looking_ahead_beside_a_moved_surface_changes_no_output() {
    let unit = unit(
        "[model]\nname = \"Ride\"\n[experiment]\npredict = true\n[body.m]\nmass = 1.0\nforce = \"input\"\n\
         [contact.c]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\nsurfaceVelocity = \"input\"\n\
         surfaceAcceleration = \"input\"\n",
    );
    let mut block = started(&unit);
    for (step, (force, acceleration)) in
        [(0.5, 0.25), (-1.0, 0.5), (0.2, -0.3)].into_iter().enumerate()
    {
        block.put("m.force", force);
        block.put("c.surfaceAcceleration", acceleration);
        let carried = block.real("c.frictionForce");
        assert!((carried - (force - acceleration)).abs() < 1e-12, "{carried}");
        block.next_transition();
        assert_eq!(block.real("c.frictionForce"), carried);
        block.step(0.1 * step as f64, 0.1).unwrap();
    }
}

/// A spring of 4 N/m to a position that jumps to 0.5 m at 1 s, and stays there: ramps that declare it have no velocity behind
/// the jump, so that 1 kg moves by 0.5 (1 − cos 2(t − 1)) m, whatever the steps are.
#[test]
fn a_declared_position_that_stays_has_no_velocity() {
    let text = "[model]\nname = \"Jump\"\n[body.p]\nmotion = \"prescribed\"\nby = \"position\"\n\
                [body.b]\nmass = 1.0\n[spring.k]\nbetween = [\"b\", \"p\"]\nstiffness = 4.0\n";
    for (h, steps) in [(0.5, 4_u32), (0.1, 20), (0.01, 200)] {
        let mut instance = started(&unit(text));
        let position = instance.index("p.position");
        for step in 0..steps {
            let time = h * f64::from(step);
            instance.take_ramps_as_declared(position, true).unwrap();
            let given = if step >= steps / 2 { 0.5 } else { 0.0 };
            instance.set(position, Value::Real(given)).unwrap();
            instance.step(time, h).unwrap();
        }
        let (exact, found) = (0.5 * (1.0 - 2.0_f64.cos()), instance.real("b.position"));
        assert!((found - exact).abs() < 1e-12, "{h}: {found} {exact}");
    }
}
