//! Every ready-made unit, and what has no derivative.

use std::sync::Arc;

use luztar::network::choose;
use luztar::unit::{Causality, Model, Simulation, Value, catalogue};

use crate::directional::differences::{check_numbers, check_states, derivatives};

pub fn set_inputs(instance: &mut Simulation, unit: &Model, stage: usize) {
    for (index, row) in unit.variables().iter().enumerate() {
        if row.causality == Causality::Input {
            let value = 3.0 * (0.7 * stage as f64 + 1.3 * index as f64).sin();
            let value = if row.name.ends_with(".normalForce") { value.abs() + 1.0 } else { value };
            instance.set(index, Value::Real(value)).unwrap();
        }
    }
}

/// Every unit, the reductions of GearTrain, in which gears have no mass or are no bodies, and rigid gears with a freewheel.
pub fn units() -> impl Iterator<Item = Arc<Model>> {
    let text = catalogue::text("GearTrain").unwrap();
    let reductions = ["1", "2", "3"].into_iter().map(move |reduction| {
        let choice = ("reduction".to_owned(), reduction.to_owned());
        Model::read(&choose(text, "GearTrain.toml", &[choice]).unwrap(), "GearTrain.toml").unwrap()
    });
    let shift = include_str!("../../../examples/networks/PowerShift.toml");
    let shift = Model::read(shift, "PowerShift.toml").unwrap();
    catalogue::names().map(|name| catalogue::unit(name).unwrap()).chain(reductions).chain([shift])
}

#[test]
fn outputs_change_with_inputs_and_tunable_parameters_as_they_say() {
    let mut compared = 0;
    for unit in units() {
        let mut instance = Simulation::new(unit.clone());
        for (index, row) in unit.variables().iter().enumerate() {
            // Room for changes below the static limits.
            if let (true, Some(Value::Real(x))) = (row.name.contains(".kinetic"), row.start) {
                instance.set(index, Value::Real(0.9 * x)).unwrap();
            }
        }
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        for stage in 0..4 {
            set_inputs(&mut instance, &unit, stage);
            let from = instance.time();
            instance.step(from, 20.0 * unit.network().experiment.step_size).unwrap();
            set_inputs(&mut instance, &unit, stage + 1);
            compared += check_numbers(&mut instance);
        }
    }
    assert!(compared > 20_000, "{compared} compared");
}

#[test]
fn outputs_and_derivatives_change_with_states_as_they_say() {
    let mut compared = 0;
    for unit in units() {
        let mut instance = Simulation::exchange(unit.clone());
        set_inputs(&mut instance, &unit, 1);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.end_event();
        // Somewhere else, in the modes of the start.
        instance.set_time(1e-3).unwrap();
        let mut x = instance.continuous_states().unwrap().to_vec();
        for (k, x) in x.iter_mut().enumerate() {
            *x -= 1e-3 * (1.5 + (k as f64).sin());
        }
        instance.set_states(&x).unwrap();
        compared += check_states(&mut instance);
    }
    assert!(compared > 2000, "{compared} compared");
}

#[test]
fn directions_add_up() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = Simulation::new(unit.clone());
    let index = |name: &str| unit.find(name).unwrap();
    for (name, value) in [("body.mass", 2.0), ("body.velocity0", 1.0), ("contact.viscous", 0.5)] {
        instance.set(index(name), Value::Real(value)).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    // 2 v' = f − F − v/2
    let knowns = [("body.force", 3.0), ("contact.kineticFriction", 1.0), ("body.velocity", 4.0)];
    let knowns = knowns.into_iter().chain([("contact.viscous", 1.0), ("body.force", 1.0)]);
    let knowns = knowns.map(|(name, direction)| (index(name), direction));
    let mut found = [f64::NAN; 2];
    let of = [index("body.acceleration"), index("contact.frictionForce")];
    instance.directional_derivative(&of, knowns, |place, value| found[place] = value).unwrap();
    assert_eq!(found, [0.5 * (4.0 - 1.0 - 2.0 - 1.0), 4.0]);
}

#[test]
fn what_has_none_is_refused_by_name() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = Simulation::new(unit.clone());
    let index = |name: &str| unit.find(name).unwrap();
    let (velocity, force) = (index("body.velocity"), index("body.force"));
    assert!(derivatives(&mut instance, &[velocity], force).is_err(), "not yet initialised");
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    for (unknown, known, words) in [
        (index("contact.stuck"), force, "contact.stuck has no directional derivative"),
        (velocity, index("body.mass"), "body.mass has no directional derivative"),
        (velocity, index("body.acceleration"), "only states, inputs and tunable parameters"),
        (usize::MAX, force, "does not exist"),
        (velocity, usize::MAX, "does not exist"),
    ] {
        let told = derivatives(&mut instance, &[unknown], known).unwrap_err().to_string();
        assert!(told.contains(words), "{told}");
    }
    let nan = std::iter::once((force, f64::NAN));
    assert!(instance.directional_derivative(&[velocity], nan, |_, _| ()).is_err());
}
