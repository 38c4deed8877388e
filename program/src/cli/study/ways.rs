//! The values of `--vary`, gone through as they are given and then back.

use super::vary::Vary;
use crate::cli::failure::Failure;

/// Names of the two ways.
pub const WAYS: [&str; 2] = ["forwards", "backwards"];

pub struct Ways {
    values: Vec<f64>,
    /// Number of ways in which they are gone through: one, or two.
    pub count: usize,
}

impl Ways {
    /// # Errors
    /// A value that is no number (usage).
    pub fn new(vary: &Vary, one_way: bool) -> Result<Self, Failure> {
        let values = vary.numbers().map_err(|rule| Failure::Usage(format!("--vary: {rule}")))?;
        Ok(Self { values, count: if one_way { 1 } else { 2 } })
    }

    /// Returns the value with a number on a way.
    pub fn at(&self, way: usize, number: usize) -> f64 {
        match way {
            0 => self.values[number],
            _ => self.values[self.values.len() - 1 - number],
        }
    }

    /// Returns the number of values of each way.
    pub fn lengths(&self) -> Vec<usize> {
        vec![self.values.len(); self.count]
    }
}
