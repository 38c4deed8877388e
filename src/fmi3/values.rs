//! Values of variables: types of FMI 3.0, and the variables that are no rows of the table.

use std::mem::MaybeUninit;

use crate::fmi::answer::{Answer, Refusal};
use crate::fmi::calls::{Interface, State};
use crate::fmi::simulation::Simulation;
use crate::unit::{Fault, Reference, Value, Variable};

/// What an event indicator is where the unit watches its guards itself: nothing to watch.
const UNWATCHED: f64 = 1.0;

/// A list of values has another length than its variables, which are all scalars.
fn check_count(given: usize, references: usize) -> Answer {
    if given == references {
        return Ok(());
    }
    Err(Refusal::Error(format!(
        "nValues = {given}: must be {references}, as all {references} variables are scalars"
    )))
}

impl Simulation {
    /// What a value reference means.
    pub fn reference(&self, reference: u32) -> Result<Reference, Refusal> {
        let (unit, reference) = (self.instance.unit(), reference as usize);
        let unknown = || Fault::UnknownReference { reference, count: Reference::count(unit) };
        Ok(Reference::new(unit, reference).ok_or_else(unknown)?)
    }

    /// Row of the table of a variable of this type.
    fn row_of(&self, reference: u32, wanted: &'static str) -> Result<usize, Refusal> {
        match self.reference(reference)? {
            Reference::Variable(index) => {
                let variable = &self.instance.unit().variables()[index];
                self.check_type(variable, wanted)?;
                Ok(index)
            }
            Reference::Time if wanted == "Float64" => {
                Err("time is set by steps alone, or by fmi3SetTime".to_owned().into())
            }
            Reference::Time => Err(format!("time is Float64, not {wanted}").into()),
            indicator => {
                let name = indicator.name(self.instance.unit());
                Err(format!("{name} is calculated, and Float64").into())
            }
        }
    }

    fn check_type(&self, variable: &Variable, wanted: &'static str) -> Answer {
        let (name, own) = (&variable.name, variable.kind.name_of_three());
        if own != wanted {
            return Err(format!("{name} is {own}, not {wanted}").into());
        }
        if self.state == State::IntermediateUpdateMode && !variable.is_intermediate() {
            let why = "it has no values within a step (intermediateUpdate is false)";
            return Err(format!("{name}: {why}").into());
        }
        Ok(())
    }

    /// Refuses variables that are asked for as ones of a type that no unit has.
    pub fn refuse_type(&self, references: &[u32], wanted: &'static str) -> Answer {
        references.first().map_or(Ok(()), |first| self.row_of(*first, wanted).map(|_| ()))
    }

    pub fn get_float64s(&mut self, references: &[u32], values: &mut [MaybeUninit<f64>]) -> Answer {
        check_count(values.len(), references.len())?;
        for (reference, slot) in references.iter().zip(values) {
            slot.write(match self.reference(*reference)? {
                Reference::Time => self.instance.time(),
                Reference::Indicator(number) => self.indicator(number)?,
                Reference::Variable(_) => {
                    let index = self.row_of(*reference, "Float64")?;
                    match self.instance.get(index)? {
                        Value::Real(x) => x,
                        Value::Integer(n) => n.into(),
                        Value::Boolean(b) => b.into(),
                    }
                }
            });
        }
        Ok(())
    }

    fn indicator(&mut self, number: usize) -> Result<f64, Refusal> {
        if self.kind() == Interface::CoSimulation {
            return Ok(UNWATCHED);
        }
        self.instance.event_indicators(&mut self.indicators)?;
        Ok(self.indicators[number])
    }

    /// Values of variables of a type that `take` makes of a value of the table.
    pub fn get_values<T>(
        &mut self,
        references: &[u32],
        values: &mut [MaybeUninit<T>],
        wanted: &'static str,
        take: impl Fn(Value) -> T,
    ) -> Answer {
        check_count(values.len(), references.len())?;
        for (reference, slot) in references.iter().zip(values) {
            let index = self.row_of(*reference, wanted)?;
            slot.write(take(self.instance.get(index)?));
        }
        Ok(())
    }

    /// Sets all values, or none if one is refused.
    pub fn set_values<T: Copy>(
        &mut self,
        references: &[u32],
        values: &[T],
        wanted: &'static str,
        give: impl Fn(T) -> Result<Value, String>,
    ) -> Answer {
        check_count(values.len(), references.len())?;
        for (reference, value) in references.iter().zip(values) {
            self.row_of(*reference, wanted)?;
            give(*value)?;
        }
        self.roll_back()?;
        // Checked: only values that have a place in the table get there.
        self.set(references, values, |value| give(value).unwrap_or(Value::Integer(i32::MIN)))
    }
}
