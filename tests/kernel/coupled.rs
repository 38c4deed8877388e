//! Bodies that their inertia couples, K with dense blocks: the principle beside an interior-point solver, the
//! enumeration of modes and closed forms; other coordinates and other units; loads that change.

use luztar::gauss::{Bounds, Contact, CoupledMass, Inertia, Kernel, KernelError, Slip, Solution};

use crate::conic;
use crate::network::{
    Network, Random, Recipe, between, cost, force_scale, ground, kkt_residual, random,
};
use crate::oracle::enumerate;

/// Accelerations of problems of unit scale that mean the same.
const SAME: f64 = 1e-9;

/// Draws a positive definite block `A Aᵀ + 0.1` for each of some groups of up to six bodies.
fn couple(mut network: Network, integers: bool, numbers: &mut Random) -> Network {
    let order = numbers.shuffled(network.mass.len());
    let mut rest = &order[..];
    while !rest.is_empty() {
        let (block, others) = rest.split_at((1 + numbers.below(6)).min(rest.len()));
        rest = others;
        let size = block.len();
        let draw = |numbers: &mut Random| {
            let x = numbers.between(-1.5, 1.5);
            if integers { x.round() } else { x }
        };
        let a: Vec<f64> = (0..size * size).map(|_| draw(numbers)).collect();
        let least = if integers { 1.0 } else { 0.1 };
        for k in 0..size {
            for l in 0..=k {
                let entry: f64 = (0..size).map(|m| a[k * size + m] * a[l * size + m]).sum();
                let (i, j) = (block[k], block[l]);
                if k == l {
                    network.mass[i] = entry + least;
                } else if entry != 0.0 {
                    network.coupled.push(CoupledMass { i, j, mass: entry });
                }
            }
        }
    }
    network
}

fn solve(network: &Network) -> Solution {
    let mut solution = Solution::default();
    Kernel::default()
        .solve(network.inertia(), &network.force, &network.contacts, &mut solution)
        .expect("finite limits do not contradict");
    let residual = kkt_residual(network, &solution);
    assert!(residual <= 1e-12 * force_scale(network), "{residual:e} {network:?} {solution:?}");
    solution
}

/// Motions of the interior-point solver; where that leaves more than 1e-9 the kernel's cost no more.
#[test]
fn as_an_interior_point_solver() {
    let mut numbers = Random(41);
    let (mut loose, mut coupled) = (0, 0);
    for _ in 0..1000 {
        let bodies = 1 + numbers.below(12);
        let recipe = Recipe {
            bodies,
            contacts: 1 + numbers.below(2 * bodies),
            integers: false,
            ratios: numbers.chance(0.5),
            offsets: numbers.chance(0.5),
            ranges: numbers.chance(0.5),
            infinite: false,
        };
        let network = couple(random(recipe, &mut numbers), false, &mut numbers);
        coupled += network.coupled.len();
        let solution = solve(&network);
        let near = conic::accelerations(&network);
        let far = |expected: &[f64]| {
            let pairs = solution.acceleration.iter().zip(expected);
            pairs.fold(0.0, |far: f64, (a, b)| far.max((a - b).abs()))
        };
        let scale = solution.acceleration.iter().fold(1.0, |most: f64, a| a.abs().max(most));
        if far(&near) > SAME * scale {
            loose += 1;
            let excess = cost(&network, &solution.acceleration) - cost(&network, &near);
            assert!(excess <= 0.0, "{excess:e} {:e}: {network:?} {near:?}", far(&near));
        }
    }
    assert!(coupled > 5_000 && loose < 30, "{coupled} {loose}");
}

/// All combinations of modes of up to six contacts, with rigid and one-sided ones among them.
#[test]
fn as_the_enumeration_of_modes() {
    let mut numbers = Random(42);
    let mut kernel = Kernel::default();
    for case in 0..3000 {
        let integers = case % 3 == 0;
        let recipe = Recipe {
            bodies: 2 + numbers.below(3),
            contacts: numbers.below(7),
            integers,
            ratios: numbers.chance(0.5),
            offsets: numbers.chance(0.5),
            ranges: numbers.chance(0.5),
            infinite: numbers.chance(0.3),
        };
        let network = couple(random(recipe, &mut numbers), integers, &mut numbers);
        let mut found = Solution::default();
        let Network { force, contacts, .. } = &network;
        let solved = kernel.solve(network.inertia(), force, contacts, &mut found);
        let Some(expected) = enumerate(&network) else {
            assert!(matches!(solved, Err(KernelError::Contradiction { .. })), "{network:?}");
            continue;
        };
        assert_eq!(solved, Ok(()), "{network:?}");
        for (a, b) in found.acceleration.iter().zip(&expected) {
            assert!((a - b).abs() < SAME * (1.0 + b.abs()), "{network:?}\n{found:?}\n{expected:?}");
        }
        for (contact, slip) in contacts.iter().zip(&found.slip) {
            let u = contact.row.apply(&expected) - contact.beta;
            let agrees = match slip {
                Slip::Stuck => u.abs() < SAME,
                Slip::Forward => u > -SAME,
                Slip::Backward => u < SAME,
            };
            assert!(agrees, "{network:?}\n{found:?}");
        }
    }
}

/// Two bodies, each on its own ground, K = [[2, 1], [1, 1]], limits 1 and 0.25. Where the first slips and the second
/// sticks, 2a₁ = f₁ − 1 and λ₂ = f₂ − a₁.
#[test]
fn dragged_by_the_other() {
    let coupled = vec![CoupledMass { i: 0, j: 1, mass: 1.0 }];
    let network = |force: [f64; 2]| Network {
        mass: vec![2.0, 1.0],
        force: force.to_vec(),
        contacts: vec![ground(0, 1.0), ground(1, 0.25)],
        coupled: coupled.clone(),
    };
    // a₁ = 1: its inertia takes the whole force on the second.
    let solution = solve(&network([3.0, 1.0]));
    assert_eq!(
        (solution.acceleration[1], &solution.slip[..]),
        (0.0, &[Slip::Forward, Slip::Stuck][..])
    );
    assert!((solution.acceleration[0] - 1.0).abs() < 1e-15, "{solution:?}");
    assert!(solution.lambda[1].abs() < 1e-15, "{solution:?}");
    // a₁ = 1 would need λ₂ = −1: the second slips backwards, a = K⁻¹(2, 0.25).
    let solution = solve(&network([3.0, 0.0]));
    assert_eq!(solution.slip, [Slip::Forward, Slip::Backward]);
    for (a, exact) in solution.acceleration.iter().zip([1.75, -1.5]) {
        assert!((a - exact).abs() < 1e-15, "{solution:?}");
    }
    // Both at their limits, at rest.
    let solution = solve(&network([1.0, -0.25]));
    assert_eq!(solution.acceleration, [0.0, 0.0]);
    assert_eq!(solution.slip, [Slip::Stuck; 2]);
}

/// Masses m₁, m₂ at x₁, x₂ and the same in the coordinates u = x₁, s = x₂ − x₁, in which K = [[m₁ + m₂, m₂], [m₂, m₂]].
#[test]
fn coordinates_do_not_matter() {
    let mut numbers = Random(43);
    for _ in 0..500 {
        let pairs = 1 + numbers.below(4);
        let (mut plain, mut other) = (Network::default(), Network::default());
        for pair in 0..pairs {
            let (u, s) = (2 * pair, 2 * pair + 1);
            let [m1, m2] = [0, 1].map(|_| numbers.between(0.5, 3.0));
            let [f1, f2] = [0, 1].map(|_| numbers.between(-4.0, 4.0));
            let [base, joint] = [0, 1].map(|_| numbers.between(0.0, 3.0));
            plain.mass.extend([m1, m2]);
            plain.force.extend([f1, f2]);
            plain.contacts.extend([ground(u, base), between(s, u, joint)]);
            other.mass.extend([m1 + m2, m2]);
            other.force.extend([f1 + f2, f2]);
            other.contacts.extend([ground(u, base), ground(s, joint)]);
            other.coupled.push(CoupledMass { i: u, j: s, mass: m2 });
            if pair > 0 {
                let limit = numbers.between(0.0, 3.0);
                plain.contacts.push(between(u, u - 2, limit));
                other.contacts.push(between(u, u - 2, limit));
            }
        }
        let (found, expected) = (solve(&other), solve(&plain));
        assert_eq!(found.slip, expected.slip, "{other:?}");
        for pair in 0..pairs {
            let (u, s) = (2 * pair, 2 * pair + 1);
            let [u, s, first, second] = [
                found.acceleration[u],
                found.acceleration[s],
                expected.acceleration[u],
                expected.acceleration[s],
            ];
            let scale = 1.0 + first.abs() + second.abs();
            assert!((u - first).abs() <= 1e-13 * scale, "{other:?}");
            assert!((s - (second - first)).abs() <= 1e-13 * scale, "{other:?}");
        }
    }
}

/// Each body's motion in a unit of its own, and forces in another one, change no mode.
#[test]
fn units_do_not_matter() {
    let mut numbers = Random(44);
    for case in 0..1000 {
        let recipe = Recipe {
            bodies: 2 + numbers.below(8),
            contacts: numbers.below(16),
            integers: case % 2 == 0,
            ratios: numbers.chance(0.3),
            offsets: numbers.chance(0.3),
            ranges: numbers.chance(0.3),
            infinite: false,
        };
        let network = couple(random(recipe, &mut numbers), case % 2 == 0, &mut numbers);
        let power = libm::exp2(numbers.between(-60.0, 60.0));
        let units: Vec<f64> =
            network.mass.iter().map(|_| libm::exp10(numbers.between(-6.0, 6.0))).collect();
        let mut scaled = network.clone();
        for (body, unit) in units.iter().enumerate() {
            scaled.mass[body] *= power * unit * unit;
            scaled.force[body] *= power * unit;
        }
        for one in &mut scaled.coupled {
            one.mass *= power * units[one.i] * units[one.j];
        }
        for contact in &mut scaled.contacts {
            contact.upper *= power;
            contact.lower *= power;
            contact.row.q_i *= contact.row.i.map_or(1.0, |body| units[body]);
            contact.row.q_j *= contact.row.j.map_or(1.0, |body| units[body]);
        }
        let expected = solve(&network);
        let mut found = Solution::default();
        Kernel::default()
            .solve(scaled.inertia(), &scaled.force, &scaled.contacts, &mut found)
            .expect("finite limits do not contradict");
        assert_eq!(found.slip, expected.slip, "{network:?} {units:?}");
        for ((a, unit), b) in found.acceleration.iter().zip(&units).zip(&expected.acceleration) {
            assert!((a * unit - b).abs() <= 1e-11 * (1.0 + b.abs()), "{network:?} {units:?}");
        }
    }
}

/// A network that is loaded once has the solutions of the whole problems; another guess changes no more than round-off.
#[test]
fn loads_that_change() {
    let mut numbers = Random(45);
    for _ in 0..100 {
        let bodies = 2 + numbers.below(40);
        let recipe = Recipe {
            bodies,
            contacts: 1 + numbers.below(2 * bodies),
            integers: false,
            ratios: numbers.chance(0.3),
            offsets: false,
            ranges: numbers.chance(0.5),
            infinite: false,
        };
        let mut network = couple(random(recipe, &mut numbers), false, &mut numbers);
        for contact in &mut network.contacts {
            contact.viscous = if numbers.chance(0.2) { numbers.between(0.1, 3.0) } else { 0.0 };
        }
        let mut kernel = Kernel::default();
        kernel.load(network.inertia(), &[], &network.contacts).expect("all has mass");
        let mut guess = vec![Slip::Stuck; network.contacts.len()];
        for _ in 0..5 {
            for force in &mut network.force {
                *force += numbers.between(-0.2, 0.2);
            }
            let bounds: Vec<Bounds> = network.contacts.iter().map(Contact::bounds).collect();
            let mut found = Solution::default();
            kernel
                .solve_loaded(&network.force, &bounds, &guess, &mut found)
                .expect("limits are finite");
            let residual = kkt_residual(&network, &found);
            assert!(residual <= 1e-12 * force_scale(&network), "{residual:e} {network:?}");
            let cold = solve(&network);
            for (a, b) in found.acceleration.iter().zip(&cold.acceleration) {
                assert!((a - b).abs() <= 1e-10 * (1.0 + b.abs()), "{network:?}");
            }
            guess.clone_from(&found.slip);
        }
    }
}

/// An entry that is no smaller than its diagonal allows leaves a motion without inertia.
#[test]
fn no_inertia() {
    let coupled = [CoupledMass { i: 0, j: 1, mass: 2.0 }];
    let inertia = Inertia { diagonal: &[4.0, 1.0], coupled: &coupled };
    let solved = Kernel::default().solve(inertia, &[3.0, 1.0], &[], &mut Solution::default());
    assert!(matches!(solved, Err(KernelError::Singular { .. })), "{solved:?}");
}
