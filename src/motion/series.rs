//! Taylor polynomials of several components over one step.

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

    pub fn row(&self, order: usize) -> &[f64] {
        &self.values[order * self.width..(order + 1) * self.width]
    }

    /// All coefficients up to `order`.
    pub fn rows(&self, order: usize) -> &[f64] {
        &self.values[..(order + 1) * self.width]
    }

    pub fn row_mut(&mut self, order: usize) -> &mut [f64] {
        &mut self.values[order * self.width..(order + 1) * self.width]
    }

    pub fn at(&self, order: usize, component: usize) -> f64 {
        self.values[order * self.width + component]
    }

    pub fn set(&mut self, order: usize, component: usize, value: f64) {
        self.values[order * self.width + component] = value;
    }

    /// Value of one component at τ, with the coefficients up to `order`.
    pub fn value(&self, component: usize, order: usize, tau: f64) -> f64 {
        (0..=order).rev().fold(0.0, |sum, k| sum * tau + self.at(k, component))
    }

    /// Integral of one component over [0, τ].
    pub fn integral(&self, component: usize, order: usize, tau: f64) -> f64 {
        let sum = (0..=order)
            .rev()
            .fold(0.0, |sum, k| sum * tau + self.at(k, component) / (k + 1) as f64);
        sum * tau
    }

    /// Copies the polynomial of one component.
    pub fn copy(&self, component: usize, order: usize, into: &mut [f64]) {
        for (k, slot) in into.iter_mut().enumerate().take(order + 1) {
            *slot = self.at(k, component);
        }
    }

    /// Coefficient k of the product with another series, of one component.
    pub fn product_term(&self, other: &Series, component: usize, k: usize) -> f64 {
        (0..=k).map(|n| self.at(n, component) * other.at(k - n, component)).sum()
    }
}
