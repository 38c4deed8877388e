//! Round-off of slips: what moves by less stands still.

use super::ActiveSet;

impl ActiveSet {
    /// True if all contacts that are not free slip by more than round-off, of which a bound is enough to know that.
    pub(super) fn all_move(&mut self, still: f64) -> bool {
        if self.coupling.is_empty() {
            return false;
        }
        let a = &self.acceleration;
        self.coupling.bound_sizes(&self.clusters, &self.pushed_size, a, &mut self.size);
        for (tie, _) in self.ties.iter_mut().zip(&self.free).filter(|(_, free)| !**free) {
            let u = tie.slip(a);
            tie.noise = tie.round_off(still, &self.size);
            if u.abs() <= tie.noise && (tie.can_stick() || u < 0.0) {
                return false;
            }
        }
        true
    }

    /// Takes the round-off of all slips.
    pub(super) fn measure_noise(&mut self, still: f64) {
        self.size[self.bodies] = 0.0;
        let (mass, force) = (&self.mass, &self.pushed_size[..self.bodies]);
        if self.coupling.is_empty() {
            self.clusters.sizes(mass, force, &self.beta, &mut self.size);
        } else {
            let a = &self.acceleration;
            self.coupling.sizes(&self.clusters, mass, force, a, &mut self.size);
        }
        for tie in &mut self.ties {
            tie.noise = tie.round_off(still, &self.size);
        }
    }
}
