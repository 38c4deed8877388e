//! The elastic force of a spring: how stiff it is, and where its deflection counts from.
//!
//! ```text
//!   F = k·luz(e − e₀, Δ),   e₀ = offset + (b + a)/2 − F₀/k,   Δ = (b − a)/2
//! ```
//! of a spring whose gap reaches from a to b, from its offset on; `freeplay = Δ` is the gap from −Δ to Δ. A preload F₀ is the force at the
//! offset, of a spring without a gap.

use serde::{Deserialize, Serialize};

use super::parts::ParameterId;

/// The gap of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Freeplay {
    /// Half of it, Δ ≥ 0; 0 makes the spring bilateral.
    Half(ParameterId),
    /// Deflections from the offset on, where it begins and where it ends; equal ones make the spring bilateral.
    Between([ParameterId; 2]),
}

/// Parameters of the elastic force of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elastic {
    /// k, N/m or N·m/rad; ≥ 0 with a gap, not 0 with a preload.
    pub stiffness: ParameterId,
    /// Deflection at which the force is the preload, or from which the gap's place counts, m or rad; None: 0.
    pub offset: Option<ParameterId>,
    /// F₀, N or N·m; None: 0.
    pub preload: Option<ParameterId>,
    /// None: the spring is bilateral.
    pub freeplay: Option<Freeplay>,
}

/// Numbers of the elastic force of a spring, or their changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElasticNumbers {
    /// k, N/m or N·m/rad.
    pub stiffness: f64,
    /// F₀, N or N·m.
    pub preload: f64,
    /// Half gap Δ, m or rad.
    pub freeplay: f64,
    /// Deflection in the middle of the gap, or where the force is the preload, m or rad.
    place: f64,
}

impl Freeplay {
    /// Its parameters.
    pub fn parameters(self) -> impl Iterator<Item = ParameterId> {
        let [first, second] = match self {
            Self::Half(id) => [Some(id), None],
            Self::Between(ids) => ids.map(Some),
        };
        first.into_iter().chain(second)
    }

    /// Middle and half width; less than 0 where it ends before it begins.
    fn measure(self, value: impl Fn(ParameterId) -> f64) -> (f64, f64) {
        match self {
            Self::Half(id) => (0.0, value(id)),
            Self::Between(ids) => {
                let [from, to] = ids.map(value);
                (0.5 * (from + to), 0.5 * (to - from))
            }
        }
    }
}

impl Elastic {
    /// Its numbers for these values of parameters, or their changes for changes of these.
    pub fn numbers(&self, value: impl Fn(ParameterId) -> f64) -> ElasticNumbers {
        let optional = |id: Option<ParameterId>| id.map_or(0.0, &value);
        let (middle, freeplay) = self.freeplay.map_or((0.0, 0.0), |gap| gap.measure(&value));
        ElasticNumbers {
            stiffness: value(self.stiffness),
            preload: optional(self.preload),
            freeplay,
            place: optional(self.offset) + middle,
        }
    }

    /// Its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = ParameterId> {
        let gap = self.freeplay.into_iter().flat_map(Freeplay::parameters);
        [Some(self.stiffness), self.offset, self.preload].into_iter().flatten().chain(gap)
    }
}

impl ElasticNumbers {
    /// Deflection e₀ without force, in the middle of the gap.
    pub fn offset(self) -> f64 {
        self.place - if self.preload == 0.0 { 0.0 } else { self.preload / self.stiffness }
    }

    /// Change of that by changes of these numbers.
    pub fn offset_change(self, by: Self) -> f64 {
        if self.preload == 0.0 && by.preload == 0.0 {
            return by.place;
        }
        by.place - (by.preload - self.preload * by.stiffness / self.stiffness) / self.stiffness
    }
}
