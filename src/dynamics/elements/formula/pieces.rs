//! Levels at which the branches of decisions end.

use crate::dynamics::tolerances::AT_LEVEL;

/// Returns the levels at which a branch ends: the sign of what decides less the level within it, the next branch, the level.
pub(in crate::dynamics) fn edges(
    piece: usize,
    level: impl Fn(usize) -> Option<f64>,
) -> impl Iterator<Item = (f64, usize, f64)> {
    let lower = piece.checked_sub(1).and_then(|next| Some((1.0, next, level(next)?)));
    let upper = level(piece).map(|level| (-1.0, piece + 1, level));
    lower.into_iter().chain(upper)
}

/// True if a number that decides, of terms of a size, is beyond its branch by more than round-off.
pub(in crate::dynamics) fn has_left(
    piece: usize,
    (number, size): (f64, f64),
    level: impl Fn(usize) -> Option<f64>,
) -> bool {
    edges(piece, level)
        .any(|(sign, _, level)| sign * (level - number) > AT_LEVEL * (size + level.abs()))
}
