//! Contacts that stick at w = 0 and slip elsewhere: their friction along a step, and where they arrive, turn, or slip on to
//! another branch of their law. What other behaviours have of their own takes the place of that.

use super::change::Change;
use super::friction::Along;
use super::states::Motions;
use super::{Behaviour, ContactData};
use crate::dynamics::elements::formula::edges;
use crate::dynamics::events::guards::{Guards, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::rounding::{EDGE, time_round_off};
use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::laws::Argument;

impl ContactData {
    /// Returns the acceleration at which the contact would stay stuck, as far as surface and known motions decide.
    pub(super) fn surface_rate(&self, system: &System, tau: f64) -> f64 {
        let known = system.known_part(&self.row, |motion| motion.acceleration_at(tau));
        self.surface.acceleration_at(tau) - known
    }

    /// Returns the error of the slip velocity where surfaces and bodies of known motion move, m/s or rad/s: they are
    /// where they are at the rounded time.
    pub fn known_round_off(&self, system: &System, tau: f64, time: f64) -> f64 {
        self.surface_rate(system, tau).abs() * time_round_off(time)
    }

    /// Returns the mode at w = 0 of a contact that the kernel does not decide: between known motions the relative
    /// acceleration does; without dry friction the mode does not matter and stays what it was.
    pub(super) fn mode_at_rest(&self, system: &System, mode: ContactMode) -> ContactMode {
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

    /// Returns the rate at which friction that is smooth at w = 0 makes the slip velocity decay there, 1/s; only bodies
    /// with mass count.
    pub fn settling(&self, system: &System, at: (usize, &State)) -> f64 {
        if self.evolves() && !self.law.is_regularised() {
            return 0.0;
        }
        self.secant(at, 0.0) * system.mobility(&self.row)
    }
}

impl Expansion {
    /// Returns coefficient k of the friction force of a contact; 0 where the kernel finds it.
    pub fn friction_of(&mut self, system: &System, start: &Start, contact: usize, k: usize) -> f64 {
        let (entry, mode) = (&system.contacts[contact], start.contacts[contact].mode());
        let evolves = entry.evolves();
        if mode == ContactMode::Stuck && !(evolves || entry.kinematic) {
            return 0.0;
        }
        let of_states = if evolves {
            let Self { internals, slip, pressing, position, velocity, .. } = self;
            let passes = if system.varies { 0.0 } else { 1.0 };
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
                let known = || entry.known_round_off(system, start.tau, start.time);
                let rounded = || known() + self.rounded[system.island_of(&entry.row)];
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
    /// Finds the guards of a contact in its mode.
    pub fn contact(
        &mut self,
        system: &System,
        contact: usize,
        expansion: &mut Expansion,
        state: &State,
    ) {
        let (entry, mode) = (&system.contacts[contact], state.contacts[contact].mode());
        let rolls = entry.behaviour == Behaviour::Rolling;
        self.internal(system, contact, expansion, state);
        self.pieces(system, contact, expansion, state);
        let Some(direction) = mode.direction() else {
            if rolls && mode == ContactMode::Stuck {
                self.rolling(system, contact, expansion, state);
            }
            return;
        };
        let sign = direction.sign();
        if entry.yields(mode, expansion.sliding.piece(contact)) {
            return self.window(entry, (contact, sign), expansion, state);
        }
        self.passage(system, (contact, sign), expansion, state);
        if rolls {
            self.rolling(system, contact, expansion, state);
        } else {
            self.breakpoints(system, contact, expansion, state);
        }
    }

    /// Finds the guard of a slipping contact at w = 0, its slip velocity in its direction.
    fn passage(
        &mut self,
        system: &System,
        (contact, sign): (usize, f64),
        expansion: &mut Expansion,
        state: &State,
    ) {
        let (entry, order) = (&system.contacts[contact], expansion.order + 1);
        let plain =
            state.contacts[contact].leading_zeros() == 0 && !entry.rolls() && !entry.kinematic;
        let start = sign * expansion.slip.at(0, contact);
        if plain && self.stays(start, contact) {
            return;
        }
        expansion.slip.copy(contact, order, &mut self.polynomial);
        let zeros = usize::from(state.contacts[contact].leading_zeros());
        self.polynomial[..zeros].fill(0.0);
        self.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
        let turns = entry.is_continuous();
        if entry.rolls() {
            self.polynomial[0] -= entry.no_slip();
            self.arm(2.0 * entry.no_slip());
        } else if entry.kinematic {
            self.arm(entry.known_round_off(system, state.tau(), state.time));
        } else if turns {
            self.record_round_off(system, expansion, state);
            self.polynomial[0] += expansion.slip_round_off(system, state, contact);
        }
        if zeros == 1 && self.leaves_at_once() {
            self.arm_rate(expansion.rate_round_off(system, state.time, entry));
        }
        if zeros > 0 && system.massless {
            self.record_round_off(system, expansion, state);
            if let Some(massless_drift) =
                expansion.massless_drift_round_off(system, state.time, contact)
            {
                self.arm_derivatives(zeros, order, massless_drift);
            }
        }
        let next = if turns { Change::Turn } else { Change::Arrival };
        let next = Transition::Contact(contact, next);
        if plain && !turns {
            return self.consider_slip(order, next, |guards| {
                guards.record_round_off(system, expansion, state);
                expansion.slip_round_off(system, state, contact)
            });
        }
        self.consider(order, next);
    }

    /// Finds the edges of the branch of its law on which a contact slips.
    fn breakpoints(
        &mut self,
        system: &System,
        contact: usize,
        expansion: &Expansion,
        state: &State,
    ) {
        let entry = &system.contacts[contact];
        let Some(direction) = state.contacts[contact].mode().direction() else {
            return;
        };
        let breakpoints = entry.law.kinks(direction);
        // A load that does not change is on no edge.
        if breakpoints.is_empty() || entry.law.kind().argument() != Argument::Slip {
            return;
        }
        let piece = expansion.sliding.piece(contact);
        let scale = entry.velocity_scale(expansion.velocity.row(0), state.tau());
        let known = entry.known_round_off(system, state.tau(), state.time);
        let rounded = known + expansion.rounded[system.island_of(&entry.row)];
        for (sign, next, breakpoint) in edges(piece, |level| breakpoints.get(level).copied()) {
            let order = expansion.order + 1;
            expansion.slip.copy(contact, order, &mut self.polynomial);
            let factor = sign * direction.sign();
            self.polynomial[..=order].iter_mut().for_each(|c| *c *= factor);
            let zeros = usize::from(state.contacts[contact].leading_zeros());
            self.polynomial[..zeros].fill(0.0);
            self.polynomial[0] -= sign * breakpoint;
            if zeros == 0 {
                let round_off = EDGE * (scale + breakpoint) + rounded;
                self.arm(round_off);
                if self.leaves_at_once() {
                    // Friction on the branch is known no better than w, and neither is the rate.
                    let inside = direction.sign() * (breakpoint + sign * round_off);
                    let steepness = entry.law.slope(inside, entry.conditions()).abs();
                    let by_slip = system.rate_by_force(&entry.row) * steepness * round_off;
                    self.arm_rate(expansion.rate_round_off(system, state.time, entry) + by_slip);
                }
            }
            self.consider(order, Transition::Contact(contact, entry.change_to(next)));
        }
    }
}
