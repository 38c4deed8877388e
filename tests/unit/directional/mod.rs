//! Directional derivatives against differences of high order, in the present modes; and laws that a file brings along
//! against the same laws built in.

mod differences;
mod exchange;
mod laws;
mod networks;
mod own_laws;
mod starting;
mod units;
