//! The closed forms of J2 and J3 against the exact solution of Gauss's principle.

mod at_rest;
mod limits;
mod states;
mod systems;
mod tables;
