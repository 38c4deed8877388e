//! Guards: quantities that stay ≥ 0 as long as the modes are right, as polynomials over a step.
//!
//! | mode | guards | when one falls below 0 |
//! |---|---|---|
//! | contact forward, backward | ±w; of a tyre that rolls what it slips by | it arrives at w = 0 |
//! | the same, with friction that is continuous at w = 0 | ±w and its round-off | it turns |
//! | the same, on a branch of its law | \|w\| within the branch | the next branch |
//! | on the way of an internal state | its distance | it has arrived |
//! | held by a bristle | Fs − λ, Fs + λ | the bristle detaches |
//! | outside a window | \|w\| − window | it is within |
//! | forward, backward within a window | ±ẇ, and window ∓ w | it may stick; it is outside |
//! | contacts stuck, all together | margin | release |
//! | contacts that follow the load | s, 1 − s | they rest, they slip |
//! | contact whose load a spring makes | N, or −N while free | it is free, or loaded again |
//! | spring in its gap | Δ − e, Δ + e | it touches |
//! | spring pushing | F (d > 0) or the reach ±e − Δ (d = 0) | it lifts off or enters the gap |
//! | spring lifted | ±e − Δ, and −F | it enters the gap, or pushes again |
//! | formula on a branch | the number that decides within the branch | the next branch |
//!
//! A guard that starts at 0 is armed by its mode: a value within round-off of 0 counts as exactly 0,
//! and the sign just after is that of the first coefficient that is not 0.

mod filippov;
mod parting;
mod partings;
mod stuck;

use partings::Partings;

use crate::dynamics::elements::contact::change::Change;
use crate::dynamics::events::roots::{Scratch, first_descent};
use crate::dynamics::expansion::{Expansion, MAX_ORDER};
use crate::dynamics::rounding::time_round_off;
use crate::dynamics::system::System;
use crate::dynamics::totals::Scene;
use crate::dynamics::{SpringMode, State};
use crate::gauss::Contact;

/// Events this close in time (s, relative to max(1, |t|)) are one event.
pub(in crate::dynamics) const SIMULTANEOUS: f64 = 1e-12;

/// Transition that follows when a guard is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Transition {
    Contact(usize, Change),
    /// The stuck contacts can no longer all hold.
    Release,
    Spring(usize, SpringMode),
    /// A decision of a formula is on another branch.
    Piece {
        by: Decider,
        slot: usize,
        next: usize,
    },
}

/// Owner of the formula that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) enum Decider {
    /// An action of forces by formula.
    Action(usize),
    /// The law of a contact.
    Law(usize),
}

impl Transition {
    /// Returns the contact, if that is its change.
    fn contact_that(self, change: Change) -> Option<usize> {
        match self {
            Self::Contact(contact, its) if its == change => Some(contact),
            _ => None,
        }
    }

    /// Returns the same transition with other indices of elements.
    pub fn renamed(
        self,
        contact_of: impl Fn(usize) -> usize,
        spring_of: impl Fn(usize) -> usize,
    ) -> Self {
        match self {
            Self::Contact(contact, change) => Self::Contact(contact_of(contact), change),
            Self::Spring(spring, mode) => Self::Spring(spring_of(spring), mode),
            Self::Release | Self::Piece { .. } => self,
        }
    }

    /// True if friction continues without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Contact(_, change) if change.goes_on())
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Guards {
    /// Transitions with the time (since the start of the step) at which each is active; after [`Guards::first`] those
    /// of the first instant.
    active: Vec<(f64, Transition)>,
    pub polynomial: [f64; MAX_ORDER + 2],
    /// True if guards are only listed, with their values at the start.
    pub listing: bool,
    /// True if what is stuck together is asked for set by set.
    parting: bool,
    partings: Partings,
    values: Vec<(f64, Transition)>,
    /// Time of the next inputs, s from the start of the step.
    pub horizon: f64,
    /// True if bodies without mass are among those that move.
    pub creeping: bool,
    /// Round-off of the present time, s: bodies of known motion are where they are at the rounded time.
    pub rounded: f64,
    /// Time (s) within which transitions are taken together.
    pub together: f64,
    /// Time up to which the step has no transition that is known, s from its start.
    pub limit: f64,
    /// Amounts by which slip velocities, and later deflections, may differ along the step from those at its start.
    excursions: Vec<f64>,
    /// True if round-off of velocities has been noted.
    noted: bool,
    scratch: Scratch,
    /// Stuck contacts whose loads springs make, and the loads that decide whether they hold: the load on the bodies and
    /// these normal loads, `[order][component]`.
    loaded: Vec<usize>,
    joint: Vec<f64>,
    /// Limits under the normal loads at one instant.
    limits: Vec<Contact>,
    /// Forces of contacts of spanning trees, and the amounts by which they may change along the step.
    forces: [Vec<f64>; 2],
}

impl Guards {
    /// Reserves memory for all transitions that can be active together, and for the search of their times.
    pub fn reserve(&mut self, transitions: usize, contacts: usize, unknown: usize) {
        self.active.reserve(transitions);
        self.excursions.reserve(transitions);
        self.values.reserve(transitions + contacts);
        // Limits of both directions may change.
        let components = unknown + 2 * contacts;
        self.scratch.reserve(MAX_ORDER + 2, components);
        self.loaded.reserve(contacts);
        self.joint.reserve((MAX_ORDER + 1) * components);
        self.limits.reserve(contacts);
        self.forces.iter_mut().for_each(|forces| forces.reserve(contacts));
    }

    /// Returns the number of tests of whether stuck contacts hold, and of intervals that were split to find roots.
    pub fn cost(&self) -> (u64, u64) {
        self.scratch.cost()
    }

    /// Returns the transitions of the first instant.
    pub fn active(&self) -> impl Iterator<Item = Transition> + '_ {
        self.active.iter().map(|(_, transition)| *transition)
    }

    /// Returns the contacts of which one is that change.
    pub fn active_that(&self, change: Change) -> impl Iterator<Item = usize> + '_ {
        self.active().filter_map(move |transition| transition.contact_that(change))
    }

    /// Sets the time of the next inputs, s from the start of the step.
    pub fn expect_inputs(&mut self, horizon: f64) {
        self.horizon = horizon;
    }

    /// Returns the first instant in [0, size] at which a guard is left.
    pub fn first(&mut self, scene: &mut Scene, size: f64) -> Option<f64> {
        let together = SIMULTANEOUS * scene.state.time.abs().max(1.0);
        self.visit(scene, size, together);
        let first = self.active.iter().map(|(tau, _)| *tau).min_by(f64::total_cmp)?;
        let rounded = self.rounded;
        let late = |transition| match transition {
            // A slip that is about to turn may end instead.
            Transition::Contact(_, Change::Turn) => 0.0,
            // A load that is not 0 yet would be none, and not.
            Transition::Contact(_, Change::Load) => rounded,
            _ => together,
        };
        self.active.retain(|(tau, transition)| *tau <= first + late(*transition));
        Some(first)
    }

    /// Finds all guards that are left in [0, size], each where that is first. Of what is stuck, see
    /// [`Guards::releases`] and [`Guards::detached`].
    pub fn all(&mut self, scene: &mut Scene, size: f64) {
        self.parting = true;
        self.partings.releases.clear();
        self.partings.detached.clear();
        let together = SIMULTANEOUS * scene.state.time.abs().max(1.0);
        self.visit(scene, size, together);
        self.parting = false;
        let Self { active, partings, .. } = self;
        partings.leaves.clear();
        partings.leaves.resize(scene.system.contacts.len(), f64::INFINITY);
        for (tau, transition) in active {
            if let Transition::Contact(contact, _) = transition {
                let first = &mut partings.leaves[*contact];
                *first = first.min(*tau);
            }
        }
    }

    /// Returns the transitions that [`Guards::all`] found, each with its time, s.
    pub fn found(&self) -> impl Iterator<Item = (f64, Transition)> + '_ {
        self.active.iter().copied()
    }

    /// Returns the time at which a contact leaves its mode or the branch of its law, as [`Guards::all`] found, s.
    pub fn leaves(&self, contact: usize) -> f64 {
        self.partings.leaves[contact]
    }

    /// Sets the transitions of the first instant.
    pub fn expect_active(&mut self, transitions: impl Iterator<Item = Transition>) {
        self.active.clear();
        self.active.extend(transitions.map(|transition| (0.0, transition)));
    }

    /// Lists the values of all guards but those of normal loads at the start of the expansion, which has orders 0 and
    /// 1, each with what happens when it falls below 0. They are dimensionless: each is over its nominal value.
    pub fn list(&mut self, scene: &mut Scene) {
        self.values.clear();
        self.listing = true;
        self.horizon = f64::INFINITY;
        self.visit(scene, 0.0, 0.0);
        self.listing = false;
        for (value, transition) in &mut self.values {
            *value /= match *transition {
                Transition::Spring(spring, next) => {
                    let modes = [scene.state.spring_mode[spring], next];
                    scene.system.springs[spring].guard_unit(&scene.system.nominals, modes)
                }
                Transition::Contact(contact, change) => scene.system.slip_unit(contact, change),
                Transition::Release | Transition::Piece { .. } => 1.0,
            };
        }
    }

    /// Lists another one.
    pub fn note(&mut self, value: f64, transition: Transition) {
        self.values.push((value, transition));
    }

    /// Returns the values and transitions that [`Guards::list`] last found.
    pub fn listed(&self) -> &[(f64, Transition)] {
        &self.values
    }

    /// True if a listed guard is below `threshold`. What is below 0 by then is active with it: what stuck contacts no longer hold
    /// may be the pull of a spring that lifts off. A load is not: it is below 0 from its transition on.
    pub fn find_active(&mut self, threshold: f64) -> bool {
        self.active.clear();
        if self.values.iter().all(|(value, _)| *value >= threshold) {
            return false;
        }
        let left = self.values.iter().filter(|(value, transition)| match transition {
            Transition::Contact(_, Change::Load) => *value < threshold,
            _ => *value < 0.0,
        });
        self.active.extend(left.map(|(_, transition)| (0.0, *transition)));
        true
    }

    /// Considers every guard of the present modes.
    fn visit(&mut self, scene: &mut Scene, size: f64, together: f64) {
        let Scene { system, expansion, resolver, state } = scene;
        self.active.clear();
        self.creeping = system.massless;
        self.rounded = time_round_off(state.time);
        self.together = together;
        self.limit = size;
        self.noted = false;
        expansion.slip.excursions(expansion.order + 1, size, &mut self.excursions);
        for contact in 0..system.contacts.len() {
            self.contact(system, contact, expansion, state);
        }
        if system.coupled && !self.listing {
            self.loads(system, expansion, state);
        }
        if !system.springs.is_empty() {
            expansion.deflection.excursions(expansion.order + 1, size, &mut self.excursions);
        }
        for spring in 0..system.springs.len() {
            self.spring(system, spring, expansion, state);
        }
        self.formulas(system, expansion, state);
        self.filippov(expansion);
        self.release(system, expansion, resolver, state);
    }

    /// True if what is `start` above 0 stays above along the step: most guards of most steps.
    pub fn stays(&self, start: f64, component: usize) -> bool {
        !self.listing && start > self.excursions[component]
    }

    /// Records round-off of velocities, unless that has been done.
    pub fn record_round_off(&mut self, system: &System, expansion: &mut Expansion, state: &State) {
        if !std::mem::replace(&mut self.noted, true) {
            expansion.record_round_off(system, state, !self.listing);
        }
    }

    /// Records the time at which `self.polynomial` (of the given order) falls below 0.
    pub fn consider(&mut self, order: usize, transition: Transition) {
        if self.listing {
            self.values.push((self.polynomial[0], transition));
            return;
        }
        let polynomial = &self.polynomial[..=order];
        if let Some(tau) = first_descent(polynomial, 0.0, self.limit, &mut self.scratch) {
            self.become_active(tau, transition);
        }
    }

    /// Records the time at which the slip velocity in `self.polynomial` (of the given order) arrives at 0. Where it
    /// turns there, and is below 0 by no more than its round-off, it has not arrived: whatever comes next decides.
    pub fn consider_slip(
        &mut self,
        order: usize,
        transition: Transition,
        round_off: impl FnOnce(&mut Self) -> f64,
    ) {
        if self.listing {
            return self.consider(order, transition);
        }
        let polynomial = &self.polynomial[..=order];
        let found = first_descent(polynomial, 0.0, self.limit, &mut self.scratch);
        let Some(tau) = found else { return };
        let [rate, curvature] = rates(polynomial, tau);
        // Of a parabola, which it is near its least value.
        let depth = rate * rate / (2.0 * curvature);
        if curvature > 0.0 {
            let round_off = round_off(self);
            if depth <= round_off {
                self.polynomial[0] += round_off;
                return self.consider(order, transition);
            }
        }
        self.become_active(tau, transition);
    }

    /// Records that a guard is left at τ.
    fn become_active(&mut self, tau: f64, transition: Transition) {
        self.active.push((tau, transition));
        if !self.parting {
            self.limit = self.limit.min(tau + self.together);
        }
    }

    /// Sets to 0 a value within round-off of 0.
    pub fn arm(&mut self, round_off: f64) {
        if self.polynomial[0].abs() <= round_off {
            self.polynomial[0] = 0.0;
        }
    }

    /// True if a value that is 0 falls.
    pub fn leaves_at_once(&self) -> bool {
        self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0
    }

    /// Sets to 0 coefficients that would leave immediately but are round-off, after the first `zeros` of them, which
    /// are 0. The round-off of the rate is `rate`; each further derivative has `settling` times that of the one before.
    pub fn arm_derivatives(&mut self, zeros: usize, order: usize, (rate, settling): (f64, f64)) {
        let mut round_off = rate;
        for (k, coefficient) in self.polynomial.iter_mut().enumerate().take(order + 1).skip(1) {
            if k >= zeros {
                if *coefficient > 0.0 || -*coefficient > round_off {
                    return;
                }
                *coefficient = 0.0;
            }
            round_off *= settling / (k + 1) as f64;
        }
    }

    /// Sets to 0 a rate at 0 that is the rest of one that turns or comes to rest at the rounded time: its derivative
    /// decides.
    pub fn arm_turned(&mut self, order: usize) {
        if order > 1 {
            self.arm_rate(2.0 * self.polynomial[2].abs() * self.rounded);
        }
    }

    /// Sets to 0 a rate at 0 that would leave immediately, if it is round-off: the next derivative decides.
    pub fn arm_rate(&mut self, round_off: f64) {
        if self.leaves_at_once() && -self.polynomial[1] <= round_off {
            self.polynomial[1] = 0.0;
        }
    }
}

/// Returns the first and second derivative of a polynomial.
fn rates(polynomial: &[f64], tau: f64) -> [f64; 2] {
    let [_, rate, half] = polynomial.iter().rev().fold([0.0; 3], |[value, rate, half], term| {
        [value * tau + term, rate * tau + value, half * tau + rate]
    });
    [rate, 2.0 * half]
}
