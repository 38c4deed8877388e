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
use super::dry::{Along, Conditions, Dry, Work, constant};
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

    fn least_slope(&self) -> f64 {
        0.0
    }
}
