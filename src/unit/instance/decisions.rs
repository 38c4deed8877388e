//! Decisions of formulas and laws, for derivatives of a motion across their jumps.

use super::Simulation;

impl Simulation {
    /// Makes [`Simulation::directional_derivative`] find derivatives of neighbouring motions: what is stuck on a surface follows a
    /// change of its velocity. It and [`Simulation::output_derivatives`] then find those of the numbers by which formulas and laws
    /// decide, too.
    pub(crate) fn differentiate_motions(&mut self) {
        self.neighbours = true;
        self.simulator.find_decisions();
    }

    /// Returns what was found of each decision last.
    pub(crate) fn decision_terms(&self) -> &[f64] {
        self.simulator.decision_terms()
    }

    /// Returns the branch of each decision; None of one whose number stays at its level.
    pub(crate) fn branches(&self) -> Vec<Option<usize>> {
        self.simulator.branches().collect()
    }

    /// Returns the branch of its law on which a contact slips, as its slip velocity alone decides; None of one that does not slip.
    pub(crate) fn branch_of_slip(&self, contact: usize) -> Option<usize> {
        self.simulator.branch_of_slip(contact)
    }

    /// True if an internal state of a contact comes to its end after a finite way, and is not there.
    pub(crate) fn tends_to_end(&self, contact: usize, of: usize) -> bool {
        self.simulator.tends_to_end(contact, of)
    }

    /// True if an internal state of a contact stays at its end.
    pub(crate) fn is_at_end(&self, contact: usize, of: usize) -> bool {
        self.simulator.is_at_end(contact, of)
    }
}
