//! Hyperbolic fall (S1 eqs. 1 and 5, A1 eq. 1; Burridge–Knopoff with γ from 0.4 to 3.4 s/m):
//!
//! ```text
//!   F(w) = sgn w·μ0/(1 + γ|w|) + C·w,   |F| ≤ μ0 at w = 0,   μ0 ≥ 0, γ ≥ 0
//! ```

use super::Direction;
use super::declaration::{Broken, LawParameter, Measure, Values};
use super::dry::{Along, Conditions, Dry, Spot, Work};
use super::reach::{Reach, is_told};
use super::taylor::hyperbola;

/// `static_limit` μ0 in N (N·m), or a coefficient; `decay` γ in s/m (s/rad).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hyperbolic {
    static_limit: f64,
    decay: f64,
}

impl Hyperbolic {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::SLOWEST,
        LawParameter::new(
            "decay",
            "decay",
            Measure::PerVelocity,
            "one over the slip velocity at which friction has halved",
        ),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        Ok(Self { static_limit: values.number(0), decay: values.number(1) })
    }
}

impl Dry for Hyperbolic {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, x: f64, _: Conditions) -> (f64, f64) {
        let share = 1.0 / (1.0 + self.decay * x);
        (self.static_limit * share, -self.static_limit * self.decay * share * share)
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let share = &mut work.series[0];
        share[k] = hyperbola(along.slip, self.decay, share, k);
        self.static_limit * share[k]
    }

    fn is_told(&self, reach: &Reach) -> bool {
        is_told(reach.slip, 0.0, 1.0 / self.decay)
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let share = 1.0 / (1.0 + self.decay * spot.x);
        share * (by.number(0) - self.static_limit * share * spot.x * by.number(1))
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(0)
    }

    fn least_slope(&self) -> f64 {
        -(self.static_limit * self.decay)
    }
}
