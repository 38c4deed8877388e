//! Small dense matrices of derivatives: as many rows as a unit has states.

use faer::Mat;
use faer::linalg::solvers::Solve;

/// An eigenvalue, real and imaginary part.
pub type Eigenvalue = (f64, f64);

/// Returns the unit matrix.
pub fn identity(size: usize) -> Mat<f64> {
    Mat::identity(size, size)
}

/// Returns the solution of A x = b; None where A is singular, or nearly so that no number comes out.
pub fn solve(matrix: &Mat<f64>, right: &[f64]) -> Option<Vec<f64>> {
    let column = Mat::from_fn(right.len(), 1, |i, _| right[i]);
    let solution = matrix.partial_piv_lu().solve(&column);
    let solution: Vec<f64> = (0..right.len()).map(|i| solution[(i, 0)]).collect();
    solution.iter().all(|value| value.is_finite()).then_some(solution)
}

/// The least solution of equations, of which some may be singular.
#[derive(Debug, PartialEq)]
pub struct Split {
    /// The solution, without parts along directions that the matrix takes to 0.
    pub solution: Vec<f64>,
    /// Greatest part of the right side that no solution meets.
    pub left: f64,
}

/// Returns the least solution of A x = b, and what it leaves, singular values up to `least` being 0. None if there are no finite
/// ones.
pub fn split(matrix: &Mat<f64>, right: &[f64], least: f64) -> Option<Split> {
    let size = right.len();
    let mut split = Split { solution: vec![0.0; size], left: 0.0 };
    if size == 0 {
        return Some(split);
    }
    let found = matrix.svd().ok()?;
    let mut left = vec![0.0; size];
    for k in 0..size {
        let (value, u, v) = (found.S()[k], found.U().col(k), found.V().col(k));
        let along: f64 = (0..size).map(|i| u[i] * right[i]).sum();
        for i in 0..size {
            if value > least {
                split.solution[i] += along / value * v[i];
            } else {
                left[i] += along * u[i];
            }
        }
    }
    split.left = left.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let finite = left.iter().chain(&split.solution).all(|part| part.is_finite());
    finite.then_some(split)
}

/// Returns the eigenvalues, the largest magnitude first; of a pair the one with positive imaginary part first.
pub fn eigenvalues(matrix: &Mat<f64>) -> Option<Vec<Eigenvalue>> {
    let found = matrix.eigenvalues().ok()?;
    let mut values: Vec<Eigenvalue> = found.iter().map(|value| (value.re, value.im)).collect();
    values.sort_by(|a, b| {
        b.0.hypot(b.1)
            .total_cmp(&a.0.hypot(a.1))
            .then(b.1.total_cmp(&a.1))
            .then(b.0.total_cmp(&a.0))
    });
    Some(values)
}

/// Returns exp A: the Padé approximant of degree 6 on A/2ˢ, squared s times (N. J. Higham, SIAM J. Matrix Anal. Appl.
/// 26 (2005) 1179–1193; degree 6 is exact to round-off for norms below 0.5).
pub fn exponential(matrix: &Mat<f64>) -> Mat<f64> {
    const COEFFICIENTS: [f64; 7] =
        [1.0, 1.0 / 2.0, 5.0 / 44.0, 1.0 / 66.0, 1.0 / 792.0, 1.0 / 15840.0, 1.0 / 665_280.0];
    let size = matrix.nrows();
    let norm = (0..size).map(|j| (0..size).map(|i| matrix[(i, j)].abs()).sum::<f64>());
    let norm = norm.fold(0.0, f64::max);
    let squarings = (norm / 0.5).log2().ceil().clamp(0.0, 1000.0) as u32;
    let scaled = matrix * faer::Scale(0.5f64.powi(squarings as i32));
    let mut power = identity(size);
    let (mut even, mut odd) = (Mat::<f64>::zeros(size, size), Mat::<f64>::zeros(size, size));
    for (k, coefficient) in COEFFICIENTS.into_iter().enumerate() {
        let sum = if k % 2 == 0 { &mut even } else { &mut odd };
        *sum = &*sum + &power * faer::Scale(coefficient);
        power = &power * &scaled;
    }
    let (above, below) = (&even + &odd, &even - &odd);
    let mut result = below.partial_piv_lu().solve(&above);
    for _ in 0..squarings {
        result = &result * &result;
    }
    result
}

#[cfg(test)]
mod tests {
    use faer::mat;

    use super::{Split, eigenvalues, exponential, solve, split};

    #[test]
    fn exponentials_are_those_of_closed_form() {
        for angle in [0.1f64, 3.0, 40.0] {
            let turn = exponential(&mat![[0.0, angle], [-angle, 0.0]]);
            let expected = mat![[angle.cos(), angle.sin()], [-angle.sin(), angle.cos()]];
            assert!((&turn - &expected).norm_max() < 1e-13, "{angle}: {turn:?}");
        }
        let shear = exponential(&mat![[0.0, 7.0], [0.0, 0.0]]);
        assert!((&shear - &mat![[1.0, 7.0], [0.0, 1.0]]).norm_max() < 1e-15);
    }

    #[test]
    fn eigenvalues_come_largest_first() {
        let found = eigenvalues(&mat![[0.0, -4.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -0.5]]);
        let found = found.expect("a small matrix");
        for ((re, im), expected) in found.iter().zip([(0.0, 2.0), (0.0, -2.0), (-0.5, 0.0)]) {
            assert!((re - expected.0).abs() < 1e-15 && (im - expected.1).abs() < 1e-15);
        }
    }

    #[test]
    fn singular_systems_have_no_solution() {
        assert_eq!(solve(&mat![[2.0, 0.0], [0.0, 4.0]], &[1.0, 1.0]), Some(vec![0.5, 0.25]));
        assert_eq!(solve(&mat![[1.0, 1.0], [1.0, 1.0]], &[1.0, 0.0]), None);
    }

    /// x + y = 2 twice, with a part 1 on which they disagree: the least solution is (1, 1).
    #[test]
    fn singular_equations_are_met_where_they_can_be() {
        let Split { solution, left } =
            split(&mat![[1.0, 1.0], [1.0, 1.0]], &[3.0, 1.0], 1e-8).expect("finite numbers");
        assert!(solution.iter().all(|part| (part - 1.0).abs() < 1e-14), "{solution:?}");
        assert!((left - 1.0).abs() < 1e-14, "{left}");
        let regular = split(&mat![[2.0, 0.0], [0.0, 1e-6]], &[1.0, 1e-6], 1e-8);
        let Split { solution, left } = regular.expect("finite numbers");
        let off = (solution[0] - 0.5).abs().max((solution[1] - 1.0).abs());
        assert!(off < 1e-9 && left == 0.0, "{solution:?} {left}");
        let none = split(&faer::Mat::zeros(0, 0), &[], 1e-8);
        assert_eq!(none, Some(Split { solution: Vec::new(), left: 0.0 }));
        assert_eq!(split(&mat![[f64::NAN]], &[1.0], 1e-8), None);
    }
}
