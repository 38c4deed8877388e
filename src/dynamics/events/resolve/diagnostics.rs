//! Reasons why modes cannot be resolved, and the forces for which no kernel finds accelerations.

use crate::dynamics::expansion::Expansion;
use crate::dynamics::state::GREATEST;
use crate::dynamics::system::System;
use crate::gauss::KernelError;

/// Reason why modes cannot be resolved.
#[derive(Clone, Copy, Debug)]
pub enum ResolveError {
    NotFinite {
        body: usize,
        value: f64,
    },
    /// A force beyond [`GREATEST`], or one that accelerates its body beyond that.
    TooGreat {
        body: usize,
        force: f64,
    },
    /// A massless body that nothing resists.
    Unresisted {
        body: usize,
    },
    /// A body whose forces by formula have no mean over a step of the time stepping that agrees with where they take it.
    Unsettled {
        body: usize,
    },
    /// Contacts without limits prescribe different motions; this one is among them.
    Contradiction {
        contact: usize,
    },
    Kernel(KernelError),
}

/// Result of a resolution.
pub type Resolved<T> = Result<T, ResolveError>;

impl ResolveError {
    /// Converts an error of the kernel for a problem whose contacts have these indices in the network.
    pub fn of_kernel(error: KernelError, index: &[usize]) -> Self {
        match error {
            KernelError::Contradiction { contact } => {
                Self::Contradiction { contact: index[contact] }
            }
            error => Self::Kernel(error),
        }
    }
}

/// # Errors
/// [`ResolveError`] for the first force on a body with unknown motion that cannot be resolved.
pub fn check_forces(system: &System, expansion: &Expansion) -> Resolved<()> {
    let bodies = system.body_of.iter().zip(&system.mass);
    let mut forces =
        bodies.map(|(&body, &mass)| check_force(body, expansion.force.at(0, body), mass));
    forces.find(Result::is_err).unwrap_or(Ok(()))
}

/// # Errors
/// [`ResolveError::NotFinite`] or [`ResolveError::TooGreat`].
pub fn check_force(body: usize, force: f64, mass: f64) -> Resolved<()> {
    if !force.is_finite() {
        return Err(ResolveError::NotFinite { body, value: force });
    }
    let size = force.abs();
    let excessive = size > GREATEST || mass > 0.0 && size > GREATEST * mass;
    if excessive { Err(ResolveError::TooGreat { body, force }) } else { Ok(()) }
}
