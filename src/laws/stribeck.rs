//! Stribeck's falling characteristic (J3 fig. 7c):
//!
//! ```text
//!   F(w) = sgn w·[Fk + (Fs − Fk)·exp(−(|w|/vs)^δ)] + C·w,   |F| ≤ Fs at w = 0
//! ```
//! with Fs ≥ Fk ≥ 0, vs > 0, δ > 0. For δ = 1 and δ = 2 the law is smooth up to w = 0. Any other δ has a
//! singular point there, and with δ < 1 the slope −∞: a body that is let go at the limit leaves at once,
//! m·ẋ = (Fs − Fk)·(x/vs)^δ, and reaches x after m·x/[(1 − δ)(Fs − Fk)(x/vs)^δ]. So that no expansion is
//! ever asked for at w = 0, the law is constant on |w| < [`SINGULAR`]·vs: with δ < 1 at the value that makes
//! this time right, else at that of w = 0.

use super::Direction;
use super::declaration::{
    Broken, DefaultValue, LawParameter, Measure, Range, STATIC_BELOW_KINETIC, Values, rule,
};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::reach::{Reach, is_told};
use super::taylor::{exponential, power, product};

/// Slip velocity, relative to vs, below which a law with a singular point is constant. Crossing it takes a
/// time that no tolerance sees; it stands above the round-off of velocities of the size of vs, and, for hours of
/// motion, above that of the time by accelerations of vs/s.
const SINGULAR: f64 = 1e-9;

/// `kinetic` Fk and `drop` Fs − Fk in N (N·m), or coefficients; `velocity` vs in m/s (rad/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stribeck {
    kinetic: f64,
    static_limit: f64,
    velocity: f64,
    exponent: f64,
}

impl Stribeck {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::FAST,
        LawParameter::SLOWEST,
        LawParameter::new(
            "stribeckVelocity",
            "stribeckVelocity",
            Measure::Velocity,
            "slip velocity at which friction has fallen by 63 %",
        )
        .range(Range::Positive),
        LawParameter::new(
            "stribeckExponent",
            "stribeckExponent",
            Measure::Number,
            "exponent of the slip velocity",
        )
        .range(Range::Positive)
        .or(DefaultValue::Number(2.0)),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let [kinetic, static_limit, velocity, exponent] = [0, 1, 2, 3].map(|k| values.number(k));
        let law = Self { kinetic, static_limit, velocity, exponent };
        rule(static_limit >= kinetic, STATIC_BELOW_KINETIC, &[1, 0])?;
        Ok(law)
    }

    fn drop(&self) -> f64 {
        self.static_limit - self.kinetic
    }

    /// Whether x^δ has no expansion at x = 0.
    fn is_singular(&self) -> bool {
        self.exponent != 1.0 && self.exponent != 2.0
    }

    /// Where the constant piece at w = 0 ends; 0 if there is none.
    fn edge(&self) -> f64 {
        if self.is_singular() { SINGULAR * self.velocity } else { 0.0 }
    }

    /// Friction of the constant piece.
    fn near_zero(&self) -> f64 {
        let share = (1.0 - self.exponent).max(0.0);
        self.static_limit - self.drop() * share * libm::pow(SINGULAR, self.exponent)
    }
}

impl Dry for Stribeck {
    fn static_limit(&self, _: Direction, _: Conditions) -> f64 {
        self.static_limit
    }

    fn magnitude(&self, _: Direction, x: f64, _: Conditions) -> (f64, f64) {
        if x < self.edge() {
            return (self.near_zero(), 0.0);
        }
        let u = x / self.velocity;
        let raised = libm::pow(u, self.exponent);
        let left = self.drop() * libm::exp(-raised);
        let steepness = self.exponent / self.velocity * libm::pow(u, self.exponent - 1.0);
        (self.kinetic + left, -left * steepness)
    }

    fn kinks(&self, _: Direction, into: &mut Vec<f64>) {
        if self.is_singular() {
            into.push(self.edge());
        }
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        let edge = self.edge();
        if along.inside < edge {
            return constant(self.near_zero(), k);
        }
        let [u, raised, left] = &mut work.series;
        // Round-off must not bring an expansion nearer to the singular point than its piece.
        let slip = if k == 0 { along.slip[0].max(edge) } else { along.slip[k] };
        u[k] = slip / self.velocity;
        raised[k] = if self.exponent == 1.0 {
            u[k]
        } else if self.exponent == 2.0 {
            product(u, u, k)
        } else {
            power(u, self.exponent, raised, k)
        };
        left[k] = exponential(raised, -1.0, 0.0, left, k);
        constant(self.kinetic, k) + self.drop() * left[k]
    }

    /// About x = vs the law falls, over the steeper the exponent; a singular point is felt at any distance.
    fn is_told(&self, reach: &Reach) -> bool {
        let steep = self.velocity / self.exponent.max(1.0);
        let near = !self.is_singular() || is_told(reach.slip, 0.0, self.edge());
        near && is_told(reach.slip, self.velocity, steep)
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let [kinetic, fixed, velocity, exponent] = [0, 1, 2, 3].map(|k| by.number(k));
        let drop = fixed - kinetic;
        if spot.inside < self.edge() {
            let share = (1.0 - self.exponent).max(0.0);
            let raised = libm::pow(SINGULAR, self.exponent);
            let growth = if share > 0.0 { share * libm::log(SINGULAR) - 1.0 } else { 0.0 };
            return fixed - raised * (drop * share + self.drop() * growth * exponent);
        }
        let u = spot.x / self.velocity;
        if u == 0.0 {
            return fixed;
        }
        let raised = libm::pow(u, self.exponent);
        let left = libm::exp(-raised);
        let raising = raised * (exponent * libm::log(u) - self.exponent * velocity / self.velocity);
        kinetic + left * (drop - self.drop() * raising)
    }

    fn limit_change(&self, _: &Spot, _: Values, by: Values) -> f64 {
        by.number(1)
    }

    /// With δ ≥ 1 the steepest point is (x/vs)^δ = (δ − 1)/δ.
    fn least_slope(&self) -> f64 {
        let delta = self.exponent;
        if self.drop() == 0.0 {
            return 0.0;
        }
        if delta < 1.0 {
            return f64::NEG_INFINITY;
        }
        let share = (delta - 1.0) / delta;
        let steepest = libm::pow(share, share) * libm::exp(-share);
        -self.drop() * delta / self.velocity * steepest
    }
}
