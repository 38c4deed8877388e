//! Room for all steps.

use super::Moreau;
use crate::dynamics::State;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::gauss::{Bounds, Slip};

/// Loads as parts of what contacts can hold: all hold, some do, none does.
const LOADS: [f64; 3] = [0.9, 1.1, 10.0];

impl Moreau {
    /// Solves problems in which every contact and every spring takes part, and the first step of size h, so that working
    /// memory grows to its final size now and not in a step. Nothing comes of them, not even errors.
    pub fn preallocate(
        &mut self,
        system: &System,
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        state: &State,
        h: f64,
    ) {
        let step = (state.time + h, h);
        let _ = self.find(system, (expansion, resolver), state, step);
        self.slopes.fill(1.0);
        self.formulas.take_all_edges(system);
        self.loaded = false;
        if self.load_network(system).is_ok() {
            self.bounds.fill(Bounds { beta: 0.0, lower: -1.0, upper: 1.0 });
            for slip in [Slip::Stuck, Slip::Forward] {
                self.guess.fill(slip);
                LOADS.iter().for_each(|load| self.normal_load_term(*load));
            }
        }
        self.stuck.fill(true);
        self.clusters.build(system.mass.len(), &system.rows, &self.stuck);
        self.joined_for = 0;
        self.loaded = false;
        let _ = self.find(system, (expansion, resolver), state, step);
    }

    fn normal_load_term(&mut self, load: f64) {
        self.load.fill(0.0);
        for (k, contact) in self.contacts.iter().enumerate() {
            contact.row.push(if k % 3 == 0 { -load } else { load }, &mut self.load);
        }
        let Self { kernel, load, bounds, guess, solution, .. } = self;
        let _ = kernel.solve_loaded(load, bounds, guess, solution);
    }
}
