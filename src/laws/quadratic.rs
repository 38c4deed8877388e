//! Hyperbolic fall with quadratic growth (S1 eq. 8):
//!
//! ```text
//!   F(w) = sgn w·[(μ0 − μ1)/(1 + λ0|w|) + μ1 + λ1·w²] + C·w,   |F| ≤ μ0 at w = 0
//! ```
//! with μ0 ≥ μ1 ≥ 0, λ0 ≥ 0, λ1 ≥ 0.

use super::Direction;
use super::declaration::{
    Broken, DefaultValue, LawParameter, Measure, STATIC_BELOW_KINETIC, Values, rule,
};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::reach::{Reach, is_told};
use super::taylor::{hyperbola, product};

/// `kinetic` μ1 and `static_limit` μ0 in N (N·m), or coefficients; `decay` λ0 in s/m (s/rad), `growth` λ1
/// per squared slip velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quadratic {
    kinetic: f64,
    static_limit: f64,
    decay: f64,
    growth: f64,
}

impl Quadratic {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::kinetic("friction that the falling part tends to"),
        LawParameter::SLOWEST,
        LawParameter::new(
            "decay",
            "decay",
            Measure::PerVelocity,
            "one over the slip velocity at which the falling part has halved",
        ),
        LawParameter::new(
            "growth",
            "growth",
            Measure::FrictionPerVelocity2,
            "growth with the square of the slip velocity",
        )
        .or(DefaultValue::Number(0.0)),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let [kinetic, static_limit, decay, growth] = [0, 1, 2, 3].map(|k| values.number(k));
        rule(static_limit >= kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        Ok(Self { kinetic, static_limit, decay, growth })
    }
}

impl Dry for Quadratic {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, x: f64, _: Conditions) -> (f64, f64) {
        let share = 1.0 / (1.0 + self.decay * x);
        let drop = self.static_limit - self.kinetic;
        (
            drop * share + self.kinetic + self.growth * x * x,
            -drop * self.decay * share * share + 2.0 * self.growth * x,
        )
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let share = &mut work.series[0];
        share[k] = hyperbola(along.slip, self.decay, share, k);
        let drop = self.static_limit - self.kinetic;
        let square = product(along.slip, along.slip, k);
        drop * share[k] + constant(self.kinetic, k) + self.growth * square
    }

    fn is_told(&self, reach: &Reach) -> bool {
        is_told(reach.slip, 0.0, 1.0 / self.decay)
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let [kinetic, fixed, decay, growth] = [0, 1, 2, 3].map(|k| by.number(k));
        let x = spot.x;
        let share = 1.0 / (1.0 + self.decay * x);
        let drop = self.static_limit - self.kinetic;
        share * (fixed - kinetic - drop * share * x * decay) + kinetic + growth * x * x
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }

    /// f is convex: its slope is least at x = 0.
    fn least_slope(&self) -> f64 {
        -((self.static_limit - self.kinetic) * self.decay)
    }
}
