//! The friction laws as pure maps: published values, symmetry, slopes, expansions, refusals.

mod cases;
mod changes;
mod complex;
mod declarations;
mod expansions;
mod maps;
mod points;
mod refusals;
mod states;
