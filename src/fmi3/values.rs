//! Values of variables: types of FMI 3.0, arrays, and the variables that are no rows of the table.

use std::mem::MaybeUninit;

use crate::fmi::answer::{Answer, Refusal};
use crate::fmi::calls::{Interface, State};
use crate::fmi::simulation::FmuInstance;
use crate::unit::{Fault, Reference, Value, Variable};

use super::held::Held;

/// Value of an event indicator where the model watches its guards itself: nothing to watch.
const UNWATCHED: f64 = 1.0;

const CLOCK: &str = "Clock";

impl FmuInstance {
    /// Returns the meaning of a value reference.
    pub fn reference(&self, reference: u32) -> Result<Reference, Refusal> {
        let (unit, reference) = (self.instance.unit(), reference as usize);
        let unknown = || Fault::UnknownReference { reference, count: Reference::count(unit) };
        Ok(Reference::new(unit, reference).ok_or_else(unknown)?)
    }

    /// Refuses another number of values than variables have.
    pub fn check_count(&self, what: &str, given: usize, references: &[u32]) -> Answer {
        let mut wanted = 0;
        for reference in references {
            wanted += self.reference(*reference)?.size(self.instance.unit());
        }
        if given == wanted {
            return Ok(());
        }
        let count = references.len();
        Err(format!(
            "{what} = {given}: must be {wanted}, the number of values of {count} variables"
        )
        .into())
    }

    /// Returns a variable that has values of this type and that a host may have now.
    fn of_type(&self, reference: u32, wanted: &'static str) -> Result<Reference, Refusal> {
        let found = self.reference(reference)?;
        let unit = self.instance.unit();
        let own = match found {
            Reference::Variable(row) => self.check_within_step(&unit.variables()[row])?,
            Reference::Array(array) => self.check_within_step(&unit.arrays()[array].whole)?,
            Reference::Time | Reference::Indicator(_) => "Float64",
            Reference::Clock(_) => CLOCK,
            Reference::From(_) | Reference::To(_) => "Int32",
        };
        if own != wanted {
            return Err(format!("{} is {own}, not {wanted}", found.name(unit)).into());
        }
        Ok(found)
    }

    /// Returns the type of a variable; between internal steps only some have values.
    pub fn check_within_step(&self, variable: &Variable) -> Result<&'static str, Refusal> {
        if self.state == State::IntermediateUpdateMode && !variable.is_intermediate() {
            let why = "it has no values within a step (intermediateUpdate is false)";
            return Err(format!("{}: {why}", variable.name).into());
        }
        Ok(variable.kind.name_of_three())
    }

    /// Refuses variables that are asked for as ones of a type that no unit has.
    pub fn refuse_type(&self, references: &[u32], wanted: &'static str) -> Answer {
        references.first().map_or(Ok(()), |first| self.of_type(*first, wanted).map(|_| ()))
    }

    pub fn get_values<T: Held>(
        &mut self,
        references: &[u32],
        values: &mut [MaybeUninit<T>],
    ) -> Answer {
        self.check_count("nValues", values.len(), references)?;
        let unit = self.instance.unit().clone();
        let mut slots = values.iter_mut();
        for reference in references {
            let found = self.of_type(*reference, T::TYPE)?;
            let beside = match found {
                Reference::Variable(_) | Reference::Array(_) | Reference::Clock(_) => None,
                Reference::Time => Some(Value::Real(self.instance.time())),
                Reference::Indicator(number) => Some(Value::Real(self.indicator(number)?)),
                Reference::From(element) => Some(Value::Integer(self.clocks.ticks[element].from)),
                Reference::To(element) => Some(Value::Integer(self.clocks.ticks[element].to)),
            };
            if let (Some(value), Some(slot)) = (beside, beside.and_then(|_| slots.next())) {
                slot.write(T::of(value));
            }
            for (row, slot) in found.rows(&unit).zip(slots.by_ref()) {
                slot.write(T::of(self.instance.get(row)?));
            }
        }
        Ok(())
    }

    /// Gets, for each of these clocks, whether it is active.
    pub fn get_clocks(&self, references: &[u32], values: &mut [MaybeUninit<bool>]) -> Answer {
        if self.clocks.ticks.is_empty() {
            return Err("the model has no clocks".to_owned().into());
        }
        for (reference, slot) in references.iter().zip(values) {
            let found = self.of_type(*reference, CLOCK)?;
            slot.write(matches!(found, Reference::Clock(place) if self.clocks.ticks[place].active));
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

    /// Sets all values, or none if one is refused.
    pub fn set_values<T: Held>(&mut self, references: &[u32], values: &[T]) -> Answer {
        self.check_count("nValues", values.len(), references)?;
        for reference in references {
            let name = |of: Reference| of.name(self.instance.unit());
            match self.of_type(*reference, T::TYPE)? {
                Reference::Variable(_) | Reference::Array(_) => {}
                Reference::Time => {
                    return Err("time is set by steps alone, or by fmi3SetTime".to_owned().into());
                }
                calculated => return Err(format!("{} is calculated", name(calculated)).into()),
            }
        }
        values.iter().try_for_each(|value| value.value().map(|_| ()))?;
        let unit = self.instance.unit().clone();
        let rows = references.iter().flat_map(|reference| {
            let of = Reference::new(&unit, *reference as usize);
            of.into_iter().flat_map(|of| of.rows(&unit))
        });
        // Checked: only values that have a place in the table get there.
        let convert = |value: T| value.value().unwrap_or(Value::Integer(i32::MIN));
        if self.tentative.is_some() {
            self.check_values(rows.clone(), values, &convert)?;
            self.go_back()?;
        }
        self.set(rows, values, convert)
    }
}
