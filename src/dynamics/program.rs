//! The equations of motion in one set of modes as flat lists, where all forces are linear.
//!
//! A mode set is compiled once and runs as long as it lasts: springs that act, contacts that slip or stick, and bodies with what
//! moves them. New inputs change forces and loads alone. With M v' = f − K z − D v the coefficients of the motion follow from
//! each other,
//!
//! ```text
//!   v_(k+1) = W f_k / (k + 1),    z_(k+1) = v_k / (k + 1),    f_k = −K z_k − D v_k    (k ≥ 1),
//! ```
//! W the mobility of the clusters of stuck contacts. From order 3 on all are linear in f₁ and f₂: the propagator of a step of
//! one length ([`propagator`]) is the sum of their series. It stands for a step that has no transition ([`step`]), which most
//! steps of a host with new inputs are.

mod mode_set;
mod propagator;
mod step;

use super::State;
use super::system::System;
use crate::gauss::Contact;
use mode_set::{MOST_BODIES, Program};
use step::{Room, Step};

/// Greatest position and velocity that a step may reach, m or rad and per second: products of them are numbers.
const GREATEST: f64 = 1e150;

/// Number of mode sets that are kept.
const KEPT: usize = 8;

/// Programs of the last mode sets, and room to run them.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    kept: Vec<Program>,
    /// The one that is replaced next, and the one in use.
    oldest: usize,
    current: usize,
    room: Room,
}

impl Programs {
    /// Makes room for the mode sets of a network; none if its forces are not linear, or its bodies too many.
    pub fn resize(&mut self, system: &System) {
        self.kept.clear();
        (self.oldest, self.current) = (0, 0);
        if !is_linear(system) {
            return;
        }
        self.kept.resize_with(KEPT, Program::default);
        self.kept.iter_mut().for_each(|program| program.reserve(system));
        self.room.resize(system);
    }

    /// Returns the number of bodies for which there are programs; None if there are none.
    pub fn bodies(&self, system: &System) -> Option<usize> {
        (!self.kept.is_empty()).then_some(system.bodies.len())
    }

    /// Makes the program of the modes of a state, unless there is one; true if the motion in these modes is linear, with
    /// determinate forces.
    pub fn choose(&mut self, system: &System, state: &State) -> bool {
        if !self.kept[self.current].is_of(system, state) {
            let found = self.kept.iter().position(|program| program.is_of(system, state));
            self.current = found.unwrap_or_else(|| {
                let place = self.oldest;
                self.oldest = (place + 1) % KEPT;
                self.kept[place].compile(system, state);
                // Parameters may bend what was linear at the start.
                self.kept[place].is_linear &= is_linear(system);
                place
            });
        }
        self.kept[self.current].is_linear
    }

    /// Makes the step of a length, s, in the modes chosen last, with the forces that the system has; `limits` are those of stuck
    /// contacts, and steps of the same length were like `like`, s. False where a transition is not excluded.
    pub fn step(
        &mut self,
        system: &System,
        state: &State,
        limits: &[Contact],
        (length, like): (f64, f64),
    ) -> bool {
        let Self { kept, current, room, .. } = self;
        let program = &mut kept[*current];
        if !program.prepare(system, like, [&mut room.residual, &mut room.lambda]) {
            return false;
        }
        room.start.length = length;
        program.start(system, state, room);
        let stays = program.holds(limits, room)
            && program.stays_in_gaps(system, state, &room.start)
            && program.take_slipping(system, state, room);
        if !stays {
            return false;
        }
        program.take_motion(system, state, room);
        let Step { position, velocity, impulse, dissipated } = &room.step;
        let moved = position.iter().chain(velocity);
        moved.fold(true, |sane, x| sane & (x.abs() <= GREATEST))
            && impulse.iter().chain(dissipated).fold(true, |finite, x| finite & x.is_finite())
    }

    /// Returns the step made last.
    pub fn last(&self) -> &Step {
        &self.room.step
    }
}

/// True if the forces of a system are linear in any modes, whatever the inputs, and nothing is prescribed.
fn is_linear(system: &System) -> bool {
    let moves_freely = !(system.prescribed || system.massless || system.varies);
    system.linear
        && moves_freely
        && system.bodies.len() <= MOST_BODIES
        && system.forces.is_empty()
        && system.blocks.is_empty()
        && system.ports.is_empty()
        && system.hysteresis == 0.0
        && !(system.one_way || system.evolving)
        && system.contacts.iter().all(|entry| entry.is_of_slip() && !entry.kinematic)
}
