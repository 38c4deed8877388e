//! Networks written in code.

use std::sync::Arc;

use luztar::laws::{LawKind, LawShape};
use luztar::network::{
    Axis, Body, BodyKind, Bounds, Characteristic, Contact, Cubic, Damper, Drive, End, Experiment,
    Freeplay, Harmonic, Input, InputId, Line, Method, Network, Parameter, ParameterId,
    PhysicalUnit, Signal, Spring, Tunability, read,
};

/// Relative tolerance of a unit that says nothing else.
pub const TOLERANCE: f64 = 1e-10;

/// A network of a file's text.
pub fn network(text: &str) -> Arc<Network> {
    Arc::new(read(text, "test.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}")))
}

/// A number of the file, or an input with its start value.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Number(f64),
    Input(f64),
}

/// A contact; the rest is filled from [`Default`]: the first body on the ground at rest, no friction.
#[derive(Clone, Copy, Debug)]
pub struct Friction {
    pub i: Option<usize>,
    pub j: Option<usize>,
    pub kinetic: f64,
    /// None: equal to the kinetic friction.
    pub limit: Option<f64>,
    pub viscous: f64,
    pub ratio: f64,
    pub surface: Value,
    pub surface_acceleration: Value,
    /// Normal load; None: the numbers are forces.
    pub load: Option<Value>,
}

impl Default for Friction {
    fn default() -> Self {
        Friction {
            i: Some(0),
            j: None,
            kinetic: 0.0,
            limit: None,
            viscous: 0.0,
            ratio: 1.0,
            surface: Value::Number(0.0),
            surface_acceleration: Value::Number(0.0),
            load: None,
        }
    }
}

impl Friction {
    /// Between two bodies with friction `kinetic`.
    pub fn between(i: usize, j: usize, kinetic: f64) -> Self {
        Friction { i: Some(i), j: Some(j), kinetic, ..Friction::default() }
    }

    pub fn ground(i: usize, kinetic: f64) -> Self {
        Friction { i: Some(i), kinetic, ..Friction::default() }
    }
}

/// A spring; the first body to the ground unless said otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Elastic {
    pub i: Option<usize>,
    pub j: Option<usize>,
    pub stiffness: f64,
    pub cubic: f64,
    pub damping: f64,
    pub freeplay: f64,
    pub ratio: f64,
}

impl Default for Elastic {
    fn default() -> Self {
        Elastic {
            i: Some(0),
            j: None,
            stiffness: 0.0,
            cubic: 0.0,
            damping: 0.0,
            freeplay: 0.0,
            ratio: 1.0,
        }
    }
}

/// Collects a network.
#[derive(Debug, Default)]
pub struct Builder {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    springs: Vec<Spring>,
    dampers: Vec<Damper>,
    parameters: Vec<Parameter>,
    inputs: Vec<Input>,
}

impl Builder {
    fn parameter(&mut self, name: String, start: f64) -> ParameterId {
        let bounds = Bounds::NONE;
        let (unit, tunability) = (PhysicalUnit::One, Tunability::Tunable);
        let description = String::new();
        self.parameters.push(Parameter { name, description, unit, start, bounds, tunability });
        ParameterId(self.parameters.len() - 1)
    }

    fn input(&mut self, name: String, start: f64) -> InputId {
        let unit = PhysicalUnit::One;
        let (description, bounds) = (String::new(), Bounds::NONE);
        self.inputs.push(Input { name, description, unit, start, bounds });
        InputId(self.inputs.len() - 1)
    }

    fn signal(&mut self, name: String, value: Value) -> Signal {
        match value {
            Value::Number(0.0) => Signal::Zero,
            Value::Number(x) => Signal::Parameter(self.parameter(name, x)),
            Value::Input(start) => Signal::Input(self.input(name, start)),
        }
    }

    /// A body with a force input of start value 0.
    pub fn body(&mut self, mass: f64, position: f64, velocity: f64) -> usize {
        let body = self.bodies.len();
        let kind = BodyKind::Free {
            mass: self.parameter(format!("body{body}.mass"), mass),
            position0: self.parameter(format!("body{body}.position0"), position),
            velocity0: self.parameter(format!("body{body}.velocity0"), velocity),
            force: Some(self.input(format!("body{body}.force"), 0.0)),
            constant_force: None,
            source: None,
        };
        self.push_body(kind)
    }

    /// A massless body with a force input of start value 0.
    pub fn massless(&mut self, position: f64) -> usize {
        let body = self.bodies.len();
        let kind = BodyKind::Massless {
            position0: self.parameter(format!("body{body}.position0"), position),
            force: Some(self.input(format!("body{body}.force"), 0.0)),
            constant_force: None,
            source: None,
        };
        self.push_body(kind)
    }

    /// A body that inputs move.
    pub fn prescribed(&mut self, position: f64, velocity: f64) -> usize {
        let body = self.bodies.len();
        let drive = Drive::Both {
            position: self.input(format!("body{body}.position"), position),
            velocity: self.input(format!("body{body}.velocity"), velocity),
            acceleration: self.input(format!("body{body}.acceleration"), 0.0),
        };
        self.push_body(BodyKind::Prescribed(drive))
    }

    fn push_body(&mut self, kind: BodyKind) -> usize {
        let name = format!("body{}", self.bodies.len());
        self.bodies.push(Body {
            name,
            description: String::new(),
            axis: Axis::Translation,
            kind,
            flange: false,
        });
        self.bodies.len() - 1
    }

    /// Start value of a body's force input.
    pub fn push(&mut self, body: usize, start: f64) {
        if let BodyKind::Free { force: Some(id), .. } | BodyKind::Massless { force: Some(id), .. } =
            self.bodies[body].kind
        {
            self.inputs[id.0].start = start;
        }
    }

    /// Adds the constant force `pull` to a free body.
    pub fn pull(&mut self, body: usize, pull: f64) {
        let id = self.parameter(format!("body{body}.constantForce"), pull);
        if let BodyKind::Free { constant_force, .. } | BodyKind::Massless { constant_force, .. } =
            &mut self.bodies[body].kind
        {
            *constant_force = Some(id);
        }
    }

    /// Adds the force `amplitude·cos(angular_frequency·t + phase)` to a free body.
    pub fn shake(&mut self, body: usize, amplitude: f64, angular_frequency: f64, phase: f64) {
        let harmonic = Harmonic {
            amplitude: self.parameter(format!("body{body}.excitationAmplitude"), amplitude),
            angular_frequency: self
                .parameter(format!("body{body}.excitationOmega"), angular_frequency),
            phase: Some(self.parameter(format!("body{body}.excitationPhase"), phase)),
        };
        if let BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } =
            &mut self.bodies[body].kind
        {
            *source = Some(harmonic);
        }
    }

    fn ends(&mut self, name: &str, i: Option<usize>, j: Option<usize>, ratio: f64) -> (End, End) {
        let weight = (ratio != 1.0).then(|| self.parameter(format!("{name}.ratio"), ratio));
        (End { body: i, weight: None }, End { body: j, weight })
    }

    pub fn contact(&mut self, friction: Friction) -> usize {
        let contact = self.contacts.len();
        let name = format!("contact{contact}");
        let (i, j) = self.ends(&name, friction.i, friction.j, friction.ratio);
        let kinetic = self.parameter(format!("{name}.kineticFriction"), friction.kinetic);
        let limit = match friction.limit {
            Some(limit) => self.parameter(format!("{name}.staticFriction"), limit),
            None => kinetic,
        };
        let viscous = self.parameter(format!("{name}.viscous"), friction.viscous);
        let surface_velocity = self.signal(format!("{name}.surfaceVelocity"), friction.surface);
        let surface_acceleration =
            self.signal(format!("{name}.surfaceAcceleration"), friction.surface_acceleration);
        let normal_load =
            friction.load.map(|load| self.signal(format!("{name}.normalForce"), load));
        self.contacts.push(Contact {
            name,
            description: String::new(),
            i,
            j,
            law: LawShape::plain(LawKind::named("coulomb").expect("is built in")),
            law_numbers: [kinetic, limit, viscous].map(Signal::Parameter).into(),
            normal_load,
            effective_radius: None,
            load_from: None,
            surface_velocity,
            surface_line: Line::SAME,
            surface_acceleration,
            applied_force: None,
            axis: Axis::Translation,
        });
        contact
    }

    pub fn spring(&mut self, elastic: Elastic) -> usize {
        let spring = self.springs.len();
        let name = format!("spring{spring}");
        let (i, j) = self.ends(&name, elastic.i, elastic.j, elastic.ratio);
        let stiffness = self.parameter(format!("{name}.stiffness"), elastic.stiffness);
        let cubic = self.parameter(format!("{name}.cubic"), elastic.cubic);
        let damping = self.parameter(format!("{name}.damping"), elastic.damping);
        let freeplay = self.parameter(format!("{name}.backlash"), 2.0 * elastic.freeplay);
        self.springs.push(Spring {
            name,
            description: String::new(),
            i,
            j,
            elastic: luztar::network::Elastic {
                stiffness,
                offset: None,
                preload: None,
                freeplay: Some(Freeplay::Total(freeplay)),
            },
            characteristic: Characteristic::Cubic(Cubic([cubic])),
            damping: Some(damping),
            axis: Axis::Translation,
            series: None,
        });
        spring
    }

    pub fn damper(&mut self, i: Option<usize>, j: Option<usize>, damping: f64) -> usize {
        let damper = self.dampers.len();
        let name = format!("damper{damper}");
        let (i, j) = self.ends(&name, i, j, 1.0);
        let damping = self.parameter(format!("{name}.damping"), damping);
        let (description, axis) = (String::new(), Axis::Translation);
        self.dampers.push(Damper { name, description, i, j, damping, axis });
        damper
    }

    pub fn network(self) -> Arc<Network> {
        Arc::new(Network {
            inertias: Vec::new(),
            about: luztar::network::About { name: "Checked".into(), ..Default::default() },
            options: Vec::new(),
            experiment: Experiment {
                stop_time: 1.0,
                step_size: 0.01,
                relative_tolerance: TOLERANCE,
                method: Method::Events,
                moreau_step: 0.0,
                inputs_at_end: false,
            },
            bodies: self.bodies,
            contacts: self.contacts,
            springs: self.springs,
            dampers: self.dampers,
            forces: Arc::default(),
            families: Vec::new(),
            parameters: self.parameters,
            inputs: self.inputs,
            predict: false,
            local_diagnostics: false,
        })
    }
}
