//! Cholesky's factorisation of a sparse symmetric matrix within its skyline: row i is stored from its
//! first non-zero to the diagonal, where the factor fills in. Chains cost O(n), grids O(n·width²).
//! Source: A. George, J. W. Liu, *Computer Solution of Large Sparse Positive Definite Systems*, 1981,
//! chapter 4.

/// A pivot below this fraction of its diagonal is round-off: the matrix is singular.
const SINGULAR: f64 = 64.0 * f64::EPSILON;

/// `A` with rows in one vector, then its factor `L` with `A = L Lᵀ`; buffers are reused.
#[derive(Clone, Debug, Default)]
pub struct Skyline {
    /// First column of each row.
    first: Vec<usize>,
    /// End of each row: one past its diagonal.
    end: Vec<usize>,
    values: Vec<f64>,
    diagonal: Vec<f64>,
}

/// True of a symmetric matrix of this size that is positive definite, of which `entry` says what is on and below the diagonal.
pub fn is_positive_definite(size: usize, entry: impl Fn(usize, usize) -> f64) -> bool {
    Skyline::full(size, entry).is_some()
}

impl Skyline {
    /// Makes the factor of a full matrix, of which `entry` says what is on and below the diagonal; None unless it is
    /// positive definite.
    pub fn full(size: usize, entry: impl Fn(usize, usize) -> f64) -> Option<Self> {
        let mut factor = Skyline::default();
        factor.shape(size, (1..size).map(|row| (row, 0)));
        for row in 0..size {
            (0..=row).for_each(|column| factor.add(row, column, entry(row, column)));
        }
        factor.factor().is_ok().then_some(factor)
    }

    /// Takes a size and the places of non-zeros off the diagonal; all values are 0.
    pub fn shape(&mut self, size: usize, places: impl Iterator<Item = (usize, usize)>) {
        self.first.clear();
        self.first.extend(0..size);
        for (i, j) in places {
            let row = i.max(j);
            self.first[row] = self.first[row].min(i.min(j));
        }
        self.end.clear();
        let mut end = 0;
        for (row, first) in self.first.iter().enumerate() {
            end += row - first + 1;
            self.end.push(end);
        }
        self.values.clear();
        self.values.resize(end, 0.0);
    }

    /// Adds to an entry in the lower triangle, `column ≤ row`.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[self.end[row] - 1 + column - row] += value;
    }

    /// Returns an entry on the diagonal of `A`.
    pub fn diagonal(&self, row: usize) -> f64 {
        self.diagonal[row]
    }

    /// Replaces `A` by its factor.
    ///
    /// # Errors
    /// The first row that depends on those before it.
    pub fn factor(&mut self) -> Result<(), usize> {
        self.diagonal.clear();
        self.diagonal.extend(self.end.iter().map(|end| self.values[end - 1]));
        for row in 0..self.first.len() {
            for column in self.first[row]..row {
                let sum = self.overlap(row, column);
                let pivot = self.values[self.end[column] - 1];
                let at = self.end[row] - 1 + column - row;
                self.values[at] = (self.values[at] - sum) / pivot;
            }
            let left = self.diagonal[row] - self.overlap(row, row);
            // What is no number is no pivot.
            if left.is_nan() || left <= SINGULAR * self.diagonal[row] {
                return Err(row);
            }
            self.values[self.end[row] - 1] = left.sqrt();
        }
        Ok(())
    }

    /// Returns Σ L_ik L_jk over k < j ≤ i.
    fn overlap(&self, i: usize, j: usize) -> f64 {
        let from = self.first[i].max(self.first[j]);
        let part = |row: usize| {
            let diagonal = self.end[row] - 1;
            &self.values[diagonal + from - row..diagonal + j - row]
        };
        part(i).iter().zip(part(j)).map(|(x, y)| x * y).sum()
    }

    /// Solves `A x = b` in place.
    pub fn solve(&self, b: &mut [f64]) {
        for row in 0..b.len() {
            let (first, diagonal) = (self.first[row], self.end[row] - 1);
            let left = &self.values[diagonal + first - row..diagonal];
            let sum: f64 = left.iter().zip(&b[first..row]).map(|(l, x)| l * x).sum();
            b[row] = (b[row] - sum) / self.values[diagonal];
        }
        for row in (0..b.len()).rev() {
            let (first, diagonal) = (self.first[row], self.end[row] - 1);
            b[row] /= self.values[diagonal];
            let x = b[row];
            let left = &self.values[diagonal + first - row..diagonal];
            for (slot, l) in b[first..row].iter_mut().zip(left) {
                *slot -= l * x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solutions_satisfy_the_equations(
            size in 1usize..12,
            elements in prop::collection::vec((0usize..12, 0usize..12, 0.1..10.0f64), 0..30),
            x in prop::collection::vec(-1.0..1.0f64, 12),
        ) {
            let elements: Vec<_> =
                elements.into_iter().map(|(i, j, d)| (i % size, j % size, d)).collect();
            let mut dense = vec![vec![0.0; size]; size];
            (0..size).for_each(|i| dense[i][i] = 1.0);
            let mut matrix = Skyline::default();
            matrix.shape(size, elements.iter().map(|(i, j, _)| (*i, *j)));
            (0..size).for_each(|i| matrix.add(i, i, 1.0));
            for &(i, j, d) in elements.iter().filter(|(i, j, _)| i != j) {
                for (a, b, value) in [(i, i, d), (j, j, d), (i.max(j), i.min(j), -d)] {
                    matrix.add(a, b, value);
                    dense[a][b] += value;
                    if a != b {
                        dense[b][a] += value;
                    }
                }
            }
            let product = |row: &Vec<f64>| row.iter().zip(&x).map(|(a, x)| a * x).sum::<f64>();
            let mut b: Vec<f64> = dense.iter().map(product).collect();
            prop_assert_eq!(matrix.factor(), Ok(()));
            matrix.solve(&mut b);
            for (solved, x) in b.iter().zip(&x) {
                prop_assert!((solved - x).abs() < 1e-11);
            }
        }
    }

    /// A chain of resistances that nothing ties to the ground drifts as a whole.
    #[test]
    fn a_drifting_chain_is_singular() {
        let mut matrix = Skyline::default();
        matrix.shape(3, [(0, 1), (1, 2)].into_iter());
        for (i, d) in [(0, 0.3), (1, 0.7)] {
            matrix.add(i, i, d);
            matrix.add(i + 1, i + 1, d);
            matrix.add(i + 1, i, -d);
        }
        assert_eq!(matrix.factor(), Err(2));
    }
}
