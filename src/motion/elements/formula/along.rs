//! Forces by formula along the flow.

use super::Instant;
use crate::gauss::Row;
use crate::motion::State;
use crate::motion::elements::contact::states::Motions;
use crate::motion::flow::{Flow, exert};
use crate::motion::numbers::Numbers;
use crate::motion::start::Start;

impl<'a> Start<'a> {
    /// What formulas see of it beside positions and velocities.
    pub(in crate::motion) fn instant(&self) -> Instant<'a> {
        Instant { time: self.time, tau: self.tau, pieces: self.force_piece }
    }
}

impl State {
    /// Changes the pieces of formulas that are left by more than round-off, but for those that are `held`.
    pub(in crate::motion) fn mend_pieces(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        held: impl Fn(usize) -> bool,
    ) {
        self.mend_law_pieces(numbers, flow, &held);
        if numbers.forces.actions.is_empty() {
            return;
        }
        let when = (self.time, self.tau());
        let motion = (&self.position[..], &self.velocity[..]);
        let mut gross = std::mem::take(&mut flow.greatest);
        gross.fill(0.0);
        flow.add_gross_forces(numbers, &mut gross);
        let given = numbers.fastest_change(when.1);
        let rate = |row: &Row| {
            let of_known = row.terms().map(|(_, q)| q.abs() * given).sum::<f64>();
            numbers.rate_by_force(row) * gross[numbers.island_of(row)] + of_known
        };
        flow.forces.mend_pieces(&numbers.forces, when, motion, &mut self.force_piece, held, rate);
        flow.greatest = gross;
    }
}

impl Flow {
    /// Coefficient k of the values of all formulas, and what they exert.
    pub(in crate::motion) fn formula_forces(&mut self, numbers: &Numbers, start: &Start, k: usize) {
        let Self { forces, position, velocity, formula_force, force, .. } = self;
        let (at, motion) = (start.instant(), (&*position, &*velocity));
        for (index, action) in numbers.forces.actions.iter().enumerate() {
            let value = forces.coefficient(&numbers.forces, index, &at, motion, k);
            let value = if k == 1 { value + action.drift } else { value };
            formula_force.set(k, index, value);
            exert(&action.row, action.sign * value, force.row_mut(k));
        }
    }

    /// The numbers by which formulas decide, as polynomials of the flow from order `from` to the one behind that of forces.
    pub fn follow_decisions(&mut self, numbers: &Numbers, start: &Start, from: usize) {
        let Self { internals, forces, slip, pressing, position, velocity, order, .. } = self;
        let along = Motions { slip, pressing, position, velocity, passes: 1.0 };
        internals.follow(numbers, start, along, (from, *order));
        let (at, motion) = (start.instant(), (&*position, &*velocity));
        for (index, action) in numbers.forces.actions.iter().enumerate() {
            if numbers.forces.action(action).decisions.is_empty() {
                continue;
            }
            for k in from..=*order + 1 {
                forces.coefficient(&numbers.forces, index, &at, motion, k);
            }
        }
    }
}
