//! Guards: quantities that stay ≥ 0 as long as the modes are right, as polynomials over a step.
//!
//! | mode | guards | when one falls below 0 |
//! |---|---|---|
//! | contact forward, backward | ±w; of a tyre that rolls what it slips by | it arrives at w = 0 |
//! | the same, with friction that is continuous at w = 0 | ±w and its round-off | it turns |
//! | the same, on a piece of its law | \|w\| within the piece | the next piece |
//! | on the way of an internal state | its distance | it has arrived |
//! | held by a bristle | Fs − λ, Fs + λ | the bristle lets go |
//! | outside a window | \|w\| − window | it is within |
//! | forward, backward within a window | ±ẇ, and window ∓ w | it may stick; it is outside |
//! | contacts stuck, all together | margin | release |
//! | contacts that follow the load | s, 1 − s | they rest, they slip |
//! | contact whose load a spring makes | N, or −N while free | it is free, or loaded again |
//! | spring in its gap | Δ − e, Δ + e | it touches |
//! | spring pushing | F (d > 0) or the reach ±e − Δ (d = 0) | it lifts off or enters the gap |
//! | spring lifted | ±e − Δ, and −F | it enters the gap, or pushes again |
//! | formula on a piece | the number that decides within the piece | the next piece |
//!
//! A guard that starts at 0 is armed by its mode: a value within round-off of 0 counts as exactly 0,
//! and the sign just after is that of the first coefficient that is not 0.

mod following;
mod parting;
mod partings;
mod stuck;

use partings::Partings;

use crate::gauss::Contact;
use crate::motion::elements::contact::change::Change;
use crate::motion::events::roots::{Scratch, first_descent};
use crate::motion::flow::{Flow, MAX_ORDER};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::time_round_off;
use crate::motion::work::Scene;
use crate::motion::{SpringMode, State};

/// Events this close in time (s, relative to max(1, |t|)) are one event.
pub(in crate::motion) const SIMULTANEOUS: f64 = 1e-12;

/// What happens when a guard is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::motion) enum Transition {
    Contact(usize, Change),
    /// The stuck contacts can no longer all hold.
    Release,
    Spring(usize, SpringMode),
    /// A decision of a formula is on another piece.
    Piece {
        by: Decider,
        slot: usize,
        next: usize,
    },
}

/// Whose formula decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::motion) enum Decider {
    /// An action of forces by formula.
    Action(usize),
    /// The law of a contact.
    Law(usize),
}

impl Transition {
    /// The contact, if that is its change.
    fn contact_that(self, change: Change) -> Option<usize> {
        match self {
            Self::Contact(contact, its) if its == change => Some(contact),
            _ => None,
        }
    }

    /// The same of elements with other indices.
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

    /// True if friction goes on without a step: nothing else changes.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Contact(_, change) if change.goes_on())
    }
}

#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct Guards {
    /// Transitions with the time (since the start of the step) at which each is due; after
    /// [`Guards::first`] those of the first instant.
    due: Vec<(f64, Transition)>,
    pub polynomial: [f64; MAX_ORDER + 2],
    /// True if guards are only listed, with their values at the start.
    pub listing: bool,
    /// True if what is stuck together is asked for set by set.
    parting: bool,
    partings: Partings,
    values: Vec<(f64, Transition)>,
    /// When the next inputs are given, s from the start of the step.
    pub horizon: f64,
    /// True if bodies without mass are among those that move.
    pub creeping: bool,
    /// Round-off of the present time, s: bodies of known motion are where they are at the rounded time.
    pub rounded: f64,
    /// Time (s) within which transitions are taken together.
    pub together: f64,
    /// Up to when the step has no transition that is known, s from its start.
    pub limit: f64,
    /// By how much slip velocities, and later deflections, may differ along the step from what they are at its start.
    excursions: Vec<f64>,
    /// True if round-off of velocities has been noted.
    noted: bool,
    scratch: Scratch,
    /// Stuck contacts whose loads springs make, and what decides whether they hold: the load on the bodies
    /// and these normal loads, `[order][component]`.
    loaded: Vec<usize>,
    joint: Vec<f64>,
    /// Limits under the normal loads at one instant.
    limits: Vec<Contact>,
    /// Forces of contacts of spanning trees, and by how much they may change along the step.
    forces: [Vec<f64>; 2],
}

impl Guards {
    /// Room for all that can be due at once, and for the search of when.
    pub fn reserve(&mut self, transitions: usize, contacts: usize, unknown: usize) {
        self.due.reserve(transitions);
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

    /// How often stuck contacts were asked whether they hold, and intervals were split to find roots.
    pub fn cost(&self) -> (u64, u64) {
        self.scratch.cost()
    }

    /// Transitions of the first instant.
    pub fn due(&self) -> impl Iterator<Item = Transition> + '_ {
        self.due.iter().map(|(_, transition)| *transition)
    }

    /// The contacts of which one is that change.
    pub fn due_that(&self, change: Change) -> impl Iterator<Item = usize> + '_ {
        self.due().filter_map(move |transition| transition.contact_that(change))
    }

    /// When the next inputs are given, s from the start of the step.
    pub fn expect_inputs(&mut self, horizon: f64) {
        self.horizon = horizon;
    }

    /// The first instant in [0, size] at which a guard is left.
    pub fn first(&mut self, scene: &mut Scene, size: f64) -> Option<f64> {
        let together = SIMULTANEOUS * scene.state.time.abs().max(1.0);
        self.visit(scene, size, together);
        let first = self.due.iter().map(|(tau, _)| *tau).min_by(f64::total_cmp)?;
        let rounded = self.rounded;
        let late = |transition| match transition {
            // A slip that is about to turn may end instead.
            Transition::Contact(_, Change::Turn) => 0.0,
            // A load that is not 0 yet would be none, and not.
            Transition::Contact(_, Change::Load) => rounded,
            _ => together,
        };
        self.due.retain(|(tau, transition)| *tau <= first + late(*transition));
        Some(first)
    }

    /// All guards that are left in [0, size], each where that is first. Of what is stuck,
    /// [`Guards::releases`] and [`Guards::loose`] tell instead.
    pub fn all(&mut self, scene: &mut Scene, size: f64) {
        self.parting = true;
        self.partings.releases.clear();
        self.partings.loose.clear();
        let together = SIMULTANEOUS * scene.state.time.abs().max(1.0);
        self.visit(scene, size, together);
        self.parting = false;
        let Self { due, partings, .. } = self;
        partings.leaves.clear();
        partings.leaves.resize(scene.numbers.contacts.len(), f64::INFINITY);
        for (tau, transition) in due {
            if let Transition::Contact(contact, _) = transition {
                let first = &mut partings.leaves[*contact];
                *first = first.min(*tau);
            }
        }
    }

    /// What [`Guards::all`] found, and when.
    pub fn found(&self) -> impl Iterator<Item = (f64, Transition)> + '_ {
        self.due.iter().copied()
    }

    /// When a contact leaves its mode or the piece of its law, as [`Guards::all`] found, s.
    pub fn leaves(&self, contact: usize) -> f64 {
        self.partings.leaves[contact]
    }

    /// From now on these are the transitions of the first instant.
    pub fn expect_due(&mut self, transitions: impl Iterator<Item = Transition>) {
        self.due.clear();
        self.due.extend(transitions.map(|transition| (0.0, transition)));
    }

    /// Values of all guards but those of normal loads at the start of the flow, which has orders 0 and 1, each with what happens when
    /// it falls below 0. They are dimensionless: slip velocities in m/s or rad/s, deflections in half gaps or 1 m or rad,
    /// pushes in those at twice the half gap.
    pub fn list(&mut self, scene: &mut Scene) {
        self.values.clear();
        self.listing = true;
        self.horizon = f64::INFINITY;
        self.visit(scene, 0.0, 0.0);
        self.listing = false;
        for (value, transition) in &mut self.values {
            if let Transition::Spring(spring, next) = *transition {
                let mode = scene.state.spring_mode[spring];
                *value /= scene.numbers.springs[spring].guard_unit(mode, next);
            }
        }
    }

    /// Lists another one.
    pub fn note(&mut self, value: f64, transition: Transition) {
        self.values.push((value, transition));
    }

    /// What [`Guards::list`] last found.
    pub fn listed(&self) -> &[(f64, Transition)] {
        &self.values
    }

    /// True if a listed guard is below `threshold`. What is below 0 by then is due with it: what stuck contacts no longer
    /// hold may be the pull of a spring that lifts off. A load is not: it is below 0 from the transition on that it has made.
    pub fn find_due(&mut self, threshold: f64) -> bool {
        self.due.clear();
        if self.values.iter().all(|(value, _)| *value >= threshold) {
            return false;
        }
        let left = self.values.iter().filter(|(value, transition)| match transition {
            Transition::Contact(_, Change::Load) => *value < threshold,
            _ => *value < 0.0,
        });
        self.due.extend(left.map(|(_, transition)| (0.0, *transition)));
        true
    }

    /// Considers every guard of the present modes.
    fn visit(&mut self, scene: &mut Scene, size: f64, together: f64) {
        let Scene { numbers, flow, resolver, state } = scene;
        self.due.clear();
        self.creeping = numbers.massless;
        self.rounded = time_round_off(state.time);
        self.together = together;
        self.limit = size;
        self.noted = false;
        flow.slip.excursions(flow.order + 1, size, &mut self.excursions);
        for contact in 0..numbers.contacts.len() {
            self.contact(numbers, contact, flow, state);
        }
        if numbers.coupled && !self.listing {
            self.loads(numbers, flow, state);
        }
        if !numbers.springs.is_empty() {
            flow.deflection.excursions(flow.order + 1, size, &mut self.excursions);
        }
        for spring in 0..numbers.springs.len() {
            self.spring(numbers, spring, flow, state);
        }
        self.formulas(numbers, flow, state);
        self.following(flow);
        self.release(numbers, flow, resolver, state);
    }

    /// True if what is `start` above 0 stays above along the step: most guards of most steps.
    pub fn stays(&self, start: f64, component: usize) -> bool {
        !self.listing && start > self.excursions[component]
    }

    /// Notes round-off of velocities, unless that has been done.
    pub fn note_round_off(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        if !std::mem::replace(&mut self.noted, true) {
            flow.note_round_off(numbers, state, !self.listing);
        }
    }

    /// Notes when `self.polynomial` (of the given order) falls below 0.
    pub fn consider(&mut self, order: usize, transition: Transition) {
        if self.listing {
            self.values.push((self.polynomial[0], transition));
            return;
        }
        let polynomial = &self.polynomial[..=order];
        if let Some(tau) = first_descent(polynomial, 0.0, self.limit, &mut self.scratch) {
            self.fall_due(tau, transition);
        }
    }

    /// A guard is left at τ.
    fn fall_due(&mut self, tau: f64, transition: Transition) {
        self.due.push((tau, transition));
        if !self.parting {
            self.limit = self.limit.min(tau + self.together);
        }
    }

    /// A value within round-off of 0 counts as 0.
    pub fn arm(&mut self, round_off: f64) {
        if self.polynomial[0].abs() <= round_off {
            self.polynomial[0] = 0.0;
        }
    }

    /// True if a value that is 0 falls.
    pub fn leaves_at_once(&self) -> bool {
        self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0
    }

    /// Of a value whose first coefficients are 0 those that would leave at once count as 0, too, if they are round-off: of the
    /// rate so much, and of each further derivative as many times as much as the second number says.
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

    /// At 0 a rate that is left of one that turns, or comes to rest, at the rounded time counts as 0: its derivative decides.
    pub fn arm_turned(&mut self, order: usize) {
        if order > 1 {
            self.arm_rate(2.0 * self.polynomial[2].abs() * self.rounded);
        }
    }

    /// At 0 a rate that would leave at once counts as 0 if it is round-off: what comes then decides.
    pub fn arm_rate(&mut self, round_off: f64) {
        if self.leaves_at_once() && -self.polynomial[1] <= round_off {
            self.polynomial[1] = 0.0;
        }
    }
}
