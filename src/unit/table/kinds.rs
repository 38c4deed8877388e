//! Kinds of rows of the table, before they have what is of one variable alone.

use crate::network::PhysicalUnit;
use crate::unit::variable::{Accessor, Causality, Initial, Kind, Variability, Variable};

/// Returns a calculated continuous Real output.
pub(super) fn continuous(
    name: String,
    text: String,
    unit: PhysicalUnit,
    accessor: Accessor,
) -> Variable {
    Variable {
        name,
        description: text,
        unit,
        kind: Kind::Real,
        causality: Causality::Output,
        variability: Variability::Continuous,
        initial: Some(Initial::Calculated),
        start: None,
        min: None,
        max: None,
        nominal: None,
        derivative_of: None,
        reinit: false,
        accessor,
    }
}

/// Returns a calculated discrete output without unit.
pub(super) fn discrete(name: String, text: String, kind: Kind, accessor: Accessor) -> Variable {
    Variable {
        kind,
        variability: Variability::Discrete,
        ..continuous(name, text, PhysicalUnit::One, accessor)
    }
}

pub(super) fn last_event_time(name: String, text: String, accessor: Accessor) -> Variable {
    Variable { unit: PhysicalUnit::Second, ..discrete(name, text, Kind::Real, accessor) }
}

/// Returns the name of a variable of an element.
pub(super) fn name_of(element: &str, quantity: &str) -> String {
    [element, ".", quantity].concat()
}
