//! How the numbers follow from the values of parameters and inputs.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    BodyNumbers, ContactNumbers, DamperNumbers, LoadMaker, LoadNumbers, Numbers, SourceNumbers,
    SpringNumbers,
};
use crate::gauss::Row;
use crate::laws::Argument;
use crate::motion::Fault;
use crate::motion::prescribed::Prescribed;
use crate::network::{
    Body, BodyKind, Contact, End, LoadSource, Network, ParameterId, PartNumbers, Signal, Spring,
};
use crate::projections::{Luz, ProjectionError};

/// Values of the variables of a network, and the derivatives of its inputs.
#[derive(Clone, Copy)]
struct Given<'v> {
    parameters: &'v [f64],
    inputs: &'v [f64],
    rates: &'v [f64],
}

impl Given<'_> {
    fn signal(&self, signal: Signal) -> f64 {
        signal.of(self.parameters, self.inputs)
    }

    fn rate(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Zero | Signal::Parameter(_) => 0.0,
            Signal::Input(id) => self.rates[id.0],
        }
    }

    /// A parameter; 0 if there is none.
    fn number(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, |id| self.parameters[id.0])
    }

    fn row(&self, i: &End, j: &End) -> Row {
        let weight = |end: &End| end.weight.map_or(1.0, |id| self.parameters[id.0]);
        Row { i: i.body, q_i: weight(i), j: j.body, q_j: -weight(j) }
    }
}

impl Numbers {
    /// Takes new values, the derivatives of the inputs, and how bodies of given motion move; reuses its buffers.
    ///
    /// # Errors
    /// [`Fault::Parameter`] where numbers of a law contradict each other.
    pub fn update(
        &mut self,
        network: &Network,
        parameters: &[f64],
        inputs: &[f64],
        rates: &[f64],
        motions: &[Prescribed],
    ) -> Result<(), Fault> {
        let given = Given { parameters, inputs, rates };
        self.stamp = next_stamp();
        self.clear_bodies();
        for (index, body) in network.bodies.iter().enumerate() {
            self.add_body(index, body, &given);
        }
        self.massless = self.mass.contains(&0.0);
        self.contacts.resize_with(network.contacts.len(), Default::default);
        self.rows.clear();
        for (index, contact) in network.contacts.iter().enumerate() {
            self.update_law(index, contact, network, &given)?;
            self.update_contact(index, contact, network, &given);
        }
        self.one_way = self.contacts.iter().any(ContactNumbers::is_one_way);
        self.stateful = self.contacts.iter().any(|entry| entry.law.has_states());
        self.springs.clear();
        for spring in &network.springs {
            self.add_spring(spring, &given)?;
        }
        self.dampers.clear();
        self.dampers.extend(network.dampers.iter().map(|damper| DamperNumbers {
            row: given.row(&damper.i, &damper.j),
            damping: parameters[damper.damping.0],
            drift: 0.0,
        }));
        self.give_all(network, &given, motions);
        self.note_given(network, &given, true);
        self.linear = self.is_linear();
        Ok(())
    }

    /// As [`Numbers::update`], with the parameters of the last time.
    ///
    /// # Errors
    /// As there, of laws that have inputs.
    pub fn take_inputs(
        &mut self,
        network: &Network,
        parameters: &[f64],
        inputs: &[f64],
        rates: &[f64],
        motions: &[Prescribed],
    ) -> Result<(), Fault> {
        let given = Given { parameters, inputs, rates };
        for place in 0..self.given_bodies.len() {
            let index = self.given_bodies[place];
            self.give_body(index, &network.bodies[index], &given, motions);
        }
        for place in 0..self.given_contacts.len() {
            let index = self.given_contacts[place];
            let contact = &network.contacts[index];
            if contact.law_numbers.iter().any(is_input) {
                self.update_law(index, contact, network, &given)?;
            }
            self.give_contact(index, contact, network, &given);
        }
        self.note_given(network, &given, false);
        Ok(())
    }

    /// What follows from what is given; `all` is new, or that alone which inputs give.
    fn note_given(&mut self, network: &Network, given: &Given, all: bool) {
        let is_coupled = |index: &usize| {
            self.contacts[*index].limit_varies() || limits_vary(&network.contacts[*index])
        };
        self.coupled = self.given_contacts.iter().any(is_coupled);
        // What inputs do not change stays as it was found with the parameters.
        let changes = !(self.given_bodies.is_empty() && self.given_contacts.is_empty());
        if all || changes {
            self.driven = self.any_driven();
        }
        let Given { parameters, inputs, rates } = *given;
        self.forces.update(network, parameters, inputs, rates);
    }

    /// Gives everything once, and notes what inputs change of it.
    fn give_all(&mut self, network: &Network, given: &Given, motions: &[Prescribed]) {
        let bodies = || network.bodies.iter().enumerate();
        self.guided =
            network.bodies.iter().any(|body| matches!(body.kind, BodyKind::Prescribed(_)));
        self.given_bodies.clear();
        self.given_bodies
            .extend(bodies().filter(|(_, body)| has_input(body)).map(|(index, _)| index));
        for (index, body) in bodies() {
            self.give_body(index, body, given, motions);
        }
        self.given_contacts.clear();
        for (index, contact) in network.contacts.iter().enumerate() {
            self.give_contact(index, contact, network, given);
            let signals = [contact.surface_velocity, contact.surface_acceleration];
            let depends = contact.law_numbers.iter().chain(&contact.normal_load).any(is_input)
                || signals.iter().any(is_input)
                || contact.applied_force.is_some()
                || limits_vary(contact)
                || self.contacts[index].limit_moves()
                || self.contacts[index].is_windowed();
            if depends {
                self.given_contacts.push(index);
            }
        }
    }

    /// What is given of a body: the force on it, or its motion.
    fn give_body(&mut self, index: usize, body: &Body, given: &Given, motions: &[Prescribed]) {
        match body.kind {
            BodyKind::Free { force, constant_force, .. }
            | BodyKind::Massless { force, constant_force, .. } => {
                let of = |values: &[f64]| force.map_or(0.0, |id| values[id.0]);
                self.force[index] = given.number(constant_force) + of(given.inputs);
                self.force_rate[index] = of(given.rates);
            }
            BodyKind::Fixed => {}
            BodyKind::Prescribed(_) => {
                let motion = motions.get(index).copied().unwrap_or_default();
                self.bodies[index] = BodyNumbers::Known(motion);
            }
        }
    }

    fn clear_bodies(&mut self) {
        self.bodies.clear();
        self.mass.clear();
        self.body_of.clear();
        self.force.clear();
        self.force_rate.clear();
        self.sources.clear();
    }

    fn add_body(&mut self, index: usize, body: &Body, given: &Given) {
        let numbers = match body.kind {
            BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => {
                let mass = match body.kind {
                    BodyKind::Free { mass, .. } => given.parameters[mass.0],
                    _ => 0.0,
                };
                self.mass.push(mass);
                self.body_of.push(index);
                self.sources.extend(source.map(|source| SourceNumbers {
                    body: index,
                    amplitude: given.parameters[source.amplitude.0],
                    angular_frequency: given.parameters[source.angular_frequency.0],
                    phase: given.number(source.phase),
                }));
                BodyNumbers::Free { unknown: self.mass.len() - 1 }
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => BodyNumbers::Known(Prescribed::default()),
        };
        self.bodies.push(numbers);
        self.force.push(0.0);
        self.force_rate.push(0.0);
    }

    fn update_law(
        &mut self,
        index: usize,
        contact: &Contact,
        network: &Network,
        given: &Given,
    ) -> Result<(), Fault> {
        self.law_values.clear();
        self.law_values.extend(contact.law_numbers.iter().map(|number| given.signal(*number)));
        if !self.contacts[index].has_law(&self.law_values) {
            self.stamp = next_stamp();
        }
        let taken = self.contacts[index].take_law(&contact.law, &self.law_values);
        taken.map_err(|error| {
            let rule = contact.broken_rule(&error, network, |number| given.signal(number));
            Fault::Parameter { name: contact.name.clone(), rule }
        })
    }

    /// What a contact is beside its law and what is given of it; its row over the bodies with unknown motion is added.
    fn update_contact(
        &mut self,
        index: usize,
        contact: &Contact,
        network: &Network,
        given: &Given,
    ) {
        let parameters = given.parameters;
        let row = given.row(&contact.i, &contact.j);
        let unknown = self.over_unknown(&row);
        self.rows.push(unknown);
        let entry = &mut self.contacts[index];
        entry.row = row;
        if !entry.varies() {
            entry.coefficients = [1.0; 2];
        }
        entry.kinematic = unknown.i.is_none() && unknown.j.is_none();
        entry.radius = contact.effective_radius.map_or(1.0, |id| parameters[id.0]);
        let unit = contact.load_unit(network, parameters).unwrap_or_default();
        entry.load_unit = entry.radius * unit;
        entry.faint_load = self.faint * entry.load_unit;
    }

    /// What is given of a contact: its load, how its surface moves, the force applied to it.
    fn give_contact(&mut self, index: usize, contact: &Contact, network: &Network, given: &Given) {
        let entry = &mut self.contacts[index];
        entry.base_load = entry.radius * contact.normal_load.map_or(1.0, |load| given.signal(load));
        entry.load = entry.without_faint(entry.base_load);
        (entry.load_slack, entry.edge) = (0.0, None);
        let slope = entry.radius * contact.normal_load.map_or(0.0, |load| given.rate(load));
        let (source, factor) = match contact.load_from {
            None => (None, 0.0),
            Some(LoadSource::Spring(load)) => {
                (Some(LoadMaker::Spring(load.spring)), given.parameters[load.factor.0])
            }
            Some(LoadSource::Formula(force)) => {
                let before = network.forces[..force].iter().map(|force| force.actions.len());
                (Some(LoadMaker::Formula(before.sum())), 1.0)
            }
        };
        let (base, factor) = (entry.base_load, entry.radius * factor);
        let changes = source.is_some() || slope != 0.0;
        let load = LoadNumbers { base, rate: slope, source, factor, contact: index };
        entry.load_from = changes.then_some(load);
        let goes_on = if self.aimed { Signal::Zero } else { contact.surface_acceleration };
        let velocity = contact.surface_velocity;
        entry.surface = Prescribed::new(
            [0.0, given.signal(velocity), given.signal(goes_on)],
            [0.0, given.rate(velocity), given.rate(goes_on)],
        );
        entry.grounded = entry.surface.stands()
            && entry.row.j.is_none_or(|body| match &self.bodies[body] {
                BodyNumbers::Known(motion) => motion.stands(),
                BodyNumbers::Free { .. } => false,
            });
        entry.applied_force = contact.applied_force.map_or(0.0, |id| given.inputs[id.0]);
        entry.applied_rate = contact.applied_force.map_or(0.0, |id| given.rates[id.0]);
    }

    fn add_spring(&mut self, spring: &Spring, given: &Given) -> Result<(), Fault> {
        let row = given.row(&spring.i, &spring.j);
        let [at_i, at_j] = spring.end_factors(|id| given.parameters[id.0]);
        let value = |id: ParameterId| given.parameters[id.0];
        if let Some(name) = spring.turned_gap(value) {
            let rule = "`freeplay[1]` must not be above `freeplay[2]`".to_owned();
            return Err(Fault::Parameter { name: name.to_owned(), rule });
        }
        let (stiffness, freeplay) = match &spring.series {
            None => {
                let own = spring.elastic.numbers(value);
                (own.stiffness, own.freeplay)
            }
            Some(_) => {
                let whole = in_series(&mut self.parts, spring, given.parameters)?;
                (whole.slope(), whole.dead_zone())
            }
        };
        self.springs.push(SpringNumbers {
            row: Row { q_i: at_i * row.q_i, q_j: at_j * row.q_j, ..row },
            stiffness,
            cubic: given.number(spring.cubic),
            damping: given.number(spring.damping),
            freeplay,
            offset: [spring.offset(value), 0.0],
            drift: 0.0,
        });
        Ok(())
    }
}

fn is_input(signal: &Signal) -> bool {
    matches!(signal, Signal::Input(_))
}

/// Whether inputs give the force on a body or its motion.
fn has_input(body: &Body) -> bool {
    match body.kind {
        BodyKind::Free { force, .. } | BodyKind::Massless { force, .. } => force.is_some(),
        BodyKind::Fixed => false,
        BodyKind::Prescribed(_) => true,
    }
}

/// Whether limits of a contact depend on the state: on forces, or on a speed.
fn limits_vary(contact: &Contact) -> bool {
    contact.load_from.is_some() || contact.law.kind.argument() == Argument::SlipRatio
}

/// A number that no other set of numbers has.
fn next_stamp() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// The one spring that the springs of a series are together; `parts` is a buffer.
///
/// # Errors
/// [`Fault::Parameter`] where their numbers leave the range of numbers.
fn in_series(
    parts: &mut Vec<(f64, Luz)>,
    spring: &Spring,
    parameters: &[f64],
) -> Result<Luz, Fault> {
    let fault = |error: ProjectionError| Fault::Parameter {
        name: spring.name.clone(),
        rule: format!("springs in series: {error}"),
    };
    parts.clear();
    for part in spring.part_numbers(|id| parameters[id.0]) {
        let PartNumbers { ratio, elastic } = part;
        parts.push((ratio, Luz::new(elastic.stiffness, elastic.freeplay).map_err(fault)?));
    }
    Luz::in_series(parts).map_err(fault)
}
