//! Networks with levels, and without.

use super::super::{Contact, Row, Slip, Solution};
use super::*;

const BODIES: usize = 40;

/// Accelerations that mean nothing: numbers are of unit scale, ratios at most 6.
const CLOSE: f64 = 1e-10;

/// Xorshift (G. Marsaglia, J. Stat. Softw. 8, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.below(1 << 30) as f64 / (1u64 << 30) as f64
    }
}

#[derive(Clone)]
struct Network {
    mass: Vec<f64>,
    force: Vec<f64>,
    contacts: Vec<Contact>,
}

impl Network {
    /// Measures the motion of the first body in another unit.
    fn scale(&mut self, by: f64) {
        self.mass[0] /= by * by;
        self.force[0] /= by;
        for Contact { row, .. } in &mut self.contacts {
            row.q_i *= if row.i == Some(0) { 1.0 / by } else { 1.0 };
            row.q_j *= if row.j == Some(0) { 1.0 / by } else { 1.0 };
        }
    }
}

/// Returns a forest with more contacts that close cycles, contacts with the ground, and sources of force. Bodies can
/// move without slip as `a = r x + s`, so that all cycles are balanced.
fn draw(random: &mut Random) -> Network {
    let ratio: Vec<f64> =
        (0..BODIES).map(|_| [1.0, 2.0, -1.0, 0.5, -1.5][random.below(5)]).collect();
    let offset: Vec<f64> = (0..BODIES).map(|_| random.between(-2.0, 2.0)).collect();
    let mut contacts = Vec::new();
    let mut add = |random: &mut Random, i: usize, j: Option<usize>, endless: bool| {
        let q_i = [1.0, -1.0, 3.0][random.below(3)];
        let q_j = j.map_or(0.0, |j| -q_i * ratio[i] / ratio[j]);
        let shift = j.map_or_else(|| random.between(-1.0, 1.0), |j| q_j * offset[j]);
        let (mut lower, mut upper) = (-random.between(0.0, 4.0), random.between(0.0, 4.0));
        match random.below(12) {
            0 => upper = lower,
            1 if endless => upper = f64::INFINITY,
            2 if endless => lower = f64::NEG_INFINITY,
            _ => {}
        }
        let ends = if j.is_none() && random.below(2) == 0 {
            Row { i: None, q_i: 0.0, j: Some(i), q_j: q_i }
        } else {
            Row { i: Some(i), q_i, j, q_j }
        };
        let beta = q_i * offset[i] + shift;
        contacts.push(Contact { row: ends, beta, lower, upper, viscous: 0.0 });
    };
    for body in (1..BODIES).filter(|body| body % 10 != 0) {
        let other = body - 1 - random.below(body % 10);
        add(random, body, Some(other), true);
    }
    for body in 0..BODIES {
        if body % 3 == 0 {
            let other = (body + 1 + random.below(BODIES - 1)) % BODIES;
            add(random, body, Some(other), false);
        }
        if body % 4 < 2 {
            add(random, body, None, false);
        }
    }
    let mass = (0..BODIES).map(|_| random.between(1.0, 4.0)).collect();
    let force = (0..BODIES).map(|_| random.between(-5.0, 5.0)).collect();
    Network { mass, force, contacts }
}

fn solve(network: &Network, guess: Option<&[Slip]>) -> Option<(Outcome, Solution)> {
    let Network { mass, force, contacts } = network;
    let mut levels = Levels::default();
    let mut solution = Solution::default();
    let loaded = levels.load(mass, force, contacts);
    loaded.then(|| (levels.solve(guess, &mut solution), solution))
}

/// Checks that forces are within their ranges and go with the modes of the motion that they make; returns the number
/// that is held inside.
fn assert_solves(network: &Network, lambda: &[f64]) -> usize {
    let mut a = network.force.clone();
    for (contact, lambda) in network.contacts.iter().zip(lambda) {
        contact.row.push(-lambda, &mut a);
    }
    a.iter_mut().zip(&network.mass).for_each(|(a, mass)| *a /= mass);
    let mut inside = 0;
    for (contact, lambda) in network.contacts.iter().zip(lambda) {
        let u = contact.row.apply(&a) - contact.beta;
        assert!(contact.lower <= *lambda && *lambda <= contact.upper, "{contact:?} {lambda}");
        assert!(u < CLOSE || *lambda == contact.upper, "{u} {contact:?}");
        assert!(u > -CLOSE || *lambda == contact.lower, "{u} {contact:?}");
        inside += usize::from(contact.lower < *lambda && *lambda < contact.upper);
    }
    inside
}

#[test]
fn forces_are_already_those_of_the_principle() {
    let mut random = Random(7);
    for _ in 0..200 {
        let network = draw(&mut random);
        let (_, solution) = solve(&network, None).expect("balanced cycles");
        let inside = assert_solves(&network, &solution.lambda);
        assert!(inside > 10 && inside + 20 < solution.lambda.len(), "{inside} hold");
    }
}

/// Forests are solved to the end, and whatever the guess the answer is the same.
#[test]
fn forests_need_nothing_else() {
    let mut random = Random(9);
    for _ in 0..200 {
        let mut network = draw(&mut random);
        let mut parent: Vec<usize> = (0..BODIES).collect();
        let root = |parent: &[usize], mut body: usize| {
            while parent[body] != body {
                body = parent[body];
            }
            body
        };
        network.contacts.retain(|contact| {
            let limited = contact.lower.is_finite() && contact.upper.is_finite();
            let Some((i, _, j, _)) = contact.row.pair() else { return limited };
            let (first, second) = (root(&parent, i), root(&parent, j));
            parent[first] = second;
            limited && first != second
        });
        let (outcome, solution) = solve(&network, None).expect("no cycles");
        assert_eq!(outcome, Outcome::Solved);
        assert_solves(&network, &solution.lambda);
        for _ in 0..5 {
            let guess = network.contacts.iter().zip(&solution.slip).map(|(_, slip)| {
                let others = [Slip::Stuck, Slip::Forward, Slip::Backward];
                if random.below(40) == 0 { others[random.below(3)] } else { *slip }
            });
            let guess: Vec<Slip> = guess.collect();
            let (outcome, other) = solve(&network, Some(&guess)).expect("no cycles");
            assert_eq!((outcome, &other.slip), (Outcome::Solved, &solution.slip));
            for (one, other) in solution.acceleration.iter().zip(&other.acceleration) {
                assert!((one - other).abs() < CLOSE);
            }
        }
    }
}

#[test]
fn networks_without_levels_are_refused() {
    let mut network = draw(&mut Random(8));
    // Two contacts side by side close a cycle.
    let first = Contact { lower: -1.0, upper: 1.0, ..network.contacts[0] };
    network.contacts[0] = first;
    network.contacts.insert(1, first);
    let is_refused = |change: &dyn Fn(&mut Network)| {
        let mut network = network.clone();
        change(&mut network);
        solve(&network, None).is_none()
    };
    assert!(!is_refused(&|_| {}));
    assert!(is_refused(&|network| network.contacts[1].viscous = 1.0));
    assert!(is_refused(&|network| network.contacts[1].row.q_j *= 1.5));
    assert!(is_refused(&|network| network.contacts[1].beta += 0.1));
    // Ratios whose products lose their exponent.
    assert!(!is_refused(&|network| network.scale(1e50)));
    assert!(is_refused(&|network| network.scale(1e70)));
}
