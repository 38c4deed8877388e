//! Forces of stuck contacts along a step, by spanning trees alone, which balance what the stuck contacts must.

use crate::dynamics::series::Series;
use crate::gauss::Contact;
use crate::gauss::clusters::Clusters;

/// See the module.
pub(super) struct TreeForces<'t> {
    /// Taylor coefficients, `[order][contact]`; 0 of contacts on no tree.
    terms: &'t [f64],
    contacts: usize,
    /// Order beyond which all are 0.
    pub last: usize,
}

impl<'t> TreeForces<'t> {
    /// Finds the forces of some contacts that balance a load up to an order, and writes them to `terms`.
    pub fn find(
        terms: &'t mut Vec<f64>,
        clusters: &mut Clusters,
        load: &Series,
        (order, contacts): (usize, usize),
    ) -> Self {
        let moves = |k: &usize| load.row(*k).iter().any(|term| *term != 0.0);
        let last = (1..=order).rev().find(moves).unwrap_or(0);
        terms.clear();
        terms.resize((last + 1) * contacts, 0.0);
        for (k, forces) in terms.chunks_exact_mut(contacts).enumerate() {
            clusters.tree_forces(load.row(k), forces);
        }
        Self { terms, contacts, last }
    }

    /// Returns coefficient k of the force of a contact.
    pub fn term(&self, contact: usize, k: usize) -> f64 {
        self.terms[k * self.contacts + contact]
    }

    /// True if the force of a contact is seen to stay within a range up to τ: it differs from that at the start by at most the
    /// magnitudes of all its other terms.
    pub fn stays_within(&self, contact: usize, [lower, upper]: [f64; 2], tau: f64) -> bool {
        let terms = (1..=self.last).rev().map(|k| self.term(contact, k).abs());
        let change = terms.fold(0.0, |sum, term| (sum + term) * tau);
        let start = self.term(contact, 0);
        lower <= start - change && start + change <= upper
    }
}

/// Returns the range of a force that leaves a margin of the limits of a contact.
pub(super) fn range(limits: &Contact, margin: f64) -> [f64; 2] {
    [limits.lower, limits.upper].map(|limit| (1.0 - margin) * limit)
}
