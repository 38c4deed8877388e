//! Modes from positions, velocities and loads, where no transition leads to them: at initialisation and
//! after a jump of inputs or parameters.

use super::{Behaviour, ContactNumbers, LoadNumbers};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::AT_REST;
use crate::motion::{ContactMode, State};

/// Change of a surface's velocity between communication steps, relative to it, that counts as the
/// round-off of a host that computes the same motion, not as a jump.
const NO_JUMP: f64 = 1e-12;

/// What of a surface's change of velocity the given accelerations need not explain, relative to them.
const UNEXPLAINED: f64 = 0.01;

/// Times that differ by less than this part of them, or of a second, are the same point of a signal.
const SAME_TIME: f64 = 1e-9;

/// How surfaces, bodies of known motion and normal loads went up to now, per contact: what is needed to tell
/// a jump from the next sample of a smooth motion.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Past {
    /// Duration of the last communication step, s.
    pub elapsed: f64,
    /// By how much a host's clock may be off the end of a ramp, s.
    late: f64,
    /// Time since the motions and loads were given, s.
    tau: f64,
    /// Acceleration in that step.
    pub acceleration: Vec<f64>,
    /// The given load at its start and its derivative.
    load: Vec<(f64, f64)>,
    /// True if an impact has changed the slip velocity since.
    struck: Vec<bool>,
    /// True if motions are what ramps say: what does not begin where one ended is a jump.
    pub told: bool,
}

impl Past {
    /// Notes the motions and loads that end now, and how long the last communication step was.
    pub fn note(&mut self, numbers: &Numbers, state: &State, elapsed: f64) {
        let tau = state.tau();
        self.tau = tau;
        self.note_step(state, elapsed);
        self.acceleration.clear();
        let rate = |entry: &ContactNumbers| entry.surface_rate(numbers, tau);
        self.acceleration.extend(numbers.contacts.iter().map(rate));
        self.load.clear();
        let load = |entry: &ContactNumbers| {
            (entry.base_load, entry.load_from.map_or(0.0, |load| load.rate))
        };
        self.load.extend(numbers.contacts.iter().map(load));
        self.struck.clear();
        self.struck.resize(numbers.contacts.len(), false);
    }

    fn note_step(&mut self, state: &State, elapsed: f64) {
        self.elapsed = elapsed;
        self.late = SAME_TIME * state.time.abs().max(1.0);
    }

    /// The same where nothing given was accelerated, and no load a ramp.
    pub fn note_calm(&mut self, state: &State, elapsed: f64) {
        let contacts = state.contact_mode.len();
        self.tau = 0.0;
        self.note_step(state, elapsed);
        self.acceleration.clear();
        self.acceleration.resize(contacts, 0.0);
        self.load.clear();
        self.load.resize(contacts, (0.0, 0.0));
        self.struck.clear();
        self.struck.resize(contacts, false);
    }

    /// Notes which slip velocities an impact has changed.
    pub fn note_struck(&mut self, numbers: &Numbers, struck: impl Fn(&ContactNumbers) -> bool) {
        for (own, entry) in self.struck.iter_mut().zip(&numbers.contacts) {
            *own |= struck(entry);
        }
    }

    /// Notes that a contact has been torn off, as if its surface had jumped.
    pub fn note_torn(&mut self, contact: usize) {
        self.struck[contact] = true;
    }

    /// True if the surface of a contact, with the bodies of known motion, has jumped since the state's last modes.
    pub fn surface_has_jumped(&self, numbers: &Numbers, state: &State, contact: usize) -> bool {
        let entry = &numbers.contacts[contact];
        let now = numbers.surface_velocity(contact, state.tau());
        let rate = entry.surface_rate(numbers, 0.0);
        self.has_jumped(contact, state.surface[contact], now, rate)
    }

    /// True if what was held goes on to be, as far as neither an impact nor a jump of its surface tears it off.
    pub fn holds_on(&self, numbers: &Numbers, state: &State, contact: usize) -> bool {
        !self.struck[contact] && !self.surface_has_jumped(numbers, state, contact)
    }

    /// Round-off with which the load of a contact goes on where its ramp ended; 0 where it jumped.
    pub fn load_round_off(&self, contact: usize, entry: &ContactNumbers) -> f64 {
        let (base, rate) = self.load[contact];
        let round_off = LoadNumbers::ramp_round_off(base, rate, self.tau);
        let jump = base + rate * self.tau - entry.base_load;
        if rate != 0.0 && jump.abs() <= round_off { round_off } else { 0.0 }
    }

    /// True if a velocity that should go on from `before` has jumped to `now`. Given accelerations are
    /// held within a step, so that each sample of a smooth motion corrects the last extrapolation by
    /// about half of the acceleration's change times the step (trapezoidal rule): that is no jump, unless
    /// ramps tell all of the motion.
    fn has_jumped(&self, contact: usize, before: f64, now: f64, acceleration: f64) -> bool {
        let jump = now - before;
        let last = self.acceleration[contact];
        let explained = 0.5 * (acceleration - last) * self.elapsed;
        let fastest = acceleration.abs() + last.abs();
        let scale = self.elapsed * fastest;
        let greatest = now.abs().max(before.abs());
        if self.told {
            return jump.abs() > NO_JUMP * greatest.max(scale) + self.late * fastest;
        }
        jump.abs() > NO_JUMP * greatest
            && (jump - explained).abs() > explained.abs() + UNEXPLAINED * scale
    }
}

impl State {
    /// Contacts that are not stuck are not held at a slip velocity.
    pub(in crate::motion) fn release_slips(&mut self) {
        for (held, mode) in self.held_slip.iter_mut().zip(&self.contact_mode) {
            *held = if *mode == ContactMode::Stuck { *held } else { 0.0 };
        }
    }
}

/// Modes of all contacts at the present velocities; marks in `zero` those at w = 0 that a resolution
/// must decide. Of a state that goes on (`past` given), a contact that stood at w = 0 stays there unless
/// its surface jumped.
pub(in crate::motion) fn classify_contacts(
    numbers: &Numbers,
    state: &mut State,
    zero: &mut [bool],
    past: Option<&Past>,
) {
    for (contact, entry) in numbers.contacts.iter().enumerate() {
        let known = numbers.known_part(&entry.row, |motion| motion.velocity);
        let surface = entry.surface.velocity - known;
        let before = std::mem::replace(&mut state.surface[contact], surface);
        let rate = entry.surface_rate(numbers, 0.0);
        let goes_on = past.is_some_and(|past| {
            !past.struck[contact] && !past.has_jumped(contact, before, surface, rate)
        });
        let mode = state.contact_mode[contact];
        let stood = entry.is_held(mode) || state.departure[contact] > 0;
        let (slip, scale) = entry.slip(state);
        let (rests, windowed) = (entry.rests(), entry.sticks_in_motion());
        let stands = stood && goes_on && !windowed;
        let at_rest = rests || stands || slip.abs() <= AT_REST * scale;
        let free = !entry.is_loaded();
        let keeps = windowed && goes_on && entry.is_held(mode);
        let held = if keeps { state.held_slip[contact] } else { slip };
        let near = at_rest || entry.is_within_window(held, scale, state.piece[contact]);
        let holds_on = past.is_some() && entry.is_attached(mode);
        zero[contact] = !free && near && !entry.kinematic && entry.can_stick();
        if windowed {
            state.take_into_window(contact, zero[contact].then_some(held));
        }
        if entry.behaviour == Behaviour::Rolling {
            state.begin_rolling(contact, rests);
        }
        state.departure[contact] = u8::from(at_rest && !free && !zero[contact]);
        state.contact_mode[contact] = if free {
            ContactMode::Free
        } else if zero[contact] || entry.behaviour == Behaviour::Bristle && (at_rest || holds_on) {
            ContactMode::Stuck
        } else if at_rest {
            entry.mode_at_rest(numbers, mode)
        } else {
            ContactMode::of_slip(slip)
        };
        state.enter(entry, contact);
    }
}

/// Modes of what has no memory, as the values say: of springs, and of contacts between ends of given motion.
/// At w = 0 these stay in the mode that they are in, and so do bristles that hold: they need a transition.
pub(in crate::motion) fn classify_memoryless(numbers: &Numbers, state: &mut State) {
    for (spring, entry) in numbers.springs.iter().enumerate() {
        state.spring_mode[spring] = entry.mode_after_jump(state.spring_mode[spring], state);
    }
    for (contact, entry) in numbers.contacts.iter().enumerate() {
        let mode = state.contact_mode[contact];
        if !entry.kinematic || entry.is_attached(mode) {
            continue;
        }
        let (slip, at_rest) = entry.slip_now(state);
        state.departure[contact] = u8::from(at_rest);
        state.contact_mode[contact] = match mode {
            _ if !entry.is_loaded() => ContactMode::Free,
            _ if !at_rest => ContactMode::of_slip(slip),
            ContactMode::Free => ContactMode::Stuck,
            mode => mode,
        };
    }
}
