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
//! one length ([`propagator`]) is the sum of their series. It stands for a step that has no transition, which most steps of a
//! host with new inputs are.

mod mode_set;
mod propagator;
pub(in crate::dynamics) mod rows;
mod step;

use super::events::resolve::Resolver;
use super::methods::taylor::mode_set_use::mode_sets;
use super::start::Start;
use super::system::System;
use super::{ContactState, Observation, State};
use crate::gauss::Contact;
use mode_set::{Grouping, MOST_BODIES, Program};
use propagator::Propagator;
use step::{Room, Step};

/// Greatest sum of positions and velocities that a step may reach, m or rad and per second: products of them are numbers.
const GREATEST: f64 = 1e150;

/// Number of mode sets that are kept, and of the terms of their propagators, at most: a quarter of a megabyte. Three gear meshes
/// that rattle come back to some hundred sets; to make a propagator again takes as long as two steps by expansions.
const KEPT: usize = 96;
const TERMS: usize = 1 << 15;

/// Programs of the last mode sets, and room to run them.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    kept: Vec<Program>,
    /// The one that is replaced next, and the one in use.
    oldest: usize,
    current: usize,
    grouping: Grouping,
    room: Room,
}

impl Programs {
    /// Makes room for the mode sets of a network; none if its bodies are too many, or there are forces by formula. Whether its
    /// forces are linear depends on parameters, and is found with these: a saved motion may have others.
    pub fn resize(&mut self, system: &System) {
        self.kept.clear();
        (self.oldest, self.current) = (0, 0);
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        if bodies > MOST_BODIES || !system.forces.is_empty() {
            return;
        }
        let size = Propagator::size(bodies, contacts, system.springs.len());
        let most =
            (TERMS / size.max(1)).clamp(1, KEPT).min(mode_sets(contacts, system.springs.len()));
        self.kept.resize_with(most, Program::default);
        self.kept.iter_mut().for_each(|program| program.reserve(system));
        self.grouping.resize(system);
        self.room.resize(system);
    }

    /// Returns the number of bodies for which there may be programs; None if forces are not linear.
    pub fn bodies(&self, system: &System) -> Option<usize> {
        (!self.kept.is_empty() && is_linear(system)).then_some(system.bodies.len())
    }

    /// Makes the program of the modes of a state, unless there is one; true if the motion in these modes is linear, with
    /// determinate forces.
    pub fn choose(&mut self, system: &System, state: &State) -> bool {
        if !self.kept[self.current].is_of(system, state) {
            let number = state.mode_set();
            let is_of =
                |program: &Program| program.mode_set == number && program.is_of(system, state);
            let found = self.kept.iter().position(is_of);
            self.current = found.unwrap_or_else(|| {
                let place = self.oldest;
                self.oldest = (place + 1) % self.kept.len();
                self.kept[place].compile(system, state, &mut self.grouping);
                place
            });
            // Of contacts that neither slip nor stick nothing is written.
            self.room.step.impulse.fill(0.0);
            self.room.step.dissipated.fill(0.0);
            self.room.start.is_still = false;
        }
        self.kept[self.current].is_determinate
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
        if !program.prepare(system, like, &mut room.columns) {
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
        // Sums are numbers if all terms are.
        let moved: f64 = position.iter().zip(velocity).map(|(z, v)| z.abs() + v.abs()).sum();
        let done: f64 =
            impulse.iter().zip(dissipated).map(|(impulse, energy)| impulse + energy).sum();
        moved <= GREATEST && done.is_finite()
    }

    /// Evaluates the outputs of a state if the motion is linear in its modes; true if it did.
    pub fn observe(
        &mut self,
        (system, resolver): (&System, &mut Resolver),
        state: &State,
        now: &mut Observation,
    ) -> bool {
        let is_plain = || !system.accelerated && state.contacts.iter().all(ContactState::is_plain);
        if self.bodies(system).is_none() || !is_plain() {
            return false;
        }
        self.choose(system, state);
        let Self { kept, current, room, grouping, .. } = self;
        let program = &kept[*current];
        if program.is_linear {
            program.observe((system, resolver), &Start::of(state), now, (room, grouping));
        }
        program.is_linear
    }

    /// Returns the step made last.
    pub fn last(&mut self) -> &mut Step {
        &mut self.room.step
    }
}

/// True if the forces of a system are linear in any modes, whatever the inputs, and nothing is prescribed.
fn is_linear(system: &System) -> bool {
    let moves_freely = !(system.prescribed || system.massless || system.varies);
    system.linear
        && moves_freely
        && system.blocks.is_empty()
        && system.ports.is_empty()
        && system.hysteresis == 0.0
        && !(system.one_way || system.evolving)
        && system.of_slip
}
