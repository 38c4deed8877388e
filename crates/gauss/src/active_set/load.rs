//! The network and its loads: what stays as long as masses, rows and viscous parts do, and what does not.

use super::super::{Bounds, Contact, CoupledMass, Damper, Inertia, KernelError};
use super::ActiveSet;
use super::tie::Tie;
use crate::Confine;

impl ActiveSet {
    /// Takes a network and its loads.
    ///
    /// # Errors
    /// Those of [`ActiveSet::load`].
    pub(super) fn take_all(
        &mut self,
        inertia: Inertia,
        force: &[f64],
        contacts: &[Contact],
    ) -> Result<(), KernelError> {
        self.load(inertia, &[], contacts)?;
        self.take(force, contacts.iter().map(Contact::bounds));
        Ok(())
    }

    /// Takes masses, and rows and viscous parts of contacts and dampers.
    ///
    /// # Errors
    /// [`KernelError::Singular`] with a body that nothing resists.
    pub(in super::super) fn load(
        &mut self,
        inertia: Inertia,
        dampers: &[Damper],
        contacts: &[Contact],
    ) -> Result<(), KernelError> {
        let Inertia { diagonal, coupled } = inertia;
        self.bodies = diagonal.len();
        for per_body in [
            &mut self.acceleration,
            &mut self.pushed,
            &mut self.pushed_size,
            &mut self.residual,
            &mut self.size,
        ] {
            per_body.resize(self.bodies + 1, 0.0);
        }
        self.mass.clear();
        self.mass.extend_from_slice(diagonal);
        self.coupling.begin(coupled);
        self.ties.clear();
        self.rows.clear();
        for contact in contacts {
            self.ties.push(Tie::new(contact, self.bodies));
            self.rows.push(contact.row);
            self.add_damper(&Damper { row: contact.row, viscous: contact.viscous });
        }
        for damper in dampers {
            self.rows.push(damper.row);
            self.add_damper(damper);
        }
        self.rows.extend(coupled.iter().map(CoupledMass::row));
        self.stiffness.clear();
        self.stiffness.extend_from_slice(&self.mass);
        self.coupling.add_diagonal(&mut self.stiffness);
        if let Some(body) = self.stiffness.iter().position(|stiffness| *stiffness == 0.0) {
            return Err(KernelError::Singular { body });
        }
        self.mobility.clear();
        self.mobility.extend(self.stiffness.iter().map(|stiffness| 1.0 / stiffness));
        self.mobility.push(0.0);
        for tie in &mut self.ties {
            tie.measure(&self.mobility);
        }
        let contacts = self.ties.len();
        let changed = self.clusters.load(self.bodies, &self.rows[..contacts]);
        // Trees hang as masses have it.
        self.built &= !changed && self.coupling.keep_factor(&self.mass);
        self.target.resize(contacts, 0.0);
        self.beta.resize(contacts, 0.0);
        self.free.resize(contacts, false);
        Ok(())
    }

    /// Takes a viscous part into the metric.
    fn add_damper(&mut self, damper: &Damper) {
        let Damper { row, viscous } = *damper;
        if viscous <= 0.0 {
            return;
        }
        match row.pair() {
            Some(pair) => self.coupling.add(pair, viscous),
            None => row.terms().for_each(|(body, q)| self.mass[body] += viscous * q * q),
        }
    }

    /// True if inertia or viscous parts couple bodies.
    pub(in super::super) fn is_coupled(&self) -> bool {
        !self.coupling.is_empty()
    }

    /// Takes forces, and offsets and ranges of all contacts. Contacts that can hold are free.
    pub(super) fn take(&mut self, force: &[f64], bounds: impl Iterator<Item = Bounds>) {
        self.force.clear();
        self.force.extend_from_slice(force);
        let contacts = self.ties.iter_mut().zip(&mut self.beta).zip(&mut self.free);
        for (((tie, offset), free), Bounds { beta, lower, upper }) in contacts.zip(bounds) {
            (tie.beta, tie.lower, tie.upper, *offset) = (beta, lower, upper, beta);
            (tie.lambda, tie.noise, tie.doubt) = (0.0f64.confined(lower, upper), 0.0, 0.0);
            *free = tie.can_stick() && tie.compliance > 0.0;
            if tie.viscous > 0.0 && beta != 0.0 {
                for (body, q) in [(tie.i, tie.q_i), (tie.j, tie.q_j)] {
                    if let Some(force) = self.force.get_mut(body) {
                        *force += tie.viscous * q * beta;
                    }
                }
            }
        }
    }
}
