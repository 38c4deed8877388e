//! Directional derivatives against differences of high order, in the present modes; and laws that a file brings along
//! against the same laws built in.

mod differences;
mod drawn;
mod exchange;
mod flanges;
mod laws;
mod networks;
mod own_laws;
mod ports;
mod starting;
mod units;
