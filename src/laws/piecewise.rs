//! Any odd, piecewise linear characteristic as a sum of Żardecki's projections (J3 §5):
//!
//! ```text
//!   F(w) = C·tar(w, Fk/C) + Σᵢ kᵢ·luz(w, aᵢ),   |F| ≤ Fs at w = 0
//! ```
//! that is Fk·sgn w + C·w, whose slope changes by kᵢ at |w| = aᵢ. Several terms tar add up to one
//! ([`crate::projections::Tar::in_parallel`]). Fs ≥ Fk ≥ 0, aᵢ > 0; the kᵢ have any sign, but the dry part
//! Fk + Σᵢ kᵢ·luz(|w|, aᵢ) must nowhere be negative.

use super::Direction;
use super::declaration::{
    Broken, LawParameter, Measure, Range, STATIC_BELOW_KINETIC, Values, rule,
};
use super::dry::Spot;
use super::polyline::{Lines, Polyline};
use crate::projections::luz;

/// Fs in N (N·m), or a coefficient, and the dry part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Piecewise {
    static_limit: f64,
    line: Polyline,
}

impl Piecewise {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::KINETIC,
        LawParameter::STATIC,
        LawParameter::new(
            "luzWidth",
            "luzWidth",
            Measure::Velocity,
            "slip speed at which the slope changes: dead zone of a term luz",
        )
        .range(Range::Positive)
        .list(),
        LawParameter::new(
            "luzSlope",
            "luzSlope",
            Measure::FrictionPerVelocity,
            "change of the slope: factor of a term luz",
        )
        .range(Range::Any)
        .list(),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values, mut recycled: Self) -> Result<Self, Broken> {
        let (kinetic, static_limit) = (values.number(0), values.number(1));
        let (widths, slopes) = (values.list(2), values.list(3));
        rule(static_limit >= kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        rule(widths.len() == slopes.len(), "widths and slopes must be equally many", &[2, 3])?;
        rule(widths.windows(2).all(|pair| pair[0] < pair[1]), "widths must rise", &[2])?;
        let line = &mut recycled.line;
        line.clear();
        line.push(0.0, kinetic);
        for &width in widths {
            let terms = widths.iter().zip(slopes).map(|(a, k)| k * luz(width, *a));
            line.push(width, kinetic + terms.sum::<f64>());
        }
        line.set_last_slope(slopes.iter().sum());
        rule(line.least_value() >= 0.0, "friction must nowhere be negative", &[3, 2, 0])?;
        Ok(Self { static_limit, ..recycled })
    }
}

impl Lines for Piecewise {
    fn line(&self, _: Direction) -> &Polyline {
        &self.line
    }

    fn static_limit(&self, _: Direction) -> f64 {
        self.static_limit
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let terms = values.list(2).iter().zip(values.list(3)).zip(by.list(2)).zip(by.list(3));
        let active = terms.filter(|(((width, _), _), _)| **width < spot.inside);
        let term = |(((a, k), width), slope): (((&f64, &f64), &f64), &f64)| {
            slope * (spot.x - a) - k * width
        };
        by.number(0) + active.map(term).sum::<f64>()
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }
}
