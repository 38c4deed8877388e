//! The friction laws as pure maps: published values, symmetry, slopes, expansions, refusals.

mod algebra;
mod cases;
mod changes;
mod complex;
mod declarations;
mod expansions;
mod maps;
mod points;
mod published;
mod refusals;
mod states;
