//! Time stepping allocates nothing once a motion was initialised.

use std::sync::Arc;

use luztar::motion::Motion;
use luztar::network::{Method, choose, read};

use crate::counting::allocations;

/// Transitions in the steps of a network; none of them allocates.
fn moves(text: &str, option: &str, count: usize, steps: usize) -> usize {
    let chosen = [(option.to_owned(), count.to_string())];
    let text = choose(text, "network.toml", &chosen).expect("an option");
    let network = Arc::new(read(&text, "network.toml").expect("right"));
    let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
    let mut motion = Motion::new(network.clone());
    motion.choose(Method::Moreau, 0.0);
    motion.initialise(0.0, &parameters, &inputs, 1e-10).expect("it begins");
    let before = allocations();
    assert!(before > 0);
    let mut transitions = 0;
    for k in 1..=steps {
        let end = 0.01 * k as f64;
        let moved = motion.advance(end, &parameters, &inputs, &mut |_| transitions += 1);
        moved.expect("it moves");
    }
    assert_eq!(allocations(), before, "{option}");
    transitions
}

#[test]
fn steps_allocate_nothing() {
    let blocks = include_str!("../../examples/networks/SlidingBlocks.toml");
    assert!(moves(blocks, "blocks", 100, 3000) > 100);
    let train = include_str!("../../examples/networks/BrakingTrain.toml");
    assert!(moves(train, "wagons", 30, 3000) > 100);
}
