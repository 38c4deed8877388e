//! Many redundant contacts: grids of blocks on a table, and random graphs, against an interior-point
//! solver and against what optimality demands.

use luztar::gauss::{Contact, Kernel, Slip, Solution};

use crate::conic::{distribution, margin};
use crate::network::{Network, Random, Recipe, Stuck, between, force_scale, ground, kkt_residual};

/// Blocks side by side, each in contact with its neighbours and, with some probability, the table.
fn grid(side: usize, on_table: f64, numbers: &mut Random) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for body in 0..side * side {
        if numbers.chance(on_table) {
            contacts.push(ground(body, numbers.between(0.5, 1.5)));
        }
        if body % side + 1 < side {
            contacts.push(between(body, body + 1, numbers.between(0.5, 1.5)));
        }
        if body + side < side * side {
            contacts.push(between(body, body + side, numbers.between(0.5, 1.5)));
        }
    }
    contacts
}

/// A load that forces within `share` of the limits balance, half of them at it.
fn load(bodies: usize, contacts: &[Contact], share: f64, numbers: &mut Random) -> Vec<f64> {
    let mut load = vec![0.0; bodies];
    for contact in contacts {
        let (lower, upper) = (contact.lower.max(-2.0), contact.upper.min(2.0));
        let lambda = match numbers.below(4) {
            0 => lower,
            1 => upper,
            _ => numbers.between(lower, upper),
        };
        for (body, q) in contact.row.terms() {
            load[body] += q * share * lambda;
        }
    }
    load
}

fn stuck_grid(side: usize, share: f64, numbers: &mut Random) -> Stuck {
    let contacts = grid(side, 1.0, numbers);
    let load = load(side * side, &contacts, share, numbers);
    Stuck::new(contacts, load)
}

/// Graphs with many cycles, ratios and infinite bounds, some of them without ground.
fn tangle(numbers: &mut Random) -> Stuck {
    let (bodies, contacts) = (5 + numbers.below(25), 60 + numbers.below(40));
    let recipe = Recipe::stuck(bodies, contacts, numbers);
    let share = numbers.between(0.2, 1.5);
    let mut network = Stuck::random(recipe, 0.0, numbers);
    if numbers.chance(0.3) {
        network.contacts.retain(|contact| contact.row.j.is_some());
    }
    let load = load(recipe.bodies, &network.contacts, share, numbers);
    Stuck::new(network.contacts, load)
}

/// Greatest component of g − Σ Bᵀλ.
fn imbalance(network: &Stuck, lambda: &[f64]) -> f64 {
    let mut left = network.residual.clone();
    for (contact, lambda) in network.contacts.iter().zip(lambda) {
        for (body, q) in contact.row.terms() {
            left[body] -= q * lambda;
        }
    }
    left.iter().fold(0.0, |worst: f64, g| worst.max(g.abs()))
}

fn half_range(contact: &Contact) -> f64 {
    (contact.upper - contact.lower) / 2.0
}

/// Asserts balance and limits, and returns Σ (λ/F̄)² and how many contacts are exactly at a limit.
fn check_forces(network: &Stuck, lambda: &[f64]) -> (f64, usize) {
    let left = imbalance(network, lambda);
    assert!(left <= 1e-12, "{left}");
    let (mut cost, mut limited) = (0.0, 0);
    for (contact, &lambda) in network.contacts.iter().zip(lambda) {
        let slack = 1e-12 * half_range(contact);
        assert!(contact.lower - slack <= lambda && lambda <= contact.upper + slack, "{lambda}");
        limited += usize::from(lambda == contact.lower || lambda == contact.upper);
        cost += (lambda / half_range(contact)).powi(2);
    }
    (cost, limited)
}

#[test]
fn motion_of_a_large_grid() {
    let mut numbers = Random(41);
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    for (share, slips) in [(0.9, false), (1.5, true)] {
        let Stuck { contacts, residual, .. } = stuck_grid(30, share, &mut numbers);
        let network = Network::new(vec![1.0; residual.len()], residual, contacts);
        kernel
            .solve(&network.mass, &network.force, &network.contacts, &mut solution)
            .expect("limits are finite");
        let residual = kkt_residual(&network, &solution);
        assert!(residual <= 1e-14 * force_scale(&network), "{residual}");
        assert_eq!(solution.slip.iter().any(|slip| *slip != Slip::Stuck), slips);
    }
}

/// Blocks of which those at one edge are pulled and those at the other held by the ground: loads have to go all the way, side by
/// side, over contacts that hold some of them.
#[test]
fn motion_of_a_grid_pulled_far_from_the_ground() {
    let mut numbers = Random(51);
    let mut kernel = Kernel::default();
    let mut solution = Solution::default();
    let side = 30;
    for (limit, slips) in [(100.0, false), (14.0, true), (5.0, true)] {
        let mut contacts = grid(side, 0.0, &mut numbers);
        for contact in &mut contacts {
            contact.upper *= limit;
            contact.lower *= limit;
        }
        let held = (0..side * side).filter(|body| body % side >= side - 5);
        contacts.extend(held.map(|body| ground(body, 20.0)));
        let force = (0..side * side)
            .map(|body| if body % side < 5 { numbers.between(0.0, 6.0) } else { 0.0 });
        let network = Network::new(vec![1.0; side * side], force.collect(), contacts);
        kernel
            .solve(&network.mass, &network.force, &network.contacts, &mut solution)
            .expect("limits are finite");
        let residual = kkt_residual(&network, &solution);
        assert!(residual <= 1e-13 * force_scale(&network), "{residual}");
        assert_eq!(solution.slip.iter().any(|slip| *slip != Slip::Stuck), slips);
    }
}

#[test]
fn forces_in_grids() {
    let mut numbers = Random(42);
    let mut kernel = Kernel::default();
    let mut limited = 0;
    for case in 0..24 {
        let side = if case == 0 { 30 } else { 6 + numbers.below(6) };
        let share = [0.5, 0.9, 0.99][case % 3];
        let mut network = stuck_grid(side, share, &mut numbers);
        let lambda = network.distribute(&mut kernel);
        let (cost, at_limit) = check_forces(&network, &lambda);
        limited += at_limit;
        let expected = distribution(&network);
        for ((found, expected), contact) in lambda.iter().zip(&expected).zip(&network.contacts) {
            assert!((found - expected).abs() < 1e-5 * half_range(contact), "{found} {expected}");
        }
        let squares = expected.iter().zip(&network.contacts);
        let least: f64 = squares.map(|(x, contact)| (x / half_range(contact)).powi(2)).sum();
        assert!(cost <= least * (1.0 + 1e-9), "{cost} {least}");
    }
    assert!(limited > 100, "{limited}");
}

/// At the release the forces are those at which the limits are met; beyond it, those without limits,
/// which grow with the load.
#[test]
fn forces_at_and_beyond_the_release() {
    let mut numbers = Random(43);
    let mut kernel = Kernel::default();
    for _ in 0..20 {
        let mut network = stuck_grid(8, 0.9, &mut numbers);
        let used = 1.0 - network.margin(&mut kernel);
        let load = network.residual.clone();
        for excess in [-1e-9, 0.0, 1e-13, 1e-10] {
            let factor = (1.0 + excess) / used;
            network.residual = load.iter().map(|g| factor * g).collect();
            let lambda = network.distribute(&mut kernel);
            assert!(imbalance(&network, &lambda) <= 1e-13);
            for (contact, lambda) in network.contacts.iter().zip(&lambda) {
                let usage = (lambda / contact.upper).max(lambda / contact.lower);
                assert!(usage <= 1.0 + 1e-12 + 10.0 * excess.max(0.0), "{excess}: {usage}");
            }
        }
        let mut beyond = |factor: f64| {
            network.residual = load.iter().map(|g| factor / used * g).collect();
            network.distribute(&mut kernel)
        };
        for (twice, four) in beyond(2.0).iter().zip(beyond(4.0)) {
            assert!((2.0 * twice - four).abs() < 1e-11, "{twice} {four}");
        }
    }
}

#[test]
fn forces_in_tangles() {
    let mut numbers = Random(44);
    let mut kernel = Kernel::default();
    let (mut limited, mut held) = (0, 0);
    while held < 150 {
        let mut network = tangle(&mut numbers);
        network.contacts.iter_mut().for_each(|contact| {
            contact.upper = contact.upper.min(4.0);
            contact.lower = contact.lower.max(-4.0);
        });
        if network.clusters.redundant().len() < 30 || network.margin(&mut kernel) < 1e-6 {
            continue;
        }
        held += 1;
        let lambda = network.distribute(&mut kernel);
        limited += check_forces(&network, &lambda).1;
        for ((found, expected), contact) in
            lambda.iter().zip(&distribution(&network)).zip(&network.contacts)
        {
            assert!((found - expected).abs() < 1e-5 * half_range(contact), "{found} {expected}");
        }
    }
    assert!(limited > 50, "{limited}");
}

#[test]
fn margins_of_grids() {
    let mut numbers = Random(45);
    let mut kernel = Kernel::default();
    for case in 0..12 {
        let side = if case == 0 { 30 } else { 6 + numbers.below(6) };
        let share = numbers.between(0.3, 1.5);
        let mut network = stuck_grid(side, share, &mut numbers);
        let (found, expected) = (network.margin(&mut kernel), margin(&network));
        assert!((found - expected).abs() < 1e-7, "{found} {expected}");
        check_threshold(&mut network, &mut kernel, found);
    }
}

/// Few blocks lie on the table, so that the hardest cuts are large.
#[test]
fn margins_of_grids_hung_in_a_few_places() {
    let mut numbers = Random(46);
    let mut kernel = Kernel::default();
    for _ in 0..30 {
        let contacts = grid(9, 0.1, &mut numbers);
        let mut load = load(81, &contacts, 1.0, &mut numbers);
        load.iter_mut().for_each(|g| *g *= 0.2);
        if contacts.iter().any(|contact| contact.row.j.is_none()) {
            load.iter_mut().for_each(|g| *g += 0.05);
        }
        let mut network = Stuck::new(contacts, load);
        let (found, expected) = (network.margin(&mut kernel), margin(&network));
        assert!((found - expected).abs() < 1e-7, "{found} {expected}");
        check_threshold(&mut network, &mut kernel, found);
    }
}

#[test]
fn margins_of_tangles() {
    let mut numbers = Random(47);
    let mut kernel = Kernel::default();
    for _ in 0..300 {
        let mut network = tangle(&mut numbers);
        let (found, expected) = (network.margin(&mut kernel), margin(&network));
        assert!((found - expected).abs() < 1e-7, "{found} {expected} {network:?}");
        check_threshold(&mut network, &mut kernel, found);
    }
}

/// Rings of three to five blocks, each hung from a chain of others: of each the margin is that of one cycle, and together they
/// have the least of these. Where it is next to 0, so is what moves under limits that are scaled by what is nearly it.
#[test]
fn margins_of_many_rings_beside_each_other() {
    let mut numbers = Random(50);
    let mut kernel = Kernel::default();
    for _ in 0..400 {
        let (mut contacts, mut residual) = (Vec::new(), Vec::new());
        let mut least = f64::INFINITY;
        for _ in 0..4 + numbers.below(8) {
            let (ring, chain) = (3 + numbers.below(3), 1 + numbers.below(4));
            let mut own = vec![between(0, ring - 1, numbers.between(0.5, 1.5))];
            let links = 0..ring + chain - 1;
            own.extend(links.map(|k| between(k, k + 1, numbers.between(0.5, 1.5))));
            own.push(ground(ring + chain - 1, numbers.between(0.5, 1.5)));
            let share = numbers.between(0.9, 1.1);
            let mut alone = Stuck::new(own.clone(), load(ring + chain, &own, share, &mut numbers));
            least = least.min(alone.margin(&mut kernel));
            let first = residual.len();
            residual.extend_from_slice(&alone.residual);
            contacts.extend(own.into_iter().map(|mut contact| {
                contact.row.i = contact.row.i.map(|body| first + body);
                contact.row.j = contact.row.j.map(|body| first + body);
                contact
            }));
        }
        let mut all = Stuck::new(contacts, residual);
        let found = all.margin(&mut kernel);
        assert!((found - least).abs() < 1e-13, "{found:e} {least:e}");
        check_threshold(&mut all, &mut kernel, least);
        // A load so many times as great uses as many times as much of the limits.
        let whole = all.residual.clone();
        for _ in 0..20 {
            let size = libm::exp10(numbers.between(-10.0, -2.0));
            let times = (1.0 + if numbers.chance(0.5) { size } else { -size }) / (1.0 - least);
            all.residual = whole.iter().map(|g| times * g).collect();
            let (found, expected) = (all.margin(&mut kernel), 1.0 - times * (1.0 - least));
            assert!((found - expected).abs() < 1e-13, "{found:e} {expected:e}");
        }
    }
}

/// Bodies that slip everywhere beside the stuck ones have a load of round-off, which nothing holds.
#[test]
fn loose_bodies_do_not_count() {
    let mut numbers = Random(49);
    let mut kernel = Kernel::default();
    let mut network = stuck_grid(8, 0.9, &mut numbers);
    let expected = network.margin(&mut kernel);
    let mut load = network.residual;
    load.extend([1e-17, -3e-12]);
    let mut wider = Stuck::new(network.contacts, load);
    assert_eq!(wider.margin(&mut kernel), expected);
    check_threshold(&mut wider, &mut kernel, expected);
}

/// [`Kernel::holds`] changes its answer at the margin.
fn check_threshold(network: &mut Stuck, kernel: &mut Kernel, margin: f64) {
    let shift = 1e-12 * (1.0 + margin.abs());
    assert!(network.holds(kernel, margin - shift), "{margin}");
    assert!(!network.holds(kernel, margin + shift), "{margin}");
    assert!(network.holds(kernel, margin - 0.1) && !network.holds(kernel, margin + 0.1));
}

/// Neither units of force, nor those of bodies, nor the order of contacts matter.
#[test]
fn invariances() {
    let mut numbers = Random(48);
    let mut kernel = Kernel::default();
    for _ in 0..30 {
        let mut network = stuck_grid(8, 0.9, &mut numbers);
        let order = numbers.shuffled(network.contacts.len());
        let scale: Vec<f64> = (0..64).map(|_| libm::exp10(numbers.between(-3.0, 3.0))).collect();
        let force = libm::exp10(numbers.between(-3.0, 3.0));
        let mut contacts = network.contacts.clone();
        for (old, new) in order.iter().enumerate() {
            let mut contact = network.contacts[old];
            contact.upper *= force;
            contact.lower *= force;
            contact.row.q_i *= scale[contact.row.i.expect("a first body")];
            contact.row.q_j *= contact.row.j.map_or(1.0, |body| scale[body]);
            contacts[*new] = contact;
        }
        let load = network.residual.iter().zip(&scale).map(|(g, scale)| g * scale * force);
        let mut other = Stuck::new(contacts, load.collect());
        let (expected, found) = (network.distribute(&mut kernel), other.distribute(&mut kernel));
        for (old, new) in order.iter().enumerate() {
            assert!((found[*new] / force - expected[old]).abs() < 1e-11);
        }
        assert!((network.margin(&mut kernel) - other.margin(&mut kernel)).abs() < 1e-12);
    }
}
