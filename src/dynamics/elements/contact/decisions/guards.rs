//! Guards of the numbers that decide in laws.

use crate::algebra::TIED;
use crate::dynamics::State;
use crate::dynamics::elements::Guarding;
use crate::dynamics::elements::contact::nominal::nominal_slip;
use crate::dynamics::elements::formula::{edges, or_one};
use crate::dynamics::events::transition::{Decider, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Finds the guards by which the numbers that decide in its law stay between the levels of their branches; those that are
/// listed are over their sizes in a nominal motion.
pub(in crate::dynamics) fn guard_law(at: &mut Guarding, contact: usize) {
    let Guarding { guards, system, expansion, state } = at;
    let (entry, order) = (&system.contacts[contact], expansion.order + 1);
    if guards.is_listing() {
        decide_in_nominal_motion(system, contact, expansion, state);
    }
    let by = Decider::Law(contact);
    for (decision, slot) in entry.slots().enumerate() {
        let (branch, series) = (state.force_branch[slot], expansion.internals.of(contact));
        let (_, size) = series.decided(decision);
        let levels = |level| entry.law.level(decision, level);
        for (sign, next, level) in edges(branch, levels) {
            for k in 0..=order {
                guards.polynomial[k] = sign * series.decision(decision, k);
            }
            guards.polynomial[0] -= sign * level;
            guards.round_at_level(order, size + level.abs());
            if expansion.forces.ties(slot, (entry.law.decision_jumps(decision), branch), state.time)
                && guards.polynomial[..=order].iter().all(|term| *term == 0.0)
            {
                guards.become_active_now(Transition::Branch { by, slot, next: TIED });
                break;
            }
            if guards.is_listing() {
                guards.polynomial[0] /= or_one(size + level.abs());
            }
            let transition = Transition::Branch { by, slot, next };
            guards.consider(order, transition);
        }
    }
}

/// Makes the sizes of the numbers by which a law decides those of a nominal motion.
fn decide_in_nominal_motion(
    system: &System,
    contact: usize,
    expansion: &mut Expansion,
    state: &State,
) {
    let (entry, nominals) = (&system.contacts[contact], &system.nominals);
    if entry.slots().is_empty() {
        return;
    }
    let there = entry.law_arguments(&nominals.length, &nominals.velocity, state.time);
    let sense = entry.contact_phase(state.contacts[contact].mode());
    let sizes = (nominal_slip(system, contact).0, &there.map(f64::abs));
    entry.law.decide(sense, expansion.internals.of_mut(contact), sizes);
}
