//! The law of Antunes (S1 §2.2.1.1): Coulomb friction whose sticking is a spring and a damper, attached at
//! the point at which slip ends and detached at the static limit.
//!
//! ```text
//!   slip:      λ = Fk·sgn w + C·w                until w = 0, where the spring is attached at ξ = Fk/k·sgn w
//!   attached:  ξ̇ = w,  λ = k·ξ + c·w + C·w       while |k·ξ + c·w| ≤ Fs
//! ```
//! with Fs ≥ Fk ≥ 0, k > 0, c ≥ 0, |k·ξ(0)| ≤ Fs. The force has no step where slip ends (S1: "until the
//! friction force during slipping matches up with the friction force from the additional virtual spring");
//! the spring keeps ξ while it drags. What it holds above Fk when it detaches is lost in an instant. A contact that
//! starts with w = 0 starts attached.

use super::Direction;
use super::declaration::{Broken, Values, rule};
use super::internal::{Internal, InternalSeries, Passage, Terms, Watch};
use super::sense::{MOST_STATES, Sense};
use super::whereabouts::Whereabouts;
use crate::algebra::taylor::product;

/// `kinetic` Fk and `static_limit` Fs in N (N·m), or coefficients; `stiffness` k that per m (rad), `damping`
/// c per m/s (rad/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Antunes {
    kinetic: f64,
    static_limit: f64,
    stiffness: f64,
    damping: f64,
}

impl Antunes {
    pub fn new(values: Values) -> Self {
        let [kinetic, static_limit, stiffness, damping] = [0, 1, 2, 3].map(|k| values.number(k));
        Self { kinetic, static_limit, stiffness, damping }
    }
}

impl Internal for Antunes {
    fn terms(&self, sense: Sense, series: &mut InternalSeries, k: usize) -> Terms {
        let InternalSeries { slip, speed, state, .. } = series;
        match sense {
            Sense::Slip(direction) => {
                let constant = if k == 0 { self.kinetic } else { 0.0 };
                Terms {
                    friction: direction.sign() * constant,
                    power: self.kinetic * speed[k],
                    ..Terms::default()
                }
            }
            Sense::Rest => Terms {
                rate: [slip[k], 0.0],
                friction: self.stiffness * state[0][k] + self.damping * slip[k],
                power: self.damping * product(slip, slip, k),
                limit: [0.0; 2],
            },
            Sense::Free => Terms::default(),
        }
    }

    fn watches(&self, sense: Sense, _: [f64; MOST_STATES]) -> [Option<Watch>; 2] {
        let scale = if self.static_limit > 0.0 { self.static_limit } else { 1.0 };
        let limit = |direction: Direction| Watch {
            constant: if self.static_limit > 0.0 { 1.0 } else { 0.0 },
            of: 0,
            state: -direction.sign() * self.stiffness / scale,
            slip: -direction.sign() * self.damping / scale,
            way: 0.0,
            passage: Passage::Loosens(direction),
        };
        if sense == Sense::Rest { Direction::BOTH.map(|d| Some(limit(d))) } else { [None, None] }
    }

    fn enter(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        match sense {
            Sense::Slip(direction) => {
                states[0] = direction.sign() * self.kinetic / self.stiffness;
            }
            Sense::Rest => {}
            Sense::Free => *states = [0.0; MOST_STATES],
        }
    }

    fn stored(&self, [deflection, _]: [f64; MOST_STATES]) -> f64 {
        0.5 * self.stiffness * deflection * deflection
    }

    fn check_start(
        &self,
        [deflection, _]: [f64; MOST_STATES],
        _there: Option<&Whereabouts>,
    ) -> Result<(), Broken> {
        let within = (self.stiffness * deflection).abs() <= self.static_limit;
        rule(
            within,
            "the force of the spring at the start must not exceed the static friction",
            &[4, 2, 1],
        )
    }

    fn change(&self, sense: Sense, series: &mut InternalSeries, by: Values) -> Terms {
        let slip = series.slip[0];
        let (friction, power) = match sense {
            Sense::Slip(direction) => {
                let friction = direction.sign() * by.number(0);
                (friction, friction * slip)
            }
            Sense::Rest => {
                let damped = by.number(3) * slip;
                (by.number(2) * series.state[0][0] + damped, damped * slip)
            }
            Sense::Free => (0.0, 0.0),
        };
        Terms { friction, power, ..Terms::default() }
    }

    fn enter_change(&self, sense: Sense, by: Values) -> [Option<f64>; MOST_STATES] {
        match sense {
            Sense::Slip(direction) => {
                let stretched = self.kinetic / self.stiffness * by.number(2);
                [Some(direction.sign() * (by.number(0) - stretched) / self.stiffness), None]
            }
            Sense::Rest => [None; MOST_STATES],
            Sense::Free => [Some(0.0); MOST_STATES],
        }
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        let limit = if self.static_limit > 0.0 { self.static_limit } else { 1.0 };
        [limit / self.stiffness, 1.0]
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        [self.stiffness, 0.0]
    }
}
