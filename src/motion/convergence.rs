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

/// Terms of one series over a step: the largest and the last two.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    largest: f64,
    last: [f64; 2],
}

/// Watches the series of several components, order by order.
#[derive(Clone, Debug, Default)]
pub(super) struct Convergence {
    terms: Vec<Terms>,
    size: f64,
    power: f64,
    accuracy: f64,
}

impl Convergence {
    pub fn resize(&mut self, components: usize) {
        self.terms.resize(components, Terms::default());
    }

    /// Begins with a step of `size` and a relative tolerance.
    pub fn begin(&mut self, size: f64, tolerance: f64) {
        self.terms.fill(Terms::default());
        (self.size, self.power) = (size, 1.0);
        self.accuracy = accuracy(tolerance);
    }

    /// Takes the coefficients of the next order.
    pub fn take(&mut self, coefficients: &[f64]) {
        for (terms, &c) in self.terms.iter_mut().zip(coefficients) {
            // A coefficient of 0 has no term, however long the step.
            let term = if c == 0.0 { 0.0 } else { (c * self.power).abs() };
            terms.largest = terms.largest.max(term);
            terms.last = [terms.last[1], term];
        }
        self.power *= self.size;
    }

    /// Whether all series have converged with the orders taken. A series that is not finite never has.
    pub fn is_reached(&self) -> bool {
        let greatest =
            self.terms.iter().fold(0.0, |greatest: f64, terms| greatest.max(terms.largest));
        // ∞ is not small beside ∞.
        let finite = greatest < f64::INFINITY;
        finite
            && self.terms.iter().all(|terms| {
                let small = self.accuracy * terms.largest.max(NEGLIGIBLE * greatest);
                terms.last.iter().all(|term| *term <= small)
            })
    }

    /// The longest step, to within a fifth, for which the coefficients `[order][component]` converge;
    /// at most the one begun with. 0 if there is none.
    pub fn longest(&mut self, coefficients: &[f64], tolerance: f64) -> f64 {
        let most = self.size;
        let mut reached = |size: f64| {
            self.begin(size, tolerance);
            coefficients.chunks_exact(self.terms.len()).for_each(|order| self.take(order));
            self.is_reached()
        };
        // Halvings, one by one, or where a host asks for a step without end ever more at once; then the fewest.
        let (mut halvings, mut too_few) = (0, 0);
        while !reached(libm::scalbn(most, -halvings)) {
            if halvings > MOST_HALVINGS {
                return 0.0;
            }
            too_few = halvings;
            halvings += (halvings / 8).max(1);
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
}
