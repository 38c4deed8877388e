//! Regularisations: sgn w of a law replaced by a continuous function, so that its cost can be seen.
//!
//! ```text
//!   atan     2/π·atan(a·w)                                     A1 (5)
//!   tanh     tanh(a·w)
//!   linear   w/ε within |w| ≤ ε with f held at f(ε), sgn w beyond   A1 (19)
//!   karnopp  what balances the load within |w| ≤ window, at most ±Fs; sgn w beyond   S1 §2.2.1.1
//! ```
//! A contact with one of the first three never sticks: it creeps under any load. Its slope at w = 0 is of the
//! size a·Fs or Fs/ε, which makes the motion stiff. The viscous part C·w stays as it is.
//!
//! Within Karnopp's window λ is what balances the other forces as long as the static limit allows it, and w
//! stays as it is; beyond, λ = ±Fs against the load, whatever the sign of w, until the window is left. (D. Karnopp,
//! "Computer simulation of stick-slip friction in mechanical dynamic systems", J. Dyn. Sys. Meas. Control 107,
//! 1985. Step 3 of S1 takes the kinetic friction there: a contact that is let go may then be held again at once,
//! over and over.)

use super::declaration::{LawParameter, Measure, Range};
use super::reach::{Reach, is_told};
use super::taylor::{Coefficients, ORDERS, arctangent, hyperbolic_tangent, product};

/// The ways in which a file can ask for a regularisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegularisationKind {
    Atan,
    Tanh,
    Linear,
    Karnopp,
}

impl RegularisationKind {
    pub const ALL: &'static [RegularisationKind] =
        &[Self::Atan, Self::Tanh, Self::Linear, Self::Karnopp];

    /// Name in network files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Atan => "atan",
            Self::Tanh => "tanh",
            Self::Linear => "linear",
            Self::Karnopp => "karnopp",
        }
    }

    /// What takes the place of sgn w.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Atan => "2/π·atan(a·w)",
            Self::Tanh => "tanh(a·w)",
            Self::Linear => "w/ε and f(ε) within |w| ≤ ε, sgn w beyond",
            Self::Karnopp => "what balances the load within |w| ≤ window, at most Fs; sgn w beyond",
        }
    }

    /// Paper and equation.
    pub fn source(self) -> &'static str {
        match self {
            Self::Atan => "A1 (5)",
            Self::Tanh => "A1 §2.2",
            Self::Linear => "A1 (19)",
            Self::Karnopp => "S1 §2.2.1.1",
        }
    }

    /// Its one parameter.
    pub fn parameter(self) -> &'static LawParameter {
        match self {
            Self::Atan | Self::Tanh => &STEEPNESS,
            Self::Linear => &WIDTH,
            Self::Karnopp => &WINDOW,
        }
    }
}

const STEEPNESS: LawParameter = LawParameter::new(
    "steepness",
    "steepness",
    Measure::PerVelocity,
    "steepness a of the regularisation at w = 0",
)
.range(Range::Positive);

const WIDTH: LawParameter = LawParameter::new(
    "rampVelocity",
    "rampVelocity",
    Measure::Velocity,
    "slip speed ε below which the regularised friction is linear",
)
.range(Range::Positive);

const WINDOW: LawParameter = LawParameter::new(
    "window",
    "window",
    Measure::Velocity,
    "slip speed up to which friction balances the load, at most by the static limit",
)
.range(Range::Positive);

/// A regularisation with its number: a, ε or the window, > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Regularisation {
    pub kind: RegularisationKind,
    pub number: f64,
}

impl Regularisation {
    /// What replaces 1 at x = |w|, and its slope.
    pub fn at(&self, x: f64) -> (f64, f64) {
        let a = self.number;
        match self.kind {
            RegularisationKind::Atan => {
                let share = std::f64::consts::FRAC_2_PI;
                (share * libm::atan(a * x), share * a / (1.0 + a * x * a * x))
            }
            RegularisationKind::Tanh => {
                let value = libm::tanh(a * x);
                (value, a * (1.0 - value * value))
            }
            RegularisationKind::Linear if x < a => (x / a, 1.0 / a),
            RegularisationKind::Linear | RegularisationKind::Karnopp => (1.0, 0.0),
        }
    }

    /// Whether its values at a few places of a range tell it there.
    pub fn is_told(&self, reach: &Reach) -> bool {
        self.edge() > 0.0 || is_told(reach.slip, 0.0, 1.0 / self.number)
    }

    /// What replaces 1 at x = |w|, within the ramp of the linear one, and its change with the number.
    pub fn change(&self, x: f64, by: f64) -> (f64, f64) {
        let a = self.number;
        let (share, slope) = self.at(x);
        let change = match self.kind {
            // Functions of a·x.
            RegularisationKind::Atan | RegularisationKind::Tanh => slope * x / a,
            RegularisationKind::Linear => -x / (a * a),
            RegularisationKind::Karnopp => 0.0,
        };
        (share, change * by)
    }

    /// End of the linear ramp; 0 if there is none.
    pub fn ramp(&self) -> f64 {
        if self.kind == RegularisationKind::Linear { self.number } else { 0.0 }
    }

    /// Slip speed up to which the contact may stick; 0 if that is w = 0 alone, or nowhere.
    pub fn window(&self) -> f64 {
        if self.kind == RegularisationKind::Karnopp { self.number } else { 0.0 }
    }

    /// Slip speed at which the law changes its kind; 0 if there is none.
    pub fn edge(&self) -> f64 {
        self.ramp().max(self.window())
    }
}

/// Series of a regularisation: 1 ± (…)², and its value, with atan not yet multiplied by 2/π.
#[derive(Clone, Debug)]
pub(super) struct Smoothing {
    denominator: Coefficients,
    value: Coefficients,
}

impl Default for Smoothing {
    fn default() -> Self {
        Self { denominator: [0.0; ORDERS], value: [0.0; ORDERS] }
    }
}

impl Smoothing {
    /// Notes coefficient k of what replaces 1 along a series x, within the ramp or beyond it.
    pub fn extend(&mut self, by: &Regularisation, on_ramp: bool, x: &[f64], k: usize) {
        let one = if k == 0 { 1.0 } else { 0.0 };
        let a = by.number;
        self.value[k] = match by.kind {
            RegularisationKind::Atan => {
                self.denominator[k] = one + a * a * product(x, x, k);
                arctangent(x, a, &self.denominator, &self.value, k)
            }
            RegularisationKind::Tanh => hyperbolic_tangent(x, a, &self.denominator, k),
            RegularisationKind::Linear if on_ramp => x[k] / a,
            RegularisationKind::Linear | RegularisationKind::Karnopp => one,
        };
        if by.kind == RegularisationKind::Tanh {
            self.denominator[k] = one - product(&self.value, &self.value, k);
        }
    }

    /// Coefficient k of the product with a series.
    pub fn times(&self, by: &Regularisation, magnitude: &[f64], k: usize) -> f64 {
        let product = product(&self.value, magnitude, k);
        if by.kind == RegularisationKind::Atan {
            std::f64::consts::FRAC_2_PI * product
        } else {
            product
        }
    }
}
