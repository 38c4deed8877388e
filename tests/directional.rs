//! Directional derivatives against differences of high order, in the present modes of every unit.

use std::sync::Arc;

use luztar::unit::{
    Accessor, Causality, Fault, Instance, Kind, Unit, Value, Variability, catalogue,
    has_directional_derivatives,
};

/// Relative to the size of a variable and its derivative.
const EXACT: f64 = 1e-7;

fn real(instance: &mut Instance, index: usize) -> f64 {
    match instance.get(index).unwrap() {
        Value::Real(x) => x,
        other => panic!("{other:?}"),
    }
}

/// Continuous Real outputs but those that belong to the last step.
fn unknowns(unit: &Unit) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| {
        let mean = matches!(row.accessor, Accessor::MeanFrictionForce(_));
        row.causality == Causality::Output
            && row.kind == Kind::Real
            && row.variability == Variability::Continuous
            && !mean
    });
    rows.map(|(index, _)| index).collect()
}

fn derivatives(
    instance: &mut Instance,
    unknowns: &[usize],
    known: usize,
) -> Result<Vec<f64>, Fault> {
    let mut found = vec![f64::NAN; unknowns.len()];
    let one = std::iter::once((known, 1.0));
    instance.directional_derivative(unknowns, one, |place, value| found[place] = value)?;
    Ok(found)
}

/// Derivative from values at ±h, ±2h, ±3h, of sixth order.
fn difference(at: impl FnMut(f64) -> Vec<f64>, h: f64) -> Vec<f64> {
    let seen: Vec<Vec<f64>> = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0].map(|n| n * h).map(at).into();
    let column = |k: usize| {
        let by = |n: usize| seen[2 * n][k] - seen[2 * n + 1][k];
        (45.0 * by(0) - 9.0 * by(1) + by(2)) / (60.0 * h)
    };
    (0..seen[0].len()).map(column).collect()
}

fn compare(unit: &Unit, known: usize, of: &[usize], found: &[f64], seen: &[f64], size: &[f64]) {
    for (k, &index) in of.iter().enumerate() {
        let scale = found[k].abs() + seen[k].abs() + size[k].abs() + 1.0;
        let names = (&unit.variables()[index].name, &unit.variables()[known].name);
        let error = (found[k] - seen[k]).abs();
        let (a, b) = (found[k], seen[k]);
        assert!(
            error <= EXACT * scale,
            "{}: ∂{}/∂{} = {a}, seen {b}",
            unit.name(),
            names.0,
            names.1
        );
    }
}

fn set_inputs(instance: &mut Instance, unit: &Unit, stage: usize) {
    for (index, row) in unit.variables().iter().enumerate() {
        if row.causality == Causality::Input {
            let value = 3.0 * (0.7 * stage as f64 + 1.3 * index as f64).sin();
            let value = if row.name.ends_with(".normalForce") { value.abs() + 1.0 } else { value };
            instance.set(index, Value::Real(value)).unwrap();
        }
    }
}

fn units() -> impl Iterator<Item = Arc<Unit>> {
    catalogue::names().map(|name| catalogue::unit(name).unwrap())
}

#[test]
fn outputs_change_with_inputs_and_tunable_parameters_as_they_say() {
    let (mut compared, mut refused) = (0, 0);
    for unit in units().filter(|unit| has_directional_derivatives(unit)) {
        let mut instance = Instance::new(unit.clone());
        for (index, row) in unit.variables().iter().enumerate() {
            // Room for changes below the static limits.
            if let (true, Some(Value::Real(x))) = (row.name.contains(".kinetic"), row.start) {
                instance.set(index, Value::Real(0.9 * x)).unwrap();
            }
        }
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let of = unknowns(&unit);
        for stage in 0..4 {
            set_inputs(&mut instance, &unit, stage);
            let from = instance.time();
            instance.step(from, 20.0 * unit.network().experiment.step_size).unwrap();
            set_inputs(&mut instance, &unit, stage + 1);
            let before = instance.save();
            let size: Vec<f64> = of.iter().map(|&index| real(&mut instance, index)).collect();
            for (known, row) in unit.variables().iter().enumerate() {
                let tunable = row.variability == Variability::Tunable;
                if row.causality != Causality::Input && !tunable {
                    continue;
                }
                let found = match derivatives(&mut instance, &of, known) {
                    Ok(found) => found,
                    Err(fault) => {
                        assert!(fault.to_string().contains("not known in closed form"), "{fault}");
                        refused += 1;
                        continue;
                    }
                };
                let base = real(&mut instance, known);
                let h = 1e-3 * base.abs().max(1e-2);
                if row.min.is_some_and(|min| base - 3.0 * h < min) {
                    continue;
                }
                let seen = difference(
                    |by| {
                        instance.set(known, Value::Real(base + by)).unwrap();
                        of.iter().map(|&index| real(&mut instance, index)).collect()
                    },
                    h,
                );
                instance.set(known, Value::Real(base)).unwrap();
                compare(&unit, known, &of, &found, &seen, &size);
                compared += of.len();
            }
            assert_eq!(instance.save(), before, "looking changes nothing");
        }
    }
    assert!(compared > 2000 && refused < compared / 20, "{compared} compared, {refused} refused");
}

#[test]
fn outputs_and_derivatives_change_with_states_as_they_say() {
    let mut compared = 0;
    for unit in units().filter(|unit| has_directional_derivatives(unit)) {
        let mut instance = Instance::exchange(unit.clone());
        set_inputs(&mut instance, &unit, 1);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.set_continuous(true);
        let of = unknowns(&unit);
        let states: Vec<usize> =
            unit.variables().iter().filter_map(|row| row.derivative_of).collect();
        // Somewhere else, in the modes of the start.
        let mut x = instance.continuous_states().unwrap().to_vec();
        for (k, x) in x.iter_mut().enumerate() {
            *x += 1e-3 * (k as f64).sin();
        }
        instance.set_states(&x).unwrap();
        let size: Vec<f64> = of.iter().map(|&index| real(&mut instance, index)).collect();
        for (place, &known) in states.iter().enumerate() {
            let found = derivatives(&mut instance, &of, known).unwrap();
            let seen = difference(
                |by| {
                    let mut moved = x.clone();
                    moved[place] += by;
                    instance.set_states(&moved).unwrap();
                    of.iter().map(|&index| real(&mut instance, index)).collect()
                },
                1e-5,
            );
            instance.set_states(&x).unwrap();
            compare(&unit, known, &of, &found, &seen, &size);
            compared += of.len();
        }
    }
    assert!(compared > 1000, "{compared} compared");
}

#[test]
fn directions_add_up() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = Instance::new(unit.clone());
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
    let mut instance = Instance::new(unit.clone());
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
