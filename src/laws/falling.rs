//! Linear fall to a floor (S1 fig. 6b):
//!
//! ```text
//!   F(w) = sgn w·max(Fs − s|w|, Fmin) + C·w,   |F| ≤ Fs at w = 0,   Fs ≥ Fmin ≥ 0, s ≥ 0
//! ```

use super::Direction;
use super::declaration::{Broken, DefaultValue, LawParameter, Measure, Values, rule};
use super::dry::Spot;
use super::polyline::{Lines, Polyline};

/// The characteristic with one kink; its static limit is its value at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Falling {
    line: Polyline,
}

impl Falling {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::SLOWEST,
        LawParameter::new(
            "slope",
            "slope",
            Measure::FrictionPerVelocity,
            "how steeply friction falls",
        ),
        LawParameter::new(
            "minFriction",
            "minCoefficient",
            Measure::Friction,
            "least friction while slipping",
        )
        .or(DefaultValue::Number(0.0)),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values, mut recycled: Self) -> Result<Self, Broken> {
        let [static_limit, slope, least] = [0, 1, 2].map(|k| values.number(k));
        let below = "the least friction must not be above the static friction";
        rule(static_limit >= least, below, &[2, 0])?;
        fall(&mut recycled.line, static_limit, slope, least);
        Ok(recycled)
    }
}

/// Makes `line` max(top − slope·x, least).
pub(super) fn fall(line: &mut Polyline, top: f64, slope: f64, least: f64) {
    line.clear();
    line.push(0.0, top);
    let end = (top - least) / slope;
    if end > 0.0 && end.is_finite() {
        line.push(end, least);
    }
}

/// Change of [`fall`] with the greatest value, the slope and the least value.
pub(super) fn fall_change([top, slope, least]: [f64; 3], by: [f64; 3], spot: &Spot) -> f64 {
    let on_floor = spot.inside >= (top - least) / slope;
    if on_floor { by[2] } else { by[0] - spot.x * by[1] }
}

impl Lines for Falling {
    fn line(&self, _: Direction) -> &Polyline {
        &self.line
    }

    fn static_limit(&self, _: Direction) -> f64 {
        self.line.at(0.0).0
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let [top, slope, least] = [0, 1, 2].map(|k| values.number(k));
        fall_change([top, slope, least], [0, 1, 2].map(|k| by.number(k)), spot)
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(0)
    }
}
