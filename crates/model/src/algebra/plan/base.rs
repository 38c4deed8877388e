//! Bases of powers, and where they come from.

use crate::algebra::taylor::Coefficients;

/// Base of a power where an expansion starts: its coefficients of orders 0, 1 and 2.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    pub value: f64,
    rate: f64,
    curvature: f64,
}

impl Base {
    pub(super) fn of(terms: &Coefficients) -> Self {
        Self { value: terms[0], rate: terms[1], curvature: terms[2] }
    }

    /// True if it is above 0 and does not fall.
    pub fn stands_or_rises(&self) -> bool {
        self.value > 0.0 && self.rate >= 0.0
    }

    /// Returns the time since it has come from 0, s, by its rate, below 0 for the time in which it comes there. None: it stays, or
    /// it grows as an exponential of the time or faster, as to a pole, and has come from nowhere.
    pub fn time_from_zero(&self) -> Option<f64> {
        let Self { value, rate, curvature } = *self;
        if value <= 0.0 {
            return (rate > 0.0).then_some(0.0);
        }
        let time = value / rate;
        let grows = rate > 0.0 && 2.0 * time * (curvature / rate) >= 1.0;
        (rate != 0.0 && !grows).then_some(time)
    }
}
