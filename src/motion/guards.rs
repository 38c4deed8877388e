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

mod bristles;
mod following;
mod forces;
mod laws;
mod springs;
mod stuck;

use super::flow::{Flow, MAX_ORDER};
use super::modes::time_round_off;
use super::numbers::Numbers;
use super::resolve::{Bound, Resolver};
use super::roots::{Scratch, first_descent};
use super::{ContactMode, SpringMode, State};
use crate::gauss::Contact;
use crate::laws::Direction;

/// Events this close in time (s, relative to max(1, |t|)) are one event.
const SIMULTANEOUS: f64 = 1e-12;

/// What happens when a guard is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Transition {
    /// The contact's slip velocity reaches 0.
    Arrival(usize),
    /// The slip velocity of a contact whose friction is continuous at 0 has changed its sign.
    Turn(usize),
    /// The contact slips on to another piece of its law, or an internal state of it arrives.
    Kink(usize, usize),
    /// The contact slips into its window, or out of it, onto this piece of its law.
    Window(usize, usize),
    /// The static limit can hold the contact, which slips within its window.
    Catch(usize),
    /// The contact's normal load passes through 0.
    Load(usize),
    /// The bristle that holds the contact lets go.
    Loosening(usize, Direction),
    /// Both ends of a contact with a law of the slip ratio come to rest.
    Rest(usize),
    /// The ends of such a contact, stuck together, no longer are at rest.
    Roll(usize),
    /// The stuck contacts can no longer all hold.
    Release,
    /// The share of a mechanism, of which this is the first contact, is at an end of its range.
    Bound(usize, Bound),
    Spring(usize, SpringMode),
    /// A decision of a formula is on another piece.
    Piece {
        action: usize,
        slot: usize,
        next: usize,
    },
}

impl Transition {
    /// The contact that arrives.
    pub fn arrival(self) -> Option<usize> {
        match self {
            Self::Arrival(contact) => Some(contact),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Guards {
    /// Transitions with the time (since the start of the step) at which each is due; after
    /// [`Guards::first`] those of the first instant.
    due: Vec<(f64, Transition)>,
    polynomial: [f64; MAX_ORDER + 2],
    /// Whether guards are only listed, with their values at the start.
    listing: bool,
    values: Vec<(f64, Transition)>,
    /// When the next inputs are given, s from the start of the step.
    horizon: f64,
    /// Whether bodies without mass are among those that move.
    creeping: bool,
    /// Round-off of the present time, s: bodies of known motion are where they are at the rounded time.
    rounded: f64,
    /// Time (s) within which transitions are taken together.
    together: f64,
    /// By how much slip velocities, and later deflections, may differ along the step from what they are at its start.
    excursions: Vec<f64>,
    /// Whether round-off of velocities has been noted.
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
        self.scratch.reserve(MAX_ORDER + 2, unknown + contacts);
        self.loaded.reserve(contacts);
        self.joint.reserve((MAX_ORDER + 1) * (unknown + contacts));
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

    /// When the next inputs are given, s from the start of the step.
    pub fn expect_inputs(&mut self, horizon: f64) {
        self.horizon = horizon;
    }

    /// The first instant in [0, size] at which a guard is left.
    pub fn first(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        resolver: &mut Resolver,
        state: &State,
        size: f64,
    ) -> Option<f64> {
        let together = SIMULTANEOUS * state.time.abs().max(1.0);
        self.visit(numbers, flow, resolver, state, size, together);
        let first = self.due.iter().map(|(tau, _)| *tau).min_by(f64::total_cmp)?;
        // A slip that is about to turn may end instead.
        let turns = |transition| matches!(transition, Transition::Turn(_));
        let late = |transition| if turns(transition) { 0.0 } else { together };
        self.due.retain(|(tau, transition)| *tau <= first + late(*transition));
        Some(first)
    }

    /// Values of all guards but those of normal loads at the start of the flow, which has orders 0 and 1, each with what happens when
    /// it falls below 0. They are dimensionless: slip velocities in m/s or rad/s, deflections in half gaps,
    /// pushes in those at twice the half gap.
    pub fn list(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        resolver: &mut Resolver,
        state: &State,
    ) {
        self.values.clear();
        self.listing = true;
        self.horizon = f64::INFINITY;
        self.visit(numbers, flow, resolver, state, 0.0, 0.0);
        self.listing = false;
        for (value, transition) in &mut self.values {
            if let Transition::Spring(spring, next) = *transition {
                let entry = &numbers.springs[spring];
                let lifted = state.spring_mode[spring] == SpringMode::Lifted;
                let pushes = next == SpringMode::Lifted || lifted && next != SpringMode::Gap;
                let push = entry.stiffness.abs() * entry.freeplay + entry.damping;
                *value /= if pushes { push } else { entry.freeplay };
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

    /// Whether a listed guard is below `threshold`. What is below 0 by then is due with it: what stuck contacts no longer
    /// hold may be the pull of a spring that lifts off.
    pub fn find_due(&mut self, threshold: f64) -> bool {
        self.due.clear();
        if self.values.iter().all(|(value, _)| *value >= threshold) {
            return false;
        }
        let left = self.values.iter().filter(|(value, _)| *value < 0.0);
        self.due.extend(left.map(|(_, transition)| (0.0, *transition)));
        true
    }

    /// Considers every guard of the present modes.
    fn visit(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        resolver: &mut Resolver,
        state: &State,
        size: f64,
        together: f64,
    ) {
        self.due.clear();
        self.creeping = numbers.massless;
        self.rounded = time_round_off(state.time);
        self.together = together;
        let mut limit = size;
        self.noted = false;
        flow.slip.excursions(flow.order + 1, size, &mut self.excursions);
        for (contact, mode) in state.contact_mode.iter().enumerate() {
            let entry = &numbers.contacts[contact];
            self.internal(numbers, contact, flow, state, &mut limit, together);
            let sign = match mode {
                ContactMode::Forward => 1.0,
                ContactMode::Backward => -1.0,
                ContactMode::Stuck if numbers.contacts[contact].is_tyre() => {
                    self.tyre(numbers, contact, flow, state, &mut limit, together);
                    continue;
                }
                ContactMode::Stuck | ContactMode::Free => continue,
            };
            if entry.yields(*mode, flow.sliding.piece(contact)) {
                self.window(entry, contact, sign, flow, state, &mut limit, together);
                continue;
            }
            self.passage(numbers, (contact, sign), flow, state, &mut limit, together);
            if entry.is_tyre() {
                self.tyre(numbers, contact, flow, state, &mut limit, together);
            } else {
                self.kinks(numbers, contact, flow, state, &mut limit, together);
            }
        }
        if numbers.coupled && !self.listing {
            self.loads(numbers, flow, state, &mut limit, together);
        }
        if !numbers.springs.is_empty() {
            flow.deflection.excursions(flow.order + 1, size, &mut self.excursions);
        }
        for spring in 0..numbers.springs.len() {
            self.spring(numbers, spring, flow, state, &mut limit, together);
        }
        self.formulas(numbers, flow, state, &mut limit, together);
        self.following(flow, &mut limit, together);
        self.release(numbers, flow, resolver, state, &mut limit, together);
    }

    /// The guard of a slipping contact at w = 0, its slip velocity in its direction.
    fn passage(
        &mut self,
        numbers: &Numbers,
        (contact, sign): (usize, f64),
        flow: &mut Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        let (entry, order) = (&numbers.contacts[contact], flow.order + 1);
        let plain = state.departure[contact] == 0 && !entry.rolls() && !entry.kinematic;
        let start = sign * flow.slip.at(0, contact);
        if plain && self.stays(start, contact) {
            return;
        }
        flow.slip.copy(contact, order, &mut self.polynomial);
        let zeros = usize::from(state.departure[contact]);
        self.polynomial[..zeros].fill(0.0);
        self.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
        let turns = entry.is_continuous();
        if entry.rolls() {
            self.polynomial[0] -= entry.no_slip();
            self.arm(2.0 * entry.no_slip());
        } else if entry.kinematic {
            self.arm(entry.known_round_off(numbers, state.time - state.origin, state.time));
        } else if turns {
            self.note_round_off(numbers, flow, state);
            self.polynomial[0] += flow.slip_round_off(numbers, state, contact);
        }
        if zeros == 1 {
            self.arm_rate(flow.rate_round_off(numbers, state.time, entry));
        }
        let next = if turns { Transition::Turn(contact) } else { Transition::Arrival(contact) };
        self.consider(order, next, limit, together);
    }

    /// Whether what is `start` above 0 stays above along the step: most guards of most steps.
    fn stays(&self, start: f64, component: usize) -> bool {
        !self.listing && start > self.excursions[component]
    }

    /// Notes round-off of velocities, unless that has been done.
    fn note_round_off(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        if !std::mem::replace(&mut self.noted, true) {
            flow.note_round_off(numbers, state, !self.listing);
        }
    }

    /// Notes when `self.polynomial` (of the given order) falls below 0.
    fn consider(&mut self, order: usize, transition: Transition, limit: &mut f64, together: f64) {
        if self.listing {
            self.values.push((self.polynomial[0], transition));
            return;
        }
        let polynomial = &self.polynomial[..=order];
        if let Some(tau) = first_descent(polynomial, 0.0, *limit, &mut self.scratch) {
            self.due.push((tau, transition));
            *limit = limit.min(tau + together);
        }
    }

    /// A value within round-off of 0 counts as 0.
    fn arm(&mut self, round_off: f64) {
        if self.polynomial[0].abs() <= round_off {
            self.polynomial[0] = 0.0;
        }
    }

    /// Whether a value that is 0 falls.
    fn leaves_at_once(&self) -> bool {
        self.polynomial[0] == 0.0 && self.polynomial[1] < 0.0
    }

    /// At 0 a rate that would leave at once counts as 0 if it is round-off: what comes then decides.
    fn arm_rate(&mut self, round_off: f64) {
        if self.leaves_at_once() && -self.polynomial[1] <= round_off {
            self.polynomial[1] = 0.0;
        }
    }
}
