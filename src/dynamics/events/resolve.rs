//! Resolution of stick and slip of contacts at w = 0 after an arrival, a release, a
//! jump of inputs, and at initialisation.
//!
//! All contacts with w = 0 are in the kernel. Those of a set S hold up to their static limit Fs, the
//! others up to F(0±). S is all of them at first; every contact of S that the kernel reports slipping
//! leaves S, all at once, and the kernel is solved again until none leaves. S only shrinks, so there are
//! at most |S| + 1 passes, and in the last one every sign agrees with its friction force.
//!
//! Several states may be consistent where the limits Fs > F(0±). This rule starts from full stiction and breaks
//! simultaneously; it does not depend on the order of contacts.
//!
//! A contact that just holds (λ at its limit) but whose load grows begins to slip with ẇ = 0: the *rate
//! problem* decides, the same kernel with forces ḟ, where a saturated λ may only fall, or grow as fast as
//! its limit. No contact moves in it: everything stays stuck, the load grazes the limit, or limits that grow by slip
//! follow it ([`follow`]). If λ is indeterminate, any λ within the
//! limits will do: loads that can be held form the image of a box, and the directions in which it may be
//! left at a load are the image of those of the box at any of its points above that load.
//!
//! Contacts whose loads are about to rise from 0 are at both limits at once ([`vanishing`]).
//!
//! Massless bodies come first: their velocities decide which of their contacts stand at w = 0
//! ([`massless`]).

mod ahead;
mod continuous;
mod diagnostics;
mod follow;
mod hold;
mod impact;
mod limits;
mod margins;
mod massless;
mod problem;
mod rates;
mod release;
mod saturation;
mod vanishing;

use crate::dynamics::events::transition::{Bound, Change};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::{ContactMode, State};
use crate::gauss::{Contact, Kernel, Slip, Solution};
use ahead::Ahead;
use continuous::direct_continuous;
pub(in crate::dynamics) use diagnostics::{ResolveError, Resolved, check_force};
use massless::Massless;

/// Reason for which modes are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Trigger {
    /// The start of a motion: velocities of massless bodies are not known.
    Start,
    /// New inputs or parameters.
    Jump,
    /// A guard that was left.
    Transition,
}

/// Workspace of resolutions.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Resolver {
    pub kernel: Kernel,
    /// Contacts that stand at w = 0; set by the caller of [`Resolver::resolve_modes`].
    pub candidates: Vec<bool>,
    /// S: contacts of `candidates` that hold up to their static limit.
    pub sticking: Vec<bool>,
    /// Slip of the contacts of `candidates` up to here: they hold up to F(0±) in its direction, and up to Fs in the other one.
    pub slipping: Vec<Slip>,
    // Bodies of unknown motion that an impact reaches.
    impacts: Vec<bool>,
    /// Contacts of the kernel and their indices in the network.
    contacts: Vec<Contact>,
    index: Vec<usize>,
    solution: Solution,
    /// True for each contact of the kernel whose λ is at the upper, and at the lower limit.
    at_limit: Vec<(bool, bool)>,
    rates: Solution,
    force: Vec<f64>,
    /// Masses of bodies with unknown motion, with small regularising masses for 0.
    mass: Vec<f64>,
    massless: Massless,
    /// All contacts with their static limits, for margins and distributions.
    limits: Vec<Contact>,
    /// Greatest distance from its limit (N, N·m) that each contact may seem to have in the rounded state of a release; 0
    /// unless a release is active.
    release_uncertainty: Vec<f64>,
    /// Sum of the widths of the ranges (N, N·m) of the contacts of each cluster whose forces are indeterminate; 0 of others.
    shared: Vec<f64>,
    /// Slip of each contact in the motion that the load drives hardest against the friction of the stuck ones, where the guards found
    /// that these can no longer hold; else none.
    cut: Vec<Slip>,
    /// Static limits for cuts, with room for round-off where one may be next to nothing.
    relaxed_limits: Vec<Contact>,
    ahead: Ahead,
    /// Round-off of forces at each contact (N), which contacts hold whose load vanishes.
    rounded: Vec<f64>,
    /// Force (N) below which it is not reported to a host that a contact gives way which holds in one direction.
    late: Vec<f64>,
    /// True while initial modes are found, which are reported as they are.
    starts: bool,
    /// Ends of the shares of contacts that follow the load at which these have come; unless one is active, none.
    bounds: Vec<Option<Bound>>,
    /// Sum over each connected component by which ranges of contacts of massless bodies, and of those with windows, are too
    /// wide.
    relaxed: Vec<f64>,
}

impl Resolver {
    /// Prepares the next resolution for a change that is active.
    pub fn expect(
        &mut self,
        system: &System,
        expansion: &Expansion,
        time: f64,
        (contact, change): (usize, Change),
    ) {
        match change {
            Change::Bound(bound) => self.expect_bound(&expansion.filippov, contact, bound),
            Change::Catch => self.expect_overrun(system, expansion, time, contact),
            _ => {}
        }
    }

    /// Forgets what was expected of the next resolution.
    pub fn expect_nothing(&mut self) {
        self.release_uncertainty.fill(0.0);
        self.cut.clear();
        self.bounds.fill(None);
        self.slipping.fill(Slip::Stuck);
    }

    pub fn resize(&mut self, system: &System) {
        let contacts = system.contacts.len();
        let Massless { relaxed, greatest, .. } = &mut self.massless;
        for list in [&mut self.relaxed, relaxed, greatest] {
            list.resize(system.components, 0.0);
        }
        self.release_uncertainty.resize(contacts, 0.0);
        self.shared.reserve_exact(system.mass.len());
        self.candidates.resize(contacts, false);
        self.sticking.resize(contacts, false);
        self.impacts.reserve_exact(system.mass.len());
        self.bounds.resize(contacts, None);
        self.slipping.resize(contacts, Slip::Stuck);
        self.rounded.resize(contacts, 0.0);
        self.late.resize(contacts, 0.0);
        self.cut.reserve_exact(contacts);
        self.relaxed_limits.reserve_exact(contacts);
        self.at_limit.reserve_exact(contacts);
    }

    /// Resolves the modes of all contacts in `self.candidates`; the velocities of their clusters become
    /// exactly equal.
    ///
    /// # Errors
    /// If a force is not finite, where nothing resists a massless body, or from the kernel.
    pub fn resolve_modes(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
        trigger: Trigger,
    ) -> Resolved<()> {
        self.starts = trigger == Trigger::Start;
        let resolved = self.resolve_from(system, expansion, state, trigger);
        self.starts = false;
        resolved
    }

    fn resolve_from(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
        trigger: Trigger,
    ) -> Resolved<()> {
        let holds = self.resolve_as_expected(system, expansion, state, trigger);
        self.expect_nothing();
        if holds? {
            state.held_margin = 0.0;
        } else {
            self.record_margin(system, expansion, state)?;
        }
        if expansion.filippov.is_active() {
            expansion.evaluate(system, &Start::of(state));
            expansion.take_followed(system, &mut state.internal);
        }
        if system.massless {
            if let Some(body) = expansion.undamped(system) {
                return Err(ResolveError::Unresisted { body });
            }
            expansion.update_algebraic(system, &[], &mut state.velocity);
        }
        direct_continuous(system, expansion, state);
        Ok(())
    }

    /// Finds the modes, by what is expected; true if all contacts clearly hold.
    fn resolve_as_expected(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
        trigger: Trigger,
    ) -> Resolved<bool> {
        let candidates = (&self.candidates[..], &state.contacts[..]);
        expansion.project(system, state.tau(), candidates, &mut state.velocity);
        // What has begun to slip at this instant before is not at rest again: it holds no more than it resists.
        let rests = |contact: usize| {
            trigger != Trigger::Transition || state.contacts[contact].leading_zeros() == 0
        };
        for (contact, (holds, candidate)) in
            self.sticking.iter_mut().zip(&self.candidates).enumerate()
        {
            *holds = *candidate && rests(contact);
        }
        self.begin_filippov(state);
        if system.massless {
            self.begin_massless(system, state, trigger);
        }
        let holds =
            self.may_hold(state, trigger) && self.holds_clearly(system, expansion, state)?;
        while !holds && !self.pass(system, expansion, state)? {}
        state.release_slips();
        Ok(holds)
    }

    /// Makes one pass with the present set S. True: nothing left S.
    fn pass(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
    ) -> Resolved<bool> {
        if system.massless && !self.decide_velocities(system, expansion, state)? {
            return Ok(false);
        }
        self.begin_all_stuck(state);
        self.assemble(system, expansion, state)?;
        self.accelerate(system, false)?;
        if self.restore_ranges(system) {
            self.accelerate(system, false)?;
        }
        for (k, &contact) in self.index.iter().enumerate() {
            state.contacts[contact].begin_found(self.solution.slip[k], 1);
        }
        self.check_cut();
        self.find_saturated(system);
        if system.massless {
            self.decide_rates(system, expansion, state, 1)?;
        }
        if self.release(system, state) {
            return Ok(false);
        }
        if !self.any_saturated(state) {
            return Ok(true);
        }
        self.assemble_rates(system, expansion, state);
        self.accelerate(system, true)?;
        for (k, &contact) in self.index.iter().enumerate() {
            let own = &mut state.contacts[contact];
            if own.mode() == ContactMode::Stuck {
                own.begin_found(self.rates.slip[k], 2);
            }
        }
        if system.massless {
            self.decide_rates(system, expansion, state, 2)?;
        }
        if self.release(system, state) {
            return Ok(false);
        }
        self.follow(system, expansion, state)?;
        Ok(!self.release(system, state))
    }

    /// Removes from S all its contacts that slip, together. False: there were none.
    fn release(&mut self, system: &System, state: &State) -> bool {
        let mut any = false;
        for &contact in &self.index {
            let slip = state.contacts[contact].mode().slip();
            let leaves =
                slip != Slip::Stuck && (!system.massless || self.massless.holds(contact, slip));
            if self.sticking[contact] && leaves {
                self.sticking[contact] = false;
                any = true;
            }
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::expansion::MAX_ORDER;
    use crate::dynamics::system::given::GivenValues;

    /// A release that is expected of a resolution that fails is not expected of the next one.
    #[test]
    fn what_fails_leaves_nothing_expected() {
        let text = "[model]\nname = \"Block\"\n[body.block]\nmass = 1.0\n\
                    [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n";
        let network = crate::network::read(text, "block.toml").expect("valid");
        let (mut system, parameters) = (System::default(), network.start_parameters());
        let given = GivenValues { parameters: &parameters, inputs: &[], rates: &[], motions: &[] };
        system.update(&network, &given).expect("no fault");
        let mut state = State::at_rest(&network, 0.0, &parameters, &[], &[]);
        state.contacts[0].begin(ContactMode::Stuck, 0);
        let (mut expansion, mut resolver) = (Expansion::default(), Resolver::default());
        expansion.resize(&system, MAX_ORDER + 1);
        resolver.resize(&system);
        resolver.update(&system);
        resolver.candidates.fill(true);
        system.force[0] = 3.0;
        resolver.expect_release(&system, &mut expansion, &state, true);
        assert_eq!(resolver.cut, [Slip::Forward]);
        system.force[0] = f64::INFINITY;
        expansion.start(&system, &Start::of(&state));
        let resolved =
            resolver.resolve_modes(&system, &mut expansion, &mut state, Trigger::Transition);
        assert!(resolved.is_err());
        assert!(resolver.cut.is_empty());
    }
}
