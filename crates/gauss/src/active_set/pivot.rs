//! Steps 2 and 3: a contact becomes free, and λ moves to the minimum over the free contacts.

use super::super::KernelError;
use super::ActiveSet;
use crate::Confine;
use crate::tolerances::OFF_FLOW;

impl ActiveSet {
    /// Frees a contact, with another fixed in its place if its row depends on the free ones.
    pub(super) fn enter(&mut self, entering: usize) -> Result<(), KernelError> {
        if !self.clusters.spans(&self.rows[entering]) {
            self.free[entering] = true;
            self.build();
            return Ok(());
        }
        let tie = self.ties[entering];
        let direction = tie.slip(&self.acceleration).signum();
        self.residual.fill(0.0);
        tie.pull(direction, &mut self.residual);
        let residual = &self.residual[..self.bodies];
        self.clusters.tree_forces(residual, &mut self.target);
        let mut step = tie.room(direction);
        let mut blocking = None;
        for contact in 0..self.ties.len() {
            let change = self.target[contact];
            if self.free[contact] && self.share(contact, entering) > OFF_FLOW {
                let room = self.ties[contact].room(change) / change.abs();
                if room < step {
                    (step, blocking) = (room, Some(contact));
                }
            }
        }
        if step == f64::INFINITY {
            return Err(KernelError::Contradiction { contact: entering });
        }
        match blocking {
            None => self.fix(entering, direction),
            Some(blocking) => {
                self.ties[entering].lambda += step * direction;
                self.fix(blocking, self.target[blocking]);
                self.free[entering] = true;
                self.build();
            }
        }
        Ok(())
    }

    /// Returns the force of a free contact (`target`) per force of the entering one, in the coordinate of the free
    /// contact's cluster.
    fn share(&self, contact: usize, entering: usize) -> f64 {
        let lever = |(body, q): (usize, f64)| (q * self.clusters.ratio(body)).abs();
        let Some((body, _)) = self.rows[contact].terms().next() else {
            return 0.0;
        };
        let cluster = self.clusters.cluster_of(body);
        let within = |term: &(usize, f64)| self.clusters.cluster_of(term.0) == cluster;
        let entering = self.rows[entering].terms().filter(within).map(lever).fold(0.0, f64::max);
        let free = self.rows[contact].terms().map(lever).fold(0.0, f64::max);
        if entering > 0.0 { self.target[contact].abs() * free / entering } else { 0.0 }
    }

    /// Fixes a contact at the bound that it moves towards.
    fn fix(&mut self, contact: usize, change: f64) {
        let tie = &mut self.ties[contact];
        tie.lambda = tie.bound(change);
        self.free[contact] = false;
    }

    /// Moves a feasible λ to the minimum over the free contacts, fixing those whose bound is in the way; true if it
    /// moved before nothing was in the way any more.
    pub(super) fn minimise_within(&mut self) -> Result<bool, KernelError> {
        let mut moved = false;
        loop {
            self.minimise()?;
            let mut step = 1.0;
            let mut blocking = None;
            for (contact, tie) in self.ties.iter().enumerate() {
                let change = self.target[contact] - tie.lambda;
                if self.free[contact] && change.abs() > tie.room(change) {
                    let share = tie.room(change) / change.abs();
                    if share < step {
                        (step, blocking) = (share, Some((contact, change)));
                    }
                }
            }
            let Some((blocking, change)) = blocking else {
                break;
            };
            for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&self.free) {
                if *free {
                    let moved = tie.lambda + step * (target - tie.lambda);
                    tie.lambda = moved.confined(tie.lower, tie.upper);
                }
            }
            moved |= step > 0.0;
            self.fix(blocking, change);
            self.build();
        }
        self.take_target();
        Ok(moved)
    }
}
