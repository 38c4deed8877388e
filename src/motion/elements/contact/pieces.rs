//! Guards of laws that decide by what moves: the numbers by which they do stay between the levels of their pieces.

use crate::motion::State;
use crate::motion::elements::formula::AT_LEVEL;
use crate::motion::flow::Flow;
use crate::motion::guards::{Decider, Guards, Transition};
use crate::motion::numbers::Numbers;

impl Guards {
    pub(super) fn pieces(&mut self, numbers: &Numbers, contact: usize, flow: &Flow, state: &State) {
        let (entry, order) = (&numbers.contacts[contact], flow.order + 1);
        for (decision, slot) in entry.slots().enumerate() {
            let (piece, series) = (state.force_piece[slot], flow.internals.of(contact));
            let (_, size) = series.decided(decision);
            let levels = |level| entry.law.level(decision, level);
            let lower = piece.checked_sub(1).and_then(levels).map(|level| (1.0, level));
            let upper = levels(piece).map(|level| (-1.0, level));
            for (sign, level) in lower.into_iter().chain(upper) {
                for k in 0..=order {
                    self.polynomial[k] = sign * series.decision(decision, k);
                }
                self.polynomial[0] -= sign * level;
                self.arm_piece(size + level.abs());
                let next = if sign > 0.0 { piece - 1 } else { piece + 1 };
                let transition = Transition::Piece { by: Decider::Law(contact), slot, next };
                self.consider(order, transition);
            }
        }
    }

    /// Arms the guard of a number that decides, which is at a level within the round-off of terms of a size.
    pub(in crate::motion) fn arm_piece(&mut self, size: f64) {
        let passed = self.polynomial[1].abs() * self.rounded;
        // What was taken together with something earlier is there in a moment.
        let early = self.polynomial[1].max(0.0) * self.together;
        let early = if self.polynomial[0] < 0.0 { early } else { 0.0 };
        self.arm((AT_LEVEL * size + passed).max(early));
    }
}
