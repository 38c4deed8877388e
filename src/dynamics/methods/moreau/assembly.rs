//! The kernel's problem of a step: unknowns 2 θ Δv, masses and what adds to them, impulses, contacts, edges.

use super::Moreau;
use super::plan::add_edge;
use crate::dynamics::State;
use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::events::resolve::{ResolveError, check_force};
use crate::dynamics::link::apply_force;
use crate::dynamics::system::System;
use crate::gauss::{Contact, CoupledMass, Damper, Inertia, KernelError};

impl Moreau {
    /// Impulses of all forces for Δv = 0, and slopes of those that are not linear for good.
    ///
    /// # Errors
    /// Those of [`check_force`] for the first impulse that cannot be resolved.
    pub(super) fn assemble(
        &mut self,
        system: &System,
        state: &State,
        h: f64,
    ) -> Result<(), ResolveError> {
        self.impulse.fill(0.0);
        self.slopes.clear();
        for entry in &self.plan.elastic {
            let force = entry.force(&self.middle, &self.mean);
            entry.link.apply_force(h * force, &mut self.impulse);
        }
        for (spring, tangent) in self.plan.nonlinear.iter().zip(&self.tangents) {
            let [impulse, slope] = tangent.impulse(h);
            apply_force(&system.springs[*spring].row, impulse, &mut self.impulse);
            self.slopes.push(slope);
        }
        for (free, &body) in self.formulas.free.iter().zip(&system.body_of) {
            self.impulse[body] += free;
        }
        for source in &system.sources {
            let time = state.time + THETA * h;
            let angle = source.angular_frequency * time + source.phase;
            self.impulse[source.body] += h * source.amplitude * libm::cos(angle);
        }
        self.load.clear();
        let middle = state.tau() + THETA * h;
        for (&body, &mass) in system.body_of.iter().zip(&system.mass) {
            let force = system.force[body] + system.force_rate[body] * middle;
            let load = h * force + self.impulse[body];
            check_force(body, load, mass)?;
            self.load.push(load);
        }
        Ok(())
    }

    /// Gives the kernel masses, edges and contacts, unless it has them.
    ///
    /// # Errors
    /// [`ResolveError::Unresisted`].
    pub(super) fn load_network(&mut self, system: &System) -> Result<(), ResolveError> {
        let known = self.loaded
            && self.slopes == self.of_slopes
            && self.viscous == self.of_viscous
            && self.weight == self.of_weight
            && self.formulas.edges == self.of_edges;
        if known {
            return Ok(());
        }
        let masses = system.mass.iter().zip(&self.weight).zip(&self.plan.added);
        self.mass.clear();
        self.mass.extend(masses.map(|((mass, weight), added)| mass / weight + added));
        self.coupled.clear();
        // Bodies of a block are in one group, which has one weight.
        self.coupled.extend(system.blocks.coupled().iter().map(|one| {
            let mass = one.mass / self.weight[one.i];
            CoupledMass { mass, ..*one }
        }));
        self.edges.clone_from(&self.plan.edges);
        let springs = self.plan.nonlinear.iter().map(|spring| &system.springs[*spring].row);
        for (row, slope) in springs.zip(&self.slopes) {
            let row = system.over_unknown(row);
            add_edge(&Damper { row, viscous: *slope }, &mut self.mass, &mut self.edges);
        }
        for edge in &self.formulas.edges {
            add_edge(edge, &mut self.mass, &mut self.edges);
        }
        self.contacts.clear();
        self.contacts.extend(self.plan.index.iter().zip(&self.viscous).map(
            |(contact, viscous)| {
                let (row, viscous) = (system.rows[*contact], *viscous);
                Contact { row, beta: 0.0, lower: 0.0, upper: 0.0, viscous }
            },
        ));
        self.of_slopes.clone_from(&self.slopes);
        self.of_viscous.clone_from(&self.viscous);
        self.of_weight.clone_from(&self.weight);
        self.of_edges.clone_from(&self.formulas.edges);
        let inertia = Inertia { diagonal: &self.mass, coupled: &self.coupled };
        let loaded = self.kernel.load(inertia, &self.edges, &self.contacts);
        self.loaded = loaded.is_ok();
        loaded.map_err(|error| self.refusal(system, error))
    }

    /// Returns the error of a problem that the kernel refuses.
    pub(super) fn refusal(&self, system: &System, error: KernelError) -> ResolveError {
        match error {
            KernelError::Singular { body } => {
                ResolveError::Unresisted { body: system.body_of[body] }
            }
            error => ResolveError::of_kernel(error, &self.plan.index),
        }
    }
}
