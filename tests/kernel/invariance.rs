//! The solution does not depend on the order of contacts and bodies, nor on units.

use luztar::gauss::{Kernel, Solution};

use crate::network::{Network, Random, Recipe, Stuck, random};

fn solve(network: &Network) -> Solution {
    let mut solution = Solution::default();
    Kernel::default()
        .solve(&network.mass, &network.force, &network.contacts, &mut solution)
        .expect("finite limits do not contradict");
    solution
}

/// A network with finite limits, of integers half of the time.
fn draw(numbers: &mut Random) -> Network {
    let recipe = Recipe {
        bodies: 1 + numbers.below(8),
        contacts: numbers.below(16),
        integers: numbers.chance(0.5),
        ratios: numbers.chance(0.3),
        offsets: numbers.chance(0.3),
        ranges: numbers.chance(0.3),
        infinite: false,
    };
    random(recipe, numbers)
}

fn assert_close(found: f64, expected: f64, network: &Network) {
    assert!(
        (found - expected).abs() <= 1e-11 * (1.0 + expected.abs()),
        "{found} {expected} {network:?}"
    );
}

#[test]
fn order_of_contacts_and_bodies() {
    let mut numbers = Random(11);
    for _ in 0..2000 {
        let network = draw(&mut numbers);
        let bodies = numbers.shuffled(network.mass.len());
        let contacts = numbers.shuffled(network.contacts.len());
        let mut permuted = network.clone();
        for (old, new) in bodies.iter().enumerate() {
            permuted.mass[*new] = network.mass[old];
            permuted.force[*new] = network.force[old];
        }
        for (old, new) in contacts.iter().enumerate() {
            let mut contact = network.contacts[old];
            contact.row.i = contact.row.i.map(|body| bodies[body]);
            contact.row.j = contact.row.j.map(|body| bodies[body]);
            permuted.contacts[*new] = contact;
        }
        let (found, expected) = (solve(&permuted), solve(&network));
        for (old, new) in bodies.iter().enumerate() {
            assert_close(found.acceleration[*new], expected.acceleration[old], &network);
        }
        for (old, new) in contacts.iter().enumerate() {
            assert_eq!(found.slip[*new], expected.slip[old], "{network:?}");
        }
    }
}

/// The same network with each body's motion in a unit of its own and forces `power` times larger.
fn in_units(network: &Network, units: &[f64], power: f64) -> Network {
    let mut scaled = network.clone();
    for (body, unit) in units.iter().enumerate() {
        scaled.mass[body] *= power * unit * unit;
        scaled.force[body] *= power * unit;
    }
    for contact in &mut scaled.contacts {
        contact.upper *= power;
        contact.lower *= power;
        contact.row.q_i *= contact.row.i.map_or(1.0, |body| units[body]);
        contact.row.q_j *= contact.row.j.map_or(1.0, |body| units[body]);
    }
    scaled
}

fn draw_units(network: &Network, numbers: &mut Random) -> Vec<f64> {
    network.mass.iter().map(|_| libm::exp10(numbers.between(-6.0, 6.0))).collect()
}

#[test]
fn units() {
    let mut numbers = Random(12);
    for _ in 0..2000 {
        let network = draw(&mut numbers);
        let power = libm::exp2(numbers.between(-60.0, 60.0));
        let units = draw_units(&network, &mut numbers);
        let (found, expected) = (solve(&in_units(&network, &units, power)), solve(&network));
        assert_eq!(found.slip, expected.slip, "{network:?} {units:?}");
        for (body, unit) in units.iter().enumerate() {
            assert_close(found.acceleration[body] * unit, expected.acceleration[body], &network);
        }
    }
}

/// Rigid and one-sided contacts: the same modes, or a contradiction either way.
#[test]
fn units_without_limits() {
    let mut numbers = Random(14);
    let mut contradictions = 0;
    for _ in 0..5000 {
        let recipe = Recipe {
            bodies: 1 + numbers.below(6),
            contacts: numbers.below(14),
            integers: numbers.chance(0.5),
            ratios: numbers.chance(0.5),
            offsets: numbers.chance(0.5),
            ranges: true,
            infinite: true,
        };
        let network = random(recipe, &mut numbers);
        let units = draw_units(&network, &mut numbers);
        let modes = |network: &Network| {
            let mut solution = Solution::default();
            let solved = Kernel::default().solve(
                &network.mass,
                &network.force,
                &network.contacts,
                &mut solution,
            );
            solved.ok().map(|()| solution.slip)
        };
        let expected = modes(&network);
        contradictions += usize::from(expected.is_none());
        assert_eq!(modes(&in_units(&network, &units, 1.0)), expected, "{network:?} {units:?}");
    }
    assert!(contradictions > 50, "{contradictions}");
}

/// Forces and margin of stuck sets whose limits differ by up to four orders of magnitude.
#[test]
fn order_of_stuck_contacts() {
    let mut numbers = Random(13);
    let mut kernel = Kernel::default();
    for _ in 0..500 {
        let recipe = Recipe {
            bodies: 1 + numbers.below(10),
            contacts: 1 + numbers.below(30),
            integers: false,
            ratios: false,
            offsets: false,
            ranges: true,
            infinite: false,
        };
        let mut drawn = Stuck::random(recipe, 1.0, &mut numbers);
        let contacts = &mut drawn.contacts;
        drawn.residual.fill(0.0);
        for contact in contacts.iter_mut() {
            let scale = libm::exp10(numbers.between(-2.0, 2.0));
            contact.upper *= scale;
            contact.lower *= scale;
            let lambda = numbers.between(contact.lower, contact.upper);
            for (body, q) in contact.row.terms() {
                drawn.residual[body] += q * lambda;
            }
        }
        let order = numbers.shuffled(contacts.len());
        let mut permuted = contacts.clone();
        for (old, new) in order.iter().enumerate() {
            permuted[*new] = contacts[old];
        }
        let mut permuted = Stuck::new(permuted, drawn.residual.clone());
        let (expected, found) = (drawn.distribute(&mut kernel), permuted.distribute(&mut kernel));
        for (old, new) in order.iter().enumerate() {
            let range = drawn.contacts[old].upper - drawn.contacts[old].lower;
            let difference = (found[*new] - expected[old]).abs();
            assert!(difference <= 1e-11 * range, "{difference} {drawn:?}");
        }
        let difference = drawn.margin(&mut kernel) - permuted.margin(&mut kernel);
        assert!(difference.abs() < 1e-11, "{difference} {drawn:?}");
    }
}
