//! Forces by formula: loads, springs whose force is a formula, potentials.
//!
//! An *action* is one formula and the ends on which its value acts: a load or spring has one; a potential has its energy,
//! which acts on nothing, and a negative derivative for each of its bodies. The formula is a plan
//! ([`crate::algebra::Plan`]) of what moves: deflections, velocities, the time, inputs. Its decisions (`abs`, `if`,
//! `table`, …) are on *branches* that are part of the state; where one ends is a guard. So a formula is smooth along a step,
//! and its breakpoints and jumps are found like any other transition.

mod along;
mod data;
mod defect;
mod evaluation;
mod guards;
mod levels;
mod mixed;
mod reselection;
mod samples;
mod series;

pub(in crate::dynamics) use along::{follow_decisions, formula_forces};
pub(in crate::dynamics) use data::{ActionData, Course, ForceData, Instant, Quantity};
pub(in crate::dynamics) use defect::formula_reach;
pub(in crate::dynamics) use evaluation::mean::{Way, mean_force};
pub(in crate::dynamics) use evaluation::{FormulaLoad, Look};
pub(in crate::dynamics) use guards::{guard_formulas, or_one};
pub(in crate::dynamics) use levels::{edges, has_left};
pub(in crate::dynamics) use mixed::add_mixed_formulas;
pub(in crate::dynamics) use reselection::{direct_branches, reselect_branches};
pub(in crate::dynamics) use samples::Samples;
pub(in crate::dynamics) use series::ForceSeries;
