//! Least squares for the crate `levenberg-marquardt` (J. J. Moré, in: Numerical Analysis, Springer 1978, as in MINPACK).
//!
//! Parameters that must not be negative are sought by their logarithm, which keeps them positive. Measured columns are
//! weighed by the standard deviation of their values, so that columns of different units count alike. Confidence
//! intervals are those of the linear problem at the solution, s² (JᵀJ)⁻¹ with Student's t.

use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};

use luztar::study::sensitivity::{Answers, Free, Record};
use luztar::study::{Case, Refusal};
use luztar::unit::Value;

/// Relative changes of the sum of squares and of the parameters at which the search ends: far below what noise leaves, and
/// above the round-off of motions, in which it would go on.
const ACCURACY: f64 = 1e-11;
/// Residual of parameters that the unit refuses: far above any other, so that the search steps back.
const REFUSED: f64 = 1e100;
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

#[derive(Clone)]
pub struct Problem {
    model: Case,
    free: Vec<usize>,
    /// True if a parameter is sought by its logarithm.
    positive: Vec<bool>,
    record: Record,
    /// Weight of each measured column: one over the size of its values.
    weights: Vec<f64>,
    at: DVector<f64>,
    answers: Result<Answers, Refusal>,
    /// Reason why the parameters before these were refused, if they were.
    refused: Option<Refusal>,
}

impl Problem {
    /// Makes the problem from the start values of the free parameters.
    ///
    /// # Errors
    /// A parameter that has no derivative, or a first motion that cannot be.
    pub fn new(model: Case, free: Vec<usize>, record: Record) -> Result<Self, Refusal> {
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
        let start = |index: &usize| model.value(*index).unwrap_or(0.0);
        let bounded = |index: &usize| {
            let least = model.unit().variables()[*index].min;
            least.is_some_and(|min| min >= 0.0) && start(index) > 0.0
        };
        let positive: Vec<bool> = free.iter().map(bounded).collect();
        let places = free.iter().zip(&positive);
        let at = places.map(|(index, log)| if *log { start(index).ln() } else { start(index) });
        let at = DVector::from_iterator(free.len(), at);
        let answers = Err(Refusal::NotFound("nothing was evaluated".to_owned()));
        let refused = None;
        let mut problem = Self { model, free, positive, record, weights, at, answers, refused };
        problem.evaluate();
        problem.answers.clone().map(|_| problem)
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the parameters at a place.
    fn values(&self) -> Vec<f64> {
        let places = self.at.iter().zip(&self.positive);
        places.map(|(at, log)| if *log { at.exp() } else { *at }).collect()
    }

    fn evaluate(&mut self) {
        let mut model = self.model.clone();
        for (index, value) in self.free.iter().zip(self.values()) {
            model = model.with(*index, Value::Real(value));
        }
        self.answers = Free::new(&model, &self.free).and_then(|free| free.answers(&self.record));
    }

    /// Returns the weight and measured value of each answer.
    fn measured(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let columns = move |row: usize| {
            let all = self.record.measured.iter().zip(&self.weights);
            all.map(move |((_, values), weight)| (*weight, values[row]))
        };
        (0..self.record.rows()).flat_map(columns)
    }

    /// Returns the derivatives of the weighed residuals by the parameters themselves.
    fn slopes(&self) -> Option<DMatrix<f64>> {
        let answers = self.answers.as_ref().ok()?;
        let rows: Vec<f64> = self
            .measured()
            .zip(&answers.slopes)
            .flat_map(|((weight, _), slopes)| slopes.iter().map(move |slope| weight * slope))
            .collect();
        Some(DMatrix::from_row_iterator(answers.values.len(), self.free.len(), rows))
    }

    /// Finds the parameters of the least squares.
    ///
    /// # Errors
    /// Parameters that the measurements do not determine.
    pub fn solve(&self) -> Result<Found, Refusal> {
        let search = LevenbergMarquardt::new().with_ftol(ACCURACY).with_xtol(ACCURACY);
        let (problem, report) = search.minimize(self.clone());
        let answers = problem.answers.clone()?;
        let slopes = problem.slopes().expect("answers");
        let count = answers.values.len();
        let left = problem.residuals().map_or(f64::NAN, |residuals| residuals.norm_squared());
        let degrees = (count - self.free.len()) as f64;
        // Columns of one size, so that the inverse is as exact as it can be.
        let sizes: Vec<f64> = slopes.column_iter().map(|column| column.norm()).collect();
        if let Some(place) = sizes.iter().position(|size| *size == 0.0) {
            let name = &self.model.unit().variables()[self.free[place]].name;
            return Err(Refusal::NotFound(format!("the measurements do not depend on {name}")));
        }
        let scaled = DMatrix::from_fn(count, sizes.len(), |i, j| slopes[(i, j)] / sizes[j]);
        let inverse = (scaled.transpose() * &scaled).try_inverse().ok_or_else(|| {
            Refusal::NotFound(
                "the free parameters cannot be distinguished by these measurements".to_owned(),
            )
        })?;
        let estimate = |(k, value): (usize, f64)| {
            let error = (inverse[(k, k)] * left / degrees).sqrt() / sizes[k];
            Estimate { value, error, half: student(degrees) * error }
        };
        let warning = match &problem.refused {
            Some(why) => {
                Some(format!("the search ended next to parameters that the model refuses: {why}"))
            }
            None => (!report.termination.was_successful())
                .then(|| format!("the search ended early: {:?}", report.termination)),
        };
        Ok(Found {
            parameters: problem.values().into_iter().enumerate().map(estimate).collect(),
            residual: (left / count as f64).sqrt(),
            evaluations: report.number_of_evaluations,
            answers: answers.values,
            warning,
        })
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

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, at: &DVector<f64>) {
        self.at.copy_from(at);
        self.refused = self.answers.as_ref().err().cloned();
        self.evaluate();
    }

    fn params(&self) -> DVector<f64> {
        self.at.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let Ok(answers) = &self.answers else {
            let count = self.record.rows() * self.record.measured.len();
            return Some(DVector::from_element(count, REFUSED));
        };
        let parts = self.measured().zip(&answers.values);
        let residuals = parts.map(|((weight, measured), answer)| weight * (answer - measured));
        Some(DVector::from_iterator(answers.values.len(), residuals))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let mut slopes = self.slopes()?;
        for (k, value) in self.values().into_iter().enumerate() {
            if self.positive[k] {
                slopes.column_mut(k).scale_mut(value);
            }
        }
        Some(slopes)
    }
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
