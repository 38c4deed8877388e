//! The versions of FMI for which units are made.

use std::fmt;

/// A version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    Two,
    Three,
}

impl Version {
    pub const ALL: [Version; 2] = [Version::Two, Version::Three];

    /// What names of functions begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            Version::Two => "fmi2",
            Version::Three => "fmi3",
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::Two => "FMI 2.0",
            Version::Three => "FMI 3.0",
        })
    }
}
