//! Value references of FMI 3.0: rows of the table, then time, then the event indicators of a unit that a host may
//! integrate, then what clocks tell. An array has the reference of its first row, and its other rows have none.

use super::{Model, exchange_sizes};

/// Meaning of a value reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A row of the table.
    Variable(usize),
    /// Rows that are one variable: its place in [`Model::arrays`].
    Array(usize),
    /// The independent variable, s.
    Time,
    /// An event indicator, counted from 0.
    Indicator(usize),
    /// The clock that transitions of an element trigger ([`Model::elements`]), and the state before and behind its last one.
    Clock(usize),
    /// State of an element before its last transition.
    From(usize),
    /// State of an element behind its last transition.
    To(usize),
}

impl Reference {
    /// Makes the reference of a number; None: there is none with this number, or FMI 3.0 has no such variable.
    pub fn new(unit: &Model, reference: usize) -> Option<Self> {
        let variables = unit.variables();
        if let Some(variable) = variables.get(reference) {
            return match unit.array_of(reference) {
                Some(array) if unit.arrays()[array].rows[0] != reference => None,
                Some(array) => Some(Reference::Array(array)),
                None => variable.is_of_three().then_some(Reference::Variable(reference)),
            };
        }
        let indicators = indicators(unit);
        let beyond = reference - variables.len();
        match beyond {
            0 => Some(Reference::Time),
            _ if beyond <= indicators => Some(Reference::Indicator(beyond - 1)),
            _ if reference < Self::count(unit) => {
                let place = beyond - 1 - indicators;
                let count = unit.elements().count();
                let (kind, element) = (place / count, place % count);
                Some([Reference::Clock, Reference::From, Reference::To][kind](element))
            }
            _ => None,
        }
    }

    /// Returns one more than the greatest value reference.
    pub fn count(unit: &Model) -> usize {
        let of_clocks = if unit.form().clocks { 3 * unit.elements().count() } else { 0 };
        unit.variables().len() + 1 + indicators(unit) + of_clocks
    }

    /// Returns the value reference of the clock of an element; those of the states before and behind follow after as
    /// many elements each.
    pub(crate) fn of_clock(unit: &Model, element: usize) -> usize {
        unit.variables().len() + 1 + indicators(unit) + element
    }

    /// Returns the value reference of the variable that has a row of the table.
    pub fn of_row(unit: &Model, row: usize) -> usize {
        unit.array_of(row).map_or(row, |array| unit.arrays()[array].rows[0])
    }

    /// Returns the rows of the table that it has.
    pub fn rows(self, unit: &Model) -> impl Iterator<Item = usize> + Clone {
        let (one, many) = match self {
            Reference::Variable(row) => (Some(row), &[][..]),
            Reference::Array(array) => (None, &unit.arrays()[array].rows[..]),
            _ => (None, &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }

    /// Returns the number of values.
    pub fn size(self, unit: &Model) -> usize {
        match self {
            Reference::Array(array) => unit.arrays()[array].rows.len(),
            _ => 1,
        }
    }

    /// Returns the name of the variable in FMI 3.0.
    pub fn name(self, unit: &Model) -> String {
        let of = |element: usize, what: &str| {
            let element = unit.elements().nth(element);
            format!("{}.{what}", element.map_or("", |element| unit.element_name(element)))
        };
        match self {
            Reference::Variable(row) => unit.variables()[row].name.clone(),
            Reference::Array(array) => unit.arrays()[array].whole.name.clone(),
            Reference::Time => "time".to_owned(),
            Reference::Indicator(number) => format!("eventIndicator[{}]", number + 1),
            Reference::Clock(element) => of(element, "transition"),
            Reference::From(element) => of(element, "transitionFrom"),
            Reference::To(element) => of(element, "transitionTo"),
        }
    }
}

fn indicators(unit: &Model) -> usize {
    if unit.offers_exchange() { exchange_sizes(unit).1 } else { 0 }
}
