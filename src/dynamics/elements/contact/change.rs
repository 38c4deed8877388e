//! Changes of a contact that guards find, and their effects.

use super::Behaviour;
use super::within::cross_edge;
use crate::dynamics::events::resolve::{Bound, Resolver};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::laws::Direction;
use crate::network::Nominals;

/// Nominal slip velocity of a tyre over the nominal velocities of its ends, of which it is the small difference.
const CREEP: f64 = 1e-2;

/// Change of a contact where one of its guards becomes negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Change {
    /// Its slip velocity reaches 0.
    Arrival,
    /// Its slip velocity has changed its sign where friction is continuous.
    Turn,
    /// Slip to another branch of its law, or the arrival of an internal state.
    Kink(usize),
    /// Slip into its window, or out of it, onto this branch of its law.
    Window(usize),
    /// The static limit can hold it within its window.
    Catch,
    /// Its normal load passes through 0.
    Load,
    /// The bristle that holds it detaches.
    Loosening(Direction),
    /// Rest of both ends, where its law is one of the slip ratio.
    Rest,
    /// The ends of such a contact, stuck together, no longer are at rest.
    Roll,
    /// The share of a mechanism, of which it is the first contact, is at an end of its range.
    Bound(Bound),
}

impl Change {
    /// True if friction continues without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Kink(_) | Self::Turn)
    }

    /// True if anything else that is active is reported as the trigger before it.
    pub fn is_passing(self) -> bool {
        self.goes_on() || self == Self::Load
    }
}

impl Resolver {
    /// Prepares the next resolution for a change that is active.
    pub fn expect(
        &mut self,
        system: &System,
        expansion: &Expansion,
        time: f64,
        (contact, change): (usize, Change),
    ) {
        match change {
            Change::Bound(bound) => self.expect_bound(&expansion.filippov, contact, bound),
            Change::Catch => self.expect_overrun(system, expansion, time, contact),
            _ => {}
        }
    }
}

impl System {
    /// Returns the nominal slip velocity of a contact, and the time in which it changes.
    pub fn nominal_slip(&self, contact: usize) -> (f64, f64) {
        let Nominals { velocity, time, .. } = &self.nominals;
        let moves = |(body, q): (usize, f64)| (q.abs() * velocity[body], time[body]);
        let faster = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
        let fastest = self.contacts[contact].row.terms().map(moves).reduce(faster);
        fastest.filter(|(slip, _)| *slip > 0.0).unwrap_or((1.0, 1.0))
    }

    /// Returns the slip velocity up to which friction of a contact goes along a line, m/s or rad/s; 0: there is none,
    /// as in all Co-Simulation, which has no nominal values.
    pub fn line_end(&self, contact: usize, state: &State) -> f64 {
        let end = state.line_end(contact);
        if end > 0.0 { end * self.nominal_slip(contact).0 } else { 0.0 }
    }

    /// True if friction goes along a line at a slip velocity.
    pub fn is_on_line(&self, contact: usize, slip: f64, state: &State) -> bool {
        let end = self.line_end(contact, state);
        end > 0.0 && slip.abs() <= end
    }

    /// Returns the nominal value of a guard of a contact: that of slip velocities and of their rates. Guards of limits,
    /// and of internal states on their way to where they arrive, are fractions already; rest of a tyre is in its own
    /// velocity.
    pub fn slip_unit(&self, contact: usize, change: Change) -> f64 {
        let (slip, time) = self.nominal_slip(contact);
        let entry = &self.contacts[contact];
        let slip = if entry.behaviour == Behaviour::Rolling { CREEP * slip } else { slip };
        match change {
            Change::Kink(0) if entry.evolves() => 1.0,
            Change::Arrival | Change::Turn | Change::Kink(_) | Change::Window(_) => slip,
            Change::Catch => slip / time,
            Change::Load
            | Change::Loosening(_)
            | Change::Rest
            | Change::Roll
            | Change::Bound(_) => 1.0,
        }
    }

    /// Applies what an active change does by itself. Marks in `candidates` whether a resolution must decide.
    pub fn change_contact(
        &mut self,
        (contact, change): (usize, Change),
        expansion: &Expansion,
        state: &mut State,
        candidates: &mut [bool],
    ) {
        match change {
            Change::Arrival => self.stop_slip(contact, state, candidates),
            Change::Kink(piece) => {
                state.contacts[contact].take_branch(piece);
                self.contacts[contact].arrive(contact, state);
            }
            Change::Window(branch) => {
                candidates[contact] = cross_edge(&mut state.contacts[contact], branch);
            }
            Change::Load => self.change_load(contact, expansion, state, candidates),
            Change::Loosening(direction) => {
                self.contacts[contact].detach(self, (contact, direction), state);
            }
            Change::Rest => self.rest(contact, state, candidates),
            Change::Roll => self.roll(contact, state, candidates),
            // Turns come after all others, and the resolution knows of these.
            Change::Turn | Change::Catch | Change::Bound(_) => {}
        }
    }

    fn stop_slip(&self, contact: usize, state: &mut State, candidates: &mut [bool]) {
        let entry = &self.contacts[contact];
        if entry.attaches() {
            state.contacts[contact].begin(ContactMode::Stuck, 1);
            return;
        }
        if state.line_end(contact) > 0.0 {
            state.contacts[contact].change(ContactMode::Stuck);
            return;
        }
        candidates[contact] = !entry.kinematic && entry.can_stick();
        if !candidates[contact] {
            state.contacts[contact].reverse();
            state.contacts[contact].set_leading_zeros(1);
        }
    }
}
