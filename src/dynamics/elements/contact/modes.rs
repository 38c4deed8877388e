//! Modes from positions, velocities and loads, where no transition leads to them: at initialisation and
//! after a jump of inputs or parameters.

use super::ContactData;
use crate::dynamics::bounded::{Bounded, ramp_round_off};
use crate::dynamics::elements::contact::nominal::is_on_line;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{NO_JUMP, SAME_TIME};
use crate::dynamics::{ContactMode, State};
use crate::laws::Direction;

/// Part of a surface's change of velocity that the prescribed accelerations need not explain, relative to them.
const UNEXPLAINED: f64 = 0.01;

/// Impulse of friction at a contact since the last sample of its surface, or since its last transition, and the least and
/// the greatest one that its static limits allowed, N·s or N·m·s.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct FrictionImpulse {
    pub impulse: f64,
    pub least: f64,
    pub most: f64,
}

impl FrictionImpulse {
    /// Leaves a part of the time.
    pub fn shorten(&mut self, part: f64) {
        for impulse in [&mut self.impulse, &mut self.least, &mut self.most] {
            *impulse *= part;
        }
    }
}

/// Time since the last sample of a motion, s, and if ramps declare the motion.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct Interval {
    pub length: f64,
    /// True if motions are what ramps say: what does not begin where one ended is a jump.
    pub is_declared: bool,
}

/// History of surfaces, bodies of known motion and normal loads, per contact: the data that tell a jump from the next
/// sample of a smooth motion.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Past {
    /// Duration of the last communication step, s.
    pub elapsed: f64,
    /// Time by which a host's clock may be off the end of a ramp, s.
    late: f64,
    /// Time since the motions and loads were given, s.
    tau: f64,
    /// Acceleration in that step.
    pub acceleration: Vec<f64>,
    /// The given load at its start and its derivative.
    load: Vec<(f64, f64)>,
    /// Friction of each contact at the end of that step, N or N·m, and what it has exerted; empty where none is moved by its
    /// surface.
    pub friction: Vec<f64>,
    pub impulses: Vec<FrictionImpulse>,
    /// True if an impact has changed the slip velocity since.
    impacts: Vec<bool>,
    /// Time over which the motion at each contact was extrapolated.
    intervals: Vec<Interval>,
}

impl Past {
    /// Records the motions and loads that end now, and the duration of the last communication step, s.
    pub fn record_ends(&mut self, system: &System, state: &State, elapsed: f64) {
        let tau = state.tau();
        self.tau = tau;
        self.record_step(state, elapsed);
        self.acceleration.clear();
        let rate = |entry: &ContactData| entry.surface_rate(system, tau);
        self.acceleration.extend(system.contacts.iter().map(rate));
        self.load.clear();
        let load =
            |entry: &ContactData| (entry.base_load, entry.load_from.map_or(0.0, |load| load.rate));
        self.load.extend(system.contacts.iter().map(load));
        self.impacts.clear();
        self.impacts.resize(system.contacts.len(), false);
    }

    /// Records the time over which motions were extrapolated, of each contact.
    pub fn record_intervals(&mut self, intervals: impl Iterator<Item = Interval>) {
        self.intervals.clear();
        self.intervals.extend(intervals);
    }

    /// Records what contacts have exerted since the last samples, by their present friction.
    pub fn record_impulses(&mut self, system: &System, state: &State) {
        let impulses = |(contact, entry): (usize, &ContactData)| {
            if !entry.holds_at_rest(ContactMode::Stuck) {
                return FrictionImpulse::default();
            }
            let since = state.time - state.counters[contact].last_event_time;
            let (length, limits) =
                (since.min(self.intervals[contact].length), entry.static_limits());
            FrictionImpulse {
                impulse: length * self.friction[contact],
                least: length * -limits.backward,
                most: length * limits.forward,
            }
        };
        self.impulses.extend(system.contacts.iter().enumerate().map(impulses));
    }

    fn record_step(&mut self, state: &State, elapsed: f64) {
        self.impulses.clear();
        self.elapsed = elapsed;
        self.intervals.resize(state.contacts.len(), Interval::default());
        self.intervals.iter_mut().for_each(|interval| interval.length = elapsed);
        self.late = SAME_TIME * state.time.abs().max(1.0);
    }

    /// Records the same where no prescribed motion was accelerated, and no load was a ramp.
    pub fn record_kept_modes(&mut self, state: &State, elapsed: f64) {
        let contacts = state.contacts.len();
        self.tau = 0.0;
        self.record_step(state, elapsed);
        self.acceleration.clear();
        self.acceleration.resize(contacts, 0.0);
        self.load.clear();
        self.load.resize(contacts, (0.0, 0.0));
        self.impacts.clear();
        self.impacts.resize(contacts, false);
    }

    /// Records the slip velocities that an impact has changed.
    pub fn record_impacts(&mut self, system: &System, impacts: impl Fn(&ContactData) -> bool) {
        for (own, entry) in self.impacts.iter_mut().zip(&system.contacts) {
            *own |= impacts(entry);
        }
    }

    /// Records that a contact has been released by a constraint, as if its surface had jumped.
    pub fn record_released_by_constraint(&mut self, contact: usize) {
        self.impacts[contact] = true;
    }

    /// Records that a contact which slipped goes on from w = 0, to which friction has brought it.
    pub fn record_stopped(&mut self, contact: usize) {
        self.impacts[contact] = false;
    }

    /// True if the surface of a contact, with the bodies of known motion, has jumped since the state's last modes.
    pub fn surface_has_jumped(&self, system: &System, state: &State, contact: usize) -> bool {
        let entry = &system.contacts[contact];
        let now = system.surface_velocity(contact, state.tau());
        let rate = entry.surface_rate(system, 0.0);
        self.has_jumped(contact, state.contacts[contact].surface(), now, rate)
    }

    /// True if the surface of a contact, with the bodies of known motion, moves by no more than it does while a host's clock may
    /// be off the end of a ramp.
    pub fn surface_moves_by_lateness(
        &self,
        system: &System,
        state: &State,
        contact: usize,
    ) -> bool {
        let jump =
            system.surface_velocity(contact, state.tau()) - state.contacts[contact].surface();
        let rate = system.contacts[contact].surface_rate(system, 0.0);
        jump.abs() <= self.late * (rate.abs() + self.acceleration[contact].abs())
    }

    /// True if what was held continues to be, as far as neither an impact nor a jump of its surface releases it.
    pub fn holds_on(&self, system: &System, state: &State, contact: usize) -> bool {
        !self.impacts[contact] && !self.surface_has_jumped(system, state, contact)
    }

    /// Returns the round-off with which the load of a contact continues where its ramp ended; None where it jumped, or was no ramp.
    pub fn load_round_off(&self, contact: usize, entry: &ContactData) -> Option<f64> {
        let (base, rate) = self.load[contact];
        let bound = ramp_round_off(base, rate, self.tau);
        let end = Bounded { value: base + rate * self.tau, bound };
        (rate != 0.0 && end.minus(entry.base_load).is_zero()).then_some(bound)
    }

    /// True if the load of a contact has risen up to here, and goes on to.
    pub fn load_rises_on(&self, contact: usize, entry: &ContactData) -> bool {
        self.load[contact].1 > 0.0
            && entry.load_from.is_some_and(|load| load.rate > 0.0)
            && self.load_round_off(contact, entry).is_some()
    }

    /// True if a velocity that should continue from `before` has jumped to `now`. Prescribed accelerations are held
    /// from one sample to the next, so that each sample of a smooth motion corrects the last extrapolation by about
    /// half of the acceleration's change times that time (trapezoidal rule): that is no jump, unless ramps declare all
    /// of the motion.
    fn has_jumped(&self, contact: usize, before: f64, now: f64, acceleration: f64) -> bool {
        let jump = now - before;
        let last = self.acceleration[contact];
        let Interval { length, is_declared } = self.intervals[contact];
        let explained = 0.5 * (acceleration - last) * length;
        let fastest = acceleration.abs() + last.abs();
        let scale = length * fastest;
        let greatest = now.abs().max(before.abs());
        if is_declared {
            return jump.abs() > NO_JUMP * greatest.max(scale) + self.late * fastest;
        }
        jump.abs() > NO_JUMP * greatest
            && (jump - explained).abs() > explained.abs() + UNEXPLAINED * scale
    }
}

impl ContactData {
    /// Returns the mode at w = 0 of a contact that the kernel does not decide: between known motions the relative
    /// acceleration does; without dry friction the mode does not matter and stays what it was.
    pub fn mode_at_rest(&self, system: &System, mode: ContactMode) -> ContactMode {
        let rate = -self.surface_rate(system, 0.0);
        if self.kinematic && rate != 0.0 {
            ContactMode::of_slip(rate)
        } else if self.kinematic && self.can_stick() {
            ContactMode::Stuck
        } else if mode.slips() {
            mode
        } else {
            ContactMode::Forward
        }
    }

    /// True if friction held it at w = 0 that can be tried again with other velocities: neither a window nor a tyre.
    pub fn holds_at_rest(&self, mode: ContactMode) -> bool {
        self.is_held(mode)
            && self.can_stick()
            && !(self.kinematic || self.sticks_in_motion() || self.rolls())
    }

    /// True if friction may hold a contact in a mode at w = 0 whose velocities a host gives between the steps of the unit: it was
    /// stuck, or has slipped and does not in this direction any more.
    pub fn may_be_held(&self, system: &System, state: &State, mode: ContactMode) -> bool {
        let is_left =
            |direction: Direction| direction.sign() * self.given_slip(state).decided() <= 0.0;
        match mode.direction() {
            None => self.holds_at_rest(mode),
            Some(direction) => {
                system.hysteresis == 0.0
                    && self.holds_at_rest(ContactMode::Stuck)
                    && is_left(direction)
            }
        }
    }

    /// True if a slip that has gone on up to now has come to w = 0: its guard has not found it on the other side, so that what
    /// is there is round-off. Of where a host comes to, guards do not tell.
    pub fn has_arrived(&self, mode: ContactMode, slip: f64) -> bool {
        let held = self.holds_at_rest(ContactMode::Stuck);
        held && mode.slips() && mode != ContactMode::of_slip(slip)
    }
}

/// Sets the modes of all contacts at the present velocities; marks in `candidates` those at w = 0 that a resolution
/// must decide. Of a state that goes on (`past` given), a contact that stood at w = 0, or has come there by round-off,
/// stays there unless its surface jumped.
pub(in crate::dynamics) fn classify_contacts(
    system: &System,
    state: &mut State,
    candidates: &mut [bool],
    past: Option<&Past>,
) {
    for (contact, entry) in system.contacts.iter().enumerate() {
        let known = system.known_part(&entry.row, |motion| motion.velocity);
        let surface = entry.surface.velocity - known;
        let before = state.contacts[contact].take_surface(surface);
        let rate = entry.surface_rate(system, 0.0);
        let goes_on = past.is_some_and(|past| {
            !past.impacts[contact] && !past.has_jumped(contact, before, surface, rate)
        });
        let mode = state.contacts[contact].mode();
        let stood = entry.is_held(mode) || state.contacts[contact].leading_zeros() > 0;
        let slip = entry.slip_now(state);
        let scale = entry.velocity_scale(&state.velocity, state.tau());
        let stands = stood && goes_on && !entry.sticks_in_motion();
        let arrived = goes_on && system.hysteresis == 0.0 && entry.has_arrived(mode, slip.value);
        let at_rest = entry.rests() || stands || arrived || slip.is_zero();
        let free = !entry.is_loaded();
        let (behaviour, own) = (entry.behaviour.0, &mut state.contacts[contact]);
        let (held, near) = behaviour.sticking_slip(entry, own, (slip.value, scale), goes_on);
        let holds_on = past.is_some() && entry.is_attached(mode);
        candidates[contact] = !free && (at_rest || near) && !entry.kinematic && entry.can_stick();
        behaviour.classify(entry, own, candidates[contact].then_some(held));
        let zeros = u8::from(at_rest && !free && !candidates[contact]);
        let at_rest = at_rest || is_on_line(system, contact, slip.value, state);
        let mode = if free {
            ContactMode::Free
        } else if candidates[contact] || entry.attaches() && (at_rest || holds_on) {
            ContactMode::Stuck
        } else if at_rest {
            entry.mode_at_rest(system, mode)
        } else {
            ContactMode::of_slip(slip.value)
        };
        state.contacts[contact].begin(mode, zeros);
        entry.enter(contact, state);
    }
}

/// Sets the modes of what has no memory, as the values say: of springs, and of contacts between ends of given motion.
/// At w = 0 these stay in the mode that they are in, and so do bristles that hold: they need a transition.
pub(in crate::dynamics) fn classify_memoryless(system: &System, state: &mut State) {
    for (spring, entry) in system.springs.iter().enumerate() {
        state.spring_mode[spring] = entry.mode_after_jump(state.spring_mode[spring], state);
    }
    for (contact, entry) in system.contacts.iter().enumerate() {
        let mode = state.contacts[contact].mode();
        if !entry.kinematic || entry.is_attached(mode) {
            continue;
        }
        let slip = entry.slip_now(state);
        let mode = match mode {
            _ if !entry.is_loaded() => ContactMode::Free,
            _ if !slip.is_zero() && !is_on_line(system, contact, slip.value, state) => {
                ContactMode::of_slip(slip.value)
            }
            ContactMode::Free => ContactMode::Stuck,
            mode => mode,
        };
        state.contacts[contact].begin(mode, u8::from(slip.is_zero()));
    }
}
