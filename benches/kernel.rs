//! Time of one solve of the kernel for small networks, and its ratio to the interior-point solver
//! `clarabel` on the same problems in the same run.
//!
//! ```text
//! cargo bench --bench kernel
//! ```

mod peer;

use std::hint::black_box;

use clarabel::solver::IPSolver;
use divan::Bencher;
use luztar::gauss::clusters::Clusters;
use luztar::gauss::{Contact, Kernel, Row, Slip, Solution};
use peer::{clarabel, seconds};

#[derive(Clone)]
struct Case {
    name: &'static str,
    mass: Vec<f64>,
    force: Vec<f64>,
    contacts: Vec<Contact>,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn contact(i: usize, j: Option<usize>, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j, q_j: -1.0 };
    Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 }
}

fn case(name: &'static str, mass: &[f64], force: &[f64], contacts: &[Contact]) -> Case {
    Case { name, mass: mass.to_vec(), force: force.to_vec(), contacts: contacts.to_vec() }
}

/// Blocks on a table, each in contact with the table and its neighbours; one is pulled.
fn grid(name: &'static str, side: usize, pull: f64) -> Case {
    let mut contacts = Vec::new();
    for body in 0..side * side {
        contacts.push(contact(body, None, 1.0));
        if body % side + 1 < side {
            contacts.push(contact(body, Some(body + 1), 1.0));
        }
        if body + side < side * side {
            contacts.push(contact(body, Some(body + side), 1.0));
        }
    }
    let mut force = vec![0.0; side * side];
    force[side * side / 2] = pull;
    case(name, &vec![1.0; side * side], &force, &contacts)
}

fn cases() -> Vec<Case> {
    let three = [contact(0, None, 1.0), contact(1, None, 1.0), contact(0, Some(1), 1.0)];
    let clutches = [contact(0, Some(1), 1.0), contact(1, Some(2), 1.0), contact(2, Some(3), 1.0)];
    vec![
        case("1 contact, stuck", &[1.0], &[0.5], &three[..1]),
        case("1 contact, slipping", &[1.0], &[1.5], &three[..1]),
        case("3 contacts, stuck", &[1.0, 2.0], &[1.2, -0.3], &three),
        case("3 contacts, one slips", &[1.0, 2.0], &[3.0, -0.5], &three),
        case("3 contacts, two slip", &[1.0, 1.0], &[1.8, 1.8], &three),
        case("4 clutches", &[1.0; 4], &[5.0, 0.0, 0.0, 0.0], &clutches),
        grid("grid 5 × 5, held", 5, 4.0),
        grid("grid 5 × 5, pulled", 5, 12.0),
        grid("grid 30 × 30, held", 30, 3.9),
    ]
}

#[divan::bench(args = cases())]
fn solve(bencher: Bencher, case: &Case) {
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    bencher.bench_local(|| {
        kernel
            .solve(black_box(&case.mass), black_box(&case.force), &case.contacts, &mut solution)
            .expect("limits are finite");
    });
}

/// The stuck set of a case, with the load that it carries.
fn stuck_set(case: &Case) -> (Clusters, Vec<bool>, Vec<f64>) {
    let mut solution = Solution::default();
    Kernel::default()
        .solve(&case.mass, &case.force, &case.contacts, &mut solution)
        .expect("limits are finite");
    let stuck: Vec<bool> = solution.slip.iter().map(|slip| *slip == Slip::Stuck).collect();
    let rows: Vec<Row> = case.contacts.iter().map(|contact| contact.row).collect();
    let mut clusters = Clusters::default();
    clusters.build(case.mass.len(), &rows, &stuck);
    let mut residual = vec![0.0; case.mass.len()];
    let forces = case.contacts.iter().zip(&solution.lambda).zip(&stuck);
    for ((contact, lambda), _) in forces.filter(|(_, stuck)| **stuck) {
        for (body, q) in contact.row.terms() {
            residual[body] += q * lambda;
        }
    }
    (clusters, stuck, residual)
}

#[divan::bench(args = cases())]
fn margin(bencher: Bencher, case: &Case) {
    let mut kernel = Kernel::default();
    let (mut clusters, stuck, residual) = stuck_set(case);
    bencher
        .bench_local(|| kernel.margin(&mut clusters, black_box(&residual), &case.contacts, &stuck));
}

#[divan::bench(args = cases())]
fn distribute(bencher: Bencher, case: &Case) {
    let mut kernel = Kernel::default();
    let (mut clusters, stuck, residual) = stuck_set(case);
    let mut lambda = vec![0.0; stuck.len()];
    bencher.bench_local(|| {
        kernel.distribute(&mut clusters, black_box(&residual), &case.contacts, &stuck, &mut lambda);
    });
}

fn compare() {
    println!("{:24}{:>12}{:>14}{:>8}", "", "kernel, µs", "clarabel, µs", "ratio");
    for case in cases() {
        let mut kernel = Kernel::default();
        let mut solution = Solution::default();
        let own = seconds(if case.mass.len() > 100 { 10 } else { 1000 }, || {
            kernel
                .solve(black_box(&case.mass), black_box(&case.force), &case.contacts, &mut solution)
                .expect("limits are finite");
        });
        let other = seconds(if case.mass.len() > 100 { 1 } else { 20 }, || {
            let Case { mass, force, contacts, .. } = black_box(&case);
            clarabel(mass, force, contacts).solve();
        });
        println!("{:24}{:12.3}{:14.1}{:8.0}", case.name, own * 1e6, other * 1e6, other / own);
    }
}

fn main() {
    divan::main();
    compare();
}
