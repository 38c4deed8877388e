//! Viscous parts, dampers, and bodies without mass: 1000 random networks of up to 200 bodies, each also
//! beside the interior-point solver of `conic`; closed forms; refusals.

use luztar::gauss::{Contact, Kernel, KernelError, Row, Slip, Solution};
use luztar::projections::disentangle;
use proptest::prelude::*;

use crate::conic::assert_agrees;
use crate::network::{
    Network, Random, Recipe, between, cost, force_scale, ground, kkt_residual, random,
};

/// What a contact is made to be.
fn resisted(mut network: Network, numbers: &mut Random, massless: f64) -> Network {
    for contact in &mut network.contacts {
        if numbers.chance(0.6) {
            contact.viscous = numbers.between(0.1, 3.0);
        }
        if numbers.chance(0.15) {
            (contact.lower, contact.upper) = (0.0, 0.0);
        }
    }
    for body in 0..network.mass.len() {
        if numbers.chance(massless) {
            network.mass[body] = 0.0;
            let mut damper = ground(body, numbers.between(0.0, 1.0));
            damper.viscous = numbers.between(0.1, 3.0);
            network.contacts.push(damper);
        }
    }
    network
}

fn drawn(seed: u64) -> Network {
    let mut numbers = Random(seed);
    let bodies = 1 + numbers.below(if seed.is_multiple_of(10) { 200 } else { 30 });
    let recipe = Recipe {
        bodies,
        contacts: 1 + numbers.below(2 * bodies + 1),
        integers: numbers.chance(0.3),
        ratios: numbers.chance(0.5),
        offsets: numbers.chance(0.5),
        ranges: numbers.chance(0.5),
        infinite: false,
    };
    let network = random(recipe, &mut numbers);
    resisted(network, &mut numbers, if seed.is_multiple_of(2) { 0.3 } else { 0.0 })
}

fn solve(network: &Network) -> Solution {
    let mut solution = Solution::default();
    let Network { mass, force, contacts, .. } = network;
    Kernel::default().solve(mass, force, contacts, &mut solution).expect("everything is resisted");
    solution
}

#[test]
fn optimality_of_random_networks() {
    let mut same = 0;
    for seed in 0..1000 {
        let network = drawn(seed);
        let solution = solve(&network);
        let residual = kkt_residual(&network, &solution);
        assert!(residual <= 1e-12 * force_scale(&network), "seed {seed}: {residual:e}");
        for (contact, slip) in network.contacts.iter().zip(&solution.slip) {
            let u = contact.row.apply(&solution.acceleration) - contact.beta;
            let terms =
                contact.row.terms().map(|(body, q)| (q * solution.acceleration[body]).abs());
            let noise = 1e-11 * (terms.sum::<f64>() + contact.beta.abs() + 1.0);
            let agrees = match slip {
                Slip::Stuck => u.abs() <= noise,
                Slip::Forward => u >= -noise,
                Slip::Backward => u <= noise,
            };
            assert!(agrees, "seed {seed}: {slip:?} with u = {u:e}");
        }
        same += usize::from(assert_agrees(&network, &solution));
    }
    assert!(same > 900, "{same}");
}

/// No other motion nearby costs less: the solution is the minimum, found without the optimality
/// conditions.
#[test]
fn no_motion_is_cheaper() {
    for seed in 0..100 {
        let network = drawn(seed);
        let solution = solve(&network);
        let least = cost(&network, &solution.acceleration);
        let mut numbers = Random(seed + 1);
        for _ in 0..50 {
            let size = libm::pow(10.0, numbers.between(-6.0, 0.0));
            let moved = |a: &f64| a + size * numbers.between(-1.0, 1.0);
            let other: Vec<f64> = solution.acceleration.iter().map(moved).collect();
            let round_off = 1e-12 * (1.0 + least.abs());
            assert!(cost(&network, &other) >= least - round_off, "seed {seed}");
        }
    }
}

/// A body without mass that only friction holds, on two contacts that share the load, and another one
/// dragged behind it by a damper: found while they hold, refused when nothing resists any more.
#[test]
fn massless_bodies_that_friction_alone_holds() {
    let network = |pairs: usize, load: f64| {
        let drag = |pair: usize| {
            let row = Row { i: Some(2 * pair), q_i: 1.0, j: Some(2 * pair + 1), q_j: -1.0 };
            Contact { row, beta: 0.0, lower: 0.0, upper: 0.0, viscous: 2.0 }
        };
        let contacts = (0..pairs)
            .flat_map(|pair| [ground(2 * pair, 1.0), ground(2 * pair, 1.0), drag(pair)])
            .collect();
        Network::new(vec![0.0; 2 * pairs], [load, 0.5].repeat(pairs), contacts)
    };
    for pairs in [1, 50] {
        for load in [-2.0, 0.2, 1.0, 1.4] {
            let network = network(pairs, load);
            let solution = solve(&network);
            assert!(kkt_residual(&network, &solution) <= 1e-12 * force_scale(&network), "{load}");
            for pair in solution.acceleration.chunks(2) {
                assert_eq!(pair[0], 0.0);
                assert!((pair[1] - 0.25).abs() < 1e-14, "{pair:?}");
            }
        }
        let Network { mass, force, contacts, .. } = network(pairs, 1.6);
        let refused = Kernel::default().solve(&mass, &force, &contacts, &mut Solution::default());
        assert!(matches!(refused, Err(KernelError::Singular { .. })), "{refused:?}");
    }
}

/// Whatever the guess, the motion is the same.
#[test]
fn guesses_do_not_change_the_motion() {
    for seed in 0..300 {
        let network = drawn(seed);
        let cold = solve(&network);
        let mut numbers = Random(seed);
        let any = [Slip::Stuck, Slip::Forward, Slip::Backward];
        let wild: Vec<Slip> = network.contacts.iter().map(|_| any[numbers.below(3)]).collect();
        for guess in [cold.slip.clone(), wild] {
            let mut warm = Solution::default();
            let Network { mass, force, contacts, .. } = &network;
            Kernel::default()
                .solve_from(mass, force, contacts, &guess, &mut warm)
                .expect("everything is resisted");
            let residual = kkt_residual(&network, &warm);
            assert!(residual <= 1e-12 * force_scale(&network), "seed {seed}: {residual:e}");
            let scale = cold.acceleration.iter().fold(1.0, |scale: f64, a| scale.max(a.abs()));
            for (a, b) in warm.acceleration.iter().zip(&cold.acceleration) {
                assert!((a - b).abs() <= 1e-10 * scale, "seed {seed}: {a} and {b}");
            }
        }
    }
}

proptest! {
    /// One contact: a = luz(f, F)/(K + C); without mass the kinetic model Cż = luz(f, F).
    #[test]
    fn one_contact(
        mass in prop_oneof![Just(0.0), 0.1..10.0f64],
        viscous in 0.1..10.0f64,
        force in -5.0..5.0f64,
        limit in 0.0..5.0f64,
    ) {
        let network = Network {
            mass: vec![mass],
            force: vec![force],
            contacts: vec![Contact { viscous, ..ground(0, limit) }],
            ..Network::default()
        };
        let a = solve(&network).acceleration[0];
        let exact = (force - force.clamp(-limit, limit)) / (mass + viscous);
        prop_assert!((a - exact).abs() <= 1e-14 * (1.0 + exact.abs()));
    }

    /// A massless body between a moving one, `k·tar(x − y, a)`, and the ground, `tar(y, b)`.
    #[test]
    fn massless_body_between_two_frictions(
        x in -5.0..5.0f64,
        k in 0.1..10.0f64,
        a in 0.0..3.0f64,
        b in 0.0..3.0f64,
    ) {
        let above = Contact { beta: x, viscous: k, ..ground(0, k * a) };
        let below = Contact { viscous: 1.0, ..ground(0, b) };
        let network = Network::new(vec![0.0], vec![0.0], vec![above, below]);
        let y = solve(&network).acceleration[0];
        prop_assert!((y - disentangle(x, k, a, b)).abs() <= 1e-14 * (1.0 + x.abs()));
    }
}

/// A chain of dampers from a driven body to the ground is a potentiometer.
#[test]
fn dampers_in_series() {
    let count = 2000;
    let row = |i: usize, j: usize| Row { i: Some(i), q_i: 1.0, j: Some(j), q_j: -1.0 };
    let mut contacts: Vec<Contact> = (1..count)
        .map(|k| Contact { row: row(k - 1, k), beta: 0.0, lower: 0.0, upper: 0.0, viscous: 2.0 })
        .collect();
    contacts.push(Contact { viscous: 2.0, ..ground(count - 1, 0.0) });
    let mut force = vec![0.0; count];
    force[0] = 6.0;
    let solution = solve(&Network::new(vec![0.0; count], force, contacts));
    for (k, v) in solution.acceleration.iter().enumerate() {
        let exact = 3.0 * (count - k) as f64;
        assert!((v - exact).abs() <= 1e-9 * exact, "{k}: {v} for {exact}");
    }
}

#[test]
fn bodies_that_nothing_resists_are_named() {
    let alone = Kernel::default().solve(&[1.0, 0.0], &[0.0, 1.0], &[], &mut Solution::default());
    assert_eq!(alone, Err(KernelError::Singular { body: 1 }));
    // Two massless bodies that resist each other float.
    let contacts = [Contact { viscous: 1.0, ..between(1, 2, 0.5) }];
    let pair = Kernel::default().solve(
        &[1.0, 0.0, 0.0],
        &[0.0, 1.0, 0.0],
        &contacts,
        &mut Solution::default(),
    );
    assert!(matches!(pair, Err(KernelError::Singular { body: 1 | 2 })), "{pair:?}");
}
