//! The elastic force of a spring: how stiff it is, and the deflections at which it begins to push.
//!
//! ```text
//!   F = k·(e − b) above b,  k·(e − a) below a,  0 between
//! ```
//! with the edges a = offset + `gap[1]` and b = offset + `gap[2]`, of which one may be infinite. `backlash = g` is the gap
//! from −g/2 to g/2. Each edge is measured by itself, so that a far one costs no digits. A spring without a gap has
//! a = b = offset − F₀/k, where its preload F₀ is the force at the offset.

use serde::{Deserialize, Serialize};

use super::parts::ParameterId;

/// The gap of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Freeplay {
    /// Its total width, ≥ 0, about the offset; 0 makes the spring bilateral.
    Total(ParameterId),
    /// Deflections from the offset on, where it begins and where it ends; equal ones make the spring bilateral. None:
    /// it reaches to infinity on that side.
    Between([Option<ParameterId>; 2]),
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
    /// Deflection from which the gap counts, or where the force is the preload, m or rad.
    offset: f64,
    /// Edges of the gap from there on, m or rad; −∞ and ∞ where nothing bounds it.
    gap: [f64; 2],
}

impl Freeplay {
    /// Returns its parameters.
    pub fn parameters(self) -> impl Iterator<Item = ParameterId> {
        let both = match self {
            Self::Total(id) => [Some(id), None],
            Self::Between(ids) => ids,
        };
        both.into_iter().flatten()
    }

    /// Returns both edges, from the offset on, m or rad.
    fn edges(self, value: impl Fn(ParameterId) -> f64) -> [f64; 2] {
        match self {
            Self::Total(id) => [-0.5, 0.5].map(|side| side * value(id)),
            Self::Between([lower, upper]) => {
                [lower.map_or(f64::NEG_INFINITY, &value), upper.map_or(f64::INFINITY, &value)]
            }
        }
    }
}

impl Elastic {
    /// Returns its numbers for these values of parameters, or their changes for changes of these.
    pub fn numbers(&self, value: impl Fn(ParameterId) -> f64) -> ElasticNumbers {
        let optional = |id: Option<ParameterId>| id.map_or(0.0, &value);
        ElasticNumbers {
            stiffness: value(self.stiffness),
            preload: optional(self.preload),
            offset: optional(self.offset),
            gap: self.freeplay.map_or([0.0; 2], |gap| gap.edges(&value)),
        }
    }

    /// Returns its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = ParameterId> {
        let gap = self.freeplay.into_iter().flat_map(Freeplay::parameters);
        [Some(self.stiffness), self.offset, self.preload].into_iter().flatten().chain(gap)
    }
}

impl ElasticNumbers {
    /// Deflections at which it begins to push, the lower and the upper; equal ones of a spring without a gap.
    pub fn edges(self) -> [f64; 2] {
        let pushed = if self.preload == 0.0 { 0.0 } else { self.preload / self.stiffness };
        self.gap.map(|edge| self.offset - pushed + edge)
    }

    /// Returns the width of the gap; less than 0 where it ends before it begins.
    pub fn width(self) -> f64 {
        self.gap[1] - self.gap[0]
    }

    /// Returns the deflection beyond the edge of the gap that it is past; 0 within.
    pub fn beyond(self, deflection: f64) -> f64 {
        let [lower, upper] = self.edges();
        if deflection > upper {
            deflection - upper
        } else if deflection < lower {
            deflection - lower
        } else {
            0.0
        }
    }

    /// Returns the change of both edges by changes of numbers that may change during a motion, which the gap is not among.
    pub fn edge_change(self, by: Self) -> f64 {
        if self.preload == 0.0 && by.preload == 0.0 {
            return by.offset;
        }
        by.offset - (by.preload - self.preload * by.stiffness / self.stiffness) / self.stiffness
    }
}
