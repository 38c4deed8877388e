//! Value references of FMI 3.0: rows of the table, then time, then the event indicators of a unit that a host may
//! integrate.

use super::{Unit, exchange_sizes};

/// What a value reference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A row of the table.
    Variable(usize),
    Time,
    /// An event indicator, counted from 0.
    Indicator(usize),
}

impl Reference {
    /// None: there is none with this number, or FMI 3.0 has no such variable.
    pub fn new(unit: &Unit, reference: usize) -> Option<Self> {
        let variables = unit.variables();
        if let Some(variable) = variables.get(reference) {
            return variable.is_of_three().then_some(Reference::Variable(reference));
        }
        match reference - variables.len() {
            0 => Some(Reference::Time),
            beyond if reference < Self::count(unit) => Some(Reference::Indicator(beyond - 1)),
            _ => None,
        }
    }

    /// One more than the greatest value reference.
    pub fn count(unit: &Unit) -> usize {
        let indicators = if unit.offers_exchange() { exchange_sizes(unit).1 } else { 0 };
        unit.variables().len() + 1 + indicators
    }

    pub fn name(self, unit: &Unit) -> String {
        match self {
            Reference::Variable(row) => unit.variables()[row].name.clone(),
            Reference::Time => "time".to_owned(),
            Reference::Indicator(number) => format!("eventIndicator[{}]", number + 1),
        }
    }
}
