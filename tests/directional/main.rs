//! Directional derivatives against differences of high order, in the present modes.

mod differences;
mod laws;
mod networks;
mod units;
