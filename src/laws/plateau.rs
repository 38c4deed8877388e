//! Constant at low slip velocities, beyond them viscous (S1 §2.2.1.5, fig. 12):
//!
//! ```text
//!   F(w) = Fk·sgn w + s·luz(w, vm) + C·w,   |F| ≤ Fs at w = 0,   Fs ≥ Fk ≥ 0, vm > 0, s ≥ 0
//! ```

use super::Direction;
use super::declaration::{
    Broken, LawParameter, Measure, Range, STATIC_BELOW_KINETIC, Values, rule,
};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};

/// `kinetic` Fk and `static_limit` Fs in N (N·m), or coefficients; `end` vm in m/s (rad/s), `slope` s beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plateau {
    kinetic: f64,
    static_limit: f64,
    end: f64,
    slope: f64,
}

impl Plateau {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::KINETIC,
        LawParameter::STATIC,
        LawParameter::new(
            "plateauVelocity",
            "plateauVelocity",
            Measure::Velocity,
            "slip speed up to which friction is constant",
        )
        .range(Range::Positive),
        LawParameter::new(
            "slope",
            "slope",
            Measure::FrictionPerVelocity,
            "how steeply friction rises beyond",
        ),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let [kinetic, static_limit, end, slope] = [0, 1, 2, 3].map(|k| values.number(k));
        rule(static_limit >= kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        Ok(Self { kinetic, static_limit, end, slope })
    }
}

impl Dry for Plateau {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, x: f64, _: Conditions) -> (f64, f64) {
        if x < self.end {
            (self.kinetic, 0.0)
        } else {
            (self.kinetic + self.slope * (x - self.end), self.slope)
        }
    }

    fn kinks(&self, _: Direction, into: &mut Vec<f64>) {
        into.push(self.end);
    }

    fn coefficient(&self, along: &Along, k: usize, _: &mut Work) -> f64 {
        if along.inside < self.end {
            constant(self.kinetic, k)
        } else {
            constant(self.kinetic - self.slope * self.end, k) + self.slope * along.slip[k]
        }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let rises = by.number(3) * (spot.x - self.end) - self.slope * by.number(2);
        by.number(0) + if spot.inside < self.end { 0.0 } else { rises }
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }

    fn least_slope(&self) -> f64 {
        0.0
    }
}
