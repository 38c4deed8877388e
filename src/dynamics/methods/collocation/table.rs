//! Numbers of the collocation method, computed once from their definitions.

use std::sync::OnceLock;

use super::dense::Factors;

/// Stages: nodes in (0, 1], the last at 1.
pub(in crate::dynamics) const STAGES: usize = 8;

/// Nodes with the start of the step.
pub(in crate::dynamics) const NODES: usize = STAGES + 1;

/// Points per sign change when the nodes are searched for; they are at least 0.02 apart.
const SCAN: usize = 400;

/// Nodes and weights of Gauss–Legendre quadrature on [−1, 1] with five points, exact to degree 9: the
/// integrands have degree [`STAGES`] − 1 (Abramowitz & Stegun, table 25.4).
const GAUSS_LEGENDRE_5: [(f64, f64); 5] = [
    (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

#[derive(Clone, Debug)]
pub(super) struct Table {
    /// 0 and Radau's points: zeros of P_s(2c − 1) − P_{s−1}(2c − 1).
    pub node: [f64; NODES],
    /// `∫_0^{c_i} ℓ_j`, with Lagrange's polynomials ℓ of the stages.
    pub integral: [[f64; STAGES]; STAGES],
    /// Transformation from values at the nodes to coefficients of shifted Legendre polynomials.
    pub legendre: [[f64; NODES]; NODES],
    /// Coefficients `[n][k]` of c^k in the shifted Legendre polynomials, integers.
    pub power: [[f64; NODES]; NODES],
}

impl Table {
    /// Returns the table, which is made for the first of all instances.
    pub fn shared() -> &'static Self {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    fn new() -> Self {
        let node = nodes();
        let mut integral = [[0.0; STAGES]; STAGES];
        for (i, row) in integral.iter_mut().enumerate() {
            let half = 0.5 * node[i + 1];
            for (j, entry) in row.iter_mut().enumerate() {
                let point = |x: f64| half * (1.0 + x);
                let term = |(x, weight): &(f64, f64)| weight * lagrange(&node, j, point(*x));
                *entry = half * GAUSS_LEGENDRE_5.iter().map(term).sum::<f64>();
            }
        }
        let legendre = legendre_from_values(&node);
        let mut power = [[0.0; NODES]; NODES];
        for (n, row) in power.iter_mut().enumerate() {
            for (k, entry) in row[..=n].iter_mut().enumerate() {
                *entry = shifted_legendre(n, k);
            }
        }
        Self { node, integral, legendre, power }
    }
}

/// Returns `P_n(x)` and `P_{n−1}(x)` for n ≥ 1, by Bonnet's recursion.
fn legendre_pair(n: usize, x: f64) -> (f64, f64) {
    let (mut last, mut value) = (1.0, x);
    for k in 2..=n {
        let k = k as f64;
        (last, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * last) / k);
    }
    (value, last)
}

fn nodes() -> [f64; NODES] {
    let radau = |c: f64| {
        let (value, last) = legendre_pair(STAGES, 2.0 * c - 1.0);
        value - last
    };
    let mut node = [0.0; NODES];
    let mut found = 1;
    for step in 0..SCAN - 1 {
        let (mut left, mut right) = (step as f64 / SCAN as f64, (step + 1) as f64 / SCAN as f64);
        let side = radau(left).signum();
        if side == radau(right).signum() {
            continue;
        }
        loop {
            let middle = 0.5 * (left + right);
            if middle <= left || middle >= right {
                break;
            }
            if radau(middle).signum() == side { left = middle } else { right = middle }
        }
        node[found] = right;
        found += 1;
    }
    node[STAGES] = 1.0;
    node
}

/// Returns Lagrange's polynomial of stage j.
fn lagrange(node: &[f64; NODES], j: usize, c: f64) -> f64 {
    let own = node[j + 1];
    let others = node[1..].iter().enumerate().filter(|(k, _)| *k != j);
    others.map(|(_, other)| (c - other) / (own - other)).product()
}

fn legendre_from_values(node: &[f64; NODES]) -> [[f64; NODES]; NODES] {
    let mut values = Factors::default();
    values.resize(NODES);
    for (i, c) in node.iter().enumerate() {
        *values.entry(i, 0) = 1.0;
        for n in 1..NODES {
            *values.entry(i, n) = legendre_pair(n, 2.0 * c - 1.0).0;
        }
    }
    // Different nodes make different values: the matrix is regular.
    let regular = values.factor();
    debug_assert!(regular);
    let mut inverse = [[0.0; NODES]; NODES];
    for j in 0..NODES {
        let mut column = [0.0; NODES];
        column[j] = 1.0;
        values.solve(&mut column);
        for (row, value) in inverse.iter_mut().zip(column) {
            row[j] = value;
        }
    }
    inverse
}

/// Returns the coefficient of c^k in the shifted Legendre polynomial P_n(2c − 1), an integer.
fn shifted_legendre(n: usize, k: usize) -> f64 {
    let sign = if (n + k).is_multiple_of(2) { 1.0 } else { -1.0 };
    sign * binomial(n, k) * binomial(n + k, k)
}

fn binomial(n: usize, k: usize) -> f64 {
    (1..=k).fold(1.0, |value, i| value * (n - k + i) as f64 / i as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Radau IIA integrates τ^k exactly at its nodes up to k = s − 1, and at the end up to 2s − 2.
    #[test]
    fn quadrature_is_exact() {
        let table = Table::new();
        for k in 0..=2 * STAGES - 2 {
            let power = |c: f64| libm::pow(c, k as f64);
            for (i, row) in table.integral.iter().enumerate() {
                let sum: f64 = row.iter().zip(&table.node[1..]).map(|(a, c)| a * power(*c)).sum();
                let exact = power(table.node[i + 1]) * table.node[i + 1] / (k + 1) as f64;
                if k < STAGES || i == STAGES - 1 {
                    assert!((sum - exact).abs() < 1e-15, "degree {k}, node {i}: {sum} {exact}");
                }
            }
        }
    }

    #[test]
    fn legendre_polynomials_are_recovered() {
        let table = Table::new();
        for n in 0..NODES {
            let power = &table.power[n];
            let values = table.node.map(|c| power.iter().rev().fold(0.0, |sum, a| sum * c + a));
            for (row, m) in table.legendre.iter().zip(0..) {
                let coefficient: f64 = row.iter().zip(&values).map(|(a, v)| a * v).sum();
                let exact = if m == n { 1.0 } else { 0.0 };
                assert!((coefficient - exact).abs() < 1e-11, "P_{n}: {coefficient} of P_{m}");
            }
        }
    }
}
