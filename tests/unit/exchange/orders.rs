//! Calls in every order that the standard permits: after each event forces and derivatives are those of a fresh instance that
//! begins in the same state.

use std::sync::Arc;

use luztar::unit::{Accessor, Causality, Model, Simulation, Value, Variability, exchange_sizes};

use crate::support::{Named, Random, unit};

/// Networks in which friction remembers nothing: limits are the same at rest and while it slips, and loads are shared in one
/// way.
pub const FORGETFUL: [&str; 10] = [
    "body.m = { mass = 2.0, force = \"input\" }\n\
     contact.c = { between = \"m\", law = \"coulomb\", kineticFriction = 3.0 }\n",
    "body.m = { mass = 2.0, force = \"input\" }\n\
     contact.c = { between = \"m\", law = \"coulomb\", kineticFriction = 3.0, viscous = 0.5, surfaceVelocity = \"input\" }\n",
    "body.a = { mass = 2.0, force = \"input\" }\nbody.b = { mass = 1.0, force = \"input\" }\n\
     contact.ab = { between = [\"a\", \"b\"], law = \"coulomb\", kineticFriction = 3.0 }\n\
     contact.b0 = { between = \"b\", law = \"coulomb\", kineticFriction = 1.0 }\n",
    "body.m = { mass = 2.0, force = \"input\" }\n\
     contact.c = { between = \"m\", law = \"coulomb\", kineticCoefficient = 0.3, normalForce = \"input\" }\n",
    "body.a = { mass = 2.0, force = \"input\" }\nbody.b = { mass = 1.0 }\n\
     spring.s = { between = [\"a\", \"b\"], stiffness = 5.0, damping = 0.8, backlash = 0.23 }\n\
     contact.c = { between = \"b\", law = \"coulomb\", kineticFriction = 1.0 }\n",
    "body.ram = { motion = \"prescribed\" }\nbody.m = { mass = 2.0, force = \"input\" }\n\
     contact.c = { between = [\"m\", \"ram\"], law = \"coulomb\", kineticFriction = 3.0 }\n",
    "body.ram = { motion = \"prescribed\" }\n\
     contact.c = { between = \"ram\", law = \"coulomb\", kineticFriction = 3.0 }\n\
     spring.s = { between = \"ram\", stiffness = 5.0, damping = 0.8, backlash = 0.23 }\n",
    "body.a = { mass = 2.0, force = \"input\" }\nbody.m = { mass = 1.0, force = \"input\" }\n\
     spring.s = { between = \"a\", stiffness = 50.0, backlash = 0.13 }\n\
     contact.c = { between = \"m\", law = \"coulomb\", kineticCoefficient = 0.3, normalForce = 1.0, loadFactor = 1.0, loadSpring = \"s\" }\n",
    "body.m = { mass = 2.0, force = \"input\" }\ncontact.c = { between = \"m\", law = \"oneWay\" }\n",
    "body.a = { mass = 2.0, force = \"input\" }\nbody.b = { mass = 1.0, force = \"input\" }\n\
     spring.s = { between = [\"a\", \"b\"], stiffness = 5.0, damping = 0.8 }\n\
     contact.a0 = { between = \"a\", law = \"coulomb\", kineticFriction = 2.0 }\n\
     contact.b0 = { between = \"b\", law = \"coulomb\", kineticFriction = 1.0, surfaceVelocity = \"input\" }\n",
];

pub struct Caller {
    pub instance: Simulation,
    random: Random,
    /// By how much numbers that are not 0 are drawn beside those that meet.
    pub blur: f64,
    said: Vec<String>,
}

impl Caller {
    pub fn new(unit: &Arc<Model>, seed: u64) -> Self {
        let instance = Simulation::exchange(unit.clone());
        let mut caller = Self { instance, random: Random(seed), blur: 0.0, said: Vec::new() };
        caller.random.next();
        caller.instance.enter_initialization().unwrap();
        caller.inputs();
        caller.instance.exit_initialization().unwrap();
        caller.transitions();
        caller.instance.end_event();
        caller
    }

    fn pick(&mut self, from: &[f64]) -> f64 {
        let met = from[(self.random.next() * from.len() as f64) as usize];
        met * (1.0 + self.blur * self.random.next())
    }

    /// Sets some inputs to numbers that meet: at rest, at limits, beyond them.
    fn inputs(&mut self) {
        let unit = self.instance.unit().clone();
        for (index, row) in unit.variables().iter().enumerate() {
            if row.causality != Causality::Input || self.random.next() < 0.5 {
                continue;
            }
            let value = match row.name.rsplit_once('.').expect("of an element").1 {
                "position" => self.pick(&[0.0, 0.05, -0.05, 0.2, -0.2]),
                "velocity" | "surfaceVelocity" => self.pick(&[0.0, 0.0, 0.5, -0.5]),
                "normalForce" => self.pick(&[0.0, 5.0, 10.0]),
                _ => self.pick(&[0.0, 1.0, -1.0, 2.5, -2.5, 5.0, -5.0]),
            };
            self.said.push(format!("{} = {value}", row.name));
            self.instance.set(index, Value::Real(value)).unwrap();
        }
    }

    /// Sets positions and velocities: as they are, or some of them to numbers that meet.
    fn states(&mut self) {
        let unit = self.instance.unit().clone();
        let mut states = self.instance.continuous_states().unwrap().to_vec();
        let names = unit.variables().iter().filter_map(|row| row.derivative_of);
        for (state, row) in states.iter_mut().zip(names) {
            if self.random.next() < 0.5 {
                continue;
            }
            *state = match unit.variables()[row].accessor {
                Accessor::Position(_) => self.pick(&[0.0, 0.05, -0.05, 0.2, -0.2]),
                Accessor::Velocity(_) => self.pick(&[0.0, 0.0, 0.5, -0.5]),
                _ => continue,
            };
            self.said.push(format!("{} = {state}", unit.variables()[row].name));
        }
        self.instance.set_states(&states).unwrap();
    }

    fn look(&mut self) {
        match (self.random.next() * 3.0) as usize {
            0 => self.instance.state_derivatives(|_, _| {}).unwrap(),
            1 => {
                let mut z = vec![f64::NAN; exchange_sizes(self.instance.unit()).1];
                self.instance.event_indicators(&mut z).unwrap();
            }
            _ => {
                self.instance.get(0).unwrap();
            }
        }
    }

    fn transitions(&mut self) {
        self.instance.make_transitions().unwrap_or_else(|fault| panic!("{fault} {:?}", self.said));
        let events = self.instance.step_events();
        self.said.push(format!("transitions {events:?}"));
    }

    /// Some calls between two events, and an event.
    pub fn round(&mut self) {
        for _ in 0..(self.random.next() * 5.0) as usize {
            match (self.random.next() * 5.0) as usize {
                0 => {
                    let time = self.instance.time() + self.pick(&[0.0, 0.0, 1e-3]);
                    self.said.push(format!("t = {time}"));
                    self.instance.set_time(time).unwrap();
                }
                1 | 2 => self.inputs(),
                3 => self.states(),
                _ => self.look(),
            }
        }
        self.instance.begin_event().unwrap();
        self.said.push("event".to_owned());
        for _ in 0..(self.random.next() * 3.0) as usize {
            match (self.random.next() * 5.0) as usize {
                0 | 1 => self.inputs(),
                2 => self.states(),
                3 => self.transitions(),
                _ => self.look(),
            }
        }
        self.transitions();
        self.instance.end_event();
    }

    /// Makes a fresh instance that begins in the same state with the same inputs.
    fn fresh(&mut self) -> Simulation {
        let unit = self.instance.unit().clone();
        let mut fresh = Simulation::exchange(unit.clone());
        fresh.setup_experiment(self.instance.time(), None, None).unwrap();
        for (index, row) in unit.variables().iter().enumerate() {
            let given = row.causality == Causality::Input
                || row.causality == Causality::Parameter && row.variability == Variability::Tunable;
            if given {
                fresh.set(index, self.instance.get(index).unwrap()).unwrap();
            }
        }
        let states = self.instance.continuous_states().unwrap().to_vec();
        let names = unit.variables().iter().filter_map(|row| row.derivative_of);
        for (state, row) in states.into_iter().zip(names) {
            let row = &unit.variables()[row];
            if matches!(row.accessor, Accessor::Position(_) | Accessor::Velocity(_)) {
                fresh.put(&format!("{}0", row.name), state);
            }
        }
        fresh.enter_initialization().unwrap();
        fresh.exit_initialization().unwrap();
        fresh.make_transitions().unwrap();
        fresh.end_event();
        fresh
    }

    /// Differences from a fresh instance, in words. Modes need not be the same where forces are: at the very end of a range.
    fn differences(&mut self) -> Vec<String> {
        let unit = self.instance.unit().clone();
        let mut fresh = self.fresh();
        let own = |name: &str| {
            ["ount", "Time", "mean", "Energy", "state", "stuck"]
                .iter()
                .any(|part| name.contains(part))
        };
        let rows = unit.variables().iter().filter(|row| {
            matches!(row.causality, Causality::Output | Causality::Local) && !own(&row.name)
        });
        rows.filter_map(|row| {
            let (found, right) = (self.instance.real(&row.name), fresh.real(&row.name));
            let differs = (found - right).abs() > 1e-9 * right.abs().max(1.0);
            differs.then(|| format!("{} = {found}, fresh {right}", row.name))
        })
        .collect()
    }
}

/// Draws calls; `wrong` tells what is wrong after an event.
fn draw(texts: &[&str], wrong: impl Fn(&mut Caller) -> Vec<String>) {
    for text in texts {
        let unit = unit(&format!("model = {{ name = \"Calls\" }}\n{text}"));
        for seed in 0..200 {
            let mut caller = Caller::new(&unit, seed);
            for _ in 0..8 {
                caller.said.clear();
                let before = caller.instance.continuous_states().unwrap().to_vec();
                caller.round();
                let wrong = wrong(&mut caller);
                let said = &caller.said;
                assert!(wrong.is_empty(), "{wrong:?} by {said:?} from {before:?}, {seed}:\n{text}");
            }
        }
    }
}

#[test]
fn permitted_calls_in_any_order_leave_the_forces_of_a_fresh_instance() {
    draw(&FORGETFUL, Caller::differences);
}

/// Static friction of 4 N above the kinetic one of 2 N: between them a contact at rest may stick or slip, but in no direction
/// against its acceleration.
#[test]
fn permitted_calls_in_any_order_leave_a_mode_that_goes_on() {
    let text = "body.m = { mass = 2.0, force = \"input\" }\n\
                contact.c = { between = \"m\", law = \"coulomb\", kineticFriction = 2.0, staticFriction = 4.0, surfaceVelocity = \"input\" }\n";
    draw(&[text], |caller| {
        let [slip, friction, force, state] =
            ["c.slipVelocity", "c.frictionForce", "m.force", "c.state"]
                .map(|name| caller.instance.real(name));
        let right = match state {
            0.0 => slip == 0.0 && friction == force && friction.abs() <= 4.0,
            _ => {
                friction == 2.0 * state
                    && (slip * state > 0.0 || slip == 0.0 && force * state > 2.0)
            }
        };
        let told = || format!("slip {slip}, force {force}, friction {friction}, state {state}");
        (!right).then(told).into_iter().collect()
    });
}
