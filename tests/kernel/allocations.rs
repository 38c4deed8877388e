//! The kernel allocates nothing once its workspace has grown.

use luztar::gauss::clusters::Clusters;
use luztar::gauss::{Contact, Kernel, Row, Solution};

use crate::counting::allocations;

/// Blocks in a row, each in contact with the ground and both neighbours, and the ends with each other.
#[test]
fn nothing_is_allocated_twice() {
    for bodies in [12, 60] {
        assert_allocates_nothing_twice(bodies);
    }
}

fn assert_allocates_nothing_twice(bodies: usize) {
    let contact = |i: usize, j: Option<usize>| Contact {
        row: Row { i: Some(i), q_i: 1.0, j, q_j: -1.0 },
        beta: 0.0,
        lower: -1.0,
        upper: 1.0,
        viscous: 0.0,
    };
    let mut contacts: Vec<Contact> = (0..bodies).map(|body| contact(body, None)).collect();
    contacts.extend((0..bodies).map(|body| contact(body, Some((body + 1) % bodies))));
    let rows: Vec<Row> = contacts.iter().map(|contact| contact.row).collect();
    let stuck = vec![true; contacts.len()];
    let mass = vec![1.0; bodies];
    let mut lambda = vec![0.0; contacts.len()];
    let mut force = vec![0.0; bodies];
    let (mut kernel, mut clusters) = (Kernel::default(), Clusters::default());
    let mut solution = Solution::default();
    let mut run = |seed: usize| {
        for (body, force) in force.iter_mut().enumerate() {
            *force = ((body * 37 + seed * 11) % 23) as f64 / 3.0 - 4.0;
        }
        kernel.solve(&mass, &force, &contacts, &mut solution).expect("limits are finite");
        clusters.build(bodies, &rows, &stuck);
        kernel.distribute(&mut clusters, &force, &contacts, &stuck, &mut lambda);
        kernel.margin(&mut clusters, &force, &contacts, &stuck)
    };
    for seed in 0..23 {
        run(seed);
    }
    let before = allocations();
    assert!(before > 0);
    for seed in 0..23 {
        run(seed);
    }
    assert_eq!(allocations(), before);
}
