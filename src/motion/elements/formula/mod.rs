//! Forces by formula: loads, springs whose force is a formula, potentials.
//!
//! An *action* is one formula and the ends on which its value acts: a load or spring has one; a potential has its energy,
//! which acts on nothing, and a negative derivative for each of its bodies. The formula is a plan
//! ([`crate::algebra::Plan`]) of what moves: deflections, velocities, the time, inputs. Its decisions (`abs`, `if`,
//! `table`, …) are on *pieces* that are part of the state; where one ends is a guard. So a formula is smooth along a step,
//! and its kinks and jumps are found like any other transition.

mod along;
mod branch;
mod defect;
mod guards;
mod look;
mod mean;
mod mixed;
mod numbers;
mod pieces;
mod series;
mod told;

pub(in crate::motion) use branch::Course;
pub(in crate::motion) use look::{Instant, Look, Pressed};
pub(in crate::motion) use mean::Way;
pub(in crate::motion) use numbers::{ActionNumbers, ForceNumbers, Quantity};
pub(in crate::motion) use pieces::{AT_LEVEL, edges, has_left};
pub(in crate::motion) use series::ForceSeries;
pub(in crate::motion) use told::Told;
