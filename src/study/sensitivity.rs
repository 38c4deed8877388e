//! Answers of a model to a record of measurements, with exact derivatives to its parameters.
//!
//! A record with times is a motion: its inputs are linear between rows, and outputs follow with the state, whose
//! derivatives by the parameters go along in the tangent flow (`study::tangent`), across transitions. A record without
//! times is a list of states, as a tribometer gives friction against velocity: each row by itself.

use super::constants::Constant;
use super::model::{Case, Refusal, real};
/// Error of a derivative, relative to the greatest of its motion.
pub use super::tangent::SEARCH_ACCURACY as ACCURACY;
use super::tangent::Tangent;
use crate::unit::{Fault, Simulation, Value};

/// A column of a record: a variable, and its value in each row.
pub type Column = (usize, Vec<f64>);

/// Measurements; all columns have as many rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Rising, s.
    pub times: Option<Vec<f64>>,
    /// Inputs; without times states too.
    pub given: Vec<Column>,
    /// Outputs that were measured.
    pub measured: Vec<Column>,
}

impl Record {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.measured.first().map_or(0, |(_, values)| values.len())
    }
}

/// Answers, and their derivatives by each of the free parameters: first those of all measured columns of the first row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// Values of all measured columns, row by row.
    pub values: Vec<f64>,
    /// Derivatives of each response.
    pub slopes: Vec<Vec<f64>>,
}

/// The parameters by which a motion is differentiated.
pub struct Free<'m> {
    model: &'m Case,
    /// Parameters that are no start values.
    constants: Vec<Constant>,
    /// Column of each in the tangent flow.
    columns: Vec<usize>,
}

impl<'m> Free<'m> {
    /// Makes the sensitivity of a model that is [`super::constants::prepared`] for these parameters.
    ///
    /// # Errors
    /// A parameter by which no motion is differentiated.
    pub fn new(model: &'m Case, parameters: &[usize]) -> Result<Self, Refusal> {
        let states = model.rows().len();
        let (mut constants, mut columns) = (Vec::new(), Vec::new());
        for &index in parameters {
            if let Some(state) = model.rows().iter().position(|row| row.start == index) {
                columns.push(state);
                continue;
            }
            columns.push(states + constants.len());
            constants.push(Constant::new(model, index)?);
        }
        Ok(Self { model, constants, columns })
    }

    /// Returns the answers of the model.
    ///
    /// # Errors
    /// A motion that cannot continue, or that has no derivative.
    pub fn answers(&self, record: &Record) -> Result<Answers, Refusal> {
        let mut answers = Answers::default();
        match &record.times {
            Some(times) => self.along(times, record, &mut answers)?,
            None => {
                for row in 0..record.rows() {
                    self.alone(row, record, &mut answers)?;
                }
            }
        }
        Ok(answers)
    }

    fn along(&self, times: &[f64], record: &Record, answers: &mut Answers) -> Result<(), Refusal> {
        let mut first = self.model.clone();
        for (index, values) in &record.given {
            first = first.with(*index, Value::Real(values[0]));
        }
        let mut tangent =
            Tangent::start_by(&first, (times[0], &first.first()), self.constants.clone())?;
        self.tell(&mut tangent, record, answers)?;
        for row in 1..times.len() {
            let length = times[row] - times[row - 1];
            for (index, values) in &record.given {
                ramp(&mut tangent.instance, *index, (values[row - 1], values[row]), length)?;
            }
            tangent.go(times[row])?;
            self.tell(&mut tangent, record, answers)?;
        }
        Ok(())
    }

    fn alone(&self, row: usize, record: &Record, answers: &mut Answers) -> Result<(), Refusal> {
        let mut model = self.model.clone();
        let mut state = model.first();
        for (index, values) in &record.given {
            match model.rows().iter().position(|one| one.variable == *index) {
                Some(place) => state[place] = values[row],
                None => model = model.with(*index, Value::Real(values[row])),
            }
        }
        let mut tangent = Tangent::start_by(&model, (0.0, &state), self.constants.clone())?;
        self.tell(&mut tangent, record, answers)
    }

    /// Adds the present answers.
    fn tell(
        &self,
        tangent: &mut Tangent,
        record: &Record,
        answers: &mut Answers,
    ) -> Result<(), Refusal> {
        let variables: Vec<usize> = record.measured.iter().map(|(index, _)| *index).collect();
        let slopes = tangent.slopes_of(&variables)?;
        for (row, index) in variables.iter().enumerate() {
            answers.values.push(real(&mut tangent.instance, *index)?);
            answers.slopes.push(self.columns.iter().map(|&column| slopes[(row, column)]).collect());
        }
        Ok(())
    }
}

/// Lets an input go from a value to another one; one that is held within a step jumps to the first.
fn ramp(
    instance: &mut Simulation,
    index: usize,
    (from, to): (f64, f64),
    length: f64,
) -> Result<(), Fault> {
    instance.set(index, Value::Real(from))?;
    let rate = (to - from) / length;
    match instance.check_input_derivative(index, rate) {
        Ok(()) => instance.set_input_derivative(index, rate),
        Err(_) => Ok(()),
    }
}
