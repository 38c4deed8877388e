//! Which contacts of massless bodies slip: decided by velocities, and by their rates at w = 0. Ranges of
//! contacts that stood are widened by the least distance from a limit that counts: so close to it,
//! rates decide.
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
//! of a slipping contact is C ẇ. A contact that moves in it departs with w = 0, ẇ ≠ 0.
//!
//! These problems are posed in the coordinates of kinetic clusters ([`crate::motion::kinetic`]).

mod rates;

use super::refusal::check_forces;
use super::workspace::Massless;
use super::{Cause, ResolveError, Resolved, Resolver};
use crate::gauss::{Contact, KernelError, Row, Slip};
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::{ContactNumbers, Numbers};
use crate::motion::rounding::EDGE;
use crate::motion::{ContactMode, State};

/// Stand-in for the mass of a massless body, as a fraction of the mass that its contacts join it to. The
/// kernel then sees slips above some 1e-8 of an acceleration, and [`Resolver::accelerate`] takes
/// what the stand-in changes back with few repetitions.
const STAND_IN: f64 = 1e-6;

/// Change of a force that is round-off, relative to the largest force or limit.
const NO_FORCE: f64 = 16.0 * f64::EPSILON;

/// Repetitions after which the stand-ins for masses change no force by more than this; two or three
/// suffice where contacts decide all motions.
const MOST_REPETITIONS: usize = 8;

impl Massless {
    pub fn update(&mut self, numbers: &Numbers) {
        self.touching.clear();
        self.touching.extend(
            numbers
                .contacts
                .iter()
                .zip(&numbers.rows)
                .map(|(entry, row)| entry.is_loaded() && numbers.touches_massless(row)),
        );
    }

    pub fn touches(&self, contact: usize) -> bool {
        self.touching.get(contact) == Some(&true)
    }

    /// True if a contact of S would hold slip in a direction up to its static limit.
    pub fn holds(&self, contact: usize, slip: Slip) -> bool {
        match slip {
            Slip::Stuck => false,
            Slip::Forward => self.came[contact] != ContactMode::Forward,
            Slip::Backward => self.came[contact] != ContactMode::Backward,
        }
    }

    /// True if the contact at a place in `index` is at w = 0: stuck, or one that stood or arrived there and is off
    /// it by no more than the round-off of velocities, as where a neighbour that is stuck carries the body along.
    /// Rates then decide.
    fn stands(&self, place: usize) -> bool {
        let came = self.came[self.index[place]] == ContactMode::Stuck;
        self.solution.slip[place] == Slip::Stuck
            || (came && self.slip(place).abs() <= self.round_off[place])
    }

    /// Slip velocity, or its rate, that was found for the contact at a place in `index`.
    fn slip(&self, place: usize) -> f64 {
        let Contact { row, beta, .. } = &self.contacts[place];
        row.apply(&self.solution.acceleration) - beta
    }
}

/// The greatest sum of magnitudes of velocities that make a slip velocity on an island.
fn greatest_velocity(numbers: &Numbers, state: &State, island: usize) -> f64 {
    let tau = state.tau();
    let scale = |entry: &ContactNumbers| entry.velocity_scale(&state.velocity, tau);
    let own = numbers.contacts.iter().filter(|entry| numbers.island_of(&entry.row) == island);
    own.map(scale).fold(0.0, f64::max)
}

impl Resolver {
    /// Puts stand-ins in place of masses that are 0: fractions of the mass of the nearest body that has one,
    /// as contacts transmit it; of 1 where there is none.
    pub(super) fn stand_in(&mut self, numbers: &Numbers) {
        let mass = &mut self.mass;
        loop {
            let mut any = false;
            for row in &numbers.rows {
                let Some((i, q_i, j, q_j)) = row.pair() else { continue };
                let through = |from: usize, ratio: f64| {
                    let own = if numbers.mass[from] > 0.0 { STAND_IN } else { 1.0 };
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
        mass.iter_mut().filter(|mass| **mass == 0.0).for_each(|mass| *mass = STAND_IN);
    }

    /// Solves the kernel for accelerations or their rates; `rates` says into which solution. What
    /// stand-ins for masses change is taken back: `m x` of each massless body is added to its force, and
    /// the kernel asked again, until it stays the same (the proximal point algorithm: Rockafellar,
    /// "Monotone operators and the proximal point algorithm", SIAM J. Control Optim. 14, 1976).
    pub(super) fn accelerate(&mut self, numbers: &Numbers, rates: bool) -> Resolved<()> {
        let solved = self.solve(numbers, rates);
        solved.map_err(|error| ResolveError::of_kernel(error, &self.index))
    }

    fn solve(&mut self, numbers: &Numbers, rates: bool) -> Result<(), KernelError> {
        let Self { kernel, contacts, force, mass, solution, massless, .. } = self;
        let solution = if rates { &mut self.rates } else { solution };
        let inertia = numbers.inertia_with(mass);
        kernel.solve(inertia, force, contacts, solution)?;
        if !numbers.massless {
            return Ok(());
        }
        let on = |unknown: usize| numbers.island[numbers.body_of[unknown]];
        let greatest = &mut massless.greatest;
        greatest.fill(0.0);
        for (unknown, force) in force.iter().enumerate() {
            greatest[on(unknown)] = force.abs().max(greatest[on(unknown)]);
        }
        for contact in contacts.iter() {
            for (unknown, _) in contact.row.terms() {
                for limit in
                    [contact.lower, contact.upper].into_iter().filter(|one| one.is_finite())
                {
                    greatest[on(unknown)] = limit.abs().max(greatest[on(unknown)]);
                }
            }
        }
        massless.taken_back.clear();
        massless.taken_back.resize(force.len(), 0.0);
        for _ in 0..MOST_REPETITIONS {
            let mut settled = true;
            for (unknown, taken_back) in massless.taken_back.iter_mut().enumerate() {
                if numbers.mass[unknown] == 0.0 {
                    let change = mass[unknown] * solution.acceleration[unknown] - *taken_back;
                    *taken_back += change;
                    force[unknown] += change;
                    settled &= change.abs() <= NO_FORCE * greatest[on(unknown)];
                }
            }
            if settled {
                break;
            }
            kernel.solve(inertia, force, contacts, solution)?;
        }
        Ok(())
    }

    /// As [`Resolver::rehearse`], for the problems with K = 0: every contact and every damper slips.
    pub(super) fn rehearse_massless(&mut self, numbers: &Numbers) {
        let Self { kernel, massless, .. } = self;
        let bodies = numbers.mass.len();
        let dampers = numbers.elastic().map(|spring| spring.row);
        let damper = |row: &Row, limit: f64| {
            let (lower, upper) = (-limit, limit);
            Contact { row: *row, beta: 0.0, lower, upper, viscous: 1.0 }
        };
        massless.contacts.clear();
        massless.contacts.extend(numbers.rows.iter().map(|row| damper(row, 1.0)));
        massless.contacts.extend(dampers.map(|row| damper(&numbers.over_unknown(&row), 0.0)));
        let ground = |body| Row { i: Some(body), q_i: 1.0, j: None, q_j: 0.0 };
        massless.contacts.extend((0..bodies).map(|body| damper(&ground(body), 0.0)));
        massless.index.clear();
        massless.index.extend(0..numbers.rows.len());
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
        massless.motion.reserve(3 * numbers.bodies.len());
        massless.round_off.reserve(numbers.contacts.len());
        massless.modes.resize(numbers.contacts.len(), ContactMode::Free);
        massless.came.resize(numbers.contacts.len(), ContactMode::Free);
    }

    /// Begins a resolution: every contact of a massless body is to be decided. At the start of a motion
    /// their velocities are not known, and all hold in both directions.
    pub(super) fn begin_massless(&mut self, numbers: &Numbers, state: &State, cause: Cause) {
        let massless = &mut self.massless;
        massless.came.clone_from(&state.contact_mode);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let touches = massless.touching[contact];
            if self.zero[contact] || (cause == Cause::Start && touches) {
                massless.came[contact] = ContactMode::Stuck;
            }
            self.holding[contact] |= touches && entry.can_stick();
        }
    }

    /// Velocities of massless bodies with the present set S, and which of their contacts stand at w = 0.
    /// False: contacts left S.
    pub(super) fn decide_velocities(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Resolved<bool> {
        let massless = &mut self.massless;
        massless.modes.clone_from(&state.contact_mode);
        massless.index.clear();
        for contact in 0..numbers.contacts.len() {
            if massless.touching[contact] {
                massless.modes[contact] = ContactMode::Free;
                massless.index.push(contact);
            } else if self.zero[contact] {
                massless.modes[contact] = ContactMode::Stuck;
            }
        }
        if massless.index.is_empty() {
            return Ok(true);
        }
        let start = Start { contact_mode: &massless.modes, ..Start::of(state) };
        flow.start(numbers, &start);
        flow.rest(numbers, &start, 0);
        flow.exerted(numbers, &start, 0);
        check_forces(numbers, flow)?;
        self.take_round_off(numbers, flow, state.time);
        self.solve_massless(numbers, flow, 0, &state.held_slip, |resolver, _, contact| {
            let (lower, upper) = resolver.range(numbers, contact);
            let stood = resolver.massless.came[contact] == ContactMode::Stuck;
            let entry = &numbers.contacts[contact];
            let island = numbers.island_of(&entry.row);
            let slack = if stood { resolver.slack(island, upper - lower) } else { 0.0 };
            let slack =
                slack + resolver.bare_slack(contact, entry) + resolver.lateness(contact, entry);
            (lower - slack, upper + slack)
        })?;
        self.note_slips_without_direction(numbers, flow, state);
        let massless = &self.massless;
        let mut all_hold = true;
        for (place, &contact) in massless.index.iter().enumerate() {
            let slip = massless.solution.slip[place];
            let moves = !massless.stands(place);
            if self.holding[contact] && moves && massless.holds(contact, slip) {
                self.holding[contact] = false;
                all_hold = false;
            }
        }
        if all_hold {
            self.take_velocities(numbers, flow, state);
        }
        Ok(all_hold)
    }

    /// Slip velocities that tell nothing: of round-off, and of ranges that are wider than they should be.
    fn note_slips_without_direction(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        flow.note_round_off(numbers, state, false);
        let mut widened = std::mem::take(&mut self.massless.widened);
        widened.fill(0.0);
        for &contact in &self.massless.index {
            if self.massless.came[contact] == ContactMode::Stuck {
                let (lower, upper) = self.range(numbers, contact);
                let island = numbers.island_of_contact(contact);
                widened[island] += self.slack(island, upper - lower);
            }
        }
        let Massless { index, round_off, .. } = &mut self.massless;
        round_off.clear();
        round_off.extend(index.iter().map(|&contact| {
            let island = numbers.island_of_contact(contact);
            let of_velocities = EDGE * greatest_velocity(numbers, state, island);
            let of_forces = flow.slip_round_off(numbers, state, contact);
            of_velocities + of_forces + flow.slip_by(numbers, contact, widened[island])
        }));
        self.massless.widened = widened;
    }

    /// Takes over what the problem for velocities found.
    fn take_velocities(&mut self, numbers: &Numbers, flow: &mut Flow, state: &mut State) {
        let massless = &self.massless;
        for (place, &contact) in massless.index.iter().enumerate() {
            let sticks = numbers.contacts[contact].can_stick();
            self.zero[contact] = sticks && massless.stands(place);
            let w = massless.slip(place) + state.held_slip[contact];
            if sticks || w.abs() > flow.slip_round_off(numbers, state, contact) {
                state.contact_mode[contact] = ContactMode::of_slip(w);
                state.departure[contact] = 0;
            } else {
                state.departure[contact] = 1;
            }
        }
        flow.take_kinetic(numbers, &massless.solution.acceleration, &mut state.velocity);
        let zero = (&self.zero[..], &state.held_slip[..]);
        flow.project(numbers, state.tau(), zero, &mut state.velocity);
    }

    /// Solves the kernel with K = 0 for the motion of order k that kinetic clusters add to the one the
    /// flow holds; `held` are the slip velocities at which contacts stand, none where these are 0, and `range` gives the
    /// range of a contact's dry friction or of its rate.
    fn solve_massless(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        k: usize,
        held: &[f64],
        range: impl Fn(&Self, &Flow, usize) -> (f64, f64),
    ) -> Resolved<()> {
        self.massless.contacts.clear();
        for place in 0..self.massless.index.len() {
            let contact = self.massless.index[place];
            let (lower, upper) = range(self, flow, contact);
            self.massless.contacts.push(Contact {
                row: flow.kinetic.reduced(&flow.clusters, &numbers.rows[contact]),
                beta: held.get(contact).unwrap_or(&0.0) - flow.slip.at(k, contact),
                lower,
                upper,
                viscous: numbers.contacts[contact].viscous(),
            });
        }
        let Massless { contacts, mass, load, solution, .. } = &mut self.massless;
        contacts.extend(flow.kinetic.resistances().iter().map(|resistance| Contact {
            row: resistance.row,
            beta: 0.0,
            lower: 0.0,
            upper: 0.0,
            viscous: resistance.viscous,
        }));
        mass.clear();
        mass.resize(flow.kinetic.count(), 0.0);
        load.clear();
        load.extend_from_slice(flow.load(numbers, k));
        self.kernel.solve(&*mass, load, contacts, solution).map_err(|error| match error {
            KernelError::Singular { body } => ResolveError::Unresisted {
                body: numbers.body_of[flow.kinetic.root(body, &flow.clusters)],
            },
            other => ResolveError::Kernel(other),
        })
    }

    /// Range of the dry friction of a contact of a massless body, with the present set S.
    pub(super) fn massless_range(&self, numbers: &Numbers, contact: usize) -> (f64, f64) {
        let entry = &numbers.contacts[contact];
        let (fixed, kinetic) = (entry.static_limits(), entry.kinetic_limits());
        let holds = |slip| self.holding[contact] && self.massless.holds(contact, slip);
        let lower = if holds(Slip::Backward) { fixed.backward } else { kinetic.backward };
        (-lower, if holds(Slip::Forward) { fixed.forward } else { kinetic.forward })
    }

    /// Place of a contact among those of the problem for accelerations.
    fn place(&self, contact: usize) -> usize {
        self.index.partition_point(|other| *other < contact)
    }

    /// True if a stuck contact of a massless body belongs to a cluster of the flow that holds a mass:
    /// only then accelerations decide about it.
    pub(super) fn is_inert(&self, numbers: &Numbers, flow: &Flow, contact: usize) -> bool {
        self.massless.touching[contact]
            && numbers.rows[contact]
                .terms()
                .all(|(unknown, _)| !flow.kinetic.is_heavy(flow.clusters.cluster_of(unknown)))
    }
}
