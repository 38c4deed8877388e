//! The minimum over the free contacts, which all steps share.

use super::super::KernelError;
use super::ActiveSet;

impl ActiveSet {
    /// Clusters of the free contacts, unless they and the factor are there already.
    pub(super) fn build(&mut self) {
        if !(self.built && self.clusters.are_of(&self.free)) {
            self.clusters.rebuild(&self.rows[..self.ties.len()], &self.free);
            self.coupling.drop_factor();
            self.built = true;
        }
    }

    /// Finds the accelerations, and λ of the free contacts in `target`, at the minimum over the free contacts.
    pub(super) fn minimise(&mut self) -> Result<(), KernelError> {
        let bodies = self.bodies;
        self.push();
        let (mass, force, a) = (&self.mass, &self.pushed[..bodies], &mut self.acceleration);
        a[bodies] = 0.0;
        if self.coupling.is_empty() {
            self.clusters.accelerate(mass, force, &self.beta, a);
            let balance = self.residual.iter_mut().zip(force).zip(mass).zip(&*a);
            for (((residual, force), mass), a) in balance {
                *residual = force - mass * a;
            }
        } else {
            if !self.coupling.is_factored() {
                self.clusters.hang_all_from_heaviest(&self.stiffness);
            }
            self.coupling.factor(&self.clusters, &self.rows, mass)?;
            self.coupling.accelerate(&self.clusters, mass, force, &self.beta, a);
            self.coupling.balance(mass, force, a, &mut self.residual);
        }
        self.clusters.tree_forces(&self.residual[..bodies], &mut self.target);
        Ok(())
    }

    /// Computes f − Bᵀλ of the contacts that are not free, and the sizes of its terms.
    fn push(&mut self) {
        let bodies = self.bodies;
        self.pushed[..bodies].copy_from_slice(&self.force);
        for (pushed_size, force) in self.pushed_size.iter_mut().zip(&self.force) {
            *pushed_size = force.abs();
        }
        for (tie, free) in self.ties.iter().zip(&self.free) {
            if !free {
                tie.pull(tie.lambda, &mut self.pushed);
                self.pushed_size[tie.i] += (tie.q_i * tie.lambda).abs();
                self.pushed_size[tie.j] += (tie.q_j * tie.lambda).abs();
            }
        }
    }

    pub(super) fn take_target(&mut self) {
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&self.free) {
            if *free {
                tie.lambda = *target;
            }
        }
    }
}
