//! Whether a step satisfies the equations of motion: the defect of its polynomials.
//!
//! Bodies, springs and dampers satisfy their equations order by order, so that what is left out shows in the
//! last terms ([`super::convergence`]). Friction and internal states of laws, and cubic springs, are no
//! polynomials: a law far from where it changes has an expansion without a trace of what comes. They are
//! evaluated as they are along the step, at its end and at places between, and compared with the
//! polynomials that stand for them. Places are so dense that a law is told between them
//! ([`crate::laws::Law::is_told`]), by the range of its slip velocity, which Bernstein coefficients bound.
//!
//! A step whose defect is too great is cut to where it is not; its coefficients stay.

mod forces;
mod judged;

use super::State;
use super::convergence::Demand;
use super::flow::{Flow, MAX_ORDER};
use super::forces::{Look, Told};
use super::numbers::{BodyNumbers, ContactNumbers, Numbers};
use super::roots::{Intervals, is_point};
use super::series::Series;
use crate::laws::{Direction, InternalSeries, LawSeries, Sense};

/// Where an interval is looked at: its end, and between what collocation makes exact.
const PLACES: [f64; 3] = [0.3, 0.6, 1.0];

/// Numbers below this one have lost some of their digits.
const FAINTEST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Round-off of a sum of the terms of a series, relative to their magnitudes.
const ROUND_OFF: f64 = 64.0 * f64::EPSILON;

/// A step that is too long is at least halved, and cut by so much more than the defect's order says.
const CUT: (f64, f64) = (0.5, 0.95);

/// Places that one look along a step may take before the step is cut to where it is right up to there. Dozens
/// suffice; slip velocities whose round-off is greater than the law's own scale would be looked at point by point.
const MOST_LOOKS: usize = 4096;

/// Cuts by the defect's order; a step that is still too long is halved from then on.
pub(super) const MOST_CUTS: usize = 32;

/// What is judged.
#[derive(Clone, Copy)]
pub(super) struct Step<'s> {
    pub numbers: &'s Numbers,
    pub flow: &'s Flow,
    pub state: &'s State,
    pub demand: Demand,
}

/// A contact whose law is no polynomial of its slip.
struct Judged<'s> {
    step: Step<'s>,
    entry: &'s ContactNumbers,
    contact: usize,
    sense: Sense,
    /// Slip in this direction, or of none.
    direction: Direction,
    /// Coefficients of the slip velocity in that direction; a contact that departs from w = 0 has w = 0 exactly.
    slip: [f64; MAX_ORDER + 2],
    /// Edges of |w|, and by how much w was beyond them at the start, which is round-off.
    edges: (f64, f64),
    beyond: f64,
    /// Greatest force on its bodies at the start.
    force: f64,
    /// Whether friction and its coefficient are those that the load asks for, not the law's.
    follows: bool,
}

/// Up to where a step is right. Where a contact leaves its mode or the piece of its law on the way, nothing
/// is known beyond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub size: f64,
    pub leaves: bool,
}

/// Workspace, and how often laws were evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Defect {
    intervals: Intervals,
    /// What a law depends on, `[order][component]`.
    arguments: Vec<f64>,
    law: LawSeries,
    /// Of each contact whose law has states.
    internal: Vec<InternalSeries>,
    look: Look,
    told: Told,
    pub evaluations: u64,
}

impl Defect {
    pub fn reserve(&mut self, numbers: &Numbers) {
        let Numbers { contacts, forces, .. } = numbers;
        contacts.iter().for_each(|entry| self.law.reserve(&entry.law));
        let states = contacts.iter().filter(|entry| entry.law.has_states());
        self.internal.resize_with(states.clone().count().max(1), InternalSeries::default);
        for (series, entry) in self.internal.iter_mut().zip(states) {
            entry.law.reserve(series);
            series.leave_out_power();
        }
        let variables = forces.actions.iter().map(|one| forces.action(one).variables.len());
        let most = variables.max().unwrap_or(0).max(2);
        self.arguments.reserve(most * (MAX_ORDER + 2));
        self.intervals.reserve(MAX_ORDER + 2, most);
        self.look.reserve(forces);
        self.told.reserve(forces);
    }

    /// How often intervals were split to look at laws more closely.
    pub fn splits(&self) -> u64 {
        self.intervals.splits
    }

    /// How much of a step of some size is right: up to where a mode is left, if one is, or with `whole` in
    /// any case all of it.
    pub fn reach(&mut self, step: &Step, size: f64, whole: bool) -> Reached {
        let mut reached = Reached { size, leaves: false };
        for cut in 0.. {
            let size = reached.size;
            reached = self.pass(step, size, whole);
            if reached.size >= size || reached.size.is_nan() || reached.size <= 0.0 {
                break;
            }
            if cut >= MOST_CUTS {
                reached.size *= CUT.0;
            }
        }
        reached
    }

    fn pass(&mut self, step: &Step, size: f64, whole: bool) -> Reached {
        let mut reached = Reached { size, leaves: false };
        for contact in 0..step.numbers.contacts.len() {
            if let Some(judged) = Judged::new(step, contact) {
                let found = self.along(&judged, reached.size, whole);
                reached.leaves |= found.leaves;
                reached.size = found.size;
            }
        }
        for (spring, entry) in step.numbers.springs.iter().enumerate() {
            if entry.cubic != 0.0 {
                let excess = |tau: f64| step.spring_excess(spring, tau);
                reached.size = PLACES
                    .iter()
                    .map(|place| place * reached.size)
                    .find_map(|tau| excess(tau).map(|excess| shorter(tau, excess, step.flow.order)))
                    .unwrap_or(reached.size);
            }
        }
        for index in 0..step.numbers.forces.actions.len() {
            let found = self.along_formula(step, index, reached.size, whole);
            reached.leaves |= found.leaves;
            reached.size = found.size;
        }
        reached
    }

    /// Looks along a step at a contact.
    fn along(&mut self, judged: &Judged, size: f64, whole: bool) -> Reached {
        let components = judged.arguments(&mut self.arguments);
        let right = Reached { size, leaves: false };
        // Mostly what the terms add up to at most tells as much as Bernstein coefficients.
        if judged.entry.law.is_told(&judged.range(&self.arguments, components, size)) {
            return self.look_at(judged, (0.0, size), (size, whole), &mut 0.0).unwrap_or(right);
        }
        self.intervals.start(&self.arguments, size, components);
        let length = self.arguments.len();
        let mut good = 0.0;
        let mut looks = 0;
        while let Some((left, right, b)) = self.intervals.top(length) {
            looks += 1;
            if looks > MOST_LOOKS {
                return Reached { size: good, leaves: false };
            }
            let reach = judged.reach(b, components);
            if !judged.entry.law.is_told(&reach) && !is_point(left, right, size) {
                self.intervals.split_top(left + 0.5 * (right - left), length, components);
                continue;
            }
            if let Some(found) = self.look_at(judged, (left, right), (size, whole), &mut good) {
                return found;
            }
            self.intervals.clear_top(length);
        }
        right
    }

    /// Looks at the places of an interval; None if the step is right there. `good` is up to where it is.
    fn look_at(
        &mut self,
        judged: &Judged,
        (left, right): (f64, f64),
        (size, whole): (f64, bool),
        good: &mut f64,
    ) -> Option<Reached> {
        // Any will do for a law without states.
        let place = judged.step.flow.internals.place(judged.contact).min(self.internal.len() - 1);
        let internal = &mut self.internal[place];
        for place in PLACES {
            let tau = left + place * (right - left);
            if !whole && judged.has_left(tau) {
                return Some(Reached { size, leaves: true });
            }
            self.evaluations += 1;
            if let Some(excess) = judged.excess(tau, &mut self.law, internal) {
                let size = shorter(tau, excess, judged.step.flow.order).max(*good);
                return Some(Reached { size, leaves: false });
            }
            *good = tau;
        }
        None
    }
}

/// A step that is right where one of size τ has so many times the defect that it may have.
fn shorter(tau: f64, excess: f64, order: usize) -> f64 {
    let (least, most) = CUT;
    let share = libm::pow(excess, -1.0 / (order + 1) as f64);
    tau * if share.is_nan() { least } else { (most * share).max(least) }
}

/// By how much a defect exceeds what is allowed, None if it does not; what is no number exceeds it most.
fn excess(defect: f64, allowed: f64) -> Option<f64> {
    if defect <= allowed {
        None
    } else if allowed > 0.0 {
        Some(defect / allowed)
    } else {
        Some(f64::INFINITY)
    }
}

/// `Σ|c_k τ^k|` of one component.
fn terms(series: &Series, component: usize, order: usize, tau: f64) -> f64 {
    (0..=order).rev().fold(0.0, |sum, k| sum * tau + series.at(k, component).abs())
}

impl Step<'_> {
    /// Greatest force at the start on the bodies with unknown motion among some.
    fn force_on(&self, bodies: impl Iterator<Item = usize>) -> f64 {
        let free =
            bodies.filter(|body| matches!(self.numbers.bodies[*body], BodyNumbers::Free { .. }));
        free.fold(0.0, |most: f64, body| most.max(self.flow.force.at(0, body).abs()))
    }

    /// By how much the force of a cubic spring is off at τ.
    fn spring_excess(&self, spring: usize, tau: f64) -> Option<f64> {
        let (flow, entry) = (self.flow, &self.numbers.springs[spring]);
        let order = flow.order;
        let force = flow.spring_force.value(spring, order, tau);
        let e = flow.deflection.value(spring, order + 1, tau);
        // Not of the deflection: a velocity that is given need not be the derivative of the position that is.
        let speed = |(body, q): (usize, f64)| q * flow.velocity.value(body, order, tau);
        let rate: f64 = entry.row.terms().map(speed).sum();
        let parts = [entry.stiffness * e, entry.damping * rate, entry.cubic * e * e * e];
        let exact: f64 = parts.iter().sum();
        let scale = self.force_on(entry.row.terms().map(|(body, _)| body));
        let scale = scale.max(force.abs()).max(exact.abs());
        let rounded = terms(&flow.spring_force, spring, order, tau)
            + parts.iter().map(|part| part.abs()).sum::<f64>();
        let allowed = self.demand.relative * scale + self.demand.absolute + ROUND_OFF * rounded;
        excess((force - exact).abs(), allowed)
    }
}
