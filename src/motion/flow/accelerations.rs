//! Accelerations of one order, and the motion that follows from them.

use super::Flow;
use super::plan::Alone;
use crate::motion::numbers::{BodyNumbers, Numbers};

impl Flow {
    /// Accelerations of order k and what follows from them; `forces` of order k must be there.
    pub fn accelerations(&mut self, numbers: &Numbers, k: usize) {
        if self.moves_by_bodies(numbers) {
            self.accelerate_bodies(numbers, k);
        } else {
            if k == 0 || numbers.driven {
                self.offsets(numbers, k);
            }
            self.accelerate_clusters(numbers, k);
        }
        self.follow_told(k);
        if self.following.is_active() {
            self.follow_load(numbers, k);
        }
    }

    /// True if bodies move alone or are held by what does not change its velocity.
    pub fn moves_by_bodies(&self, numbers: &Numbers) -> bool {
        let held = numbers.driven && !self.plan.held.is_empty();
        !(self.plan.clustered || held || numbers.massless)
    }

    /// The same of bodies one by one.
    fn accelerate_bodies(&mut self, numbers: &Numbers, k: usize) {
        let Self { plan, force, residual, velocity, position, tau, .. } = self;
        let (force, residual) = (force.row(k), residual.row_mut(k));
        let divisor = (k + 1) as f64;
        let (now, next) = velocity.pair_mut(k);
        for (z, v) in position.row_mut(k + 1).iter_mut().zip(now) {
            *z = v / divisor;
        }
        for &Alone { body, unknown, mass } in &plan.alone {
            next[body] = force[body] / mass / divisor;
            residual[unknown] = 0.0;
        }
        for &(body, unknown) in &plan.held {
            next[body] = 0.0;
            residual[unknown] = force[body];
        }
        for &body in &plan.known {
            next[body] = 0.0;
            if let BodyNumbers::Known(motion) = &numbers.bodies[body] {
                next[body] = motion.acceleration_term(*tau, k) / divisor;
                position.set(k + 1, body, motion.position_term(*tau, k + 1));
            }
        }
    }

    /// The same of bodies that are stuck together, or to what may accelerate.
    fn accelerate_clusters(&mut self, numbers: &Numbers, k: usize) {
        let force = self.force.row(k);
        for (slot, &body) in self.unknown_force.iter_mut().zip(&numbers.body_of) {
            *slot = force[body];
        }
        self.move_unknown(numbers);
        let (force, a) = (&self.unknown_force, &self.unknown_motion);
        self.reduced.metric.imbalance_of(&numbers.mass, force, a, self.residual.row_mut(k));
        let divisor = (k + 1) as f64;
        let (velocity, acceleration) = self.velocity.pair_mut(k);
        let motions = velocity.iter().zip(acceleration).zip(self.position.row_mut(k + 1));
        for (((v, slot), z), entry) in motions.zip(&numbers.bodies) {
            (*slot, *z) = match entry {
                BodyNumbers::Free { unknown } => (a[*unknown] / divisor, v / divisor),
                BodyNumbers::Known(motion) => (
                    motion.acceleration_term(self.tau, k) / divisor,
                    motion.position_term(self.tau, k + 1),
                ),
            };
        }
    }

    /// Motion of bodies with unknown motion under `unknown_force`, or with these momenta, in the present clusters, whose
    /// contacts move at β.
    pub(super) fn move_unknown(&mut self, numbers: &Numbers) {
        let Self { clusters, reduced, unknown_force: force, unknown_motion: motion, .. } = self;
        let mass = if numbers.massless { self.kinetic.mass() } else { &numbers.mass };
        if numbers.blocks.is_empty() {
            return clusters.accelerate(mass, force, &self.beta, motion);
        }
        clusters.hang_all_from_heaviest(mass);
        if reduced.update(numbers, clusters, mass) {
            reduced.metric.accelerate(clusters, mass, force, &self.beta, motion);
        } else {
            motion.fill(f64::NAN);
        }
    }

    /// Takes positions and velocities of order k of what is told.
    #[inline]
    pub(super) fn take_told(&mut self, k: usize) {
        let Self { told, position, velocity, .. } = self;
        if told.count() > 0 {
            let bodies = told.first..told.first + told.count();
            position.row_mut(k)[bodies.clone()].copy_from_slice(told.position.row(k));
            velocity.row_mut(k)[bodies].copy_from_slice(told.velocity.row(k));
        }
    }

    /// The same of order k + 1, and forces of order k, all of them: a series is not at its end before what is told is.
    fn follow_told(&mut self, k: usize) {
        self.take_told(k + 1);
        let Self { told, force, .. } = self;
        for (place, mass) in told.mass.iter().enumerate() {
            let rate = (k + 1) as f64 * told.velocity.at(k + 1, place);
            force.set(k, told.first + place, mass * rate);
        }
    }
}
