//! What the formulas of Dahl's law (S1 (10)–(12)) do not say: that its bristle arrives.
//!
//! ```text
//!   Ḟ = k·(1 − F/Fc·sgn w)^i·w
//! ```
//! F is a function of the way s slipped in one direction. With i = 1 and u = 1 − F/Fc·sgn w it is u = u₀·exp(−k·s/Fc); else
//! u^(1 − i) = u₀^(1 − i) − (1 − i)·k·s/Fc: with i < 1 it reaches Fc after a finite way and stays there, with i = 0 as a spring
//! with an ideal slider; what is beyond has arrived. The power of a negative number is that of its magnitude, with its sign
//! if i ≥ 1.

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

    /// With i < 1 the force arrives at Fc, where u touches 0. u^(1 − i) passes through it: it falls in
    /// proportion to the way.
    pub fn watch(&self, direction: Direction, force: f64) -> Option<Watch> {
        let rest = 1.0 - direction.sign() * force / self.limit;
        let left = rest.abs();
        let power = 1.0 - self.exponent;
        if power <= 0.0 || left <= ARRIVED_WITHIN {
            return None;
        }
        let constant = libm::copysign(libm::pow(left, power), rest);
        let way = -direction.sign() * power * self.stiffness / self.limit;
        Some(Watch { constant, state: 0.0, slip: 0.0, way, passage: Passage::Arrives })
    }

    /// Other exponents have the slope 0, or none, at the end.
    pub fn leaves_its_end(&self) -> bool {
        self.exponent == 1.0
    }
}
