//! The kernel beside the interior-point solver `clarabel`, whose tolerances are set to 1e-12 (gap and
//! feasibility; by default 1e-8): motion, forces and margins of networks of up to 60 contacts with any
//! ratios here; the motion of larger ones in `large` and `viscous`. Of 1740 motions in all, those that
//! differ by more than 1e-7 cost no more than the other solver's.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, SupportedConeT,
    ZeroConeT,
};
use luztar::gauss::{Contact, CoupledMass, Kernel, Slip, Solution};

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

/// `argmin ½ xᵀ(diagonal + coupled)x + costᵀx` subject to `equal` and `at_most`.
fn minimise(
    diagonal: &[f64],
    coupled: &[CoupledMass],
    cost: &[f64],
    equal: Rows,
    at_most: Rows,
) -> Vec<f64> {
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
    let upper = coupled.iter().map(|one| (one.i.min(one.j), one.i.max(one.j), one.mass));
    let upper = diagonal.iter().enumerate().map(|(k, d)| (k, k, *d)).chain(upper);
    let (mut row, mut column, mut value) = (Vec::new(), Vec::new(), Vec::new());
    for (i, j, entry) in upper {
        row.push(i);
        column.push(j);
        value.push(entry);
    }
    let p = CscMatrix::new_from_triplets(size, size, row, column, value);
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

/// Gauss's principle: minimise ½ aᵀK a − fᵀa + Σ (½ C (p² + n²) + upper·p − lower·n) with slips forward
/// and backward p, n ≥ 0, B a − β = p − n; where a bound is infinite there is no slip that way.
pub fn accelerations(network: &Network) -> Vec<f64> {
    let bodies = network.mass.len();
    let mut diagonal = network.mass.clone();
    let mut cost: Vec<f64> = network.force.iter().map(|f| -f).collect();
    let (mut equal, mut at_most) = (Rows::default(), Rows::default());
    for contact in &network.contacts {
        if contact.lower == 0.0 && contact.upper == 0.0 && contact.viscous == 0.0 {
            continue;
        }
        let mut terms: Vec<(usize, f64)> = contact.row.terms().collect();
        for (bound, way) in [(contact.upper, 1.0), (-contact.lower, -1.0)] {
            if bound.is_finite() {
                let slip = cost.len();
                terms.push((slip, -way));
                at_most.push([(slip, -1.0)], 0.0);
                diagonal.push(contact.viscous);
                cost.push(bound);
            }
        }
        equal.push(terms, contact.beta);
    }
    minimise(&diagonal, &network.coupled, &cost, equal, at_most)[..bodies].to_vec()
}

/// Accelerations that mean the same: what the interior-point solver leaves of objectives of unit scale
/// at its tolerance, 1e-12, is about the square root of it in the accelerations.
const SAME: f64 = 1e-7;

/// Asserts that the kernel's accelerations are the interior-point solver's, or cost no more; returns
/// whether they are. Infinite bounds cost as much as finite ones beyond the kernel's forces: that
/// keeps a minimum where it is, and gives a cost to slips of round-off size.
pub fn assert_agrees(network: &Network, solution: &Solution) -> bool {
    let expected = accelerations(network);
    let pairs = solution.acceleration.iter().zip(&expected);
    if pairs.fold(0.0, |far: f64, (a, b)| far.max((a - b).abs())) < SAME {
        return true;
    }
    let mut bounded = network.clone();
    for (contact, lambda) in bounded.contacts.iter_mut().zip(&solution.lambda) {
        contact.upper =
            if contact.upper.is_finite() { contact.upper } else { lambda.max(0.0) + 1.0 };
        contact.lower =
            if contact.lower.is_finite() { contact.lower } else { lambda.min(0.0) - 1.0 };
    }
    let excess = cost(&bounded, &solution.acceleration) - cost(&bounded, &expected);
    assert!(excess <= 0.0, "{excess:e}: {network:?} {solution:?} {expected:?}");
    false
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
    minimise(&weights, &[], &vec![0.0; weights.len()], balance(network), within)
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
    1.0 - minimise(&vec![0.0; count + 1], &[], &cost, balance(network), within)[count]
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
        assert_agrees(&network, &solution);
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

/// The limits that the contacts of a cut use set the margin alone: by the linear program it stays where all others are three
/// times as far.
#[test]
fn cuts_set_margins() {
    let mut numbers = Random(29);
    let mut kernel = Kernel::default();
    let (mut slips, mut cases, mut slipping) = (Vec::new(), [0; 3], 0);
    for case in 0..600 {
        let mut recipe = Recipe { offsets: false, ..recipe(&mut numbers) };
        if case % 2 == 0 {
            recipe.bodies = 1 + numbers.below(4);
            recipe.contacts = 1 + numbers.below(recipe.bodies + 1);
        }
        let mut network = Stuck::random(recipe, numbers.between(0.1, 2.0), &mut numbers);
        let stuck = vec![true; network.contacts.len()];
        let Stuck { contacts, residual, clusters } = &mut network;
        let found = kernel.margins(clusters, &stuck).cut(residual, contacts, &mut slips);
        cases[clusters.redundant().len().min(2)] += 1;
        slipping += slips.iter().filter(|slip| **slip != Slip::Stuck).count();
        for (contact, slip) in network.contacts.iter_mut().zip(&slips) {
            contact.upper *= if *slip == Slip::Forward { 1.0 } else { 3.0 };
            contact.lower *= if *slip == Slip::Backward { 1.0 } else { 3.0 };
        }
        let alone = margin(&network);
        assert!((alone - found).abs() < 1e-7, "{found} {alone} {slips:?}");
    }
    assert!(cases.iter().all(|count| *count > 80) && slipping > 1_000, "{cases:?} {slipping}");
}

/// The motion that sets a margin has that margin, and bounds those of other loads and limits of the same contacts, by duality;
/// sets hold up to their margins, and no farther.
#[test]
fn last_cuts_bound_margins() {
    let mut numbers = Random(31);
    let mut kernel = Kernel::default();
    let (mut cuts, mut closest) = (0, f64::INFINITY);
    for _ in 0..600 {
        let recipe = Recipe { offsets: false, ..recipe(&mut numbers) };
        let mut network = Stuck::random(recipe, numbers.between(0.1, 2.0), &mut numbers);
        let stuck = vec![true; network.contacts.len()];
        for (off, holds) in [(-1e-9, true), (1e-9, false)] {
            let threshold = network.margin(&mut kernel) + off;
            assert_eq!(network.holds(&mut kernel, threshold), holds, "{off} {network:?}");
        }
        let mut clusters = network.clusters.clone();
        let mut margins = kernel.margins(&mut clusters, &stuck);
        let found = margins.margin(&network.residual, &network.contacts);
        let by_cut = |network: &Stuck| margins.by_last_cut(&network.residual, &network.contacts);
        let Some(own) = by_cut(&network) else { continue };
        cuts += 1;
        assert!((own - found).abs() < 1e-12 * (1.0 + found.abs()), "{own} {found}");
        let mut other = network.clone();
        for contact in &mut other.contacts {
            contact.upper *= numbers.between(0.5, 1.5);
            let force = numbers.between(-0.1, 0.1);
            contact.row.terms().for_each(|(body, q)| other.residual[body] += q * force);
        }
        let bound = by_cut(&other).expect("the same motion");
        let expected = margin(&other);
        assert!(expected < bound + 1e-7, "{expected} {bound} {other:?}");
        closest = closest.min(bound - expected);
    }
    assert!(cuts > 200 && closest < 1e-6, "{cuts} {closest}");
}
