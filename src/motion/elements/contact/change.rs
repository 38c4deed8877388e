//! What guards find of a contact, and what each does to it.

use crate::laws::Direction;
use crate::motion::events::resolve::{Bound, Resolver};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::{ContactMode, State};

/// What happens to a contact where one of its guards is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::motion) enum Change {
    /// Its slip velocity reaches 0.
    Arrival,
    /// Its slip velocity has changed its sign where friction is continuous.
    Turn,
    /// It slips on to another piece of its law, or an internal state of it arrives.
    Kink(usize),
    /// It slips into its window, or out of it, onto this piece of its law.
    Window(usize),
    /// The static limit can hold it within its window.
    Catch,
    /// Its normal load passes through 0.
    Load,
    /// The bristle that holds it lets go.
    Loosening(Direction),
    /// Both ends come to rest, where its law is one of the slip ratio.
    Rest,
    /// The ends of such a contact, stuck together, no longer are at rest.
    Roll,
    /// The share of a mechanism, of which it is the first contact, is at an end of its range.
    Bound(Bound),
}

impl Change {
    /// True if friction goes on without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Kink(_) | Self::Turn)
    }

    /// True if anything else that is due is told as the cause before it.
    pub fn is_passing(self) -> bool {
        self.goes_on() || self == Self::Load
    }
}

impl Resolver {
    /// What the next resolution must know of a change that is due.
    pub fn expect(
        &mut self,
        numbers: &Numbers,
        flow: &Flow,
        time: f64,
        (contact, change): (usize, Change),
    ) {
        match change {
            Change::Bound(bound) => self.expect_bound(&flow.following, contact, bound),
            Change::Catch => self.expect_catch(numbers, flow, time, contact),
            _ => {}
        }
    }
}

impl Numbers {
    /// What a change that is due does by itself. Marks in `zero` whether a resolution must decide.
    pub fn change_contact(
        &mut self,
        (contact, change): (usize, Change),
        flow: &Flow,
        state: &mut State,
        zero: &mut [bool],
    ) {
        match change {
            Change::Arrival => self.stop_slip(contact, state, zero),
            Change::Kink(piece) => {
                state.piece[contact] = piece;
                state.arrive(&self.contacts[contact], contact);
            }
            Change::Window(piece) => zero[contact] = state.cross_edge(contact, piece),
            Change::Load => self.change_load(contact, flow, state, zero),
            Change::Loosening(direction) => {
                self.contacts[contact].loosen(self, (contact, direction), state);
            }
            Change::Rest => self.rest(contact, state, zero),
            Change::Roll => self.roll(contact, state, zero),
            // Turns come after all others, and of these the resolution has been told.
            Change::Turn | Change::Catch | Change::Bound(_) => {}
        }
    }

    fn stop_slip(&self, contact: usize, state: &mut State, zero: &mut [bool]) {
        let entry = &self.contacts[contact];
        if entry.attaches() {
            state.contact_mode[contact] = ContactMode::Stuck;
            state.departure[contact] = 1;
            return;
        }
        zero[contact] = !entry.kinematic && entry.can_stick();
        if !zero[contact] {
            state.contact_mode[contact].reverse();
            state.departure[contact] = 1;
        }
    }
}
