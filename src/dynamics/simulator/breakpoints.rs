//! Derivatives of outputs at breakpoints of laws and formulas: on the branches on which the motion goes on.

use crate::dynamics::elements::Guarding;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::guards::find_branches;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::events::transition::{Change, Decider, Transition};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::{Observation, State};

/// Workspace of such derivatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Breakpoints {
    /// The state on the branches that it comes to.
    ahead: State,
    guards: GuardSet,
}

impl Breakpoints {
    /// Makes room for so many transitions at an instant.
    pub fn reserve(&mut self, transitions: usize, contacts: usize) {
        self.guards.reserve(transitions, contacts, 1);
    }

    /// Makes room for states like this one.
    pub fn keep(&mut self, state: &State) {
        self.ahead.copy_from(state);
    }

    /// Evaluates the derivatives of order `k` > 0 of all outputs in a state; true as of [`Observation::evaluate`].
    pub fn evaluate(
        &mut self,
        rates: &mut Observation,
        (system, state): (&System, &State),
        (expansion, resolver): (&mut Expansion, &mut Resolver),
        k: usize,
    ) -> bool {
        let work = (&mut *expansion, &mut *resolver);
        let mut known = rates.evaluate(system, &Start::of(state), work, k);
        self.keep(state);
        // Each breakpoint is passed once: what leads back from behind one is no motion behind it.
        for _ in 0..state.contacts.len() + state.force_branch.len() {
            if !self.pass(system, expansion, k) {
                break;
            }
            let work = (&mut *expansion, &mut *resolver);
            known = rates.evaluate(system, &Start::of(&self.ahead), work, k);
        }
        known
    }

    /// Passes the breakpoints at which the motion leaves a branch now, without a jump of forces; true if there are any. The
    /// expansion has the orders up to `k`.
    fn pass(&mut self, system: &System, expansion: &mut Expansion, k: usize) -> bool {
        let Self { ahead, guards } = self;
        expansion.order = k - 1;
        find_branches(&mut Guarding { guards, system, expansion, state: ahead });
        let mut any = false;
        for transition in guards.active() {
            match transition {
                Transition::Contact(contact, Change::Breakpoint(branch))
                    if !system.contacts[contact]
                        .reports_branch(ahead.contacts[contact].branch()) =>
                {
                    ahead.contacts[contact].take_branch(branch);
                }
                Transition::Branch { by, slot, next } if !jumps(system, by, slot) => {
                    ahead.force_branch[slot] = next;
                }
                _ => continue,
            }
            any = true;
        }
        any
    }
}

/// True if forces jump where a decision comes to another branch.
fn jumps(system: &System, by: Decider, slot: usize) -> bool {
    match by {
        Decider::Action(action) => {
            let action = &system.forces.actions[action];
            system.forces.action(action).decisions.jumps(slot - action.first_branch)
        }
        Decider::Law(contact) => system.contacts[contact].jumps(slot),
    }
}
