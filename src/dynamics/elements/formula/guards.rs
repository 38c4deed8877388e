//! Guards of forces by formula: the numbers by which they decide stay between the levels of their branches.

use super::pieces::{AT_LEVEL, edges};
use crate::dynamics::State;
use crate::dynamics::events::guards::{Decider, Guards, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

impl Guards {
    pub(in crate::dynamics) fn formulas(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
    ) {
        let order = expansion.order + 1;
        for (index, action) in system.forces.actions.iter().enumerate() {
            let decisions = &system.forces.action(action).decisions;
            for decision in 0..decisions.len() {
                let slot = action.first_piece + decision;
                let piece = state.force_piece[slot];
                let levels = |level| system.forces.level(action, decision, level);
                for (sign, next, level) in edges(piece, levels) {
                    for k in 0..=order {
                        self.polynomial[k] = sign * expansion.forces.decision(index, decision, k);
                    }
                    self.polynomial[0] -= sign * level;
                    let size =
                        expansion.forces.decision_magnitude_sum(index, decision) + level.abs();
                    self.arm_piece(order, size);
                    // Where friction is released at a level, its limit is what the forces were: no rate yet.
                    if self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0 {
                        let which = (index, decision);
                        self.arm_rate(expansion.decision_rate_round_off(system, state, which));
                    }
                    let transition = Transition::Piece { by: Decider::Action(index), slot, next };
                    self.consider(order, transition);
                }
            }
        }
    }

    /// Arms the guard of a number that decides, of this order, which is at a level within the round-off of terms of a size.
    pub(in crate::dynamics) fn arm_piece(&mut self, order: usize, size: f64) {
        let passed = self.polynomial[1].abs() * self.rounded;
        // What was taken together with something earlier is there in a moment.
        let early = self.polynomial[1].max(0.0) * self.together;
        let early = if self.polynomial[0] < 0.0 { early } else { 0.0 };
        self.arm((AT_LEVEL * size + passed).max(early));
        self.arm_turned(order);
    }
}
