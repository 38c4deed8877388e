//! One contact along a step: its law as it is, against the polynomials that stand for it.

mod decisions;
mod places;
mod ranges;
mod rates;
mod values;

use super::ContactData;
use super::friction::Place;
use crate::dynamics::events::roots::is_point;
use crate::dynamics::expansion::MAX_ORDER;
use crate::dynamics::methods::taylor::defect::{
    Defect, MOST_EVALUATIONS, PLACES, Step, ValidLength, shorter, terms, violation,
};
use crate::dynamics::state::states;
use crate::dynamics::tolerances::{LEAST_EXACT, OF_SUM};
use crate::laws::{Argument, Conditions, Direction, InternalSeries, LawSeries, Passage, Sense};

/// A contact whose law is no polynomial of its slip.
struct CheckedRow<'s> {
    step: Step<'s>,
    entry: &'s ContactData,
    contact: usize,
    contact_phase: Sense,
    /// Slip in this direction, or of none.
    direction: Direction,
    /// Coefficients of the slip velocity in that direction; a contact that begins to slip has w = 0 exactly.
    slip: [f64; MAX_ORDER + 2],
    /// Edges of |w|, and the overshoot of w beyond them at the start, which is round-off.
    edges: (f64, f64),
    overshoot: f64,
    /// Greatest force on its bodies at the start.
    force: f64,
    /// True if friction and its coefficient are those that the load asks for, not the law's.
    follows: bool,
}

/// Evaluates the defect of a contact along a step.
pub(in crate::dynamics) fn contact_reach(
    defect: &mut Defect,
    step: &Step,
    contact: usize,
    size: f64,
    whole: bool,
) -> ValidLength {
    let right = ValidLength { size, leaves: false };
    let Some(checked) = &CheckedRow::new(step, contact) else { return right };
    let components = checked.arguments(&mut defect.arguments);
    // Mostly what the terms add up to at most suffices as well as Bernstein coefficients.
    let range = checked.range(&defect.arguments, components, size);
    if checked.needs_few_samples(&range) {
        let (places, all) = (checked.places(&range, size), (0.0, size));
        return look_at(defect, checked, places, all, (size, whole), &mut 0.0).unwrap_or(right);
    }
    defect.intervals.start(&defect.arguments, size, components);
    let length = defect.arguments.len();
    let mut good = 0.0;
    let mut looks = 0;
    while let Some((left, right, b)) = defect.intervals.top(length) {
        looks += 1;
        if looks > MOST_EVALUATIONS {
            return ValidLength { size: good, leaves: false };
        }
        let reach = checked.reach(b, components);
        if !checked.needs_few_samples(&reach) && !is_point(left, right, size) {
            defect.intervals.split_top(left + 0.5 * (right - left), length, components);
            continue;
        }
        let part = (left, right);
        if let Some(found) = look_at(defect, checked, &PLACES, part, (size, whole), &mut good) {
            return found;
        }
        defect.intervals.clear_top(length, components);
    }
    right
}

/// Evaluates the defect at the places of an interval; None if the step is right there. `good` is up to where it is.
fn look_at(
    defect: &mut Defect,
    checked: &CheckedRow,
    places: &[f64],
    (left, right): (f64, f64),
    (size, whole): (f64, bool),
    good: &mut f64,
) -> Option<ValidLength> {
    // Any will do for a law without states.
    let internal =
        checked.step.expansion.internals.place(checked.contact).min(defect.laws.internal.len() - 1);
    for place in places {
        let tau = left + place * (right - left);
        if !whole && checked.has_left(tau) {
            return Some(ValidLength { size, leaves: true });
        }
        defect.evaluations += 1;
        if let Some(violation) =
            checked.violation(tau, &mut defect.laws.law, &mut defect.laws.internal[internal])
        {
            let size = shorter(tau, violation, checked.step.expansion.order).max(*good);
            return Some(ValidLength { size, leaves: false });
        }
        *good = tau;
    }
    None
}

impl<'s> CheckedRow<'s> {
    /// Makes the row of a contact; None if its friction is a polynomial.
    fn new(step: &Step<'s>, contact: usize) -> Option<Self> {
        let entry = &step.system.contacts[contact];
        let contact_phase = entry.contact_phase(step.state.contacts[contact].mode());
        let direction = match contact_phase {
            Sense::Slip(direction) => Some(direction),
            Sense::Rest | Sense::Free => None,
        };
        let branch = step.expansion.sliding.branch(contact);
        let nonlinear_friction = match direction {
            _ if entry.evolves() => true,
            None => false,
            Some(_) if entry.has.of_ends => entry.behaviour.0.is_nonlinear(branch),
            Some(_) => {
                let straight = entry.law.is_linear() && entry.load_from.is_none();
                !straight && !entry.law.is_constant()
            }
        };
        let edges = |direction| match entry.law.kind().argument() {
            Argument::Slip => {
                let breakpoints = entry.law.kinks(direction);
                let lower = if branch == 0 { 0.0 } else { breakpoints[branch - 1] };
                (lower, breakpoints.get(branch).copied().unwrap_or(f64::INFINITY))
            }
            Argument::Load | Argument::SlipRatio => (0.0, f64::INFINITY),
        };
        if !nonlinear_friction {
            return None;
        }
        let edges = direction.map_or((f64::NEG_INFINITY, f64::INFINITY), edges);
        let direction = direction.unwrap_or(Direction::Forward);
        let departs = usize::from(step.state.contacts[contact].leading_zeros());
        let mut slip = [0.0; MAX_ORDER + 2];
        for (k, slip) in slip.iter_mut().enumerate().take(step.expansion.order + 2).skip(departs) {
            *slip = direction.sign() * step.expansion.slip.at(k, contact);
        }
        let below = if entry.is_continuous() { 0.0 } else { edges.0 - slip[0] };
        Some(Self {
            step: *step,
            entry,
            contact,
            contact_phase,
            direction,
            slip,
            edges,
            overshoot: below.max(slip[0] - edges.1).max(0.0),
            force: step.force_on(entry.row.terms().map(|(body, _)| body)),
            follows: step.state.contacts[contact].sliding_mode().is_some(),
        })
    }

    /// True if an internal state has arrived, but for round-off.
    fn has_arrived(&self, tau: f64) -> bool {
        if !self.entry.law.arrives() {
            return false;
        }
        let watches = |states| {
            let watches = self.entry.law.watches(self.contact_phase, states).into_iter().flatten();
            watches.filter(|watch| matches!(watch.passage, Passage::Arrives(_)))
        };
        watches(states(&self.step.state.internal, self.contact)).any(|watch| {
            let slip = |k: usize| self.direction.sign() * self.slip[k];
            let state = self.step.expansion.internals.of(self.contact).state(watch.of);
            let order = self.step.expansion.order + 1;
            let term = |k: usize| watch.term(state[k], slip, k);
            let value = (0..=order).rev().fold(0.0, |sum, k| sum * tau + term(k));
            value < 0.0 || !watches(self.states(tau)).any(|other| other.of == watch.of)
        })
    }

    /// True if the contact is no longer in its mode, or on another branch of its law.
    fn has_left(&self, tau: f64) -> bool {
        let x = self.along(tau);
        let (lower, upper) = self.edges;
        let left = || {
            let first = self.direction.sign() * self.first_end(tau);
            let leads = self.step.expansion.sliding.first_leads(self.contact);
            self.entry.behaviour.0.has_left(x, if leads { first } else { x - first })
        };
        x < lower
            || x > upper
            || self.entry.has.of_ends && left()
            || self.entry.evolves() && self.has_arrived(tau)
            || self.has_left_branches(tau)
    }

    /// Returns the defect violation of the law at τ: its defect over the permitted one; None if it is permitted.
    fn violation(
        &self,
        tau: f64,
        law: &mut LawSeries,
        internal: &mut InternalSeries,
    ) -> Option<f64> {
        let Self { step, entry, contact, .. } = self;
        let expansion = step.expansion;
        let place = self.place(tau);
        let force = expansion.friction.value(*contact, expansion.order, tau);
        let states = entry.evolves().then(|| self.states(tau));
        let exact = match &states {
            Some(states) => self.evaluate(internal, states, &place),
            None => expansion.sliding.value(entry, *contact, self.direction, &place, law),
        };
        let holds = self.holds(tau, &place, internal);
        let scale = self.force.max(expansion.friction.at(0, *contact).abs()).max(exact.abs());
        let scale = scale.max(holds.0);
        let allowed = step.demand.relative * scale + step.negligible(&entry.row);
        let defect = if self.follows { 0.0 } else { (force - exact).abs() };
        let defect = defect.max(holds.1);
        let rounded = || {
            let slip = terms(&expansion.slip, *contact, expansion.order + 1, tau);
            let slip = OF_SUM * (slip + LEAST_EXACT) + self.overshoot + self.fitted_round_off();
            let law = entry.greatest_limit().max(exact.abs());
            let law = law.max(place.load * self.parts(tau));
            let forces = terms(&expansion.friction, *contact, expansion.order, tau) + law;
            OF_SUM * (forces + LEAST_EXACT)
                + self.steepness(tau, &place) * slip
                + self.error_there(tau, &place)
        };
        if let Some(violation) = self.decisions_violation(tau, internal) {
            return Some(violation);
        }
        // Round-off is computed only where it matters.
        if violation(defect, allowed).is_some() {
            let violation = violation(defect, allowed + rounded());
            if violation.is_some() {
                return violation;
            }
        }
        // What has arrived is taken there.
        let states = states.filter(|_| !self.has_arrived(tau))?;
        self.state_violation(tau, &states, &place, allowed, internal)
    }

    /// Returns |dF/dw| at a place at τ; of a law that evolves without a regularisation that of its viscous part.
    fn steepness(&self, tau: f64, place: &Place) -> f64 {
        let law = &self.entry.law;
        if self.entry.evolves() {
            let smooth = law.is_regularised();
            let dry = || law.slope_at(place.slip, self.states(tau), &place.there).abs();
            return law.viscous() + if smooth { place.load * dry() } else { 0.0 };
        }
        let (lower, upper) = self.edges;
        let x = (self.direction.sign() * place.slip).clamp(lower, upper);
        let speed = place.first.abs().max((place.slip - place.first).abs());
        law.slope(self.direction.sign() * x, Conditions { load: place.load, speed }).abs()
    }

    /// Returns the sum of the magnitudes of the parts of friction that are internal states, per load.
    fn parts(&self, tau: f64) -> f64 {
        if !self.entry.evolves() {
            return 0.0;
        }
        let weights = self.entry.law.weights();
        self.states(tau).iter().zip(weights).map(|(state, weight)| (state * weight).abs()).sum()
    }

    /// Returns the most that a stuck contact whose limits move holds at τ, by its law, of which `at` has the values
    /// there, and by how much the series are off it.
    fn holds(&self, tau: f64, place: &Place, at: &InternalSeries) -> (f64, f64) {
        if !(self.contact_phase == Sense::Rest && self.entry.limit_moves()) {
            return (0.0, 0.0);
        }
        let (series, order) =
            (self.step.expansion.internals.of(self.contact), self.step.expansion.order);
        let sides = self.entry.limit_sides().iter();
        sides.fold((0.0, 0.0), |(most, off): (f64, f64), side| {
            let limit = (0..=order).rev().fold(0.0, |sum, k| sum * tau + series.limit(*side, k));
            let exact = at.limit(*side, 0);
            (most.max(place.load * exact.abs()), off.max(place.load * (limit - exact).abs()))
        })
    }
}
