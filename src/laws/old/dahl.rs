//! Dahl's law (S1 (10)–(12)): a bristle that yields as its force F nears Coulomb's friction Fc.
//!
//! ```text
//!   Ḟ = k·(1 − F/Fc·sgn w)^i·w,   λ = F + C·w
//! ```
//! with k > 0, Fc > 0, i ≥ 0, |F(0)| ≤ Fc; the power of a negative number is that of its magnitude, with its
//! sign if i ≥ 1. F is a function of the way s slipped in one direction. With i = 1 and u = 1 − F/Fc·sgn w it is
//! u = u₀·exp(−k·s/Fc); else u^(1 − i) = u₀^(1 − i) − (1 − i)·k·s/Fc: with i < 1 it reaches Fc after a finite
//! way and stays there, with i = 0 as a spring with an ideal slider; what is beyond has arrived. The bristle stores F²/(2k); the rest of
//! λ·w, (1 − u^i)·F·w ≥ 0, is lost.

use super::*;
use crate::algebra::taylor::{power, product};
use crate::laws::declaration::{Broken, Values, rule};

/// `limit` Fc in N (N·m), or a coefficient; `stiffness` k that per m (rad).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dahl {
    limit: f64,
    stiffness: f64,
    exponent: f64,
}

impl Dahl {
    pub fn new(values: Values) -> Self {
        let [limit, stiffness, exponent] = [0, 1, 2].map(|k| values.number(k));
        Self { limit, stiffness, exponent }
    }

    /// The sign of the power of u.
    fn side(&self, rest: f64) -> f64 {
        if rest < 0.0 && self.exponent >= 1.0 { -1.0 } else { 1.0 }
    }

    /// u = 1 − F/Fc·sgn w at a force.
    fn rest(&self, direction: Direction, force: f64) -> f64 {
        1.0 - direction.sign() * force / self.limit
    }
}

impl Old for Dahl {
    fn terms(&self, sense: Sense, series: &mut OldSeries, k: usize) -> Terms {
        let Sense::Slip(direction) = sense else {
            return Terms { friction: series.state[0][k], ..Terms::default() };
        };
        let OldSeries { slip, state, arrived, work, .. } = series;
        let [left, raised, lost, ..] = work;
        let start = self.rest(direction, state[0][0]);
        let (side, sign) = (self.side(start), if start < 0.0 { -1.0 } else { 1.0 });
        left[k] =
            if k == 0 { start.abs() } else { -sign * direction.sign() * state[0][k] / self.limit };
        if k == 0 {
            arrived[0] = left[0] <= 2.0 * ARRIVED;
        }
        raised[k] = if arrived[0] {
            0.0
        } else if self.exponent == 1.0 {
            left[k]
        } else {
            power(left, self.exponent, raised, k)
        };
        let yielding = side * product(raised, slip, k);
        lost[k] = slip[k] - yielding;
        let power = product(&state[0], lost, k);
        Terms { rate: [self.stiffness * yielding, 0.0], friction: state[0][k], power }
    }

    /// With i < 1 the force arrives at Fc, where u touches 0. u^(1 − i) passes through it: it falls in
    /// proportion to the way.
    fn watches(&self, sense: Sense, force: f64) -> [Option<Watch>; 2] {
        let Sense::Slip(direction) = sense else {
            return [None, None];
        };
        let rest = self.rest(direction, force);
        let left = rest.abs();
        let power = 1.0 - self.exponent;
        if power <= 0.0 || left <= 2.0 * ARRIVED {
            return [None, None];
        }
        let constant = libm::copysign(libm::pow(left, power), rest);
        let way = -direction.sign() * power * self.stiffness / self.limit;
        [Some(Watch { constant, state: 0.0, slip: 0.0, way, passage: Passage::Arrives }), None]
    }

    fn arrive(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        if let Sense::Slip(direction) = sense {
            states[0] = direction.sign() * self.limit;
        }
    }

    fn stored(&self, [force, _]: [f64; MOST_STATES]) -> f64 {
        0.5 * force * force / self.stiffness
    }

    fn check_start(&self, [force, _]: [f64; MOST_STATES]) -> Result<(), Broken> {
        rule(force.abs() <= self.limit, "bristles must start within the kinetic friction", &[3, 0])
    }

    fn change(&self, at: &Moment, by: Values) -> Terms {
        let Sense::Slip(direction) = at.sense else {
            return Terms::default();
        };
        let [limit, stiffness, exponent] = [0, 1, 2].map(|k| by.number(k));
        let force = at.states[0];
        let rest = self.rest(direction, force);
        let (side, sign) = (self.side(rest), if rest < 0.0 { -1.0 } else { 1.0 });
        let left = rest.abs();
        let left_by = sign * direction.sign() * force / (self.limit * self.limit) * limit;
        let (raised, raised_by) = if left <= 2.0 * ARRIVED {
            (0.0, if self.exponent == 1.0 { left_by } else { 0.0 })
        } else {
            let raised = libm::pow(left, self.exponent);
            let growth = self.exponent * left_by / left + exponent * libm::log(left);
            (raised, raised * growth)
        };
        let (yielding, yielding_by) = (side * raised * at.slip, side * raised_by * at.slip);
        let rate = stiffness * yielding + self.stiffness * yielding_by;
        Terms { rate: [rate, 0.0], friction: 0.0, power: -force * yielding_by }
    }

    /// Other exponents have the slope 0, or none, there.
    fn leaves_its_end(&self) -> bool {
        self.exponent == 1.0
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        [self.limit, 1.0]
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        [1.0, 0.0]
    }
}
