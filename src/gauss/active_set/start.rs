//! Step 1: a first guess of the free contacts, and the minimum over them. Often all contacts hold; if
//! not, a few sweeps over the contacts tell which ones do not.

use super::ActiveSet;
use super::tie::Tie;

/// Sweeps of the start, enough to tell most saturated contacts from the others.
const SWEEPS: usize = 3;

impl ActiveSet {
    /// A feasible λ that is the minimum for its free contacts.
    pub(super) fn start(&mut self, mass: &[f64], force: &[f64]) {
        self.build_forest();
        self.minimise(mass, force);
        let inside = |(tie, target): (&Tie, &f64)| tie.lower <= *target && *target <= tie.upper;
        let all = self.ties.iter().zip(&self.target).zip(&self.free);
        if !all.clone().all(|(pair, free)| !free || inside(pair)) {
            self.relax(force);
            self.build_forest();
            self.minimise(mass, force);
            while self.fix_outside() {
                self.build();
                self.minimise(mass, force);
            }
        }
        self.take_target();
    }

    /// Clusters of the free contacts; those that are redundant cease to be free.
    fn build_forest(&mut self) {
        self.build();
        for &contact in self.clusters.redundant() {
            self.free[contact] = false;
        }
    }

    /// Fixes every free contact whose target is outside its range at the bound; false if there is none.
    fn fix_outside(&mut self) -> bool {
        let mut any = false;
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&mut self.free) {
            if *free && (*target > tie.upper || *target < tie.lower) {
                tie.lambda = target.clamp(tie.lower, tie.upper);
                *free = false;
                any = true;
            }
        }
        any
    }

    /// A few sweeps in which each contact in turn stops its own slip as far as its range allows; those
    /// left inside their range become free.
    fn relax(&mut self, force: &[f64]) {
        let a = &mut self.acceleration;
        for ((a, force), mobility) in a.iter_mut().zip(force).zip(&self.mobility) {
            *a = force * mobility;
        }
        for tie in &mut self.ties {
            tie.lambda = 0.0;
        }
        for _ in 0..SWEEPS {
            for (tie, free) in self.ties.iter_mut().zip(&mut self.free) {
                let u = tie.slip(a);
                let stop = if tie.compliance > 0.0 { u / tie.compliance } else { 0.0 };
                let lambda = (tie.lambda + stop).clamp(tie.lower, tie.upper);
                let change = lambda - tie.lambda;
                a[tie.i] -= tie.q_i * change * self.mobility[tie.i];
                a[tie.j] -= tie.q_j * change * self.mobility[tie.j];
                tie.lambda = lambda;
                *free = tie.lower < lambda && lambda < tie.upper && tie.compliance > 0.0;
            }
        }
    }
}
