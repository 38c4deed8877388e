//! Friction that saturates with the normal load (Wanheim and Bay, S1 eq. 9): the real contact area grows
//! with the load until it is the nominal one.
//!
//! ```text
//!   F(w) = sgn w·Pmax·μ·α(N) + C·w,   |F| ≤ Pmax·μ·α(N) at w = 0,   Pmax > 0, 0 ≤ μ ≤ 1
//! ```
//! Pmax is the force that shears the whole nominal area, μ the friction factor and α, from 0 to 1, the real
//! contact area over the nominal one. With n = N/(√3·Pmax), the pressure over the yield stress of the softer
//! body (von Mises), and the limit of proportionality (T. Wanheim, N. Bay, A. S. Petersen, *Wear* 28, 1974;
//! N. Bay, *J. Mech. Working Technol.* 14, 1987)
//!
//! ```text
//!   t₁ = 1 − √(1 − μ),   n₁ = (1 + π/2 + arccos μ + √(1 − μ²))/(√3·(1 + √(1 − μ)))
//!   μα = t₁·n/n₁                                               n ≤ n₁
//!   μα = μ − (μ − t₁)·exp(−(n − n₁)·t₁/((μ − t₁)·n₁))          n > n₁
//! ```
//! Small loads give Coulomb friction, great ones a limit that the load no longer raises.

use super::Direction;
use super::declaration::{Broken, LawParameter, Measure, Range, Values, rule};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::reach::{Reach, is_told};
use super::taylor::exponential;

/// Everything as forces in N: the limit of proportionality `end` (a load), the friction there and the greatest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WanheimBay {
    end: f64,
    at_end: f64,
    greatest: f64,
}

impl WanheimBay {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::new(
            "shearForce",
            "shearForce",
            Measure::Force,
            "force that shears the whole nominal contact area",
        )
        .range(Range::Positive),
        LawParameter::new(
            "frictionFactor",
            "frictionFactor",
            Measure::Number,
            "greatest friction over the shear force",
        ),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let (shear, factor) = (values.number(0), values.number(1));
        rule(factor <= 1.0, "the friction factor must be within 0 and 1", &[1])?;
        let root = (1.0 - factor).sqrt();
        let pressure =
            1.0 + std::f64::consts::FRAC_PI_2 + libm::acos(factor) + (1.0 - factor * factor).sqrt();
        // √3 of the pressure and of n = N/(√3·Pmax) cancel.
        let end = shear * pressure / (1.0 + root);
        Ok(Self { end, at_end: shear * (1.0 - root), greatest: shear * factor })
    }

    /// What saturation still adds beyond the limit of proportionality, and the rate per load of its decay.
    fn rest(&self) -> (f64, f64) {
        let rest = self.greatest - self.at_end;
        (rest, if rest > 0.0 { self.at_end / (rest * self.end) } else { 0.0 })
    }
}

impl Dry for WanheimBay {
    fn static_limit(&self, direction: Direction, at: Conditions) -> f64 {
        self.magnitude(direction, 0.0, at).0
    }

    fn magnitude(&self, _: Direction, _: f64, at: Conditions) -> (f64, f64) {
        let friction = if at.load < self.end {
            self.at_end * (at.load / self.end)
        } else {
            let (rest, rate) = self.rest();
            self.greatest - rest * libm::exp(-rate * (at.load - self.end))
        };
        (friction, 0.0)
    }

    fn kinks(&self, _: Direction, into: &mut Vec<f64>) {
        into.push(self.end);
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        if along.inside < self.end {
            return self.at_end * (along.load[k] / self.end);
        }
        let (rest, rate) = self.rest();
        let left = &mut work.series[0];
        left[k] = exponential(along.load, -rate, rate * self.end, left, k);
        constant(self.greatest, k) - rest * left[k]
    }

    fn is_told(&self, reach: &Reach) -> bool {
        let (_, rate) = self.rest();
        is_told(reach.load, self.end, 1.0 / rate)
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let [shear, factor] = [0, 1].map(|k| values.number(k));
        let (shear_by, factor_by) = (by.number(0), by.number(1));
        // Everything is in proportion to the shear force; t = 1 − √(1 − μ), and p = end/shear.
        let (p, t) = (self.end / shear, self.at_end / shear);
        let root = (1.0 - factor).sqrt();
        let (t_by, p_by) = if factor_by == 0.0 {
            (0.0, 0.0)
        } else {
            let t_by = 0.5 * factor_by / root;
            let arc = -((1.0 + factor) / (1.0 - factor)).sqrt() * factor_by;
            (t_by, (arc + p * t_by) / (1.0 + root))
        };
        let load = spot.load;
        let (end_by, at_end_by) = (shear * p_by + p * shear_by, shear * t_by + t * shear_by);
        let greatest_by = shear * factor_by + factor * shear_by;
        if load < self.end {
            let slope = self.at_end / self.end;
            let slope_by = (at_end_by - slope * end_by) / self.end;
            return slope_by * load + slope * spot.load_change;
        }
        let (rest, rate) = self.rest();
        if rest == 0.0 {
            return greatest_by;
        }
        let rest_by = greatest_by - at_end_by;
        let rate_by = (at_end_by / self.at_end - rest_by / rest - end_by / self.end) * rate;
        let beyond = load - self.end;
        let left = libm::exp(-rate * beyond);
        let raised = rate_by * beyond + rate * (spot.load_change - end_by);
        greatest_by - left * (rest_by - rest * raised)
    }

    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        self.change(spot, values, by)
    }

    fn least_slope(&self) -> f64 {
        0.0
    }
}
