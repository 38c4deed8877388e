//! The Lund–Grenoble law (S1 (17); C. Canudas de Wit, H. Olsson, K. J. Åström, P. Lischinsky, IEEE Trans.
//! Automatic Control 40, 1995): bristles of mean deflection z.
//!
//! ```text
//!   ż = w − σ0·|w|·z/g(w),   λ = σ0·z + σ1·ż + C·w,   g(w) = Fc + (Fs − Fc)·exp(−(w/vs)²)
//! ```
//! with Fs ≥ Fc > 0, σ0 > 0, σ1 ≥ 0, vs > 0, |σ0·z(0)| ≤ Fs. Slow, steady slip has σ0·z = g(w)·sgn w; a small
//! force bends the bristles by F/σ0. |σ0·z| never leaves Fs.
//!
//! The bristles store ½·σ0·z². The rest of λ·w, |w|·(σ0·z)²/g + σ1·ż·w + C·w², is never negative if
//! σ1·(Fs − Fc) ≤ C·Fc (N. Barahanov, R. Ortega, 1st IFAC Workshop on Lagrangian and Hamiltonian Methods,
//! 2000); beyond that bound short phases of fast slip may give back more than was stored.

use super::*;
use crate::algebra::taylor::{exponential, product, quotient};
use crate::laws::declaration::{Broken, Values, rule};
use crate::laws::reach::{Reach, is_told};

/// `kinetic` Fc and `static_limit` Fs in N (N·m), or coefficients; `stiffness` σ0 that per m (rad), `damping`
/// σ1 per m/s (rad/s); `velocity` vs in m/s (rad/s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LuGre {
    kinetic: f64,
    static_limit: f64,
    velocity: f64,
    stiffness: f64,
    damping: f64,
}

impl LuGre {
    pub fn new(values: Values) -> Self {
        let [kinetic, static_limit, velocity, stiffness, damping] =
            [0, 1, 2, 3, 4].map(|k| values.number(k));
        Self { kinetic, static_limit, velocity, stiffness, damping }
    }
}

impl Old for LuGre {
    fn terms(&self, sense: Sense, series: &mut OldSeries, k: usize) -> Terms {
        let OldSeries { slip, speed, state, work, .. } = series;
        let z = &state[0];
        let Sense::Slip(_) = sense else {
            return Terms { friction: self.stiffness * z[k], ..Terms::default() };
        };
        let [square, decay, limit, bending, bent, rate] = work;
        square[k] = -product(slip, slip, k) / (self.velocity * self.velocity);
        decay[k] = exponential(square, decay, k);
        let constant = if k == 0 { self.kinetic } else { 0.0 };
        limit[k] = constant + (self.static_limit - self.kinetic) * decay[k];
        bending[k] = product(speed, z, k);
        bent[k] = quotient(bending, limit, bent, k);
        rate[k] = slip[k] - self.stiffness * bent[k];
        let friction = self.stiffness * z[k] + self.damping * rate[k];
        let power = self.stiffness * self.stiffness * product(z, bent, k)
            + self.damping * product(rate, slip, k);
        Terms { rate: [rate[k], 0.0], friction, power }
    }

    fn is_told(&self, reach: &Reach) -> bool {
        is_told(reach.slip, 0.0, self.velocity)
    }

    fn stored(&self, [z, _]: [f64; MOST_STATES]) -> f64 {
        0.5 * self.stiffness * z * z
    }

    fn check_start(&self, [z, _]: [f64; MOST_STATES]) -> Result<(), Broken> {
        let within = (self.stiffness * z).abs() <= self.static_limit;
        rule(within, "bristles must start within the static friction", &[5, 3, 1])
    }

    fn change(&self, at: &Moment, by: Values) -> Terms {
        let [kinetic, fixed, velocity, stiffness, damping] = [0, 1, 2, 3, 4].map(|k| by.number(k));
        let (w, z) = (at.slip, at.states[0]);
        let Sense::Slip(_) = at.sense else {
            return Terms { friction: stiffness * z, ..Terms::default() };
        };
        let u = w / self.velocity;
        let (decay, drop) = (libm::exp(-u * u), self.static_limit - self.kinetic);
        let limit = self.kinetic + drop * decay;
        let limit_by =
            kinetic + decay * (fixed - kinetic + drop * 2.0 * u * u * velocity / self.velocity);
        let bent = w.abs() * z / limit;
        let bent_by = -bent / limit * limit_by;
        let rate = w - self.stiffness * bent;
        let rate_by = -(stiffness * bent + self.stiffness * bent_by);
        let friction = stiffness * z + damping * rate + self.damping * rate_by;
        let elastic = self.stiffness * (2.0 * stiffness * bent + self.stiffness * bent_by) * z;
        let power = elastic + (damping * rate + self.damping * rate_by) * w;
        Terms { rate: [rate_by, 0.0], friction, power }
    }

    fn sizes(&self) -> [f64; MOST_STATES] {
        [self.static_limit / self.stiffness, 1.0]
    }

    fn weights(&self) -> [f64; MOST_STATES] {
        [self.stiffness, 0.0]
    }
}
