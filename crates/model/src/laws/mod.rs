//! Friction laws: pure maps from slip velocity to force, one file each (`forms/*.toml`). A law knows no time and no FMI; its
//! numbers are forces, or coefficients that the contact's normal load multiplies.
//!
//! ```text
//!   F(w) = sgn w·N·f(|w|) + C·w  (w ≠ 0),    −N·Fs⁻ ≤ F ≤ N·Fs⁺  (w = 0),    Fs ≥ f(0±) in each direction
//! ```
//! Some laws have states of their own that move with w ([`LawKind::states`]); all others are static.
//! Each law is smooth on branches that its kinks part; on a branch it can be expanded along any series w(τ)
//! ([`Law::coefficient`]), which is how the motion integrates it.

mod allowed;
mod antunes;
mod dahl;
mod declaration;
mod document;
mod dry;
mod evolving;
mod form;
mod given;
mod internal;
mod kind;
mod law;
mod part;
pub mod period;
mod reach;
mod reading;
mod regularisation;
mod sense;
mod singular;
mod spelling;
mod state_form;
mod state_reading;
mod symbols;
mod together;
mod unfolding;
mod whereabouts;

use serde::{Deserialize, Serialize};

pub use declaration::{DefaultValue, LawError, LawParameter, Measure, Range, Values};
pub(crate) use document::Document;
pub use document::FormError;
pub use dry::{Conditions, NO_SLIP};
pub use evolving::LimitWork;
pub use form::Form;
pub use internal::{InternalSeries, Passage, Watch};
pub use kind::LawKind;
pub use law::change::Changes;
pub use law::{Law, LawSeries, LawShape, shown};
pub use reach::Reach;
pub use regularisation::RegularisationKind;
pub use sense::{MOST_STATES, Sense};
pub use state_form::StateVariable;
pub use symbols::{of_symbol, state_of_symbol};
pub use whereabouts::Whereabouts;
pub use whereabouts::{Errors, WHEREABOUTS};

/// Quantity whose values part the branches on which a law is smooth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Argument {
    /// x = |w|
    Slip,
    /// The normal load.
    Load,
    /// x over the speed of the faster end.
    SlipRatio,
}

/// Trend of the dry part of a law with the slip speed, in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Trend {
    /// Coulomb's: the same at all speeds.
    #[serde(rename = "constant")]
    Constant,
    /// Equal or lower friction at a greater speed.
    #[serde(rename = "never rises")]
    NeverRises,
    /// Equal or higher friction at a greater speed.
    #[serde(rename = "never falls")]
    NeverFalls,
    /// Depends on the numbers.
    #[serde(rename = "any")]
    Any,
}

impl Trend {
    /// Returns its word in files.
    pub fn word(self) -> &'static str {
        match self {
            Trend::Constant => "constant",
            Trend::NeverRises => "never rises",
            Trend::NeverFalls => "never falls",
            Trend::Any => "any",
        }
    }
}

/// Way in which a law uses the normal load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoadUse {
    /// Its numbers are forces, or coefficients that a normal load multiplies.
    Factor,
    /// Its numbers are pure numbers that the load multiplies, which must be given.
    Required,
    /// Friction is a function of the load, which must be given.
    Argument,
}

/// Direction of slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// w > 0
    Forward,
    /// w < 0
    Backward,
}

impl Direction {
    /// Both directions, in the order of pairs of values.
    pub const BOTH: [Direction; 2] = [Direction::Forward, Direction::Backward];

    /// Returns +1 or −1.
    #[inline]
    pub fn sign(self) -> f64 {
        match self {
            Direction::Forward => 1.0,
            Direction::Backward => -1.0,
        }
    }

    /// Returns the place in a pair of values, forward first.
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
    /// Limit against w > 0; infinite where nothing limits it.
    pub forward: f64,
    /// Limit against w < 0; infinite where nothing limits it.
    pub backward: f64,
}

impl Limits {
    /// Returns the greatest that is finite.
    #[inline]
    pub fn greatest(&self) -> f64 {
        let finite = [self.forward, self.backward].into_iter().filter(|limit| limit.is_finite());
        finite.fold(0.0, f64::max)
    }

    /// True if there is any against slip in some direction.
    pub fn hold(&self) -> bool {
        self.forward > 0.0 || self.backward > 0.0
    }

    /// Makes both limits by `of`.
    pub fn both(of: impl Fn(Direction) -> f64) -> Self {
        Self { forward: of(Direction::Forward), backward: of(Direction::Backward) }
    }

    /// Returns each as many times as `coefficients` say.
    #[inline]
    pub fn times(self, coefficients: Self) -> Self {
        Self::both(|direction| self.of(direction) * coefficients.of(direction))
    }

    /// Returns the one against slip in a direction.
    #[inline]
    pub fn of(&self, direction: Direction) -> f64 {
        match direction {
            Direction::Forward => self.forward,
            Direction::Backward => self.backward,
        }
    }
}
