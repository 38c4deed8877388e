//! Regularisations: sgn w of a law replaced by a continuous function, so that its cost can be seen.
//!
//! ```text
//!   atan     2/π·atan(a·w)                                     A1 (5)
//!   tanh     tanh(a·w)
//!   linear   w/ε within |w| ≤ ε with f held at f(ε), sgn w beyond   A1 (19)
//!   karnopp  what balances the load within |w| ≤ δ, at most ±Fs; sgn w beyond   S1 §2.2.1.1
//! ```
//! A contact with one of the first three never sticks: it creeps under any load. Its slope at w = 0 is of the
//! size a·Fs or Fs/ε, which makes the motion stiff. The viscous part C·w stays as it is.
//!
//! Within Karnopp's window λ is what balances the other forces as long as the static limit allows it, and w
//! stays as it is; beyond, λ = ±Fs against the load, whatever the sign of w, until the window is left. (D. Karnopp,
//! "Computer simulation of stick-slip friction in mechanical dynamic systems", J. Dyn. Sys. Meas. Control 107,
//! 1985. Step 3 of S1 takes the kinetic friction there: a contact that is released may then be held again immediately,
//! over and over.)

use serde::{Deserialize, Serialize};

use super::declaration::{LawParameter, Measure};
use super::reach::{Reach, needs_few_samples};

/// The ways in which a file can ask for a regularisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RegularisationKind {
    /// 2/π·atan(a·w)
    Atan,
    /// tanh(a·w)
    Tanh,
    /// w/ε within |w| ≤ ε, with f held at f(ε).
    Linear,
    /// A window |w| ≤ δ within which λ balances the load.
    Karnopp,
}

impl RegularisationKind {
    /// All of them, in the order in which messages list them.
    pub const ALL: &'static [RegularisationKind] =
        &[Self::Atan, Self::Tanh, Self::Linear, Self::Karnopp];

    /// Returns the name in network files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Atan => "atan",
            Self::Tanh => "tanh",
            Self::Linear => "linear",
            Self::Karnopp => "karnopp",
        }
    }

    /// Returns the formula of the function in place of sgn w.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Atan => "2/π·atan(a·w)",
            Self::Tanh => "tanh(a·w)",
            Self::Linear => "w/ε and f(ε) within |w| ≤ ε, sgn w beyond",
            Self::Karnopp => "the balancing force within |w| ≤ δ, at most Fs; sgn w beyond",
        }
    }

    /// Returns the magnitude of the regularised friction, by that of the law and its number.
    pub(super) fn magnitude(self) -> &'static str {
        match self {
            Self::Atan => "2/pi*atan(a*x)*friction(x)",
            Self::Tanh => "tanh(a*x)*friction(x)",
            Self::Linear => "min(x/ε, 1)*friction(max(x, ε))",
            Self::Karnopp => "if(x < δ, static, friction(x))",
        }
    }

    /// Returns the paper and equation.
    pub fn reference(self) -> &'static str {
        match self {
            Self::Atan => "A1 (5)",
            Self::Tanh => "A1 §2.2",
            Self::Linear => "A1 (19)",
            Self::Karnopp => "S1 §2.2.1.1",
        }
    }

    /// Returns its one parameter.
    pub fn parameter(self) -> &'static LawParameter {
        match self {
            Self::Atan | Self::Tanh => &STEEPNESS,
            Self::Linear => &WIDTH,
            Self::Karnopp => &WINDOW,
        }
    }
}

static STEEPNESS: LawParameter = LawParameter::positive(
    "steepness",
    "a",
    Measure::PerVelocity,
    "steepness of the regularisation (at zero slip)",
);

static WIDTH: LawParameter = LawParameter::positive(
    "rampVelocity",
    "ε",
    Measure::Velocity,
    "ramp velocity (friction is linear below)",
);

static WINDOW: LawParameter = LawParameter::positive(
    "window",
    "δ",
    Measure::Velocity,
    "window of slip velocity (friction balances the load within)",
);

/// A regularisation with its number: a, ε or δ, > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Regularisation {
    pub kind: RegularisationKind,
    pub number: f64,
}

impl Regularisation {
    /// True if its values at a few places of a range determine it there.
    pub fn needs_few_samples(&self, reach: &Reach) -> bool {
        self.has_edge() || needs_few_samples(reach.slip, 0.0, 1.0 / self.number)
    }

    /// Returns the slip speed up to which the contact may stick; 0 if that is w = 0 alone, or nowhere.
    pub fn window(&self) -> f64 {
        if self.kind == RegularisationKind::Karnopp { self.number } else { 0.0 }
    }

    /// True if the law changes its kind at a slip speed.
    pub fn has_edge(&self) -> bool {
        matches!(self.kind, RegularisationKind::Linear | RegularisationKind::Karnopp)
    }
}
