//! Exponential fall from the static to the kinetic friction (S1 eq. 4):
//!
//! ```text
//!   F(w) = sgn w·[μk + (μ0 − μk)·exp(−β|w|/(μ0 − μk))] + C·w,   |F| ≤ μ0 at w = 0
//! ```
//! with μ0 ≥ μk ≥ 0, β ≥ 0: β is the slope at w = 0. μ0 = μk: constant.

use super::Direction;
use super::declaration::{Broken, LawParameter, Measure, STATIC_BELOW_KINETIC, Values, rule};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::reach::{Reach, is_told};
use super::taylor::exponential;

/// `kinetic` μk and `static_limit` μ0 in N (N·m), or coefficients; `slope` β per slip velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exponential {
    kinetic: f64,
    static_limit: f64,
    slope: f64,
}

impl Exponential {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::FAST,
        LawParameter::SLOWEST,
        LawParameter::new(
            "slope",
            "slope",
            Measure::FrictionPerVelocity,
            "how steeply friction falls at the slowest slip",
        ),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let [kinetic, static_limit, slope] = [0, 1, 2].map(|k| values.number(k));
        rule(static_limit >= kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        Ok(Self { kinetic, static_limit, slope })
    }

    /// μ0 − μk and the rate β/(μ0 − μk) of its decay; a constant does not decay.
    fn decay(&self) -> (f64, f64) {
        let drop = self.static_limit - self.kinetic;
        (drop, if drop > 0.0 { self.slope / drop } else { 0.0 })
    }
}

impl Dry for Exponential {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, x: f64, _: Conditions) -> (f64, f64) {
        let (drop, rate) = self.decay();
        let left = drop * libm::exp(-rate * x);
        (self.kinetic + left, -rate * left)
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let (drop, rate) = self.decay();
        let left = &mut work.series[0];
        left[k] = exponential(along.slip, -rate, 0.0, left, k);
        constant(self.kinetic, k) + drop * left[k]
    }

    fn is_told(&self, reach: &Reach) -> bool {
        let (_, rate) = self.decay();
        is_told(reach.slip, 0.0, 1.0 / rate)
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let [kinetic, fixed, slope] = [0, 1, 2].map(|k| by.number(k));
        let (drop, rate) = self.decay();
        let change = fixed - kinetic;
        if drop == 0.0 {
            // The drop grows from 0: its exponential is 0 at once but where nothing decays.
            return if self.slope * spot.x == 0.0 { fixed } else { kinetic };
        }
        let left = libm::exp(-rate * spot.x);
        kinetic + left * (change - spot.x * (slope - rate * change))
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }

    fn least_slope(&self) -> f64 {
        let (drop, rate) = self.decay();
        -(drop * rate)
    }
}
