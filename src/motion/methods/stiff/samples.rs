//! What a flow says at the nodes of a step, and the polynomials through it.

use crate::laws::MOST_STATES;
use crate::motion::flow::Flow;
use crate::motion::methods::collocation::{Collocation, NODES};
use crate::motion::numbers::Numbers;
use crate::motion::series::Series;

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

/// The series of a flow that are fitted; forces come first.
fn series(flow: &mut Flow) -> [&mut Series; KINDS] {
    [
        &mut flow.force,
        &mut flow.friction,
        &mut flow.residual,
        &mut flow.velocity,
        &mut flow.spring_force,
        &mut flow.damper_force,
        &mut flow.formula_force,
        &mut flow.pressing,
    ]
}

impl Samples {
    pub fn resize(&mut self, flow: &Flow, numbers: &Numbers) {
        let (bodies, contacts) = (numbers.bodies.len(), numbers.contacts.len());
        let widths = [
            bodies,
            contacts,
            numbers.mass.len(),
            bodies,
            numbers.springs.len(),
            numbers.dampers.len(),
            numbers.forces.actions.len(),
            contacts,
        ];
        for (table, width) in self.tables.iter_mut().zip(widths) {
            table.0.resize(width, [0.0; NODES]);
        }
        let contacts = flow.internals.contacts().len();
        self.states.0.resize(MOST_STATES * contacts, [0.0; NODES]);
        self.power.0.resize(contacts, [0.0; NODES]);
    }

    /// Takes what the flow has at order 0.
    pub fn take(&mut self, node: usize, flow: &mut Flow) {
        for (table, series) in self.tables.iter_mut().zip(series(flow)) {
            table.take(node, series.row(0).iter().copied());
        }
        let all = || flow.internals.contacts().iter().map(|contact| flow.internals.of(*contact));
        let states = all().flat_map(|series| (0..MOST_STATES).map(|state| series.state(state)[0]));
        self.states.take(node, states);
        self.power.take(node, all().map(|series| series.power()[0]));
    }

    /// True if forces and friction are polynomials but for errors of a size on each island.
    pub fn forces_are_resolved(
        &self,
        collocation: &Collocation,
        numbers: &Numbers,
        size: impl Fn(usize) -> f64,
    ) -> bool {
        let [forces, friction, ..] = &self.tables;
        let on_bodies = forces.0.iter().zip(numbers.island.iter().copied());
        let of_contacts = numbers.contacts.iter().map(|contact| numbers.island_of(&contact.row));
        let mut all = on_bodies.chain(friction.0.iter().zip(of_contacts));
        all.all(|(values, island)| collocation.is_resolved(values, size(island)))
    }

    /// Writes the polynomials into the series of the flow.
    pub fn fit(&self, collocation: &Collocation, size: f64, flow: &mut Flow) {
        for (table, series) in self.tables.iter().zip(series(flow)) {
            table.fit(collocation, size, series);
        }
        let states = self.states.0.chunks_exact(MOST_STATES);
        for (number, (states, power)) in states.zip(&self.power.0).enumerate() {
            let series = flow.internals.series_mut(number);
            let states = states.iter().map(|values| collocation.coefficients(values, size));
            series.write(states, &collocation.coefficients(power, size));
        }
    }
}
