//! Derivatives of outputs with respect to time and to other variables, and on what variables depend.

use std::mem::MaybeUninit;

use crate::fmi::answer::{Answer, Refusal};
use crate::fmi::calls::State;
use crate::fmi::simulation::Simulation;
use crate::unit::dependencies::Dependencies;
use crate::unit::{Causality, Fault, HIGHEST_DERIVATIVE, Reference, Variability};

/// Another number of values than of the variables that they belong to, which are all scalars.
fn check_count(what: &str, given: usize, wanted: usize) -> Answer {
    if given == wanted {
        return Ok(());
    }
    Err(Refusal::Error(format!("{what} = {given}: must be {wanted}, as all variables are scalars")))
}

impl Simulation {
    /// Rows of the table.
    fn rows(&self, references: &[u32]) -> Result<Vec<usize>, Refusal> {
        let row = |reference: &u32| match self.reference(*reference)? {
            Reference::Variable(index) => Ok(index),
            other => {
                let rule = "it is no output, state, input or parameter";
                let name = other.name(self.instance.unit());
                Err(Fault::NoDirection { name, rule }.into())
            }
        };
        references.iter().map(row).collect()
    }

    /// J·seed: changes of unknowns with directions of change of knowns.
    pub fn directional(
        &mut self,
        (unknowns, knowns): (&[u32], &[u32]),
        seed: &[f64],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        check_count("nSeed", seed.len(), knowns.len())?;
        check_count("nSensitivity", out.len(), unknowns.len())?;
        let (unknowns, knowns) = (self.rows(unknowns)?, self.rows(knowns)?);
        let directions = knowns.into_iter().zip(seed.iter().copied());
        Ok(self.instance.directional_derivative(&unknowns, directions, |place, value| {
            out[place].write(value);
        })?)
    }

    /// seedᵀ·J: what each known changes of a weighted sum of unknowns.
    pub fn adjoint(
        &mut self,
        (unknowns, knowns): (&[u32], &[u32]),
        seed: &[f64],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        check_count("nSeed", seed.len(), unknowns.len())?;
        check_count("nSensitivity", out.len(), knowns.len())?;
        let (unknowns, knowns) = (self.rows(unknowns)?, self.rows(knowns)?);
        Ok(self.instance.adjoint_derivative(&unknowns, &knowns, seed, |place, value| {
            out[place].write(value);
        })?)
    }

    /// Time derivatives of outputs of the orders given.
    pub fn output_derivatives_of(
        &mut self,
        references: &[u32],
        orders: &[i32],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        check_count("nValues", out.len(), references.len())?;
        let rows = self.rows(references)?;
        for ((index, order), slot) in rows.into_iter().zip(orders).zip(out) {
            let variable = &self.instance.unit().variables()[index];
            let known =
                usize::try_from(*order).ok().filter(|k| (1..=HIGHEST_DERIVATIVE).contains(k));
            let Some(known) = known else {
                let name = &variable.name;
                return Err(format!(
                    "order = {order} for {name}: must be 1 to {HIGHEST_DERIVATIVE}"
                )
                .into());
            };
            if self.state == State::IntermediateUpdateMode && !variable.is_intermediate() {
                let why = "it has no values within a step (intermediateUpdate is false)";
                return Err(format!("{}: {why}", variable.name).into());
            }
            slot.write(self.instance.output_derivative_of(index, known)?);
        }
        Ok(())
    }

    /// Value references of the variables on which one depends in the present state.
    pub fn dependencies(&self, reference: u32) -> Result<Vec<u32>, Refusal> {
        let unit = self.instance.unit();
        let variables = unit.variables();
        let rows = match self.reference(reference)? {
            Reference::Time => Vec::new(),
            Reference::Indicator(_) => {
                let states = variables.iter().filter_map(|row| row.derivative_of);
                let rows = variables.iter().enumerate();
                let inputs = rows.filter(|(_, row)| row.causality == Causality::Input);
                let mut all: Vec<usize> = states.chain(inputs.map(|(index, _)| index)).collect();
                all.sort_unstable();
                all
            }
            Reference::Variable(index) => {
                let variable = &variables[index];
                let given = matches!(variable.causality, Causality::Parameter | Causality::Input)
                    || variable.variability == Variability::Constant;
                let before = matches!(self.state, State::Instantiated | State::InitializationMode);
                match (given, before) {
                    (true, _) => Vec::new(),
                    (false, true) => Dependencies::new(unit).at_initialisation(index),
                    (false, false) => Dependencies::new(unit).while_stepping(index),
                }
            }
        };
        Ok(rows.into_iter().map(|index| u32::try_from(index).unwrap_or(u32::MAX)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_must_agree() {
        assert!(check_count("nSeed", 2, 2).is_ok());
        let Err(Refusal::Error(message)) = check_count("nSeed", 1, 2) else { panic!("accepted") };
        assert_eq!(message, "nSeed = 1: must be 2, as all variables are scalars");
    }
}
