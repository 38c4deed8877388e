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
//! problem* decides, the same kernel with forces ḟ, where a saturated λ may only fall, or grow as fast as
//! its limit. No contact moves in it: everything stays stuck, the load grazes the limit, or limits that grow by slip
//! follow it ([`follow`]). If λ is indeterminate, any λ within the
//! limits will do: loads that can be held form the image of a box, and the directions in which it may be
//! left at a load are the image of those of the box at any of its points above that load.
//!
//! Contacts whose loads are about to rise from 0 are at both limits at once ([`bare`]).
//!
//! Massless bodies come first: their velocities decide which of their contacts stand at w = 0
//! ([`massless`]).

mod ahead;
mod bare;
mod continuous;
mod follow;
mod hold;
mod impact;
mod limits;
mod margins;
mod massless;
mod rates;
mod refusal;
mod release;
mod workspace;

use crate::gauss::{Contact, Kernel, Slip, Solution};
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::MARGIN_TOLERANCE;
use crate::motion::{ContactMode, State};
use continuous::direct_continuous;
use refusal::check_forces;
pub(in crate::motion) use refusal::{ResolveError, Resolved, check_force};
pub(in crate::motion) use workspace::Bound;
use workspace::{Ahead, Massless};

/// λ this close to its limit, relative to the range, is saturated: 1e-11, far more than the margin falls
/// below 0 before a release is seen, so that round-off of forces some thousand times the limits leaves a
/// contact that has to let go at its limit.
const SATURATION: f64 = 1e3 * MARGIN_TOLERANCE;

/// The force of a contact that gives way in one direction is 0 below this many times the round-off of forces.
const GIVES: f64 = 1e3;

/// The greatest part of its range by which λ of a saturated contact may seem to be off its limit.
const NEAREST: f64 = 0.25;

/// The part of a range up to which a contact is at the closer one of its limits.
const HALF: f64 = 0.499;

/// What modes are resolved after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::motion) enum Cause {
    /// The start of a motion: velocities of massless bodies are not known.
    Start,
    /// New inputs or parameters.
    Jump,
    /// A guard that was left.
    Transition,
}

/// Workspace of resolutions.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Resolver {
    pub kernel: Kernel,
    /// Contacts that stand at w = 0; set by the caller of [`Resolver::settle`].
    pub zero: Vec<bool>,
    /// S: contacts of `zero` that hold up to their static limit.
    holding: Vec<bool>,
    // Bodies of unknown motion that an impact reaches.
    struck: Vec<bool>,
    /// Contacts of the kernel and their indices in the network.
    contacts: Vec<Contact>,
    index: Vec<usize>,
    solution: Solution,
    /// Of each contact of the kernel: whether its λ is at the upper and at the lower limit.
    at_limit: Vec<(bool, bool)>,
    rates: Solution,
    /// True if the flow has forces of order 0 in which contacts at w = 0 exert nothing.
    suspended: bool,
    force: Vec<f64>,
    /// Masses of bodies with unknown motion, with small stand-ins for 0.
    mass: Vec<f64>,
    massless: Massless,
    /// All contacts with their static limits, for margins and distributions.
    limits: Vec<Contact>,
    /// How far from its limit (N, N·m) a contact may seem in the rounded state of a release; 0 unless one
    /// is due.
    hidden: Vec<f64>,
    /// True if the guards found that the stuck contacts can no longer hold.
    released: bool,
    /// True if one of them must slip.
    sought: bool,
    /// How many times as far off its limit a contact is looked for as ranges tell.
    near: f64,
    ahead: Ahead,
    /// Round-off of forces at each contact (N), which contacts hold that are barely loaded.
    rounded: Vec<f64>,
    /// Force (N) below which a host is not told that a contact gives way which holds in one direction.
    late: Vec<f64>,
    /// Ends of the shares of contacts that follow the load at which these have come; unless one is due, none.
    bounds: Vec<Option<Bound>>,
    /// By how much the ranges of contacts of massless bodies, and of those with windows, are wider than they
    /// should be, all together on each island.
    widened: Vec<f64>,
}

impl Resolver {
    pub fn resize(&mut self, numbers: &Numbers) {
        let contacts = numbers.contacts.len();
        let Massless { widened, greatest, .. } = &mut self.massless;
        for list in [&mut self.hidden, &mut self.widened, widened, greatest] {
            list.resize(numbers.islands, 0.0);
        }
        self.zero.resize(contacts, false);
        self.holding.resize(contacts, false);
        self.struck.reserve(numbers.mass.len());
        self.bounds.resize(contacts, None);
        self.rounded.resize(contacts, 0.0);
        self.late.resize(contacts, 0.0);
        self.at_limit.reserve(contacts);
    }

    /// Resolves the modes of all contacts in `self.zero`; the velocities of their clusters become
    /// exactly equal.
    ///
    /// # Errors
    /// If a force is not finite, where nothing resists a massless body, or from the kernel.
    pub fn settle(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &mut State,
        cause: Cause,
    ) -> Resolved<()> {
        let zero = (&self.zero[..], &state.held_slip[..]);
        flow.project(numbers, state.tau(), zero, &mut state.velocity);
        // What has departed at this instant before is not at rest again: it holds no more than it resists.
        let rests = |contact: usize| cause != Cause::Transition || state.departure[contact] == 0;
        for (contact, (holds, zero)) in self.holding.iter_mut().zip(&self.zero).enumerate() {
            *holds = *zero && rests(contact);
        }
        self.begin_following(state);
        if numbers.massless {
            self.begin_massless(numbers, state, cause);
        }
        self.near = 1.0;
        self.suspended = false;
        let holds = self.may_hold(state, cause) && self.holds_clearly(numbers, flow, state)?;
        while !holds && (!self.pass(numbers, flow, state)? || self.looks_farther(state)) {}
        state.release_slips();
        self.hidden.fill(0.0);
        (self.released, self.sought) = (false, false);
        self.bounds.fill(None);
        if holds {
            state.held_margin = 0.0;
        } else {
            self.note_margin(numbers, flow, state)?;
        }
        if flow.following.is_active() {
            flow.evaluate(numbers, &Start::of(state));
            flow.take_followed(numbers, &mut state.internal);
        }
        if numbers.massless {
            if let Some(body) = flow.unresisted(numbers) {
                return Err(ResolveError::Unresisted { body });
            }
            flow.take_kinetic(numbers, &[], &mut state.velocity);
        }
        let directed = direct_continuous(numbers, flow, state);
        // The forces that were balanced last are those of the state, unless something has followed from them.
        flow.begun = !(directed || numbers.massless || flow.following.is_active());
        Ok(())
    }

    /// One pass with the present set S. True: nothing left S.
    fn pass(&mut self, numbers: &Numbers, flow: &mut Flow, state: &mut State) -> Resolved<bool> {
        if numbers.massless && !self.decide_velocities(numbers, flow, state)? {
            return Ok(false);
        }
        self.suspend(state);
        self.gather(numbers, flow, state)?;
        self.accelerate(numbers, false)?;
        if self.narrow(numbers) {
            self.accelerate(numbers, false)?;
        }
        for (k, &contact) in self.index.iter().enumerate() {
            depart(state, contact, self.solution.slip[k], 1);
        }
        self.find_saturated(numbers);
        if numbers.massless {
            self.decide_rates(numbers, flow, state, 1)?;
        }
        if self.release(numbers, state) {
            return Ok(false);
        }
        if !self.any_saturated(state) {
            return Ok(true);
        }
        self.suspended = false;
        self.gather_rates(numbers, flow, state);
        self.accelerate(numbers, true)?;
        for (k, &contact) in self.index.iter().enumerate() {
            if state.contact_mode[contact] == ContactMode::Stuck {
                depart(state, contact, self.rates.slip[k], 2);
            }
        }
        if numbers.massless {
            self.decide_rates(numbers, flow, state, 2)?;
        }
        if self.release(numbers, state) {
            return Ok(false);
        }
        self.follow(numbers, flow, state)?;
        Ok(!self.release(numbers, state))
    }

    /// Contacts of S that slip leave S, all at once. False: none did.
    fn release(&mut self, numbers: &Numbers, state: &State) -> bool {
        let mut any = false;
        for &contact in &self.index {
            let leaves = match state.contact_mode[contact] {
                ContactMode::Forward => Slip::Forward,
                ContactMode::Backward => Slip::Backward,
                ContactMode::Stuck | ContactMode::Free => continue,
            };
            let leaves = !numbers.massless || self.massless.holds(contact, leaves);
            if self.holding[contact] && leaves {
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
        state.following.fill(0);
    }

    /// The kernel's problem for accelerations.
    fn gather(&mut self, numbers: &Numbers, flow: &mut Flow, state: &mut State) -> Resolved<()> {
        // What the contacts of S may hold changes nothing of that, but for the velocities of bodies without mass.
        if !self.suspended || numbers.massless {
            let start = Start::of(state);
            flow.start(numbers, &start);
            flow.forces(numbers, &start, 0);
            check_forces(numbers, flow)?;
            self.take_round_off(numbers, flow, state.time);
            self.suspended = true;
        }
        if numbers.massless {
            flow.take_kinetic(numbers, &[], &mut state.velocity);
        }
        flow.offsets(numbers, 0);
        self.force.clear();
        self.force.extend(numbers.body_of.iter().map(|&body| flow.force.at(0, body)));
        self.contacts.clear();
        self.index.clear();
        self.widened.fill(0.0);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if !self.zero[contact] {
                continue;
            }
            let (lower, upper) = self.range(numbers, contact);
            let row = numbers.rows[contact];
            let own = Contact { row, beta: flow.beta()[contact], lower, upper, viscous: 0.0 };
            let climbs = entry.climbs();
            let wide = self.is_wide(numbers, contact) || climbs;
            let island = numbers.island_of(&entry.row);
            let slack = if wide { self.slack(island, own.width()) } else { 0.0 };
            let slack = slack + self.bare_slack(contact, entry);
            // Where a host integrates, it is told of a release this much later.
            let slack = if climbs { slack + numbers.faint * own.width() } else { slack };
            self.widened[island] += slack;
            let slack = slack + self.lateness(contact, entry);
            self.index.push(contact);
            self.contacts.push(Contact { lower: lower - slack, upper: upper + slack, ..own });
        }
        Ok(())
    }

    /// True if the range of a contact is made wider, so that it is found to stick but for round-off: of massless bodies, and
    /// of what may stick within a window.
    fn is_wide(&self, numbers: &Numbers, contact: usize) -> bool {
        let touches = numbers.massless && self.massless.touches(contact);
        touches || numbers.contacts[contact].sticks_in_motion()
    }

    /// Gives such contacts that slip their own ranges again: by how much these were wider, their neighbours would be
    /// pushed. Whether any were.
    fn narrow(&mut self, numbers: &Numbers) -> bool {
        let mut any = false;
        for k in 0..self.index.len() {
            if self.solution.slip[k] == Slip::Stuck || !self.is_wide(numbers, self.index[k]) {
                continue;
            }
            let (lower, upper) = self.range(numbers, self.index[k]);
            let contact = &mut self.contacts[k];
            let slack = contact.upper - upper;
            if slack > 0.0 {
                (contact.lower, contact.upper) = (lower, upper);
                self.widened[numbers.island_of_contact(self.index[k])] -= slack;
                any = true;
            }
        }
        any
    }

    fn find_saturated(&mut self, numbers: &Numbers) {
        self.at_limit.clear();
        for k in 0..self.index.len() {
            let barely = numbers.contacts[self.index[k]].is_barely_loaded();
            let island = numbers.island_of_contact(self.index[k]);
            self.at_limit.push(if barely { (true, true) } else { self.saturation(k, island) });
        }
    }

    fn any_saturated(&self, state: &State) -> bool {
        self.index.iter().zip(&self.at_limit).any(|(contact, at_limit)| {
            state.contact_mode[*contact] == ContactMode::Stuck && *at_limit != (false, false)
        })
    }

    /// Range of the dry friction of a contact at w = 0, with the present set S.
    fn range(&self, numbers: &Numbers, contact: usize) -> (f64, f64) {
        if numbers.massless {
            return self.massless_range(numbers, contact);
        }
        let entry = &numbers.contacts[contact];
        let holds = self.holding[contact];
        let limits = if holds { entry.static_limits() } else { entry.kinetic_limits() };
        (-limits.backward, limits.forward)
    }

    /// How close to a limit of its range, of this width, λ is saturated.
    fn slack(&self, island: usize, width: f64) -> f64 {
        SATURATION * width + self.hidden[island]
    }

    /// True if λ of the kernel's contact k is at its upper and at its lower limit.
    fn saturation(&self, k: usize, island: usize) -> (bool, bool) {
        let contact = &self.contacts[k];
        let Contact { lower, upper, .. } = *contact;
        let lambda = self.solution.lambda[k];
        // Contacts share loads, so that each may carry what the ranges of all are too wide; but no force within
        // a range, however small, is at both of its ends.
        let near = self.slack(island, contact.width()) + 2.0 * self.widened[island];
        // A contact that gives way in one direction has no range that tells how close its force is to 0.
        let one_way = lower.is_finite() != upper.is_finite();
        let near = if one_way { near + GIVES * self.rounded[self.index[k]] } else { near };
        let nearest = if self.near > 1.0 { HALF } else { NEAREST };
        let near = (self.near * near).min(nearest * (upper - lower));
        (lambda >= upper - near, lambda <= lower + near)
    }
}

/// What the stuck contacts of a state must balance.
fn balance(numbers: &Numbers, flow: &mut Flow, state: &State) {
    let start = Start::of(state);
    flow.start(numbers, &start);
    flow.forces(numbers, &start, 0);
    flow.accelerations(numbers, 0);
}

fn depart(state: &mut State, contact: usize, slip: Slip, order: u8) {
    state.contact_mode[contact] = match slip {
        Slip::Stuck => return,
        Slip::Forward => ContactMode::Forward,
        Slip::Backward => ContactMode::Backward,
    };
    state.departure[contact] = order;
}
