//! Branches of the decisions that laws make by what moves: where they are at an instant, and where they end.

pub mod guards;

use super::ContactData;
use crate::algebra::TIED;
use crate::dynamics::State;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::body::BodyData;
use crate::dynamics::elements::formula::has_left;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::state::states;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_LEVEL, time_round_off};
use crate::gauss::Row;
use crate::laws::{InternalSeries, Sense, Whereabouts};

impl ContactData {
    /// True if its law jumps where the decision of a slot comes to another branch.
    pub fn jumps(&self, slot: usize) -> bool {
        self.law.decision_jumps(slot - self.slots().start)
    }

    /// Returns derivatives of law arguments with respect to time, as far as they are known: NaN is the acceleration of a body
    /// that is not prescribed.
    fn moved_arguments(&self, system: &System, state: &State) -> Whereabouts {
        let acceleration = |body: Option<usize>, q: f64| match body.map(|body| &system.bodies[body])
        {
            None => 0.0,
            Some(BodyData::Known(motion)) => q * motion.acceleration_at(state.tau()),
            Some(BodyData::Free { .. }) => f64::NAN,
        };
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        let Row { i, q_i, j, q_j } = self.row;
        [there[2], there[3], acceleration(i, q_i), acceleration(j, -q_j), 1.0]
    }

    /// Puts what the law depends on in a state into a series; what the contact does.
    fn look(&self, contact: usize, state: &State, series: &mut InternalSeries) -> Sense {
        let mode = state.contacts[contact].mode();
        let rests = !mode.slips() || state.contacts[contact].leading_zeros() > 0;
        series.begin(states(&state.internal, contact));
        series.slip[0] = if rests { 0.0 } else { self.slip(state) };
        series.load[0] = self.load;
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        series.there.iter_mut().zip(there).for_each(|(series, value)| series[0] = value);
        self.contact_phase(mode)
    }
}

/// Takes the branches of all laws from where everything is.
pub(in crate::dynamics) fn find_law_branches(
    state: &mut State,
    system: &System,
    expansion: &mut Expansion,
) {
    for (contact, entry) in system.contacts.iter().enumerate() {
        if entry.law.kind().decisions() > 0 {
            let series = expansion.internals.of_mut(contact);
            let contact_phase = entry.look(contact, state, series);
            entry.law.find_pieces(contact_phase, series);
            state.force_branch[entry.slots()].copy_from_slice(&series.pieces);
        }
    }
}

/// Changes the branches of laws that are left by more than round-off, but for those that are `held`.
pub(in crate::dynamics) fn reselect_law_branches(
    state: &mut State,
    system: &System,
    expansion: &mut Expansion,
    held: impl Fn(usize) -> bool,
) {
    for (contact, entry) in system.contacts.iter().enumerate() {
        let (law, slots) = (&entry.law, entry.slots());
        // What a decision changes may change those behind it.
        for _ in slots.clone() {
            let series = expansion.internals.of_mut(contact);
            let contact_phase = entry.look(contact, state, series);
            series.pieces.clear();
            series.pieces.extend_from_slice(&state.force_branch[slots.clone()]);
            let motion = (&state.position[..], &state.velocity[..]);
            let (slip, mut there) = entry.decision_sizes(motion, state.time, state.tau());
            // Velocities may be off by what prescribed ones change in the round-off of the time.
            let passed = system.fastest_change(state.tau()) * time_round_off(state.time);
            there[2..4].iter_mut().for_each(|velocity| *velocity += passed / AT_LEVEL);
            law.decide(contact_phase, series, (slip + passed / AT_LEVEL, &there));
            let moved = entry.moved_arguments(system, state);
            let mut any = false;
            for (decision, slot) in slots.clone().enumerate() {
                let (number, size) = series.decided(decision);
                let levels = |level| law.level(decision, level);
                let before = state.force_branch[slot];
                let branch = if has_left(before, (number, size), levels) {
                    law.decided_piece(decision, number)
                } else if before != TIED
                    && law.decision_jumps(decision)
                    && (Bounded { value: number, bound: AT_LEVEL * size }).is_zero()
                    && law.decision_stays((contact_phase, decision), series, &moved)
                {
                    TIED
                } else {
                    before
                };
                if branch != before && !held(slot) {
                    state.force_branch[slot] = branch;
                    any = true;
                }
            }
            if !any {
                break;
            }
        }
    }
}
