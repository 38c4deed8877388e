//! Dense linear systems in a buffer that is kept: LU with row exchange.

/// A square matrix, by rows, and after [`Factors::factor`] its factors.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    size: usize,
    entries: Vec<f64>,
    /// Multiplications of all eliminations.
    pub operations: u64,
    exchange: Vec<usize>,
}

impl Factors {
    /// Resizes the matrix, with zeros.
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        self.entries.clear();
        self.entries.resize(size * size, 0.0);
        self.exchange.clear();
        self.exchange.resize(size, 0);
    }

    pub fn entry(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    /// Factors the matrix; false if it is singular or not finite.
    pub fn factor(&mut self) -> bool {
        let size = self.size;
        self.operations += (size * size * size / 3) as u64;
        for k in 0..size {
            let magnitude = |row: usize| self.entries[row * size + k].abs();
            let pivot = (k..size).max_by(|a, b| magnitude(*a).total_cmp(&magnitude(*b)));
            let pivot = pivot.unwrap_or(k);
            let value = self.entries[pivot * size + k];
            if value == 0.0 || !value.is_finite() {
                return false;
            }
            self.exchange[k] = pivot;
            if pivot != k {
                for column in 0..size {
                    self.entries.swap(k * size + column, pivot * size + column);
                }
            }
            let (above, below) = self.entries.split_at_mut((k + 1) * size);
            let pivot_row = &above[k * size + k + 1..];
            for row in below.chunks_exact_mut(size) {
                let factor = row[k] / value;
                row[k] = factor;
                if factor != 0.0 {
                    for (entry, upper) in row[k + 1..].iter_mut().zip(pivot_row) {
                        *entry -= factor * upper;
                    }
                }
            }
        }
        true
    }

    /// Replaces the right-hand side by the solution.
    pub fn solve(&self, x: &mut [f64]) {
        let size = self.size;
        for k in 0..size {
            x.swap(k, self.exchange[k]);
        }
        for k in 0..size {
            let row = &self.entries[k * size..k * size + k];
            x[k] -= row.iter().zip(&x[..k]).map(|(entry, x)| entry * x).sum::<f64>();
        }
        for k in (0..size).rev() {
            let row = &self.entries[k * size + k..(k + 1) * size];
            let known: f64 = row[1..].iter().zip(&x[k + 1..]).map(|(entry, x)| entry * x).sum();
            x[k] = (x[k] - known) / row[0];
        }
    }
}
