//! Changes of loads, what they take from margins, and margins one after the other.

use luztar::gauss::{Contact, Kernel};

use crate::network::{Random, Recipe, Stuck};

fn draw(numbers: &mut Random) -> Stuck {
    let (bodies, contacts) = (2 + numbers.below(9), 6 + numbers.below(25));
    let recipe = Recipe::stuck(bodies, contacts, numbers);
    let share = numbers.between(0.2, 1.2);
    let mut network = Stuck::random(recipe, share, numbers);
    if recipe.infinite {
        network.residual.fill(0.0);
    }
    network
}

/// Returns a load that random forces of the contacts balance.
fn load(network: &Stuck, numbers: &mut Random) -> Vec<f64> {
    let mut load = vec![0.0; network.residual.len()];
    for Contact { row, lower, upper, .. } in &network.contacts {
        let lambda = numbers.between(lower.max(-5.0), upper.min(5.0));
        row.terms().for_each(|(body, q)| load[body] += q * lambda);
    }
    load
}

/// A load that is added takes no more from the margin than contacts of trees use for it: margin(g + h) ≥ margin(g) − usage(h).
#[test]
fn the_usage_of_trees_bounds_the_change_of_a_margin() {
    let mut numbers = Random(43);
    let mut kernel = Kernel::default();
    let mut close = 0;
    for _ in 0..2000 {
        let mut network = draw(&mut numbers);
        let before = network.margin(&mut kernel);
        let size = numbers.between(0.0, 0.3);
        let change: Vec<f64> =
            load(&network, &mut numbers).iter().map(|load| size * load).collect();
        let stuck = vec![true; network.contacts.len()];
        let usage =
            kernel.usage_by_trees(&mut network.clusters, &change, &network.contacts, &stuck);
        for (load, change) in network.residual.iter_mut().zip(&change) {
            *load += change;
        }
        let after = network.margin(&mut kernel);
        assert!(after >= before - usage - 1e-12 * (1.0 + usage), "{before} {after} {usage}");
        close += usize::from(after < before - 0.5 * usage);
    }
    assert!(close > 20, "{close}");
}

/// Loads that change by little or much, and limits that change with some of them, some to 0: each margin is that of a kernel
/// that has seen nothing before, and a search gives the same bits whatever was solved before it.
#[test]
fn margins_one_after_the_other_are_those_alone() {
    let mut numbers = Random(42);
    let mut kernel = Kernel::default();
    let (mut held, mut warm) = ([0; 2], 0);
    for _ in 0..300 {
        let mut network = draw(&mut numbers);
        let stuck = vec![true; network.contacts.len()];
        let change = load(&network, &mut numbers);
        let mut found = Vec::new();
        let mut tasks = Vec::new();
        for _ in 0..12 {
            let part = [1e-3, 0.1, 1.0][numbers.below(3)] * numbers.between(-1.0, 1.0);
            for (load, change) in network.residual.iter_mut().zip(&change) {
                *load += part * change;
            }
            if numbers.chance(0.2) {
                let contact = numbers.below(network.contacts.len());
                let upper = &mut network.contacts[contact].upper;
                *upper *= if upper.is_finite() { [0.0, 0.5, 1.1][numbers.below(3)] } else { 1.0 };
            }
            let expected = network.margin(&mut Kernel::default());
            let threshold = expected + [-1e-3, 1e-3, -0.3][numbers.below(3)];
            tasks.push((network.residual.clone(), network.contacts.clone(), threshold, expected));
        }
        for _ in 0..2 {
            let mut clusters = network.clusters.clone();
            let mut margins = kernel.margins(&mut clusters, &stuck);
            let bits = tasks.iter().map(|(residual, contacts, threshold, expected)| {
                let holds = margins.holds(residual, contacts, *threshold);
                assert_eq!(holds, expected >= threshold, "{expected} {threshold} {network:?}");
                held[usize::from(holds)] += 1;
                let margin = margins.margin(residual, contacts);
                let difference = (margin - expected).abs();
                assert!(
                    margin == *expected || difference < 1e-12 * (1.0 + expected.abs()),
                    "{margin} {expected} {network:?}"
                );
                warm += usize::from(margin != *expected);
                let given = (0..contacts.len()).map(|own| (own, numbers.between(-2.0, 2.0)));
                assert_eq!(margins.holds_with(residual, contacts, given), margin >= 0.0);
                margin.to_bits()
            });
            found.push(bits.collect::<Vec<_>>());
        }
        assert_eq!(found[0], found[1], "{network:?}");
    }
    assert!(held[0] > 1000 && held[1] > 1000 && warm > 0, "{held:?} {warm}");
}
