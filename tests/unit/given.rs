//! Force elements between given motions: what has no memory is as it is at the values given, whatever was
//! before.

use luztar::unit::{Accessor, Causality, Model, Simulation, Value, catalogue};

use crate::support::{Named, Random, started};

fn inputs(unit: &Model) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    rows.filter(|(_, row)| row.causality == Causality::Input).map(|(index, _)| index).collect()
}

/// Outputs of a unit without memory.
fn forces(unit: &Model) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    let forces = rows.filter(|(_, row)| {
        matches!(
            row.accessor,
            Accessor::Reaction(_)
                | Accessor::SpringForce(_)
                | Accessor::Deflection(_)
                | Accessor::FrictionForce(_)
                | Accessor::SlipVelocity(_)
                | Accessor::DissipatedPower(_)
        )
    });
    forces.map(|(index, _)| index).collect()
}

fn put_all(instance: &mut Simulation, inputs: &[usize], values: &[f64]) {
    for (&input, &value) in inputs.iter().zip(values) {
        instance.set(input, Value::Real(value)).unwrap();
    }
}

fn read(instance: &mut Simulation, of: &[usize]) -> Vec<Value> {
    of.iter().map(|&index| instance.get(index).unwrap()).collect()
}

/// Values set after any step give what a unit that starts with them gives.
#[test]
fn elements_between_given_motions_answer_as_if_they_started_there() {
    let cases = [
        ("FreeplaySpring", None),
        ("FreeplaySpring", Some("spring.damping")),
        ("GearFreeplay", None),
        ("GearFreeplay", Some("teeth.damping")),
        ("ShaftFreeplay", Some("shaft.damping")),
        ("FrictionElement", None),
    ];
    let mut random = Random(1);
    for (name, damping) in cases {
        let unit = catalogue::unit(name).unwrap();
        let (inputs, forces) = (inputs(&unit), forces(&unit));
        let fresh = |values: &[f64]| {
            let mut instance = Simulation::new(unit.clone());
            if let Some(damping) = damping {
                instance.put(damping, 50.0);
            }
            put_all(&mut instance, &inputs, values);
            instance.enter_initialization().unwrap();
            instance.exit_initialization().unwrap();
            instance
        };
        let mut draw = || -> Vec<f64> { inputs.iter().map(|_| random.motion()).collect() };
        let mut instance = fresh(&draw());
        for turn in 0..300 {
            let values = draw();
            put_all(&mut instance, &inputs, &values);
            let expected = read(&mut fresh(&values), &forces);
            // At w = 0 friction depends on what was before.
            let contact = unit.find("contact.slipVelocity");
            let rests = contact.is_some_and(|slip| instance.get(slip) == Ok(Value::Real(0.0)));
            if !rests {
                assert_eq!(read(&mut instance, &forces), expected, "{name} {values:?}");
            }
            instance.step(f64::from(turn) * 0.01, 0.01).unwrap();
        }
    }
}

#[test]
fn a_spring_does_not_push_or_pull_within_its_gap() {
    let mut instance = started(&catalogue::unit("FreeplaySpring").unwrap());
    for (step, position, force) in [
        (0.0, 0.02, 10.0),
        (1.0, 0.0, 0.0),
        (2.0, 0.005, 0.0),
        (3.0, -0.03, -20.0),
        (4.0, 0.02, 10.0),
    ] {
        instance.put("body1.position", position);
        let seen = instance.real("body2.reaction");
        assert!((seen - force).abs() <= 1e-12, "{position}: {seen}");
        instance.step(step, 1.0).unwrap();
        assert_eq!(instance.real("body2.reaction"), seen, "as in the step");
    }
    let mut gear = started(&catalogue::unit("GearFreeplay").unwrap());
    gear.step(0.0, 0.01).unwrap();
    // l = 0.05·0.004 − 0 = 2e-4: K (2e-4 − 1e-4) = 100 N on 0.05 m.
    for (angle, torque) in [(0.004, 5.0), (-0.004, -5.0), (0.001, 0.0)] {
        gear.put("delta.angle", angle);
        let seen = gear.real("delta.reaction");
        assert!((seen + torque).abs() <= 1e-12, "{angle}: {seen}");
    }
}

/// Inputs of a given motion go on with it, so that what is not set again is no jump back.
#[test]
fn a_motion_that_is_not_set_again_goes_on() {
    let mut instance = started(&catalogue::unit("FreeplaySpring").unwrap());
    instance.put("body1.velocity", 0.5);
    for step in 0..10 {
        instance.step(f64::from(step) * 0.01, 0.01).unwrap();
    }
    assert!((instance.real("body1.position") - 0.07).abs() <= 1e-15);
    assert!((instance.real("spring.force") - 60.0).abs() <= 1e-9);
    let (force, position) = (instance.real("spring.force"), instance.real("body1.position"));
    instance.put("body1.position", position);
    instance.put("body1.acceleration", 0.0);
    assert_eq!(instance.real("spring.force"), force, "the value that it has changes nothing");
}
