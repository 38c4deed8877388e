//! The interior-point solver `clarabel` on the kernel's problems, and a stop watch.

use std::time::Instant;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, NonnegativeConeT, SupportedConeT, ZeroConeT,
};
use luztar::gauss::Contact;

/// Makes the solver of min ½ aᵀK a − fᵀa + Σ F t  subject to  −t ≤ B a ≤ t
pub fn clarabel(mass: &[f64], force: &[f64], contacts: &[Contact]) -> DefaultSolver<f64> {
    let (bodies, count) = (mass.len(), contacts.len());
    let size = bodies + count;
    let (mut rows, mut columns, mut values) = (vec![], vec![], vec![]);
    for (c, contact) in contacts.iter().enumerate() {
        for (half, sign) in [(0, 1.0), (count, -1.0)] {
            for (body, q) in contact.row.terms() {
                rows.push(half + c);
                columns.push(body);
                values.push(sign * q);
            }
            rows.push(half + c);
            columns.push(bodies + c);
            values.push(-1.0);
        }
    }
    let a = CscMatrix::new_from_triplets(2 * count, size, rows, columns, values);
    let diagonal = (0..bodies).collect::<Vec<_>>();
    let p = CscMatrix::new_from_triplets(size, size, diagonal.clone(), diagonal, mass.to_vec());
    let mut cost: Vec<f64> = force.iter().map(|f| -f).collect();
    cost.extend(contacts.iter().map(|contact| contact.upper));
    let cones: [SupportedConeT<f64>; 2] = [ZeroConeT(0), NonnegativeConeT(2 * count)];
    let settings = DefaultSettings { verbose: false, ..DefaultSettings::default() };
    DefaultSolver::new(&p, &cost, &a, &vec![0.0; 2 * count], &cones, settings)
        .expect("a convex problem")
}

/// Seconds of one call, the least of a few batches.
pub fn seconds(calls: usize, mut call: impl FnMut()) -> f64 {
    let batch = |call: &mut dyn FnMut()| {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed().as_secs_f64() / calls as f64
    };
    (0..5).map(|_| batch(&mut call)).fold(f64::INFINITY, f64::min)
}
