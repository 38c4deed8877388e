//! Search for the contacts of massless bodies that slip: decided by velocities, and by their rates at w = 0. Ranges of
//! contacts that stood are widened by the least distance from a limit that counts: so close to it, rates decide.
//!
//! *Velocities.* In a resolution all contacts of massless bodies are in the kernel with K = 0: forces
//! balance, λ = C w + F Sgn(w), and β holds the velocities of bodies with mass. Velocities may jump. A
//! contact that stood at w = 0 holds up to its static limit in both directions, one that slips only in
//! the direction in which it does not, as a body of small mass would, whose velocity passes through 0.
//!
//! *Rates.* Contacts that then stand at w = 0 are part of the problem for accelerations (see
//! [`super`]), which leaves open what massless bodies do where λ is at its limit: an instant later
//! C w + λ must still balance. With the accelerations of bodies with mass given, the kernel with K = 0
//! and the rates of the forces finds v̇: a λ within its limits holds, one at a limit may only fall, one
//! of a slipping contact is C ẇ. A contact that moves in it begins to slip with w = 0, ẇ ≠ 0.
//!
//! These problems are posed in the coordinates of massless clusters ([`crate::dynamics::algebraic`]).

mod rates;
mod room;

pub(super) use room::Massless;

use super::diagnostics::check_forces;
use super::{ResolveError, Resolved, Resolver, Trigger};
use crate::dynamics::expansion::{Expansion, Moved, Start};
use crate::dynamics::system::{ContactData, System};
use crate::dynamics::tolerances::EDGE;
use crate::dynamics::{ContactMode, ContactState, State};
use crate::gauss::{Contact, KernelError, Row};

/// Regularising mass of a massless body, as a fraction of the mass that its contacts join it to. The
/// kernel then sees slips above some 1e-8 of an acceleration, and [`Resolver::accelerate`] takes
/// what the regularising mass changes back with few repetitions.
const REGULARISING_MASS: f64 = 1e-6;

/// Returns the greatest sum of magnitudes of velocities that make a slip velocity on a connected component.
fn greatest_velocity(system: &System, state: &State, component: usize) -> f64 {
    let tau = state.tau();
    let scale = |entry: &ContactData| entry.velocity_scale(&state.velocity, tau);
    let own = system.contacts.iter().filter(|entry| system.component_of(&entry.row) == component);
    own.map(scale).fold(0.0, f64::max)
}

impl Resolver {
    /// Puts regularising masses in place of masses that are 0: fractions of the mass of the nearest body that has one,
    /// as contacts transmit it; of 1 where there is none.
    pub(super) fn regularising_mass(&mut self, system: &System) {
        let mass = &mut self.mass;
        loop {
            let mut any = false;
            for row in &system.rows {
                let Some((i, q_i, j, q_j)) = row.pair() else { continue };
                let through = |from: usize, ratio: f64| {
                    let own = if system.mass[from] > 0.0 { REGULARISING_MASS } else { 1.0 };
                    // Positive, so that none is found twice.
                    (own * mass[from] * ratio * ratio).max(f64::MIN_POSITIVE)
                };
                if mass[i] == 0.0 && mass[j] > 0.0 {
                    (mass[i], any) = (through(j, q_i / q_j), true);
                } else if mass[j] == 0.0 && mass[i] > 0.0 {
                    (mass[j], any) = (through(i, q_j / q_i), true);
                }
            }
            if !any {
                break;
            }
        }
        mass.iter_mut().filter(|mass| **mass == 0.0).for_each(|mass| *mass = REGULARISING_MASS);
    }

    /// Makes room for the problems with K = 0 ([`Resolver::preallocate`]): every contact and every damper slips.
    pub(super) fn preallocate_massless(&mut self, system: &System) {
        let Self { kernel, massless, .. } = self;
        let bodies = system.mass.len();
        let dampers = system.elastic().map(|spring| spring.row);
        let damper = |row: &Row, limit: f64| {
            let (lower, upper) = (-limit, limit);
            Contact { row: *row, beta: 0.0, lower, upper, viscous: 1.0 }
        };
        massless.contacts.clear();
        massless.contacts.extend(system.rows.iter().map(|row| damper(row, 1.0)));
        massless.contacts.extend(dampers.map(|row| damper(&system.over_unknown(&row), 0.0)));
        let ground = |body| Row { i: Some(body), q_i: 1.0, j: None, q_j: 0.0 };
        massless.contacts.extend((0..bodies).map(|body| damper(&ground(body), 0.0)));
        massless.index.clear();
        massless.index.extend(0..system.rows.len());
        massless.mass.clear();
        massless.mass.resize(bodies, 0.0);
        for load in [0.5, 1.5, 10.0] {
            massless.load.clear();
            massless.load.extend((0..bodies).map(|body| if body % 2 == 0 { load } else { -load }));
            let Massless { contacts, mass, load, solution, .. } = &mut *massless;
            // Dampers resist every body, and unit limits contradict nothing.
            let _ = kernel.solve(&*mass, load, contacts, solution);
        }
        massless.taken_back.resize(bodies, 0.0);
        massless.motion.reserve_exact(3 * system.bodies.len());
        massless.round_off.reserve_exact(system.contacts.len());
        massless.states.resize(system.contacts.len(), ContactState::FREE);
        massless.modes_before.resize(system.contacts.len(), ContactMode::Free);
    }

    /// Begins a resolution: every contact of a massless body is to be decided. At the start of a motion
    /// their velocities are not known, and all hold in both directions.
    pub(super) fn begin_massless(&mut self, system: &System, state: &State, trigger: Trigger) {
        let massless = &mut self.massless;
        massless.modes_before.clear();
        massless.modes_before.extend(state.contact_modes());
        for (contact, entry) in system.contacts.iter().enumerate() {
            let touches = massless.touching[contact];
            if self.candidates[contact] || (trigger == Trigger::Start && touches) {
                massless.modes_before[contact] = ContactMode::Stuck;
            }
            self.sticking[contact] |= touches && entry.can_stick();
        }
    }

    /// Finds the velocities of massless bodies with the present set S, and the contacts of these at w = 0. False:
    /// contacts left S.
    pub(super) fn decide_velocities(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<bool> {
        let massless = &mut self.massless;
        massless.states.clone_from(&state.contacts);
        massless.index.clear();
        for contact in 0..system.contacts.len() {
            if massless.touching[contact] {
                massless.states[contact].change(ContactMode::Free);
                massless.index.push(contact);
            } else if self.candidates[contact] {
                massless.states[contact].change(ContactMode::Stuck);
            }
        }
        if massless.index.is_empty() {
            return Ok(true);
        }
        let start = Start { contacts: &massless.states, ..Start::of(state) };
        expansion.start(system, &start);
        expansion.rest(system, &start, 0);
        expansion.evaluate_forces(system, &start, 0);
        check_forces(system, expansion)?;
        self.take_round_off(system, expansion, state.time);
        self.solve_massless(system, expansion, 0, &state.contacts, |resolver, _, contact| {
            let (lower, upper) = resolver.range(system, contact);
            let stood = resolver.massless.modes_before[contact] == ContactMode::Stuck;
            let entry = &system.contacts[contact];
            let relaxation = if stood { resolver.relaxation(contact, upper - lower) } else { 0.0 };
            let relaxation = relaxation
                + resolver.vanishing_relaxation(contact, entry)
                + resolver.lateness(contact, entry);
            (lower - relaxation, upper + relaxation)
        })?;
        self.record_slips_without_direction(system, expansion, state);
        let massless = &self.massless;
        let mut all_hold = true;
        for (place, &contact) in massless.index.iter().enumerate() {
            let slip = massless.solution.slip[place];
            let moves = !massless.stands(place);
            if self.sticking[contact] && moves && massless.holds(contact, slip) {
                self.sticking[contact] = false;
                all_hold = false;
            }
        }
        if all_hold {
            self.take_velocities(system, expansion, state);
        }
        Ok(all_hold)
    }

    /// Records slip velocities that decide nothing: of round-off, and of ranges that are wider than they should be.
    fn record_slips_without_direction(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
    ) {
        expansion.record_round_off(system, state, Moved::Apart);
        let mut relaxed = std::mem::take(&mut self.massless.relaxed);
        relaxed.fill(0.0);
        for &contact in &self.massless.index {
            if self.massless.modes_before[contact] == ContactMode::Stuck {
                let (lower, upper) = self.range(system, contact);
                let component = system.component_of_contact(contact);
                relaxed[component] += self.relaxation(contact, upper - lower);
            }
        }
        let Massless { index, round_off, .. } = &mut self.massless;
        round_off.clear();
        round_off.extend(index.iter().map(|&contact| {
            let component = system.component_of_contact(contact);
            let of_velocities = EDGE * greatest_velocity(system, state, component);
            let of_forces = expansion.slip_round_off(system, state, contact);
            of_velocities + of_forces + expansion.slip_by(system, contact, relaxed[component])
        }));
        self.massless.relaxed = relaxed;
    }

    /// Takes over what the problem for velocities found.
    fn take_velocities(&mut self, system: &System, expansion: &mut Expansion, state: &mut State) {
        let massless = &self.massless;
        for (place, &contact) in massless.index.iter().enumerate() {
            let sticks = system.contacts[contact].can_stick();
            self.candidates[contact] = sticks && massless.stands(place);
            let w = massless.slip(place) + state.contacts[contact].held_slip();
            if sticks || !expansion.with_round_off(system, state, contact, w).is_zero() {
                state.contacts[contact].begin(ContactMode::of_slip(w), 0);
            } else {
                state.contacts[contact].set_leading_zeros(1);
            }
        }
        expansion.update_algebraic(system, &massless.solution.acceleration, &mut state.velocity);
        let candidates = (&self.candidates[..], &state.contacts[..]);
        expansion.project(system, state.tau(), candidates, &mut state.velocity);
    }

    /// Solves the kernel with K = 0 for the motion of order k that massless clusters add to the one the
    /// expansion holds; `held` are the slip velocities at which contacts stand, none where these are 0, and `range` gives the
    /// range of a contact's dry friction or of its rate.
    fn solve_massless(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        k: usize,
        held: &[ContactState],
        range: impl Fn(&Self, &Expansion, usize) -> (f64, f64),
    ) -> Resolved<()> {
        self.massless.contacts.clear();
        for place in 0..self.massless.index.len() {
            let contact = self.massless.index[place];
            let (lower, upper) = range(self, expansion, contact);
            self.massless.contacts.push(Contact {
                row: expansion.algebraic.reduced(&expansion.clusters, &system.rows[contact]),
                beta: held.get(contact).map_or(0.0, ContactState::held_slip)
                    - expansion.slip.at(k, contact),
                lower,
                upper,
                viscous: system.contacts[contact].viscous(),
            });
        }
        let Massless { contacts, mass, load, solution, .. } = &mut self.massless;
        contacts.extend(expansion.algebraic.dampings().iter().map(|damping| Contact {
            row: damping.row,
            beta: 0.0,
            lower: 0.0,
            upper: 0.0,
            viscous: damping.viscous,
        }));
        mass.clear();
        mass.resize(expansion.algebraic.count(), 0.0);
        load.clear();
        load.extend_from_slice(expansion.load(system, k));
        self.kernel.solve(&*mass, load, contacts, solution).map_err(|error| match error {
            KernelError::Singular { body } => ResolveError::Unresisted {
                body: system.body_of[expansion.algebraic.root(body, &expansion.clusters)],
            },
            other => ResolveError::Kernel(other),
        })
    }

    /// Returns the place of a contact among those of the problem for accelerations.
    fn place(&self, contact: usize) -> usize {
        self.index.partition_point(|other| *other < contact)
    }

    /// True if a stuck contact of a massless body belongs to a cluster of the expansion that holds a mass:
    /// only then accelerations decide about it.
    pub(super) fn is_inert(&self, system: &System, expansion: &Expansion, contact: usize) -> bool {
        self.massless.touching[contact]
            && system.rows[contact].terms().all(|(unknown, _)| {
                !expansion.algebraic.is_heavy(expansion.clusters.cluster_of(unknown))
            })
    }
}
