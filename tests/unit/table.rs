//! Rules over the variable table, for every unit of the catalogue.

use std::collections::HashSet;

use luztar::unit::{Causality, Initial, Kind, Simulation, Value, Variability, Variable};

use crate::support::{BLOCK, started, unit, units};

const LONGEST_NAME: usize = 63;
const LONGEST_IDENTIFIER: usize = 40;

#[test]
fn names_are_unique_structured_and_short() {
    for unit in units() {
        let name = unit.name();
        assert!(name.len() <= LONGEST_IDENTIFIER && is_identifier(name), "{name}");
        let mut seen = HashSet::new();
        for (index, variable) in unit.variables().iter().enumerate() {
            let name = &variable.name;
            assert!(name.len() <= LONGEST_NAME && name.split('.').all(is_identifier), "{name}");
            assert!(seen.insert(name), "{}: {name} twice", unit.name());
            assert_eq!(unit.find(name), Some(index));
            assert!(!variable.description.is_empty(), "{}: {name} is not described", unit.name());
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// FMI 2.0 §2.2.7: what `initial` may be for a causality and variability.
fn legal_initial(causality: Causality, variability: Variability) -> &'static [Option<Initial>] {
    match (causality, variability) {
        (Causality::Parameter, Variability::Fixed | Variability::Tunable)
        | (Causality::Local | Causality::Output, Variability::Constant) => &[Some(Initial::Exact)],
        (Causality::Input, Variability::Discrete | Variability::Continuous) => &[None],
        (Causality::Output, Variability::Discrete | Variability::Continuous)
        | (Causality::Local, _) => &[Some(Initial::Exact), Some(Initial::Calculated)],
        _ => &[],
    }
}

#[test]
fn attributes_go_together() {
    for unit in units() {
        for variable in unit.variables() {
            let name = &variable.name;
            let legal = legal_initial(variable.causality, variable.variability);
            assert!(legal.contains(&variable.initial), "{name}");
            let needs_start = variable.initial != Some(Initial::Calculated);
            assert_eq!(variable.start.is_some(), needs_start, "{name}: start");
            let continuous = variable.variability == Variability::Continuous;
            assert!(!continuous || variable.kind == Kind::Real, "{name}: continuous");
            assert!(!variable.reinit || variable.derivative_of_others(unit.variables()), "{name}");
        }
    }
}

trait States {
    fn derivative_of_others(&self, table: &[Variable]) -> bool;
}

impl States for Variable {
    /// Whether the variable is a state: one that has a derivative.
    fn derivative_of_others(&self, table: &[Variable]) -> bool {
        table
            .iter()
            .any(|row| row.derivative_of.is_some_and(|state| table[state].name == self.name))
    }
}

#[test]
fn derivatives_are_of_continuous_reals_one_each() {
    for unit in units() {
        let table = unit.variables();
        let mut states = HashSet::new();
        for variable in table {
            let Some(state) = variable.derivative_of else { continue };
            assert!(states.insert(state), "{} has two derivatives", table[state].name);
            for row in [variable, &table[state]] {
                assert_eq!((row.kind, row.variability), (Kind::Real, Variability::Continuous));
            }
        }
    }
}

#[test]
fn bounds_and_nominals_fit_the_start_values() {
    for unit in units() {
        for variable in unit.variables() {
            let name = &variable.name;
            let (min, max) = (variable.min, variable.max);
            assert!(min.zip(max).is_none_or(|(min, max)| min <= max), "{name}");
            assert!(variable.nominal.is_none_or(|nominal| nominal > 0.0), "{name}");
            let start = match variable.start {
                Some(Value::Real(x)) => x,
                Some(Value::Integer(n)) => f64::from(n),
                Some(Value::Boolean(_)) | None => continue,
            };
            assert!(start.is_finite(), "{name}");
            assert!(
                min.is_none_or(|min| start >= min) && max.is_none_or(|max| start <= max),
                "{name}"
            );
        }
    }
}

#[test]
fn every_variable_reads_as_its_kind_and_finite() {
    for unit in units() {
        let mut instance = started(&unit);
        for pass in 0..2 {
            for (index, variable) in unit.variables().iter().enumerate() {
                let name = &variable.name;
                let value = instance.get(index).unwrap_or_else(|fault| panic!("{fault}"));
                let (fits, number) = match value {
                    Value::Real(x) => (variable.kind == Kind::Real, x),
                    Value::Integer(n) => {
                        (matches!(variable.kind, Kind::Integer | Kind::Named(_)), f64::from(n))
                    }
                    Value::Boolean(b) => (variable.kind == Kind::Boolean, f64::from(u8::from(b))),
                };
                assert!(fits && number.is_finite(), "{}: {name} = {value}", unit.name());
                let inside = variable.min.is_none_or(|min| number >= min)
                    && variable.max.is_none_or(|max| number <= max);
                assert!(inside, "{}: {name} = {value} is out of bounds", unit.name());
            }
            instance.step(0.1 * f64::from(pass), 0.1).unwrap_or_else(|fault| panic!("{fault}"));
        }
    }
}

#[test]
fn start_values_are_what_a_fresh_instance_holds_and_accepts() {
    for unit in units() {
        let mut instance = Simulation::new(unit.clone());
        for (index, variable) in unit.variables().iter().enumerate() {
            let Some(start) = variable.start else { continue };
            assert_eq!(instance.get(index), Ok(start), "{}: {}", unit.name(), variable.name);
            if variable.variability != Variability::Constant {
                assert_eq!(instance.check(index, start), Ok(()));
            }
        }
    }
}

#[test]
fn rows_of_a_small_network_are_those_of_the_manual() {
    let unit = unit(BLOCK);
    let rows: Vec<String> = unit
        .variables()
        .iter()
        .map(|row| {
            let (causality, variability) = (row.causality.name(), row.variability.name());
            format!("{} [{}] {causality} {variability}", row.name, row.unit_symbol())
        })
        .collect();
    let expected = [
        "mover.mass [kg] parameter fixed",
        "mover.position0 [m] parameter fixed",
        "mover.velocity0 [m/s] parameter fixed",
        "floor.kineticFriction [N] parameter tunable",
        "floor.staticFriction [N] parameter tunable",
        "floor.viscous [N.s/m] local constant",
        "method [-] parameter fixed",
        "moreauStep [s] parameter fixed",
        "stopAtEvents [-] parameter fixed",
        "relativeTolerance [-] parameter fixed",
        "mover.force [N] input continuous",
        "mover.position [m] output continuous",
        "mover.velocity [m/s] output continuous",
        "mover.acceleration [m/s2] output continuous",
        "floor.frictionForce [N] output continuous",
        "floor.slipVelocity [m/s] output continuous",
        "floor.meanFrictionForce [N] output continuous",
        "floor.dissipatedEnergy [J] output continuous",
        "floor.dissipatedPower [W] output continuous",
        "floor.state [-] output discrete",
        "floor.stuck [-] output discrete",
        "floor.stickToSlipCount [-] output discrete",
        "floor.slipToStickCount [-] output discrete",
        "floor.lastEventTime [s] output discrete",
        "indeterminate [-] output discrete",
        "eventCount [-] output discrete",
        "lastEventTime [s] output discrete",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn real_values_are_read_and_set_as_numbers() {
    let model = unit(BLOCK);
    let index = |name: &str| model.find(name).expect(name);
    let [position, stuck, force] = ["mover.position", "floor.stuck", "mover.force"].map(index);
    let mut block = started(&model);
    block.set_real(force, 2.0).expect("an input");
    assert_eq!(block.get_real(position), Ok(0.5));
    assert_eq!(block.get_real(force), Ok(2.0));
    let told = block.get_real(stuck).expect_err("no Real").to_string();
    assert_eq!(told, "floor.stuck is Boolean, not Real");
    let told = block.set_real(stuck, 1.0).expect_err("no Real").to_string();
    assert_eq!(told, "floor.stuck is Boolean, not Real");
}

/// After initialisation, under new inputs, after a step with these, and after one with these held.
#[test]
fn many_values_are_read_as_each_by_itself() {
    for unit in units() {
        let mut both = [started(&unit), started(&unit)];
        compare_reading(&mut both);
        let rows = unit.variables().iter();
        let input = rows.clone().position(|row| row.causality == Causality::Input);
        for step in 0..2 {
            for instance in &mut both {
                let mut value = |input| instance.get_real(input).expect("a number");
                let new = input.filter(|_| step == 0).map(|input| (input, value(input) + 0.1));
                if let Some((input, value)) = new {
                    instance.set_real(input, value).expect("an input");
                }
            }
            compare_reading(&mut both);
            for instance in &mut both {
                instance.step(1e-3 * f64::from(step), 1e-3).expect("moves");
            }
            compare_reading(&mut both);
        }
    }
}

/// Reads all values of two equal instances, of one in two calls.
fn compare_reading([whole, each]: &mut [Simulation; 2]) {
    let unit = whole.unit().clone();
    let is_real = |row: &usize| unit.variables()[*row].kind == Kind::Real;
    let (reals, others): (Vec<usize>, Vec<usize>) = (0..unit.variables().len()).partition(is_real);
    let mut values = vec![f64::NAN; reals.len()];
    whole.get_reals(&reals, &mut values).expect("are known");
    let mut all: Vec<(usize, Value)> =
        reals.into_iter().zip(values.into_iter().map(Value::Real)).collect();
    let mut values = vec![Value::Real(f64::NAN); others.len()];
    whole.get_values(&others, &mut values).expect("are known");
    all.extend(others.into_iter().zip(values));
    for (row, value) in all {
        assert_eq!(each.get(row), Ok(value), "{}", unit.variables()[row].name);
    }
}
