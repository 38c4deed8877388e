//! A network as the page has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use luztar::network::{self, ChoiceError};
use luztar::unit::Unit;
use serde::Deserialize;

use crate::refusal::Refusal;

/// What faults call the text in the page.
pub const FILE: &str = "network.toml";

/// The text, and the values of its build options.
#[derive(Deserialize)]
pub struct Source {
    pub text: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
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
