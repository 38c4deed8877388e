//! Step 1: a first guess of the free contacts, and the minimum over them, where levels ([`super::Levels`]) tell none.
//! Often all contacts hold; if not, rounds in which all contacts change at once, a few sweeps over them, or for large
//! networks a soft problem ([`super::soft`]) tell which ones do not.

use super::super::{KernelError, Slip};
use super::ActiveSet;
use super::tie::Tie;
use crate::Confine;

/// Sweeps of the start, enough to tell most saturated contacts from the others.
const SWEEPS: usize = 3;

/// Rounds of exchanging all contacts at once.
const ROUNDS: usize = 8;

/// Contacts up to which sweeps are a faster start than the soft problem.
const FEW: usize = 64;

impl ActiveSet {
    /// Finds a feasible λ that is the minimum for its free contacts.
    pub(super) fn start(&mut self, guess: Option<&[Slip]>) -> Result<(), KernelError> {
        if let Some(guess) = guess {
            self.take_guess(guess);
        }
        self.build_forest();
        self.minimise()?;
        let large = self.ties.len() > FEW;
        if guess.is_some() || !self.coupling.is_empty() {
            if !self.exchange()? {
                self.soften(guess.is_some());
                self.build_forest();
                self.minimise()?;
            }
        } else if self.is_any_outside() {
            if large {
                self.soften(false);
            } else {
                self.relax();
            }
            self.build_forest();
            self.minimise()?;
        }
        while self.fix_outside() {
            self.build();
            self.minimise()?;
        }
        self.take_target();
        Ok(())
    }

    /// Makes contacts free, or at the bound of their slip, as guessed.
    fn take_guess(&mut self, guess: &[Slip]) {
        for ((tie, free), slip) in self.ties.iter_mut().zip(&mut self.free).zip(guess) {
            *free &= *slip == Slip::Stuck;
            tie.lambda = match slip {
                Slip::Stuck => tie.lambda,
                Slip::Forward if tie.upper.is_finite() => tie.upper,
                Slip::Backward if tie.lower.is_finite() => tie.lower,
                Slip::Forward | Slip::Backward => tie.lambda,
            };
        }
    }

    fn is_any_outside(&self) -> bool {
        let inside = |(tie, target): (&Tie, &f64)| tie.lower <= *target && *target <= tie.upper;
        self.ties
            .iter()
            .zip(&self.target)
            .zip(&self.free)
            .any(|(pair, free)| *free && !inside(pair))
    }

    /// Rounds in which all contacts change at once (the primal–dual active set; M. Hintermüller,
    /// K. Ito, K. Kunisch, SIAM J. Optim. 13, 2002): free ones outside their range are fixed at the
    /// bound, fixed ones that slip against their force become free. Usually few rounds lead to the
    /// solution; where they would not end (false), the active set continues from what they reached.
    fn exchange(&mut self) -> Result<bool, KernelError> {
        for _ in 0..ROUNDS {
            if !self.clusters.redundant().is_empty() {
                return Ok(false);
            }
            let freed = self.free_contradicted();
            if !self.fix_outside() && !freed {
                return Ok(true);
            }
            for (free, freed) in self.free.iter_mut().zip(&self.freed) {
                *free |= freed;
            }
            self.build_forest();
            self.minimise()?;
        }
        Ok(false)
    }

    /// Records in `freed` the contacts at a bound that slip against it; false if there is none.
    fn free_contradicted(&mut self) -> bool {
        self.freed.clear();
        self.freed.extend(self.ties.iter().zip(&self.free).map(|(tie, free)| {
            // Most contacts are decided without their slip.
            let can_join = !free && tie.can_stick() && tie.compliance > 0.0;
            can_join && {
                let u = tie.slip(&self.acceleration);
                tie.lambda == tie.upper && u < 0.0 || tie.lambda == tie.lower && u > 0.0
            }
        }));
        self.freed.contains(&true)
    }

    /// Clusters of the free contacts; those that are redundant cease to be free.
    pub(super) fn build_forest(&mut self) {
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
                tie.lambda = target.confined(tie.lower, tie.upper);
                *free = false;
                any = true;
            }
        }
        any
    }

    /// Makes a few sweeps in which each contact in turn stops its own slip as far as its range allows; those left
    /// inside their range become free.
    fn relax(&mut self) {
        let a = &mut self.acceleration;
        for ((a, force), mobility) in a.iter_mut().zip(&self.force).zip(&self.mobility) {
            *a = force * mobility;
        }
        for tie in &mut self.ties {
            tie.lambda = 0.0;
        }
        for _ in 0..SWEEPS {
            for (tie, free) in self.ties.iter_mut().zip(&mut self.free) {
                let u = tie.slip(a);
                let stop = if tie.compliance > 0.0 { u / tie.compliance } else { 0.0 };
                let lambda = (tie.lambda + stop).confined(tie.lower, tie.upper);
                let change = lambda - tie.lambda;
                a[tie.i] -= tie.q_i * change * self.mobility[tie.i];
                a[tie.j] -= tie.q_j * change * self.mobility[tie.j];
                tie.lambda = lambda;
                *free = tie.lower < lambda && lambda < tie.upper && tie.compliance > 0.0;
            }
        }
    }
}
