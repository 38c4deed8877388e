//! Update of the system data from the values of parameters and inputs.

use crate::dynamics::elements::contact::given::{
    give_contact, give_surface, update_contact, update_law,
};
use crate::dynamics::elements::spring::given::take_springs;
use crate::dynamics::system::given::{GivenValues, is_input, next_version};

use super::blocks::GivenBy;
use super::{BodyData, ContactData, ExcitationData, System};
use crate::algebra::Short;
use crate::dynamics::Fault;
use crate::dynamics::prescribed::Prescribed;
use crate::network::{
    AppliedForce, Body, BodyKind, Contact, Drive, InertiaEntries, Network, Nominals, Signal,
};

impl System {
    /// Takes new values, the derivatives of the inputs, and the motions of prescribed bodies; reuses its buffers.
    ///
    /// # Errors
    /// [`Fault::Parameter`] where parameters of a law contradict each other, or masses are no mass matrix.
    pub fn update(&mut self, network: &Network, given: &GivenValues) -> Result<(), Fault> {
        self.version = next_version();
        self.given_version = self.version;
        self.communication_step = network.experiment.step_size;
        if self.component.len() != network.bodies.len() {
            (self.component, self.components) = network.islands();
        }
        self.find_ports(network, given)?;
        if self.hysteresis > 0.0 && self.nominals_of != given.parameters {
            self.nominals = Nominals::of(network, |id| given.parameters[id.0]);
            self.nominals_of.clear();
            self.nominals_of.extend_from_slice(given.parameters);
        }
        self.clear_bodies();
        for (index, body) in network.bodies.iter().enumerate() {
            self.add_body(index, body, given);
        }
        self.take_blocks(network, given)?;
        self.massless = self.mass.contains(&0.0);
        self.flanges.clear();
        let bodies = network.bodies.iter().enumerate();
        self.flanges.extend(bodies.filter(|(_, body)| body.flange).map(|(index, _)| index));
        if self.contacts.len() != network.contacts.len() {
            self.contacts.reserve_exact(network.contacts.len());
            self.contacts.resize(network.contacts.len(), ContactData::default());
        }
        self.rows.clear();
        let mut first_branch = network.forces.iter().map(|force| force.decisions()).sum();
        for (index, contact) in network.contacts.iter().enumerate() {
            self.contacts[index].first_branch = first_branch;
            first_branch += contact.decisions();
            update_law(self, index, contact, network, given)?;
            update_contact(self, index, contact, network, given);
        }
        self.blocks.take_rows(&self.rows);
        self.one_way = self.contacts.iter().any(ContactData::is_one_way);
        self.evolving = self.contacts.iter().any(|entry| entry.evolves());
        take_springs(self, network, given)?;
        self.give_all(network, given);
        self.record_given(network, given, true);
        self.linear = self.is_linear();
        self.of_slip = self.contacts.iter().all(|entry| entry.is_of_slip() && !entry.kinematic);
        Ok(())
    }

    /// Updates ([`System::update`]) with the parameters of the last time.
    ///
    /// # Errors
    /// Those of there, of laws that have inputs.
    pub fn take_inputs(&mut self, network: &Network, given: &GivenValues) -> Result<(), Fault> {
        self.given_version = next_version();
        if self.has_prescribed_ports {
            self.find_ports(network, given)?;
        }
        for place in 0..self.given_bodies.len() {
            let index = self.given_bodies[place];
            self.give_body(index, &network.bodies[index], given);
        }
        for place in 0..self.given_contacts.len() {
            let index = self.given_contacts[place];
            let contact = &network.contacts[index];
            if self.contacts[index].law_is_given {
                update_law(self, index, contact, network, given)?;
            }
            give_contact(&mut self.contacts[index], index, contact, network, given);
            if self.may_accelerate {
                give_surface(self, index, contact, given);
            }
        }
        self.record_given(network, given, false);
        Ok(())
    }

    /// Updates what follows from given values, after `all` of them or only those that inputs give are new.
    fn record_given(&mut self, network: &Network, given: &GivenValues, all: bool) {
        if all {
            let is_coupled = |index: &usize| {
                self.contacts[*index].limit_moves() || network.contacts[*index].limits_vary()
            };
            self.limits_vary = self.given_contacts.iter().any(is_coupled);
        }
        let moves = |index: &usize| self.contacts[*index].load_from.is_some();
        self.coupled = self.limits_vary || self.given_contacts.iter().any(moves);
        // What inputs do not change stays as it was found with the parameters.
        let changes = !(self.given_bodies.is_empty() && self.given_contacts.is_empty());
        if all || changes && self.may_accelerate {
            self.accelerated = self.any_driven();
            self.restarted = self.any_restarted(network);
        }
        let GivenValues { parameters, inputs, rates, .. } = *given;
        if !network.forces.is_empty() {
            self.forces.update(network, parameters, inputs, rates);
        }
    }

    /// Gives everything once, and records what inputs change of it.
    fn give_all(&mut self, network: &Network, given: &GivenValues) {
        let bodies = || network.bodies.iter().enumerate();
        let drives = || {
            network.bodies.iter().filter_map(|body| match body.kind {
                BodyKind::Prescribed(drive) => Some(drive),
                _ => None,
            })
        };
        self.prescribed = drives().next().is_some();
        self.position_driven = drives().any(|drive| matches!(drive, Drive::Position { .. }));
        let moves = |contact: &Contact| {
            is_input(&contact.surface_velocity) || contact.surface_acceleration != Signal::Zero
        };
        self.may_accelerate = self.prescribed || network.contacts.iter().any(moves);
        self.given_bodies.clear();
        self.given_bodies
            .extend(bodies().filter(|(_, body)| has_input(body)).map(|(index, _)| index));
        for (index, body) in bodies() {
            self.give_body(index, body, given);
        }
        self.given_contacts.clear();
        for (index, contact) in network.contacts.iter().enumerate() {
            give_contact(&mut self.contacts[index], index, contact, network, given);
            give_surface(self, index, contact, given);
            if self.contacts[index].depends_on_inputs(contact) {
                self.given_contacts.push(index);
            }
        }
    }

    /// Takes the given values of a body: the force on it, or its motion.
    fn give_body(&mut self, index: usize, body: &Body, given: &GivenValues) {
        match body.kind {
            BodyKind::Free { force, constant_force, .. }
            | BodyKind::Massless { force, constant_force, .. } => {
                let of = |values: &[f64]| force.map_or(0.0, |id| values[id.0]);
                self.force[index] = given.number(constant_force) + of(given.inputs);
                self.force_rate[index] = of(given.rates);
            }
            BodyKind::Fixed => {}
            BodyKind::Prescribed(Drive::Port(port)) if self.ports.contains(&index) => {
                [self.force[index], self.force_rate[index]] = match port.applied_force {
                    AppliedForce::Input(id) => [given.inputs[id.0], given.rates[id.0]],
                    AppliedForce::Estimate { .. } => {
                        [given.motions.get(index).map_or(0.0, |motion| motion.force), 0.0]
                    }
                };
            }
            BodyKind::Prescribed(_) => {
                let motion = given.motions.get(index).copied().unwrap_or_default();
                self.bodies[index] = BodyData::Known(motion);
            }
        }
    }

    /// Blocks of the mass matrix.
    fn take_blocks(&mut self, network: &Network, given: &GivenValues) -> Result<(), Fault> {
        let of = |place: usize| {
            let bodies = network.inertias.get(place).map(|inertia| inertia.bodies.iter());
            bodies.into_iter().flatten().filter_map(|body| self.unknown_of(*body))
        };
        if !self.blocks.are(network.inertias.len(), of) {
            let unknown = |body: &usize| self.unknown_of(*body);
            let blocks: Vec<Vec<usize>> = network
                .inertias
                .iter()
                .map(|inertia| inertia.bodies.iter().filter_map(unknown).collect())
                .collect();
            self.blocks.lay_out(self.mass.len(), blocks.into_iter());
        }
        for (index, inertia) in network.inertias.iter().enumerate() {
            let (by, name, rule) = match inertia.entries {
                InertiaEntries::Matrix(_) => (
                    GivenBy::Matrix,
                    "matrix",
                    "must be positive definite, so that every motion of its bodies has kinetic energy; make its entries \
                     smaller, or the masses greater",
                ),
                InertiaEntries::Inverse(_) => (
                    GivenBy::Inverse,
                    "inverseMass",
                    "must be positive definite: W = B M⁻¹ Bᵀ of ports that move independently",
                ),
            };
            let entry = |k: usize, l: usize| {
                let mass = inertia.mass(&network.bodies, k, l).map(|id| given.parameters[id.0]);
                let inverse = inertia.inverse(k, l).map(|id| given.inputs[id.0]);
                mass.or(inverse).unwrap_or(f64::NAN)
            };
            if !self.give_block(index, by, entry) {
                let name = format!("{}.{name}", inertia.name);
                return Err(Fault::Parameter { name, rule: rule.to_owned() });
            }
        }
        Ok(())
    }

    pub fn clear_bodies(&mut self) {
        self.bodies.clear();
        self.mass.clear();
        self.body_of.clear();
        self.force.clear();
        self.force_rate.clear();
        self.sources.clear();
    }

    /// Finds the ports that have an effective mass.
    ///
    /// # Errors
    /// [`Fault::Parameter`] for one that is negative, or that became 0 or is 0 no longer while the motion continues.
    fn find_ports(&mut self, network: &Network, given: &GivenValues) -> Result<(), Fault> {
        let mut count = 0;
        self.has_prescribed_ports = false;
        for (body, entry) in network.bodies.iter().enumerate() {
            let Some(port) = entry.kind.port() else { continue };
            // One that is in a block has a mass.
            let mass = port.effective_mass.map_or(1.0, |mass| given.signal(mass));
            let was_one = self.ports.get(count) == Some(&body);
            let rule = match mass {
                _ if mass < 0.0 => format!("must be ≥ 0 (got {})", Short(mass)),
                _ if self.ports_stay && was_one != (mass > 0.0) => format!(
                    "must stay {} during the simulation (got {}): whether the body is a port with a mass or its \
                     motion is prescribed is decided at initialisation",
                    if was_one { "> 0" } else { "0" },
                    Short(mass)
                ),
                _ => {
                    if mass > 0.0 && !was_one {
                        self.ports.truncate(count);
                        self.ports.push(body);
                    }
                    count += usize::from(mass > 0.0);
                    self.has_prescribed_ports |= mass == 0.0;
                    continue;
                }
            };
            let name = port.effective_mass.map_or("", |mass| network.name_of(mass)).to_owned();
            return Err(Fault::Parameter { name, rule });
        }
        self.ports.truncate(count);
        Ok(())
    }

    /// Adds a body whose motion follows from the forces on it.
    fn add_unknown(&mut self, index: usize, mass: f64) -> BodyData {
        self.mass.push(mass);
        self.body_of.push(index);
        BodyData::Free { unknown: self.mass.len() - 1 }
    }

    fn add_body(&mut self, index: usize, body: &Body, given: &GivenValues) {
        let system = match body.kind {
            BodyKind::Prescribed(Drive::Port(port)) if self.ports.contains(&index) => {
                // Of those in a block the inverse mass matrix says what it is.
                let mass = port.effective_mass.map_or(1.0, |mass| given.signal(mass));
                self.add_unknown(index, mass)
            }
            BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => {
                let mass = match body.kind {
                    BodyKind::Free { mass, .. } => given.parameters[mass.0],
                    _ => 0.0,
                };
                self.sources.extend(source.map(|source| {
                    let angular_frequency = given.parameters[source.angular_frequency.0];
                    let passed = angular_frequency * self.epoch;
                    ExcitationData {
                        body: index,
                        amplitude: given.parameters[source.amplitude.0],
                        angular_frequency,
                        phase: given.number(source.phase) + passed,
                    }
                }));
                self.add_unknown(index, mass)
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => BodyData::Known(Prescribed::default()),
        };
        self.bodies.push(system);
        self.force.push(0.0);
        self.force_rate.push(0.0);
    }
}

/// True if inputs give the force on a body or its motion.
fn has_input(body: &Body) -> bool {
    match body.kind {
        BodyKind::Free { force, .. } | BodyKind::Massless { force, .. } => force.is_some(),
        BodyKind::Fixed => false,
        BodyKind::Prescribed(_) => true,
    }
}
