//! The spectrum of Lyapunov exponents by the tangent flow (`study::tangent`, with its saltation matrices) and Gram and
//! Schmidt's orthogonalisation after each interval (G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15
//! (1980) 9–30; across transitions P. C. Müller, Chaos, Solitons & Fractals 5 (1995) 1671–1691; U. Galvanetto, Computer
//! Physics Communications 131 (2000) 1–9).
//!
//! A contact that sticks maps the tangent space onto one of a dimension less. What differs along the lost direction is the
//! same from then on: its exponent is −∞. Such a vector is what Gram and Schmidt leave of it, round-off, and it is left
//! out for good; the others are measured from the last such loss on.

use faer::Mat;
use serde::{Deserialize, Serialize};

use super::model::{Model, Refusal};
use super::tangent::Tangent;

/// A vector of which no more than this is left across the others, after an interval, has lost its direction: far above
/// round-off, and below what intervals of less than 20 times of contraction leave.
const LOST: f64 = 1e-9;
/// Groups of intervals whose means give the error.
const BATCHES: usize = 20;
/// Student's t of 95 % for so many: 19 degrees of freedom (Abramowitz & Stegun, table 26.10).
const STUDENT: f64 = 2.093;

/// How long the motion is watched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// Time before anything is measured, s.
    pub settle: f64,
    /// Time between orthogonalisations, s.
    pub interval: f64,
    /// How many intervals are measured.
    pub count: usize,
}

/// An exponent, 1/s, and the half width of its interval of 95 % confidence by the means of batches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exponent {
    /// Mean over all that was measured.
    pub value: f64,
    /// Half width of the interval.
    pub error: f64,
}

/// The exponents of a motion, and how they were found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spectrum {
    /// Of the directions that are left, the largest first.
    pub exponents: Vec<Exponent>,
    /// How many directions were lost: exponents of −∞.
    pub lost: usize,
    /// Start of what was measured and its end, s.
    pub from: f64,
    /// End of what was measured, s.
    pub to: f64,
    /// Transitions in this time.
    pub transitions: usize,
    /// Means from the start of what was measured up to the end of each interval, of each exponent.
    pub course: Vec<(f64, Vec<f64>)>,
}

/// The spectrum of the motion from the start values of the parameters. After each interval `told` is called.
///
/// # Errors
/// A motion that cannot go on, or that has no derivative.
pub fn spectrum(model: &Model, watch: Watch, mut told: impl FnMut()) -> Result<Spectrum, Refusal> {
    let start = model.rows().len();
    let mut tangent = Tangent::start(model, 0.0, &model.first())?;
    let settling = (watch.settle / watch.interval).ceil().max(0.0) as usize;
    let (mut from, mut transitions) = (0.0, 0);
    // Logarithms of what each vector grew by, of each interval.
    let mut growths: Vec<Vec<f64>> = Vec::new();
    for k in 0..settling + watch.count {
        let before = tangent.phi.ncols();
        tangent.go((k + 1) as f64 * watch.interval)?;
        let (q, growth) = orthogonal(&tangent.phi);
        if k < settling || q.ncols() < before {
            (from, transitions) = (tangent.instance.time(), 0);
            growths.clear();
        } else {
            growths.push(growth);
            transitions += tangent.events.len();
        }
        tangent.phi = q;
        tangent.events.clear();
        told();
    }
    if growths.len() < BATCHES {
        return Err(Refusal::NotFound(format!(
            "after a direction was lost at t = {from} s there are {} intervals of {} s only, of {BATCHES} at least: \
             measure for longer",
            growths.len(),
            watch.interval
        )));
    }
    Ok(evaluated(&growths, watch.interval, (from, start, transitions)))
}

fn evaluated(
    growths: &[Vec<f64>],
    interval: f64,
    (from, start, transitions): (f64, usize, usize),
) -> Spectrum {
    let left = growths[0].len();
    let mean = |part: &[Vec<f64>], column: usize| {
        part.iter().map(|growth| growth[column]).sum::<f64>() / (part.len() as f64 * interval)
    };
    let batch = |k: usize| &growths[k * growths.len() / BATCHES..(k + 1) * growths.len() / BATCHES];
    let exponent = |column: usize| {
        let value = mean(growths, column);
        let squares = (0..BATCHES).map(|k| (mean(batch(k), column) - value).powi(2)).sum::<f64>();
        let variance = squares / (BATCHES * (BATCHES - 1)) as f64;
        Exponent { value, error: STUDENT * variance.sqrt() }
    };
    let mut order: Vec<(usize, Exponent)> = (0..left).map(|k| (k, exponent(k))).collect();
    order.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    let mut sums = vec![0.0; left];
    let mut course = Vec::with_capacity(growths.len());
    for (k, growth) in growths.iter().enumerate() {
        for (sum, part) in sums.iter_mut().zip(growth) {
            *sum += part;
        }
        let time = (k + 1) as f64 * interval;
        course.push((from + time, order.iter().map(|(column, _)| sums[*column] / time).collect()));
    }
    Spectrum {
        exponents: order.iter().map(|(_, exponent)| *exponent).collect(),
        lost: start - left,
        from,
        to: from + growths.len() as f64 * interval,
        transitions,
        course,
    }
}

/// Orthonormal vectors that span what the columns span, and the logarithms of what each added to their volume.
fn orthogonal(columns: &Mat<f64>) -> (Mat<f64>, Vec<f64>) {
    let size = columns.nrows();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut growth = Vec::new();
    for column in 0..columns.ncols() {
        let mut vector: Vec<f64> = (0..size).map(|row| columns[(row, column)]).collect();
        let whole = norm(&vector);
        // Twice is enough (W. Kahan, in B. N. Parlett, The Symmetric Eigenvalue Problem, 1980, §6-9).
        for _ in 0..2 {
            for other in &basis {
                let along: f64 = other.iter().zip(&vector).map(|(a, b)| a * b).sum();
                for (entry, direction) in vector.iter_mut().zip(other) {
                    *entry -= along * direction;
                }
            }
        }
        let left = norm(&vector);
        if left > LOST * whole.max(1.0) {
            basis.push(vector.iter().map(|entry| entry / left).collect());
            growth.push(left.ln());
        }
    }
    (Mat::from_fn(size, basis.len(), |i, j| basis[j][i]), growth)
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use faer::mat;

    use super::orthogonal;

    #[test]
    fn lost_directions_are_left_out() {
        let (q, growth) = orthogonal(&mat![[3.0, 6.0, 0.0], [4.0, 8.0, 0.0], [0.0, 1e-13, 2.0]]);
        assert_eq!((q.ncols(), growth), (2, vec![5f64.ln(), 2f64.ln()]));
        assert!((q[(0, 0)] - 0.6).abs() < 1e-15 && q[(2, 1)] == 1.0, "{q:?}");
    }
}
