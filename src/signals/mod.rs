//! Inputs of a unit as functions of time, expressions and series of points, and how an instance follows them: along straight
//! pieces that end where the function jumps or bends.

mod expression;
mod follow;
mod piece;
mod ramps;
mod series;
mod track;

pub use expression::{Expression, help};
pub use follow::{Interpolation, Refused, follow};
pub use piece::{Piece, TIME_TOLERANCE};
pub use ramps::{INPUT_TOLERANCE, Ramps};
pub use series::Series;
pub use track::{At, Signal, Track};
