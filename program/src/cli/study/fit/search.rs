//! Least squares within bounds, by Levenberg and Marquardt: steps of Gauss and Newton, damped by the ratio of actual and
//! predicted reduction (H. B. Nielsen, Damping Parameter in Marquardt's Method, DTU, IMM-REP-1999-05), in parameters scaled as
//! by J. J. Moré (in: Numerical Analysis, Springer 1978).
//!
//! A parameter that a step would carry too far towards its bound, or too far away from it, goes as far as it may; the step of
//! the others is then the best one beside it.

use nalgebra::{DMatrix, DVector};

/// Relative reduction of the sum of squares, and relative change of the parameters, at which the search ends: far below what
/// noise leaves, and above the round-off of motions, in which it would go on.
const ACCURACY: f64 = 1e-11;
/// Damping of the first step. Columns have length 1: what the data determine well moves as by Gauss and Newton, what they
/// hardly determine at the start stays.
const FIRST_DAMPING: f64 = 1e-2;
/// Least ratio of actual and predicted reduction of a step that is taken.
const LEAST_GAIN: f64 = 1e-4;
/// Factor to which one step changes the distance of a parameter from its bound, or its reciprocal: friction and stiffness are
/// known in their order of magnitude, and far beyond them lie motions that depend on nothing.
const NEARER: f64 = 0.1;
/// Evaluations for each parameter, and as many for none.
const PATIENCE: usize = 100;

/// Residuals, and their derivatives by the parameters.
pub struct Point {
    pub residuals: DVector<f64>,
    pub slopes: DMatrix<f64>,
}

/// Place at which a search ended.
pub struct Ended<E> {
    pub at: Vec<f64>,
    pub point: Point,
    pub evaluations: usize,
    /// Reason why parameters of the last steps were refused, if they were.
    pub refused: Option<E>,
    /// False if it was given up.
    pub converged: bool,
}

/// Searches from a place within bounds, which are least and greatest values.
///
/// # Errors
/// A place at the start that is refused.
pub fn search<E>(
    start: Vec<f64>,
    bounds: &[[f64; 2]],
    mut evaluate: impl FnMut(&[f64]) -> Result<Point, E>,
) -> Result<Ended<E>, E> {
    let point = evaluate(&start)?;
    let mut sizes = DVector::zeros(start.len());
    let mut ended = Ended { at: start, point, evaluations: 1, refused: None, converged: false };
    let (mut damping, mut growth) = (FIRST_DAMPING, 2.0);
    while ended.evaluations < PATIENCE * (bounds.len() + 1) {
        let Ended { at, point, .. } = &ended;
        for (size, column) in sizes.iter_mut().zip(point.slopes.column_iter()) {
            *size = column.norm().max(*size);
        }
        let boxes: Vec<[f64; 2]> =
            at.iter().zip(bounds).map(|(x, bound)| within(*x, *bound)).collect();
        let change = step(point, &sizes, damping, &boxes);
        let sum = point.residuals.norm_squared();
        let predicted = 1.0 - (&point.residuals + &point.slopes * &change).norm_squared() / sum;
        let moved = sizes.component_mul(&change).norm();
        let whole = sizes.component_mul(&DVector::from_column_slice(at)).norm();
        // Of exact data the sum is 0, and the reduction no number.
        if predicted.is_nan() || predicted <= ACCURACY || moved <= ACCURACY * whole {
            ended.converged = true;
            break;
        }
        let next: Vec<f64> = at.iter().zip(&change).map(|(x, change)| x + change).collect();
        ended.evaluations += 1;
        let (gain, other) = match evaluate(&next) {
            Ok(other) => ((1.0 - other.residuals.norm_squared() / sum) / predicted, Some(other)),
            Err(why) => {
                ended.refused = Some(why);
                (f64::NEG_INFINITY, None)
            }
        };
        if let Some(other) = other.filter(|_| gain > LEAST_GAIN) {
            (ended.at, ended.point, ended.refused) = (next, other, None);
            damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).max(1.0 / 3.0);
            growth = 2.0;
            continue;
        }
        damping *= growth;
        growth *= 2.0;
    }
    Ok(ended)
}

/// Returns the least and the greatest change of a parameter in one step.
fn within(x: f64, [low, high]: [f64; 2]) -> [f64; 2] {
    let (below, above) = (x - low, high - x);
    // At a bound it may leave it by any step.
    let away =
        |distance: f64| if distance > 0.0 { distance / NEARER - distance } else { f64::INFINITY };
    let [down, up] = [below, above].map(|distance| (1.0 - NEARER) * distance);
    [-down.min(away(above)), up.min(away(below))]
}

/// Returns the step of least damped squares within a box of changes; a parameter on which nothing depends stays.
fn step(point: &Point, sizes: &DVector<f64>, damping: f64, boxes: &[[f64; 2]]) -> DVector<f64> {
    let count = point.residuals.len();
    let mut change = DVector::zeros(sizes.len());
    let mut free: Vec<usize> = (0..sizes.len()).filter(|place| sizes[*place] > 0.0).collect();
    while !free.is_empty() {
        // Rows of the damping below those of the residuals.
        let left = &point.residuals + &point.slopes * &change;
        let matrix =
            DMatrix::from_fn(count + free.len(), free.len(), |i, j| match i.checked_sub(count) {
                None => point.slopes[(i, free[j])] / sizes[free[j]],
                Some(row) => {
                    if row == j {
                        damping.sqrt()
                    } else {
                        0.0
                    }
                }
            });
        let mut right =
            DVector::from_fn(matrix.nrows(), |i, _| if i < count { -left[i] } else { 0.0 });
        let factors = matrix.qr();
        factors.q_tr_mul(&mut right);
        let right = right.rows(0, free.len()).into_owned();
        let scaled = factors.r().solve_upper_triangular(&right).expect("damped");
        let found: Vec<(usize, f64)> = free
            .iter()
            .zip(&scaled)
            .map(|(place, entry)| (*place, entry / sizes[*place]))
            .collect();
        let is_beyond = |(place, entry): &(usize, f64)| {
            let [low, high] = boxes[*place];
            !(low..=high).contains(entry)
        };
        let beyond: Vec<(usize, f64)> = found.iter().copied().filter(is_beyond).collect();
        if beyond.is_empty() {
            found.into_iter().for_each(|(place, entry)| change[place] = entry);
            break;
        }
        for (place, entry) in beyond {
            let [low, high] = boxes[place];
            change[place] = entry.clamp(low, high);
            free.retain(|other| *other != place);
        }
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Residuals exp(−a t) − exp(−t) and b − 3 from 25 times as fast: the truth, and never below 0.
    #[test]
    fn a_decay_is_found_from_far_away() {
        let times: Vec<f64> = (1..=20).map(|k| 0.2 * f64::from(k)).collect();
        for start in [0.04, 0.2, 5.0, 25.0] {
            let curve = |x: &[f64]| {
                assert!(x[0] > 0.0);
                let rows = times.len();
                let residual = |i: usize, _| match times.get(i) {
                    Some(t) => (-x[0] * t).exp() - (-t).exp(),
                    None => x[1] - 3.0,
                };
                let slope = |i: usize, j: usize| match (times.get(i), j) {
                    (Some(t), 0) => -t * (-x[0] * t).exp(),
                    (None, 1) => 1.0,
                    _ => 0.0,
                };
                Ok::<_, ()>(Point {
                    residuals: DVector::from_fn(rows + 1, residual),
                    slopes: DMatrix::from_fn(rows + 1, 2, slope),
                })
            };
            let bounds = [[0.0, f64::INFINITY], [f64::NEG_INFINITY, f64::INFINITY]];
            let ended = search(vec![start, -1.0], &bounds, curve).expect("evaluated");
            assert!(ended.converged, "{start}");
            assert!(
                (ended.at[0] - 1.0).abs() < 1e-9 && (ended.at[1] - 3.0).abs() < 1e-9,
                "{:?}",
                ended.at
            );
        }
    }

    /// The nearest of two planes to a point, x + y = 0 and x = 1, with x ≤ 0.5 and y ≥ 0: the corner (0.5, 0).
    #[test]
    fn a_minimum_beyond_bounds_is_their_corner() {
        let plane = |x: &[f64]| {
            assert!(x[0] <= 0.5 && x[1] >= 0.0, "{x:?}");
            Ok::<_, ()>(Point {
                residuals: DVector::from_vec(vec![x[0] + x[1], 3.0 * (x[0] - 1.0)]),
                slopes: DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 3.0, 0.0]),
            })
        };
        let bounds = [[f64::NEG_INFINITY, 0.5], [0.0, f64::INFINITY]];
        let ended = search(vec![-4.0, 7.0], &bounds, plane).expect("evaluated");
        assert!(ended.converged);
        assert!((ended.at[0] - 0.5).abs() < 1e-6 && ended.at[1] < 1e-6, "{:?}", ended.at);
    }

    /// Two parameters of which only the sum acts: any with that sum, without an end of the evaluations.
    #[test]
    fn a_sum_is_found_where_nothing_tells_its_terms_apart() {
        let line = |x: &[f64]| {
            Ok::<_, ()>(Point {
                residuals: DVector::from_vec(vec![x[0] + x[1] - 2.0, 2.0 * (x[0] + x[1]) - 4.0]),
                slopes: DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 2.0, 2.0]),
            })
        };
        let bounds = [[f64::NEG_INFINITY, f64::INFINITY]; 2];
        let ended = search(vec![7.0, -1.0], &bounds, line).expect("evaluated");
        assert!(ended.converged && (ended.at[0] + ended.at[1] - 2.0).abs() < 1e-9);
        assert!(ended.evaluations < 40, "{}", ended.evaluations);
    }
}
