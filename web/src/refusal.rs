//! Errors in what the page gave, with their places.

use luztar::network::{self, Diagnostics};
use serde::Serialize;

/// A fault of the network file; line and column count from 1.
#[derive(Serialize)]
pub struct Place {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

#[derive(Serialize)]
#[serde(tag = "refused", rename_all = "camelCase")]
pub enum Refusal {
    /// The network file.
    File { faults: Vec<Place>, more: usize },
    /// The value of an option, a parameter or an input.
    Value { name: String, rule: String },
    /// The unit as a whole: it does not start, or becomes no FMU.
    Model { rule: String },
    /// The request itself.
    Request { rule: String },
}

impl From<Diagnostics> for Refusal {
    fn from(diagnostics: Diagnostics) -> Self {
        let place = |entry: &network::Diagnostic| Place {
            line: entry.line,
            column: entry.column,
            message: entry.to_string(),
        };
        Refusal::File {
            faults: diagnostics.entries.iter().map(place).collect(),
            more: diagnostics.left_out,
        }
    }
}
