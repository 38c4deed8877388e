//! Parameters of least squares (`search`), and how well measurements determine them.
//!
//! Measured columns are weighed by the standard deviation of their values, so that columns of different units count alike.
//! Confidence intervals are those of the linear problem at the solution, s² (JᵀJ)⁻¹ with Student's t.

use nalgebra::{DMatrix, DVector};

use luztar::study::sensitivity::{ACCURACY, Answers, Free, Record};
use luztar::study::{Case, Refusal};
use luztar::unit::Value;

use super::search::{Ended, Point, search};
use crate::cli::sheet::number;

/// Least part of a parameter, as that of a vector of length 1, in changes of parameters that no measurement sees: derivatives
/// leave far less of one that has none in them.
const TAKES_PART: f64 = 1e-3;
/// Quantile of 97.5 % of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A parameter that was found.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    pub value: f64,
    /// Standard error, and half the interval of 95 % confidence.
    pub error: f64,
    pub half: f64,
}

pub struct Found {
    pub parameters: Vec<Estimate>,
    /// Root mean square of what is left, in units of the columns if there is one, else of their standard deviations.
    pub residual: f64,
    pub evaluations: usize,
    /// Responses of the unit with these parameters.
    pub answers: Vec<f64>,
    pub warning: Option<String>,
}

pub struct Problem {
    model: Case,
    free: Vec<usize>,
    record: Record,
    /// Weight of each measured column: one over the size of its values.
    weights: Vec<f64>,
}

impl Problem {
    pub fn new(model: Case, free: Vec<usize>, record: Record) -> Self {
        let weight = |values: &[f64]| {
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
            if square > 0.0 { 1.0 / square.sqrt() } else { 1.0 }
        };
        let weights = match record.measured.as_slice() {
            [_] => vec![1.0],
            columns => columns.iter().map(|(_, values)| weight(values)).collect(),
        };
        Self { model, free, record, weights }
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the answers of the model with these values of the free parameters.
    fn answers(&self, values: &[f64]) -> Result<Answers, Refusal> {
        let mut model = self.model.clone();
        for (index, value) in self.free.iter().zip(values) {
            model = model.with(*index, Value::Real(*value));
        }
        Free::new(&model, &self.free).and_then(|free| free.answers(&self.record))
    }

    /// Returns the weight and measured value of each answer.
    fn measured(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let columns = move |row: usize| {
            let all = self.record.measured.iter().zip(&self.weights);
            all.map(move |((_, values), weight)| (*weight, values[row]))
        };
        (0..self.record.rows()).flat_map(columns)
    }

    /// Returns the weighed residuals with their derivatives.
    fn point(&self, values: &[f64]) -> Result<Point, Refusal> {
        let answers = self.answers(values)?;
        let parts = self.measured().zip(&answers.values);
        let residuals = parts.map(|((weight, measured), answer)| weight * (answer - measured));
        let parts = self.measured().zip(&answers.slopes);
        let slopes =
            parts.flat_map(|((weight, _), slopes)| slopes.iter().map(move |slope| weight * slope));
        let count = answers.values.len();
        Ok(Point {
            residuals: DVector::from_iterator(count, residuals),
            slopes: DMatrix::from_row_iterator(count, self.free.len(), slopes),
        })
    }

    /// Finds the parameters of the least squares.
    ///
    /// # Errors
    /// A first motion that cannot be, or parameters that the measurements do not determine.
    pub fn solve(&self) -> Result<Found, Refusal> {
        let variables = self.free.iter().map(|index| &self.model.unit().variables()[*index]);
        let bounds: Vec<[f64; 2]> = variables
            .map(|row| [row.min.unwrap_or(f64::NEG_INFINITY), row.max.unwrap_or(f64::INFINITY)])
            .collect();
        let start: Vec<f64> =
            self.free.iter().map(|index| self.model.value(*index).unwrap_or(0.0)).collect();
        let ended = search(start.clone(), &bounds, |values| self.point(values))?;
        let inverse = self.inverse(&start, &ended)?;
        let Ended { at, point, evaluations, refused, converged } = ended;
        let (count, left) = (point.residuals.len(), point.residuals.norm_squared());
        let degrees = (count - self.free.len()) as f64;
        let estimate = |(k, value): (usize, &f64)| {
            let error = (inverse[k] * left / degrees).sqrt();
            Estimate { value: *value, error, half: student(degrees) * error }
        };
        let warning = match &refused {
            Some(why) => {
                Some(format!("the search ended next to parameters that the model refuses: {why}"))
            }
            None => (!converged).then(|| {
                format!("the search was given up after {evaluations} evaluations: give better first values by --set")
            }),
        };
        Ok(Found {
            parameters: at.iter().enumerate().map(estimate).collect(),
            residual: (left / count as f64).sqrt(),
            evaluations,
            answers: self.answers(&at)?.values,
            warning,
        })
    }

    /// Returns the diagonal of (JᵀJ)⁻¹.
    ///
    /// # Errors
    /// Parameters on which no measurement depends, or of which some change together unseen.
    fn inverse(&self, start: &[f64], ended: &Ended<Refusal>) -> Result<Vec<f64>, Refusal> {
        let Ended { at, point, .. } = ended;
        let shown = |place: usize| {
            let name = &self.model.unit().variables()[self.free[place]].name;
            format!("{name} (where the search ended, at {})", number(at[place]))
        };
        let sizes: Vec<f64> = point.slopes.column_iter().map(|column| column.norm()).collect();
        let all = self.measured().map(|(weight, measured)| (weight * measured).powi(2));
        let rounded = f64::EPSILON * all.sum::<f64>().sqrt();
        // The whole of it, or of its first value, is less than the round-off of the measured values; one whose value is 0 is seen.
        let unseen = |place: &usize| {
            let whole = at[*place].abs().max(start[*place].abs());
            sizes[*place] == 0.0 || whole > 0.0 && sizes[*place] * whole < rounded
        };
        if let Some(place) = (0..sizes.len()).find(unseen) {
            return Err(Refusal::NotFound(format!(
                "the measurements do not depend on {}: fix it, or add rows in which it acts",
                shown(place)
            )));
        }
        // Columns of one size, so that units do not matter.
        let scaled = DMatrix::from_fn(point.slopes.nrows(), sizes.len(), |i, j| {
            point.slopes[(i, j)] / sizes[j]
        });
        let parts = scaled.svd(false, true);
        let (values, vectors) = (parts.singular_values, parts.v_t.expect("asked for"));
        let greatest = values.max();
        let is_null = |k: usize| values[k] <= ACCURACY * greatest;
        let entries = |j: usize| (0..values.len()).map(move |k| (k, j));
        let takes_part = |j: &usize| {
            let nulls = entries(*j).filter(|(k, _)| is_null(*k));
            nulls.map(|entry| vectors[entry].powi(2)).sum::<f64>() > TAKES_PART.powi(2)
        };
        let together: Vec<String> = (0..sizes.len()).filter(takes_part).map(shown).collect();
        if !together.is_empty() {
            return Err(Refusal::NotFound(format!(
                "the free parameters cannot be distinguished by these measurements: {} change together without effect; fix one of \
                 them, or add an experiment",
                together.join(" and ")
            )));
        }
        let diagonal = |j: usize| {
            let terms = entries(j).map(|entry| (vectors[entry] / values[entry.0]).powi(2));
            terms.sum::<f64>() / sizes[j].powi(2)
        };
        Ok((0..sizes.len()).map(diagonal).collect())
    }
}

/// Returns the quantile of 97.5 % of Student's distribution (R. A. Fisher, E. A. Cornish, Technometrics 2 (1960)
/// 209–225); within 0.4 % from 4 degrees of freedom on.
fn student(degrees: f64) -> f64 {
    let z = NORMAL;
    z + (z.powi(3) + z) / (4.0 * degrees)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * degrees.powi(2))
        + (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z)
            / (384.0 * degrees.powi(3))
}

#[cfg(test)]
mod tests {
    use super::student;

    /// Abramowitz & Stegun, table 26.10.
    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (degrees, expected) in [(4.0, 2.776), (10.0, 2.228), (30.0, 2.042), (120.0, 1.980)] {
            assert!((student(degrees) - expected).abs() < 4e-3 * expected, "{degrees}");
        }
    }
}
