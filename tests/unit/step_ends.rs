//! Inputs that are values at the end of a step (`inputsAtStepEnd`), and given motions that contradict themselves.

use std::sync::Arc;

use luztar::unit::{Causality, Model, Simulation, Value, catalogue};

use crate::support::{Named, started, unit};

/// A mass of 2 kg on a spring of 50 N/m (ω0 = 5 /s) whose other end moves by 0.1·sin 3t m.
fn sprung(by: &str, more: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Sprung\"\n[experiment]\n{more}\n[body.hand]\nmotion = \"prescribed\"\nby = \"{by}\"\n\
         [body.mass]\nmass = 2.0\n[spring.leaf]\nbetween = [\"hand\", \"mass\"]\nstiffness = 50.0\n"
    ))
}

fn hand(t: f64) -> [f64; 2] {
    [0.1 * (3.0 * t).sin(), 0.3 * (3.0 * t).cos()]
}

/// Position of the mass, from rest with the hand's velocity given: x'' + 25 x = 2.5 sin 3t.
fn exact(t: f64) -> f64 {
    2.5 / 16.0 * ((3.0 * t).sin() - 0.6 * (5.0 * t).sin())
}

fn put_motion(instance: &mut Simulation, t: f64) {
    for (name, value) in ["hand.position", "hand.velocity"].into_iter().zip(hand(t)) {
        let unit = instance.unit().clone();
        let index = unit.find(name);
        let inputs = index.filter(|index| unit.variables()[*index].causality == Causality::Input);
        if let Some(index) = inputs {
            instance.set(index, Value::Real(value)).unwrap();
        }
    }
}

/// Greatest error of the mass over 2 s with steps h, when motions are given `ahead` steps early.
fn error(unit: &Arc<Model>, h: f64, ahead: f64) -> f64 {
    let mut instance = Simulation::new(unit.clone());
    put_motion(&mut instance, 0.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    let mut worst: f64 = 0.0;
    for step in 0..(2.0 / h) as u32 {
        let t = h * f64::from(step);
        put_motion(&mut instance, t + ahead * h);
        instance.step(t, h).unwrap();
        worst = worst.max((instance.real("mass.position") - exact(t + h)).abs());
    }
    worst
}

#[test]
fn values_at_the_end_of_a_step_are_where_it_leads() {
    let at_end = "inputsAtStepEnd = true";
    // Cubics of Hermite: order 4. Ramps of the velocity, or of the position: order 2.
    for (by, order, size) in [("both", 4, 2e-6), ("velocity", 2, 1e-3), ("position", 2, 1e-3)] {
        let [coarse, fine] = [0.05, 0.025].map(|h| error(&sprung(by, at_end), h, 1.0));
        assert!(coarse < size, "{by}: {coarse}");
        let gain = coarse / fine / f64::from(1 << order);
        assert!((0.8..1.25).contains(&gain), "{by}: {coarse} {fine}");
    }
    // Taken for values at its start they count position and velocity twice.
    let twice = error(&sprung("both", ""), 0.05, 1.0);
    assert!(twice > 1e-2, "{twice}");
    let stepping =
        error(&sprung("both", "inputsAtStepEnd = true\nmethod = \"moreau\""), 0.005, 1.0);
    assert!(stepping < 1e-3, "{stepping}");
}

#[test]
fn a_master_that_iterates_ends_where_its_last_values_lead() {
    let unit = sprung("both", "inputsAtStepEnd = true");
    let [mut straight, mut iterated] = [started(&unit), started(&unit)];
    for step in 0..20 {
        let t = 0.05 * f64::from(step);
        let saved = iterated.save();
        for guess in [0.0, 0.6] {
            put_motion(&mut iterated, t + guess * 0.05);
            let before = iterated.real("leaf.force");
            assert_eq!(before, straight.real("leaf.force"), "what is to come is no matter now");
            iterated.step(t, 0.05).unwrap();
            iterated.restore(&saved).unwrap();
        }
        for instance in [&mut straight, &mut iterated] {
            put_motion(instance, t + 0.05);
            instance.step(t, 0.05).unwrap();
            let [z, _] = hand(t + 0.05);
            let deflection = z - instance.real("mass.position");
            assert!((instance.real("leaf.deflection") - deflection).abs() <= 1e-15);
        }
        assert_eq!(straight.save(), iterated.save());
    }
}

#[test]
fn forces_go_along_ramps_and_derivatives_are_refused() {
    let unit = unit(
        "[model]\nname = \"Pushed\"\n[experiment]\ninputsAtStepEnd = true\n[body.table]\nmotion = \"prescribed\"\n\
         [body.block]\nmass = 2.0\nforce = \"input\"\n[damper.oil]\nbetween = \"table\"\ndamping = 1.0\n",
    );
    let mut instance = started(&unit);
    let mut momentum = 0.0;
    for (step, [from, to]) in [[0.0, 3.0], [3.0, -1.0], [-1.0, -1.0]].into_iter().enumerate() {
        instance.put("block.force", to);
        instance.step(0.5 * step as f64, 0.5).unwrap();
        momentum += 0.25 * (from + to);
        assert!((2.0 * instance.real("block.velocity") - momentum).abs() <= 1e-14);
        assert_eq!(instance.real("block.force"), to);
        assert!((2.0 * instance.real("block.acceleration") - to).abs() <= 1e-14);
    }
    let force = instance.index("block.force");
    let told = instance.set_input_derivative(force, 1.0).unwrap_err().to_string();
    assert!(told.contains("inputsAtStepEnd"), "{told}");
    instance.set_input_derivative(force, 0.0).unwrap();
}

/// A surface moves to the velocity given, whatever acceleration its file says for steps whose inputs hold from their
/// start.
#[test]
fn accelerations_of_surfaces_have_no_part_in_it() {
    let unit = unit(
        "[model]\nname = \"Carried\"\n[experiment]\ninputsAtStepEnd = true\n[body.hand]\nmotion = \"prescribed\"\n\
         [body.block]\nmass = 2.0\n[contact.belt]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 0.0\n\
         viscous = 1.0\nsurfaceVelocity = \"input\"\nsurfaceAcceleration = 3.0\n[damper.oil]\nbetween = \"hand\"\n\
         damping = 1.0\n",
    );
    let mut instance = started(&unit);
    let mut restored = started(&unit);
    // ∫ of the belt's velocity less that of the block is its momentum; the belt's is known, 2 v' = u − v.
    let (mut block, mut from): (f64, f64) = (0.0, 0.0);
    for (step, to) in [0.0, 0.0, 1.0, 1.0, -0.5].into_iter().enumerate() {
        for instance in [&mut instance, &mut restored] {
            instance.put("belt.surfaceVelocity", to);
            instance.step(0.5 * step as f64, 0.5).unwrap();
        }
        // Of u = u0 + j t: v = u − 2 j + (v0 − u0 + 2 j) exp(−t/2).
        let ramp = (to - from) / 0.5;
        block = to - 2.0 * ramp + (block - from + 2.0 * ramp) * (-0.25f64).exp();
        from = to;
        assert!((instance.real("block.velocity") - block).abs() <= 1e-13, "step {step}");
        assert!((instance.real("belt.slipVelocity") - (block - to)).abs() <= 1e-13);
        assert_eq!(instance.real("belt.surfaceVelocity"), to);
        let saved = restored.save();
        restored = Simulation::new(unit.clone());
        restored.restore(&saved).unwrap();
        assert_eq!(restored.save(), instance.save());
    }
}

/// Values at the end of the next step change nothing of the present, but the reaction of a port over that step.
#[test]
fn values_at_the_end_of_a_step_are_knowns_of_that_step_alone() {
    let derivative = |instance: &mut Simulation, of: &str, by: &str| {
        let (of, by, mut found) = (instance.index(of), instance.index(by), f64::NAN);
        let along = std::iter::once((by, 1.0));
        instance.directional_derivative(&[of], along, |_, value| found = value).unwrap();
        found
    };
    let mut instance = Simulation::new(sprung("both", "inputsAtStepEnd = true"));
    instance.enter_initialization().unwrap();
    assert_eq!(derivative(&mut instance, "leaf.force", "hand.position"), 50.0);
    instance.exit_initialization().unwrap();
    instance.step(0.0, 0.05).unwrap();
    let before = instance.real("leaf.force");
    instance.put("hand.position", 0.1);
    assert_eq!(instance.real("leaf.force"), before);
    assert_eq!(derivative(&mut instance, "leaf.force", "hand.position"), 0.0);
    assert_eq!(derivative(&mut instance, "leaf.force", "leaf.stiffness"), 0.0);
    instance.step(0.05, 0.05).unwrap();
    let deflection = instance.real("leaf.deflection");
    assert_eq!(derivative(&mut instance, "leaf.force", "leaf.stiffness"), deflection);
    // A port whose reaction over the next step stretches a spring to a moving hand.
    let text = "[model]\nname = \"Held\"\n[experiment]\ninputsAtStepEnd = true\nstepSize = 0.05\n[body.hand]\n\
                motion = \"prescribed\"\nby = \"position\"\n[body.flange]\nmotion = \"port\"\neffectiveMass = 2.0\n\
                [spring.leaf]\nbetween = [\"hand\", \"flange\"]\nstiffness = 50.0\n";
    let mut port = started(&unit(text));
    port.step(0.0, 0.05).unwrap();
    for by in ["hand.position", "flange.appliedForce"] {
        let values = [1e-3, -1e-3].map(|value| {
            port.put(by, value);
            port.real("flange.reaction")
        });
        port.put(by, 0.0);
        let exact = (values[0] - values[1]) / 2e-3;
        let found = derivative(&mut port, "flange.reaction", by);
        assert!(
            (found - exact).abs() <= 1e-6 * exact.abs() && exact != 0.0,
            "{by}: {found} {exact}"
        );
        assert_eq!(derivative(&mut port, "leaf.force", by), 0.0);
    }
}

/// Warnings of 40 steps of h with inputs that `set` gives at their starts.
fn warnings(unit: &Arc<Model>, h: f64, set: impl Fn(&mut Simulation, f64)) -> Vec<String> {
    let mut instance = started(unit);
    let mut told = Vec::new();
    for step in 0..40 {
        let t = h * f64::from(step);
        set(&mut instance, t);
        instance.step(t, h).unwrap();
        told.extend(instance.take_warning().map(|warning| warning.to_string()));
    }
    told
}

#[test]
fn motions_that_contradict_themselves_are_told_once() {
    let spring = catalogue::unit("FreeplaySpring").unwrap();
    let put = |instance: &mut Simulation, z: f64, v: f64| {
        instance.put("body1.position", z);
        instance.put("body1.velocity", v);
    };
    // A smooth motion, six samples in a period; with its acceleration, or without.
    let period = std::f64::consts::TAU / 3.0;
    for h in [period / 6.0, 0.01] {
        assert_eq!(warnings(&spring, h, |one, t| put(one, hand(t)[0], hand(t)[1])), [""; 0]);
    }
    // At rest but for the round-off of who gives it.
    let jitter = |one: &mut Simulation, t: f64| put(one, 0.02 + 1e-13 * (1e3 * t).sin(), 0.0);
    assert_eq!(warnings(&spring, 0.01, jitter), [""; 0]);
    // The position alone, the velocity alone with a position that is held.
    for (z, v) in [(0.1, 0.0), (0.0, 0.1)] {
        let told = warnings(&spring, 0.01, |one, t| put(one, z * t, v));
        assert_eq!(told.len(), 1, "{told:?}");
        for part in
            ["body1.position", "body1.velocity", "`by` of body1", "0.1 m/s", "bound is 0.01"]
        {
            assert!(told[0].contains(part), "{part}: {}", told[0]);
        }
    }
    // A position that nobody sets goes on.
    assert_eq!(warnings(&spring, 0.01, |one, _| one.put("body1.velocity", 0.1)), [""; 0]);
    // Where no force sees the position, it is no matter, but it moves nothing.
    let friction = catalogue::unit("FrictionElement").unwrap();
    assert_eq!(warnings(&friction, 0.01, |one, _| put(one, 0.0, 0.1)), [""; 0]);
    assert_eq!(warnings(&friction, 0.01, |one, t| put(one, t, 0.1)), [""; 0]);
    assert_eq!(warnings(&friction, 0.01, |one, t| put(one, t, 0.0)).len(), 1);
    let stop = unit(
        "[model]\nname = \"Stopped\"\n[body.body1]\nmotion = \"prescribed\"\n[body.mass]\nmass = 1.0\n\
         [huntCrossley.stop]\nbetween = [\"body1\", \"mass\"]\nstiffness = 100.0\ndistance = 0.1\ndissipation = 0.5\n",
    );
    for (z, v) in [(0.1, 0.0), (0.0, 0.1)] {
        assert_eq!(warnings(&stop, 0.01, |one, t| put(one, z * t, v)).len(), 1);
    }
    // A position that is read as a signal has a velocity only if it is given one.
    let target = |more: &str| {
        unit(&format!(
            "[model]\nname = \"Pulled\"\n[body.body1]\nmotion = \"prescribed\"\n[body.sledge]\nmass = 1.0\n\
             [force.pull]\nbetween = \"sledge\"\nforce = \"50*(body1.position - sledge.position){more}\"\n"
        ))
    };
    for (more, v, count) in [("", 0.0, 0), ("", 0.1, 1), (" + body1.velocity", 0.0, 1)] {
        let told = warnings(&target(more), 0.01, |one, t| put(one, 0.3 * t, v));
        assert_eq!(told.len(), count, "{more} {v}: {told:?}");
    }
    // Values at the end of a step.
    let unit = sprung("both", "inputsAtStepEnd = true");
    assert_eq!(warnings(&unit, 0.05, |one, t| put_motion(one, t + 0.05)), [""; 0]);
    assert_eq!(warnings(&unit, 0.05, |one, t| one.put("hand.position", t + 0.05)).len(), 1);
}

/// Warnings where a host integrates: derivatives are evaluated at four places of each of 40 steps of h, not in order.
fn exchange_warnings(unit: &Arc<Model>, h: f64, set: impl Fn(&mut Simulation, f64)) -> Vec<String> {
    let mut instance = Simulation::exchange(unit.clone());
    set(&mut instance, 0.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.make_transitions().unwrap();
    instance.end_event();
    let mut told = Vec::new();
    for place in (0..40).flat_map(|step| [0.0, 1.0, 0.3, 0.6].map(|part| f64::from(step) + part)) {
        instance.set_time(h * place).unwrap();
        set(&mut instance, h * place);
        instance.state_derivatives(|_, _| ()).unwrap();
        told.extend(instance.take_warning().map(|warning| warning.to_string()));
    }
    told
}

#[test]
fn motions_that_contradict_themselves_are_told_where_a_host_integrates() {
    let unit = sprung("both", "");
    let put = |instance: &mut Simulation, z: f64, v: f64| {
        instance.put("hand.position", z);
        instance.put("hand.velocity", v);
    };
    let period = std::f64::consts::TAU / 3.0;
    for h in [period / 6.0, 0.01, 1e-5] {
        assert_eq!(exchange_warnings(&unit, h, put_motion), [""; 0]);
    }
    // At rest but for the increments of difference quotients.
    let increments = |one: &mut Simulation, t: f64| put(one, 0.3 + 1e-8 * (1e3 * t).sin(), 0.0);
    assert_eq!(exchange_warnings(&unit, 1e-4, increments), [""; 0]);
    // One wild trial state.
    let wild = |one: &mut Simulation, t: f64| put(one, if t == 0.01 { 5.0 } else { 0.1 * t }, 0.1);
    assert_eq!(exchange_warnings(&unit, 0.01, wild), [""; 0]);
    for (z, v) in [(0.1, 0.0), (0.0, 0.1)] {
        let told = exchange_warnings(&unit, 0.01, |one, t| put(one, z * t, v));
        assert_eq!(told.len(), 1, "{told:?}");
        for part in ["hand.position", "hand.velocity", "`by` of hand", "0.1", "bound is 0.01"] {
            assert!(told[0].contains(part), "{part}: {}", told[0]);
        }
    }
    let wheel = catalogue::unit("FrictionElement").unwrap();
    for (velocity, count) in [(0.1, 0), (0.0, 1)] {
        let told = exchange_warnings(&wheel, 0.01, |one, t| {
            one.put("body1.position", t);
            one.put("body1.velocity", velocity);
        });
        assert_eq!(told.len(), count, "where no force sees the position: {told:?}");
    }
}

/// What was given before an event, or before a saved state was taken up, says nothing of what is given after it.
#[test]
fn jumps_at_events_are_no_contradictions() {
    let mut instance = Simulation::exchange(sprung("both", ""));
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.make_transitions().unwrap();
    instance.end_event();
    let saved = instance.save();
    for jump in 0..20 {
        let t = 0.1 * f64::from(jump);
        instance.set_time(t).unwrap();
        instance.state_derivatives(|_, _| ()).unwrap();
        if jump % 2 == 0 {
            instance.begin_event().unwrap();
            instance.put("hand.position", f64::from(jump));
            instance.make_transitions().unwrap();
            instance.end_event();
        } else {
            instance.restore(&saved).unwrap();
        }
        instance.state_derivatives(|_, _| ()).unwrap();
        assert!(instance.take_warning().is_none());
    }
}

#[test]
fn a_parameter_tuned_between_steps_changes_forces_where_bodies_are() {
    let unit = sprung("both", "inputsAtStepEnd = true");
    let mut instance = started(&unit);
    for step in 0..20 {
        let t = 0.05 * f64::from(step);
        put_motion(&mut instance, t + 0.05);
        instance.step(t, 0.05).unwrap();
    }
    let (force, deflection) = (instance.real("leaf.force"), instance.real("leaf.deflection"));
    assert!((force - 50.0 * deflection).abs() <= 1e-12 * force.abs() && force != 0.0);
    let stiffness = unit.find("leaf.stiffness").unwrap();
    instance.set(stiffness, Value::Real(80.0)).unwrap();
    assert_eq!(instance.real("leaf.deflection"), deflection);
    let tuned = instance.real("leaf.force");
    assert!((tuned - 80.0 * deflection).abs() <= 1e-12 * tuned.abs(), "{tuned}");
}
