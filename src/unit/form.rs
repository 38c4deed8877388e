//! Form in which FMI 3.0 shows a unit: elements made by `repeat` one by one or as arrays, transitions with clocks or
//! without.

use serde::{Deserialize, Serialize};

/// Choices that are made when an FMU is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// Variables of repeated elements are arrays.
    pub arrays: bool,
    /// Each contact and spring has a clock that its transitions trigger.
    pub clocks: bool,
}
