//! Contacts whose laws have internal states, along a step: states and dissipated power as series.

use std::borrow::Cow;

use super::ContactNumbers;
use crate::laws::{InternalSeries, LawError, LawSeries, MOST_STATES, Watch};
use crate::motion::State;
use crate::motion::numbers::Numbers;
use crate::motion::polynomial::magnitude;
use crate::motion::series::Series;
use crate::motion::start::Start;
use crate::motion::state::states;
use crate::network::Contact;

/// Series of the contacts with internal states.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Internals {
    /// The contacts, in order, and where each has its series.
    contacts: Vec<usize>,
    place: Vec<usize>,
    series: Vec<InternalSeries>,
}

impl Internals {
    pub fn resize(&mut self, contacts: &[ContactNumbers]) {
        self.contacts.clear();
        self.place.clear();
        for (contact, entry) in contacts.iter().enumerate() {
            self.place.push(self.contacts.len());
            if entry.has_states() {
                self.contacts.push(contact);
            }
        }
        self.series.resize_with(self.contacts.len(), InternalSeries::default);
        for (series, contact) in self.series.iter_mut().zip(&self.contacts) {
            contacts[*contact].law.reserve(series);
        }
    }

    /// Contacts with internal states.
    pub fn contacts(&self) -> &[usize] {
        &self.contacts
    }

    /// The number of a contact among [`Internals::contacts`], if it has internal states.
    pub fn place(&self, contact: usize) -> usize {
        self.place[contact]
    }

    /// Series of a contact that has internal states.
    pub fn of(&self, contact: usize) -> &InternalSeries {
        &self.series[self.place[contact]]
    }

    /// Series of a contact that has internal states.
    pub fn of_mut(&mut self, contact: usize) -> &mut InternalSeries {
        &mut self.series[self.place[contact]]
    }

    /// Series of the contact with this number among [`Internals::contacts`].
    pub fn series_mut(&mut self, number: usize) -> &mut InternalSeries {
        &mut self.series[number]
    }

    /// Coefficient k of the friction force of a contact with internal states; `slip` has its slip velocity
    /// up to that order, and the coefficients 0..k have been asked for.
    pub fn coefficient(
        &mut self,
        entry: &ContactNumbers,
        contact: usize,
        start: &Start,
        (slip, pressing): (&Series, &Series),
        k: usize,
    ) -> f64 {
        let series = &mut self.series[self.place[contact]];
        if k == 0 {
            series.begin(states(start.internal, contact));
        }
        series.load[k] = entry.load_term(pressing, k);
        // A contact that departs from w = 0 has w = 0 exactly.
        let at_zero = k < usize::from(start.departure[contact]);
        series.slip[k] = if at_zero { 0.0 } else { slip.at(k, contact) };
        entry.law.advance(entry.sense(start.contact_mode[contact]), series, k)
    }

    /// Sets the changes of internal states, `changes`, as their coefficients of order 1.
    pub fn begin_changes(&mut self, numbers: &Numbers, changes: &[f64]) {
        for (series, contact) in self.series.iter_mut().zip(&self.contacts) {
            numbers.contacts[*contact].law.begin_change(states(changes, *contact), series);
        }
    }

    /// What must converge beside the forces: of order k, internal states as forces, the dissipated power, and static limits
    /// that move.
    pub fn watch(&self, numbers: &Numbers, k: usize, into: &mut [f64]) {
        let into = into.chunks_exact_mut(WATCHED);
        for ((series, contact), slots) in self.series.iter().zip(&self.contacts).zip(into) {
            let entry = &numbers.contacts[*contact];
            for (state, (slot, weight)) in slots.iter_mut().zip(entry.law.weights()).enumerate() {
                *slot = entry.state_load() * weight * series.state(state)[k];
            }
            slots[MOST_STATES] = series.power()[k];
            let moves = entry.limit_moves() && entry.is_loaded();
            slots[MOST_STATES + 1] = if moves { entry.load * series.limit(k) } else { 0.0 };
        }
    }

    /// Whether no internal state and no dissipated power leaves ±`most` in [0, τ].
    pub fn is_within(&self, most: f64, order: usize, tau: f64) -> bool {
        self.series.iter().all(|series| {
            (0..MOST_STATES)
                .map(|state| series.state(state))
                .chain([series.power()])
                .all(|terms| magnitude(&terms[..=order], tau) <= most)
        })
    }

    /// Internal states at τ, from their coefficients up to `order`.
    pub fn move_states(&self, order: usize, tau: f64, internal: &mut [f64]) {
        for (series, contact) in self.series.iter().zip(&self.contacts) {
            for state in 0..MOST_STATES {
                let coefficients = series.state(state)[..=order].iter().rev();
                internal[contact * MOST_STATES + state] =
                    coefficients.fold(0.0, |sum, c| sum * tau + c) + 0.0;
            }
        }
    }

    /// Energy that a contact dissipates in [0, τ], from coefficients up to `order`.
    pub fn dissipation(&self, contact: usize, order: usize, tau: f64) -> f64 {
        let power = self.of(contact).power()[..=order].iter().enumerate().rev();
        power.fold(0.0, |sum, (k, c)| sum * tau + c / (k + 1) as f64) * tau
    }
}

/// Room to look at laws as they are.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Laws {
    pub(super) law: LawSeries,
    /// Of each contact whose law has states.
    pub(super) internal: Vec<InternalSeries>,
}

impl Laws {
    pub fn reserve(&mut self, contacts: &[ContactNumbers]) {
        contacts.iter().for_each(|entry| self.law.reserve(&entry.law));
        let states = contacts.iter().filter(|entry| entry.has_states());
        self.internal.resize_with(states.clone().count().max(1), InternalSeries::default);
        for (series, entry) in self.internal.iter_mut().zip(states) {
            entry.law.reserve(series);
            series.leave_out_power();
        }
    }
}

/// Quantities of a contact that must converge.
pub(in crate::motion) const WATCHED: usize = MOST_STATES + 2;

impl Watch {
    /// Coefficient k along a step, from that of the state and those of the slip velocity.
    pub(in crate::motion) fn term(&self, state: f64, slip: impl Fn(usize) -> f64, k: usize) -> f64 {
        let given = if k == 0 { self.constant } else { self.way * slip(k - 1) / k as f64 };
        given + self.state * state + self.slip * slip(k)
    }
}

impl ContactNumbers {
    /// # Errors
    /// Where start values of internal states, among the values of its law, break a rule of that.
    pub fn check_start(&self, contact: &Contact, values: &[f64]) -> Result<(), LawError> {
        self.law.check_start(&contact.law, values)
    }

    /// # Errors
    /// The rule that its law breaks in some states, where these do not make friction of it.
    pub fn check_limits(&self, states: [f64; MOST_STATES]) -> Result<(), Cow<'static, str>> {
        self.law.check_limits(states)
    }
}

impl State {
    /// Internal states of a contact are where they tend to in its present mode.
    pub(in crate::motion) fn arrive(&mut self, entry: &ContactNumbers, contact: usize) {
        let mut states = states(&self.internal, contact);
        entry.law.arrive(entry.sense(self.contact_mode[contact]), &mut states);
        self.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(&states);
    }

    /// Takes internal states of a contact to where they are in its present mode; stored energy that this
    /// sets free is dissipated.
    pub(in crate::motion) fn enter(&mut self, entry: &ContactNumbers, contact: usize) {
        if !entry.has_states() {
            return;
        }
        let mut states = states(&self.internal, contact);
        let freed = entry.law.enter(entry.sense(self.contact_mode[contact]), &mut states);
        self.dissipated[contact] += entry.load * freed;
        self.internal[contact * MOST_STATES..][..MOST_STATES].copy_from_slice(&states);
    }
}
