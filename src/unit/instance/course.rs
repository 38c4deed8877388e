//! A communication step as a host of FMI 3.0 asks for it.

use crate::dynamics::StopCondition;

/// A communication step under way.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    pub begin: f64,
    pub end: f64,
    pub stop_condition: StopCondition,
}
