//! Model Exchange: a host integrates the equations of the present modes, watches the guards, and asks for
//! the transitions.
//!
//! The guards g of [`crate::dynamics::events::guards`] are the event indicators, as z = g + ε, so that a guard that an
//! event leaves at 0 has z > 0; g falls below 0 where the mode ends, and it is reported to the host when it is below
//! −ε. Time that the host is late by: ε/ġ.
//!
//! | indicators | g |
//! |---|---|
//! | of each contact | ±w over its nominal value while it slips; while a bristle holds it, the part of the static limit left, and of the way to where it arrives; while it follows its load, s and 1 − s; −\|w\| of a stuck one between prescribed motions |
//! | of each contact whose normal load is an input, or a spring's | ±(N − ε) − ½ε, the load N over its nominal value: up to ε it is none |
//! | of each spring with freeplay, two | reach over the nominal displacement of its ends, or over half the width of its gap if that is less; or push |
//! | of each decision of a formula | distance of the number that decides from the ends of its branch, over the size of its terms in a nominal motion |
//! | of all contacts together | margin of the stuck set, at least −1 |
//!
//! An indicator that has nothing to watch in the present mode is 1. Stuck contacts are no matter of numbers:
//! velocities that a host gives are made equal within a cluster, and only a transition ends it.

use super::{EventSink, Simulator, Slot, Values};
use crate::dynamics::elements::contact::load::normal_load;
use crate::dynamics::elements::contact::nominal::nominal_slip;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::state::decisions;
use crate::dynamics::system::BodyData;
use crate::dynamics::tolerances::{LEFT, SHIFT};
use crate::dynamics::totals::Scene;
use crate::dynamics::{ContactMode, Event, Fault, State};
use crate::network::{BodyKind, Drive, Network};

/// Transitions in a row at one instant, of each element, after which modes follow one another without end.
const PASSES: usize = 10;

/// Returns the number of event indicators.
pub fn indicator_count(network: &Network) -> usize {
    let loads = network.contacts.iter().filter(|contact| contact.load_varies());
    let springs = network.springs.iter().filter(|spring| spring.has_freeplay());
    let contacts = network.contacts.len();
    let branches = decisions(network);
    contacts + loads.count() + 2 * springs.count() + branches + usize::from(contacts > 0)
}

impl Simulator {
    /// Leaves the motion, which is to be initialised, to a host that integrates.
    pub(crate) fn integrate_outside(&mut self) {
        self.dynamics.system.hysteresis = SHIFT;
    }

    /// Goes to a time, with the states that a host has `put`; no transition is made.
    pub(crate) fn set_time(&mut self, time: f64, put: impl FnOnce(&mut State)) {
        if self.dynamics.state.time != time && !self.dynamics.system.leaves_slips() {
            self.dynamics.state.leave_instant();
        }
        self.trajectory.end();
        (self.dynamics.state.time, self.dynamics.state.origin, self.dynamics.state.point) =
            (time, time, time);
        self.sampling.restart(time);
        put(&mut self.dynamics.state);
        self.anchor();
        self.join();
    }

    /// Takes the values that inputs have come to at the present time, with the states that a host has `put`: velocities that
    /// are made equal once are made equal from these, whatever motion of a port they met before. No transition is made.
    ///
    /// # Errors
    /// Parameters that break a rule.
    pub(crate) fn follow_inputs(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        put: impl FnOnce(&mut State),
    ) -> Result<(), Fault> {
        if self.are_held(parameters, inputs) {
            return Ok(());
        }
        put(&mut self.dynamics.state);
        self.anchor();
        let same = self.keeps_parameters((parameters, inputs));
        let held = self.hold_inputs((parameters, inputs), same, None);
        if held.is_err() {
            self.update_system()?;
        }
        self.join();
        held
    }

    /// Changes positions, velocities and energies to what a host says they are now; stuck contacts stay
    /// stuck.
    pub(crate) fn set_states(&mut self, change: impl FnOnce(&mut State)) {
        self.trajectory.end();
        change(&mut self.dynamics.state);
        self.anchor();
        self.join();
    }

    /// Starts prescribed motions whose positions are states at these, now.
    fn anchor(&mut self) {
        for (body, entry) in self.network.bodies.iter().enumerate() {
            if let BodyKind::Prescribed(Drive::Velocity { .. }) = entry.kind {
                self.dynamics.state.given[body].position = self.dynamics.state.position[body];
                self.dynamics.system.bodies[body] =
                    BodyData::Known(self.dynamics.state.given[body]);
            }
        }
    }

    /// Joins the velocities within clusters of contacts that hold w at 0, and those of what they are stuck to; a
    /// bristle that holds gives way.
    fn join(&mut self) {
        self.dynamics.system.put_ports(&mut self.dynamics.state);
        self.dynamics.join_held();
        self.pull_ports();
        self.record_speeds();
        self.follow_lines();
        self.leave_instants();
        let Dynamics { system, state, .. } = &mut self.dynamics;
        let tau = state.tau();
        for (contact, own) in state.contacts.iter_mut().enumerate() {
            // A contact that is stuck between given motions was left at w = 0; it does not follow where these have gone since.
            let entry = &system.contacts[contact];
            if !(entry.kinematic && entry.is_held(own.mode())) {
                own.take_surface(system.surface_velocity(contact, tau));
            }
        }
        self.dynamics.refresh_loads();
    }

    /// Leaves the instants at which contacts began to slip that no longer have w = 0. What a port has released waits at its
    /// instant while it has the slip against its direction that a host has left: an error of the host is no slip.
    pub(super) fn leave_instants(&mut self) {
        let Dynamics { system, state, .. } = &mut self.dynamics;
        let waits = system.leaves_slips();
        for (contact, entry) in system.contacts.iter().enumerate() {
            let slip = entry.slip_now(state);
            let direction = state.contacts[contact].mode().direction();
            let behind = direction.is_some_and(|way| way.sign() * slip.value < 0.0);
            if !(slip.is_zero() || waits && behind) {
                state.contacts[contact].leave_instant();
            }
        }
    }

    /// Evaluates the event indicators at the present time.
    pub(crate) fn indicators(&mut self, out: &mut [f64]) {
        self.list_guards();
        out.fill(1.0);
        let network = &self.network;
        let (contacts, springs) = (network.contacts.len(), network.springs.len());
        let loads = network.contacts.iter().filter(|contact| contact.load_varies()).count();
        let first_spring = contacts + loads;
        let gaps = network.springs.iter().filter(|spring| spring.has_freeplay()).count();
        let first_branch = first_spring + 2 * gaps;
        let mut used = vec![0; springs];
        for (value, transition) in self.dynamics.guards.set.listed() {
            let slot = match *transition {
                // Elsewhere friction goes on without a step.
                Transition::Contact(contact, Change::Breakpoint(_)) if !self.reports(contact) => {
                    continue;
                }
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
                Transition::Branch { slot, .. } => first_branch + slot,
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
            if let Some(value) = self.constant_frictions(contact) {
                *slot = value.max(-1.0) + SHIFT;
            }
        }
    }

    /// Makes the transitions that are active at the present time with new inputs and parameters; `place` sets the
    /// states of a host that has changed them at this event.
    ///
    /// # Errors
    /// A [`Fault`]; the state is then the one before the call.
    pub(crate) fn event(
        &mut self,
        given: Values,
        place: Option<impl FnOnce(&mut State)>,
        sink: &mut dyn FnMut(Event),
    ) -> Result<(), Fault> {
        self.rollback.keep_all(&self.dynamics.state, &self.trajectory);
        let done = match place {
            None => self.run_event(given, sink),
            Some(place) => self.place(given, place, sink),
        };
        let result = done.and_then(|()| self.check_state());
        if result.is_err() {
            self.go_back(Slot::Call)?;
        }
        self.pull_ports();
        self.record_speeds();
        self.follow_lines();
        result
    }

    fn run_event(&mut self, given: Values, sink: EventSink) -> Result<(), Fault> {
        self.zeno_guard.restart(self.dynamics.state.time);
        self.trajectory.end();
        // What came to be on the way here, before inputs jump.
        self.make_active(sink)?;
        self.follow_loads();
        let Dynamics { system, state, .. } = &mut self.dynamics;
        for (contact, entry) in system.contacts.iter().enumerate() {
            // A host may find a given motion far beyond w = 0: what slips there does not begin to.
            if entry.kinematic && entry.clearly_slips(state.contacts[contact].mode(), state) {
                state.contacts[contact].leave_instant();
            }
        }
        let is_new = !self.are_held(given.0, given.1);
        let lost = |contact| {
            let constant = self.constant_frictions(contact);
            constant.is_some_and(|value| value < LEFT) || self.turns_back(contact)
        };
        if is_new || (0..self.network.contacts.len()).any(lost) {
            self.jump(given, None, sink)?;
            self.make_active(sink)?;
        }
        Ok(())
    }

    /// Changes positions, velocities, energies and internal states at an event, and resolves all modes again. What
    /// sticks continues to do so where its slip velocity is off by no more than hosts leave of it, ½ε of the nominal
    /// one, and what has no limit always.
    fn place(
        &mut self,
        given: Values,
        change: impl FnOnce(&mut State),
        sink: EventSink,
    ) -> Result<(), Fault> {
        self.zeno_guard.restart(self.dynamics.state.time);
        self.trajectory.end();
        self.dynamics.state.horizon_control.restart();
        let elapsed = self.dynamics.state.time
            - std::mem::replace(&mut self.dynamics.state.point, self.dynamics.state.time);
        self.dynamics.past.record_ends(&self.dynamics.system, &self.dynamics.state, elapsed);
        change(&mut self.dynamics.state);
        self.anchor();
        let same = self.keeps_parameters(given);
        self.hold_inputs(given, same, None)?;
        self.dynamics.record_modes();
        self.dynamics.dock(None).map_err(|error| self.fault(error))?;
        let Dynamics { system, resolver, state, past, .. } = &mut self.dynamics;
        for (spring, entry) in system.springs.iter().enumerate() {
            state.spring_mode[spring] = entry.mode_after_jump(state.spring_mode[spring], state);
        }
        for (contact, entry) in system.contacts.iter().enumerate() {
            state.contacts[contact].leave_instant();
            let slip = entry.slip(state);
            let off = slip - state.contacts[contact].held_slip();
            let left = -LEFT * nominal_slip(system, contact).0;
            let sticks = entry.is_held(state.contacts[contact].mode());
            let held = sticks && (off.abs() <= left || entry.is_rigid());
            resolver.candidates[contact] = held && !entry.kinematic;
            if !held {
                past.record_released_by_constraint(contact);
            }
            if sticks && !held {
                // Where its law does not allow such a slip, that has arrived.
                state.contacts[contact].slip_at(slip);
            }
        }
        self.dynamics.project();
        self.dynamics.resolve_jump(sink).map_err(|error| self.fault(error))?;
        self.make_active(sink)
    }

    /// Makes transitions until no guard is left.
    fn make_active(&mut self, sink: &mut dyn FnMut(Event)) -> Result<(), Fault> {
        let elements = self.network.contacts.len()
            + self.network.springs.len()
            + self.dynamics.state.force_branch.len();
        for _ in 0..PASSES * (1 + elements) {
            self.list_guards();
            if !self.dynamics.guards.set.find_active(LEFT) {
                return Ok(());
            }
            self.follow_loads();
            // The expansion begins now.
            self.process_event(0.0, sink)?;
        }
        let rule = "chattering (Zeno behaviour): the events at one instant do not end".to_owned();
        Err(Fault::Step { time: self.dynamics.state.time, rule })
    }

    fn list_guards(&mut self) {
        let Dynamics { system, expansion, guards, resolver, state, .. } = &mut self.dynamics;
        expansion.evaluate(system, &Start::of(state));
        if system.massless {
            expansion.update_algebraic(system, &[], &mut state.velocity);
        }
        guards.list(&mut Scene { system, expansion, resolver, state });
        for contact in 0..self.network.contacts.len() {
            if let Some(value) = self.loading(contact) {
                self.dynamics.guards.set.list(value, Transition::Contact(contact, Change::Load));
            }
        }
    }

    /// True if changes of a contact to another branch of its law are reported to a host.
    fn reports(&self, contact: usize) -> bool {
        self.dynamics.system.contacts[contact]
            .reports_branch(self.dynamics.state.contacts[contact].branch())
    }

    /// Returns the guard of a contact that is stuck between prescribed motions.
    fn constant_frictions(&self, contact: usize) -> Option<f64> {
        let entry = &self.dynamics.system.contacts[contact];
        if !(entry.kinematic && entry.is_held(self.dynamics.state.contacts[contact].mode())) {
            return None;
        }
        let slip = entry.slip_now(&self.dynamics.state);
        let end = self.dynamics.state.line_end(contact);
        Some(if slip.is_zero() {
            end
        } else {
            end - slip.value.abs() / nominal_slip(&self.dynamics.system, contact).0
        })
    }

    /// True if a contact at w = 0 slips, or is stuck between prescribed motions, though its acceleration leads elsewhere: between
    /// events a host has changed states or inputs there, which no guard sees. The expansion is that of the present state.
    fn turns_back(&self, contact: usize) -> bool {
        let Dynamics { system, expansion, state, .. } = &self.dynamics;
        let (entry, own) = (&system.contacts[contact], state.contacts[contact]);
        let mode = own.mode();
        if mode == ContactMode::Free || entry.is_attached(mode) || !entry.slip_now(state).is_zero()
        {
            return false;
        }
        if entry.kinematic {
            return entry.mode_at_rest(system, mode) != mode;
        }
        let Some(direction) = mode.direction() else { return false };
        let rate = direction.sign() * expansion.slip.at(1, contact);
        // A rate that was 0 when slip began is round-off.
        let turns = match own.leading_zeros() {
            0 | 1 => rate <= 0.0,
            _ => rate < -expansion.rate_round_off(system, state.time, entry),
        };
        turns && entry.holds_at_rest(ContactMode::Stuck)
    }

    /// Returns the guard of a contact's normal load, if that varies. A load may come to exactly 0 and stay there, so
    /// that it is none a little before. One that does not vary is lost where a parameter changed it and no transition
    /// followed.
    fn loading(&self, contact: usize) -> Option<f64> {
        let entry = &self.dynamics.system.contacts[contact];
        let free = self.dynamics.state.contacts[contact].mode() == ContactMode::Free;
        if !self.network.contacts[contact].load_varies() {
            return (free == entry.is_loaded()).then_some(-1.0);
        }
        let beyond = SHIFT
            * (normal_load(&self.dynamics.system, contact, &self.dynamics.state).value
                / entry.vanishing_load
                - 1.0);
        Some(if free { -beyond } else { beyond } + LEFT)
    }
}
