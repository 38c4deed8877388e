//! A model: a network seen through one table of variables.

mod transition;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::arrays::{self, Array};
use super::slot::Slot;
use super::{ContactId, Element, Fault, ForceId, Form, SpringId, Variable, table};
use crate::network::{self, BodyKind, Diagnostics, Drive, Method, Network};

/// A model as an FMU is made from it: a checked network, its source text and its variables.
#[derive(Clone, Debug)]
pub struct Model {
    network: Arc<Network>,
    source: String,
    variables: Vec<Variable>,
    /// Place of the value of each.
    pub(super) slots: Vec<Slot>,
    /// Made when it is asked for.
    by_name: OnceLock<HashMap<String, usize>>,
    form: Form,
    arrays: Vec<Array>,
    /// Array of which each row is an element.
    array_of: Vec<Option<usize>>,
}

impl Model {
    /// Reads the unit of a network file; `file` is what diagnostics call it.
    ///
    /// # Errors
    /// All that is wrong with the file, with line and column.
    pub fn read(text: &str, file: &str) -> Result<Arc<Model>, Diagnostics> {
        Ok(Model::new(network::read(text, file)?, text.to_owned()))
    }

    /// Reads the unit of a network file in a folder, whose folder `laws` may have laws that it names; its source has
    /// them as tables.
    ///
    /// # Errors
    /// All that is wrong with the file, or with that of a law, with line and column.
    pub fn read_in(text: &str, file: &str, folder: &Path) -> Result<Arc<Model>, Diagnostics> {
        let (network, source) = network::read_in(text, file, folder)?;
        Ok(Model::new(network, source))
    }

    /// Builds the variable table of `network`; `source_text` is the file it was read from.
    pub fn new(network: Network, source_text: String) -> Arc<Model> {
        let variables = table::variables(&network, true);
        Arc::new(Model::of(network, source_text, variables))
    }

    /// Returns the unit of a network that was compiled, without what is there for readers alone.
    pub(super) fn untold(network: Network) -> Arc<Model> {
        let variables = table::variables(&network, false);
        Arc::new(Model::of(network, String::new(), variables))
    }

    fn of(network: Network, source: String, variables: Vec<Variable>) -> Model {
        Model {
            network: Arc::new(network),
            source,
            array_of: vec![None; variables.len()],
            slots: variables.iter().map(|variable| Slot::of(variable.accessor)).collect(),
            variables,
            by_name: OnceLock::new(),
            form: Form::default(),
            arrays: Vec::new(),
        }
    }

    /// Returns the same model with another form in FMI 3.0.
    pub fn in_form(self: &Arc<Self>, form: Form) -> Arc<Model> {
        if form == self.form {
            return self.clone();
        }
        let mut unit = Model::clone(self);
        unit.form = form;
        unit.arrays = match form.arrays {
            true => arrays::arrays(&unit.network.families, &unit.variables),
            false => Vec::new(),
        };
        unit.array_of.fill(None);
        for (index, array) in unit.arrays.iter().enumerate() {
            array.rows.iter().for_each(|row| unit.array_of[*row] = Some(index));
        }
        Arc::new(unit)
    }

    /// Returns the form in which FMI 3.0 shows it.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the variables that are one in this form.
    pub fn arrays(&self) -> &[Array] {
        &self.arrays
    }

    /// Returns the array of which a row is an element.
    pub(crate) fn array_of(&self, row: usize) -> Option<usize> {
        self.array_of.get(row).copied().flatten()
    }

    /// Returns all rows, those of an array together where its first one stands.
    pub(crate) fn rows_in_order(&self) -> impl Iterator<Item = usize> {
        (0..self.variables.len()).flat_map(|row| {
            let array = self.array_of(row).map(|array| self.arrays[array].rows.as_slice());
            let elements = array.filter(|rows| rows[0] == row).unwrap_or_default();
            array.is_none().then_some(row).into_iter().chain(elements.iter().copied())
        })
    }

    /// Returns the name of the value of a row: of an array `wagon.velocity[2]`, indices from 1 on.
    pub fn value_name(&self, row: usize) -> String {
        let Some(array) = self.array_of(row) else { return self.variables[row].name.clone() };
        let Array { whole, sizes, rows, .. } = &self.arrays[array];
        let mut place = rows.iter().position(|other| *other == row).unwrap_or_default();
        let mut indices = Vec::with_capacity(sizes.len());
        for size in sizes.iter().rev() {
            indices.push((place % size + 1).to_string());
            place /= size;
        }
        indices.reverse();
        format!("{}[{}]", whole.name, indices.join(","))
    }

    /// Returns the elements that make transitions: contacts, then springs, then elements of declared kinds with modes.
    pub fn elements(&self) -> impl Iterator<Item = Element> + Clone {
        let Network { contacts, springs, forces, .. } = &*self.network;
        let contacts = (0..contacts.len()).map(|contact| ContactId(contact).into());
        let springs = (0..springs.len()).map(|spring| SpringId(spring).into());
        let forces = forces.iter().enumerate().filter(|(_, force)| !force.modes().is_empty());
        contacts.chain(springs).chain(forces.map(|(force, _)| ForceId(force).into()))
    }

    /// Returns a C identifier of at most 40 characters: FMI's model identifier.
    pub fn name(&self) -> &str {
        &self.network.about.name
    }

    /// Returns its network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// True if a host may integrate the unit.
    pub fn offers_exchange(&self) -> bool {
        self.obstacle_to_exchange().is_none()
    }

    /// Returns the reason why no host may integrate the unit, if none may.
    pub fn obstacle_to_exchange(&self) -> Option<String> {
        if self.network.experiment.method == Method::Moreau {
            let why = "its file has the method \"moreau\", which has its own time steps";
            return Some(why.to_owned());
        }
        self.network.bodies.iter().find_map(|body| match body.kind {
            BodyKind::Prescribed(Drive::Position { .. }) => Some(format!(
                "the motion of {} is prescribed by its position, whose derivative is known in communication steps alone",
                body.name
            )),
            BodyKind::Prescribed(Drive::Port(port)) if port.estimates() => {
                Some(format!("the applied force of {} is estimated, which needs communication steps", body.name))
            }
            _ => None,
        })
    }

    /// Returns the table; a variable's index is its value reference.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the index of the variable of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<usize> {
        let rows = self.variables.iter().enumerate();
        let rows = rows.map(|(index, variable)| (variable.name.clone(), index));
        self.by_name.get_or_init(|| rows.collect()).get(name).copied()
    }

    /// Returns the index of the variable of this name.
    ///
    /// # Errors
    /// No variable has it; the error has the nearest name.
    pub fn index_of(&self, name: &str) -> Result<usize, Fault> {
        self.find(name).ok_or_else(|| {
            let names = self.variables.iter().map(|variable| variable.name.as_str());
            let nearest = network::nearest(name, names).map(str::to_owned);
            Fault::UnknownName { name: name.to_owned(), model: self.name().to_owned(), nearest }
        })
    }

    /// Returns the network file; empty of a unit that was compiled.
    pub fn source(&self) -> &str {
        &self.source
    }
}
