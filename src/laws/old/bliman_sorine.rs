//! The law of Bliman and Sorine (S1 (13)–(15)): friction as a linear system in the way slipped, s = ∫|w|.
//!
//! ```text
//!   dx₁/ds = (f1·sgn w − x₁)/(η·ε),   dx₂/ds = −(f2·sgn w + x₂)/ε,   λ = x₁ + x₂ + C·w
//! ```
//! with f1 > 0, 0 ≤ f2 ≤ f1, ε > 0, 0 < η ≤ 1. Steady slip has the friction f1 − f2; before, friction
//! rises above it. f2 = 0 and η = 1 make the law of first order, which is Dahl's with Fc = f1, k = f1/ε
//! and i = 1. Both parts are closed forms of s: they tend to their ends as exp(−s/(η·ε)) and exp(−s/ε).
//!
//! Energy: with f1·f2·(1 − η)²/(4·η²)·q² − (f1/η − f2)·q + 1 = 0, q its smaller root, the bristles store
//! ½·p₁₁·x₁² + q·ε·x₁·x₂ + ½·p₂₂·x₂², p₁₁ = η·ε·(1 + q·f2)/f1, p₂₂ = ε·(q + f1·(1 − η)²·q²/(4·η²)), the
//! most that can be had back; what is lost, |w|·(m₁·x₁ + m₂·x₂)² with m₁² = p₁₁/(η·ε), m₂² = p₂₂/ε, is never
//! negative (Kalman–Yakubovich–Popov lemma for the transfer function f1/(1 + η·ε·s) − f2/(1 + ε·s)).

use super::*;
use crate::algebra::taylor::product;
use crate::laws::declaration::{Broken, Values, rule};

/// `first` f1 and `second` f2 in N (N·m), or coefficients; `length` ε in m (rad); `ratio` η.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlimanSorine {
    first: f64,
    second: f64,
    length: f64,
    ratio: f64,
    /// q, 1/N
    storage: f64,
}

impl BlimanSorine {
    pub fn new(values: Values) -> Self {
        let [first, second, length, ratio] = [0, 1, 2, 3].map(|k| values.number(k));
        let linear = first / ratio - second;
        let quadratic = 0.25 * first * second * squared((1.0 - ratio) / ratio);
        let root = libm::sqrt((linear * linear - 4.0 * quadratic).max(0.0));
        Self { first, second, length, ratio, storage: 2.0 / (linear + root) }
    }

    /// m₁² and m₂².
    fn losses(&self) -> [f64; 2] {
        let bend = 0.25 * self.first * squared((1.0 - self.ratio) / self.ratio);
        let q = self.storage;
        [(1.0 + q * self.second) / self.first, q + bend * q * q]
    }
}

fn squared(x: f64) -> f64 {
    x * x
}

impl Old for BlimanSorine {
    fn terms(&self, sense: Sense, series: &mut OldSeries, k: usize) -> Terms {
        let OldSeries { speed, state, arrived, work, .. } = series;
        let friction = state[0][k] + state[1][k];
        let Sense::Slip(direction) = sense else {
            return Terms { friction, ..Terms::default() };
        };
        let ends = [direction.sign() * self.first, -direction.sign() * self.second];
        let lengths = [self.ratio * self.length, self.length];
        let mut rate = [0.0; MOST_STATES];
        for part in 0..MOST_STATES {
            let left = &mut work[part];
            if k == 0 {
                left[0] = ends[part] - state[part][0];
                arrived[part] = left[0].abs() <= ARRIVED * self.first;
            } else {
                left[k] = -state[part][k];
            }
            if !arrived[part] {
                rate[part] = product(speed, left, k) / lengths[part];
            }
        }
        let [_, _, weighted, square, ..] = work;
        let [m1, m2] = self.losses().map(libm::sqrt);
        weighted[k] = m1 * state[0][k] + m2 * state[1][k];
        square[k] = product(weighted, weighted, k);
        Terms { rate, friction, power: product(speed, square, k) }
    }

    fn stored(&self, [x1, x2]: [f64; MOST_STATES]) -> f64 {
        let [m1, m2] = self.losses();
        self.length
            * (0.5 * self.ratio * m1 * x1 * x1 + self.storage * x1 * x2 + 0.5 * m2 * x2 * x2)
    }

    fn check_start(&self, [x1, x2]: [f64; MOST_STATES]) -> Result<(), Broken> {
        rule(x1.abs() <= self.first, "the first part must start within its friction", &[4, 0])?;
        rule(x2.abs() <= self.second, "the second part must start within its friction", &[5, 1])
    }

    fn change(&self, at: &Moment, by: Values) -> Terms {
        let Sense::Slip(direction) = at.sense else {
            return Terms::default();
        };
        let [first, second, length, ratio] = [0, 1, 2, 3].map(|k| by.number(k));
        let (sign, speed) = (direction.sign(), at.slip.abs());
        let part = |left: f64, end: f64, length: f64, length_by: f64| {
            speed / length * (end - left / length * length_by)
        };
        let [x1, x2] = at.states;
        let quick = self.ratio * self.length;
        let quick_by = ratio * self.length + self.ratio * length;
        let rate = [
            part(sign * self.first - x1, sign * first, quick, quick_by),
            part(-sign * self.second - x2, -sign * second, self.length, length),
        ];
        // q of the stored energy, from its equation a·q² − b·q + 1 = 0.
        let off = (1.0 - self.ratio) / self.ratio;
        let off_by = -ratio / (self.ratio * self.ratio);
        let bend = 0.25 * self.first * off * off;
        let bend_by = 0.25 * (first * off + 2.0 * self.first * off_by) * off;
        let q = self.storage;
        let (a, a_by) = (bend * self.second, bend_by * self.second + bend * second);
        let b = self.first / self.ratio - self.second;
        let b_by = (first - self.first / self.ratio * ratio) / self.ratio - second;
        let q_by = (a_by * q - b_by) * q / (b - 2.0 * a * q);
        let [m1, m2] = self.losses().map(libm::sqrt);
        let grown = q_by * self.second + q * second;
        let first_by = (grown - (1.0 + q * self.second) / self.first * first) / self.first;
        let second_by = q_by + (bend_by * q + 2.0 * bend * q_by) * q;
        let by_root = |loss: f64, root: f64| if loss == 0.0 { 0.0 } else { 0.5 * loss / root };
        let weighted = m1 * x1 + m2 * x2;
        let weighted_by = by_root(first_by, m1) * x1 + by_root(second_by, m2) * x2;
        Terms { rate, friction: 0.0, power: 2.0 * speed * weighted * weighted_by }
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        [self.first, self.first]
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        [1.0, 1.0]
    }
}
