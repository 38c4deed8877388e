//! Networks of up to 60 contacts against the interior-point solver `clarabel`.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, SupportedConeT,
    ZeroConeT,
};
use luztar::gauss::{Contact, Kernel, Slip, Solution};

use crate::network::{Network, Random, Recipe, Stuck, cost, force_scale, kkt_residual, random};

/// A sparse matrix under construction and its right-hand side.
#[derive(Default)]
struct Rows {
    entries: Vec<(usize, usize, f64)>,
    bounds: Vec<f64>,
}

impl Rows {
    fn push(&mut self, terms: impl IntoIterator<Item = (usize, f64)>, bound: f64) {
        let row = self.bounds.len();
        self.entries.extend(terms.into_iter().map(|(column, value)| (row, column, value)));
        self.bounds.push(bound);
    }
}

/// `argmin ½ Σ diagonal x² + costᵀx` subject to `equal` and `at_most`.
fn minimise(diagonal: &[f64], cost: &[f64], equal: Rows, at_most: Rows) -> Vec<f64> {
    let size = cost.len();
    let equations = equal.bounds.len();
    let entries: Vec<_> = equal
        .entries
        .into_iter()
        .chain(at_most.entries.into_iter().map(|(row, column, q)| (row + equations, column, q)))
        .collect();
    let bounds: Vec<f64> = equal.bounds.into_iter().chain(at_most.bounds).collect();
    let a = CscMatrix::new_from_triplets(
        bounds.len(),
        size,
        entries.iter().map(|entry| entry.0).collect(),
        entries.iter().map(|entry| entry.1).collect(),
        entries.iter().map(|entry| entry.2).collect(),
    );
    let index: Vec<usize> = (0..size).collect();
    let p = CscMatrix::new_from_triplets(size, size, index.clone(), index, diagonal.to_vec());
    let cones: [SupportedConeT<f64>; 2] =
        [ZeroConeT(equations), NonnegativeConeT(bounds.len() - equations)];
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-12,
        tol_gap_rel: 1e-12,
        tol_feas: 1e-12,
        ..DefaultSettings::default()
    };
    let mut solver =
        DefaultSolver::new(&p, cost, &a, &bounds, &cones, settings).expect("a convex problem");
    solver.solve();
    let status = solver.solution.status;
    assert!(
        matches!(
            status,
            SolverStatus::Solved | SolverStatus::AlmostSolved | SolverStatus::InsufficientProgress
        ),
        "{status:?}"
    );
    solver.solution.x.clone()
}

/// Gauss's principle: minimise ½ aᵀK a − fᵀa + Σ t with t ≥ upper·u and t ≥ lower·u.
pub fn accelerations(network: &Network) -> Vec<f64> {
    let bodies = network.mass.len();
    let contacts = &network.contacts;
    let mut diagonal = network.mass.clone();
    diagonal.resize(bodies + contacts.len(), 0.0);
    let mut cost: Vec<f64> = network.force.iter().map(|f| -f).collect();
    cost.resize(bodies + contacts.len(), 1.0);
    let mut at_most = Rows::default();
    for (index, contact) in contacts.iter().enumerate() {
        for bound in [contact.upper, contact.lower] {
            let terms = contact.row.terms().map(|(body, q)| (body, bound * q));
            at_most.push(terms.chain([(bodies + index, -1.0)]), bound * contact.beta);
        }
    }
    minimise(&diagonal, &cost, Rows::default(), at_most)[..bodies].to_vec()
}

fn balance(network: &Stuck) -> Rows {
    let mut rows = Rows::default();
    for (body, load) in network.residual.iter().enumerate() {
        let of_body = network.contacts.iter().enumerate().flat_map(|(index, contact)| {
            contact.row.terms().filter(move |term| term.0 == body).map(move |(_, q)| (index, q))
        });
        rows.push(of_body, *load);
    }
    rows
}

/// The forces that minimise Σ (λ/F̄)² within their ranges.
pub fn distribution(network: &Stuck) -> Vec<f64> {
    let mut within = Rows::default();
    for (index, contact) in network.contacts.iter().enumerate() {
        within.push([(index, 1.0)], contact.upper);
        within.push([(index, -1.0)], -contact.lower);
    }
    let range = |contact: &Contact| (contact.upper - contact.lower) / 2.0;
    let weights: Vec<f64> = network.contacts.iter().map(|c| range(c).powi(-2)).collect();
    minimise(&weights, &vec![0.0; weights.len()], balance(network), within)
}

/// 1 − min ρ with ρ·lower ≤ λ ≤ ρ·upper.
pub fn margin(network: &Stuck) -> f64 {
    let count = network.contacts.len();
    let mut within = Rows::default();
    for (index, contact) in network.contacts.iter().enumerate() {
        if contact.upper.is_finite() {
            within.push([(index, 1.0), (count, -contact.upper)], 0.0);
        }
        if contact.lower.is_finite() {
            within.push([(index, -1.0), (count, contact.lower)], 0.0);
        }
    }
    let mut cost = vec![0.0; count + 1];
    cost[count] = 1.0;
    1.0 - minimise(&vec![0.0; count + 1], &cost, balance(network), within)[count]
}

fn recipe(numbers: &mut Random) -> Recipe {
    Recipe {
        bodies: 1 + numbers.below(30),
        contacts: 1 + numbers.below(60),
        integers: numbers.chance(0.3),
        ratios: numbers.chance(0.3),
        offsets: numbers.chance(0.3),
        ranges: numbers.chance(0.3),
        infinite: false,
    }
}

#[test]
fn motion() {
    let mut numbers = Random(21);
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    for _ in 0..300 {
        let network = random(recipe(&mut numbers), &mut numbers);
        kernel
            .solve(&network.mass, &network.force, &network.contacts, &mut solution)
            .expect("limits are finite");
        let residual = kkt_residual(&network, &solution);
        assert!(residual <= 1e-12 * force_scale(&network), "{residual} {network:?}");
        let expected = accelerations(&network);
        let close = solution.acceleration.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-7);
        let excess = cost(&network, &solution.acceleration) - cost(&network, &expected);
        assert!(close || excess <= 0.0, "{network:?} {solution:?} {expected:?}");
    }
}

#[test]
fn indeterminate_forces() {
    let mut numbers = Random(22);
    let mut kernel = Kernel::default();
    let mut redundant = 0;
    let mut limited = 0;
    for _ in 0..200 {
        let recipe = Recipe { offsets: false, ..recipe(&mut numbers) };
        let mut network = Stuck::random(recipe, 1.0, &mut numbers);
        let lambda = network.distribute(&mut kernel);
        let expected = distribution(&network);
        for (found, expected) in lambda.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-6, "{network:?} {lambda:?} {expected:?}");
        }
        redundant += network.clusters.redundant().len();
        let at_limit = |(lambda, contact): (&f64, &Contact)| {
            (lambda - contact.upper).abs().min((lambda - contact.lower).abs()) < 1e-12
        };
        limited += lambda.iter().zip(&network.contacts).filter(|pair| at_limit(*pair)).count();
    }
    assert!(redundant > 1000 && limited > 100, "{redundant} {limited}");
}

/// Margins to the linear program's, and holding or not to the kernel's; half of the networks are small
/// ones, with one redundant contact or none.
#[test]
fn margins() {
    let mut numbers = Random(23);
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    let mut cases = [0; 3];
    for case in 0..800 {
        let mut recipe = Recipe { offsets: false, ..recipe(&mut numbers) };
        if case % 2 == 0 {
            recipe.bodies = 1 + numbers.below(4);
            recipe.contacts = 1 + numbers.below(recipe.bodies + 1);
        }
        let share = numbers.between(0.1, 2.0);
        let mut network = Stuck::random(recipe, share, &mut numbers);
        cases[network.clusters.redundant().len().min(2)] += 1;
        let found = network.margin(&mut kernel);
        let expected = margin(&network);
        assert!((found - expected).abs() < 1e-7, "{found} {expected} {network:?}");
        let mass = vec![1.0; network.residual.len()];
        kernel
            .solve(&mass, &network.residual, &network.contacts, &mut solution)
            .expect("limits are finite");
        let holds = solution.slip.iter().all(|slip| *slip == Slip::Stuck);
        assert!(found.abs() < 1e-12 || holds == (found > 0.0), "{found} {network:?}");
    }
    assert!(cases.iter().all(|count| *count > 100), "{cases:?}");
}
