//! The versions of FMI for which units are made.

use std::fmt;

use super::{Kind, Model, Reference, Variable};

/// A version of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Version {
    /// 2.0
    Two,
    /// 3.0
    Three,
}

impl Version {
    /// The older one first.
    pub const ALL: [Version; 2] = [Version::Two, Version::Three];

    /// Returns the prefix of the names of functions.
    pub fn prefix(self) -> &'static str {
        match self {
            Version::Two => "fmi2",
            Version::Three => "fmi3",
        }
    }

    /// Returns the rows of a unit's table that its FMUs have, each with its value reference; of those that are an
    /// array, the whole.
    pub fn rows(self, unit: &Model) -> impl Iterator<Item = (usize, &Variable)> {
        let rows = unit.variables().iter().enumerate();
        rows.filter_map(move |(row, variable)| match (self, Reference::new(unit, row)) {
            (Version::Two, _) | (_, Some(Reference::Variable(_))) => Some((row, variable)),
            (_, Some(Reference::Array(array))) => Some((row, &unit.arrays()[array].whole)),
            _ => None,
        })
    }

    /// Returns what the FMUs of a model have beside the table, each with its value reference.
    pub fn beside(self, unit: &Model) -> impl Iterator<Item = (usize, Reference)> {
        let all = unit.variables().len()..Reference::count(unit);
        all.filter_map(move |reference| Some((reference, Reference::new(unit, reference)?)))
            .filter(move |_| self == Version::Three)
    }

    /// Returns the name of the type of a variable.
    pub fn type_name(self, kind: Kind) -> &'static str {
        match self {
            Version::Two => kind.name(),
            Version::Three => kind.name_of_three(),
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
