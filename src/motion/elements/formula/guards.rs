//! Guards of forces by formula: the numbers by which they decide stay between the levels of their pieces.

use crate::motion::State;
use crate::motion::flow::Flow;
use crate::motion::guards::{Decider, Guards, Transition};
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
                let lower = piece.checked_sub(1).and_then(levels).map(|level| (1.0, level));
                let upper = levels(piece).map(|level| (-1.0, level));
                for (sign, level) in lower.into_iter().chain(upper) {
                    for k in 0..=order {
                        self.polynomial[k] = sign * flow.forces.decision(index, decision, k);
                    }
                    self.polynomial[0] -= sign * level;
                    let size = flow.forces.decision_gross(index, decision) + level.abs();
                    self.arm_piece(size);
                    // Where friction lets go at a level, its limit is what the forces were: no rate yet.
                    if self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0 {
                        let which = (index, decision);
                        self.arm_rate(flow.decision_rate_round_off(numbers, state, which));
                    }
                    let next = if sign > 0.0 { piece - 1 } else { piece + 1 };
                    let transition = Transition::Piece { by: Decider::Action(index), slot, next };
                    self.consider(order, transition);
                }
            }
        }
    }
}
