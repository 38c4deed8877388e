//! Convergence test of Taylor series: decides when one has enough terms for a step.
//!
//! The force polynomials of all bodies are error-controlled, since everything else follows from them. A series
//! has converged over a step of size h if its last two terms `|c_k| h^k` are small beside its largest
//! one, or negligible beside the largest of all bodies of its connected component (a motion that has only just begun to
//! reach a body does not hold up the step).

use crate::dynamics::series::{INVERSE, greater};
use crate::dynamics::tolerances::{FINEST, OF_SUM};

/// The truncation error of one step as a fraction of the relative tolerance: errors of many steps
/// add up, and roots inherit them.
pub(in crate::dynamics) const SAFETY: f64 = 0.01;

/// A force below this fraction of the greatest one need not converge on its own scale.
pub(in crate::dynamics) const NEGLIGIBLE: f64 = 1e-4;

/// Lowest order at which a series may be called converged: sources, springs and dampers couple
/// neighbouring orders, so that two vanishing terms in a row after the third mean a vanishing tail.
pub(in crate::dynamics) const MIN_ORDER: usize = 3;

/// Highest order of a force polynomial. Where a singular point limits the step, the cost per time is least near order
/// −½·ln(tolerance) ≈ 10…16. Of oscillations it still falls there: at the tolerance in use a step of this order covers
/// 1.85 rad of the fastest one, a step of order 16 one radian.
pub(in crate::dynamics) const MAX_ORDER: usize = 20;

/// Distance that a law may have from the polynomial that stands for it: relative to the forces of its contact, and a
/// force that does not matter beside those of others.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Demand {
    pub relative: f64,
    /// Relative to the greatest force on the connected component.
    pub negligible: f64,
    /// True if the polynomials are fitted to the law at places along the step, the end among them.
    pub fitted: bool,
}

impl Demand {
    /// Returns the demand on series that have converged at a relative tolerance.
    pub fn of_series(tolerance: f64) -> Self {
        let relative = accuracy(tolerance);
        Self { relative, negligible: relative * NEGLIGIBLE, fitted: false }
    }

    /// Returns the distance that a number which decides may have from its polynomial, relative to its terms: round-off, so that it
    /// is at a level where this is, unless polynomials are fitted.
    pub fn of_decisions(&self) -> f64 {
        if self.fitted { self.relative + OF_SUM } else { OF_SUM }
    }
}

/// Returns the relative accuracy that is required of a step at a relative tolerance.
pub(in crate::dynamics) fn accuracy(tolerance: f64) -> f64 {
    (SAFETY * tolerance).max(FINEST)
}

/// Halvings from the greatest number to 0.
const MOST_HALVINGS: i32 = f64::MAX_EXP - f64::MIN_EXP + f64::MANTISSA_DIGITS as i32;

/// Watches the series of several components, order by order: of each the largest term over a step, and the last two.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Convergence {
    largest: Vec<f64>,
    last: Vec<f64>,
    before: Vec<f64>,
    /// Connected component of the network on which each entry is, and the greatest of the largest terms on each.
    component: Vec<usize>,
    greatest: Vec<f64>,
    /// Terms on each connected component that are negligible whatever the others are.
    permitted: Vec<f64>,
    /// Least value, for each connected component and order, that is not negligible beside the greatest of its components.
    counts: Vec<[f64; MAX_ORDER + 1]>,
    size: f64,
    power: f64,
    accuracy: f64,
}

impl Convergence {
    /// Reserves memory for entries on these connected components.
    pub fn resize(&mut self, component: impl Iterator<Item = usize>, components: usize) {
        self.component.clear();
        self.component.extend(component);
        for terms in [&mut self.largest, &mut self.last, &mut self.before] {
            terms.resize(self.component.len(), 0.0);
        }
        self.greatest.resize(components, 0.0);
        self.permitted.resize(components, 0.0);
        self.counts.resize(components, [NOTHING; MAX_ORDER + 1]);
    }

    /// Begins with a step of `size` and a relative tolerance.
    pub fn begin(&mut self, size: f64, tolerance: f64) {
        for terms in [&mut self.largest, &mut self.last, &mut self.before, &mut self.greatest] {
            terms.fill(0.0);
        }
        (self.size, self.power) = (size, 1.0);
        self.accuracy = accuracy(tolerance);
    }

    /// Permits terms on a connected component from here on that are no greater than this one, whatever the others are.
    pub fn permit(&mut self, component: usize, term: f64) {
        self.permitted[component] = term;
    }

    /// Permits no more such terms.
    pub fn permit_none(&mut self) {
        self.permitted.fill(0.0);
    }

    /// Takes the coefficients of the next order.
    pub fn take(&mut self, coefficients: &[f64]) {
        std::mem::swap(&mut self.last, &mut self.before);
        let terms = self.largest.iter_mut().zip(&mut self.last).zip(&self.component);
        for (((largest, last), component), &c) in terms.zip(coefficients) {
            // A coefficient of 0 has no term, however long the step.
            let term = if c == 0.0 { 0.0 } else { (c * self.power).abs() };
            *largest = greater(term, *largest);
            *last = term;
            let greatest = &mut self.greatest[*component];
            *greatest = greater(term, *greatest);
        }
        self.power *= self.size;
    }

    /// True if all series have converged with the orders taken. A series that is not finite never has.
    pub fn is_reached(&self) -> bool {
        // ∞ is not small beside ∞.
        let finite = self.greatest.iter().all(|greatest| *greatest < f64::INFINITY);
        let terms = self.largest.iter().zip(&self.last).zip(&self.before);
        finite
            && terms.zip(&self.component).all(|(((largest, last), before), component)| {
                let small = self.accuracy * largest.max(NEGLIGIBLE * self.greatest[*component]);
                let small = small.max(self.permitted[*component]);
                *last <= small && *before <= small
            })
    }

    /// True if there is a term on a connected component that is not 0.
    pub fn has_begun(&self, component: usize) -> bool {
        self.greatest[component] != 0.0
    }

    /// True if there is a term on every connected component that is not 0.
    pub fn all_begun(&self) -> bool {
        (0..self.greatest.len()).all(|component| self.has_begun(component))
    }

    /// Returns the longest step, to within a fifth, for which the coefficients `[order][component]` converge; at most
    /// the one begun with. 0 if there is none.
    pub fn longest(&mut self, coefficients: &[f64], tolerance: f64) -> f64 {
        // What is no number stays none, however short the step.
        if !coefficients.iter().all(|c| c.is_finite()) {
            return 0.0;
        }
        let width = self.largest.len();
        let mut size = self.size.min(self.estimate(coefficients));
        // What converges may still leave the range of numbers on the way.
        for _ in 0..MOST_HALVINGS {
            self.begin(size, tolerance);
            coefficients.chunks_exact(width).for_each(|order| self.take(order));
            if self.is_reached() {
                return size;
            }
            size *= 0.5;
        }
        0.0
    }

    /// Returns a step for which the last two terms are small beside an earlier one, a little shorter than the longest.
    fn estimate(&mut self, coefficients: &[f64]) -> f64 {
        let width = self.largest.len();
        let last = coefficients.len() / width - 1;
        let accuracy = logarithm(self.accuracy);
        self.counts.fill([0.0; MAX_ORDER + 1]);
        for (k, order) in coefficients.chunks_exact(width).enumerate() {
            for (c, component) in order.iter().zip(&self.component) {
                let most = &mut self.counts[*component][k];
                *most = greater(c.abs(), *most);
            }
        }
        for most in self.counts.iter_mut().flat_map(|counts| &mut counts[..=last]) {
            *most = logarithm(NEGLIGIBLE * *most) + accuracy;
        }
        let mut shortest = f64::INFINITY;
        let mut trial: Option<Trial> = None;
        for entry in 0..width {
            let of = |k: usize| coefficients[k * width + entry];
            if trial.as_ref().is_some_and(|trial| trial.converges(last, of)) {
                continue;
            }
            let mut terms = self.counts[self.component[entry]];
            for (k, most) in terms.iter_mut().enumerate().take(last) {
                *most = most.max(logarithm(of(k)) + accuracy);
            }
            let before = shortest;
            // A coefficient of 0 has no term, however long the step.
            for k in [last - 1, last].into_iter().filter(|k| of(*k) != 0.0) {
                let term = logarithm(of(k)) + TOO_LOW;
                let sizes = terms[..k].iter().zip(INVERSE[..k].iter().rev());
                let size = sizes.fold(f64::NEG_INFINITY, |most, (earlier, inverse)| {
                    most.max((earlier - term) * inverse)
                });
                shortest = shortest.min(size);
            }
            if shortest < before {
                trial = Some(Trial::of(shortest, self.accuracy));
            }
        }
        libm::exp2(shortest)
    }
}

/// A step for which most series are seen to converge without a logarithm.
#[derive(Clone, Copy, Debug)]
struct Trial {
    /// Its powers, and the part of a term that later ones may be, less what logarithms may be wrong by.
    powers: [f64; MAX_ORDER + 1],
    accuracy: f64,
}

impl Trial {
    /// Makes a step of 2^`size`.
    fn of(size: f64, accuracy: f64) -> Self {
        let size = libm::exp2(size);
        let mut powers = [1.0; MAX_ORDER + 1];
        for k in 1..powers.len() {
            powers[k] = powers[k - 1] * size;
        }
        Self { powers, accuracy: accuracy * libm::exp2(-3.0 * TOO_LOW) }
    }

    /// True if the last two terms, up to order `last`, are small beside an earlier one: [`Convergence::estimate`] would find
    /// no shorter step.
    fn converges(&self, last: usize, of: impl Fn(usize) -> f64) -> bool {
        let term = |k: usize| (of(k) * self.powers[k]).abs();
        let most = (0..last - 1).fold(0.0, |most, k| greater(term(k), most)).min(f64::MAX);
        let (before, end) = (term(last - 1), term(last));
        before <= self.accuracy * most && end <= self.accuracy * most.max(before)
    }
}

/// The binary logarithm of a number that is nothing.
const NOTHING: f64 = -1e6;

/// Greatest amount by which [`logarithm`] may be too low.
const TOO_LOW: f64 = 0.0861;

/// Returns the binary logarithm of a number's size: what its exponent says, and between powers of 2 the chord.
fn logarithm(x: f64) -> f64 {
    // The bits of a number count its exponent, with the mantissa behind the point.
    const ONE: f64 = (1_u64 << (f64::MANTISSA_DIGITS - 1)) as f64;
    const BIAS: f64 = 1023.0;
    // Numbers that are too small for that, as many times as great.
    const GREATER: f64 = ONE * ONE;
    if x.abs() >= f64::MIN_POSITIVE {
        x.abs().to_bits().cast_signed() as f64 * (1.0 / ONE) - BIAS
    } else if x == 0.0 || x.is_nan() {
        NOTHING
    } else {
        logarithm(x * GREATER) - 2.0 * (f64::MANTISSA_DIGITS - 1) as f64
    }
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
        watch.resize(series.iter().map(|_| 0), 1);
        watch.begin(size, TOLERANCE);
        for k in 0..=MAX_ORDER {
            let order: Vec<f64> = series.iter().map(|one| one[k]).collect();
            watch.take(&order);
        }
        watch.is_reached()
    }

    fn longest(series: &[[f64; MAX_ORDER + 1]], most: f64) -> f64 {
        let mut watch = Convergence::default();
        watch.resize(series.iter().map(|_| 0), 1);
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
                vec![exponential(0.0, 1.0), exponential(1e5, 7.0 * scale)],
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

    /// Forces of which the smaller one does not converge hold up a step if it is more than 1e-4 of what the greater one may
    /// be wrong by, and as long as both act on bodies of one connected component.
    #[test]
    fn what_is_negligible_is_so_beside_others_of_its_component() {
        let mut constant = [0.0; MAX_ORDER + 1];
        constant[0] = 1.0;
        for (part, is_small) in [(0.9e-4, true), (1.1e-4, false), (1e-3, false)] {
            let lasting = [part * 1e-12; MAX_ORDER + 1];
            assert_eq!(is_reached(&[constant, lasting], 1.0), is_small, "{part}");
            let mut apart = Convergence::default();
            apart.resize(0..2, 2);
            apart.begin(1.0, TOLERANCE);
            for k in 0..=MAX_ORDER {
                apart.take(&[constant[k], lasting[k]]);
            }
            assert!(!apart.is_reached(), "{part}");
        }
    }

    /// It is found without a trial of shorter steps.
    #[test]
    fn what_is_no_number_has_no_step() {
        let mut broken = exponential(1.0, 1.0);
        for none in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            broken[5] = none;
            let mut watch = Convergence::default();
            watch.resize(std::iter::once(0), 1);
            watch.begin(0.5, TOLERANCE);
            assert_eq!((watch.longest(&broken, TOLERANCE), watch.size), (0.0, 0.5));
        }
        broken[5] = 0.0;
        broken[MAX_ORDER] = f64::NAN;
        assert_eq!(longest(&[broken], 1.0), 0.0);
        broken[MAX_ORDER] = f64::INFINITY;
        assert_eq!(longest(&[broken], f64::MAX), 0.0);
        // Nothing moves: any step is right.
        assert_eq!(longest(&[[0.0; MAX_ORDER + 1]], 1e300), 1e300);
    }
}
