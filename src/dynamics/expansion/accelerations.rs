//! Accelerations of one order, and the motion that follows from them.

use super::Expansion;
use super::plan::Alone;
use crate::dynamics::system::{BodyData, System};
use crate::gauss::Row;

impl Expansion {
    /// Evaluates accelerations of order k and what follows from them; `forces` of order k must be there.
    pub fn accelerations(&mut self, system: &System, k: usize) {
        if self.moves_by_bodies(system) {
            self.accelerate_bodies(system, k);
        } else {
            if k == 0 || system.accelerated {
                self.offsets(system, k);
            }
            self.accelerate_clusters(system, k);
        }
        if self.boundary.count() > 0 {
            self.follow_boundary(k);
        }
        if self.filippov.is_active() {
            self.follow_load(system, k);
        }
    }

    /// True if bodies move alone or are held by what does not change its velocity.
    pub fn moves_by_bodies(&self, system: &System) -> bool {
        let held = system.accelerated && !self.plan.held.is_empty();
        !(self.plan.clustered || held || system.massless)
    }

    /// True if stuck contacts or inertia tie bodies to each other or to what is known.
    pub fn ties_bodies(&self) -> bool {
        self.plan.clustered || !self.plan.held.is_empty()
    }

    /// True if the motion of any body is prescribed, or it stands.
    pub fn has_known_bodies(&self) -> bool {
        !self.plan.known.is_empty()
    }

    /// Computes accelerations of order k, and what follows from them, of bodies one by one.
    fn accelerate_bodies(&mut self, system: &System, k: usize) {
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
            if let BodyData::Known(motion) = &system.bodies[body] {
                next[body] = motion.acceleration_term(*tau, k) / divisor;
                position.set(k + 1, body, motion.position_term(*tau, k + 1));
            }
        }
    }

    /// Computes those of bodies that are stuck together, or to what may accelerate.
    fn accelerate_clusters(&mut self, system: &System, k: usize) {
        let force = self.force.row(k);
        for (slot, &body) in self.unknown_force.iter_mut().zip(&system.body_of) {
            *slot = force[body];
        }
        self.move_unknown(system);
        let (force, a) = (&self.unknown_force, &self.unknown_motion);
        system.inertia_with(&system.mass).imbalance(force, a, self.residual.row_mut(k));
        let divisor = (k + 1) as f64;
        let (velocity, acceleration) = self.velocity.pair_mut(k);
        let motions = velocity.iter().zip(acceleration).zip(self.position.row_mut(k + 1));
        for (((v, slot), z), entry) in motions.zip(&system.bodies) {
            (*slot, *z) = match entry {
                BodyData::Free { unknown } => (a[*unknown] / divisor, v / divisor),
                BodyData::Known(motion) => (
                    motion.acceleration_term(self.tau, k) / divisor,
                    motion.position_term(self.tau, k + 1),
                ),
            };
        }
    }

    /// True if stuck contacts alone determine the motion of a row: what they hold of it is exact, and differences of equal terms are
    /// round-off.
    pub fn locks(&self, system: &System, row: &Row) -> bool {
        let unknown = system.over_unknown(row);
        unknown.terms().next().is_some() && self.clusters.spans(&unknown)
    }

    /// Returns the acceleration of a free body per force on it in the present clusters, 1/kg or 1/(kg·m²): W = B M⁻¹ Bᵀ
    /// there. To be called when accelerations are known.
    pub fn mobility(&mut self, system: &System, body: usize) -> f64 {
        let Some(unknown) = system.unknown_of(body) else { return 0.0 };
        self.beta.fill(0.0);
        self.unknown_force.fill(0.0);
        self.unknown_force[unknown] = 1.0;
        self.move_unknown(system);
        self.unknown_motion[unknown]
    }

    /// Finds the motion of bodies with unknown motion under `unknown_force`, or with these momenta, in the present
    /// clusters, whose contacts move at β.
    pub(super) fn move_unknown(&mut self, system: &System) {
        let Self { clusters, reduced, unknown_force: force, unknown_motion: motion, .. } = self;
        let mass = if system.massless { self.algebraic.mass() } else { &system.mass };
        if system.blocks.is_empty() {
            return clusters.accelerate(mass, force, &self.beta, motion);
        }
        clusters.hang_all_from_heaviest(mass);
        let reduced = reduced.get_or_insert_default();
        if reduced.update(system, clusters, mass) {
            reduced.metric.accelerate(clusters, mass, force, &self.beta, motion);
        } else {
            motion.fill(f64::NAN);
        }
    }

    /// Takes the boundary motion of order k: positions and velocities.
    pub(super) fn take_boundary(&mut self, k: usize) {
        let Self { boundary, position, velocity, .. } = self;
        let bodies = boundary.first..boundary.first + boundary.count();
        position.row_mut(k)[bodies.clone()].copy_from_slice(boundary.position.row(k));
        velocity.row_mut(k)[bodies].copy_from_slice(boundary.velocity.row(k));
    }

    /// Takes the boundary motion of order k + 1 and its forces of order k, all of them: a series does not end before that does.
    fn follow_boundary(&mut self, k: usize) {
        self.take_boundary(k + 1);
        let Self { boundary, force, .. } = self;
        for (place, mass) in boundary.mass.iter().enumerate() {
            let rate = (k + 1) as f64 * boundary.velocity.at(k + 1, place);
            force.set(k, boundary.first + place, mass * rate);
        }
    }
}
