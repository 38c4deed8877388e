//! The spectrum of Lyapunov exponents by the tangent flow (`study::tangent`, with its saltation matrices) and Gram and
//! Schmidt's orthogonalisation after each interval (G. Benettin, L. Galgani, A. Giorgilli, J.-M. Strelcyn, Meccanica 15
//! (1980) 9–30; across transitions P. C. Müller, Chaos, Solitons & Fractals 5 (1995) 1671–1691; U. Galvanetto, Computer
//! Physics Communications 131 (2000) 1–9).
//!
//! A contact that sticks maps the tangent space onto one of a dimension less. What differs along the lost direction is the
//! same from then on: its exponent is −∞. Such a vector is what Gram and Schmidt leave of it, round-off, and it is left
//! out for good; the others are measured from the last such loss on.
//!
//! The growth of a vector is S(t) = λt + b(t) + noise, with b bounded: of a cycle along its motion b is the logarithm of the
//! speed. The error of S/t by b is at most the range of S − λt, by noise that of means of batches. Where intervals and a cycle
//! are nearly commensurate, batches and ends of intervals all see b at nearly the same phase. So each interval is parted
//! once, at a place that wanders, and the range is that over these places too.

use faer::Mat;
use serde::{Deserialize, Serialize};

use super::model::{Case, Refusal};
use super::tangent::Tangent;

/// A vector of which no more than this is left across the others, after an interval, has lost its direction: far above
/// round-off, and below what intervals of less than 20 times of contraction leave.
const LOST: f64 = 1e-9;
/// Groups of intervals whose means give the error.
const BATCHES: usize = 20;
/// Student's t of 95 % for so many: 19 degrees of freedom (Abramowitz & Stegun, table 26.10).
const STUDENT: f64 = 2.093;

/// Times over which the motion is observed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// Time to settle before the measurement, s.
    pub settle: f64,
    /// Time between orthogonalisations, s.
    pub interval: f64,
    /// Number of intervals that are measured.
    pub count: usize,
}

impl Watch {
    /// Returns the number of intervals before the measurement.
    fn settling(&self) -> usize {
        (self.settle / self.interval).ceil().max(0.0) as usize
    }

    /// Returns the number of all intervals.
    pub fn intervals(&self) -> usize {
        self.settling() + self.count
    }
}

/// Step of the points that divide intervals: its multiples modulo 1 are spread evenly, whatever the period of the motion.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// An exponent, 1/s, and the half width of its interval of 95 % confidence by the means of batches, or what bounded
/// growth may change where this is more.
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
    /// Exponents of the directions that are left, the largest first.
    pub exponents: Vec<Exponent>,
    /// Number of directions that were lost: exponents of −∞.
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

/// Finds the spectrum of the motion from the start values of the parameters. After each interval `told` is called.
///
/// # Errors
/// A motion that cannot continue, or that has no derivative.
pub fn spectrum(model: &Case, watch: Watch, mut told: impl FnMut()) -> Result<Spectrum, Refusal> {
    let start = model.rows().len();
    let mut tangent = Tangent::start(model, 0.0, &model.first())?;
    let settling = watch.settling();
    let (mut from, mut transitions) = (0.0, 0);
    // Logarithms of what each vector grew by, in both parts of each interval.
    let mut growths: Vec<[Growth; 2]> = Vec::new();
    for k in 0..watch.intervals() {
        let before = tangent.phi.ncols();
        let part = (k as f64 * GOLDEN).fract();
        let first = grown(&mut tangent, (k as f64 + part) * watch.interval)?;
        let second = grown(&mut tangent, (k + 1) as f64 * watch.interval)?;
        if k + 1 == settling / 2 && tangent.phi.ncols() < start {
            // What a start at rest loses is no direction of the motion that is measured; what that loses, the second half does.
            tangent.restart()?;
        }
        if k < settling || second.logarithms.len() < before {
            (from, transitions) = (tangent.instance.time(), 0);
            growths.clear();
        } else {
            growths.push([first, second]);
            transitions += tangent.events.len();
        }
        tangent.events.clear();
        told();
    }
    if growths.len() < BATCHES {
        return Err(Refusal::NotFound(format!(
            "after the loss of a direction at t = {from} s there are only {} intervals of {} s, and at least \
             {BATCHES} are needed: measure longer",
            growths.len(),
            watch.interval
        )));
    }
    Ok(evaluated(&growths, watch.interval, (from, start, transitions)))
}

/// Growth of each vector in a part of an interval.
struct Growth {
    length: f64,
    logarithms: Vec<f64>,
}

/// Goes on to a time, where vectors are made orthonormal again.
fn grown(tangent: &mut Tangent, end: f64) -> Result<Growth, Refusal> {
    let start = tangent.instance.time();
    tangent.go(end)?;
    let (q, logarithms) = orthogonal(&tangent.phi);
    tangent.phi = q;
    Ok(Growth { length: tangent.instance.time() - start, logarithms })
}

fn evaluated(
    growths: &[[Growth; 2]],
    interval: f64,
    (from, start, transitions): (f64, usize, usize),
) -> Spectrum {
    let left = growths[0][1].logarithms.len();
    let whole = |parts: &[Growth; 2], column: usize| -> f64 {
        parts.iter().map(|part| part.logarithms[column]).sum()
    };
    let columns = (0..left).map(|column| {
        let wholes: Vec<f64> = growths.iter().map(|parts| whole(parts, column)).collect();
        let value = wholes.iter().sum::<f64>() / (growths.len() as f64 * interval);
        let range = range(growths.iter().flatten(), (column, value));
        let bounded = range / (growths.len() as f64 * interval);
        let error = batches(&wholes, interval, value).max(bounded);
        (Exponent { value, error }, wholes)
    });
    let mut columns: Vec<(Exponent, Vec<f64>)> = columns.collect();
    columns.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
    let mut sums = vec![0.0; left];
    let mut course = Vec::with_capacity(growths.len());
    for k in 0..growths.len() {
        for (sum, (_, wholes)) in sums.iter_mut().zip(&columns) {
            *sum += wholes[k];
        }
        let time = (k + 1) as f64 * interval;
        course.push((from + time, sums.iter().map(|sum| sum / time).collect()));
    }
    Spectrum {
        exponents: columns.iter().map(|(exponent, _)| *exponent).collect(),
        lost: start - left,
        from,
        to: from + growths.len() as f64 * interval,
        transitions,
        course,
    }
}

/// Returns half the interval of 95 % confidence of a mean over intervals, by the means of batches.
fn batches(growths: &[f64], interval: f64, value: f64) -> f64 {
    let batch = |k: usize| &growths[k * growths.len() / BATCHES..(k + 1) * growths.len() / BATCHES];
    let mean = |part: &[f64]| part.iter().sum::<f64>() / (part.len() as f64 * interval);
    let squares = (0..BATCHES).map(|k| (mean(batch(k)) - value).powi(2)).sum::<f64>();
    STUDENT * (squares / (BATCHES * (BATCHES - 1)) as f64).sqrt()
}

/// Returns the range of what a column grew by beyond its mean growth.
fn range<'g>(parts: impl Iterator<Item = &'g Growth>, (column, value): (usize, f64)) -> f64 {
    let (mut sum, mut least, mut most) = (0.0, 0.0f64, 0.0f64);
    for part in parts {
        sum += part.logarithms[column] - value * part.length;
        (least, most) = (least.min(sum), most.max(sum));
    }
    most - least
}

/// Returns orthonormal vectors that span what the columns span, and the logarithms of what each added to their volume.
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
