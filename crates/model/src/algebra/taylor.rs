//! Taylor coefficients of composed functions, order by order.
//!
//! Every function here gives coefficient k of a result from the coefficients 0..=k of its arguments and
//! 0..k of the result, `a(τ) = Σ_k a_k τ^k`. The recurrences follow from the differential equation of each
//! function (D. Knuth, *The Art of Computer Programming* 2, §4.7; A. Griewank, A. Walther, *Evaluating
//! Derivatives*, table 13.2).

use super::number::{ENDED, Number};

/// Coefficients that a series has room for: orders 0 to 23.
pub const ORDERS: usize = 24;

/// Coefficients of one series, lowest order first.
pub type Coefficients = [f64; ORDERS];

/// Returns a coefficient of a quotient or of a negative power; 0 where it has overflown on the way although the denominator has not,
/// and the denominator is as great as that.
fn far(coefficient: f64, denominator: f64) -> f64 {
    let overflows = !coefficient.is_finite() && denominator.abs() > 1.0 / ENDED;
    if overflows { 0.0 } else { coefficient }
}

/// Returns `a·b`: `Σ_n a_n b_{k−n}`.
#[inline]
pub(crate) fn product(a: &[f64], b: &[f64], k: usize) -> f64 {
    match (k, a, b) {
        (0, [a0, ..], [b0, ..]) => a0 * b0,
        (1, [a0, a1, ..], [b0, b1, ..]) => a0 * b1 + a1 * b0,
        (2, [a0, a1, a2, ..], [b0, b1, b2, ..]) => a0 * b2 + a1 * b1 + a2 * b0,
        _ => convolution(&a[..=k], &b[..=k]),
    }
}

/// Returns `a·b` without the terms in which a has come to 0 ([`Number::times_exponent_change`]), whatever b is: a slope far away, and
/// the change of its argument, which may overflow there.
pub(crate) fn chained(a: &[f64], b: &[f64], k: usize) -> f64 {
    let whole = product(a, b, k);
    if whole.is_finite() {
        return whole;
    }
    let terms = a[..=k].iter().zip(b[..=k].iter().rev());
    terms.map(|(a, b)| a.times_exponent_change(*b)).sum()
}

/// Returns `Σ_n a_n b_{N−1−n}` of as many numbers.
#[inline]
fn convolution(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b.iter().rev()).map(|(a, b)| a * b).sum()
}

/// Returns `q = a/b`, b₀ ≠ 0, from `a = b·q`; it stays 0 where b overflows.
pub(crate) fn quotient(a: &[f64], b: &[f64], q: &[f64], k: usize) -> f64 {
    if k > 0 && b[0].is_infinite() {
        return 0.0;
    }
    let coefficient = (a[k] - convolution(&b[1..=k], &q[..k])) / b[0];
    if k > 0 && q[0].abs() < ENDED { far(coefficient, b[0]) } else { coefficient }
}

/// Returns `q = numerator/a`, a₀ ≠ 0; it stays 0 where a overflows.
pub(crate) fn reciprocal(numerator: f64, a: &[f64], q: &[f64], k: usize) -> f64 {
    if k == 0 {
        return numerator / a[0];
    }
    if a[0].is_infinite() {
        return 0.0;
    }
    far(-convolution(&a[1..=k], &q[..k]) / a[0], a[0])
}

/// Returns coefficient k > 0 of `e` from `e′ = a′·d`, of which the coefficients 0..k are given.
pub(crate) fn integral(a: &[f64], d: &[f64], k: usize) -> f64 {
    let mut order = 0.0;
    let terms = a[1..=k].iter().zip(d[..k].iter().rev()).map(|(a, d)| {
        order += 1.0;
        order * a * d
    });
    terms.sum::<f64>() / k as f64
}

/// Returns `e = exp(a)`, from `e′ = a′·e`; all of it is 0 where e₀ is, however fast `a` falls.
pub(crate) fn exponential(a: &[f64], e: &[f64], k: usize) -> f64 {
    match k {
        0 => libm::exp(a[0]),
        _ if e[0] == 0.0 => 0.0,
        _ => integral(a, e, k),
    }
}

/// Returns `p = a^r`, a₀ > 0, from `a·p′ = r·a′·p`; a negative power stays 0 where a overflows.
pub(crate) fn power(a: &[f64], r: f64, p: &[f64], k: usize) -> f64 {
    if k == 0 {
        return libm::pow(a[0], r);
    }
    if p[0] == 0.0 && r < 0.0 {
        return 0.0;
    }
    let order = k as f64;
    let sum: f64 = (1..=k).map(|n| (n as f64 * (r + 1.0) - order) * a[n] * p[k - n]).sum();
    let coefficient = sum / (order * a[0]);
    if r < 0.0 { far(coefficient, a[0]) } else { coefficient }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a(τ) = 2 + 3τ − τ²/2, so that closed forms of a few orders are known.
    fn argument() -> Coefficients {
        let mut a = [0.0; ORDERS];
        a[..3].copy_from_slice(&[2.0, 3.0, -0.5]);
        a
    }

    fn filled(term: impl Fn(&Coefficients, usize) -> f64) -> Coefficients {
        let mut out = [0.0; ORDERS];
        for k in 0..ORDERS {
            out[k] = term(&out, k);
        }
        out
    }

    /// Round-off of some dozens of terms.
    const ROUND_OFF: f64 = 1e-13;

    /// Checks that numbers are equal up to round-off of sums whose terms are `scale` large.
    fn assert_close(left: &[f64], right: &[f64], scale: f64) {
        for (k, (l, r)) in left.iter().zip(right).enumerate() {
            let size = scale * (1.0 + l.abs().max(r.abs()));
            assert!((l - r).abs() <= ROUND_OFF * size, "order {k}: {l} and {r}");
        }
    }

    #[test]
    fn quotients_undo_products() {
        let a = argument();
        let b = filled(|_, k| 1.0 / (k + 1) as f64);
        let product = filled(|_, k| product(&a, &b, k));
        let growth = 1e4; // the quotient's coefficients grow with those of 1/a
        assert_close(&filled(|q, k| quotient(&product, &a, q, k)), &b, growth);
    }

    #[test]
    fn a_reciprocal_is_a_quotient() {
        let a = argument();
        let mut numerator = [0.0; ORDERS];
        numerator[0] = 0.7;
        let expected = filled(|q, k| quotient(&numerator, &a, q, k));
        assert_close(&filled(|q, k| reciprocal(0.7, &a, q, k)), &expected, 1.0);
    }

    #[test]
    fn the_exponential_of_a_line_has_the_known_coefficients() {
        // −0.6·(½ + 2τ) + 0.7
        let mut a = [0.0; ORDERS];
        a[..2].copy_from_slice(&[0.4, -1.2]);
        let mut expected = [0.0; ORDERS];
        let mut factorial = 1.0;
        for (k, slot) in expected.iter_mut().enumerate() {
            factorial *= k.max(1) as f64;
            *slot = (1..=k).fold(libm::exp(0.4), |p, _| p * -1.2) / factorial;
        }
        assert_close(&filled(|e, k| exponential(&a, e, k)), &expected, 1.0);
    }

    #[test]
    fn powers_are_products_and_roots_square_to_their_argument() {
        let a = argument();
        let square = filled(|_, k| product(&a, &a, k));
        assert_close(&filled(|p, k| power(&a, 2.0, p, k)), &square, 10.0);
        let root = filled(|p, k| power(&a, 0.5, p, k));
        assert_close(&filled(|_, k| product(&root, &root, k)), &a, 1e3);
        let inverse = filled(|p, k| power(&a, -1.0, p, k));
        let mut one = [0.0; ORDERS];
        one[0] = 1.0;
        assert_close(&filled(|_, k| product(&inverse, &a, k)), &one, 1e3);
    }
}
