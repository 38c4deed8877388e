//! Model Exchange: a host integrates the equations of the present modes, watches the guards, and asks for
//! the transitions.
//!
//! The guards g of [`crate::motion::events::guards`] are the event indicators, as z = g + ε, so that a guard that an
//! event leaves at 0 has z > 0; g falls below 0 where the mode ends, and the host is told when it is below
//! −ε. Time that the host is late by: ε/ġ.
//!
//! | indicators | g |
//! |---|---|
//! | of each contact | ±w in m/s or rad/s while it slips; while a bristle holds it, the part of the static limit left, and of the way to where it arrives; while it follows its load, s and 1 − s; −\|w\| of a stuck one between prescribed motions |
//! | of each contact whose normal load is an input, or a spring's | ±(N − ε) − ½ε, the load N in units of its start value, or 1 N: up to ε it is none |
//! | of each spring with freeplay, two | reach in half gaps, or 1 m or rad if that is less; or push |
//! | of each decision of a formula | distance of the number that decides from the ends of its piece |
//! | of all contacts together | margin of the stuck set, at least −1 |
//!
//! An indicator that has nothing to watch in the present mode is 1. Stuck contacts are no matter of numbers:
//! velocities that a host gives are made equal within a cluster, and only a transition ends it.

use std::sync::Arc;

use super::{Motion, Record, Values};
use crate::motion::elements::contact::change::Change;
use crate::motion::events::guards::Transition;
use crate::motion::flow::Start;
use crate::motion::numbers::BodyNumbers;
use crate::motion::state::decisions;
use crate::motion::work::Scene;
use crate::motion::{ContactMode, Event, Fault, State};
use crate::network::{BodyKind, Drive, Network};

/// ε, dimensionless: above what integrators leave of a guard that stays at 0, and with guards that change by
/// their own size in a second a delay of 1e-9 s.
const SHIFT: f64 = 1e-9;

/// A guard below −½ε is left: a host may stop just before z = 0.
const LEFT: f64 = -0.5 * SHIFT;

/// Transitions in a row at one instant, of each element, after which modes follow one another without end.
const PASSES: usize = 10;

/// Number of event indicators.
pub fn indicator_count(network: &Network) -> usize {
    let loads = network.contacts.iter().filter(|contact| contact.load_varies());
    let springs = network.springs.iter().filter(|spring| spring.has_freeplay());
    let contacts = network.contacts.len();
    let pieces = decisions(network);
    contacts + loads.count() + 2 * springs.count() + pieces + usize::from(contacts > 0)
}

impl Motion {
    /// A network whose motion a host integrates.
    pub(crate) fn integrated_outside(network: Arc<Network>) -> Self {
        let mut motion = Self::new(network);
        (motion.numbers.faint, motion.trial.faint) = (SHIFT, SHIFT);
        motion
    }

    /// Goes to a time; no transition is made.
    pub(crate) fn set_time(&mut self, time: f64) {
        if self.state.time != time {
            self.state.departure.fill(0);
        }
        self.leg.end();
        (self.state.time, self.state.origin, self.state.point) = (time, time, time);
        self.anchor();
        self.join();
    }

    /// Takes the values that inputs have come to at the present time; no transition is made.
    ///
    /// # Errors
    /// Parameters that break a rule.
    pub(crate) fn follow_inputs(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
    ) -> Result<(), Fault> {
        self.watch_given(inputs);
        if self.are_held(parameters, inputs) {
            return Ok(());
        }
        let same = self.keeps_parameters((parameters, inputs));
        let held = self.hold_inputs((parameters, inputs), same, None);
        if held.is_err() {
            self.take_numbers()?;
        }
        self.join();
        held
    }

    /// Changes positions, velocities and energies to what a host says they are now; stuck contacts stay
    /// stuck.
    pub(crate) fn set_states(&mut self, change: impl FnOnce(&mut State)) {
        self.leg.end();
        change(&mut self.state);
        self.anchor();
        for (contact, entry) in self.numbers.contacts.iter().enumerate() {
            // What no longer has w = 0 does not depart from there.
            if !entry.slip_now(&self.state).1 {
                self.state.departure[contact] = 0;
            }
        }
        self.join();
    }

    /// Given motions whose positions are states start at these, now.
    fn anchor(&mut self) {
        for (body, entry) in self.network.bodies.iter().enumerate() {
            if let BodyKind::Prescribed(Drive::Velocity { .. }) = entry.kind {
                self.state.given[body].position = self.state.position[body];
                self.numbers.bodies[body] = BodyNumbers::Known(self.state.given[body]);
            }
        }
    }

    /// Velocities within clusters of contacts that hold w at 0 are one, and those of what they are stuck to; a
    /// bristle that holds gives way.
    fn join(&mut self) {
        self.numbers.put_ports(&mut self.state);
        self.join_held();
        self.pull_ports();
        let Self { numbers, state, .. } = self;
        let tau = state.tau();
        for (contact, surface) in state.surface.iter_mut().enumerate() {
            // A contact that is stuck between given motions was left at w = 0; it does not follow where these have gone since.
            let entry = &numbers.contacts[contact];
            if !(entry.kinematic && entry.is_held(state.contact_mode[contact])) {
                *surface = numbers.surface_velocity(contact, tau);
            }
        }
        self.refresh_loads();
    }

    /// Event indicators at the present time.
    pub(crate) fn indicators(&mut self, out: &mut [f64]) {
        self.list_guards();
        out.fill(1.0);
        let network = &self.network;
        let (contacts, springs) = (network.contacts.len(), network.springs.len());
        let loads = network.contacts.iter().filter(|contact| contact.load_varies()).count();
        let first_spring = contacts + loads;
        let gaps = network.springs.iter().filter(|spring| spring.has_freeplay()).count();
        let first_piece = first_spring + 2 * gaps;
        let mut used = vec![0; springs];
        for (value, transition) in self.guards.listed() {
            let slot = match *transition {
                // Elsewhere friction goes on without a step.
                Transition::Contact(contact, Change::Kink(_)) if !self.tells(contact) => continue,
                Transition::Contact(contact, Change::Load) => {
                    if network.contacts[contact].load_varies() {
                        let before = network.contacts[..contact].iter();
                        let place = before.filter(|contact| contact.load_varies()).count();
                        out[contacts + place] = value + SHIFT;
                    }
                    continue;
                }
                Transition::Contact(contact, _) => contact,
                Transition::Release => out.len() - 1,
                Transition::Piece { slot, .. } => first_piece + slot,
                Transition::Spring(spring, _) => {
                    let gaps = network.springs[..spring].iter();
                    let before = gaps.filter(|spring| spring.has_freeplay()).count();
                    used[spring] += 1;
                    first_spring + 2 * before + used[spring] - 1
                }
            };
            out[slot] = out[slot].min(value.max(-1.0) + SHIFT);
        }
        for (contact, slot) in out[..contacts].iter_mut().enumerate() {
            if let Some(value) = self.rubbing(contact) {
                *slot = value.max(-1.0) + SHIFT;
            }
        }
    }

    /// The transitions that are due at the present time with new inputs and parameters; `place` sets the states of a host
    /// that has changed them at this event.
    ///
    /// # Errors
    /// A [`Fault`]; the state is then the one before the call.
    pub(crate) fn event(
        &mut self,
        given: Values,
        place: Option<impl FnOnce(&mut State)>,
        record: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.undo.keep_all(&self.state);
        let done = match place {
            None => self.run_event(given, record),
            Some(place) => self.place(given, place, record),
        };
        let result = done.and_then(|()| self.check_state());
        if result.is_err() {
            self.undo.restore(&mut self.state);
            self.take_numbers()?;
        }
        self.pull_ports();
        result
    }

    fn run_event(&mut self, given: Values, record: Record) -> Result<(), Fault> {
        self.storm.restart(self.state.time);
        self.leg.end();
        // What came to be on the way here, before inputs jump.
        self.make_due(record)?;
        self.follow_loads();
        let is_new = !self.are_held(given.0, given.1);
        let lost = |contact| self.rubbing(contact).is_some_and(|value| value < LEFT);
        if is_new || (0..self.network.contacts.len()).any(lost) {
            self.jump(given, None, record)?;
            self.make_due(record)?;
        }
        Ok(())
    }

    /// Changes positions, velocities, energies and internal states at an event, and resolves all modes anew. What sticks
    /// goes on to do so where its slip velocity is off by no more than hosts leave of it, ½ε, and what has no limit always.
    fn place(
        &mut self,
        given: Values,
        change: impl FnOnce(&mut State),
        record: Record,
    ) -> Result<(), Fault> {
        self.storm.restart(self.state.time);
        self.leg.end();
        self.state.pace.restart();
        let elapsed = self.state.time - std::mem::replace(&mut self.state.point, self.state.time);
        self.past.note(&self.numbers, &self.state, elapsed);
        change(&mut self.state);
        self.anchor();
        let same = self.keeps_parameters(given);
        self.hold_inputs(given, same, None)?;
        self.note_modes();
        self.dock(None)?;
        let Self { numbers, flow, resolver, state, past, .. } = self;
        for (spring, entry) in numbers.springs.iter().enumerate() {
            state.spring_mode[spring] = entry.mode_after_jump(state.spring_mode[spring], state);
        }
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            state.departure[contact] = 0;
            let off = entry.slip_now(state).0 - state.held_slip[contact];
            let held = entry.is_held(state.contact_mode[contact]);
            let held = held && (off.abs() <= -LEFT || entry.is_rigid());
            resolver.zero[contact] = held && !entry.kinematic;
            if !held {
                past.note_torn(contact);
            }
        }
        let tau = state.tau();
        flow.project(numbers, tau, (&resolver.zero, &state.held_slip), &mut state.velocity);
        self.resolve_jump(record)?;
        self.flow.begun = false;
        self.make_due(record)
    }

    /// Transitions until no guard is left.
    fn make_due(&mut self, record: &mut dyn FnMut(Event)) -> Result<(), Fault> {
        let elements =
            self.network.contacts.len() + self.network.springs.len() + self.state.force_piece.len();
        for _ in 0..PASSES * (1 + elements) {
            self.list_guards();
            if !self.guards.find_due(LEFT) {
                return Ok(());
            }
            self.follow_loads();
            self.transit(record)?;
        }
        let rule = "the motion passes from mode to mode without end at one instant".to_owned();
        Err(Fault::Step { time: self.state.time, rule })
    }

    fn list_guards(&mut self) {
        let Self { numbers, flow, guards, resolver, state, .. } = self;
        flow.evaluate(numbers, &Start::of(state));
        if numbers.massless {
            flow.take_kinetic(numbers, &[], &mut state.velocity);
        }
        guards.list(&mut Scene { numbers, flow, resolver, state });
        for contact in 0..self.network.contacts.len() {
            if let Some(value) = self.loading(contact) {
                self.guards.note(value, Transition::Contact(contact, Change::Load));
            }
        }
    }

    /// True if a host is told where a contact comes to another piece of its law.
    fn tells(&self, contact: usize) -> bool {
        self.numbers.contacts[contact].tells_pieces(self.state.piece[contact])
    }

    /// The guard of a contact that is stuck between prescribed motions.
    fn rubbing(&self, contact: usize) -> Option<f64> {
        let entry = &self.numbers.contacts[contact];
        if !(entry.kinematic && entry.is_held(self.state.contact_mode[contact])) {
            return None;
        }
        let (slip, at_rest) = entry.slip_now(&self.state);
        Some(if at_rest { 0.0 } else { -slip.abs() })
    }

    /// The guard of a contact's normal load, if that varies. A load may come to exactly 0 and stay there, so
    /// that it is none a little before. One that does not vary is lost where a parameter changed it and no
    /// transition followed.
    fn loading(&self, contact: usize) -> Option<f64> {
        let entry = &self.numbers.contacts[contact];
        let free = self.state.contact_mode[contact] == ContactMode::Free;
        if !self.network.contacts[contact].load_varies() {
            return (free == entry.is_loaded()).then_some(-1.0);
        }
        let beyond = SHIFT * (self.numbers.load(contact, &self.state) / entry.faint_load - 1.0);
        Some(if free { -beyond } else { beyond } + LEFT)
    }
}
