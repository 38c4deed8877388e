//! The life of an instance.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Phase of an instance between instantiation and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Parameters and start values can be set.
    Instantiated,
    /// Initial values are solved for when they are asked for.
    Initialising,
    /// Time passes.
    Stepping,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Instantiated => "before initialisation",
            Phase::Initialising => "during initialisation",
            Phase::Stepping => "after initialisation",
        })
    }
}
