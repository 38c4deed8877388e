//! What is wrong with what the page gave, and where.

use std::sync::Arc;

use luztar::network::{self, ChoiceError, Diagnostics};
use luztar::unit::Unit;
use serde::Serialize;

use crate::request::Source;

/// What faults call the text in the page.
pub const FILE: &str = "network.toml";

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
    Unit { rule: String },
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

impl Source {
    /// The unit of the network file with these options.
    ///
    /// # Errors
    /// All that is wrong with the file, or an option that it does not have or that cannot have the value.
    pub fn unit(&self) -> Result<Arc<Unit>, Refusal> {
        let choices: Vec<_> = self.options.clone().into_iter().collect();
        let text = network::choose(&self.text, FILE, &choices).map_err(|error| match error {
            ChoiceError::File(diagnostics) => diagnostics.into(),
            ChoiceError::Choice { name, rule, .. } => Refusal::Value { name, rule },
        })?;
        Ok(Unit::read(&text, FILE)?)
    }
}
