//! Polynomials as plain slices, without allocation.
//!
//! A polynomial is given by its Taylor coefficients, `p(τ) = Σ_k c_k τ^k`, lowest first, or on an
//! interval by its Bernstein coefficients, `p(τ) = Σ_i b_i C(n,i) s^i (1−s)^(n−i)` with
//! `s = (τ − left)/width`. A vector of polynomials is stored as `[coefficient][component]`,
//! contiguous. Bernstein coefficients bound: p stays in the convex hull of the `b_i`, and has no more
//! sign changes than they have (variation diminishing).
//!
//! Round-off: with `P(τ) = Σ_k |c_k| |τ|^k` ([`magnitude`]), every value computed here by Horner's
//! scheme, by `to_bernstein` or by `subdivide` on an interval that starts at or right of 0 is
//! within `n·ε·P` of the exact one, P taken at the right end, since each is a sum of the terms of p
//! with weights ≥ 0. [`shift`] by τ ≥ 0 keeps that property.
//! Source: G. Farin, *Curves and Surfaces for CAGD*, chapters 5 and 6.

/// Returns `p(τ)`.
pub fn evaluate(c: &[f64], tau: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, &coefficient| sum * tau + coefficient)
}

/// Returns `(p(τ), p′(τ))`.
pub fn evaluate_with_slope(c: &[f64], tau: f64) -> (f64, f64) {
    c.iter().rev().fold((0.0, 0.0), |(value, slope), &coefficient| {
        (value * tau + coefficient, slope * tau + value)
    })
}

/// Returns `Σ_k |c_k| |τ|^k`, the scale of round-off in `p(τ)`.
pub fn magnitude(c: &[f64], tau: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, coefficient| sum * tau.abs() + coefficient.abs())
}

/// Evaluates each component of a vector of polynomials at τ: `out` holds one number per component.
pub fn evaluate_vector(c: &[f64], tau: f64, out: &mut [f64]) {
    out.fill(0.0);
    for coefficient in c.chunks_exact(out.len()).rev() {
        for (value, &x) in out.iter_mut().zip(coefficient) {
            *value = *value * tau + x;
        }
    }
}

/// Replaces `p(τ)` by `p(τ + by)` (Taylor shift).
pub fn shift(c: &mut [f64], by: f64) {
    shift_vector(c, 1, by);
}

/// Shifts ([`shift`]) each of `components` polynomials with coefficients `[order][component]`.
pub fn shift_vector(c: &mut [f64], components: usize, by: f64) {
    for first in (0..c.len()).step_by(components) {
        for k in (first..c.len() - components).rev() {
            c[k] += by * c[k + components];
        }
    }
}

/// Replaces Taylor coefficients at 0 by Bernstein coefficients on `[0, width]`, for `components`
/// polynomials.
pub(crate) fn to_bernstein(c: &mut [f64], width: f64, components: usize) {
    let n = c.len() / components - 1;
    // Forward differences of the b_i: Δ^k b_0 = c_k width^k / C(n, k).
    let part = |k: usize| width * k as f64 / (n + 1 - k) as f64;
    let mut factor: f64 = 1.0;
    for k in 1..=n {
        factor *= part(k);
        for x in &mut c[k * components..(k + 1) * components] {
            // A power of the width may leave the range of numbers where its product with a coefficient does not.
            *x = if factor.is_normal() {
                *x * factor
            } else {
                (1..=k).map(part).fold(*x, |x, by| x * by)
            };
        }
    }
    // All components at once: each coefficient takes the one before.
    for first in 1..=n {
        for k in (first * components..c.len()).rev() {
            c[k] += c[k - components];
        }
    }
}

/// Splits an interval at the fraction `s` of its width by de Casteljau's algorithm: `b` becomes the
/// Bernstein coefficients of the left part, `right` (same length) those of the right part.
pub(crate) fn subdivide(b: &mut [f64], right: &mut [f64], components: usize, s: f64) {
    let last = b.len() - components;
    let degree = last / components;
    right[last..].copy_from_slice(&b[last..]);
    for level in 1..=degree {
        for row in (level..=degree).rev() {
            let (before, after) = b.split_at_mut(row * components);
            let before = &before[(row - 1) * components..];
            for (x, y) in after[..components].iter_mut().zip(before) {
                *x = (1.0 - s) * y + s * *x;
            }
        }
        let target = last - level * components;
        right[target..target + components].copy_from_slice(&b[last..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the coefficients of at most degree 20.
    fn coefficients() -> impl Strategy<Value = Vec<f64>> {
        prop::collection::vec(-1.0..1.0f64, 1..=21)
    }

    /// Relative to [`magnitude`]: far above n·ε, far below any mistake.
    const ROUND_OFF: f64 = 1e-13;

    /// Returns the value of a Bernstein form by de Casteljau's algorithm.
    fn bernstein_value(b: &[f64], s: f64) -> f64 {
        let mut left = b.to_vec();
        let mut right = vec![0.0; b.len()];
        subdivide(&mut left, &mut right, 1, s);
        assert_eq!(left.last(), right.first());
        right[0]
    }

    proptest! {
        #[test]
        fn slope_is_the_derivative(c in coefficients(), tau in -2.0..2.0f64) {
            let (value, slope) = evaluate_with_slope(&c, tau);
            prop_assert_eq!(value, evaluate(&c, tau));
            let derivative: Vec<f64> =
                c.iter().enumerate().skip(1).map(|(k, x)| k as f64 * x).collect();
            let expected = evaluate(&derivative, tau);
            prop_assert!((slope - expected).abs() <= ROUND_OFF * magnitude(&derivative, tau));
        }

        #[test]
        fn a_shift_moves_the_argument(c in coefficients(), by in 0.0..1.0f64, tau in 0.0..1.0f64) {
            let mut shifted = c.clone();
            shift(&mut shifted, by);
            let error = evaluate(&shifted, tau) - evaluate(&c, tau + by);
            prop_assert!(error.abs() <= ROUND_OFF * magnitude(&c, tau + by));
        }

        #[test]
        fn the_slope_of_an_integral_is_the_polynomial(c in coefficients(), tau in -1.0..1.0f64) {
            let terms = c.iter().enumerate().map(|(k, x)| x / (k + 1) as f64);
            let integral: Vec<f64> = std::iter::once(0.25).chain(terms).collect();
            let (_, slope) = evaluate_with_slope(&integral, tau);
            prop_assert!((slope - evaluate(&c, tau)).abs() <= ROUND_OFF * magnitude(&c, tau));
        }

        #[test]
        fn bernstein_forms_have_the_same_values(
            c in coefficients(), width in 0.01..2.0f64, s in 0.0..1.0f64,
        ) {
            let mut b = c.clone();
            to_bernstein(&mut b, width, 1);
            let error = bernstein_value(&b, s) - evaluate(&c, s * width);
            prop_assert!(error.abs() <= ROUND_OFF * magnitude(&c, width));
        }

        #[test]
        fn both_parts_of_a_subdivision_are_the_polynomial(
            c in coefficients(), split in 0.0..1.0f64, s in 0.0..1.0f64,
        ) {
            let mut left = c.clone();
            to_bernstein(&mut left, 1.0, 1);
            let mut right = vec![0.0; left.len()];
            subdivide(&mut left, &mut right, 1, split);
            let scale = ROUND_OFF * magnitude(&c, 1.0);
            let in_left = bernstein_value(&left, s) - evaluate(&c, s * split);
            let in_right = bernstein_value(&right, s) - evaluate(&c, split + s * (1.0 - split));
            prop_assert!(in_left.abs() <= scale && in_right.abs() <= scale);
        }

        #[test]
        fn vectors_go_component_by_component(
            c in coefficients(), d in coefficients(), tau in 0.0..1.0f64,
        ) {
            let n = c.len().min(d.len());
            let mut both: Vec<f64> = (0..n).flat_map(|k| [c[k], d[k]]).collect();
            let mut values = [0.0; 2];
            evaluate_vector(&both, tau, &mut values);
            prop_assert_eq!(values, [evaluate(&c[..n], tau), evaluate(&d[..n], tau)]);

            let (mut left, mut right) = (c[..n].to_vec(), vec![0.0; n]);
            let mut both_right = vec![0.0; 2 * n];
            to_bernstein(&mut left, 0.7, 1);
            to_bernstein(&mut both, 0.7, 2);
            subdivide(&mut left, &mut right, 1, tau);
            subdivide(&mut both, &mut both_right, 2, tau);
            for k in 0..n {
                prop_assert_eq!(both[2 * k], left[k]);
                prop_assert_eq!(both_right[2 * k], right[k]);
            }
        }
    }
}
