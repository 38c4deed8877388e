//! Guards of forces by formula: the numbers by which they decide stay between the levels of their pieces.

use super::pieces::{AT_LEVEL, edges};
use crate::motion::State;
use crate::motion::events::guards::{Decider, Guards, Transition};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;

impl Guards {
    pub(in crate::motion) fn formulas(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
    ) {
        let order = flow.order + 1;
        for (index, action) in numbers.forces.actions.iter().enumerate() {
            let decisions = &numbers.forces.action(action).decisions;
            for decision in 0..decisions.len() {
                let slot = action.first_piece + decision;
                let piece = state.force_piece[slot];
                let levels = |level| numbers.forces.level(action, decision, level);
                for (sign, next, level) in edges(piece, levels) {
                    for k in 0..=order {
                        self.polynomial[k] = sign * flow.forces.decision(index, decision, k);
                    }
                    self.polynomial[0] -= sign * level;
                    let size = flow.forces.decision_gross(index, decision) + level.abs();
                    self.arm_piece(order, size);
                    // Where friction lets go at a level, its limit is what the forces were: no rate yet.
                    if self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0 {
                        let which = (index, decision);
                        self.arm_rate(flow.decision_rate_round_off(numbers, state, which));
                    }
                    let transition = Transition::Piece { by: Decider::Action(index), slot, next };
                    self.consider(order, transition);
                }
            }
        }
    }

    /// Arms the guard of a number that decides, of this order, which is at a level within the round-off of terms of a size.
    pub(in crate::motion) fn arm_piece(&mut self, order: usize, size: f64) {
        let passed = self.polynomial[1].abs() * self.rounded;
        // What was taken together with something earlier is there in a moment.
        let early = self.polynomial[1].max(0.0) * self.together;
        let early = if self.polynomial[0] < 0.0 { early } else { 0.0 };
        self.arm((AT_LEVEL * size + passed).max(early));
        self.arm_turned(order);
    }
}
