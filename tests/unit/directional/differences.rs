//! Derivatives of an instance's outputs, from its equations and from differences of sixth order.

use std::sync::Arc;

use luztar::unit::{Accessor, Causality, Fault, Kind, Model, Simulation, Value, Variability};

/// Relative to the size of a variable and its derivative.
const EXACT: f64 = 1e-7;

/// Derivatives below this part of their variable, or of 1, are round-off of its differences.
const SMALL: f64 = 1e-2;

/// Step of the differences by states.
const STEP: f64 = 1e-5;

pub fn real(instance: &mut Simulation, index: usize) -> f64 {
    match instance.get(index).unwrap() {
        Value::Real(x) => x,
        other => panic!("{other:?}"),
    }
}

/// Continuous Real outputs but those that belong to the last step.
fn unknowns(unit: &Model) -> Vec<usize> {
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| {
        let mean =
            matches!(row.accessor, Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_));
        row.causality == Causality::Output
            && row.kind == Kind::Real
            && row.variability == Variability::Continuous
            && !mean
    });
    rows.map(|(index, _)| index).collect()
}

pub fn derivatives(
    instance: &mut Simulation,
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

fn compare(unit: &Model, known: usize, of: &[usize], found: &[f64], seen: &[f64], size: &[f64]) {
    for (k, &index) in of.iter().enumerate() {
        let scale = found[k].abs() + seen[k].abs() + SMALL * (size[k].abs() + 1.0);
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

/// Outputs by inputs and tunable parameters where an instance is: how many pairs were compared.
pub fn check_numbers(instance: &mut Simulation) -> usize {
    check_numbers_but(instance, &[])
}

/// The same without some knowns, whose least change ends a mode.
pub fn check_numbers_but(instance: &mut Simulation, without: &[&str]) -> usize {
    let unit: Arc<Model> = instance.unit().clone();
    let of = unknowns(&unit);
    let mut compared = 0;
    let before = instance.save();
    let size: Vec<f64> = of.iter().map(|&index| real(instance, index)).collect();
    for (known, row) in unit.variables().iter().enumerate() {
        let tunable = row.variability == Variability::Tunable;
        if row.causality != Causality::Input && !tunable || without.contains(&row.name.as_str()) {
            continue;
        }
        let base = real(instance, known);
        let found = derivatives(instance, &of, known).unwrap_or_else(|fault| panic!("{fault}"));
        let h = 1e-3 * base.abs().max(1e-2);
        if row.min.is_some_and(|min| base - 3.0 * h < min) {
            continue;
        }
        let seen = difference(
            |by| {
                instance.set(known, Value::Real(base + by)).unwrap();
                of.iter().map(|&index| real(instance, index)).collect()
            },
            h,
        );
        instance.restore(&before).unwrap();
        compare(&unit, known, &of, &found, &seen, &size);
        compared += of.len();
    }
    assert_eq!(instance.save(), before, "looking changes nothing");
    compared
}

/// Outputs and derivatives by states where an instance for Model Exchange is; how many pairs were compared.
pub fn check_states(instance: &mut Simulation) -> usize {
    let unit: Arc<Model> = instance.unit().clone();
    let mut of = unknowns(&unit);
    let rates = unit.variables().iter().enumerate();
    of.extend(rates.filter(|(_, row)| row.derivative_of.is_some()).map(|(index, _)| index));
    let states: Vec<usize> = unit.variables().iter().filter_map(|row| row.derivative_of).collect();
    let x = instance.continuous_states().unwrap().to_vec();
    let size: Vec<f64> = of.iter().map(|&index| real(instance, index)).collect();
    for (place, &known) in states.iter().enumerate() {
        let found = derivatives(instance, &of, known).unwrap();
        let seen = difference(
            |by| {
                let mut moved = x.clone();
                moved[place] += by;
                instance.set_states(&moved).unwrap();
                of.iter().map(|&index| real(instance, index)).collect()
            },
            STEP,
        );
        instance.set_states(&x).unwrap();
        compare(&unit, known, &of, &found, &seen, &size);
    }
    states.len() * of.len()
}

/// Modes of all contacts and springs, if the values set keep all rules.
fn modes(instance: &mut Simulation) -> Option<Vec<Value>> {
    let unit = instance.unit().clone();
    let rows = unit.variables().iter().enumerate();
    let modes = rows.filter(|(_, row)| {
        matches!(row.accessor, Accessor::ContactState(_) | Accessor::SpringState(_))
    });
    modes.map(|(index, _)| instance.get(index).ok()).collect()
}

/// Outputs by inputs and parameters of an instance in initialisation, where these leave all modes what they are: how many
/// pairs were compared, and which knowns were refused.
pub fn check_start(instance: &mut Simulation) -> (usize, Vec<String>) {
    let unit: Arc<Model> = instance.unit().clone();
    let of = unknowns(&unit);
    let (mut compared, mut refused) = (0, Vec::new());
    let size: Vec<f64> = of.iter().map(|&index| real(instance, index)).collect();
    let at_start = modes(instance);
    for (known, row) in unit.variables().iter().enumerate() {
        let physical = row.name.contains('.') && row.kind == Kind::Real;
        if !(physical && matches!(row.causality, Causality::Input | Causality::Parameter)) {
            continue;
        }
        let base = real(instance, known);
        let found = match derivatives(instance, &of, known) {
            Ok(found) => found,
            Err(fault) if fault.to_string().contains("a contact at rest") => {
                // However little it changes.
                let slips = [1e-9, -1e-9].map(|by| {
                    instance.set(known, Value::Real(base + by)).unwrap();
                    modes(instance) != at_start
                });
                instance.set(known, Value::Real(base)).unwrap();
                assert!(slips.contains(&true), "{}: {}", unit.name(), row.name);
                continue;
            }
            Err(_) => {
                refused.push(row.name.clone());
                continue;
            }
        };
        let h = 1e-3 * base.abs().max(1e-2);
        if row.min.is_some_and(|min| base - 3.0 * h < min) {
            continue;
        }
        let mut same = true;
        let seen = difference(
            |by| {
                instance.set(known, Value::Real(base + by)).unwrap();
                same &= modes(instance) == at_start;
                if !same {
                    return vec![0.0; of.len()];
                }
                of.iter().map(|&index| real(instance, index)).collect()
            },
            h,
        );
        instance.set(known, Value::Real(base)).unwrap();
        if same {
            compare(&unit, known, &of, &found, &seen, &size);
            compared += of.len();
        }
    }
    (compared, refused)
}
