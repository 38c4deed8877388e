//! Numbers of springs in series. Each part is asked for by itself, while its ratio depends on all before it: they are found
//! together.

use crate::network::{ParameterId, PartNumbers, Spring};

/// Numbers of one series.
#[derive(Debug)]
pub(super) struct SeriesNumbers {
    pub parts: Vec<PartNumbers>,
    /// Deflection without force, in the middle of the gap.
    pub offset: f64,
    /// Half the gap.
    pub freeplay: f64,
}

impl SeriesNumbers {
    pub fn new(spring: &Spring, value: impl Fn(ParameterId) -> f64) -> Self {
        let parts: Vec<PartNumbers> = spring.part_numbers(&value).collect();
        let freeplay = parts.iter().map(|part| part.ratio.abs() * part.elastic.freeplay).sum();
        Self { parts, offset: spring.offset(value), freeplay }
    }
}
