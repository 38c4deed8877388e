//! Variables of forces by formula and of elements of declared kinds.

use super::Table;
use super::kinds::{discrete, name_of};
use super::words::Named;
use crate::network::{Force, ForceKind, PhysicalUnit};
use crate::unit::quantities::{OF_FORMULA_DAMPERS, OF_FORMULA_SPRINGS};
use crate::unit::variable::{Accessor, Kind, Variable};

impl Table<'_> {
    /// Adds the variables of a force.
    pub(super) fn force(&mut self, index: usize, force: &Force) {
        let ends = force.actions.first().map(|action| [action.i, action.j]);
        let named = match ends {
            Some(ends) => Named::between(self.network, &force.name, force.axis, ends),
            None => Named::alone(&force.name, force.axis),
        };
        let row = self.of_row(&named, Accessor::Formula(index));
        let against = if force.is_damper() { "motion" } else { "deflection" };
        let row = match force.kind {
            ForceKind::Load => row,
            ForceKind::Spring => {
                let text = format!("{{force}} of {{}} on {{first}} (positive against {against})");
                Variable { description: self.text_of(&named, &text), ..row }
            }
            ForceKind::Potential => Variable {
                name: name_of(&force.name, "energy"),
                description: self.text_of(&named, "potential energy"),
                unit: PhysicalUnit::Joule,
                ..row
            },
            // An output of the contact.
            ForceKind::NormalForce => return,
        };
        self.push(row);
        self.mode_of(&named, index, force);
        match force.kind {
            ForceKind::Spring if force.is_damper() => {
                self.quantities(&named, index, &OF_FORMULA_DAMPERS);
            }
            ForceKind::Spring => {
                self.quantities(&named, index, &OF_FORMULA_SPRINGS);
            }
            ForceKind::Load | ForceKind::Potential | ForceKind::NormalForce => {}
        }
    }

    /// Adds the mode of an element of a declared kind that has some.
    fn mode_of(&mut self, named: &Named, index: usize, force: &Force) {
        let modes = force.modes();
        if modes.is_empty() {
            return;
        }
        let names =
            modes.iter().enumerate().map(|(number, mode)| format!("{number}: {}", mode.name));
        let text = format!("mode of {{}} ({})", names.collect::<Vec<_>>().join(", "));
        let text = self.text_of(named, &text);
        let name = name_of(named.name, "state");
        self.push(Variable {
            causality: self.diagnostic(),
            min: Some(0.0),
            max: Some((modes.len() - 1) as f64),
            ..discrete(name, text, Kind::Integer, Accessor::ForceState(index))
        });
    }
}
