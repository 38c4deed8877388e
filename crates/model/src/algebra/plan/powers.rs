//! Powers about their branch points: x^r has no Taylor series where x is 0 and r is no whole number.
//!
//! There, and close to it, it is the polynomial through its values at places of a step [0, h] instead. With x = a₁τ + a₂τ² + …
//! it is τ^r times a series, so that τ^m s(τ) stands for it, m the whole part of the exponent and s through the places: what
//! is positive stays positive, and begins as it does. Where x comes to 0 at the end of the step, the same in h − τ. What is
//! made of such polynomials by more than sums goes through the same places, since products of them converge late.

use super::base::Base;
use super::value::power;
use super::{Plan, PlanSeries, Term, WIDTH};
use crate::algebra::step::Step;
use crate::algebra::taylor::{self, Coefficients, ORDERS};

/// Places of a step through which a power goes, beside its start.
pub const PLACES: usize = 10;

/// Leading coefficients that are 0, at most.
pub(super) const MOST_ZEROS: usize = 12;

/// A base that changes by less than this part of itself within a step is far from its branch point: its power is a series.
const FAR: f64 = 0.3;

/// A base is 0 at the end of a step within this part of its greatest value.
const ENDS: f64 = 1e-6;

/// Values at the start of a step and at its places, in order.
pub(super) type Samples = [f64; PLACES + 1];

/// Number of derivatives that are 0 where a polynomial through places of a step begins, or ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Zeros {
    /// No zeros: a series.
    #[default]
    Series,
    AtStart(usize),
    AtEnd(usize),
}

/// Returns the place of a step, from 0 to 1: those of Chebyshev's polynomials, close to one another at its ends.
pub fn place(number: usize) -> f64 {
    let angle = number as f64 * std::f64::consts::PI / PLACES as f64;
    0.5 * (1.0 - libm::cos(angle))
}

/// A power b^n, 0 < n < 1, where an expansion starts.
#[derive(Clone, Copy, Debug)]
pub struct SteepPower {
    /// The base b.
    pub base: f64,
    /// True if it is a linear function of what moves.
    pub is_linear: bool,
    /// Derivative of the base, 1/s times its unit.
    pub rate: f64,
    /// Coefficient of order 2 of the base, once it is there.
    pub curvature: f64,
    /// The exponent n.
    pub exponent: f64,
    /// The value at the start, which may be given ([`Plan::hold`]).
    pub value: f64,
}

/// True if a power with this exponent rises steeply from its branch point.
fn is_steep(exponent: f64) -> bool {
    exponent > 0.0 && exponent < 1.0
}

impl Plan {
    /// True if any power has a branch point.
    pub fn branches(&self) -> bool {
        self.powers().next().is_some()
    }

    /// True if any power with a branch point rises from it steeply.
    pub fn is_steep(&self) -> bool {
        self.powers().any(|(_, exponent)| exponent < 1.0)
    }

    /// Slots of the bases of all powers with branch points, and exponents.
    fn powers(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.steps.iter().filter_map(|step| power(*step))
    }

    /// Returns the base of each power; the coefficients of orders 0, 1 and 2 are there.
    pub fn bases<'s>(&'s self, series: &'s PlanSeries) -> impl Iterator<Item = Base> + 's {
        self.powers().map(|(a, _)| Base::of(&series.slots[a]))
    }

    /// True if any base that is not above 0 at the start rises, by its first term that is not 0 up to an order.
    pub fn rises(&self, series: &PlanSeries, order: usize) -> bool {
        self.powers().any(|(a, _)| {
            let base = &series.slots[a][..=order];
            let first = base[1..].iter().find(|term| **term != 0.0);
            base[0] <= 0.0 && first.is_some_and(|first| *first > 0.0)
        })
    }

    /// Lets all powers stay what they are at the start.
    pub fn freeze(&self, series: &mut PlanSeries) {
        let PlanSeries { slots, zeros, .. } = series;
        for (place, _) in self.steps.iter().enumerate().filter(|(_, step)| power(**step).is_some())
        {
            slots[self.slot(place)][1..].fill(0.0);
            zeros[place] = Zeros::AtStart(MOST_ZEROS);
        }
    }

    /// Returns the powers with exponents below 1, in order; coefficients of order 0 and 1 are there.
    pub fn steep<'s>(&'s self, series: &'s PlanSeries) -> impl Iterator<Item = SteepPower> + 's {
        self.steep_places().map(|(place, a, exponent)| {
            let [base, rate, curvature] = [0, 1, 2].map(|k| series.slots[a][k]);
            let (value, is_linear) = (
                series.slots[self.slot(place)][0],
                series.lines.get(a).is_some_and(Option::is_some),
            );
            SteepPower { base, is_linear, rate, curvature, exponent, value }
        })
    }

    /// Gives the steep power of a number a value and its rate, whatever its base is.
    pub fn hold(&self, number: usize, value: [f64; 2], series: &mut PlanSeries) {
        let PlanSeries { slots, zeros, .. } = series;
        if let Some((place, ..)) = self.steep_places().nth(number) {
            slots[self.slot(place)] = [0.0; ORDERS];
            slots[self.slot(place)][..2].copy_from_slice(&value);
            zeros[place] = Zeros::AtStart(MOST_ZEROS);
        }
    }

    /// Returns the places of the steep powers, the slots of their bases and their exponents.
    fn steep_places(&self) -> impl Iterator<Item = (usize, usize, f64)> + '_ {
        self.steps.iter().enumerate().filter_map(|(place, step)| {
            power(*step).filter(|(_, exponent)| is_steep(*exponent)).map(|(a, n)| (place, a, n))
        })
    }

    /// Returns coefficient k of the base of the steep power of a number.
    pub fn base(&self, number: usize, k: usize, series: &PlanSeries) -> f64 {
        self.steep_places().nth(number).map_or(0.0, |(_, a, _)| series.slots[a][k])
    }

    /// Adds to coefficient k of the steep power of a number that has a value ([`Plan::hold`]).
    pub fn correct(&self, number: usize, (k, by): (usize, f64), series: &mut PlanSeries) {
        if let Some((place, ..)) = self.steep_places().nth(number) {
            series.slots[self.slot(place)][k] += by;
        }
    }

    /// Returns the base of which the steep power of a number is the power, up to an order: its series to the inverse exponent.
    pub fn root(&self, number: usize, order: usize, series: &PlanSeries) -> Coefficients {
        let mut root = [0.0; ORDERS];
        if let Some((place, _, exponent)) = self.steep_places().nth(number) {
            let values = &series.slots[self.slot(place)];
            for k in 0..=order {
                root[k] = taylor::power(values, 1.0 / exponent, &root, k);
            }
        }
        root
    }

    pub(super) fn slot(&self, place: usize) -> usize {
        self.variables + WIDTH * place
    }

    /// Records the values of all operations where the last value was asked for, the place of a step with this number.
    pub fn note_place(&self, number: usize, series: &mut PlanSeries) {
        let PlanSeries { slots, samples, .. } = series;
        samples.resize(slots.len(), [0.0; PLACES + 1]);
        for (slot, samples) in slots.iter().zip(samples) {
            samples[number] = slot[0];
        }
    }

    /// Makes polynomials over a step of size h of all powers whose bases were noted to come close to 0 in it, and of what is
    /// made of them. Bases are known up to an order. What `stays` has the values of the start.
    pub fn interpolate(&self, h: f64, known: usize, stays: bool, series: &mut PlanSeries) {
        let PlanSeries { slots, samples, zeros, .. } = series;
        zeros.clear();
        for (place, step) in self.steps.iter().enumerate() {
            let of = |slot: usize| {
                slot.checked_sub(self.variables).map_or(Zeros::Series, |step| zeros[step / WIDTH])
            };
            let is_series = step.operands().into_iter().all(|slot| of(slot) == Zeros::Series);
            let own = match (power(*step), *step) {
                (Some((a, exponent)), _) => {
                    let terms = &slots[a][1..=known];
                    let first = terms.iter().position(|term| *term != 0.0).unwrap_or(known) + 1;
                    zeros_of_power(&samples[a], exponent, (is_series, first))
                }
                _ if is_series => Zeros::Series,
                (_, Step::Line(a, _, 0.0)) => of(a),
                (_, Step::Times(a, b) | Step::Chain(a, b)) => of(a).times(of(b)),
                _ => Zeros::AtStart(0),
            };
            zeros.push(own);
            if own != Zeros::Series && !matches!(step, Step::Line(..) | Step::Sum(..)) {
                let slot = self.slot(place);
                for slot in slot..slot + WIDTH {
                    slots[slot] = match stays {
                        true => {
                            std::array::from_fn(|k| if k == 0 { samples[slot][0] } else { 0.0 })
                        }
                        false => polynomial(&samples[slot], own, h),
                    };
                }
            }
        }
    }

    /// Returns the order up to which polynomials that stand for powers count: all have begun there; whole where they decide.
    pub fn least_order(&self, series: &PlanSeries) -> usize {
        let decide = (0..self.watched.len()).any(|number| self.is_interpolated(number, series));
        let all = self.steps.iter().zip(&series.zeros).enumerate();
        let orders = all.filter_map(|(place, own)| {
            let mut terms = series.slots[self.slot(place)].iter();
            match own {
                (_, Zeros::Series) | (Step::Line(..) | Step::Sum(..), _) => None,
                _ if decide => terms.rposition(|term| *term != 0.0),
                _ => terms.position(|term| *term != 0.0).map(|first| first + 1),
            }
        });
        orders.max().unwrap_or(0)
    }

    /// True if all operations are linear but for powers that are taken for 0, and their multiples, up to an order.
    pub fn is_linear_beside_ended(&self, order: usize, series: &PlanSeries) -> bool {
        let mut all = self.steps.iter().zip(&series.zeros).enumerate();
        all.all(|(at, (step, zeros))| {
            let is_none = || series.slots[self.slot(at)][..=order].iter().all(|term| *term == 0.0);
            match *step {
                Step::Line(..) | Step::Sum(..) => true,
                Step::Times(..) | Step::Chain(..) => is_none(),
                Step::Power(..) => *zeros != Zeros::Series && is_none(),
                _ => false,
            }
        })
    }

    /// True if what decides, by its number, goes through places of the step.
    pub fn is_interpolated(&self, decision: usize, series: &PlanSeries) -> bool {
        let Term::Series(slot) = self.watched[decision] else { return false };
        let step = slot.checked_sub(self.variables).map(|behind| behind / WIDTH);
        step.is_some_and(|step| series.zeros[step] != Zeros::Series)
    }

    /// Runs the first steps at order k, but for what goes through places of a step.
    #[inline]
    pub(super) fn run_between(&self, k: usize, steps: usize, series: &mut PlanSeries) {
        let PlanSeries { slots, zeros, .. } = series;
        let mut slot = self.variables;
        for (step, zeros) in self.steps[..steps].iter().zip(zeros) {
            let linear = matches!(step, Step::Line(..) | Step::Sum(..));
            if linear || *zeros == Zeros::Series {
                slots[slot][k] = step.coefficient(slots, slot, k);
            }
            slot += WIDTH;
        }
    }
}

impl PlanSeries {
    /// Prepares for another plan, with powers or not.
    pub fn forget_places(&mut self) {
        self.zeros.clear();
    }
}

impl Zeros {
    /// Returns the zeros of a product.
    fn times(self, other: Self) -> Self {
        match (self, other) {
            (Self::AtStart(a), Self::AtStart(b)) => Self::AtStart((a + b).min(MOST_ZEROS)),
            (Self::AtEnd(a), Self::AtEnd(b)) => Self::AtEnd((a + b).min(MOST_ZEROS)),
            (own, Self::Series) | (Self::Series, own) => own,
            _ => Self::AtStart(0),
        }
    }
}

/// Returns the zeros of the polynomial of a power whose base has these values, or `Series`. The last argument: true if
/// the base is a series, and the order of the first term with which it changes.
fn zeros_of_power(bases: &Samples, exponent: f64, (series, first): (bool, usize)) -> Zeros {
    let start = bases[0];
    // What stays at its branch point is no series, either.
    let far = start > 0.0 && bases.iter().all(|base| (base - start).abs() <= FAR * start);
    if series && far {
        return Zeros::Series;
    }
    let ends = ENDS * bases.iter().fold(0.0, |most: f64, base| most.max(*base));
    let zeros = |exponent: f64| (exponent as usize).clamp(1, MOST_ZEROS);
    // At an event a base is as far from 0 as round-off makes it.
    if start <= ends {
        Zeros::AtStart(zeros(first as f64 * exponent))
    } else if bases[PLACES] <= ends {
        Zeros::AtEnd(zeros(exponent))
    } else {
        Zeros::AtStart(0)
    }
}

/// Returns the polynomial through values at places of a step of size h.
fn polynomial(values: &Samples, zeros: Zeros, h: f64) -> Coefficients {
    let mut coefficients = match zeros {
        Zeros::AtEnd(zeros) => {
            let mut turned = *values;
            turned.reverse();
            let mut turned = turn(&through(&turned, zeros));
            turned[0] = values[0];
            turned
        }
        Zeros::AtStart(zeros) => through(values, zeros),
        Zeros::Series => unreachable!("it goes through no places"),
    };
    let mut unit = 1.0;
    for coefficient in &mut coefficients {
        // Powers of a short step leave the range of numbers; those that are left out stay 0.
        if *coefficient != 0.0 {
            *coefficient /= unit;
        }
        unit *= h;
    }
    coefficients
}

/// Returns the first value and u^zeros s(u), together through values at places from 0 to 1.
fn through(values: &Samples, zeros: usize) -> Coefficients {
    let first = zeros.min(1);
    let start = if zeros > 0 { values[0] } else { 0.0 };
    let mut differences = *values;
    for (number, difference) in differences.iter_mut().enumerate().skip(first) {
        *difference = (*difference - start) / libm::pow(place(number), zeros as f64);
    }
    // Newton's divided differences.
    for order in 1..=PLACES - first {
        for number in (first + order..=PLACES).rev() {
            let apart = place(number) - place(number - order);
            differences[number] = (differences[number] - differences[number - 1]) / apart;
        }
    }
    let mut s = [0.0; ORDERS];
    for number in (first..=PLACES).rev() {
        for k in (1..ORDERS).rev() {
            s[k] = s[k - 1] - place(number) * s[k];
        }
        s[0] = differences[number] - place(number) * s[0];
    }
    s.rotate_right(zeros);
    s[0] += start;
    s
}

/// Returns the polynomial of 1 − u.
fn turn(c: &Coefficients) -> Coefficients {
    let mut turned = *c;
    for first in 0..ORDERS {
        for k in (first..ORDERS - 1).rev() {
            turned[k] += turned[k + 1];
        }
    }
    for odd in turned.iter_mut().skip(1).step_by(2) {
        *odd = -*odd;
    }
    turned
}
