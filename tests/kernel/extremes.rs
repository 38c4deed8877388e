//! Numbers from one end of the floating-point range to the other: sums and quotients in the kernel are then no
//! numbers, and it ends all the same.

use luztar::gauss::{Contact, Kernel, Row, Solution};

use crate::network::{Random, Stuck};

const SIZES: [f64; 9] = [1e-320, 1e-300, 1e-160, 1e-9, 1.0, 1e9, 1e160, 1e300, f64::MAX];

fn size(numbers: &mut Random) -> f64 {
    // Half of them ordinary.
    if numbers.chance(0.5) { numbers.between(0.5, 2.0) } else { SIZES[numbers.below(SIZES.len())] }
}

fn signed(numbers: &mut Random) -> f64 {
    if numbers.chance(0.5) { size(numbers) } else { -size(numbers) }
}

fn contact(bodies: usize, numbers: &mut Random) -> Contact {
    let i = numbers.below(bodies);
    let j = numbers.below(bodies + 1);
    let row = match j < bodies && j != i {
        true => Row { i: Some(i), q_i: signed(numbers), j: Some(j), q_j: signed(numbers) },
        false => Row { i: Some(i), q_i: signed(numbers), j: None, q_j: 0.0 },
    };
    let bound = |numbers: &mut Random| if numbers.chance(0.1) { 0.0 } else { size(numbers) };
    let beta = if numbers.chance(0.5) { 0.0 } else { signed(numbers) };
    let viscous = if numbers.chance(0.7) { 0.0 } else { size(numbers) };
    Contact { row, beta, lower: -bound(numbers), upper: bound(numbers), viscous }
}

#[test]
fn the_kernel_ends_whatever_the_numbers() {
    let mut numbers = Random(5);
    let (mut solved, mut nothing) = (0, 0);
    for _ in 0..20_000 {
        let most = if numbers.chance(0.1) { 40 } else { 5 };
        let (bodies, count) = (1 + numbers.below(most), numbers.below(2 * most));
        let contacts: Vec<Contact> = (0..count).map(|_| contact(bodies, &mut numbers)).collect();
        let mass: Vec<f64> = (0..bodies).map(|_| size(&mut numbers)).collect();
        let force: Vec<f64> = (0..bodies).map(|_| signed(&mut numbers)).collect();
        let mut kernel = Kernel::default();
        let mut solution = Solution::default();
        match kernel.solve(&mass, &force, &contacts, &mut solution) {
            Ok(()) => solved += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let mut stuck = Stuck::new(contacts, force);
        nothing += usize::from(stuck.margin(&mut kernel).is_nan());
        stuck.holds(&mut kernel, 0.0);
        stuck.distribute(&mut kernel);
    }
    assert!(solved > 10_000, "{solved}");
    assert!(nothing < 1_000, "{nothing} margins are no numbers");
}
