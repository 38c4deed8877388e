//! Room for all steps.

use super::Moreau;
use crate::gauss::{Bounds, Slip};
use crate::motion::State;
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;

/// Loads as parts of what contacts can hold: all hold, some do, none does.
const LOADS: [f64; 3] = [0.9, 1.1, 10.0];

impl Moreau {
    /// Solves problems in which every contact and every spring takes part, and the first step of size h, so that working
    /// memory grows to its final size now and not in a step. Nothing comes of them, not even faults.
    pub fn rehearse(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State, h: f64) {
        let step = (state.time + h, h);
        let _ = self.find(numbers, flow, state, step);
        self.slopes.fill(1.0);
        self.formulas.take_all_edges(numbers);
        self.loaded = false;
        if self.load_network(numbers).is_ok() {
            self.bounds.fill(Bounds { beta: 0.0, lower: -1.0, upper: 1.0 });
            for slip in [Slip::Stuck, Slip::Forward] {
                self.guess.fill(slip);
                LOADS.iter().for_each(|load| self.press(*load));
            }
        }
        self.stuck.fill(true);
        self.clusters.build(numbers.mass.len(), &numbers.rows, &self.stuck);
        self.joined_for = 0;
        self.loaded = false;
        let _ = self.find(numbers, flow, state, step);
    }

    fn press(&mut self, load: f64) {
        self.load.fill(0.0);
        for (k, contact) in self.contacts.iter().enumerate() {
            contact.row.push(if k % 3 == 0 { -load } else { load }, &mut self.load);
        }
        let Self { kernel, load, bounds, guess, solution, .. } = self;
        let _ = kernel.solve_loaded(load, bounds, guess, solution);
    }
}
