//! Summary of a run: of each variable its end, extremes and root mean square; of each element its transitions; of
//! events their number, their period and the values at the last one.
//!
//! The points of a run lie at communication points, right before and at all transitions, and as close as
//! [`Measure::begin`] asks for. Between two of them a smooth variable is a cubic with its values and derivatives at both
//! (Hermite), up to a transition a line with those at the start: values may jump there. Extremes of the cubics count, beside
//! those of the points and the values that the lines have at transitions.

mod parts;

use std::sync::Arc;

use crate::network::{Action, Meaning};
use crate::unit::{Accessor, Causality, Event, Fault, Kind, Model, Simulation, Variability};

use super::model::real;
use super::section::EventKind;

/// One variable of a run, up to now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Last value.
    pub end: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// ∫ x² dt.
    square: f64,
}

/// A run under way.
#[derive(Debug)]
pub struct Measure {
    unit: Arc<Model>,
    variables: Vec<usize>,
    /// Start of what is measured, s.
    from: f64,
    event: Option<EventKind>,
    /// Mean rate of each variable, without which it is measured.
    drifts: Vec<f64>,
    first: f64,
    last: Option<Point>,
    /// True if a transition ended the last part.
    broken: bool,
    /// True if the next part is a short one up to a transition.
    tail: bool,
    /// True of each variable that is no cubic over the next part, as short as it may be: it has a kink there.
    kinked: Vec<bool>,
    /// Decisions of formulas of the time.
    by_time: Vec<usize>,
    /// Length of the next part, as the last one suggests, s.
    size: f64,
    /// Summary of each variable.
    pub summaries: Vec<Summary>,
    /// Transitions.
    pub transitions: usize,
    /// Times of the events that are counted.
    times: Vec<f64>,
    /// Values of the variables at the last of them.
    pub at_event: Vec<f64>,
    fresh_event: bool,
}

/// Values of the variables at a time, and their derivatives just after it.
#[derive(Clone, Debug)]
struct Point {
    time: f64,
    values: Vec<f64>,
    rates: Vec<f64>,
}

impl Measure {
    /// Measures these variables from a time on; `event` is the event by which periods are measured.
    pub fn new(
        unit: Arc<Model>,
        variables: Vec<usize>,
        from: f64,
        event: Option<EventKind>,
    ) -> Self {
        let none =
            Summary { end: f64::NAN, min: f64::INFINITY, max: f64::NEG_INFINITY, square: 0.0 };
        let count = variables.len();
        Self {
            from,
            event,
            drifts: vec![0.0; count],
            first: f64::NAN,
            last: None,
            broken: false,
            tail: false,
            kinked: vec![false; count],
            by_time: decisions_by_time(&unit),
            size: f64::INFINITY,
            summaries: vec![none; count],
            transitions: 0,
            times: Vec::new(),
            at_event: vec![f64::NAN; count],
            fresh_event: false,
            variables,
            unit,
        }
    }

    /// Measures the variables without these mean rates.
    pub fn about(self, drifts: Vec<f64>) -> Self {
        Self { drifts, ..self }
    }

    /// Takes the transitions before the next point.
    pub fn see(&mut self, events: &[Event]) {
        let counted = events.iter().filter(|event| event.time() >= self.from);
        for event in counted {
            self.transitions += 1;
            if self.event.is_some_and(|kind| kind.is(event)) {
                self.times.push(event.time());
                self.fresh_event = true;
            }
        }
        self.broken |= !events.is_empty();
    }

    /// Takes the next point.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Fault> {
        if time < self.from {
            self.broken = false;
            return Ok(());
        }
        let now = self.read(time, instance)?;
        if self.last.is_none() {
            self.first = time;
        }
        for (k, summary) in self.summaries.iter_mut().enumerate() {
            summary.end = now.values[k];
            summary.extend(now.values[k]);
            if let Some(last) = &self.last {
                match self.kinked[k] && !self.broken {
                    true => summary.kinked_part(last, &now, k),
                    false => summary.part(last, &now, k, self.broken),
                }
                if self.broken && self.tail {
                    summary.extend(last.values[k] + last.rates[k] * (time - last.time));
                }
            }
        }
        self.kinked.fill(false);
        if std::mem::take(&mut self.fresh_event) {
            self.at_event.copy_from_slice(&now.values);
        }
        self.broken = false;
        self.last = Some(now);
        Ok(())
    }

    fn read(&self, time: f64, instance: &mut Simulation) -> Result<Point, Fault> {
        let mut now = Point { time, values: Vec::new(), rates: Vec::new() };
        for (&index, drift) in self.variables.iter().zip(&self.drifts) {
            now.values.push(real(instance, index)? - drift * (time - self.from));
        }
        // What holds its value has no rate.
        now.rates.extend(self.drifts.iter().map(|drift| -drift));
        let rated = self.variables.iter().enumerate();
        let rated = rated.filter(|(_, index)| has_rate(&self.unit, **index));
        let mut slots = rated.clone().map(|(k, _)| k);
        instance.output_derivatives(rated.map(|(_, index)| *index), |rate| {
            let slot = slots.next().expect("as many as there are outputs");
            now.rates[slot] = rate - self.drifts[slot];
        })?;
        Ok(now)
    }

    /// Returns the root mean square of a variable; its value where there is a single point.
    pub fn rms(&self, variable: usize) -> f64 {
        let summary = &self.summaries[variable];
        match self.last.as_ref().map(|last| last.time - self.first) {
            Some(time) if time > 0.0 => (summary.square / time).max(0.0).sqrt(),
            _ => summary.end.abs(),
        }
    }

    /// Returns the number of the events.
    pub fn events(&self) -> usize {
        self.times.len()
    }

    /// Returns the mean time between the events, s.
    pub fn period(&self) -> Option<f64> {
        let (first, last) = (self.times.first()?, self.times.last()?);
        (self.times.len() > 1).then(|| (last - first) / (self.times.len() - 1) as f64)
    }
}

impl Summary {
    fn extend(&mut self, value: f64) {
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Adds a short part with a kink of the variable with number k: lines to where the tangents of both ends meet, else one.
    fn kinked_part(&mut self, from: &Point, to: &Point, k: usize) {
        let ends = (from.values[k], to.values[k]);
        let (place, value) = kink(from, to, k).unwrap_or((1.0, ends.1));
        self.extend(value);
        let square = |start: f64, end: f64| mean_square([start, end - start, 0.0, 0.0]);
        let square = place * square(ends.0, value) + (1.0 - place) * square(value, ends.1);
        self.square += (to.time - from.time) * square;
    }

    /// Adds the part between two points of the variable with number k.
    fn part(&mut self, from: &Point, to: &Point, k: usize, broken: bool) {
        let length = to.time - from.time;
        let cubic = match broken {
            true => [from.values[k], from.rates[k] * length, 0.0, 0.0],
            false => cubic(from, to, k),
        };
        self.square += length * mean_square(cubic);
        if !broken {
            for place in turns(cubic) {
                self.extend(cubic.iter().rev().fold(0.0, |sum, c| sum * place + c));
            }
        }
    }
}

/// Returns the place within a part, from 0 to 1, and the value, at which the tangents of both ends meet.
fn kink(from: &Point, to: &Point, k: usize) -> Option<(f64, f64)> {
    let [start, rise, ..] = cubic(from, to, k);
    let fall = to.rates[k] * (to.time - from.time);
    let place = (to.values[k] - start - fall) / (rise - fall);
    (place > 0.0 && place < 1.0).then_some((place, start + place * rise))
}

/// Returns the cubic over a part, from 0 to 1, that has the values and derivatives of variable k at both ends.
fn cubic(from: &Point, to: &Point, k: usize) -> [f64; 4] {
    let length = to.time - from.time;
    let (start, change) = (from.values[k], to.values[k] - from.values[k]);
    let (rise, fall) = (from.rates[k] * length, to.rates[k] * length);
    [start, rise, 3.0 * change - 2.0 * rise - fall, rise + fall - 2.0 * change]
}

/// Returns ∫ p² from 0 to 1.
fn mean_square(p: [f64; 4]) -> f64 {
    let term = |i: usize, j: usize| p[i] * p[j] / (i + j + 1) as f64;
    (0..4).flat_map(|i| (0..4).map(move |j| term(i, j))).sum()
}

/// Finds the places within 0 to 1 at which a cubic has a level tangent.
fn turns([_, b, c, d]: [f64; 4]) -> impl Iterator<Item = f64> {
    let root = (c * c - 3.0 * b * d).sqrt();
    // The form without cancellation; NaN, where there is no root, lies in no range.
    let q = -(c + root.copysign(c));
    [q / (3.0 * d), b / q].into_iter().filter(|place| *place > 0.0 && *place < 1.0)
}

/// True if a variable changes between transitions, and its derivative is known.
fn has_rate(unit: &Model, index: usize) -> bool {
    let variable = &unit.variables()[index];
    let held = matches!(
        variable.accessor,
        Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_) | Accessor::NextEventTime
    );
    variable.kind == Kind::Real
        && variable.variability == Variability::Continuous
        && variable.causality == Causality::Output
        && !held
}

/// Returns the decisions, by their place in [`Simulation::branches`], of formulas that depend on time and inputs alone.
fn decisions_by_time(unit: &Model) -> Vec<usize> {
    let (mut found, mut first) = (Vec::new(), 0);
    for force in unit.network().forces.iter() {
        let is_known =
            |name: &usize| matches!(force.names[*name].1, Meaning::Time | Meaning::Input(_));
        for Action { decisions, variables, .. } in &force.actions {
            if variables.iter().all(is_known) {
                found.extend(first..first + decisions.len());
            }
            first += decisions.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{mean_square, turns};

    #[test]
    fn cubics_are_integrated_and_turn_where_they_should() {
        // (1 − 2s)²: mean 1/3, of its square 1/5; turns at 1/2
        assert!((mean_square([1.0, -4.0, 4.0, 0.0]) - 0.2).abs() < 1e-15);
        assert_eq!(turns([1.0, -4.0, 4.0, 0.0]).collect::<Vec<_>>(), [0.5]);
        // s³ − s² + 0.2 s
        let found: Vec<f64> = turns([0.0, 0.2, -1.0, 1.0]).collect();
        let root = (1.0f64 - 0.6).sqrt();
        for expected in [(1.0 - root) / 3.0, (1.0 + root) / 3.0] {
            assert!(found.iter().any(|place| (place - expected).abs() < 1e-15), "{found:?}");
        }
        assert_eq!(turns([0.0, 1.0, 0.0, 0.0]).count(), 0);
        assert_eq!(turns([0.0, 1.0, 1.0, 1.0]).count(), 0);
    }
}
