//! The structure of a model, as descriptions of both versions list it: by places in the variable table.

use std::collections::BTreeSet;

use crate::unit::dependencies::{Dependencies, When};
use crate::unit::{Causality, Model, Variable};

pub struct Structure {
    pub outputs: Vec<Unknown>,
    /// Derivatives of states.
    pub derivatives: Vec<Unknown>,
    /// Unknowns of initialisation: outputs, states and their derivatives.
    pub initial: Vec<Unknown>,
}

pub struct Unknown {
    pub place: usize,
    /// Places of what it depends on, ascending; None: all.
    pub known: Option<Vec<usize>>,
}

impl Structure {
    pub fn new(unit: &Model) -> Self {
        let dependencies = Dependencies::new(unit);
        let variables = unit.variables();
        let places = |wanted: &dyn Fn(&Variable) -> bool| -> Vec<usize> {
            (0..variables.len()).filter(|&place| wanted(&variables[place])).collect()
        };
        let outputs = places(&|variable| variable.causality == Causality::Output);
        let derivatives = places(&|variable| variable.derivative_of.is_some());
        let states = variables.iter().filter_map(|row| row.derivative_of);
        let initial: BTreeSet<usize> =
            outputs.iter().chain(&derivatives).copied().chain(states).collect();
        let unknown = |place, when, find: &dyn Fn(usize) -> Vec<usize>| {
            let listed = !dependencies.are_too_many(place, when);
            Unknown { place, known: listed.then(|| find(place)) }
        };
        // There is one structure for both interfaces, and in steps there are no other dependencies than these.
        let between = |place| {
            unknown(place, When::Integrating, &|place| dependencies.while_integrated(place))
        };
        let starting =
            |place| unknown(place, When::Starting, &|place| dependencies.at_initialisation(place));
        Self {
            outputs: outputs.into_iter().map(between).collect(),
            derivatives: derivatives.into_iter().map(between).collect(),
            initial: initial.into_iter().map(starting).collect(),
        }
    }
}

/// Returns the words in a row, separated by blanks, as lists of attributes are.
pub fn listed(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<String>>().join(" ")
}
