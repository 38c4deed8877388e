//! The kernel as other layers use it: motion, distribution of forces and margin of a friction network.

use super::active_set::ActiveSet;
use super::clusters::Clusters;
use super::distribution::Distribution;
use super::margin::{Margin, Margins, OnDemand, Parts};
use super::{Bounds, Contact, Damper, Inertia, KernelError, Slip, Solution};

/// Workspace of the solvers. It grows to the largest network seen; from then on nothing allocates. Its great parts are boxed,
/// since hosts may have little stack, and made when a network first needs them.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    active_set: OnDemand<ActiveSet>,
    distribution: OnDemand<Distribution>,
    margin: OnDemand<Margin>,
    loaded: Loaded,
}

/// The network of [`Kernel::load`].
#[derive(Clone, Debug, Default)]
struct Loaded {
    mass: Vec<f64>,
    contacts: Vec<Contact>,
}

impl Kernel {
    /// Solves Gauss's principle (see [`super`]) for masses on the diagonal of K, or any [`Inertia`]; a mass may be 0
    /// where viscous contacts resist the body, `K + ΣC BᵀB ≻ 0`.
    ///
    /// All contacts with `B a = β` are stuck, also those whose force is at its bound, whatever the order
    /// of contacts; `B a = β` is judged against the round-off of its terms. A contact whose range is one
    /// value, a damper for example, cannot hold anything and is never stuck: with `B a = β` it is
    /// reported forward.
    ///
    /// # Errors
    /// [`KernelError`]; `out` is then as before.
    ///
    /// # Panics
    /// If a range is empty or a bound is not a number.
    pub fn solve<'k>(
        &mut self,
        inertia: impl Into<Inertia<'k>>,
        force: &[f64],
        contacts: &[Contact],
        out: &mut Solution,
    ) -> Result<(), KernelError> {
        self.active_set().solve(inertia.into(), force, contacts, None, out)
    }

    /// Solves as [`Kernel::solve`], from a guess of the slip of each contact, such as that of the last time step: a
    /// good one saves most of the work. The guess does not change the motion, but for round-off.
    ///
    /// # Errors
    /// Those of [`Kernel::solve`].
    ///
    /// # Panics
    /// Panics as [`Kernel::solve`].
    pub fn solve_from<'k>(
        &mut self,
        inertia: impl Into<Inertia<'k>>,
        force: &[f64],
        contacts: &[Contact],
        guess: &[Slip],
        out: &mut Solution,
    ) -> Result<(), KernelError> {
        self.active_set().solve(inertia.into(), force, contacts, Some(guess), out)
    }

    /// Takes a network whose loads alone change from one [`Kernel::solve_loaded`] to the next: masses, contacts and
    /// dampers, whose forces are not returned. Offsets and ranges of the contacts are not used.
    ///
    /// # Errors
    /// [`KernelError::Singular`].
    pub fn load<'k>(
        &mut self,
        inertia: impl Into<Inertia<'k>>,
        dampers: &[Damper],
        contacts: &[Contact],
    ) -> Result<(), KernelError> {
        let inertia = inertia.into();
        self.active_set().load(inertia, dampers, contacts)?;
        let Loaded { mass: masses, contacts: loaded } = &mut self.loaded;
        masses.clear();
        masses.extend_from_slice(inertia.diagonal);
        for Damper { row, viscous } in dampers.iter().filter(|damper| damper.row.pair().is_none()) {
            row.terms().for_each(|(body, q)| masses[body] += viscous * q * q);
        }
        loaded.clear();
        loaded.extend_from_slice(contacts);
        Ok(())
    }

    /// Solves as [`Kernel::solve_from`] for the network of the last [`Kernel::load`], if nothing else was solved since.
    /// Parts that depend on masses and rows are found once, and factors are kept while the contacts that stick stay the same.
    /// The solution does not depend on what was solved before.
    ///
    /// # Errors
    /// Those of [`Kernel::solve`].
    ///
    /// # Panics
    /// Panics as [`Kernel::solve`].
    pub fn solve_loaded(
        &mut self,
        force: &[f64],
        bounds: &[Bounds],
        guess: &[Slip],
        out: &mut Solution,
    ) -> Result<(), KernelError> {
        let Self { active_set, loaded: Loaded { mass, contacts }, .. } = self;
        let active_set = active_set.get_or_insert_default();
        if active_set.is_coupled() {
            return active_set.solve_loaded(force, bounds, guess, out);
        }
        // There are ways without matrices; K is diagonal.
        for (contact, Bounds { beta, lower, upper }) in contacts.iter_mut().zip(bounds) {
            (contact.beta, contact.lower, contact.upper) = (*beta, *lower, *upper);
        }
        active_set.solve((&*mass).into(), force, contacts, Some(guess), out)
    }

    /// Finds the forces of the stuck contacts with `Σ_stuck B_cᵀ λ_c = residual` (f − K a − slip forces) that minimise
    /// `Σ (λ_c/F̄_c)²`, F̄ = (upper − lower)/2, within their ranges, or if that is impossible the same minimum without
    /// ranges. A contact with an infinite bound costs nothing. `clusters` is built for `stuck`; entries of other
    /// contacts are left alone.
    #[inline]
    pub fn distribute(
        &mut self,
        clusters: &mut Clusters,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
        lambda: &mut [f64],
    ) {
        if clusters.redundant().is_empty() {
            clusters.tree_forces(residual, lambda);
        } else {
            self.share(residual, contacts, stuck, lambda);
        }
    }

    /// Distributes a load as [`Kernel::distribute`] does, where it is known that the forces are indeterminate.
    pub fn share(
        &mut self,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
        lambda: &mut [f64],
    ) {
        let distribution = self.distribution.get_or_insert_default();
        distribution.distribute(residual, contacts, stuck, lambda);
    }

    /// Returns `1 − min max(λ_c/upper_c, λ_c/lower_c)` over the forces of the stuck contacts with `Σ_stuck B_cᵀ λ_c =
    /// residual`: the share of the limits that the load leaves; 1 if nothing is stuck, negative if the load is too
    /// large. An infinite bound does not limit; a bound of 0 that must be passed makes it −∞. `clusters` is built for
    /// `stuck`.
    #[inline]
    pub fn margin(
        &mut self,
        clusters: &mut Clusters,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
    ) -> f64 {
        self.margins(clusters, stuck).margin(residual, contacts)
    }

    /// Returns a search for margins of one stuck set, each of which begins from what the one before found.
    pub fn margins<'k>(&'k mut self, clusters: &'k mut Clusters, stuck: &'k [bool]) -> Margins<'k> {
        let Self { active_set, distribution, margin, .. } = self;
        let parts = Parts { active_set, distribution, clusters };
        Margins::new(margin.get_or_insert_default(), parts, stuck)
    }

    /// Returns the greatest share of their limits that contacts of spanning trees use if these alone balance the load. The margin is
    /// at least what that leaves, and a load that is added takes no more than that from the margin of any other one.
    #[inline]
    pub fn usage_by_trees(
        &mut self,
        clusters: &mut Clusters,
        residual: &[f64],
        contacts: &[Contact],
        stuck: &[bool],
    ) -> f64 {
        self.margins(clusters, stuck).usage_by_trees(residual, contacts)
    }

    fn active_set(&mut self) -> &mut ActiveSet {
        self.active_set.get_or_insert_default()
    }
}
