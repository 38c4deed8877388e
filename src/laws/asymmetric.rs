//! A characteristic that differs by direction: the brake mechanism of S1 (21)–(23), A1 (2).
//!
//! ```text
//!   w > 0:  F(w) =  max(Fmin⁺, Fs⁺ − w·(Fs⁺ − Fmin⁺)/vmax) + C·w
//!   w < 0:  F(w) = −max(Fmin⁻, Fs⁻ − a1·exp((|w| − vmin)/t1) − a2·exp((|w| − vmin)/t2)) + C·w
//!   w = 0:  −Fs⁻ + (1 − s)·(a1·exp(−vmin/t1) + a2·exp(−vmin/t2)) ≤ F ≤ Fs⁺
//! ```
//! ‡ In print (S1 (23), A1 (2)) the exponents have the opposite sign and explode towards w → 0⁻; A1 (4), the same
//! law with other numbers, has this one. S1 holds up to Fs⁻ (s = 1), A1 up to the friction of the slowest slip
//! (s = 0). The floor Fmin⁻ is S1's. Steel on polyester (S1 §4.4): Fs⁺ = 3.63, Fmin⁺ = 0.86, vmax = 0.27; Fs⁻ = 5.94,
//! Fmin⁻ = 1.42, vmin = 0.28, a1 = 3.23453, a2 = 2.87362, t1 = 0.0342, t2 = 0.30529.

use super::Direction;
use super::declaration::{Broken, DefaultValue, LawParameter, Measure, Range, Values, rule};
use super::dry::{Along, Conditions, Dry, Spot, Work, constant};
use super::falling::{fall, fall_change};
use super::polyline::Polyline;
use super::reach::{Reach, is_told};
use super::taylor::exponential;

/// The forward branch; of the backward one Fs⁻, where it begins without drops, and the floor Fmin⁻ in N (N·m), or
/// coefficients, and both exponentials.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Asymmetric {
    forward: Polyline,
    limit: f64,
    least: f64,
    drops: [Drop; 2],
    /// Greatest friction against backward slip while stuck.
    holds: f64,
    /// Where the backward branch meets its floor.
    end: f64,
}

/// `amplitude·exp(rate·x + offset)`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Drop {
    amplitude: f64,
    rate: f64,
    offset: f64,
}

impl Drop {
    fn new(amplitude: f64, velocity: f64, at: f64) -> Self {
        Self { amplitude, rate: 1.0 / velocity, offset: -at / velocity }
    }

    fn value(&self, x: f64) -> f64 {
        self.amplitude * libm::exp(self.rate * x + self.offset)
    }
}

/// Place of `backwardStiction` among the parameters.
const STICTION: usize = 10;

const fn friction(name: &'static str, loaded: &'static str, text: &'static str) -> LawParameter {
    LawParameter::new(name, loaded, Measure::Friction, text)
}

const fn velocity(name: &'static str, text: &'static str) -> LawParameter {
    LawParameter::new(name, name, Measure::Velocity, text).range(Range::Positive)
}

impl Asymmetric {
    pub const PARAMETERS: &'static [LawParameter] = &[
        friction(
            "maxForwardFriction",
            "maxForwardCoefficient",
            "friction of the slowest forward slip and greatest friction while stuck",
        ),
        friction("minForwardFriction", "minForwardCoefficient", "least friction of forward slip"),
        velocity("forwardVelocity", "forward slip velocity at which friction is least"),
        friction(
            "maxBackwardFriction",
            "maxBackwardCoefficient",
            "greatest friction against backward slip, without both drops",
        ),
        friction(
            "minBackwardFriction",
            "minBackwardCoefficient",
            "least friction of backward slip",
        ),
        velocity("backwardVelocity", "slip speed to which both drops of backward friction refer"),
        friction("firstDrop", "firstDropCoefficient", "first drop at the backward velocity"),
        velocity("firstVelocity", "slip speed in which the first drop grows e-fold"),
        friction("secondDrop", "secondDropCoefficient", "second drop at the backward velocity"),
        velocity("secondVelocity", "slip speed in which the second drop grows e-fold"),
        LawParameter::new(
            "backwardStiction",
            "backwardStiction",
            Measure::Number,
            "part of both drops at w = 0 by which stiction is above the friction of the slowest backward \
             slip: with 1 it reaches maxBackward",
        )
        .or(DefaultValue::Number(1.0)),
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values, mut recycled: Self) -> Result<Self, Broken> {
        let [top, least, velocity] = [0, 1, 2].map(|k| values.number(k));
        let below = "the least friction must not be above the greatest";
        rule(top >= least, below, &[1, 0])?;
        fall(&mut recycled.forward, top, (top - least) / velocity, least);
        let [limit, least, at] = [3, 4, 5].map(|k| values.number(k));
        let [a1, t1, a2, t2] = [6, 7, 8, 9].map(|k| values.number(k));
        let drops = [Drop::new(a1, t1, at), Drop::new(a2, t2, at)];
        let mut law = Self { limit, least, drops, holds: 0.0, end: 0.0, ..recycled };
        rule(limit >= least, below, &[4, 3])?;
        let start = "friction of the slowest backward slip, maxBackward less both drops at w = 0, \
                     must not be below the least friction";
        let slowest = law.unfloored(0.0);
        rule(slowest >= least, start, &[4, 3, 6, 8])?;
        let added = values.number(STICTION) - 1.0;
        law.holds = (limit + added * law.drop(0.0)).max(slowest);
        law.end = law.meeting(at);
        Ok(law)
    }

    /// The backward branch without its floor.
    fn unfloored(&self, x: f64) -> f64 {
        self.limit - self.drops[0].value(x) - self.drops[1].value(x)
    }

    /// Both drops at a slip speed.
    fn drop(&self, x: f64) -> f64 {
        self.drops.iter().map(|drop| drop.value(x)).sum()
    }

    /// Change of both drops at a slip speed with the numbers.
    fn drop_change(&self, x: f64, values: Values, by: Values) -> f64 {
        let at = x - values.number(5);
        let change = |(drop, place): (&Drop, usize)| {
            let shift = by.number(5) + at * drop.rate * by.number(place + 1);
            let growth = by.number(place) - drop.amplitude * drop.rate * shift;
            growth * libm::exp(drop.rate * x + drop.offset)
        };
        self.drops.iter().zip([6, 8]).map(change).sum()
    }

    /// The least x ≥ 0 at which the backward branch is at its floor or below, by bisection to the last bit;
    /// ∞ without drops. `scale` > 0 is where the search starts.
    fn meeting(&self, scale: f64) -> f64 {
        if self.drops.iter().all(|drop| drop.amplitude == 0.0) {
            return f64::INFINITY;
        }
        let (mut above, mut below) = (0.0, scale);
        while self.unfloored(below) > self.least {
            (above, below) = (below, 2.0 * below);
        }
        loop {
            let middle = 0.5 * (above + below);
            if middle <= above || middle >= below {
                return below;
            }
            if self.unfloored(middle) > self.least { above = middle } else { below = middle }
        }
    }
}

impl Dry for Asymmetric {
    fn static_limit(&self, direction: Direction, _: Conditions) -> f64 {
        match direction {
            Direction::Forward => self.forward.at(0.0).0,
            Direction::Backward => self.holds,
        }
    }

    fn magnitude(&self, direction: Direction, x: f64, _: Conditions) -> (f64, f64) {
        match direction {
            Direction::Forward => self.forward.at(x),
            Direction::Backward if x >= self.end => (self.least, 0.0),
            Direction::Backward => {
                let slope: f64 = self.drops.iter().map(|drop| -drop.rate * drop.value(x)).sum();
                (self.unfloored(x), slope)
            }
        }
    }

    fn kinks(&self, direction: Direction, into: &mut Vec<f64>) {
        match direction {
            Direction::Forward => into.extend(self.forward.kinks()),
            Direction::Backward if self.end > 0.0 && self.end.is_finite() => into.push(self.end),
            Direction::Backward => {}
        }
    }

    fn coefficient(&self, along: &Along, k: usize, work: &mut Work) -> f64 {
        if along.direction == Direction::Forward {
            if k == 0 {
                work.segment = self.forward.segment(along.inside);
            }
            return self.forward.coefficient(work.segment, along.slip, k);
        }
        if along.inside >= self.end {
            return constant(self.least, k);
        }
        let mut sum = constant(self.limit, k);
        for (drop, e) in self.drops.iter().zip(&mut work.series) {
            e[k] = exponential(along.slip, drop.rate, drop.offset, e, k);
            sum -= drop.amplitude * e[k];
        }
        sum
    }

    /// The backward branch bends the more the nearer it is to its floor.
    fn is_told(&self, reach: &Reach) -> bool {
        let fastest = self.drops.iter().fold(0.0, |most: f64, drop| most.max(drop.rate));
        !self.end.is_finite() || is_told(reach.slip, self.end, 1.0 / fastest)
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let x = spot.x;
        if spot.direction == Direction::Forward {
            let [top, least, velocity] = [0, 1, 2].map(|k| values.number(k));
            let [top_by, least_by, velocity_by] = [0, 1, 2].map(|k| by.number(k));
            let slope = (top - least) / velocity;
            let slope_by = (top_by - least_by - slope * velocity_by) / velocity;
            return fall_change([top, slope, least], [top_by, slope_by, least_by], spot);
        }
        if spot.inside >= self.end {
            return by.number(4);
        }
        by.number(3) - self.drop_change(x, values, by)
    }

    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        if spot.direction == Direction::Forward {
            return by.number(0);
        }
        let added = values.number(STICTION) - 1.0;
        let grown = by.number(STICTION) * self.drop(0.0);
        by.number(3) + grown + added * self.drop_change(0.0, values, by)
    }

    /// The backward branch is steepest where it meets its floor.
    fn least_slope(&self) -> f64 {
        let steepest: f64 = if self.end.is_finite() {
            self.drops.iter().map(|drop| -drop.rate * drop.value(self.end)).sum()
        } else {
            0.0
        };
        self.forward.least_slope().min(steepest)
    }
}
