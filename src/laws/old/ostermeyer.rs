//! Ostermeyer's law of brake pads (S1 (18), (19)): the coefficient of friction μ and the temperature ϑ of
//! the hard patches that carry the contact, both driven by the power p = N·|w|/P₀ of the contact.
//!
//! ```text
//!   μ̇ = −a·(p·μ − ϑ),   ϑ̇ = −c·(ϑ − ϑ₀ − α·p) − β·(ϑ⁴ − ϑ₀⁴),   λ = μ·N·sgn w + C·w,  |λ| ≤ μ·N at w = 0
//! ```
//! with a, c, α, β ≥ 0, ϑ₀ ≥ 0, P₀ > 0, μ(0) ≥ 0, ϑ(0) ≥ 0. μ, ϑ and p are pure numbers: ϑ = (b/a)·T, the
//! scale b of the temperature T is the pad's. Steady slip with β = 0 has ϑ = ϑ₀ + α·p and μ = ϑ₀/p + α (19).
//! Patches grow and break by slip: while the contact is stuck or unloaded μ rests (by (18) it would grow
//! without end), and the pad cools. A load that grows past the limit, but more slowly than aϑ allows, is followed
//! ([`Internal::climb`]).

use super::*;
use crate::algebra::taylor::product;
use crate::laws::declaration::{Broken, Values, rule};

/// `growth` a, `cooling` c and `radiation` β in 1/s; `heating` α, `ambient` ϑ₀; `power` P₀ in W.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ostermeyer {
    growth: f64,
    cooling: f64,
    heating: f64,
    radiation: f64,
    ambient: f64,
    power: f64,
}

impl Ostermeyer {
    pub fn new(values: Values) -> Self {
        let [growth, cooling, heating, radiation, ambient, power] =
            [0, 1, 2, 3, 4, 5].map(|k| values.number(k));
        Self { growth, cooling, heating, radiation, ambient, power }
    }
}

impl Old for Ostermeyer {
    fn terms(&self, sense: Sense, series: &mut OldSeries, k: usize) -> Terms {
        let OldSeries { load, speed, state, work, .. } = series;
        let slips = matches!(sense, Sense::Slip(_));
        let [power, square, fourth, ..] = work;
        power[k] = if slips { product(load, speed, k) / self.power } else { 0.0 };
        let [mu, theta] = state;
        square[k] = product(theta, theta, k);
        fourth[k] = product(square, square, k);
        let start = |value: f64| if k == 0 { value } else { 0.0 };
        let ambient = self.ambient * self.ambient;
        let warmer = theta[k] - start(self.ambient) - self.heating * power[k];
        let radiated = fourth[k] - start(ambient * ambient);
        let heat = -self.cooling * warmer - self.radiation * radiated;
        let Sense::Slip(direction) = sense else {
            return Terms { rate: [0.0, heat], ..Terms::default() };
        };
        let wear = -self.growth * (product(power, mu, k) - theta[k]);
        let power = product(speed, mu, k);
        Terms { rate: [wear, heat], friction: direction.sign() * mu[k], power }
    }

    fn climb(&self) -> f64 {
        self.growth
    }

    /// The pad keeps its patches and its temperature.
    fn enter(&self, _: Sense, _: &mut [f64; MOST_STATES]) {}

    fn change(&self, at: &Moment, by: Values) -> Terms {
        let [growth, cooling, heating, radiation, ambient, power] =
            [0, 1, 2, 3, 4, 5].map(|k| by.number(k));
        let [mu, theta] = at.states;
        let slips = matches!(at.sense, Sense::Slip(_));
        let p = if slips { at.load * at.slip.abs() / self.power } else { 0.0 };
        let p_by = -p / self.power * power;
        let cube = self.ambient * self.ambient * self.ambient;
        let warmer = theta - self.ambient - self.heating * p;
        let warmer_by = -ambient - heating * p - self.heating * p_by;
        let square = theta * theta;
        let radiated = square * square - cube * self.ambient;
        let heat = -cooling * warmer - self.cooling * warmer_by - radiation * radiated
            + self.radiation * 4.0 * cube * ambient;
        let wear = -growth * (p * mu - theta) - self.growth * p_by * mu;
        Terms { rate: [if slips { wear } else { 0.0 }, heat], friction: 0.0, power: 0.0 }
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        [1.0, 1.0]
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        [1.0, 1.0]
    }
}
