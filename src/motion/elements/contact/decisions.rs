//! Pieces of the decisions that laws make by what moves: where they are at an instant.

use super::ContactNumbers;
use crate::laws::{InternalSeries, Sense, Whereabouts};
use crate::motion::State;
use crate::motion::elements::formula::AT_LEVEL;
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::time_round_off;
use crate::motion::state::states;

impl ContactNumbers {
    /// Magnitudes of the terms of the slip velocity and of the whereabouts: what is round-off beside them decides nothing.
    /// Positions may be off by what is moved in the round-off of the time, too.
    pub(in crate::motion) fn decision_sizes(
        &self,
        (position, velocity): (&[f64], &[f64]),
        time: f64,
        tau: f64,
    ) -> (f64, Whereabouts) {
        let late = time_round_off(time) / AT_LEVEL;
        let [first, second, v_first, v_second, time] = self.whereabouts(position, velocity, time);
        let moved = |z: f64, v: f64| z.abs() + v.abs() * late;
        let there = [
            moved(first, v_first),
            moved(second, v_second),
            v_first.abs(),
            v_second.abs(),
            time.abs() + late,
        ];
        (self.velocity_scale(velocity, tau), there)
    }

    /// Puts what the law depends on in a state into a series; what the contact does.
    fn look(&self, contact: usize, state: &State, series: &mut InternalSeries) -> Sense {
        let mode = state.contact_mode[contact];
        let rests = !mode.slips() || state.departure[contact] > 0;
        series.begin(states(&state.internal, contact));
        series.slip[0] = if rests { 0.0 } else { self.slip(state).0 };
        series.load[0] = self.load;
        let there = self.whereabouts(&state.position, &state.velocity, state.time);
        series.there.iter_mut().zip(there).for_each(|(series, value)| series[0] = value);
        self.sense(mode)
    }
}

impl State {
    /// Takes the pieces of all laws from where everything is.
    pub(in crate::motion) fn find_law_pieces(&mut self, numbers: &Numbers, flow: &mut Flow) {
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if entry.law.kind().decisions() > 0 {
                let series = flow.internals.of_mut(contact);
                let sense = entry.look(contact, self, series);
                entry.law.find_pieces(sense, series);
                self.force_piece[entry.slots()].copy_from_slice(&series.pieces);
            }
        }
    }

    /// Changes the pieces of laws that are left by more than round-off, but for those that are `held`.
    pub(in crate::motion) fn mend_law_pieces(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        held: impl Fn(usize) -> bool,
    ) {
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let (law, slots) = (&entry.law, entry.slots());
            // What a decision changes may change those behind it.
            for _ in slots.clone() {
                let series = flow.internals.of_mut(contact);
                let sense = entry.look(contact, self, series);
                series.pieces.clear();
                series.pieces.extend_from_slice(&self.force_piece[slots.clone()]);
                let motion = (&self.position[..], &self.velocity[..]);
                let sizes = entry.decision_sizes(motion, self.time, self.time - self.origin);
                law.decide(sense, series, (sizes.0, &sizes.1));
                let mut any = false;
                for (decision, slot) in slots.clone().enumerate() {
                    let (number, size) = series.decided(decision);
                    let piece = self.force_piece[slot];
                    let beyond = |level: Option<f64>, sign: f64| {
                        level.is_some_and(|level| {
                            sign * (number - level) > AT_LEVEL * (size + level.abs())
                        })
                    };
                    let below = piece.checked_sub(1).and_then(|level| law.level(decision, level));
                    let left = beyond(below, -1.0) || beyond(law.level(decision, piece), 1.0);
                    if left && !held(slot) {
                        self.force_piece[slot] = law.decided_piece(decision, number);
                        any = true;
                    }
                }
                if !any {
                    break;
                }
            }
        }
    }
}
