//! Modes, motion and forces of the minimum.

use super::super::{KernelError, Slip, Solution};
use super::ActiveSet;
use super::tie::Tie;
use crate::Confine;

impl ActiveSet {
    /// Finds the modes, and the motion and forces that go with them exactly: contacts that are not free but do not move
    /// are stuck as well.
    ///
    /// # Errors
    /// [`KernelError`]; `out` is then as before.
    pub(super) fn finish(&mut self, out: &mut Solution) -> Result<(), KernelError> {
        let mode = |(tie, free): (&Tie, &bool)| {
            if *free {
                return Slip::Stuck;
            }
            let u = tie.slip(&self.acceleration);
            let still = u.abs() <= tie.noise;
            if still && tie.can_stick() {
                Slip::Stuck
            } else if u > 0.0 || still {
                Slip::Forward
            } else {
                Slip::Backward
            }
        };
        self.slip.clear();
        self.slip.extend(self.ties.iter().zip(&self.free).map(mode));
        let joins = |(slip, free): (&Slip, &bool)| *slip == Slip::Stuck && !free;
        let joined = self.slip.iter().zip(&self.free).filter(|pair| joins(*pair)).count();
        let redundant = self.clusters.redundant();
        let as_built = redundant.iter().all(|contact| self.slip[*contact] == Slip::Stuck);
        if as_built && joined == redundant.len() {
            self.refine();
        } else {
            for (free, slip) in self.free.iter_mut().zip(&self.slip) {
                *free = *slip == Slip::Stuck;
            }
            self.build();
            self.minimise()?;
            self.correct();
            self.rebalance();
            self.stick();
        }
        self.write_forces(out);
        Ok(())
    }

    /// Sticks contacts between bodies that others have joined: the forces that parted them by more than the round-off
    /// of their motion had round-off of their own.
    fn stick(&mut self) {
        for (tie, slip) in self.ties.iter().zip(&mut self.slip) {
            if tie.can_stick() && tie.slip(&self.acceleration).abs() <= tie.noise {
                *slip = Slip::Stuck;
            }
        }
    }

    /// Writes the forces of all contacts with their viscous parts.
    fn write_forces(&self, out: &mut Solution) {
        out.acceleration.clear();
        out.acceleration.extend_from_slice(&self.acceleration[..self.bodies]);
        out.lambda.clear();
        out.lambda.extend(self.ties.iter().zip(&self.slip).map(|(tie, slip)| {
            let slides = tie.viscous > 0.0 && *slip != Slip::Stuck;
            tie.lambda + if slides { tie.viscous * tie.slip(&self.acceleration) } else { 0.0 }
        }));
        out.slip.clear();
        out.slip.extend_from_slice(&self.slip);
    }

    /// Takes away what round-off of a factorisation leaves unbalanced.
    fn refine(&mut self) {
        if self.coupling.is_empty() || self.coupling.is_balanced(&self.clusters, &self.residual) {
            return;
        }
        self.correct();
        self.clusters.tree_forces(&self.residual[..self.bodies], &mut self.target);
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&self.free) {
            if *free {
                tie.lambda = target.confined(tie.lower, tie.upper);
            }
        }
    }

    /// Corrects the motion alone for round-off.
    fn correct(&mut self) {
        if self.coupling.is_empty() {
            return;
        }
        let (mass, force, a) = (&self.mass, &self.pushed[..self.bodies], &mut self.acceleration);
        self.coupling.correct(&self.clusters, mass, force, &self.beta, a);
        self.coupling.imbalance_of(mass, force, a, &mut self.residual);
    }

    /// Takes what λ leaves unbalanced, round-off, to the tree contacts, unless they have no room for it.
    fn rebalance(&mut self) {
        for &contact in self.clusters.redundant() {
            self.free[contact] = false;
        }
        let before = self.imbalance();
        let residual = &self.residual[..self.bodies];
        self.clusters.tree_forces(residual, &mut self.target);
        for ((tie, target), free) in self.ties.iter_mut().zip(&mut self.target).zip(&self.free) {
            if *free {
                let corrected = (tie.lambda + *target).confined(tie.lower, tie.upper);
                *target = std::mem::replace(&mut tie.lambda, corrected);
            }
        }
        if self.imbalance() > before {
            self.take_target();
        }
    }

    /// Returns the greatest component of f − K a − Bᵀλ, left in `residual`.
    fn imbalance(&mut self) -> f64 {
        let (mass, force, a) = (&self.mass, &self.force, &self.acceleration);
        self.coupling.imbalance_of(mass, force, a, &mut self.residual);
        for tie in &self.ties {
            tie.pull(tie.lambda, &mut self.residual);
        }
        self.residual[..self.bodies].iter().fold(0.0, |worst, g| worst.max(g.abs()))
    }
}
