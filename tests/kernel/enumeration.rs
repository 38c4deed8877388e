//! Thousands of small random networks against the enumeration of all combinations of modes.

use luztar::gauss::{Kernel, KernelError, Slip, Solution};

use crate::network::{Network, Random, Recipe, force_scale, kkt_residual, random};
use crate::oracle::enumerate;

/// Solutions of networks of unit scale: integers of one digit have no u between this and 0.
const CLOSE: f64 = 1e-9;

fn assert_solves(kernel: &mut Kernel, network: &Network) {
    let mut solution = Solution::default();
    let result = kernel.solve(&network.mass, &network.force, &network.contacts, &mut solution);
    let Some(expected) = enumerate(network) else {
        assert!(matches!(result, Err(KernelError::Contradiction { .. })), "{network:?}");
        return;
    };
    assert_eq!(result, Ok(()), "{network:?}");
    for (found, expected) in solution.acceleration.iter().zip(&expected) {
        assert!((found - expected).abs() < CLOSE, "{network:?}\n{solution:?}\n{expected:?}");
    }
    for (index, contact) in network.contacts.iter().enumerate() {
        let u = contact.row.apply(&expected) - contact.beta;
        let slip = if u.abs() < CLOSE && contact.lower < contact.upper {
            Slip::Stuck
        } else if u > -CLOSE {
            Slip::Forward
        } else {
            Slip::Backward
        };
        assert_eq!(solution.slip[index], slip, "contact {index}: {network:?}\n{solution:?}");
    }
    let residual = kkt_residual(network, &solution);
    assert!(residual <= 1e-12 * force_scale(network), "{residual}: {network:?}\n{solution:?}");
}

fn compare(seed: u64, cases: usize, integers: bool) {
    let mut numbers = Random(seed);
    let mut kernel = Kernel::default();
    for _ in 0..cases {
        let recipe = Recipe {
            bodies: 1 + numbers.below(4),
            contacts: numbers.below(7),
            integers,
            ratios: numbers.chance(0.5),
            offsets: numbers.chance(0.5),
            ranges: numbers.chance(0.5),
            infinite: numbers.chance(0.5),
        };
        assert_solves(&mut kernel, &random(recipe, &mut numbers));
    }
}

#[test]
fn random_reals() {
    compare(1, 3000, false);
}

#[test]
fn random_integers() {
    compare(2, 6000, true);
}
