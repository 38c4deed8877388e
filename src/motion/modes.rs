//! Modes from positions, velocities and loads, where no transition leads to them: at initialisation and
//! after a jump of inputs or parameters.

use super::numbers::{ContactNumbers, LoadNumbers, Numbers, SpringNumbers};
use super::{ContactMode, SpringMode, State};
use crate::laws::{Conditions, Direction, Limits};

/// A slip velocity within this fraction of its terms is exactly 0: round-off of their products and sum.
pub(super) const AT_REST: f64 = 8.0 * f64::EPSILON;

/// How far the margin may fall below what the last resolution left of it before a release is seen, relative
/// to the limits: some 50 units in the last place of forces of their size. A load that grows by the limit in
/// a second is seen 1e-14 s late. Where forces far greater than the limits balance, their round-off may be
/// seen as a release; the resolution allows for that.
pub(super) const MARGIN_TOLERANCE: f64 = 1e-14;

/// Change of a surface's velocity between communication steps, relative to it, that counts as the
/// round-off of a host that computes the same motion, not as a jump.
const NO_JUMP: f64 = 1e-12;

/// What of a surface's change of velocity the given accelerations need not explain, relative to them.
const UNEXPLAINED: f64 = 0.01;

/// Piece of a law with a window that is within it.
pub(super) const WITHIN: usize = 0;

/// Pieces of a law of the slip ratio ([`super::tyre`]).
pub(super) const ROLLING: usize = 0;
pub(super) const LOCKED: usize = 1;
pub(super) const STARTING: usize = 2;

/// A spring's reach or push within this fraction of its terms is exactly 0: round-off of positions.
pub(super) const EDGE: f64 = 1e-13;

/// Round-off of a time that is a sum of two, s.
pub(super) fn time_round_off(time: f64) -> f64 {
    2.0 * f64::EPSILON * time.abs()
}

impl ContactMode {
    /// Mode of a slip velocity that is not 0.
    pub(super) fn of_slip(slip: f64) -> Self {
        if slip > 0.0 { ContactMode::Forward } else { ContactMode::Backward }
    }

    /// Passes through w = 0.
    pub(super) fn reverse(&mut self) {
        *self = match self {
            ContactMode::Forward => ContactMode::Backward,
            ContactMode::Backward => ContactMode::Forward,
            ContactMode::Stuck | ContactMode::Free => *self,
        };
    }

    pub(super) fn slips(self) -> bool {
        matches!(self, ContactMode::Forward | ContactMode::Backward)
    }
}

impl LoadNumbers {
    /// Round-off of a ramp from a value on, `elapsed` (s) later.
    pub fn ramp_round_off(value: f64, rate: f64, elapsed: f64) -> f64 {
        EDGE * (value.abs() + (rate * elapsed).abs())
    }
}

/// How surfaces, bodies of known motion and normal loads went up to now, per contact: what is needed to tell
/// a jump from the next sample of a smooth motion.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// Duration of the last communication step, s.
    pub elapsed: f64,
    /// Acceleration in that step.
    pub acceleration: Vec<f64>,
    /// The given load at its start and its derivative.
    load: Vec<(f64, f64)>,
    /// Whether an impact has changed the slip velocity since.
    struck: Vec<bool>,
}

impl Past {
    /// Notes the motions and loads that end now.
    pub fn note(&mut self, numbers: &Numbers, elapsed: f64) {
        self.elapsed = elapsed;
        self.acceleration.clear();
        let rate = |entry: &ContactNumbers| entry.surface_rate(numbers, elapsed);
        self.acceleration.extend(numbers.contacts.iter().map(rate));
        self.load.clear();
        let load = |entry: &ContactNumbers| {
            (entry.base_load, entry.load_from.map_or(0.0, |load| load.rate))
        };
        self.load.extend(numbers.contacts.iter().map(load));
        self.struck.clear();
        self.struck.resize(numbers.contacts.len(), false);
    }

    /// The same where nothing given was accelerated, and no load a ramp.
    pub fn note_calm(&mut self, contacts: usize, elapsed: f64) {
        self.elapsed = elapsed;
        self.acceleration.clear();
        self.acceleration.resize(contacts, 0.0);
        self.load.clear();
        self.load.resize(contacts, (0.0, 0.0));
        self.struck.clear();
        self.struck.resize(contacts, false);
    }

    /// Notes which slip velocities an impact has changed.
    pub fn note_struck(&mut self, numbers: &Numbers, struck: impl Fn(&ContactNumbers) -> bool) {
        self.struck.clear();
        self.struck.extend(numbers.contacts.iter().map(struck));
    }

    /// Whether the surface of a contact, with the bodies of known motion, has jumped since the state's last modes.
    pub fn surface_has_jumped(&self, numbers: &Numbers, state: &State, contact: usize) -> bool {
        let entry = &numbers.contacts[contact];
        let now = numbers.surface_velocity(contact, state.time - state.origin);
        let rate = entry.surface_rate(numbers, 0.0);
        self.has_jumped(contact, state.surface[contact], now, rate)
    }

    /// Round-off with which the load of a contact goes on where its ramp ended; 0 where it jumped.
    pub fn load_round_off(&self, contact: usize, entry: &ContactNumbers) -> f64 {
        let (base, rate) = self.load[contact];
        let round_off = LoadNumbers::ramp_round_off(base, rate, self.elapsed);
        let jump = base + rate * self.elapsed - entry.base_load;
        if rate != 0.0 && jump.abs() <= round_off { round_off } else { 0.0 }
    }

    /// Whether a velocity that should go on from `before` has jumped to `now`. Given accelerations are
    /// held within a step, so that each sample of a smooth motion corrects the last extrapolation by
    /// about half of the acceleration's change times the step (trapezoidal rule): that is no jump.
    fn has_jumped(&self, contact: usize, before: f64, now: f64, acceleration: f64) -> bool {
        let jump = now - before;
        let last = self.acceleration[contact];
        let explained = 0.5 * (acceleration - last) * self.elapsed;
        let scale = self.elapsed * (acceleration.abs() + last.abs());
        jump.abs() > NO_JUMP * now.abs().max(before.abs())
            && (jump - explained).abs() > explained.abs() + UNEXPLAINED * scale
    }
}

impl State {
    /// A contact is within its window, at the slip velocity `held`, or outside.
    pub(super) fn take_into_window(&mut self, contact: usize, held: Option<f64>) {
        self.held_slip[contact] = held.unwrap_or(0.0);
        match held {
            Some(_) => self.piece[contact] = WITHIN,
            None => self.piece[contact] = self.piece[contact].max(WITHIN + 1),
        }
    }

    /// Contacts that are not stuck are not held at a slip velocity.
    pub(super) fn release_slips(&mut self) {
        for (held, mode) in self.held_slip.iter_mut().zip(&self.contact_mode) {
            *held = if *mode == ContactMode::Stuck { *held } else { 0.0 };
        }
    }
}

/// Modes of all contacts at the present velocities; marks in `zero` those at w = 0 that a resolution
/// must decide. Of a state that goes on (`past` given), a contact that stood at w = 0 stays there unless
/// its surface jumped.
pub(super) fn classify_contacts(
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
        let rests = entry.is_tyre() && entry.speed == 0.0;
        let stands = stood && goes_on && !entry.is_windowed();
        let at_rest = rests || stands || slip.abs() <= AT_REST * scale;
        let free = !entry.is_loaded();
        let keeps = entry.is_windowed() && goes_on && entry.is_held(mode);
        let held = if keeps { state.held_slip[contact] } else { slip };
        let near = at_rest || entry.is_within_window(held, scale, state.piece[contact]);
        let holds_on = past.is_some() && entry.is_attached(mode);
        zero[contact] = !free && near && !entry.kinematic && entry.can_stick();
        if entry.is_windowed() {
            state.take_into_window(contact, zero[contact].then_some(held));
        }
        if entry.is_tyre() {
            state.piece[contact] = if rests { STARTING } else { ROLLING };
        }
        state.departure[contact] = u8::from(at_rest && !free && !zero[contact]);
        state.contact_mode[contact] = if free {
            ContactMode::Free
        } else if zero[contact] || entry.law.kind().attaches() && (at_rest || holds_on) {
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
pub(super) fn classify_memoryless(numbers: &Numbers, state: &mut State) {
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

impl Numbers {
    /// Notes which contacts are held at an edge of their windows, but for round-off; whether that changed.
    pub fn take_edges(&mut self, state: &State) -> bool {
        let mut changed = false;
        for (entry, held) in self.contacts.iter_mut().zip(&state.held_slip) {
            let window = entry.law.window();
            let at_edge = || {
                let scale = entry.velocity_scale(&state.velocity, state.time - state.origin);
                held.abs() >= window - EDGE * (scale + window)
            };
            let outwards = if *held > 0.0 { Direction::Forward } else { Direction::Backward };
            let edge = (entry.is_windowed() && at_edge()).then_some(outwards);
            changed |= edge != entry.edge;
            entry.edge = edge;
        }
        changed
    }
}

impl ContactNumbers {
    /// Slip velocity in a state, and whether it is 0 but for round-off.
    pub fn slip_now(&self, state: &State) -> (f64, bool) {
        let (slip, scale) = self.slip(state);
        (slip, slip.abs() <= AT_REST * scale)
    }

    /// Whether the contact may stick at slip velocities w ≠ 0.
    pub fn is_windowed(&self) -> bool {
        self.law.window() > 0.0
    }

    /// Limits at the edge of a window: to leave it takes what resists the slip beyond, if that is more than what holds
    /// within.
    pub fn at_edge(&self, mut limits: Limits, at: Conditions) -> Limits {
        let window = self.law.window();
        let beyond = |direction: Direction| {
            self.law.dry_limits(window, at).of(direction) + self.law.viscous() * window
        };
        match self.edge {
            Some(Direction::Forward) => {
                limits.forward = limits.forward.max(beyond(Direction::Forward))
            }
            Some(Direction::Backward) => {
                limits.backward = limits.backward.max(beyond(Direction::Backward));
            }
            None => {}
        }
        limits
    }

    /// Whether w is within a window: at its edge, but for round-off of velocities of the size of `scale`, as
    /// the piece of the law says.
    pub fn is_within_window(&self, slip: f64, scale: f64, piece: usize) -> bool {
        let window = self.law.window();
        let round_off = EDGE * (scale + window);
        let edge = if piece == WITHIN { window + round_off } else { window - round_off };
        self.is_windowed() && slip.abs() < edge
    }

    /// Whether the contact slips within its window, where ±Fs resists the load.
    pub fn yields(&self, mode: ContactMode, piece: usize) -> bool {
        self.is_windowed() && mode.slips() && piece == WITHIN
    }

    /// Slip velocity in a state, and the sum of its terms' magnitudes.
    pub fn slip(&self, state: &State) -> (f64, f64) {
        let surface = self.surface.velocity_at(state.time - state.origin);
        let terms = self.row.terms().map(|(body, q)| (q * state.velocity[body]).abs());
        (self.row.apply(&state.velocity) - surface, terms.sum::<f64>() + surface.abs())
    }

    /// Acceleration at which the contact would stay stuck, as far as surface and known motions decide.
    fn surface_rate(&self, numbers: &Numbers, tau: f64) -> f64 {
        let known = numbers.known_part(&self.row, |motion| motion.acceleration_at(tau));
        self.surface.acceleration_at(tau) - known
    }

    /// By how much the slip velocity is off where surfaces and bodies of known motion move, since they are where
    /// they are at the rounded time.
    pub(super) fn known_round_off(&self, numbers: &Numbers, tau: f64, time: f64) -> f64 {
        self.surface_rate(numbers, tau).abs() * time_round_off(time)
    }

    /// Mode at w = 0 of a contact that the kernel does not decide: between known motions the relative
    /// acceleration does; without dry friction the mode does not matter and stays what it was.
    fn mode_at_rest(&self, numbers: &Numbers, mode: ContactMode) -> ContactMode {
        let rate = -self.surface_rate(numbers, 0.0);
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
}

impl SpringMode {
    /// Whether the spring exerts its force.
    pub(super) fn acts(self) -> bool {
        !matches!(self, SpringMode::Gap | SpringMode::Lifted)
    }
}

impl SpringNumbers {
    /// Mode from deflection and its rate.
    pub fn mode(&self, state: &State) -> SpringMode {
        self.mode_at(self.deflection(&state.position), self.row.apply(&state.velocity))
    }

    /// The mode that a spring without freeplay always has.
    pub fn only_mode(&self) -> Option<SpringMode> {
        (self.freeplay == 0.0).then_some(SpringMode::Bilateral)
    }

    /// Mode at a deflection and its rate.
    pub fn mode_at(&self, e: f64, rate: f64) -> SpringMode {
        if let Some(mode) = self.only_mode() {
            mode
        } else if e.abs() <= self.freeplay {
            SpringMode::Gap
        } else if self.push(e, rate) < 0.0 {
            SpringMode::Lifted
        } else if e > 0.0 {
            SpringMode::Right
        } else {
            SpringMode::Left
        }
    }

    /// Mode after a jump: the present one where round-off alone would decide between it and another.
    pub fn mode_after_jump(&self, mode: SpringMode, state: &State) -> SpringMode {
        if let Some(mode) = self.only_mode() {
            return mode;
        }
        let e = self.deflection(&state.position);
        let velocities: f64 =
            self.row.terms().map(|(body, q)| (q * state.velocity[body]).abs()).sum();
        let reach = self.deflection_scale(&state.position) + self.freeplay;
        let push = self.stiffness.abs() * reach + self.damping * velocities;
        let at_edge = (e.abs() - self.freeplay).abs() <= EDGE * reach;
        let in_reach = mode != SpringMode::Gap && e.abs() > self.freeplay;
        let rate = self.row.apply(&state.velocity);
        let at_lift = in_reach && self.push(e, rate).abs() <= EDGE * push;
        if at_edge || at_lift { mode } else { self.mode(state) }
    }

    /// Force with which the spring would push.
    fn push(&self, e: f64, rate: f64) -> f64 {
        self.stiffness * (e.abs() - self.freeplay) + self.damping * e.signum() * rate
    }
}
