//! Contacts whose laws have internal states, or see where their ends are, along a step: states and dissipated power as series.

pub mod guards;

use std::borrow::Cow;
use std::ops::Range;

use super::ContactData;
use crate::dynamics::State;
use crate::dynamics::polynomial::magnitude;
use crate::dynamics::series::Series;
use crate::dynamics::start::Start;
use crate::dynamics::state::states;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_REST, time_round_off};
use crate::laws::{
    Argument, Direction, InternalSeries, LawError, LawSeries, MOST_STATES, Passage, WHEREABOUTS,
    Whereabouts,
};
use crate::network::Contact;

/// Greatest number of arguments of a law along a step.
pub(in crate::dynamics) const MOST_ARGUMENTS: usize = 1 + WHEREABOUTS + MOST_STATES;

/// Series along which laws are expanded.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Motions<'s> {
    pub slip: &'s Series,
    pub load_part: &'s Series,
    pub position: &'s Series,
    pub velocity: &'s Series,
    /// Rate at which the time passes: 1, or 0 in a variation.
    pub passes: f64,
}

impl Motions<'_> {
    /// Writes the coefficients k of the arguments of a contact's law into `series`.
    fn take(
        &self,
        series: &mut InternalSeries,
        (entry, contact): (&ContactData, usize),
        start: &Start,
        k: usize,
    ) {
        if !entry.law.kind().seen().is_empty() {
            let time = [start.time, self.passes].get(k).copied().unwrap_or(0.0);
            let there = entry.law_arguments(self.position.row(k), self.velocity.row(k), time);
            series.there.iter_mut().zip(there).for_each(|(series, term)| series[k] = term);
        }
        series.load[k] = entry.load_term(self.load_part, k);
        // A contact that begins to slip has w = 0 exactly.
        let at_zero = k < usize::from(start.contacts[contact].leading_zeros());
        series.slip[k] = if at_zero { 0.0 } else { self.slip.at(k, contact) };
    }
}

/// Series of the contacts with internal states.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Internals {
    /// The contacts, in order, and where each has its series.
    contacts: Vec<usize>,
    place: Vec<usize>,
    series: Vec<InternalSeries>,
}

impl Internals {
    pub fn resize(&mut self, contacts: &[ContactData]) {
        self.contacts.clear();
        self.place.clear();
        for (contact, entry) in contacts.iter().enumerate() {
            self.place.push(self.contacts.len());
            if entry.evolves() {
                self.contacts.push(contact);
            }
        }
        self.series.resize_with(self.contacts.len(), InternalSeries::default);
        for (series, contact) in self.series.iter_mut().zip(&self.contacts) {
            contacts[*contact].law.reserve(series);
        }
    }

    /// Returns the contacts with internal states.
    pub fn contacts(&self) -> &[usize] {
        &self.contacts
    }

    /// Returns the number of a contact among [`Internals::contacts`], if it has internal states.
    pub fn place(&self, contact: usize) -> usize {
        self.place[contact]
    }

    /// Returns the series of a contact that has internal states.
    pub fn of(&self, contact: usize) -> &InternalSeries {
        &self.series[self.place[contact]]
    }

    /// Returns the series of a contact that has internal states.
    pub fn of_mut(&mut self, contact: usize) -> &mut InternalSeries {
        &mut self.series[self.place[contact]]
    }

    /// Returns the series of the contact with this number among [`Internals::contacts`].
    pub fn series_mut(&mut self, number: usize) -> &mut InternalSeries {
        &mut self.series[number]
    }

    /// Lets powers be what they are again from the next start on.
    pub fn release_powers(&mut self) {
        self.series.iter_mut().for_each(InternalSeries::release_powers);
    }

    /// True if any law has a power with a branch point.
    pub fn have_branch_points(&self) -> bool {
        self.series.iter().any(InternalSeries::has_branch_points)
    }

    /// Takes powers for 0 whose bases come to 0, or have come from there, in times that are none, as `is_none` says; true if there
    /// is one. Orders 0, 1 and 2 have been evaluated.
    pub fn end_powers(&mut self, is_none: impl Fn(f64) -> bool) -> bool {
        let mut any = false;
        for series in &mut self.series {
            any |= series.end_powers(&is_none);
        }
        any
    }

    /// Returns the time in which the power closest to its branch point comes to it, or has come from it, s.
    pub fn time_from_branch(&self) -> Option<f64> {
        self.series.iter().filter_map(InternalSeries::time_from_branch).min_by(f64::total_cmp)
    }

    /// Returns coefficient k of the friction force of a contact with internal states; `slip` has its slip velocity
    /// up to that order, and the coefficients 0..k have been evaluated.
    pub fn coefficient(
        &mut self,
        entry: &ContactData,
        contact: usize,
        start: &Start,
        along: Motions,
        k: usize,
    ) -> f64 {
        let series = &mut self.series[self.place[contact]];
        if k == 0 {
            series.begin(states(start.internal, contact));
            series.pieces.clear();
            series.pieces.extend_from_slice(&start.force_branch[entry.slots()]);
        }
        along.take(series, (entry, contact), start, k);
        let contact_phase = entry.contact_phase(start.contacts[contact].mode());
        let force = entry.law.advance(contact_phase, series, k);
        if k == 0 && entry.law.kind().decisions() > 0 {
            let sizes =
                entry.decision_sizes((start.position, start.velocity), start.time, start.tau);
            entry.law.decide(contact_phase, series, (sizes.0, &sizes.1));
        }
        force
    }

    /// Follows what laws decide and hold along the expansion, of orders from `from` to the one behind that of forces: of
    /// an expansion that is not expanded order by order, all; else the last alone.
    pub fn follow(
        &mut self,
        system: &System,
        start: &Start,
        along: Motions,
        (from, order): (usize, usize),
    ) {
        for (series, contact) in self.series.iter_mut().zip(&self.contacts) {
            let entry = &system.contacts[*contact];
            if entry.law.kind().decisions() == 0 && !(from == 0 && entry.limit_moves()) {
                continue;
            }
            let contact_phase = entry.contact_phase(start.contacts[*contact].mode());
            for k in from..=order + 1 {
                along.take(series, (entry, *contact), start, k);
                if k > order {
                    series.load[k] = 0.0;
                }
                entry.law.follow(contact_phase, series, k);
            }
        }
    }

    /// Sets the changes of internal states, `changes`, as their coefficients of order 1.
    pub fn begin_changes(&mut self, system: &System, changes: &[f64]) {
        for (series, contact) in self.series.iter_mut().zip(&self.contacts) {
            system.contacts[*contact].law.begin_change(states(changes, *contact), series);
        }
    }

    /// Writes the coefficients of order k that must converge beside the forces: internal states as forces, the dissipated
    /// power, and static limits that move.
    pub fn watch(&self, system: &System, k: usize, into: &mut [f64]) {
        let into = into.chunks_exact_mut(CONTROLLED);
        for ((series, contact), slots) in self.series.iter().zip(&self.contacts).zip(into) {
            let entry = &system.contacts[*contact];
            for (state, (slot, weight)) in
                slots.iter_mut().zip(entry.friction_per_state()).enumerate()
            {
                *slot = weight * series.state(state)[k];
            }
            slots[MOST_STATES] = series.power()[k];
            let limits = &mut slots[MOST_STATES + 1..];
            limits.fill(0.0);
            if entry.limit_moves() && entry.is_loaded() {
                for (slot, direction) in limits.iter_mut().zip(entry.limit_sides()) {
                    *slot = entry.load * series.limit(*direction, k);
                }
            }
        }
    }

    /// True if no internal state and no dissipated power leaves ±`most` in [0, τ].
    pub fn is_within(&self, most: f64, order: usize, tau: f64) -> bool {
        self.series.iter().all(|series| {
            (0..MOST_STATES)
                .map(|state| series.state(state))
                .chain([series.power()])
                .all(|terms| magnitude(&terms[..=order], tau) <= most)
        })
    }

    /// Evaluates the internal states at τ, from their coefficients up to `order`.
    pub fn move_states(&self, order: usize, tau: f64, internal: &mut [f64]) {
        for (series, contact) in self.series.iter().zip(&self.contacts) {
            for state in 0..MOST_STATES {
                let coefficients = series.state(state)[..=order].iter().rev();
                internal[contact * MOST_STATES + state] =
                    coefficients.fold(0.0, |sum, c| sum * tau + c) + 0.0;
            }
        }
    }

    /// Returns the energy that a contact dissipates in [0, τ], from coefficients up to `order`.
    pub fn dissipation(&self, contact: usize, order: usize, tau: f64) -> f64 {
        let power = self.of(contact).power()[..=order].iter().enumerate().rev();
        power.fold(0.0, |sum, (k, c)| sum * tau + c / (k + 1) as f64) * tau
    }
}

/// Memory to evaluate laws as they are.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Laws {
    pub(super) law: LawSeries,
    /// Series of each contact whose law has states.
    pub(super) internal: Vec<InternalSeries>,
}

impl Laws {
    pub fn reserve(&mut self, contacts: &[ContactData]) {
        let mut with_arguments =
            contacts.iter().filter(|entry| entry.arguments_to_check() > 0).peekable();
        if with_arguments.peek().is_none() {
            return;
        }
        with_arguments.for_each(|entry| self.law.reserve(&entry.law));
        let states = contacts.iter().filter(|entry| entry.evolves());
        self.internal.resize_with(states.clone().count().max(1), InternalSeries::default);
        for (series, entry) in self.internal.iter_mut().zip(states) {
            entry.law.reserve(series);
            series.leave_out_power();
        }
    }
}

/// Quantities of a contact that must converge.
pub(in crate::dynamics) const CONTROLLED: usize = MOST_STATES + 1 + Direction::BOTH.len();

impl ContactData {
    /// Returns the friction that a unit of each internal state counts as, N.
    pub fn friction_per_state(&self) -> [f64; MOST_STATES] {
        self.law.weights().map(|weight| self.state_load() * weight)
    }

    /// # Errors
    /// Fails if start values of internal states, among the values of its law, break a rule of the law in a state.
    pub fn check_start(
        &self,
        contact: &Contact,
        values: &[f64],
        state: &State,
    ) -> Result<(), LawError> {
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        self.law.check_start_at(&contact.law, values, Some(&there))
    }

    /// # Errors
    /// The rule that its law breaks in a state, where that does not make friction of it.
    pub fn check_limits(&self, contact: usize, state: &State) -> Result<(), Cow<'static, str>> {
        let there = self.law_arguments(&state.position, &state.velocity, state.time);
        self.law.check_limits(states(&state.internal, contact), &there)
    }

    /// Slots of the branches of its law's decisions by what moves.
    pub fn slots(&self) -> Range<usize> {
        self.first_branch..self.first_branch + self.law.kind().decisions()
    }

    /// Returns the number of series that a law depends on which is no polynomial; 0 of one that always is.
    pub fn arguments_to_check(&self) -> usize {
        let bends = self.evolves() || !self.law.is_constant();
        if bends || self.has.of_ends { self.arguments() } else { 0 }
    }

    /// Returns the number of series that the law depends on.
    pub(super) fn arguments(&self) -> usize {
        match self.law.kind().argument() {
            Argument::Slip if self.is_close() => MOST_ARGUMENTS,
            Argument::Slip => 1,
            Argument::Load | Argument::SlipRatio => 2,
        }
    }

    pub(super) fn is_close(&self) -> bool {
        self.sees() || self.law.is_watched()
    }

    /// True if the law sees where its ends are, or the time.
    pub(super) fn sees(&self) -> bool {
        !self.law.kind().seen().is_empty()
    }

    /// Returns the errors of these arguments at a time.
    pub fn law_argument_errors(&self, there: &Whereabouts) -> Whereabouts {
        let [first, second, v_first, v_second, time] = *there;
        let late = time_round_off(time);
        let moved = |z: f64, v: f64| AT_REST * z.abs() + v.abs() * late;
        let kept = |v: f64| AT_REST * v.abs();
        [moved(first, v_first), moved(second, v_second), kept(v_first), kept(v_second), late]
    }
}

impl ContactData {
    /// Sets an internal state of the contact to its end in the present mode.
    pub(in crate::dynamics) fn arrive(&self, contact: usize, end: usize, state: &mut State) {
        let mut states = states(&state.internal, contact);
        self.law.arrive(self.contact_phase(state.contacts[contact].mode()), end, &mut states);
        state.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(&states);
    }

    /// True if one of its internal states comes to its end after a finite way, and is not there.
    pub fn tends_to_end(&self, contact: usize, of: usize, state: &State) -> bool {
        let phase = self.contact_phase(state.contacts[contact].mode());
        let watches = self.law.watches(phase, states(&state.internal, contact));
        watches.iter().flatten().any(|watch| watch.passage == Passage::Arrives(of))
    }

    /// True if one of its internal states stays at its end.
    pub fn is_at_end(&self, contact: usize, of: usize, state: &State) -> bool {
        let phase = self.contact_phase(state.contacts[contact].mode());
        self.law.is_at_end(phase, states(&state.internal, contact), of)
    }

    /// Takes the internal states of the contact to where they are in its present mode; stored energy that this sets free
    /// is dissipated.
    pub(in crate::dynamics) fn enter(&self, contact: usize, state: &mut State) {
        if !self.evolves() {
            return;
        }
        let mut states = states(&state.internal, contact);
        let contact_phase = self.contact_phase(state.contacts[contact].mode());
        let freed = self.law.enter(contact_phase, &mut states);
        state.dissipated[contact] += self.load * freed;
        state.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(&states);
    }
}
