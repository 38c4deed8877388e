//! Guards of the numbers that decide in laws.

use crate::dynamics::State;
use crate::dynamics::elements::formula::edges;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::{Decider, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Finds the guards by which the numbers that decide in its law stay between the levels of their branches.
pub(in crate::dynamics) fn guard_law(
    guards: &mut GuardSet,
    system: &System,
    contact: usize,
    expansion: &Expansion,
    state: &State,
) {
    let (entry, order) = (&system.contacts[contact], expansion.order + 1);
    for (decision, slot) in entry.slots().enumerate() {
        let (piece, series) = (state.force_piece[slot], expansion.internals.of(contact));
        let (_, size) = series.decided(decision);
        let levels = |level| entry.law.level(decision, level);
        for (sign, next, level) in edges(piece, levels) {
            for k in 0..=order {
                guards.polynomial[k] = sign * series.decision(decision, k);
            }
            guards.polynomial[0] -= sign * level;
            guards.arm_piece(order, size + level.abs());
            let transition = Transition::Piece { by: Decider::Law(contact), slot, next };
            guards.consider(order, transition);
        }
    }
}
