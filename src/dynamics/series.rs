//! Taylor polynomials of several components over one step.

use std::ops::Range;

use crate::algebra::taylor::ORDERS;

/// 1/n from n = 1 on.
pub(super) const INVERSE: [f64; 2 * ORDERS] = {
    let mut inverse = [1.0; 2 * ORDERS];
    let mut n = 1;
    while n < 2 * ORDERS {
        inverse[n] = 1.0 / (n + 1) as f64;
        n += 1;
    }
    inverse
};

/// Nodes and weights of Gauss–Legendre's rule on [0, 1] with eight places, by which products of polynomials of a step are
/// integrated: exact up to the fifteenth power of τ, and of the sixteenth to 4e-10 of what that adds. Series that converge have
/// less than a millionth of their product there.
pub(super) const NODES: [(f64, f64); 8] = [
    (0.019_855_071_751_231_884, 0.050_614_268_145_188_13),
    (0.101_666_761_293_186_64, 0.111_190_517_226_687_24),
    (0.237_233_795_041_835_5, 0.156_853_322_938_943_63),
    (0.408_282_678_752_175_1, 0.181_341_891_689_181),
    (0.591_717_321_247_825, 0.181_341_891_689_181),
    (0.762_766_204_958_164_5, 0.156_853_322_938_943_63),
    (0.898_333_238_706_813_4, 0.111_190_517_226_687_24),
    (0.980_144_928_248_768_1, 0.050_614_268_145_188_13),
];

/// Returns the greater one of two numbers, or the second if they are not both numbers: one instruction, where
/// `f64::max` takes ten.
pub(super) fn greater(term: f64, most: f64) -> f64 {
    if term > most { term } else { most }
}

/// Coefficients `[order][component]`, contiguous.
#[derive(Clone, Debug, Default)]
pub(super) struct Series {
    width: usize,
    values: Vec<f64>,
}

impl Series {
    pub fn resize(&mut self, width: usize, orders: usize) {
        self.width = width;
        self.values.clear();
        self.values.resize(width * orders, 0.0);
    }

    /// Resizes without clearing, where whatever is read is written before, as it is from one step to the next.
    pub fn fit(&mut self, width: usize, orders: usize) {
        self.width = width;
        if self.values.len() < width * orders {
            self.values.resize(width * orders, 0.0);
        }
    }

    /// Takes the coefficients of another one up to `order`.
    pub fn copy_rows(&mut self, other: &Series, order: usize) {
        self.fit(other.width, order + 1);
        let rows = other.rows(order);
        self.values[..rows.len()].copy_from_slice(rows);
    }

    pub fn row(&self, order: usize) -> &[f64] {
        &self.values[order * self.width..][..self.width]
    }

    /// Returns all coefficients up to `order`.
    pub fn rows(&self, order: usize) -> &[f64] {
        &self.values[..(order + 1) * self.width]
    }

    pub fn row_mut(&mut self, order: usize) -> &mut [f64] {
        &mut self.values[order * self.width..][..self.width]
    }

    /// Returns the coefficients of an order, and of the next one.
    pub fn pair_mut(&mut self, order: usize) -> (&[f64], &mut [f64]) {
        let both = &mut self.values[order * self.width..][..2 * self.width];
        let (row, next) = both.split_at_mut(self.width);
        (row, next)
    }

    pub fn at(&self, order: usize, component: usize) -> f64 {
        self.values[order * self.width + component]
    }

    pub fn set(&mut self, order: usize, component: usize, value: f64) {
        self.values[order * self.width + component] = value;
    }

    /// Returns the value of one component at τ, with the coefficients up to `order`.
    pub fn value(&self, component: usize, order: usize, tau: f64) -> f64 {
        (0..=order).rev().fold(0.0, |sum, k| sum * tau + self.at(k, component))
    }

    /// Evaluates the values of all components at τ, with the coefficients up to `order`.
    pub fn all_values(&self, order: usize, tau: f64, out: &mut [f64]) {
        self.fold(0..order + 1, out, |sum, c, _| sum * tau + c);
    }

    /// Writes bounds of the difference of each component in [0, τ] from its value at 0: the sums of its other terms' magnitudes.
    pub fn excursions(&self, order: usize, tau: f64, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.width, 0.0);
        self.fold(1..order + 1, out, |sum, c, _| (sum + c.abs()) * tau);
    }

    /// Takes the coefficients of each component together, with their orders, from the highest one down.
    fn fold(&self, orders: Range<usize>, out: &mut [f64], add: impl Fn(f64, f64, usize) -> f64) {
        // Four components at once, all orders of them.
        let (fours, rest) = out.as_chunks_mut::<4>();
        let mut first = 0;
        for out in fours {
            let mut sums = [0.0; 4];
            for k in orders.clone().rev() {
                let row = &self.values[k * self.width + first..][..4];
                for (sum, c) in sums.iter_mut().zip(row) {
                    *sum = add(*sum, *c, k);
                }
            }
            *out = sums;
            first += 4;
        }
        for (place, out) in rest.iter_mut().enumerate() {
            let terms = orders.clone().rev().map(|k| (self.at(k, first + place), k));
            *out = terms.fold(0.0, |sum, (c, k)| add(sum, c, k));
        }
    }

    /// True if no component leaves ±`most` in [0, τ], by the sum of all terms' magnitudes.
    pub fn is_within(&self, most: f64, order: usize, tau: f64) -> bool {
        let size = |k: usize| self.row(k).iter().map(|c| c.abs()).sum::<f64>();
        tau <= most && (0..=order).rev().fold(0.0, |sum, k| sum * tau + size(k)) <= most
    }

    /// Integrals of all components over [0, τ].
    pub fn integrals(&self, order: usize, tau: f64, out: &mut [f64]) {
        self.fold(0..order + 1, out, |sum, c, k| sum * tau + c * INVERSE[k]);
        out.iter_mut().for_each(|sum| *sum *= tau);
    }

    /// Returns the integral of one component over [0, τ].
    pub fn integral(&self, component: usize, order: usize, tau: f64) -> f64 {
        let sum =
            (0..=order).rev().fold(0.0, |sum, k| sum * tau + self.at(k, component) * INVERSE[k]);
        sum * tau
    }

    /// True if all coefficients up to an order are numbers.
    pub fn is_finite(&self, order: usize) -> bool {
        // Without a branch at each.
        self.rows(order).iter().fold(true, |finite, c| finite & c.is_finite())
    }

    /// True if the magnitudes of all coefficients up to an order are together at most this, and numbers.
    pub fn is_overflow_safe(&self, most: f64, order: usize) -> bool {
        // Four at once.
        let (fours, rest) = self.rows(order).as_chunks::<4>();
        let mut sums = [0.0; 4];
        for four in fours {
            for (sum, c) in sums.iter_mut().zip(four) {
                *sum += c.abs();
            }
        }
        sums.iter().sum::<f64>() + rest.iter().map(|c| c.abs()).sum::<f64>() <= most
    }

    /// Returns the integral over [0, τ] of the product of one component with that of another series, whose orders may differ: by
    /// [`NODES`], to round-off, since both have converged.
    pub fn product_integral(
        &self,
        other: &Series,
        component: usize,
        (own, others): (usize, usize),
        tau: f64,
    ) -> f64 {
        // A constant force has one term.
        let own = (1..=own).rev().find(|k| self.at(*k, component) != 0.0).unwrap_or(0);
        if own == 0 {
            return self.at(0, component) * other.integral(component, others, tau);
        }
        let (factors, with) =
            (self.at_nodes(component, own, tau), other.at_nodes(component, others, tau));
        let products = factors.iter().zip(with).zip(NODES);
        tau * products.map(|((factor, with), (_, weight))| weight * factor * with).sum::<f64>()
    }

    /// Returns the values of one component at [`NODES`] of [0, τ].
    fn at_nodes(&self, component: usize, order: usize, tau: f64) -> [f64; NODES.len()] {
        let mut values = [0.0; NODES.len()];
        for k in (0..=order).rev() {
            let c = self.at(k, component);
            for (value, (place, _)) in values.iter_mut().zip(NODES) {
                *value = *value * (place * tau) + c;
            }
        }
        values
    }

    /// Copies the polynomial of one component.
    pub fn copy(&self, component: usize, order: usize, into: &mut [f64]) {
        for (k, slot) in into.iter_mut().enumerate().take(order + 1) {
            *slot = self.at(k, component);
        }
    }

    /// Returns coefficient k of the product with another series, of one component.
    pub fn product_term(&self, other: &Series, component: usize, k: usize) -> f64 {
        (0..=k).map(|n| self.at(n, component) * other.at(k - n, component)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1 + 2τ − 3τ²)·(4 − 5τ + 6τ² + 7τ³) at one component, beside another.
    #[test]
    fn a_product_is_integrated_up_to_its_last_term() {
        let series = |coefficients: &[f64]| {
            let mut series = Series::default();
            series.resize(2, coefficients.len());
            for (k, c) in coefficients.iter().enumerate() {
                series.set(k, 0, 100.0);
                series.set(k, 1, *c);
            }
            series
        };
        let (a, b) = (series(&[1.0, 2.0, -3.0]), series(&[4.0, -5.0, 6.0, 7.0]));
        let product = [4.0, 3.0, -16.0, 34.0, -4.0, -21.0];
        for tau in [0.5, 1.0, 2.0] {
            let terms = product.iter().zip([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).rev();
            let expected = terms.fold(0.0, |sum, (c, n)| (sum + c / n) * tau);
            let found = a.product_integral(&b, 1, (2, 3), tau);
            assert!(
                (found - expected).abs() < 1e-13 * expected.abs().max(1.0),
                "{found} {expected}"
            );
        }
    }
}
