//! Families of networks with closed forms, drawn by `proptest`.

use luztar::gauss::{Contact, Kernel, Row, Slip, Solution};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::network::{Stuck, between, ground};

fn luz(x: f64, a: f64) -> f64 {
    x - x.clamp(-a, a)
}

proptest! {
    /// One body on several surfaces: a = luz(f, ΣF)/m.
    #[test]
    fn one_body_many_contacts(
        mass in 0.01f64..100.0,
        force in -20.0f64..20.0,
        limits in vec(0.1f64..5.0, 1..8),
    ) {
        let contacts: Vec<_> = limits.iter().map(|limit| ground(0, *limit)).collect();
        let mut solution = Solution::default();
        Kernel::default().solve(&[mass], &[force], &contacts, &mut solution).expect("finite");
        let expected = luz(force, limits.iter().sum()) / mass;
        prop_assert!((solution.acceleration[0] - expected).abs() <= 1e-13 * (force / mass).abs());
        let moves = expected != 0.0;
        prop_assert!(solution.slip.iter().all(|slip| (*slip != Slip::Stuck) == moves));
    }

    /// The same at rest: λ_c = min(F_c, μ F_c²) with Σ λ = f, and margin 1 − f/ΣF.
    #[test]
    fn load_shared_by_parallel_contacts(share in 0.0f64..1.0, limits in vec(0.1f64..5.0, 1..8)) {
        let whole: f64 = limits.iter().sum();
        let load = share * whole;
        let contacts: Vec<_> = limits.iter().map(|limit| ground(0, *limit)).collect();
        let mut network = Stuck::new(contacts, vec![load]);
        let mut kernel = Kernel::default();
        prop_assert!((network.margin(&mut kernel) - (1.0 - share)).abs() < 1e-13);
        // Contacts saturate in order of falling F.
        let mut order = limits.clone();
        order.sort_by(|a, b| b.total_cmp(a));
        let mu = (0..order.len())
            .map(|full| {
                let held: f64 = order[..full].iter().sum();
                let squares: f64 = order[full..].iter().map(|limit| limit * limit).sum();
                (full, (load - held) / squares)
            })
            .find(|(full, mu)| mu * order[*full] <= 1.0)
            .map_or(f64::INFINITY, |(_, mu)| mu);
        for (lambda, limit) in network.distribute(&mut kernel).iter().zip(&limits) {
            prop_assert!((lambda - limit.min(mu * limit * limit)).abs() < 1e-9);
        }
    }

    /// A stack pulled at its top: the weakest contact below decides, and all above it moves as one.
    #[test]
    fn stack(masses in vec(0.1f64..10.0, 1..12), limits in vec(0.1f64..5.0, 12), pull in 0.0f64..8.0) {
        let count = masses.len();
        let contacts: Vec<_> = (0..count)
            .map(|k| if k == 0 { ground(0, limits[0]) } else { between(k, k - 1, limits[k]) })
            .collect();
        let mut force = vec![0.0; count];
        force[count - 1] = pull;
        let mut solution = Solution::default();
        Kernel::default().solve(&masses, &force, &contacts, &mut solution).expect("finite");
        // The top group is that with the greatest mean acceleration.
        let group = |k: usize| (pull - limits[k]) / masses[k..].iter().sum::<f64>();
        let top = (0..count).map(group).fold(0.0, f64::max);
        prop_assert!((solution.acceleration[count - 1] - top).abs() <= 1e-12 * (1.0 + top));
        for k in 1..count {
            let (below, above) = (solution.acceleration[k - 1], solution.acceleration[k]);
            prop_assert!(above >= below);
            prop_assert_eq!(above > below, solution.slip[k] == Slip::Forward);
        }
    }
}

/// 5 × 5 blocks on a table, each in contact with the table and its neighbours, limits 1; the middle one
/// is pulled with P. Five contacts hold it (P/5), 21 the middle nine, 25 all.
#[test]
fn margin_of_a_grid() {
    let grid = |pull: f64| {
        let mut contacts = Vec::new();
        for body in 0..25 {
            contacts.push(ground(body, 1.0));
            if body % 5 < 4 {
                contacts.push(between(body, body + 1, 1.0));
            }
            if body < 20 {
                contacts.push(between(body, body + 5, 1.0));
            }
        }
        let mut residual = vec![0.0; 25];
        residual[12] = pull;
        Stuck::new(contacts, residual)
    };
    let mut kernel = Kernel::default();
    assert_eq!(grid(0.0).clusters.redundant().len(), 40);
    for pull in [0.0, 1.0, 4.0, 5.0, 10.0] {
        let margin = grid(pull).margin(&mut kernel);
        assert!((margin - (1.0 - pull / 5.0)).abs() < 1e-14, "{pull}: {margin}");
    }
    // Pushed everywhere, all contacts with the table slip together.
    let mut pushed = grid(0.0);
    pushed.residual.fill(0.25);
    assert!((pushed.margin(&mut kernel) - 0.75).abs() < 1e-14);
    for (contact, lambda) in pushed.contacts.clone().iter().zip(pushed.distribute(&mut kernel)) {
        let expected = if contact.row.j.is_none() { 0.25 } else { 0.0 };
        assert!((lambda - expected).abs() < 1e-14);
    }
}

/// An infinite bound never limits; a bound of 0 that must be passed leaves no margin at all.
#[test]
fn margins_of_special_bounds() {
    let mut kernel = Kernel::default();
    let mut margin = |bounds: &[(f64, f64)], load: f64| {
        let contacts = bounds.iter().map(|(lower, upper)| {
            let mut contact = ground(0, 1.0);
            (contact.lower, contact.upper) = (*lower, *upper);
            contact
        });
        Stuck::new(contacts.collect(), vec![load]).margin(&mut kernel)
    };
    let infinite = f64::INFINITY;
    assert_eq!(margin(&[(-infinite, infinite)], 7.0), 1.0);
    assert_eq!(margin(&[(-2.0, infinite)], 7.0), 1.0);
    assert_eq!(margin(&[(-2.0, infinite)], -1.0), 0.5);
    assert_eq!(margin(&[(-infinite, infinite), (-1.0, 1.0)], 7.0), 1.0);
    assert_eq!(margin(&[(-2.0, 0.0)], 1.0), f64::NEG_INFINITY);
    assert_eq!(margin(&[(-2.0, 0.0), (-1.0, 0.0)], 1.0), f64::NEG_INFINITY);
    assert_eq!(margin(&[(-2.0, 0.0), (-1.0, 1.0)], 0.5), 0.5);
    assert_eq!(margin(&[(-2.0, 0.0), (-1.0, 1.0)], -1.5), 0.5);
    let empty = Stuck::new(Vec::new(), vec![0.0]).margin(&mut kernel);
    assert_eq!(empty, 1.0);
}

/// Two contacts hold a block: however weak the first, the second is there, and a load beyond both is beyond them.
#[test]
fn margins_beside_contacts_that_hold_next_to_nothing() {
    let mut kernel = Kernel::default();
    for exponent in [0, 3, 8, 10, 11, 12, 13, 15, 16, 17, 30, 100, 300, 307, 320] {
        let weak = 0.1f64.powi(exponent);
        for contacts in [[ground(0, weak), ground(0, 0.5)], [ground(0, 0.5), ground(0, weak)]] {
            for load in [0.0, 0.1, 0.5, 1.0, -2.0] {
                let margin = Stuck::new(contacts.to_vec(), vec![load]).margin(&mut kernel);
                let exact = 1.0 - load.abs() / (0.5 + weak);
                assert!(
                    (margin - exact).abs() < 1e-14,
                    "{load} on 1e-{exponent}: {margin} {exact}"
                );
            }
        }
        // Body 0 on the ground, body 1 on it and on the ground, too: what body 1 can transmit is limited by the ground.
        let chain = vec![ground(0, 0.5), between(0, 1, 1.0), ground(1, weak)];
        let margin = Stuck::new(chain, vec![1.0, 0.0]).margin(&mut kernel);
        let exact = 1.0 - 1.0 / (0.5 + weak.min(1.0));
        assert!((margin - exact).abs() < 1e-14, "chain with 1e-{exponent}: {margin} {exact}");
    }
}

/// Limits that cannot be met: the minimum without them. At the very limit they are met.
#[test]
fn distribution_past_the_limit() {
    let mut kernel = Kernel::default();
    let load = |f: f64| Stuck::new(vec![ground(0, 1.0), ground(0, 2.0)], vec![f]);
    let assert_shares = |found: Vec<f64>, expected: [f64; 2]| {
        let near = found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-8);
        assert!(near, "{found:?} instead of {expected:?}");
    };
    assert_shares(load(2.4).distribute(&mut kernel), [0.48, 1.92]);
    assert_shares(load(2.75).distribute(&mut kernel), [0.75, 2.0]);
    assert_shares(load(3.0).distribute(&mut kernel), [1.0, 2.0]);
    assert_shares(load(3.0 + 1e-10).distribute(&mut kernel), [1.0, 2.0]);
    assert_shares(load(4.0).distribute(&mut kernel), [0.8, 3.2]);
}

/// A contact without range leaves the load to the others; alone it has what nothing else can have.
#[test]
fn distribution_beside_a_contact_without_range() {
    let mut kernel = Kernel::default();
    let mut shares = |limits: &[f64], load: f64| {
        let contacts = limits.iter().map(|limit| ground(0, *limit)).collect();
        Stuck::new(contacts, vec![load]).distribute(&mut kernel)
    };
    assert_eq!(shares(&[2.0, 0.0], 1.5), [1.5, 0.0]);
    assert_eq!(shares(&[0.0, 2.0], 1.5), [0.0, 1.5]);
    assert_eq!(shares(&[0.0, 2.0], 2.5), [0.0, 2.5]);
    assert_eq!(shares(&[0.0, 0.0], 0.0), [0.0, 0.0]);
    assert_eq!(shares(&[0.0], 1.5), [1.5]);
    let three = shares(&[1.0, 0.0, 2.0], 2.4);
    assert_eq!(three[1], 0.0);
    assert!((three[0] - 0.48).abs() < 1e-12 && (three[2] - 1.92).abs() < 1e-12, "{three:?}");
}

/// Two contacts in parallel, one kernel: of the same load and limits the same forces, of others those of their own.
#[test]
fn forces_follow_load_and_limits_of_each_call() {
    let mut kernel = Kernel::default();
    let mut network = Stuck::new(vec![ground(0, 1.0), ground(0, 1.0)], vec![1.5]);
    for (load, shift, expected) in [
        (1.5, 0.0, [0.75, 0.75]),
        (1.5, 0.0, [0.75, 0.75]),
        // Ranges stay as wide.
        (1.5, -0.5, [0.5, 1.0]),
        (1.0, -0.5, [0.5, 0.5]),
        (1.5, 0.0, [0.75, 0.75]),
    ] {
        network.residual[0] = load;
        let contact = &mut network.contacts[0];
        (contact.lower, contact.upper) = (-1.0 + shift, 1.0 + shift);
        for (found, expected) in network.distribute(&mut kernel).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{load} {shift}: {found}");
        }
    }
}

/// Two contacts in parallel of which one comes to its limit: beyond it by 1e-11 of the load, it has the limit alone.
#[test]
fn a_force_keeps_to_its_limit_but_for_round_off() {
    let mut network = Stuck::new(vec![ground(0, 1.0), ground(0, 2.0)], vec![2.5 + 1e-11]);
    let lambda = network.distribute(&mut Kernel::default());
    let off = lambda.iter().zip([0.5 + 1e-11, 2.0]).map(|(found, expected)| found - expected);
    assert!(off.fold(0.0, |most: f64, off| most.max(off.abs())) < 1e-12, "{lambda:?}");
}

/// Contact of two bodies whose velocities have this ratio.
fn geared(i: usize, ratio: f64, j: usize, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j: Some(j), q_j: -ratio };
    Contact { row, ..between(i, j, limit) }
}

/// Two gears in mesh twice, z₀ = 3 z₁ and z₁ = p z₀, under forces 1 and −3 and with limits 10. With p typed to ten digits they turn
/// as one, and share the load: λ₁ = 1 + λ₂/3, so that the margin is 1 − 0.75/10. With p to eight digits they lock: λ = (1, 0).
#[test]
fn ratios_typed_to_ten_digits_close_a_cycle() {
    let margin = |p: f64| {
        let contacts = vec![geared(0, 3.0, 1, 10.0), geared(1, p, 0, 10.0)];
        Stuck::new(contacts, vec![1.0, -3.0]).margin(&mut Kernel::default())
    };
    let (closed, locked) = (margin(0.333_333_333_3), margin(0.333_333_33));
    assert!((closed - 0.925).abs() < 1e-8, "{closed}");
    assert!((locked - 0.9).abs() < 1e-6, "{locked}");
}

/// A cycle through a gear of ratio p = 1e-10, whose forces are t, 1.2 − t and pt. With limits 1, 1 and p/2 the margin is
/// 1 − min max(1.2 − t, t, 2t) = 0.2.
#[test]
fn a_cycle_has_forces_of_any_size() {
    let p = 1e-10;
    let contacts = vec![ground(0, 1.0), ground(1, 0.5 * p), geared(0, p, 1, 1.0)];
    let margin = Stuck::new(contacts, vec![1.2, 0.0]).margin(&mut Kernel::default());
    assert!((margin - 0.2).abs() < 1e-13, "{margin}");
}
