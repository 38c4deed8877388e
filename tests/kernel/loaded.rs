//! Networks whose loads change from one solution to the next: each is that of the whole problem, to the last bit the same
//! whatever was solved before.

use luztar::gauss::{Bounds, Contact, Damper, Kernel, Slip, Solution};

use crate::network::{Network, Random, Recipe, force_scale, ground, kkt_residual, random};

/// Contacts, and dampers between bodies and to the ground.
fn drawn(seed: u64) -> (Network, Vec<Damper>) {
    let mut numbers = Random(seed);
    let bodies = 1 + numbers.below(if seed.is_multiple_of(10) { 200 } else { 30 });
    let recipe = Recipe {
        bodies,
        contacts: 1 + numbers.below(2 * bodies + 1),
        integers: false,
        ratios: numbers.chance(0.3),
        offsets: false,
        ranges: numbers.chance(0.5),
        infinite: false,
    };
    let mut network = random(recipe, &mut numbers);
    let mut dampers = Vec::new();
    for contact in std::mem::take(&mut network.contacts) {
        if numbers.chance(0.4) {
            let viscous = numbers.between(0.1, 3.0);
            dampers.push(Damper { row: contact.row, viscous });
        } else {
            let viscous = if numbers.chance(0.2) { numbers.between(0.1, 3.0) } else { 0.0 };
            network.contacts.push(Contact { viscous, ..contact });
        }
    }
    network.contacts.push(ground(0, 1.0));
    (network, dampers)
}

/// Takes other loads, most of them a little different.
fn vary(network: &mut Network, numbers: &mut Random) {
    let change = if numbers.chance(0.2) { 3.0 } else { 0.05 };
    for force in &mut network.force {
        *force += change * numbers.between(-1.0, 1.0);
    }
    for contact in &mut network.contacts {
        if numbers.chance(0.2) {
            (contact.lower, contact.upper) =
                (-numbers.between(0.0, 2.0), numbers.between(0.0, 2.0));
        }
        contact.beta = if numbers.chance(0.1) { numbers.between(-0.1, 0.1) } else { 0.0 };
    }
}

/// The whole problem, with its dampers among the contacts, and its solution.
fn whole(network: &Network, dampers: &[Damper], solution: &Solution) -> (Network, Solution) {
    let (mut network, mut solution) = (network.clone(), solution.clone());
    for Damper { row, viscous } in dampers {
        let (row, viscous) = (*row, *viscous);
        network.contacts.push(Contact { row, beta: 0.0, lower: 0.0, upper: 0.0, viscous });
        solution.lambda.push(viscous * row.apply(&solution.acceleration));
        solution.slip.push(Slip::Forward);
    }
    (network, solution)
}

#[test]
fn solutions_are_those_of_whole_problems() {
    for seed in 0..200 {
        let (mut network, dampers) = drawn(seed);
        let mut numbers = Random(seed + 1);
        let mut kernel = Kernel::default();
        kernel.load(&network.mass, &dampers, &network.contacts).expect("all has mass");
        let mut guess = vec![Slip::Stuck; network.contacts.len()];
        for _ in 0..10 {
            vary(&mut network, &mut numbers);
            let bounds: Vec<Bounds> = network.contacts.iter().map(Contact::bounds).collect();
            let mut solution = Solution::default();
            let force = &network.force;
            kernel.solve_loaded(force, &bounds, &guess, &mut solution).expect("limits are finite");
            let mut alone = Solution::default();
            let mut fresh = Kernel::default();
            fresh.load(&network.mass, &dampers, &network.contacts).expect("all has mass");
            fresh.solve_loaded(force, &bounds, &guess, &mut alone).expect("limits are finite");
            assert_eq!(solution, alone, "seed {seed}");

            let (all, told) = whole(&network, &dampers, &solution);
            let residual = kkt_residual(&all, &told);
            assert!(residual <= 1e-12 * force_scale(&all), "seed {seed}: {residual:e}");
            let mut cold = Solution::default();
            let solved = Kernel::default().solve(&all.mass, &all.force, &all.contacts, &mut cold);
            solved.expect("limits are finite");
            let scale = cold.acceleration.iter().fold(1.0, |scale: f64, a| scale.max(a.abs()));
            for (a, b) in solution.acceleration.iter().zip(&cold.acceleration) {
                assert!((a - b).abs() <= 1e-10 * scale, "seed {seed}: {a} and {b}");
            }
            guess = solution.slip;
        }
    }
}
