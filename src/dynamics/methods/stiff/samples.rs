//! Values of an expansion at the nodes of a step, and the polynomials through it.

use crate::dynamics::expansion::Expansion;
use crate::dynamics::methods::collocation::{Collocation, NODES};
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::laws::MOST_STATES;

/// Values `[component][node]` of one kind.
#[derive(Clone, Debug, Default)]
struct Table(Vec<[f64; NODES]>);

impl Table {
    fn take(&mut self, node: usize, values: impl IntoIterator<Item = f64>) {
        for (row, value) in self.0.iter_mut().zip(values) {
            row[node] = value;
        }
    }

    fn fit(&self, collocation: &Collocation, size: f64, series: &mut Series) {
        for (component, values) in self.0.iter().enumerate() {
            let coefficients = collocation.coefficients(values, size);
            for (k, coefficient) in coefficients.into_iter().enumerate() {
                series.set(k, component, coefficient);
            }
        }
    }
}

/// Kinds in the order of [`series`].
const KINDS: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    tables: [Table; KINDS],
    /// Internal states of contacts that have them, and power dissipated.
    states: Table,
    power: Table,
}

/// Returns the series of an expansion that are fitted; forces come first.
fn series(expansion: &mut Expansion) -> [&mut Series; KINDS] {
    [
        &mut expansion.force,
        &mut expansion.friction,
        &mut expansion.residual,
        &mut expansion.velocity,
        &mut expansion.spring_force,
        &mut expansion.damper_force,
        &mut expansion.formula_force,
        &mut expansion.load_part,
    ]
}

impl Samples {
    pub fn resize(&mut self, expansion: &Expansion, system: &System) {
        let (bodies, contacts) = (system.bodies.len(), system.contacts.len());
        let widths = [
            bodies,
            contacts,
            system.mass.len(),
            bodies,
            system.springs.len(),
            system.dampers.len(),
            system.forces.actions.len(),
            contacts,
        ];
        for (table, width) in self.tables.iter_mut().zip(widths) {
            table.0.resize(width, [0.0; NODES]);
        }
        let contacts = expansion.internals.contacts().len();
        self.states.0.resize(MOST_STATES * contacts, [0.0; NODES]);
        self.power.0.resize(contacts, [0.0; NODES]);
    }

    /// Takes what the expansion has at order 0.
    pub fn take(&mut self, node: usize, expansion: &mut Expansion) {
        for (table, series) in self.tables.iter_mut().zip(series(expansion)) {
            table.take(node, series.row(0).iter().copied());
        }
        let all = || {
            expansion.internals.contacts().iter().map(|contact| expansion.internals.of(*contact))
        };
        let states = all().flat_map(|series| (0..MOST_STATES).map(|state| series.state(state)[0]));
        self.states.take(node, states);
        self.power.take(node, all().map(|series| series.power()[0]));
    }

    /// True if forces on bodies that they move, and friction, are polynomials but for errors of a size on each connected component.
    pub fn forces_are_resolved(
        &self,
        collocation: &Collocation,
        system: &System,
        size: impl Fn(usize) -> f64,
    ) -> bool {
        let [forces, friction, ..] = &self.tables;
        let on_bodies = forces.0.iter().zip(system.component.iter().copied()).enumerate();
        let moved = |body: &usize| system.unknown_mass(*body).is_some();
        let on_bodies = on_bodies.filter(|(body, _)| moved(body)).map(|(_, force)| force);
        let of_contacts = system.contacts.iter().map(|contact| system.component_of(&contact.row));
        let mut all = on_bodies.chain(friction.0.iter().zip(of_contacts));
        all.all(|(values, component)| collocation.is_resolved(values, size(component)))
    }

    /// Writes the polynomials into the series of the expansion.
    pub fn fit(&self, collocation: &Collocation, size: f64, expansion: &mut Expansion) {
        for (table, series) in self.tables.iter().zip(series(expansion)) {
            table.fit(collocation, size, series);
        }
        let states = self.states.0.chunks_exact(MOST_STATES);
        for (number, (states, power)) in states.zip(&self.power.0).enumerate() {
            let series = expansion.internals.series_mut(number);
            let states = states.iter().map(|values| collocation.coefficients(values, size));
            series.write(states, &collocation.coefficients(power, size));
        }
    }
}
