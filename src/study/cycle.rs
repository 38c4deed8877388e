//! Periodic motions: the flow over a period with exact derivatives (`study::tangent`), and the multipliers.
//!
//! The period T is that of what depends on the time (`study::model`), or n of it: x(T) = x(0). If nothing does, T is unknown
//! too. The eigenvalues of the monodromy matrix Φ(T) are the multipliers: a cycle is stable if all lie within the unit circle,
//! but for the one that is 1 for a shift along an unforced cycle.
//!
//! A mechanism that advances returns but for a displacement on which nothing depends (`study::neutral`): the equation is
//! P(x(T) − x(0)) = 0 with the projection P across such directions, along which the start stays where it was guessed.
//! Where forces are periodic in positions it is P(x(T) − x(0) − p) = 0 with whole periods p, those next to the change.

use faer::Mat;

use super::linear::{Eigenvalue, eigenvalues};
use super::measure::{Measure, Summary};
use super::model::{Case, Refusal, real};
use super::neutral::{Neutral, difference};
use super::tangent::Tangent;
use crate::unit::{Accessor, Event};

/// Parts of a period on which the variational equation is integrated; Magnus's steps of order 6 are then far below
/// round-off of Newton's method for laws that do not change within a part.
const PARTS: usize = 128;
/// Worst return that still is a cycle when corrections no longer help.
pub(super) const ACCEPTED: f64 = 1e-8;

/// Part of its nominal value by which a state varies at most that is steady.
pub(super) const STEADY: f64 = 1e-11;

/// A cycle, or a guess of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// State at time 0.
    pub state: Vec<f64>,
    /// Period, s.
    pub period: f64,
}

/// A periodic motion.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// State at time 0.
    pub state: Vec<f64>,
    /// Period, s.
    pub period: f64,
    /// True if the period is that of a force.
    pub forced: bool,
    /// Derivative of the state after a period by that at its start.
    pub monodromy: Mat<f64>,
    /// Multipliers without those of neutral displacements, which are 1; largest first.
    pub multipliers: Vec<Eigenvalue>,
    /// Displacement of each state after a period of the motion, along which all is as before.
    pub advance: Vec<f64>,
    /// |x(T) − x(0)| relative to the size of the motion, but for the advance.
    pub residual: f64,
    /// Steps of Newton's method.
    pub iterations: usize,
    /// Transitions of one period.
    pub events: Vec<Event>,
}

/// Sizes of the states over a motion, for what is small.
#[derive(Clone, Debug, PartialEq)]
pub struct Scales(pub(super) Vec<f64>);

impl Scales {
    /// Returns half the range of each state; of those that do not change 1.
    pub(super) fn of(states: &[Vec<f64>]) -> Self {
        let size = |k: usize| {
            let values = || states.iter().map(|state| state[k]);
            let (low, high) = (
                values().fold(f64::INFINITY, f64::min),
                values().fold(f64::NEG_INFINITY, f64::max),
            );
            let size = 0.5 * (high - low);
            if size > 0.0 && size.is_finite() { size } else { 1.0 }
        };
        Self((0..states[0].len()).map(size).collect())
    }

    pub(super) fn size(&self, change: &[f64]) -> f64 {
        let parts = change.iter().zip(&self.0).map(|(entry, scale)| entry / scale);
        parts.fold(0.0, |most: f64, part| most.max(part.abs()))
    }
}

/// True if no state varies but for round-off.
pub(super) fn is_steady(model: &Case, scales: &Scales) -> bool {
    largest_part(model, scales) <= STEADY
}

/// Returns the greatest variation of a state as a part of its nominal value; 0 if none varies.
pub(super) fn largest_part(model: &Case, scales: &Scales) -> f64 {
    let variables = model.unit().variables();
    let nominal = |variable: usize| variables[variable].nominal.unwrap_or(1.0);
    let varying = model.rows().iter().zip(&scales.0).filter(|(_, scale)| **scale != 1.0);
    varying.fold(0.0, |most: f64, (row, scale)| most.max(scale / nominal(row.variable)))
}

/// The flow over a period, its derivative, and the rates at both ends, but for neutral displacements.
pub(super) struct Return {
    /// Change of the state over a period.
    pub change: Vec<f64>,
    pub monodromy: Mat<f64>,
    pub rates: (Vec<f64>, Vec<f64>),
    pub scales: Scales,
    /// True for each state that changes along the motion.
    pub varies: Vec<bool>,
    pub neutral: Neutral,
    advance: Vec<f64>,
    events: Vec<Event>,
}

impl Return {
    /// Returns the distance of the end from the start, relative to the size of the motion.
    pub fn residual(&self) -> f64 {
        self.scales.size(&self.change)
    }
}

pub(super) fn over(model: &Case, guess: &Guess) -> Result<Return, Refusal> {
    let neutral = Neutral::of(model);
    let mut tangent = Tangent::start(model, 0.0, &guess.state)?;
    let first = model.rate(&mut tangent.instance)?;
    let mut states = vec![guess.state.clone()];
    for k in 1..=PARTS {
        tangent.go(if k == PARTS {
            guess.period
        } else {
            guess.period * k as f64 / PARTS as f64
        })?;
        states.push(neutral.placed(&tangent.state()?, &guess.state));
    }
    let last = model.rate(&mut tangent.instance)?;
    let end = tangent.state()?;
    let whole = difference(&end, &guess.state);
    let varies = |k: usize| states.iter().any(|state| state[k] != guess.state[k]);
    Ok(Return {
        change: neutral.returned(&whole),
        varies: (0..end.len()).map(varies).collect(),
        monodromy: tangent.phi,
        rates: (neutral.across(&first), neutral.across(&last)),
        scales: Scales::of(&states),
        advance: neutral.advance(&whole),
        neutral,
        events: tangent.events,
    })
}

/// Returns the change of the state over a period, but for the advance, and the size of the motion, without derivatives.
///
/// # Errors
/// A motion that cannot continue.
pub(super) fn change(model: &Case, guess: &Guess) -> Result<(Vec<f64>, Scales), Refusal> {
    let neutral = Neutral::of(model);
    let mut instance = model.start(0.0, &guess.state, false)?;
    let mut states = vec![guess.state.clone()];
    for k in 1..=PARTS {
        let time = instance.time();
        instance.step(time, guess.period * k as f64 / PARTS as f64 - time)?;
        states.push(neutral.placed(&model.state(&mut instance)?, &guess.state));
    }
    let whole = difference(&model.state(&mut instance)?, &guess.state);
    Ok((neutral.returned(&whole), Scales::of(&states)))
}

/// Verifies that the motion from a state goes on after a period that was given as it does from the start.
///
/// # Errors
/// [`Refusal::Period`], or a motion that cannot continue.
pub(super) fn verify_period(model: &Case, guess: &Guess) -> Result<(), Refusal> {
    let Some(period) = model.period_to_verify()? else { return Ok(()) };
    let variables = model.unit().variables();
    let is_of_formula = |index: &usize| {
        matches!(variables[*index].accessor, Accessor::Formula(_) | Accessor::NormalLoad(_))
    };
    let formulas: Vec<usize> = (0..variables.len()).filter(is_of_formula).collect();
    let first = course(model, (0.0, guess), &formulas)?;
    let second = course(model, (period, guess), &formulas)?;
    let states: Vec<Vec<f64>> = first.iter().map(|row| row[formulas.len()..].to_vec()).collect();
    let of_states = Scales::of(&states).0;
    let size = |place: usize| first.iter().fold(0.0, |most: f64, row| most.max(row[place].abs()));
    let sizes: Vec<f64> = (0..formulas.len()).map(size).chain(of_states).collect();
    for (one, other) in first.iter().zip(&second) {
        let differs =
            |place: &usize| (one[*place] - other[*place]).abs() > ACCEPTED * sizes[*place];
        if let Some(place) = (0..sizes.len()).find(differs) {
            let states = model.rows().iter().map(|row| row.variable);
            let variable =
                formulas.iter().copied().chain(states).nth(place).expect("a place of a row");
            let name = variables[variable].name.clone();
            return Err(Refusal::Period { period, name });
        }
    }
    Ok(())
}

/// Returns the values of variables and of the states over a period, from a time on, s.
fn course(
    model: &Case,
    (start, guess): (f64, &Guess),
    variables: &[usize],
) -> Result<Vec<Vec<f64>>, Refusal> {
    let neutral = Neutral::of(model);
    let mut instance = model.start(start, &guess.state, false)?;
    let mut course = Vec::new();
    for part in 0..PARTS {
        // At ends of parts formulas may jump.
        let (time, share) = (instance.time(), (part as f64 + 0.5) / PARTS as f64);
        instance.step(time, start + guess.period * share - time)?;
        let shown = variables.iter().map(|index| real(&mut instance, *index));
        let mut row: Vec<f64> = shown.collect::<Result<_, _>>()?;
        row.extend(neutral.placed(&model.state(&mut instance)?, &guess.state));
        course.push(row);
    }
    Ok(course)
}

impl Cycle {
    pub(super) fn new(
        at: Guess,
        run: Return,
        forced: bool,
        (residual, iterations): (f64, usize),
    ) -> Result<Self, Refusal> {
        let multipliers = eigenvalues(&run.neutral.quotient(&run.monodromy))
            .ok_or_else(|| Refusal::NotFound("the multipliers do not converge".to_owned()))?;
        Ok(Self {
            state: at.state,
            period: at.period,
            forced,
            monodromy: run.monodromy,
            multipliers,
            advance: run.advance,
            residual,
            iterations,
            events: run.events,
        })
    }

    /// Returns its start as a guess of a neighbouring one.
    pub fn guess(&self) -> Guess {
        Guess { state: self.state.clone(), period: self.period }
    }

    /// Returns the multipliers without that of a shift along the cycle.
    pub fn transverse(&self) -> Vec<Eigenvalue> {
        let mut all = self.multipliers.clone();
        if !self.forced {
            let from_one = |value: &Eigenvalue| (value.0 - 1.0).hypot(value.1);
            let shift =
                (0..all.len()).min_by(|&a, &b| from_one(&all[a]).total_cmp(&from_one(&all[b])));
            shift.map(|place| all.remove(place));
        }
        all
    }

    /// True if neighbouring motions come closer.
    pub fn is_stable(&self) -> bool {
        self.transverse().iter().all(|value| value.0.hypot(value.1) < 1.0)
    }

    /// True if neighbouring motions come neither closer nor apart by more than a cycle may miss: those along the largest multiplier
    /// are cycles, too.
    pub fn is_neutral(&self) -> bool {
        let sizes = self.transverse().into_iter().map(|value| value.0.hypot(value.1));
        let largest = sizes.fold(0.0, f64::max);
        (largest - 1.0).abs() <= ACCEPTED
    }

    /// Returns the mean rate of a variable by its advance, its unit per second; 0 but of positions.
    pub fn drift(&self, model: &Case, variable: usize) -> f64 {
        let state = model.rows().iter().position(|row| row.variable == variable);
        state.map_or(0.0, |state| self.advance[state] / self.period)
    }

    /// Extremes of variables over the cycle, about their mean advance, with the values on both sides of transitions.
    ///
    /// # Errors
    /// A motion that cannot continue.
    pub fn extremes(&self, model: &Case, variables: &[usize]) -> Result<Vec<Summary>, Refusal> {
        let unit = model.unit().clone();
        let drifts = variables.iter().map(|variable| self.drift(model, *variable)).collect();
        let mut measure = Measure::new(unit, variables.to_vec(), 0.0, None).about(drifts);
        let mut instance = model.start(0.0, &self.state, true)?;
        measure.point(0.0, &mut instance)?;
        let step = self.period / (4 * PARTS) as f64;
        for k in 1..=4 * PARTS {
            measure.follow((step * k as f64, step), &mut instance, |_| ())?;
        }
        Ok(measure.summaries)
    }
}
