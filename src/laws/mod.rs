//! Friction laws: pure maps from slip velocity to force, one file each. A law knows no time and no FMI; its
//! numbers are forces, or coefficients that the contact's normal load multiplies.
//!
//! ```text
//!   F(w) = sgn w·N·f(|w|) + C·w  (w ≠ 0),    −N·Fs⁻ ≤ F ≤ N·Fs⁺  (w = 0),    Fs ≥ f(0±) in each direction
//! ```
//! Some laws have states of their own that move with w ([`LawKind::states`]); all others are static.
//! Each law is smooth on pieces that its kinks part; on a piece it can be expanded along any series w(τ)
//! ([`Law::coefficient`]), which is how the motion integrates it.

mod antunes;
mod asymmetric;
mod bliman_sorine;
mod change;
mod coulomb;
mod dahl;
mod declaration;
mod dry;
mod exponential;
mod falling;
mod fractal;
mod hyperbolic;
mod internal;
mod kind;
mod law;
mod lu_gre;
mod ostermeyer;
mod part;
mod piecewise;
mod plateau;
mod polyline;
mod quadratic;
mod reach;
mod regularisation;
mod slip_ratio;
mod states;
mod stribeck;
mod table;
pub mod taylor;
mod wanheim_bay;

pub use change::Changes;
pub use declaration::{DefaultValue, LawError, LawParameter, Measure, Range, Values};
pub use dry::{Argument, Conditions};
pub use internal::{InternalSeries, MOST_STATES, Passage, Sense, StateVariable, Watch};
pub use kind::{LawKind, LoadUse, Trend};
pub use law::{Law, LawSeries, LawShape, shown};
pub use reach::Reach;
pub use regularisation::RegularisationKind;
pub use slip_ratio::NO_SLIP;

/// Direction of slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// w > 0
    Forward,
    /// w < 0
    Backward,
}

impl Direction {
    pub const BOTH: [Direction; 2] = [Direction::Forward, Direction::Backward];

    /// +1 or −1.
    pub fn sign(self) -> f64 {
        match self {
            Direction::Forward => 1.0,
            Direction::Backward => -1.0,
        }
    }

    /// Place in a pair of values, forward first.
    fn index(self) -> usize {
        match self {
            Direction::Forward => 0,
            Direction::Backward => 1,
        }
    }
}

/// Magnitudes of the greatest friction against forward and backward slip, both ≥ 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    pub forward: f64,
    pub backward: f64,
}

impl Limits {
    /// The one against slip in a direction.
    pub fn of(&self, direction: Direction) -> f64 {
        match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        }
    }
}
