//! What a contact at w = 0 does next: the resolution of stick and slip after an arrival, a release, a
//! jump of inputs, and at initialisation.
//!
//! All contacts with w = 0 are in the kernel. Those of a set S hold up to their static limit Fs, the
//! others up to F(0±). S is all of them at first; every contact of S that the kernel reports slipping
//! leaves S, all at once, and the kernel is asked again until none leaves. S only shrinks, so there are
//! at most |S| + 1 passes, and in the last one every sign agrees with its friction force.
//!
//! When the limits Fs > F(0±) allow several consistent states, this rule starts from full stiction and
//! breaks simultaneously; it does not depend on the order of contacts.
//!
//! A contact that just holds (λ at its limit) but whose load grows departs with ẇ = 0: the *rate
//! problem* decides, the same kernel with forces ḟ, where a saturated λ may only fall. No contact moves
//! in it: the load grazes the limit and everything stays stuck. If λ is indeterminate, any λ within the
//! limits will do: loads that can be held form the image of a box, and the directions in which it may be
//! left at a load are the image of those of the box at any of its points above that load.

use super::flow::{Flow, Start, exert};
use super::numbers::Numbers;
use super::{ContactMode, State};
use crate::gauss::{Contact, Kernel, KernelError, Row, Slip, Solution};

/// λ this close to its limit, relative to the range, is saturated: ten times what the margin may fall
/// below 0 before a release is seen ([`super::guards::MARGIN_TOLERANCE`]).
const SATURATION: f64 = 1e-11;

/// The greatest part of the limits by which round-off of positions may hide a release that the guards
/// found. Springs that are stiff enough to need more see their positions no better than a millionth of
/// what friction holds.
const MOST_HIDDEN: f64 = 1e-6;

/// Why modes cannot be resolved.
#[derive(Clone, Copy, Debug)]
pub(super) enum ResolveError {
    NotFinite { body: usize, value: f64 },
    Kernel(KernelError),
}

impl From<KernelError> for ResolveError {
    fn from(error: KernelError) -> Self {
        ResolveError::Kernel(error)
    }
}

/// Workspace of resolutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Resolver {
    pub kernel: Kernel,
    /// Contacts that stand at w = 0; set by the caller of [`Resolver::settle`].
    pub zero: Vec<bool>,
    /// S: contacts of `zero` that hold up to their static limit.
    holding: Vec<bool>,
    /// Contacts of the kernel and their indices in the network.
    contacts: Vec<Contact>,
    index: Vec<usize>,
    solution: Solution,
    rates: Solution,
    force: Vec<f64>,
    /// All contacts with their static limits, for margins and distributions.
    limits: Vec<Contact>,
    /// How far from its limit (N, N·m) a contact may seem in the rounded state of a release; 0 unless one
    /// is due.
    hidden: f64,
}

impl Resolver {
    pub fn resize(&mut self, contacts: usize) {
        self.zero.resize(contacts, false);
        self.holding.resize(contacts, false);
    }

    /// Takes new limits.
    pub fn update(&mut self, numbers: &Numbers) {
        self.limits.clear();
        for (entry, row) in numbers.contacts.iter().zip(&numbers.rows) {
            let limits = entry.static_limits();
            let (lower, upper) = (-limits.backward, limits.forward);
            self.limits.push(Contact { row: *row, beta: 0.0, lower, upper, viscous: 0.0 });
        }
    }

    /// Solves problems in which every contact takes part, so that working memory grows to its final size
    /// now and not in a step. All limits are taken as 1; the results are not used.
    pub fn rehearse(&mut self, numbers: &Numbers, flow: &mut Flow) {
        self.update(numbers);
        self.zero.fill(true);
        let contact =
            |row: &Row| Contact { row: *row, beta: 0.0, lower: -1.0, upper: 1.0, viscous: 0.0 };
        self.contacts.clear();
        self.contacts.extend(numbers.rows.iter().map(contact));
        self.index.clear();
        self.index.extend(0..self.contacts.len());
        flow.clusters.build(numbers.mass.len(), &numbers.rows, &self.zero);
        let mut lambda = vec![0.0; self.contacts.len()];
        // Loads that all contacts hold, that some cannot, and that none can.
        for load in [0.0, 0.9, 1.1, 10.0] {
            self.force.clear();
            self.force.resize(numbers.mass.len(), 0.0);
            for (k, contact) in self.contacts.iter().enumerate() {
                let held = if k % 3 == 0 { -load } else { load };
                exert(&contact.row, -held, &mut self.force);
            }
            let contacts = &self.contacts;
            // Unit limits contradict nothing.
            let _ = self.kernel.solve(&numbers.mass, &self.force, contacts, &mut self.solution);
            self.rates.clone_from(&self.solution);
            self.kernel.margin(&mut flow.clusters, &self.force, contacts, &self.zero);
            let zero = &self.zero;
            self.kernel.distribute(&mut flow.clusters, &self.force, contacts, zero, &mut lambda);
        }
    }

    /// Resolves the modes of all contacts in `self.zero`; the velocities of their clusters become
    /// exactly equal.
    ///
    /// # Errors
    /// If a force is not finite, or from the kernel.
    pub fn settle(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Result<(), ResolveError> {
        flow.project(numbers, state.time - state.origin, &self.zero, &mut state.velocity);
        self.holding.copy_from_slice(&self.zero);
        while !self.pass(numbers, flow, state)? {}
        self.hidden = 0.0;
        self.note_margin(numbers, flow, state);
        direct_frictionless(numbers, flow, state);
        Ok(())
    }

    /// The guards found that the stuck contacts can no longer hold: in the next resolution those are
    /// saturated that would be but for the round-off of the state at which it stopped.
    pub fn expect_release(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        let margin = self.present_margin(numbers, flow, state);
        let (_, stuck, _) = flow.stuck_set();
        let of_stuck = self.limits.iter().zip(stuck).filter(|(_, stuck)| **stuck);
        let ranges: f64 = of_stuck.map(|(contact, _)| contact.upper - contact.lower).sum();
        self.hidden = (2.0 * margin.abs()).min(MOST_HIDDEN) * ranges;
    }

    /// One pass with the present set S. True: nothing left S.
    fn pass(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
    ) -> Result<bool, ResolveError> {
        self.suspend(state);
        self.gather(numbers, flow, state)?;
        self.kernel.solve(&numbers.mass, &self.force, &self.contacts, &mut self.solution)?;
        if self.release(|resolver, k| resolver.solution.slip[k] != Slip::Stuck) {
            return Ok(false);
        }
        for (k, &contact) in self.index.iter().enumerate() {
            depart(state, contact, self.solution.slip[k], 1);
        }
        if !self.any_saturated() {
            return Ok(true);
        }
        self.gather_rates(numbers, flow, state);
        self.kernel.solve(&numbers.mass, &self.force, &self.contacts, &mut self.rates)?;
        let moves = |resolver: &Self, k: usize| {
            resolver.solution.slip[k] == Slip::Stuck && resolver.rates.slip[k] != Slip::Stuck
        };
        if self.release(moves) {
            return Ok(false);
        }
        for (k, &contact) in self.index.iter().enumerate() {
            if moves(self, k) {
                depart(state, contact, self.rates.slip[k], 2);
            }
        }
        Ok(true)
    }

    /// Contacts of S for which `leaves` holds leave S, all at once. False: none did.
    fn release(&mut self, leaves: impl Fn(&Self, usize) -> bool) -> bool {
        let mut any = false;
        for k in 0..self.index.len() {
            let contact = self.index[k];
            if self.holding[contact] && leaves(self, k) {
                self.holding[contact] = false;
                any = true;
            }
        }
        any
    }

    /// All contacts at w = 0 exert nothing but what the kernel finds.
    fn suspend(&self, state: &mut State) {
        for (contact, _) in self.zero.iter().enumerate().filter(|(_, zero)| **zero) {
            state.contact_mode[contact] = ContactMode::Stuck;
            state.departure[contact] = 0;
        }
    }

    /// The kernel's problem for accelerations.
    fn gather(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
    ) -> Result<(), ResolveError> {
        let start = Start::of(state);
        flow.start(numbers, &start);
        flow.forces(numbers, &start, 0);
        flow.offsets(numbers, 0);
        self.force.clear();
        self.force.extend(numbers.body_of.iter().map(|&body| flow.force.at(0, body)));
        if let Some(unknown) = self.force.iter().position(|force| !force.is_finite()) {
            let (body, value) = (numbers.body_of[unknown], self.force[unknown]);
            return Err(ResolveError::NotFinite { body, value });
        }
        self.contacts.clear();
        self.index.clear();
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if !self.zero[contact] {
                continue;
            }
            let limits =
                if self.holding[contact] { entry.static_limits() } else { entry.kinetic_limits() };
            self.index.push(contact);
            self.contacts.push(Contact {
                row: numbers.rows[contact],
                beta: flow.beta()[contact],
                lower: -limits.backward,
                upper: limits.forward,
                viscous: 0.0,
            });
        }
        Ok(())
    }

    fn any_saturated(&self) -> bool {
        (0..self.index.len())
            .any(|k| self.solution.slip[k] == Slip::Stuck && self.saturation(k) != (false, false))
    }

    /// Whether λ of the kernel's contact k is at its upper and at its lower limit.
    fn saturation(&self, k: usize) -> (bool, bool) {
        let Contact { lower, upper, .. } = self.contacts[k];
        let lambda = self.solution.lambda[k];
        let near = SATURATION * (upper - lower) + self.hidden;
        (lambda >= upper - near, lambda <= lower + near)
    }

    /// The rate problem, in the modes that the accelerations gave: a slipping contact's friction is
    /// part of ḟ; a stuck one's λ̇ is free, or one-sided where λ is saturated.
    fn gather_rates(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        let start = Start::of(state);
        flow.start(numbers, &start);
        flow.forces(numbers, &start, 0);
        flow.accelerations(numbers, 0);
        flow.forces(numbers, &start, 1);
        flow.offsets(numbers, 1);
        self.force.clear();
        self.force.extend(numbers.body_of.iter().map(|&body| flow.force.at(1, body)));
        for k in 0..self.contacts.len() {
            let (at_upper, at_lower) = self.saturation(k);
            let slips = self.solution.slip[k] != Slip::Stuck;
            let contact = &mut self.contacts[k];
            contact.beta = flow.beta()[self.index[k]];
            contact.upper = if at_upper || slips { 0.0 } else { f64::INFINITY };
            contact.lower = if at_lower || slips { 0.0 } else { f64::NEG_INFINITY };
        }
    }

    /// Margin of the final stuck set, as far as it is negative.
    fn note_margin(&mut self, numbers: &Numbers, flow: &mut Flow, state: &mut State) {
        balance(numbers, flow, state);
        let (clusters, stuck, residual) = flow.stuck_set();
        let holds = self.kernel.holds(clusters, residual.row(0), &self.limits, stuck, 0.0);
        state.held_margin = if holds { 0.0 } else { self.margin(flow).min(0.0) };
    }

    /// Margin of the stuck set of a state.
    fn present_margin(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) -> f64 {
        balance(numbers, flow, state);
        self.margin(flow)
    }

    /// Margin of the flow's stuck set at its start.
    fn margin(&mut self, flow: &mut Flow) -> f64 {
        let (clusters, stuck, residual) = flow.stuck_set();
        self.kernel.margin(clusters, residual.row(0), &self.limits, stuck)
    }

    /// Friction forces of the flow's stuck contacts that balance a residual.
    pub fn distribute(&mut self, flow: &mut Flow, residual: &[f64], lambda: &mut [f64]) {
        let (clusters, stuck, _) = flow.stuck_set();
        self.kernel.distribute(clusters, residual, &self.limits, stuck, lambda);
    }

    /// As [`Resolver::distribute`], for the residual at the start of the flow.
    pub fn distribute_present(&mut self, flow: &mut Flow, lambda: &mut [f64]) {
        let (clusters, stuck, residual) = flow.stuck_set();
        self.kernel.distribute(clusters, residual.row(0), &self.limits, stuck, lambda);
    }

    /// Static limits of all contacts and the kernel, for margins along a step.
    pub fn holding_parts(&mut self) -> (&mut Kernel, &[Contact]) {
        (&mut self.kernel, &self.limits)
    }
}

/// What the stuck contacts of a state must balance.
fn balance(numbers: &Numbers, flow: &mut Flow, state: &State) {
    let start = Start::of(state);
    flow.start(numbers, &start);
    flow.forces(numbers, &start, 0);
    flow.accelerations(numbers, 0);
}

/// Contacts at w = 0 without dry friction go where their acceleration takes them; `flow` has the
/// accelerations.
fn direct_frictionless(numbers: &Numbers, flow: &mut Flow, state: &mut State) {
    flow.slips(numbers, &Start::of(state), 1);
    for (contact, entry) in numbers.contacts.iter().enumerate() {
        let rate = flow.slip.at(1, contact);
        let undecided = state.departure[contact] == 1 && !entry.kinematic && !entry.can_stick();
        if undecided && rate != 0.0 {
            state.contact_mode[contact] = ContactMode::of_slip(rate);
        }
    }
}

fn depart(state: &mut State, contact: usize, slip: Slip, order: u8) {
    state.contact_mode[contact] = match slip {
        Slip::Stuck => return,
        Slip::Forward => ContactMode::Forward,
        Slip::Backward => ContactMode::Backward,
    };
    state.departure[contact] = order;
}
