//! The closed forms of J2 and J3 against the exact solution of Gauss's principle, and misprints of the papers.

mod at_rest;
mod forms;
mod limits;
mod misprints;
mod states;
mod systems;
mod tables;
