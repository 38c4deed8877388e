//! What mechanics says of every instant and of every segment of a motion, from outputs and parameters alone.

use std::sync::Arc;

use luztar::network::{
    BodyKind, Contact, Elastic, End, Force, ForceKind, Freeplay, Network, ParameterId, Signal,
};
use luztar::unit::{Accessor, DAMPER_FORCE, Model, Simulation, Value};

/// Sum of the forces on a body less mass × acceleration, relative to the sum of their sizes: round-off.
const BALANCE: f64 = 1e-9;

/// Energy over a segment, relative to what was there and what was done: what a tolerance of 1e-10 leaves.
const ENERGY: f64 = 1e-7;

/// Looks at a running instance.
pub struct Mechanics {
    unit: Arc<Model>,
    /// Work and energy can be told from outputs at the ends of segments.
    closed: bool,
    /// Nothing but contacts dissipates.
    lossless: bool,
    /// Stored and dissipated energy, positions, and the forces that are held, at the last look.
    last: Option<(f64, Vec<f64>)>,
}

impl Mechanics {
    pub fn new(unit: &Arc<Model>) -> Self {
        let network = unit.network();
        let bodies = network.bodies.iter().all(|body| match body.kind {
            BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => source.is_none(),
            BodyKind::Fixed => true,
            BodyKind::Prescribed { .. } => false,
        });
        let told = |contact: &Contact| {
            let stores = contact.law.kind.is_bristle();
            let known = contact.law.kind.name() != "blimanSorine" && contact.normal_load.is_none();
            !matches!(contact.surface_velocity, Signal::Input(_)) && (!stores || known)
        };
        let closed = bodies && network.forces.is_empty() && network.contacts.iter().all(told);
        let damped = network.springs.iter().any(|spring| spring.damping.is_some());
        Self {
            unit: unit.clone(),
            closed,
            lossless: !damped && network.dampers.is_empty(),
            last: None,
        }
    }

    fn network(&self) -> &Network {
        self.unit.network()
    }

    fn read(&self, instance: &mut Simulation, accessor: Accessor) -> f64 {
        let mut rows = self.unit.variables().iter();
        let index = rows.position(|row| row.accessor == accessor).expect("a variable");
        match instance.get(index) {
            Ok(Value::Real(value)) => value,
            other => panic!("{other:?}"),
        }
    }

    fn parameter(&self, instance: &mut Simulation, id: ParameterId) -> f64 {
        self.read(instance, Accessor::Parameter(id))
    }

    fn weight(&self, instance: &mut Simulation, end: End) -> f64 {
        end.weight.map_or(1.0, |id| self.parameter(instance, id))
    }

    /// Constant force and input of a body.
    fn applied(&self, instance: &mut Simulation, body: usize) -> f64 {
        match self.network().bodies[body].kind {
            BodyKind::Free { force, constant_force, .. }
            | BodyKind::Massless { force, constant_force, .. } => {
                let input = force.map_or(0.0, |id| self.read(instance, Accessor::Input(id)));
                input + constant_force.map_or(0.0, |id| self.parameter(instance, id))
            }
            BodyKind::Fixed | BodyKind::Prescribed { .. } => 0.0,
        }
    }

    /// Bodies on which potentials act, of which no output tells the single forces.
    fn acted_on(&self) -> Vec<usize> {
        let forces = self.network().forces.iter();
        let potentials = forces.filter(|force| force.kind == ForceKind::Potential);
        let actions = potentials.flat_map(|force| &force.actions);
        actions.flat_map(|action| [action.i.body, action.j.body]).flatten().collect()
    }

    /// Forces on every body that is free balance.
    pub fn check_instant(&self, instance: &mut Simulation) -> Result<(), String> {
        let network = self.network();
        let count = network.bodies.len();
        let (mut balance, mut scale) = (vec![0.0; count], vec![1.0; count]);
        let contacts = network.contacts.iter().enumerate();
        let contacts = contacts.map(|(c, one)| (one.i, one.j, Accessor::FrictionForce(c)));
        let springs = network.springs.iter().enumerate();
        let springs = springs.map(|(s, one)| (one.i, one.j, Accessor::SpringForce(s)));
        let dampers = network.dampers.iter().enumerate();
        let dampers = dampers.map(|(d, one)| (one.i, one.j, Accessor::Quantity(&DAMPER_FORCE, d)));
        let all = contacts.chain(springs).chain(dampers).map(|(i, j, force)| (i, j, force, 1.0));
        let formulas = network.forces.iter().enumerate();
        let told = |one: &Force| one.acts() && one.kind != ForceKind::Potential;
        let formulas = formulas.filter(|(_, one)| told(one));
        let formulas = formulas.map(|(f, one)| {
            let sign = if one.kind == ForceKind::Load { -1.0 } else { 1.0 };
            (one.actions[0].i, one.actions[0].j, Accessor::Formula(f), sign)
        });
        for (i, j, force, way) in all.chain(formulas) {
            let force = way * self.read(instance, force);
            for (end, sign) in [(i, -1.0), (j, 1.0)] {
                if let Some(body) = end.body {
                    let part = sign * self.weight(instance, end) * force;
                    balance[body] += part;
                    scale[body] += part.abs();
                }
            }
        }
        let untold = self.acted_on();
        for (body, entry) in network.bodies.iter().enumerate() {
            let (mass, source) = match entry.kind {
                _ if untold.contains(&body) => continue,
                BodyKind::Free { mass, source, .. } => (self.parameter(instance, mass), source),
                BodyKind::Massless { source, .. } => (0.0, source),
                BodyKind::Fixed | BodyKind::Prescribed { .. } => continue,
            };
            let mut force = self.applied(instance, body);
            if let Some(source) = source {
                let phase = source.phase.map_or(0.0, |id| self.parameter(instance, id));
                let frequency = self.parameter(instance, source.angular_frequency);
                let angle = frequency * instance.time() + phase;
                force += self.parameter(instance, source.amplitude) * angle.cos();
            }
            let acceleration = self.read(instance, Accessor::Acceleration(body));
            let error = balance[body] + force - mass * acceleration;
            let balanced = error.abs() <= BALANCE * (scale[body] + force.abs());
            if !balanced {
                let time = instance.time();
                return Err(format!("at {time} s forces on {} miss {error:e} N", entry.name));
            }
        }
        Ok(())
    }

    /// Energy stored and dissipated up to now, and what is needed to know the work until the next look.
    fn energy(&self, instance: &mut Simulation) -> (f64, Vec<f64>) {
        let network = self.network();
        let position =
            |instance: &mut Simulation, body| self.read(instance, Accessor::Position(body));
        let (mut energy, mut positions) = (0.0, Vec::new());
        for (body, entry) in network.bodies.iter().enumerate() {
            let place = if entry.kind == BodyKind::Fixed { 0.0 } else { position(instance, body) };
            positions.push(place);
            if let BodyKind::Free { mass, .. } = entry.kind {
                let velocity = self.read(instance, Accessor::Velocity(body));
                energy += 0.5 * self.parameter(instance, mass) * velocity.powi(2);
            }
        }
        for spring in &network.springs {
            let [a, b] = [spring.i, spring.j].map(|end| {
                end.body.map_or(0.0, |body| self.weight(instance, end) * positions[body])
            });
            let Elastic { stiffness, offset, preload, freeplay } = spring.elastic;
            let stiffness = self.parameter(instance, stiffness);
            let mut optional =
                |id: Option<ParameterId>| id.map_or(0.0, |id| self.parameter(instance, id));
            let (cubic, preload) =
                (optional(spring.characteristic.numbers().next()), optional(preload));
            let e = a - b - optional(offset);
            let [from, to] = match freeplay {
                None => [0.0, 0.0],
                Some(Freeplay::Total(id)) => [-0.5, 0.5].map(|side| side * optional(Some(id))),
                Some(Freeplay::Between([from, to])) => [
                    from.map_or(f64::NEG_INFINITY, |id| optional(Some(id))),
                    to.map_or(f64::INFINITY, |id| optional(Some(id))),
                ],
            };
            let beyond = (e - to).max(0.0).max(from - e);
            energy += preload * e;
            energy += 0.5 * stiffness * beyond.powi(2) + 0.25 * cubic * beyond.powi(4);
        }
        let rub = |(_, contact): &(usize, &Contact)| !contact.law.kind.is_rigid();
        for (index, contact) in network.contacts.iter().enumerate().filter(rub) {
            energy += self.read(instance, Accessor::DissipatedEnergy(index));
            if contact.law.kind.is_bristle() {
                // dahl stores F²/(2k), luGre and antunes ½kz².
                let keys = contact.law.kind.parameters().iter();
                let key = keys.clone().position(|key| key.name == "bristleStiffness");
                let id = contact.law_parameter(key.expect("a stiffness"));
                let stiffness = self.parameter(instance, id.expect("no input"));
                let state = self.read(instance, Accessor::InternalState(index, 0));
                let bent =
                    if contact.law.kind.name() == "dahl" { state / stiffness } else { state };
                energy += 0.5 * stiffness * bent.powi(2);
            }
        }
        (energy, positions)
    }

    /// Notes the energy where a segment begins in which forces are held.
    pub fn begin(&mut self, instance: &mut Simulation) {
        self.last = self.closed.then(|| self.energy(instance));
    }

    /// The energy of that segment, made in one step, is balanced.
    pub fn end(&self, instance: &mut Simulation, duration: f64) -> Result<(), String> {
        let Some((before, from)) = &self.last else { return Ok(()) };
        let (after, to) = self.energy(instance);
        let mut work = 0.0;
        let mut scale = 1.0 + before + after;
        for body in 0..from.len() {
            let done = self.applied(instance, body) * (to[body] - from[body]);
            work += done;
            scale += done.abs();
        }
        for (index, contact) in self.network().contacts.iter().enumerate() {
            if let Signal::Parameter(id) = contact.surface_velocity {
                let mean = self.read(instance, Accessor::MeanFrictionForce(index));
                let done = -self.parameter(instance, id) * mean * duration;
                work += done;
                scale += done.abs();
            }
        }
        let lost = before + work - after;
        let balanced = lost >= -ENERGY * scale && !(self.lossless && lost > ENERGY * scale);
        if !balanced {
            let time = instance.time();
            return Err(format!("until {time} s {lost:e} J of {scale} J go astray"));
        }
        Ok(())
    }
}

mod tests {
    use super::*;

    /// A block on a spring that rubs, running from a velocity for a second.
    fn running(ends: &str, velocity: f64) -> (Arc<Model>, Simulation) {
        let text = format!(
            "[model]\nname = \"Block\"\n[body.block]\nmass = 1.0\nvelocity = {velocity:?}\n[body.wall]\nmotion = \"fixed\"\n\
             [spring.s]\nbetween = {ends}\nratio = 2.0\nstiffness = 3.0\n\
             [contact.c]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 0.1\n"
        );
        let unit = Model::read(&text, "block.toml").expect("a network");
        let mut instance = Simulation::new(unit.clone());
        instance.enter_initialization().expect("starts");
        instance.exit_initialization().expect("starts");
        (unit, instance)
    }

    #[test]
    fn forces_that_do_not_balance_and_energy_that_is_lost_are_found() {
        let ends = "[\"block\", \"wall\"]";
        let (unit, mut instance) = running(ends, 1.0);
        let mut mechanics = Mechanics::new(&unit);
        mechanics.begin(&mut instance);
        instance.step(0.0, 1.0).expect("a step");
        mechanics.check_instant(&mut instance).expect("forces balance");
        mechanics.end(&mut instance, 1.0).expect("energy balances");
        let (turned, _) = running("[\"wall\", \"block\"]", 1.0);
        let wrong = Mechanics::new(&turned).check_instant(&mut instance);
        assert!(wrong.is_err_and(|told| told.contains("forces on block miss")));
        let (_, mut slower) = running(ends, 0.9);
        slower.step(0.0, 1.0).expect("a step");
        assert!(mechanics.end(&mut slower, 1.0).is_err_and(|told| told.contains("go astray")));
    }
}
