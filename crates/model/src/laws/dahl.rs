//! Arrival of the bristle in Dahl's law (S1 (10)–(12)), which its formulas do not express.
//!
//! ```text
//!   Ḟ = k·(1 − F/Fc·sgn w)^i·w
//! ```
//! F is a function of the distance s slipped in one direction.
//! With i = 1 and u = 1 − F/Fc·sgn w it is u = u₀·exp(−k·s/Fc); else u^(1 − i) = u₀^(1 − i) − (1 − i)·k·s/Fc.
//! With i < 1 it reaches Fc after a finite distance and stays there, with i = 0 as a spring with an ideal slider;
//! what is beyond has arrived. The power of a negative number is that of its magnitude, with its sign if i ≥ 1.

use super::Direction;
use super::declaration::Values;
use super::internal::{Passage, Watch};
use super::sense::ARRIVED_WITHIN;

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

    /// Returns the guard of the arrival at Fc, where u touches 0; None unless i < 1. The power u^(1 − i) passes through
    /// 0: it falls in proportion to the displacement.
    pub fn watch(&self, direction: Direction, force: f64) -> Option<Watch> {
        let rest = 1.0 - direction.sign() * force / self.limit;
        let power = 1.0 - self.exponent;
        if power <= 0.0 || self.is_at_end(direction, force) {
            return None;
        }
        let constant = libm::copysign(libm::pow(rest.abs(), power), rest);
        let way = -direction.sign() * power * self.stiffness / self.limit;
        Some(Watch { constant, of: 0, state: 0.0, slip: 0.0, way, passage: Passage::Arrives(0) })
    }

    /// True if the force is Fc, to which it came after a finite distance.
    pub fn is_at_end(&self, direction: Direction, force: f64) -> bool {
        let rest = 1.0 - direction.sign() * force / self.limit;
        self.exponent < 1.0 && rest.abs() <= ARRIVED_WITHIN
    }

    /// True if the force leaves its end: exponents other than 1 have the slope 0, or none, there.
    pub fn leaves_its_end(&self) -> bool {
        self.exponent == 1.0
    }
}
