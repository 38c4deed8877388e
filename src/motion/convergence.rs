//! When a Taylor series has enough terms for a step.
//!
//! The force polynomials of all bodies are watched, since everything else follows from them. A series
//! has converged over a step of size h if its last two terms `|c_k| h^k` are small beside its largest
//! one, or negligible beside the largest of all bodies (a motion that has only just begun to reach a
//! body does not hold up the step).

/// The truncation error of one step as a fraction of the relative tolerance: errors of many steps
/// add up, and roots inherit them.
pub(super) const SAFETY: f64 = 0.01;

/// No series is asked for more than round-off gives.
const FINEST: f64 = 4.0 * f64::EPSILON;

/// A force below this fraction of the greatest one need not converge on its own scale.
pub(super) const NEGLIGIBLE: f64 = 1e-4;

/// Lowest order at which a series may be called converged: sources, springs and dampers couple
/// neighbouring orders, so that two vanishing terms in a row after the third mean a vanishing tail.
pub(super) const MIN_ORDER: usize = 3;

/// Highest order of a force polynomial. For the tolerances in use (1e-8 to 1e-14) the cost per time
/// is least near order −½·ln(tolerance) ≈ 10…16.
pub(super) const MAX_ORDER: usize = 16;

/// How far a law may be from the polynomial that stands for it: relative to the forces of its contact, and
/// a force (N) that does not matter beside those of others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub relative: f64,
    pub absolute: f64,
}

/// What a step is asked for at a relative tolerance.
pub(super) fn accuracy(tolerance: f64) -> f64 {
    (SAFETY * tolerance).max(FINEST)
}

/// Halvings from the greatest number to 0.
const MOST_HALVINGS: i32 = f64::MAX_EXP - f64::MIN_EXP + f64::MANTISSA_DIGITS as i32;

/// Watches the series of several components, order by order: of each the largest term over a step, and the last two.
#[derive(Clone, Debug, Default)]
pub(super) struct Convergence {
    largest: Vec<f64>,
    last: Vec<f64>,
    before: Vec<f64>,
    size: f64,
    power: f64,
    accuracy: f64,
}

impl Convergence {
    pub fn resize(&mut self, components: usize) {
        for terms in [&mut self.largest, &mut self.last, &mut self.before] {
            terms.resize(components, 0.0);
        }
    }

    /// Begins with a step of `size` and a relative tolerance.
    pub fn begin(&mut self, size: f64, tolerance: f64) {
        for terms in [&mut self.largest, &mut self.last, &mut self.before] {
            terms.fill(0.0);
        }
        (self.size, self.power) = (size, 1.0);
        self.accuracy = accuracy(tolerance);
    }

    /// Takes the coefficients of the next order.
    pub fn take(&mut self, coefficients: &[f64]) {
        std::mem::swap(&mut self.last, &mut self.before);
        let terms = self.largest.iter_mut().zip(&mut self.last);
        for ((largest, last), &c) in terms.zip(coefficients) {
            // A coefficient of 0 has no term, however long the step.
            let term = if c == 0.0 { 0.0 } else { (c * self.power).abs() };
            *largest = largest.max(term);
            *last = term;
        }
        self.power *= self.size;
    }

    /// Whether all series have converged with the orders taken. A series that is not finite never has.
    pub fn is_reached(&self) -> bool {
        let greatest =
            self.largest.iter().fold(0.0, |greatest: f64, largest| greatest.max(*largest));
        // ∞ is not small beside ∞.
        let finite = greatest < f64::INFINITY;
        let mut terms = self.largest.iter().zip(&self.last).zip(&self.before);
        finite
            && terms.all(|((largest, last), before)| {
                let small = self.accuracy * largest.max(NEGLIGIBLE * greatest);
                *last <= small && *before <= small
            })
    }

    /// The longest step, to within a fifth, for which the coefficients `[order][component]` converge;
    /// at most the one begun with. 0 if there is none.
    pub fn longest(&mut self, coefficients: &[f64], tolerance: f64) -> f64 {
        let most = self.size;
        let guess = self.halvings(coefficients);
        let mut reached = |size: f64| {
            self.begin(size, tolerance);
            coefficients.chunks_exact(self.largest.len()).for_each(|order| self.take(order));
            self.is_reached()
        };
        // Halvings, one by one from about as many as it takes, or ever more at once; then the fewest.
        let (mut halvings, mut too_few) = (guess, -1);
        while !reached(libm::scalbn(most, -halvings)) {
            if halvings > MOST_HALVINGS {
                return 0.0;
            }
            too_few = halvings;
            halvings += ((halvings - guess) / 8).max(1);
        }
        if too_few < 0 {
            while halvings > 0 && reached(libm::scalbn(most, 1 - halvings)) {
                halvings -= 1;
            }
            too_few = halvings - 1;
        }
        while halvings > too_few + 1 {
            let middle = too_few + (halvings - too_few) / 2;
            if reached(libm::scalbn(most, -middle)) { halvings = middle } else { too_few = middle }
        }
        let mut size = libm::scalbn(most, -halvings);
        for _ in 0..3 {
            // the fourth root of 2
            let longer = size * 1.189_207_115_002_721;
            if longer > most || !reached(longer) {
                break;
            }
            size = longer;
        }
        size
    }

    /// About how often a step is halved until the last two terms are small, by the binary exponents of the coefficients.
    fn halvings(&self, coefficients: &[f64]) -> i32 {
        let width = self.largest.len();
        let last = coefficients.len() / width - 1;
        let (accuracy, negligible) = (exponent(self.accuracy), exponent(NEGLIGIBLE));
        // Of each order the greatest of all components.
        let mut greatest = [NOTHING; MAX_ORDER + 1];
        for (order, most) in coefficients.chunks_exact(width).zip(&mut greatest) {
            *most = order.iter().map(|c| exponent(*c)).fold(NOTHING, f64::max) + negligible;
        }
        let size = (0..width).flat_map(|component| {
            let of = move |k: usize| exponent(coefficients[k * width + component]);
            [last - 1, last].map(|k| {
                let sizes = (0..k).map(|j| (of(j).max(greatest[j]) - of(k)) + accuracy);
                sizes
                    .enumerate()
                    .fold(f64::NEG_INFINITY, |most, (j, size)| most.max(size / (k - j) as f64))
            })
        });
        let size = size.fold(f64::INFINITY, f64::min);
        // A guess that means nothing is 0.
        ((exponent(self.size) - size) as i32).clamp(0, MOST_HALVINGS)
    }
}

/// The binary exponent of a number that is nothing.
const NOTHING: f64 = -1e6;

/// Binary exponent of a number's size, to within 1.
fn exponent(x: f64) -> f64 {
    let biased = (x.to_bits() >> (f64::MANTISSA_DIGITS - 1)) & 0x7ff;
    if x == 0.0 { NOTHING } else { biased as f64 - 1022.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: f64 = 1e-10;

    /// Orders 0 to [`MAX_ORDER`] of `a exp(rate τ)`.
    fn exponential(a: f64, rate: f64) -> [f64; MAX_ORDER + 1] {
        let mut c = a;
        std::array::from_fn(|k| {
            if k > 0 {
                c *= rate / k as f64;
            }
            c
        })
    }

    fn is_reached(series: &[[f64; MAX_ORDER + 1]], size: f64) -> bool {
        let mut watch = Convergence::default();
        watch.resize(series.len());
        watch.begin(size, TOLERANCE);
        for k in 0..=MAX_ORDER {
            let order: Vec<f64> = series.iter().map(|one| one[k]).collect();
            watch.take(&order);
        }
        watch.is_reached()
    }

    fn longest(series: &[[f64; MAX_ORDER + 1]], most: f64) -> f64 {
        let mut watch = Convergence::default();
        watch.resize(series.len());
        watch.begin(most, TOLERANCE);
        let rows = (0..=MAX_ORDER).flat_map(|k| series.iter().map(move |one| one[k]));
        watch.longest(&rows.collect::<Vec<f64>>(), TOLERANCE)
    }

    /// The step found converges and one that is a fifth longer does not, over thirty decades of scales.
    #[test]
    fn the_longest_step_is_found_to_within_a_fifth() {
        for scale in [1e-15, 1e-10, 1e-5, 0.1, 1.0, 10.0, 1e5, 1e10, 1e15] {
            let cases = [
                vec![exponential(1.0, -scale)],
                vec![exponential(1e-9, scale), exponential(1.0, 0.3 * scale)],
                vec![exponential(0.0, 1.0), exponential(1e20, 7.0 * scale)],
                vec![exponential(1.0, 0.0), exponential(1e-3, scale)],
            ];
            for series in cases {
                let most = 1e4 / scale;
                let size = longest(&series, most);
                assert!(size > 0.0 && is_reached(&series, size), "{scale} {size}");
                assert!(!is_reached(&series, 1.2 * size), "{scale} {size}");
                assert_eq!(longest(&series, size), size);
            }
        }
    }

    #[test]
    fn what_is_no_number_has_no_step() {
        let mut broken = exponential(1.0, 1.0);
        broken[MAX_ORDER] = f64::NAN;
        assert_eq!(longest(&[broken], 1.0), 0.0);
        broken[MAX_ORDER] = f64::INFINITY;
        assert_eq!(longest(&[broken], f64::MAX), 0.0);
        // Nothing moves: any step is right.
        assert_eq!(longest(&[[0.0; MAX_ORDER + 1]], 1e300), 1e300);
    }
}
