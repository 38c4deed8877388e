//! Masses, forces, springs, friction and velocities of each body of a network at the start.

use super::block::Block;
use super::oscillator::Oscillator;
use crate::laws::{Conditions, Law, Limits};
use crate::network::force::{Force, ForceKind, Meaning, Named};
use crate::network::model::{BodyKind, Contact, Drive, End, Network, Signal, Spring};
use crate::network::parts::ParameterId;
use crate::network::series::PartNumbers;

/// Ends of an element, with their weights.
pub(super) type Ends = [(Option<usize>, f64); 2];

/// Each body by itself, and the elements that join them.
pub(super) struct Sizes<'n> {
    pub network: &'n Network,
    pub value: &'n dyn Fn(ParameterId) -> f64,
    /// Ends of each element that joins bodies.
    pub links: Vec<Ends>,
    /// Each body with all that acts on it.
    pub bodies: Vec<Oscillator>,
    /// Each body with springs and dampers to the ground and to prescribed bodies alone; of those in blocks without their mass.
    pub grounded: Vec<Oscillator>,
    /// Static friction at each body, infinite at freewheels and couplings.
    pub friction: Vec<f64>,
    /// Magnitude of the given velocity of each body: at the start, prescribed, or of a surface.
    pub speed: Vec<f64>,
    /// Bodies that a mass matrix couples; each has in `bodies` its effective mass 1/W_ii.
    pub blocks: Vec<Block>,
}

/// Returns the ends of an element at bodies that move, with the magnitudes of their weights.
pub(super) fn known(ends: Ends) -> impl Iterator<Item = (usize, f64)> {
    ends.into_iter()
        .filter_map(|(body, weight)| Some((body?, weight.abs())))
        .filter(|(_, w)| *w > 0.0)
}

impl<'n> Sizes<'n> {
    pub fn of(network: &'n Network, value: &'n dyn Fn(ParameterId) -> f64) -> Self {
        let count = network.bodies.len();
        let (bodies, grounded) =
            (vec![Oscillator::default(); count], vec![Oscillator::default(); count]);
        let (friction, speed, links) = (vec![0.0; count], vec![0.0; count], Vec::new());
        let mut sizes =
            Sizes { network, value, links, bodies, grounded, friction, speed, blocks: Vec::new() };
        for body in 0..count {
            sizes.add_body(body);
        }
        sizes.add_blocks();
        for contact in &network.contacts {
            sizes.add_contact(contact);
        }
        for spring in &network.springs {
            sizes.add_spring(spring);
        }
        for damper in &network.dampers {
            let ends = sizes.ends([damper.i, damper.j], [1.0; 2]);
            let damping = (sizes.value)(damper.damping);
            sizes.resist(ends, |body, weight| body.damping += weight * weight * damping);
            sizes.links.push(ends);
        }
        sizes.add_formulas();
        for (grounded, body) in sizes.grounded.iter_mut().zip(&sizes.bodies) {
            grounded.mass = body.mass;
            grounded.force = body.force;
            grounded.excitation = body.excitation;
        }
        for body in sizes.blocks.iter().flat_map(|block| &block.bodies) {
            sizes.grounded[*body].mass = 0.0;
        }
        sizes
    }

    fn optional(&self, id: Option<ParameterId>) -> f64 {
        id.map_or(0.0, &self.value)
    }

    pub fn signal(&self, signal: Signal) -> f64 {
        match signal {
            Signal::Parameter(id) => (self.value)(id),
            given => self.network.start_of(given),
        }
    }

    pub fn ends(&self, ends: [End; 2], factors: [f64; 2]) -> Ends {
        let weight = |end: End| end.weight.map_or(1.0, &self.value);
        let moves = |body: &usize| self.network.bodies[*body].kind != BodyKind::Fixed;
        [0, 1].map(|k| (ends[k].body.filter(moves), factors[k] * weight(ends[k])))
    }

    fn add_body(&mut self, body: usize) {
        let start = |id| self.network.start_of(Signal::Input(id)).abs();
        match self.network.bodies[body].kind {
            BodyKind::Free { force, constant_force, source, .. }
            | BodyKind::Massless { force, constant_force, source, .. } => {
                self.bodies[body].force =
                    self.optional(constant_force).abs() + force.map_or(0.0, start);
                if let Some(source) = source {
                    let [amplitude, frequency] = [source.amplitude, source.angular_frequency]
                        .map(|id| (self.value)(id).abs());
                    self.bodies[body].excitation = (amplitude, 1.0 / frequency);
                }
            }
            BodyKind::Prescribed(Drive::Port(port)) => {
                self.bodies[body].mass = port.effective_mass.map_or(0.0, |mass| self.signal(mass));
                self.bodies[body].force = self.signal(port.applied_force.signal()).abs();
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => {}
        }
        match self.network.bodies[body].kind {
            BodyKind::Free { mass, velocity0, .. } => {
                self.bodies[body].mass = (self.value)(mass);
                self.speed[body] = (self.value)(velocity0).abs();
            }
            BodyKind::Prescribed(drive) => {
                self.speed[body] = drive.velocity().map_or(0.0, start);
            }
            BodyKind::Massless { .. } | BodyKind::Fixed => {}
        }
    }

    fn add_contact(&mut self, contact: &Contact) {
        let ends = self.ends([contact.i, contact.j], [1.0; 2]);
        let surface = contact.surface_line.at(self.signal(contact.surface_velocity)).abs();
        let limits = self.limits(contact);
        let limit = limits.forward.max(limits.backward);
        for (body, weight) in known(ends) {
            self.speed[body] = self.speed[body].max(surface / weight);
            self.friction[body] += weight * limit;
        }
        self.links.push(ends);
    }

    /// Returns the friction at rest under the load at the start.
    pub fn limits(&self, contact: &Contact) -> Limits {
        let numbers: Vec<f64> =
            contact.law_numbers.iter().map(|number| self.signal(*number)).collect();
        let load = contact.normal_load.map_or(1.0, |load| self.signal(load));
        let load = load * self.radius(contact);
        let law = Law::new(&contact.law, &numbers).ok();
        law.map_or_else(Limits::default, |law| law.static_limits(Conditions::under(load)))
    }

    /// Radius at which friction acts; 1 where the load acts as it is.
    pub fn radius(&self, contact: &Contact) -> f64 {
        contact.effective_radius.map_or(1.0, &self.value)
    }

    fn add_spring(&mut self, spring: &Spring) {
        let value = &self.value;
        let ends = self.ends([spring.i, spring.j], spring.end_factors(value));
        let soft = |part: PartNumbers| part.ratio * part.ratio / part.elastic.stiffness;
        let stiffness = match &spring.series {
            None => spring.elastic.numbers(value).stiffness.abs(),
            Some(_) => 1.0 / spring.part_numbers(value).map(soft).sum::<f64>(),
        };
        let e = self.weighed([spring.i, spring.j], spring.end_factors(value), 0);
        let [lower, upper] = spring.edges(value);
        let beyond = if e > upper { e - upper } else { (lower - e).max(0.0) };
        let characteristic = spring.characteristic.map(value);
        let damping = self.optional(spring.damping);
        for (body, weight) in known(ends) {
            let other = characteristic.force(beyond).abs();
            self.bodies[body].force += weight * stiffness * beyond + weight * other;
        }
        if lower == upper {
            self.resist(ends, |body, weight| {
                body.stiffness +=
                    weight * weight * (stiffness + characteristic.slope(beyond).abs());
                body.damping += weight * weight * damping;
            });
        } else {
            let edges = [e - lower, upper - e].into_iter().filter(|distance| distance.is_finite());
            let farther = edges.fold(0.0, |most: f64, distance| most.max(distance.abs()));
            self.resist(ends, |body, weight| {
                body.stops.push((weight * weight * stiffness, farther / weight));
            });
        }
        self.links.push(ends);
    }

    /// Adds the blocks of the mass matrix; those with values that are no mass matrix are left out.
    fn add_blocks(&mut self) {
        let block = |inertia| Block::of(self.network, inertia, |signal| self.signal(signal));
        self.blocks = self.network.inertias.iter().filter_map(block).collect();
        for block in &self.blocks {
            for (k, body) in block.bodies.iter().enumerate() {
                self.bodies[*body].mass = 1.0 / block.inverse(k, k);
            }
        }
    }

    /// Adds stiffness, damping or a stop to both ends of an element; to `grounded`, too, if the other end is the ground or a
    /// prescribed body. Ports with a mass count as free bodies.
    fn resist(&mut self, ends: Ends, add: impl Fn(&mut Oscillator, f64)) {
        let prescribed = |body: usize| {
            matches!(self.network.bodies[body].kind, BodyKind::Prescribed(_))
                && self.bodies[body].mass == 0.0
        };
        let free = known(ends).filter(|(body, _)| !prescribed(*body)).count();
        for (body, weight) in known(ends) {
            add(&mut self.bodies[body], weight);
            if free == 1 {
                add(&mut self.grounded[body], weight);
            }
        }
    }

    /// Adds the forces by formula at the start.
    fn add_formulas(&mut self) {
        for force in self.network.forces.iter() {
            let numbers: Vec<f64> =
                force.names.iter().map(|(_, meaning)| self.named(force, meaning)).collect();
            let given = Named { names: &force.names, numbers: &numbers, parameter: &self.value };
            let acting = force.actions.iter().filter(|_| force.acts());
            let forces: Vec<(Ends, f64)> = acting
                .skip(usize::from(force.kind == ForceKind::Potential))
                .map(|action| {
                    (self.ends([action.i, action.j], [1.0; 2]), action.formula.evaluate(&given))
                })
                .collect();
            for (ends, made) in forces {
                for (body, weight) in known(ends) {
                    self.bodies[body].force +=
                        if made.is_finite() { (weight * made).abs() } else { 0.0 };
                }
                self.links.push(ends);
            }
            let mut bodies = force.bodies();
            if let Some(first) = bodies.next() {
                self.links.extend(bodies.map(|other| [(Some(first), 1.0), (Some(other), 1.0)]));
            }
        }
    }

    /// Returns the value of a name of a formula at the start.
    fn named(&self, force: &Force, meaning: &Meaning) -> f64 {
        let own = |order| {
            force.actions.first().map_or(0.0, |own| self.weighed([own.i, own.j], [1.0; 2], order))
        };
        match meaning {
            Meaning::Relative => own(0),
            Meaning::Rate => own(1),
            Meaning::Position(body) => self.motion(*body)[0],
            Meaning::Velocity(body) => self.motion(*body)[1],
            Meaning::Time | Meaning::List(_) => 0.0,
            Meaning::Input(id) => self.network.start_of(Signal::Input(*id)),
            Meaning::Parameter(id) => (self.value)(*id),
        }
    }

    /// Returns the position and velocity of a body at the start.
    fn motion(&self, body: usize) -> [f64; 2] {
        let input = |id| self.network.start_of(Signal::Input(id));
        match self.network.bodies[body].kind {
            BodyKind::Free { position0, velocity0, .. } => {
                [position0, velocity0].map(|id| (self.value)(id))
            }
            BodyKind::Massless { position0, .. } => [(self.value)(position0), 0.0],
            BodyKind::Fixed => [0.0; 2],
            BodyKind::Prescribed(drive) => {
                let position = match drive {
                    Drive::Velocity { position0, .. } => (self.value)(position0),
                    _ => drive.position().map_or(0.0, input),
                };
                [position, drive.velocity().map_or(0.0, input)]
            }
        }
    }

    /// Returns the relative position, or velocity, of two ends at the start.
    fn weighed(&self, ends: [End; 2], factors: [f64; 2], order: usize) -> f64 {
        let of = |k: usize| {
            let weight = ends[k].weight.map_or(1.0, &self.value);
            ends[k].body.map_or(0.0, |body| factors[k] * weight * self.motion(body)[order])
        };
        of(0) - of(1)
    }
}
