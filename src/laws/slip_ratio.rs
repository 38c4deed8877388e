//! The force of a tyre by its slip ratio (S1 eqs. 2, 3):
//!
//! ```text
//!   F = sgn w·μ(S) + C·w,   S = min(|w|/max(|v|, |rω|), 1),   w = v − rω
//!   μ(S) = c1·(1 − exp(−c2·S)) − c3·S
//! ```
//! with c1, c2, c3 ≥ 0 and μ(1) ≥ 0 (M. Burckhardt, *Fahrwerktechnik: Radschlupf-Regelsysteme*, 1993: dry
//! asphalt 1.2801, 23.99, 0.52; wet asphalt 0.857, 33.822, 0.347; snow 0.1946, 94.129, 0.0646). A wheel that
//! turns against its motion slips wholly: S = 1. At v = ω = 0 the force is set-valued, |F| ≤ max μ. While
//! anything moves it is continuous at w = 0, and needs some slip to hold anything: a wheel that rolls freely is
//! told from one that slips by [`NO_SLIP`].

use super::Direction;
use super::declaration::{Broken, DefaultValue, LawParameter, Measure, Values, rule};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::reach::{Reach, is_told};
use super::taylor::{exponential, quotient};

/// Slip ratios below this one are no slip: friction up to μ′(0) times it is held at w = 0. It stands above the
/// round-off of velocities, and the force that it leaves out is below 1e-10 of the normal load.
pub const NO_SLIP: f64 = 1e-12;

/// `adhesion` c1 and `fall` c3 in N, or coefficients; `rise` c2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SlipRatio {
    adhesion: f64,
    rise: f64,
    fall: f64,
}

impl SlipRatio {
    pub const PARAMETERS: &'static [LawParameter] = &[
        LawParameter::new(
            "adhesion",
            "adhesionCoefficient",
            Measure::Friction,
            "friction that the rising part tends to",
        ),
        LawParameter::new("rise", "rise", Measure::Number, "how fast friction rises with slip"),
        LawParameter::new(
            "fall",
            "fallCoefficient",
            Measure::Friction,
            "by how much friction falls from no slip to full slip",
        )
        .or(DefaultValue::Number(0.0)),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values) -> Result<Self, Broken> {
        let [adhesion, rise, fall] = [0, 1, 2].map(|k| values.number(k));
        let law = Self { adhesion, rise, fall };
        rule(law.at(1.0).0 >= 0.0, "friction of a locked wheel must not be negative", &[2, 0, 1])?;
        Ok(law)
    }

    /// μ(S) and μ′(S).
    fn at(&self, ratio: f64) -> (f64, f64) {
        let left = libm::exp(-self.rise * ratio);
        (
            -self.adhesion * libm::expm1(-self.rise * ratio) - self.fall * ratio,
            self.adhesion * self.rise * left - self.fall,
        )
    }

    /// Change of μ(S) with the numbers.
    fn change_at(&self, ratio: f64, by: Values) -> f64 {
        let left = libm::exp(-self.rise * ratio);
        by.number(0) * (1.0 - left) + self.adhesion * left * ratio * by.number(1)
            - by.number(2) * ratio
    }

    fn peak(&self) -> f64 {
        self.at(self.peak_ratio()).0
    }

    /// Where μ is greatest: c1·c2·exp(−c2·S) = c3, at most at S = 1.
    fn peak_ratio(&self) -> f64 {
        let steepness = self.adhesion * self.rise;
        if steepness <= self.fall {
            0.0
        } else if self.fall == 0.0 {
            1.0
        } else {
            (libm::log(steepness / self.fall) / self.rise).min(1.0)
        }
    }
}

impl Dry for SlipRatio {
    fn static_limit(&self, _: Direction, at: Conditions) -> f64 {
        if at.speed == 0.0 { self.peak() } else { NO_SLIP * self.at(0.0).1.max(0.0) }
    }

    fn magnitude(&self, _: Direction, x: f64, at: Conditions) -> (f64, f64) {
        if x < at.speed {
            let (friction, slope) = self.at(x / at.speed);
            (friction, slope / at.speed)
        } else {
            (self.at(1.0).0, 0.0)
        }
    }

    fn kinks(&self, _: Direction, into: &mut Vec<f64>) {
        into.push(1.0);
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        if along.inside >= 1.0 {
            return constant(self.at(1.0).0, k);
        }
        let [ratio, left, _] = &mut work.series;
        ratio[k] = quotient(along.slip, along.speed, ratio, k);
        left[k] = exponential(ratio, -self.rise, 0.0, left, k);
        // Near S = 0 the two exponentials' difference would lose its digits.
        let rest = if k == 0 { libm::expm1(-self.rise * ratio[0]) } else { left[k] };
        -self.adhesion * rest - self.fall * ratio[k]
    }

    fn is_told(&self, reach: &Reach) -> bool {
        is_told(reach.ratio(), 0.0, 1.0 / self.rise)
    }

    fn change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        let ratio = if spot.inside < 1.0 && spot.speed > 0.0 { spot.x / spot.speed } else { 1.0 };
        self.change_at(ratio, by)
    }

    /// The peak moves, but at a peak that changes nothing.
    fn limit_change(&self, spot: &Spot, _: Values, by: Values) -> f64 {
        if spot.speed == 0.0 { self.change_at(self.peak_ratio(), by) } else { 0.0 }
    }

    /// Where μ falls, it falls without bound per slip velocity as the speed goes to 0.
    fn least_slope(&self) -> f64 {
        if self.at(1.0).1 < 0.0 { f64::NEG_INFINITY } else { 0.0 }
    }
}
