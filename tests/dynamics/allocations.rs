//! Time stepping allocates nothing once a motion was initialised.

use std::sync::Arc;

use luztar::dynamics::Simulator;
use luztar::network::{Method, choose, read};
use luztar::unit::{EVENT_CAPACITY, Event, Simulation, catalogue};

use crate::counting::{allocations, living};

/// Transitions in the steps of a network; none of them allocates.
fn moves(text: &str, option: &str, count: usize, steps: usize) -> usize {
    let chosen = [(option.to_owned(), count.to_string())];
    let text = choose(text, "network.toml", &chosen).expect("an option");
    steps_of(&text, Method::Moreau, steps)
}

fn steps_of(text: &str, method: Method, steps: usize) -> usize {
    let network = Arc::new(read(text, "network.toml").expect("right"));
    let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
    let mut motion = Simulator::new(network.clone());
    motion.choose(method, 0.0);
    motion.initialise(0.0, &parameters, &inputs, 1e-10).expect("it begins");
    let before = allocations();
    assert!(before > 0);
    let mut transitions = 0;
    for k in 1..=steps {
        let end = 0.01 * k as f64;
        let moved = motion.advance(end, &parameters, &inputs, &mut |_| transitions += 1);
        moved.expect("it moves");
    }
    assert_eq!(allocations(), before, "{text}");
    transitions
}

#[test]
fn steps_allocate_nothing() {
    let blocks = include_str!("../../examples/networks/SlidingBlocks.toml");
    assert!(moves(blocks, "blocks", 100, 3000) > 100);
    let train = include_str!("../../examples/networks/BrakingTrain.toml");
    assert!(moves(train, "wagons", 30, 3000) > 100);
}

/// Four coordinates with a full mass matrix, shaken so that they stick and slip.
#[test]
fn coupled_bodies_allocate_nothing() {
    let mut text = "[model]\nname = \"Arm\"\n[inertia.arm]\nbodies = [\"j0\", \"j1\", \"j2\", \"j3\"]\nmatrix = [\
                    [2.0, 0.5, -0.3, 0.1], [0.5, 1.5, 0.4, 0.2], [-0.3, 0.4, 1.0, 0.3], [0.1, 0.2, 0.3, 1.0]]\n"
        .to_owned();
    for (joint, mass) in [2.0, 1.5, 1.0, 1.0].into_iter().enumerate() {
        text += &format!(
            "[body.j{joint}]\nmass = {mass:?}\nvelocity = 0.5\n\
             excitation = {{ amplitude = {}.0, angularFrequency = {}.0 }}\n\
             [spring.s{joint}]\nbetween = \"j{joint}\"\nstiffness = 20.0\n\
             [contact.c{joint}]\nbetween = \"j{joint}\"\nlaw = \"coulomb\"\nkineticFriction = 0.5\n",
            1 + joint,
            5 - joint
        );
    }
    text += "[contact.c4]\nbetween = [\"j1\", \"j3\"]\nlaw = \"coulomb\"\nkineticFriction = 0.3\n";
    for method in [Method::Events, Method::Moreau] {
        assert!(steps_of(&text, method, 2000) > 50);
    }
}

/// Memory of an instance of one mass that is initialised, bytes. Lists of transitions come beside that: these are reserved,
/// and not touched until there are some.
const ONE_MASS: usize = 60_000;

/// Lists that are as long as all transitions that an instance keeps: two of the last steps, of those not taken yet, and of
/// those that are pending.
const LISTS: usize = 4;

#[test]
fn an_instance_of_one_mass_is_small() {
    let unit = catalogue::unit("SingleMassFriction").expect("a ready-made unit");
    let before = living();
    let mut instance = Simulation::new(unit);
    instance.enter_initialization().expect("begins");
    instance.exit_initialization().expect("is initialised");
    let made = usize::try_from(living() - before).expect("takes memory");
    let lists = LISTS * EVENT_CAPACITY * size_of::<Event>();
    assert!(made > lists && made - lists <= ONE_MASS, "{made} bytes, {lists} of them lists");
}
