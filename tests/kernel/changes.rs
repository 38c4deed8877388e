//! Changes of loads, and what they take from margins.

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
