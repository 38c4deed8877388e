//! Rows that are added to the table, with what the network says of all of them.

use super::Table;
use super::kinds::{continuous, name_of};
use super::words::Named;
use crate::network::description_of;
use crate::unit::quantities::Quantity;
use crate::unit::variable::{Accessor, Causality, Variable};

impl Table<'_> {
    /// Adds a row; returns its index.
    pub(super) fn push(&mut self, row: Variable) -> usize {
        let own = self.nominals.as_ref().and_then(|nominals| row.accessor.nominal(nominals));
        // 1 is the nominal value of variables without that attribute.
        let nominal = own.filter(|own| *own != 1.0).or(row.nominal);
        let row = Variable { nominal, ..row };
        self.rows.push(row);
        self.rows.len() - 1
    }

    /// Returns the description of a variable of an element.
    pub(super) fn text_of(&self, element: &Named, text: &str) -> String {
        if !self.described {
            return String::new();
        }
        description_of(&element.in_text(text), element.name)
    }

    /// Returns the description of a variable of the whole model.
    pub(super) fn text(&self, text: &str) -> String {
        if self.described { text.to_owned() } else { String::new() }
    }

    /// Returns the causality of diagnostics of the motion, which are no part of it.
    pub(super) fn diagnostic(&self) -> Causality {
        if self.network.local_diagnostics { Causality::Local } else { Causality::Output }
    }

    /// Adds the variables of an element that rows of quantities define.
    pub(super) fn quantities(&mut self, element: &Named, index: usize, rows: &[&'static Quantity]) {
        for row in rows {
            self.push(self.of_row(element, Accessor::Quantity(row, index)));
        }
    }

    /// Returns the variable of an element by the row of quantities of an accessor.
    pub(super) fn of_row(&self, element: &Named, accessor: Accessor) -> Variable {
        let (row, _) = accessor.row().expect("quantities of elements have rows");
        self.quantity(row, element, accessor)
    }

    /// Returns the variable of an element by a row of quantities, read by an accessor.
    pub(super) fn quantity(&self, row: &Quantity, element: &Named, accessor: Accessor) -> Variable {
        let axis = element.axis as usize;
        let (name, unit) = (name_of(element.name, row.name[axis]), row.unit[axis]);
        let variable = continuous(name, self.text_of(element, row.text), unit, accessor);
        let causality = if row.diagnostic { self.diagnostic() } else { variable.causality };
        Variable { causality, ..variable }
    }
}
