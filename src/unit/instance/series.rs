//! Numbers of springs in series. Each part is asked for by itself, while its ratio depends on all before it: they are found
//! together.

use crate::network::{ParameterId, PartNumbers, Shares, Spring};

/// Numbers of one series.
#[derive(Debug)]
pub(super) struct SeriesNumbers {
    pub parts: Vec<PartNumbers>,
    /// Shares of these in its gap.
    pub shares: Shares,
}

impl SeriesNumbers {
    pub fn new(spring: &Spring, value: impl Fn(ParameterId) -> f64) -> Self {
        let parts: Vec<PartNumbers> = spring.part_numbers(value).collect();
        Self { shares: Shares::of(&parts), parts }
    }
}
