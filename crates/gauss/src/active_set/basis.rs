//! A start from where another solution of a similar network ended.

use super::super::{Contact, Inertia, KernelError, Solution};
use super::tie::Tie;
use super::{ActiveSet, LARGE};

/// The end of a solution: of each contact whether it was free, and its λ.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Basis {
    ends: Vec<End>,
}

impl Basis {
    /// Makes the next solution begin from nothing.
    pub fn clear(&mut self) {
        self.ends.clear();
    }
}

#[derive(Clone, Copy, Debug)]
enum End {
    Free(f64),
    Fixed(f64),
    Lower,
    Upper,
}

impl End {
    fn of((tie, free): (&Tie, &bool)) -> Self {
        match tie.lambda {
            lambda if *free => End::Free(lambda),
            lambda if lambda == tie.upper => End::Upper,
            lambda if lambda == tie.lower => End::Lower,
            lambda => End::Fixed(lambda),
        }
    }
}

impl ActiveSet {
    /// Solves the principle as [`ActiveSet::solve`] does, from the end of the last solution, if the basis is of it: masses and rows
    /// are those of that, and where loads and ranges have changed by little, it is close to the end of this one. False: nothing
    /// moves, and `out` is as before.
    ///
    /// # Errors
    /// [`KernelError`]; `out` is then as before.
    pub(in super::super) fn solve_from_basis(
        &mut self,
        inertia: Inertia,
        force: &[f64],
        contacts: &[Contact],
        basis: &mut Basis,
        out: &mut Solution,
    ) -> Result<bool, KernelError> {
        if contacts.len() >= LARGE {
            self.solve(inertia, force, contacts, None, out)?;
            return Ok(true);
        }
        if basis.ends.len() == contacts.len() {
            self.take(force, contacts.iter().map(Contact::bounds));
            self.take_basis(basis);
            self.build_forest();
            self.minimise_within()?;
        } else {
            self.take_all(inertia, force, contacts)?;
            self.start(None)?;
        }
        self.improve()?;
        basis.ends.clear();
        basis.ends.extend(self.ties.iter().zip(&self.free).map(End::of));
        let a = &self.acceleration;
        let moves = |(tie, free): (&Tie, &bool)| !free && tie.slip(a).abs() > tie.noise;
        let any_moves = self.ties.iter().zip(&self.free).any(moves);
        if any_moves {
            self.finish(out)?;
        }
        Ok(any_moves)
    }

    /// Takes what was free, and λ within the present ranges; at a bound what was at one.
    fn take_basis(&mut self, basis: &Basis) {
        for ((tie, free), end) in self.ties.iter_mut().zip(&mut self.free).zip(&basis.ends) {
            *free &= matches!(end, End::Free(_));
            tie.lambda = tie.clip(match *end {
                End::Free(lambda) | End::Fixed(lambda) => lambda,
                End::Lower if tie.lower.is_finite() => tie.lower,
                End::Upper if tie.upper.is_finite() => tie.upper,
                End::Lower | End::Upper => tie.lambda,
            });
        }
    }
}
