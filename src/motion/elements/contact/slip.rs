//! Contacts that stick at w = 0 and slip elsewhere: their friction along a step, and where they arrive, turn, or slip on to
//! another piece of their law. What other behaviours have of their own takes the place of that.

use super::change::Change;
use super::friction::Along;
use super::states::Motions;
use super::{Behaviour, ContactNumbers};
use crate::laws::Argument;
use crate::motion::elements::formula::edges;
use crate::motion::events::guards::{Guards, Transition};
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::{EDGE, time_round_off};
use crate::motion::start::Start;
use crate::motion::{ContactMode, State};

impl ContactNumbers {
    /// Acceleration at which the contact would stay stuck, as far as surface and known motions decide.
    pub(super) fn surface_rate(&self, numbers: &Numbers, tau: f64) -> f64 {
        let known = numbers.known_part(&self.row, |motion| motion.acceleration_at(tau));
        self.surface.acceleration_at(tau) - known
    }

    /// By how much the slip velocity is off where surfaces and bodies of known motion move, since they are where
    /// they are at the rounded time.
    pub fn known_round_off(&self, numbers: &Numbers, tau: f64, time: f64) -> f64 {
        self.surface_rate(numbers, tau).abs() * time_round_off(time)
    }

    /// Mode at w = 0 of a contact that the kernel does not decide: between known motions the relative
    /// acceleration does; without dry friction the mode does not matter and stays what it was.
    pub(super) fn mode_at_rest(&self, numbers: &Numbers, mode: ContactMode) -> ContactMode {
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

    /// How fast friction that is smooth at w = 0 makes the slip velocity die away there, 1/s; bodies without mass take
    /// no time.
    pub fn settling(&self, numbers: &Numbers, at: (usize, &State)) -> f64 {
        if self.evolves() && !self.law.is_regularised() {
            return 0.0;
        }
        self.secant(at, 0.0) * numbers.mobility(&self.row)
    }
}

impl Flow {
    /// Coefficient k of the friction force of a contact; 0 where the kernel finds it.
    pub fn friction_of(
        &mut self,
        numbers: &Numbers,
        start: &Start,
        contact: usize,
        k: usize,
    ) -> f64 {
        let (entry, mode) = (&numbers.contacts[contact], start.contact_mode[contact]);
        let evolves = entry.evolves();
        if mode == ContactMode::Stuck && !(evolves || entry.kinematic) {
            return 0.0;
        }
        let of_states = if evolves {
            let Self { internals, slip, pressing, position, velocity, .. } = self;
            let passes = if numbers.varies { 0.0 } else { 1.0 };
            let along = Motions { slip, pressing, position, velocity, passes };
            internals.coefficient(entry, contact, start, along, k)
        } else {
            0.0
        };
        match mode.direction() {
            _ if !entry.is_loaded() => 0.0,
            Some(_) if evolves => of_states,
            None if entry.is_attached(mode) => of_states,
            Some(direction) => {
                let (slip, velocity, pressing) = (&self.slip, &self.velocity, &self.pressing);
                let known = || entry.known_round_off(numbers, start.tau, start.time);
                let rounded = || known() + self.rounded[numbers.island_of(&entry.row)];
                let rounded = if k == 0 { rounded() } else { 0.0 };
                let motion = Along { slip, velocity, pressing, rounded };
                self.sliding.coefficient(entry, contact, direction, start, motion, k)
            }
            None if mode == ContactMode::Stuck && entry.kinematic => match k {
                0 => entry.held(start.tau),
                1 => entry.held_rate(start.tau),
                _ => 0.0,
            },
            None => 0.0,
        }
    }
}

impl Guards {
    /// The guards of a contact in its mode.
    pub fn contact(&mut self, numbers: &Numbers, contact: usize, flow: &mut Flow, state: &State) {
        let (entry, mode) = (&numbers.contacts[contact], state.contact_mode[contact]);
        let rolls = entry.behaviour == Behaviour::Rolling;
        self.internal(numbers, contact, flow, state);
        self.pieces(numbers, contact, flow, state);
        let Some(direction) = mode.direction() else {
            if rolls && mode == ContactMode::Stuck {
                self.rolling(numbers, contact, flow, state);
            }
            return;
        };
        let sign = direction.sign();
        if entry.yields(mode, flow.sliding.piece(contact)) {
            return self.window(entry, (contact, sign), flow, state);
        }
        self.passage(numbers, (contact, sign), flow, state);
        if rolls {
            self.rolling(numbers, contact, flow, state);
        } else {
            self.kinks(numbers, contact, flow, state);
        }
    }

    /// The guard of a slipping contact at w = 0, its slip velocity in its direction.
    fn passage(
        &mut self,
        numbers: &Numbers,
        (contact, sign): (usize, f64),
        flow: &mut Flow,
        state: &State,
    ) {
        let (entry, order) = (&numbers.contacts[contact], flow.order + 1);
        let plain = state.departure[contact] == 0 && !entry.rolls() && !entry.kinematic;
        let start = sign * flow.slip.at(0, contact);
        if plain && self.stays(start, contact) {
            return;
        }
        flow.slip.copy(contact, order, &mut self.polynomial);
        let zeros = usize::from(state.departure[contact]);
        self.polynomial[..zeros].fill(0.0);
        self.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
        let turns = entry.is_continuous();
        if entry.rolls() {
            self.polynomial[0] -= entry.no_slip();
            self.arm(2.0 * entry.no_slip());
        } else if entry.kinematic {
            self.arm(entry.known_round_off(numbers, state.tau(), state.time));
        } else if turns {
            self.note_round_off(numbers, flow, state);
            self.polynomial[0] += flow.slip_round_off(numbers, state, contact);
        }
        if zeros == 1 && self.leaves_at_once() {
            self.arm_rate(flow.rate_round_off(numbers, state.time, entry));
        }
        if zeros > 0 && numbers.massless {
            self.note_round_off(numbers, flow, state);
            if let Some(creep) = flow.creep_round_off(numbers, state.time, contact) {
                self.arm_derivatives(zeros, order, creep);
            }
        }
        let next = if turns { Change::Turn } else { Change::Arrival };
        self.consider(order, Transition::Contact(contact, next));
    }

    /// The edges of the piece of its law on which a contact slips.
    fn kinks(&mut self, numbers: &Numbers, contact: usize, flow: &Flow, state: &State) {
        let entry = &numbers.contacts[contact];
        let Some(direction) = state.contact_mode[contact].direction() else {
            return;
        };
        let kinks = entry.law.kinks(direction);
        // A load that does not change is on no edge.
        if kinks.is_empty() || entry.law.kind().argument() != Argument::Slip {
            return;
        }
        let piece = flow.sliding.piece(contact);
        let scale = entry.velocity_scale(flow.velocity.row(0), state.tau());
        let known = entry.known_round_off(numbers, state.tau(), state.time);
        let rounded = known + flow.rounded[numbers.island_of(&entry.row)];
        for (sign, next, kink) in edges(piece, |level| kinks.get(level).copied()) {
            let order = flow.order + 1;
            flow.slip.copy(contact, order, &mut self.polynomial);
            let factor = sign * direction.sign();
            self.polynomial[..=order].iter_mut().for_each(|c| *c *= factor);
            let zeros = usize::from(state.departure[contact]);
            self.polynomial[..zeros].fill(0.0);
            self.polynomial[0] -= sign * kink;
            if zeros == 0 {
                let round_off = EDGE * (scale + kink) + rounded;
                self.arm(round_off);
                if self.leaves_at_once() {
                    // Friction on the piece is known no better than w, and neither is the rate.
                    let inside = direction.sign() * (kink + sign * round_off);
                    let steepness = entry.law.slope(inside, entry.conditions()).abs();
                    let by_slip = numbers.rate_by_force(&entry.row) * steepness * round_off;
                    self.arm_rate(flow.rate_round_off(numbers, state.time, entry) + by_slip);
                }
            }
            self.consider(order, Transition::Contact(contact, entry.change_to(next)));
        }
    }
}
