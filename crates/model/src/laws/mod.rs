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
mod direction;
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
pub use direction::{Direction, Limits};
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
