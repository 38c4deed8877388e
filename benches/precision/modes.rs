//! Stick and slip without luztar's kernel, for the few bodies of the problems: all subsets of bodies are looked at.
//!
//! Bodies that stick together have one acceleration, all their forces over all their masses; with the ground, none. What
//! the contacts between a set S of bodies and all others have to hold is Σ over S of f − m a, and a set of forces
//! within the limits exists if that is at most the sum of their limits for every S (A. J. Hoffman, 1960: circulations).
//! These contacts slip together where it is more, in the direction of the load.

use super::problem::{Problem, Ramp};

pub struct Modes<'p> {
    problem: &'p Problem,
    /// Direction of slip, 0 while a contact sticks.
    pub of_contact: Vec<i32>,
    /// First of the bodies that stick together, for each body and the ground, which is the last of them all.
    group: Vec<usize>,
    /// Forces on the bodies without those of contacts that stick, and accelerations; behind them rates of places.
    force: Vec<f64>,
    rate: Vec<f64>,
}

/// The set of bodies whose contacts with others have most to hold above their limits, and the sign of that.
struct Worst {
    excess: f64,
    set: usize,
    sign: f64,
}

impl<'p> Modes<'p> {
    pub fn new(problem: &'p Problem, state: &[f64]) -> Self {
        let direction = |slip: f64| if slip == 0.0 { 0 } else { slip.signum() as i32 };
        let of_contact = problem.contacts.iter().map(|contact| direction(contact.slip(state)));
        let zeros = vec![0.0; state.len()];
        let of_contact = of_contact.collect();
        let mut modes =
            Self { problem, of_contact, group: Vec::new(), force: zeros.clone(), rate: zeros };
        modes.join();
        modes
    }

    fn ground(&self) -> usize {
        self.problem.bodies.len()
    }

    fn join(&mut self) {
        let ground = self.ground();
        self.group = (0..=ground).collect();
        for (contact, mode) in self.problem.contacts.iter().zip(&self.of_contact) {
            if *mode == 0 {
                let ends = [contact.first, contact.second.unwrap_or(ground)];
                let [one, other] = ends.map(|end| self.group[end]);
                self.group.iter_mut().filter(|g| **g == one).for_each(|g| *g = other);
            }
        }
    }

    /// Returns the rates of the state, which are kept as well.
    pub fn rates(&mut self, since: f64, inputs: &[Ramp], state: &[f64]) -> &[f64] {
        let problem = self.problem;
        problem.loads(since, inputs, state, &mut self.force);
        for (contact, mode) in problem.contacts.iter().zip(&self.of_contact) {
            let speed = contact.slip(state).abs();
            let friction = f64::from(*mode) * contact.friction(speed, since, inputs);
            self.force[contact.first] -= friction;
            if let Some(second) = contact.second {
                self.force[second] += friction;
            }
        }
        self.rate.copy_from_slice(&self.force);
        for body in 0..problem.bodies.len() {
            let group = self.group[body];
            let held = group == self.group[self.ground()];
            let those = || (0..problem.bodies.len()).filter(|other| self.group[*other] == group);
            let force: f64 = those().map(|other| self.force[other]).sum();
            let mass: f64 = those().map(|other| problem.bodies[other].mass).sum();
            self.rate[body] = if held { 0.0 } else { force / mass };
        }
        &self.rate
    }

    fn worst(&mut self, since: f64, inputs: &[Ramp], state: &[f64]) -> Option<Worst> {
        self.rates(since, inputs, state);
        let mut worst: Option<Worst> = None;
        for set in 1..1usize << self.problem.bodies.len() {
            let mut held = None;
            for (contact, mode) in self.problem.contacts.iter().zip(&self.of_contact) {
                if *mode == 0 && crosses(set, contact.first, contact.second) {
                    *held.get_or_insert(0.0) += contact.friction(0.0, since, inputs);
                }
            }
            let Some(held) = held else { continue };
            let bodies = self.problem.bodies.iter().enumerate();
            let inside = bodies.filter(|(body, _)| set >> body & 1 == 1);
            let load = inside.map(|(body, own)| self.force[body] - own.mass * self.rate[body]);
            let load: f64 = load.sum();
            let excess = load.abs() - held;
            if worst.as_ref().is_none_or(|worst| worst.excess < excess) {
                worst = Some(Worst { excess, set, sign: load.signum() });
            }
        }
        worst
    }

    /// True if all contacts can stay in their modes.
    pub fn hold(&mut self, since: f64, inputs: &[Ramp], state: &[f64]) -> bool {
        let contacts = self.problem.contacts.iter().zip(&self.of_contact);
        let mut directions = contacts.map(|(contact, mode)| f64::from(*mode) * contact.slip(state));
        let goes_on = directions.all(|slip| slip >= 0.0);
        goes_on && self.worst(since, inputs, state).is_none_or(|worst| worst.excess <= 0.0)
    }

    /// Lets contacts that came to rest stick, and those that cannot hold slip.
    pub fn settle(&mut self, since: f64, inputs: &[Ramp], state: &mut [f64]) {
        for (contact, mode) in self.problem.contacts.iter().zip(&mut self.of_contact) {
            if f64::from(*mode) * contact.slip(state) < 0.0 {
                *mode = 0;
            }
        }
        self.join();
        self.move_together(state);
        while let Some(worst) = self.worst(since, inputs, state).filter(|worst| worst.excess > 0.0)
        {
            for (contact, mode) in self.problem.contacts.iter().zip(&mut self.of_contact) {
                if *mode == 0 && crosses(worst.set, contact.first, contact.second) {
                    let inside = worst.set >> contact.first & 1 == 1;
                    *mode = if inside == (worst.sign > 0.0) { 1 } else { -1 };
                }
            }
            self.join();
        }
    }

    /// Gives bodies that stick together the same velocity to the last bit.
    fn move_together(&self, state: &mut [f64]) {
        let bodies = self.problem.bodies;
        for group in 0..=self.ground() {
            let those = || (0..bodies.len()).filter(|body| self.group[*body] == group);
            let momentum: f64 = those().map(|body| bodies[body].mass * state[body]).sum();
            let mass: f64 = those().map(|body| bodies[body].mass).sum();
            let velocity = if those().count() < 2 { None } else { Some(momentum / mass) };
            let velocity = self.of_ground(group).or(velocity);
            those().for_each(|body| state[body] = velocity.unwrap_or(state[body]));
        }
    }

    /// Returns the velocity of a group that sticks to the ground.
    fn of_ground(&self, group: usize) -> Option<f64> {
        let contacts = self.problem.contacts.iter().zip(&self.of_contact);
        let mut those = contacts.filter(|(contact, mode)| {
            **mode == 0 && contact.second.is_none() && self.group[contact.first] == group
        });
        those.next().map(|(contact, _)| contact.surface)
    }
}

/// True if a contact joins a set of bodies with others or the ground.
fn crosses(set: usize, first: usize, second: Option<usize>) -> bool {
    let inside = |body: usize| set >> body & 1 == 1;
    inside(first) != second.is_some_and(inside)
}
