//! A unit: a network seen through one table of variables, and running instances of it.

pub mod catalogue;
pub mod dependencies;
mod events;
mod fault;
mod instance;
mod phase;
mod reference;
mod rules;
mod table;
pub mod transition;
mod variable;

use std::collections::HashMap;
use std::sync::Arc;

use crate::network::{self, Body, BodyKind, Diagnostics, Drive, Method, Network};

pub use crate::motion::{Element, Event};
pub use events::{EVENT_CAPACITY, EventQueue};
pub use fault::Fault;
pub use instance::{
    Ending, HIGHEST_DERIVATIVE, Halt, Instance, Reached, Snapshot, can_ramp, exchange_sizes,
};
pub use phase::Phase;
pub use reference::Reference;
pub use variable::{
    Accessor, Causality, Initial, Item, Kind, Setting, Value, Variability, Variable,
};

/// What an FMU is made from: a checked network, its source text and its variables.
#[derive(Debug)]
pub struct Unit {
    network: Arc<Network>,
    source: String,
    variables: Vec<Variable>,
    by_name: HashMap<String, usize>,
}

impl Unit {
    /// The unit of a network file; `file` is what diagnostics call it.
    ///
    /// # Errors
    /// All that is wrong with the file, with line and column.
    pub fn read(text: &str, file: &str) -> Result<Arc<Unit>, Diagnostics> {
        Ok(Unit::new(network::read(text, file)?, text.to_owned()))
    }

    /// Builds the variable table of `network`; `source_text` is the file it was read from.
    pub fn new(network: Network, source_text: String) -> Arc<Unit> {
        let variables = table::variables(&network);
        let names = variables.iter().enumerate();
        let by_name = names.map(|(index, variable)| (variable.name.clone(), index)).collect();
        Arc::new(Unit { network: Arc::new(network), source: source_text, variables, by_name })
    }

    /// A C identifier of at most 40 characters: FMI's model identifier.
    pub fn name(&self) -> &str {
        &self.network.about.name
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Whether a host may integrate the unit.
    pub fn offers_exchange(&self) -> bool {
        self.obstacle_to_exchange().is_none()
    }

    /// Why no host may integrate the unit, if none may.
    pub fn obstacle_to_exchange(&self) -> Option<String> {
        if self.network.experiment.method == Method::Moreau {
            let why = "its file has the method \"moreau\", which makes steps of its own";
            return Some(why.to_owned());
        }
        let by_position =
            |body: &&Body| matches!(body.kind, BodyKind::Prescribed(Drive::Position { .. }));
        let body = self.network.bodies.iter().find(by_position)?;
        Some(format!("{} moves by its position, whose derivative only steps tell", body.name))
    }

    /// The table; a variable's index is its value reference.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Index of the variable of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The network file.
    pub fn source(&self) -> &str {
        &self.source
    }
}
