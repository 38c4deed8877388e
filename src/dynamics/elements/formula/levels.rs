//! Levels at which the branches of decisions end.

use crate::algebra::TIED;
use crate::dynamics::tolerances::AT_LEVEL;

/// Returns the levels at which a branch ends: the sign of what decides less the level within it, the next branch, the level.
pub(in crate::dynamics) fn edges(
    branch: usize,
    level: impl Fn(usize) -> Option<f64>,
) -> impl Iterator<Item = (f64, usize, f64)> {
    // A number that stays at its level leaves to either side.
    let above = if branch == TIED { 1 } else { branch };
    let below = if branch == TIED { 0 } else { branch };
    let lower = above.checked_sub(1).and_then(|next| Some((1.0, next, level(next)?)));
    let upper = level(below).map(|level| (-1.0, below + 1, level));
    lower.into_iter().chain(upper)
}

/// True if a number that decides, of terms of a size, is beyond its branch by more than round-off.
pub(in crate::dynamics) fn has_left(
    branch: usize,
    (number, size): (f64, f64),
    level: impl Fn(usize) -> Option<f64>,
) -> bool {
    edges(branch, level)
        .any(|(sign, _, level)| sign * (level - number) > AT_LEVEL * (size + level.abs()))
}
