//! Taylor coefficients of composed functions, order by order.
//!
//! Every function here gives coefficient k of a result from the coefficients 0..=k of its arguments and
//! 0..k of the result, `a(τ) = Σ_k a_k τ^k`. The recurrences follow from the differential equation of each
//! function (D. Knuth, *The Art of Computer Programming* 2, §4.7; A. Griewank, A. Walther, *Evaluating
//! Derivatives*, table 13.2).

/// Coefficients that a series has room for: orders 0 to 17.
pub const ORDERS: usize = 18;

/// Coefficients of one series, lowest order first.
pub type Coefficients = [f64; ORDERS];

/// `a·b`: `Σ_n a_n b_{k−n}`.
pub fn product(a: &[f64], b: &[f64], k: usize) -> f64 {
    (0..=k).map(|n| a[n] * b[k - n]).sum()
}

/// `q = a/b`, b₀ ≠ 0, from `a = b·q`.
pub fn quotient(a: &[f64], b: &[f64], q: &[f64], k: usize) -> f64 {
    let known: f64 = (1..=k).map(|n| b[n] * q[k - n]).sum();
    (a[k] - known) / b[0]
}

/// `q = 1/(1 + c·a)`, 1 + c·a₀ ≠ 0.
pub fn hyperbola(a: &[f64], c: f64, q: &[f64], k: usize) -> f64 {
    let first = 1.0 / (1.0 + c * a[0]);
    if k == 0 {
        return first;
    }
    let known: f64 = (1..=k).map(|n| a[n] * q[k - n]).sum();
    -c * first * known
}

/// `e = exp(c·a + b)`, from `e′ = c·a′·e`.
pub fn exponential(a: &[f64], c: f64, b: f64, e: &[f64], k: usize) -> f64 {
    if k == 0 {
        return libm::exp(c * a[0] + b);
    }
    let sum: f64 = (1..=k).map(|n| n as f64 * a[n] * e[k - n]).sum();
    c * sum / k as f64
}

/// `p = a^r`, a₀ > 0, from `a·p′ = r·a′·p`.
pub fn power(a: &[f64], r: f64, p: &[f64], k: usize) -> f64 {
    if k == 0 {
        return libm::pow(a[0], r);
    }
    let order = k as f64;
    let sum: f64 = (1..=k).map(|n| (n as f64 * (r + 1.0) - order) * a[n] * p[k - n]).sum();
    sum / (order * a[0])
}

/// `t = tanh(c·a)` with `d = 1 − t²`, of which the coefficients 0..k are given, from `t′ = c·d·a′`.
pub fn hyperbolic_tangent(a: &[f64], c: f64, d: &[f64], k: usize) -> f64 {
    if k == 0 {
        return libm::tanh(c * a[0]);
    }
    let sum: f64 = (1..=k).map(|n| n as f64 * a[n] * d[k - n]).sum();
    c * sum / k as f64
}

/// `t = atan(c·a)` with `d = 1 + (c·a)²`, of which the coefficients 0..=k are given, from `d·t′ = c·a′`.
pub fn arctangent(a: &[f64], c: f64, d: &[f64], t: &[f64], k: usize) -> f64 {
    if k == 0 {
        return libm::atan(c * a[0]);
    }
    let known: f64 = (1..k).map(|n| n as f64 * t[n] * d[k - n]).sum();
    (c * a[k] - known / k as f64) / d[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a(τ) = 2 + 3τ − τ²/2, so that closed forms of a few orders are known.
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

    /// Equal up to round-off of sums whose terms are `scale` large.
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
    fn a_hyperbola_is_a_quotient() {
        let a = argument();
        let mut one = [0.0; ORDERS];
        one[0] = 1.0;
        let denominator = filled(|_, k| one[k] + 0.7 * a[k]);
        let expected = filled(|q, k| quotient(&one, &denominator, q, k));
        assert_close(&filled(|q, k| hyperbola(&a, 0.7, q, k)), &expected, 1.0);
    }

    #[test]
    fn the_exponential_of_a_line_has_the_known_coefficients() {
        let mut a = [0.0; ORDERS];
        a[..2].copy_from_slice(&[0.5, 2.0]);
        let mut expected = [0.0; ORDERS];
        let mut factorial = 1.0;
        for (k, slot) in expected.iter_mut().enumerate() {
            factorial *= k.max(1) as f64;
            *slot = (1..=k).fold(libm::exp(0.4), |p, _| p * -1.2) / factorial;
        }
        // −0.6·(½ + 2τ) + 0.7
        assert_close(&filled(|e, k| exponential(&a, -0.6, 0.7, e, k)), &expected, 1.0);
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

    #[test]
    fn tanh_is_a_quotient_of_exponentials() {
        let a = argument();
        let mut one = [0.0; ORDERS];
        one[0] = 1.0;
        let e = filled(|e, k| exponential(&a, 0.8, 0.0, e, k));
        let (above, below) = (filled(|_, k| e[k] - one[k]), filled(|_, k| e[k] + one[k]));
        let expected = filled(|q, k| quotient(&above, &below, q, k));
        let (mut t, mut d) = ([0.0; ORDERS], [0.0; ORDERS]);
        for k in 0..ORDERS {
            t[k] = hyperbolic_tangent(&a, 0.4, &d, k);
            d[k] = one[k] - product(&t, &t, k);
        }
        assert_close(&t, &expected, 100.0);
    }

    #[test]
    fn the_slope_of_atan_is_one_over_its_denominator() {
        let a = argument();
        let mut d = [0.0; ORDERS];
        for (k, slot) in d.iter_mut().enumerate() {
            *slot = 0.09 * product(&a, &a, k);
        }
        d[0] += 1.0;
        let t = filled(|t, k| arctangent(&a, 0.3, &d, t, k));
        assert_eq!(t[0], libm::atan(0.6));
        let slope = filled(|_, k| if k + 1 < ORDERS { (k + 1) as f64 * t[k + 1] } else { 0.0 });
        let expected =
            filled(|_, k| if k + 1 < ORDERS { 0.3 * (k + 1) as f64 * a[k + 1] } else { 0.0 });
        let last = ORDERS - 1;
        let product = filled(|_, k| product(&d, &slope, k));
        assert_close(&product[..last], &expected[..last], 100.0);
    }
}
