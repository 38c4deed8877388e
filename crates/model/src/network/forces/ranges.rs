//! Ranges of the names of a formula: what moves may be anywhere, numbers are within their bounds.

use std::ops::Range;

use super::start::Start;
use crate::algebra::{ALL, Given, Interval};
use crate::network::force::Meaning;
use crate::network::model::{Bounds, Tunability};

/// Ranges of the names of a formula.
#[derive(Clone, Copy)]
pub(super) struct Ranges<'s> {
    start: &'s Start<'s>,
    /// A slip velocity among the names, and its range, m/s or rad/s.
    rate: Option<(usize, Interval)>,
    /// True if numbers are what they are at the start.
    at_start: bool,
    /// Names that are ≥ 0.
    not_negative: &'s [usize],
}

impl<'s> Ranges<'s> {
    /// Makes the ranges while numbers may change.
    pub fn new(start: &'s Start<'s>) -> Self {
        Self { start, rate: None, at_start: false, not_negative: &[] }
    }

    /// Returns the same ranges with numbers as they are at the start.
    pub fn at_start(self) -> Self {
        Self { at_start: true, ..self }
    }

    /// Returns the same ranges with a slip velocity in a range, m/s or rad/s.
    pub fn of_rate(self, name: usize, range: Interval) -> Self {
        Self { rate: Some((name, range)), ..self }
    }

    /// Returns the same ranges with some names ≥ 0.
    pub fn not_negative<'n>(self, names: &'n [usize]) -> Ranges<'n>
    where
        's: 'n,
    {
        Ranges { not_negative: names, ..self }
    }

    /// True if a number or input that is ≥ 0 at the start has no least value.
    pub fn may_be_bounded(&self, name: usize) -> bool {
        let reader = self.start.reader;
        let (bounds, start) = match self.start.names[name].1 {
            Meaning::Parameter(id) => {
                let parameter = &reader.parameters[id.0];
                (parameter.bounds, parameter.start)
            }
            Meaning::Input(id) => (reader.inputs[id.0].bounds, reader.inputs[id.0].start),
            _ => return false,
        };
        bounds.min.is_none() && start >= 0.0
    }

    fn parameter(&self, place: usize) -> Interval {
        let parameter = &self.start.reader.parameters[place];
        match self.at_start || parameter.tunability == Tunability::Constant {
            true => Interval::point(parameter.start),
            false => within(parameter.bounds),
        }
    }
}

/// Returns all numbers within bounds.
fn within(bounds: Bounds) -> Interval {
    Interval {
        low: bounds.min.unwrap_or(f64::NEG_INFINITY),
        high: bounds.max.unwrap_or(f64::INFINITY),
    }
}

impl Given<Interval> for Ranges<'_> {
    fn number(&self, name: usize) -> Interval {
        if let Some((_, range)) = self.rate.filter(|(rate, _)| *rate == name) {
            return range;
        }
        let range = match self.start.names[name].1 {
            Meaning::Parameter(id) => self.parameter(id.0),
            Meaning::Input(id) => within(self.start.reader.inputs[id.0].bounds),
            Meaning::Relative
            | Meaning::Rate
            | Meaning::Position(_)
            | Meaning::Velocity(_)
            | Meaning::Time
            | Meaning::List(_) => ALL,
        };
        match self.not_negative.contains(&name) {
            true => Interval { low: range.low.max(0.0), ..range },
            false => range,
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        Given::<f64>::list(self.start, name)
    }

    fn entry(&self, place: usize) -> Interval {
        self.parameter(place)
    }
}
