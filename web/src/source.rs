//! A network as the page has it.

use std::collections::BTreeMap;
use std::sync::Arc;

use luztar::network::{self, ChoiceError};
use luztar::unit::Model;
use serde::Deserialize;

use crate::refusal::Refusal;

/// Name of the text of the page in error messages.
pub const FILE: &str = "network.toml";

/// The text, and the values of its build options.
#[derive(Deserialize)]
pub struct Source {
    pub text: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl Source {
    /// Makes the unit of the network file with these options.
    ///
    /// # Errors
    /// All that is wrong with the file, or an option that it does not have or that cannot have the value.
    pub fn unit(&self) -> Result<Arc<Model>, Refusal> {
        let choices: Vec<_> = self.options.clone().into_iter().collect();
        let text = network::choose(&self.text, FILE, &choices).map_err(|error| match error {
            ChoiceError::File(diagnostics) => diagnostics.into(),
            ChoiceError::Choice { name, rule, .. } => Refusal::Value { name, rule },
        })?;
        Ok(Model::read(&text, FILE)?)
    }
}
