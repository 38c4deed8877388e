//! Clusters against dense linear algebra.

use luztar::gauss::Row;
use luztar::gauss::clusters::Clusters;

use crate::network::{Network, Random, Recipe, between, ground, random};
use crate::oracle::eliminate;

/// Rank by elimination with full pivoting.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let mut rank = 0;
    while let Some((i, j)) = (rank..rows.len())
        .flat_map(|i| (0..rows[i].len()).map(move |j| (i, j)))
        .max_by(|(i, j), (k, l)| rows[*i][*j].abs().total_cmp(&rows[*k][*l].abs()))
        .filter(|(i, j)| rows[*i][*j].abs() > 1e-9)
    {
        rows.swap(rank, i);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[j] / pivot[j];
            for (a, b) in row.iter_mut().zip(&pivot) {
                *a -= factor * b;
            }
        }
        rank += 1;
    }
    rank
}

fn dense(row: &Row, bodies: usize) -> Vec<f64> {
    let mut dense = vec![0.0; bodies];
    for (body, q) in row.terms() {
        dense[body] += q;
    }
    dense
}

fn draw(numbers: &mut Random) -> (Network, Vec<bool>) {
    let recipe = Recipe {
        bodies: 1 + numbers.below(7),
        contacts: numbers.below(12),
        integers: true,
        ratios: numbers.chance(0.6),
        offsets: true,
        ranges: false,
        infinite: false,
    };
    let network = random(recipe, numbers);
    let stuck = network.contacts.iter().map(|_| numbers.chance(0.7)).collect();
    (network, stuck)
}

#[test]
fn rank_motion_and_forces() {
    let mut numbers = Random(31);
    let mut clusters = Clusters::default();
    let (mut closed_by_cycle, mut redundant) = (0, 0);
    for _ in 0..3000 {
        let (network, stuck) = draw(&mut numbers);
        let Network { mass, force, contacts, .. } = &network;
        let bodies = mass.len();
        let rows: Vec<Row> = contacts.iter().map(|contact| contact.row).collect();
        let beta: Vec<f64> = contacts.iter().map(|contact| contact.beta).collect();
        clusters.build(bodies, &rows, &stuck);

        let tied: Vec<usize> = (0..rows.len()).filter(|c| stuck[*c]).collect();
        let matrix: Vec<_> = tied.iter().map(|c| dense(&rows[*c], bodies)).collect();
        assert_eq!(clusters.rank(), rank(matrix), "{network:?} {stuck:?}");
        assert_eq!(clusters.rank() + clusters.redundant().len(), tied.len());
        assert!(clusters.redundant().is_sorted());
        let closed = (0..clusters.count()).filter(|cluster| clusters.is_closed(*cluster)).count();
        assert_eq!(clusters.rank(), bodies - clusters.count() + closed);
        for &c in &tied {
            let mut ends = rows[c].terms().map(|(body, _)| clusters.cluster_of(body));
            let first = ends.next().expect("a row of a body");
            assert!(ends.all(|cluster| cluster == first));
            assert!(rows[c].j.is_some() || clusters.is_closed(first));
        }
        redundant += clusters.redundant().len();
        closed_by_cycle += usize::from(closed > 0 && tied.iter().all(|c| rows[*c].j.is_some()));

        // K a + Bᵀλ = f and B a = β for the independent contacts
        let tree: Vec<usize> =
            tied.into_iter().filter(|c| !clusters.redundant().contains(c)).collect();
        let size = bodies + tree.len();
        let mut system = vec![vec![0.0; size + 1]; size];
        for body in 0..bodies {
            system[body][body] = mass[body];
            system[body][size] = force[body];
        }
        for (k, &c) in tree.iter().enumerate() {
            for (body, q) in rows[c].terms() {
                system[body][bodies + k] = q;
                system[bodies + k][body] = q;
            }
            system[bodies + k][size] = beta[c];
        }
        let expected = eliminate(system).expect("independent rows");
        let mut a = vec![f64::NAN; bodies];
        clusters.accelerate(mass, force, &beta, &mut a);
        let residual: Vec<f64> = (0..bodies).map(|b| force[b] - mass[b] * a[b]).collect();
        let mut lambda = vec![f64::NAN; rows.len()];
        clusters.tree_forces(&residual, &mut lambda);
        for (c, lambda) in lambda.iter().enumerate() {
            assert_eq!(lambda.is_nan(), !tree.contains(&c), "{c}: {network:?} {stuck:?}");
        }
        let found = a.iter().copied().chain(tree.iter().map(|c| lambda[*c]));
        let largest = expected.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
        for (found, expected) in found.zip(&expected) {
            assert!((found - expected).abs() < 1e-10 * largest, "{network:?} {stuck:?}");
        }
    }
    assert!(redundant > 1000 && closed_by_cycle > 50, "{redundant} {closed_by_cycle}");
}

/// Bodies of a stuck cluster get one number, not nearly the same.
#[test]
fn plain_contacts_hold_to_the_last_bit() {
    let contacts = [between(0, 1, 1.0), between(2, 1, 1.0), between(2, 3, 1.0)];
    let rows: Vec<Row> = contacts.iter().map(|contact| contact.row).collect();
    let mut clusters = Clusters::default();
    clusters.build(4, &rows, &[true; 3]);
    let mut a = [0.0; 4];
    let mass = [0.3, 0.7, 0.11, 0.13];
    clusters.accelerate(&mass, &[0.1, 0.2, 0.7, 1.3], &[0.0; 3], &mut a);
    assert!(a.iter().all(|x| *x == a[0] && *x != 0.0), "{a:?}");
    let mut velocity = [0.1, 0.2, 0.3, 0.4];
    clusters.follow(&[0.0; 3], &mut velocity);
    assert!(velocity.iter().all(|x| *x == velocity[0]), "{velocity:?}");
}

/// A row that a ratio of 0 reduces to one body, or to none.
#[test]
fn ratio_zero() {
    let mut geared = between(0, 1, 1.0);
    geared.row.q_j = 0.0;
    let mut nothing = ground(0, 1.0);
    nothing.row.q_i = 0.0;
    let mut clusters = Clusters::default();
    clusters.build(2, &[geared.row, nothing.row], &[true; 2]);
    assert_eq!((clusters.count(), clusters.rank()), (2, 1));
    assert!(
        clusters.is_closed(clusters.cluster_of(0)) && !clusters.is_closed(clusters.cluster_of(1))
    );
    assert!(clusters.redundant().is_empty());
}

/// Forces of a light body's contacts do not suffer from heavy neighbours: every body balances within
/// the round-off of its own forces.
#[test]
fn light_bodies_among_heavy_ones() {
    let mut numbers = Random(32);
    let mut clusters = Clusters::default();
    for _ in 0..500 {
        let count = 2 + numbers.below(6);
        let scale: Vec<f64> = (0..count).map(|_| libm::exp10(numbers.between(-6.0, 6.0))).collect();
        let mass: Vec<f64> = scale.iter().map(|s| s * numbers.between(1.0, 2.0)).collect();
        let force: Vec<f64> = scale.iter().map(|s| s * numbers.between(-1.0, 1.0)).collect();
        let mut rows: Vec<Row> =
            (1..count).map(|body| between(body, numbers.below(body), 1.0).row).collect();
        if numbers.chance(0.5) {
            rows.push(ground(numbers.below(count), 1.0).row);
        }
        let beta = vec![0.0; rows.len()];
        clusters.build(count, &rows, &vec![true; rows.len()]);
        let mut a = vec![0.0; count];
        clusters.accelerate(&mass, &force, &beta, &mut a);
        let residual: Vec<f64> = (0..count).map(|b| force[b] - mass[b] * a[b]).collect();
        let mut lambda = vec![0.0; rows.len()];
        clusters.tree_forces(&residual, &mut lambda);
        for body in 0..count {
            let mut sum = force[body] - mass[body] * a[body];
            let mut size = force[body].abs() + (mass[body] * a[body]).abs();
            for (row, lambda) in rows.iter().zip(&lambda) {
                for (_, q) in row.terms().filter(|term| term.0 == body) {
                    sum -= q * lambda;
                    size += (q * lambda).abs();
                }
            }
            assert!(sum.abs() <= 1e-15 * size * count as f64, "{mass:?} {force:?} {rows:?}");
        }
    }
}
