//! Derivatives of outputs with respect to time and to other variables, and on what variables depend.

use std::mem::MaybeUninit;

use crate::fmi::answer::{Answer, Refusal};
use crate::fmi::calls::{Interface, State};
use crate::fmi::simulation::FmuInstance;
use crate::unit::dependencies::Dependencies;
use crate::unit::{Causality, Fault, HIGHEST_DERIVATIVE, Reference, Variability};

impl FmuInstance {
    /// Returns the rows of the table.
    fn rows(&self, references: &[u32]) -> Result<Vec<usize>, Refusal> {
        let unit = self.instance.unit();
        let mut rows = Vec::with_capacity(references.len());
        for reference in references {
            let found = self.reference(*reference)?;
            let before = rows.len();
            rows.extend(found.rows(unit));
            if rows.len() == before {
                let rule = "it is not an output, state, input or parameter";
                return Err(Fault::NoDirection { name: found.name(unit), rule }.into());
            }
        }
        Ok(rows)
    }

    /// Evaluates J·seed: changes of unknowns with directions of change of knowns.
    pub fn directional(
        &mut self,
        (unknowns, knowns): (&[u32], &[u32]),
        seed: &[f64],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        self.check_count("nSeed", seed.len(), knowns)?;
        self.check_count("nSensitivity", out.len(), unknowns)?;
        let (unknowns, knowns) = (self.rows(unknowns)?, self.rows(knowns)?);
        let directions = knowns.into_iter().zip(seed.iter().copied());
        Ok(self.instance.directional_derivative(&unknowns, directions, |place, value| {
            out[place].write(value);
        })?)
    }

    /// Evaluates seedᵀ·J: the change of a weighted sum of unknowns with each known.
    pub fn adjoint(
        &mut self,
        (unknowns, knowns): (&[u32], &[u32]),
        seed: &[f64],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        self.check_count("nSeed", seed.len(), unknowns)?;
        self.check_count("nSensitivity", out.len(), knowns)?;
        let (unknowns, knowns) = (self.rows(unknowns)?, self.rows(knowns)?);
        Ok(self.instance.adjoint_derivative(&unknowns, &knowns, seed, |place, value| {
            out[place].write(value);
        })?)
    }

    /// Evaluates time derivatives of outputs of the orders given.
    pub fn output_derivatives_of(
        &mut self,
        references: &[u32],
        orders: &[i32],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        self.check_count("nValues", out.len(), references)?;
        let mut asked = Vec::with_capacity(out.len());
        for (reference, order) in references.iter().zip(orders) {
            for index in self.rows(std::slice::from_ref(reference))? {
                asked.push((index, self.known_order(index, *order)?));
            }
        }
        for order in 1..=HIGHEST_DERIVATIVE {
            let of_order = || asked.iter().enumerate().filter(move |(_, (_, own))| *own == order);
            let places: Vec<usize> = of_order().map(|(place, _)| place).collect();
            let rows: Vec<usize> = of_order().map(|(_, (index, _))| *index).collect();
            if rows.is_empty() {
                continue;
            }
            let mut values = vec![0.0; rows.len()];
            self.instance.output_derivatives_of(&rows, order, |k, value| values[k] = value)?;
            for ((place, index), value) in places.into_iter().zip(rows).zip(values) {
                let value = self.instance.finite_derivative(index, order, value)?;
                if let Some(slot) = out.get_mut(place) {
                    slot.write(value);
                }
            }
        }
        Ok(())
    }

    fn known_order(&self, index: usize, order: i32) -> Result<usize, Refusal> {
        let variable = &self.instance.unit().variables()[index];
        let known = usize::try_from(order).ok().filter(|k| (1..=HIGHEST_DERIVATIVE).contains(k));
        let Some(known) = known else {
            let name = &variable.name;
            let rule = format!("order = {order} for {name}: must be 1 to {HIGHEST_DERIVATIVE}");
            return Err(rule.into());
        };
        self.check_within_step(variable)?;
        Ok(known)
    }

    /// Returns what one variable depends on in the present state: of each of its values, counted from 1, or of its only one, 0,
    /// the value references of others and their values, counted alike.
    pub fn dependencies(&self, reference: u32) -> Result<Vec<Dependency>, Refusal> {
        let unit = self.instance.unit();
        let found = self.reference(reference)?;
        let number = |value: usize, size: usize| if size == 1 { 0 } else { value + 1 };
        let of = |row: usize| {
            let of = Reference::of_row(unit, row);
            let array = unit.array_of(row).map(|array| &unit.arrays()[array].rows);
            let place = array.and_then(|rows| rows.iter().position(|other| *other == row));
            (u32::try_from(of).unwrap_or(u32::MAX), place.map_or(0, |place| place + 1))
        };
        let size = found.size(unit);
        let of_value = |(value, rows): (usize, Vec<usize>)| {
            let own = number(value, size);
            rows.into_iter().map(move |row| {
                let (independent, element) = of(row);
                Dependency { own, independent, element }
            })
        };
        let all: Vec<Vec<usize>> = match found {
            Reference::Variable(_) | Reference::Array(_) => {
                found.rows(unit).map(|row| self.known_of(row)).collect()
            }
            Reference::Time => Vec::new(),
            _ => vec![self.states_and_inputs()],
        };
        Ok(all.into_iter().enumerate().flat_map(of_value).collect())
    }

    /// Returns what event indicators and transitions depend on.
    fn states_and_inputs(&self) -> Vec<usize> {
        let variables = self.instance.unit().variables();
        let states = variables.iter().filter_map(|row| row.derivative_of);
        let rows = variables.iter().enumerate();
        let inputs = rows.filter(|(_, row)| row.causality == Causality::Input);
        let mut all: Vec<usize> = states.chain(inputs.map(|(index, _)| index)).collect();
        all.sort_unstable();
        all
    }

    fn known_of(&self, row: usize) -> Vec<usize> {
        let unit = self.instance.unit();
        let variable = &unit.variables()[row];
        let given = matches!(variable.causality, Causality::Parameter | Causality::Input)
            || variable.variability == Variability::Constant;
        if given {
            return Vec::new();
        }
        let dependencies = Dependencies::new(unit);
        match (self.state, self.kind()) {
            (State::Instantiated | State::InitializationMode, _) => {
                dependencies.at_initialisation(row)
            }
            (_, Interface::CoSimulation) => dependencies.while_stepping(row),
            (_, Interface::ModelExchange) => dependencies.while_integrated(row),
        }
    }
}

/// Dependency of one value of a variable on a value of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Number of the value, from 1 on; 0 for a scalar.
    pub own: usize,
    /// Value reference.
    pub independent: u32,
    /// Number of the value of that variable, as above.
    pub element: usize,
}
