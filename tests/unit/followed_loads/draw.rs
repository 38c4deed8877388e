//! Networks over all built-in laws whose normal loads follow signals that pass through 0, touch it, or stay there.

use std::fmt::Write;
use std::sync::Arc;

use luztar::laws::{Law, LawKind, LawShape, LoadUse, Measure};
use luztar::signals::{Expression, Ramps, Series, Signal};

use crate::draws::Draws;
use crate::examples;

/// Duration of a run, s.
pub const END: f64 = 2.0;

/// A network file, and the inputs by name.
pub struct Drawn {
    pub text: String,
    pub inputs: Vec<(String, Course)>,
    /// Length of communication steps, s.
    pub step: f64,
}

/// An input over time.
#[derive(Clone)]
pub enum Course {
    Formula { text: String, tolerance: f64 },
    Points(Vec<(f64, f64)>),
}

impl Course {
    /// For a run that ends at a time, s.
    pub fn signal(&self, end: f64) -> Signal {
        match self {
            Self::Formula { text, tolerance } => {
                let expression = Expression::parse(text).expect("an expression");
                Signal::Expression(Ramps::new(expression, end, *tolerance))
            }
            Self::Points(points) => {
                let times: Arc<[f64]> = points.iter().map(|point| point.0).collect();
                Signal::Series(Series::new(times, points.iter().map(|point| point.1).collect()))
            }
        }
    }

    pub fn told(&self) -> String {
        match self {
            Self::Formula { text, tolerance } => format!("{text} ({tolerance:e})"),
            Self::Points(points) => format!("{points:?}"),
        }
    }
}

/// A draw; every second one has numbers over ten decades.
pub fn drawn(seed: u64, kinds: &[LawKind]) -> Drawn {
    let mut draws = Draws::new(seed);
    let wide = draws.chance(0.5);
    let unit = if wide { draws.scaled(1e-5, 1e5) } else { 1.0 };
    let mut network = Drawer { draws, wide, unit, kinds, text: String::new(), inputs: Vec::new() };
    network.all();
    let Drawer { mut draws, text, inputs, .. } = network;
    let step = draws.pick(&[0.04, 0.1, 0.25, END]);
    Drawn { text, inputs, step }
}

struct Drawer<'k> {
    draws: Draws,
    wide: bool,
    /// Of forces, masses and stiffnesses.
    unit: f64,
    kinds: &'k [LawKind],
    text: String,
    inputs: Vec<(String, Course)>,
}

impl Drawer<'_> {
    fn all(&mut self) {
        self.text = format!(
            "[model]\nname = \"Drawn\"\n[experiment]\nstopTime = {END:?}\nstepSize = 0.01\n"
        );
        let bodies = 1 + self.draws.below(3);
        for body in 0..bodies {
            let mass = self.size(0.3, 3.0);
            let (position, velocity) = (
                self.draws.mixed(&[0.0, 0.1], -0.5, 0.5),
                self.draws.mixed(&[0.0, 1.0], -1.0, 1.0),
            );
            write!(
                self.text,
                "[body.b{body}]\nmass = {mass:?}\nposition = {position:?}\nvelocity = {velocity:?}\n"
            )
            .unwrap();
            self.push(body);
        }
        let springs = self.draws.below(3);
        for spring in 0..springs {
            self.spring(spring, bodies);
        }
        let contacts = 1 + self.draws.below(3);
        for contact in 0..contacts {
            self.contact(contact, bodies, springs);
        }
    }

    /// In the network's own unit of force.
    fn size(&mut self, low: f64, high: f64) -> f64 {
        self.unit * self.draws.mixed(&[1.0], low, high)
    }

    /// Draws the size of a force or a load; some are other ones by decades.
    fn force(&mut self) -> f64 {
        let far = self.wide && self.draws.chance(0.3);
        let factor = if far { self.draws.scaled(1e-5, 100.0) } else { 1.0 };
        factor * self.size(0.3, 3.0)
    }

    /// Draws the drive of a body.
    fn push(&mut self, body: usize) {
        let (force, frequency) = (self.force(), self.draws.between(0.5, 9.0));
        match self.draws.below(4) {
            0 => writeln!(
                self.text,
                "excitation = {{ amplitude = {force:?}, angularFrequency = {frequency:?}, phase = 0.4 }}"
            ),
            1 => writeln!(self.text, "constantForce = {force:?}"),
            2 => {
                let text = format!("{force:?}*sin({frequency:?}*t)");
                self.inputs.push((format!("b{body}.force"), Course::Formula { text, tolerance: 1e-2 }));
                writeln!(self.text, "force = \"input\"")
            }
            _ => Ok(()),
        }
        .unwrap();
    }

    fn between(&mut self, bodies: usize) -> String {
        let (one, other) = (self.draws.below(bodies), self.draws.below(bodies + 1));
        if other == bodies || other == one {
            format!("between = \"b{one}\"\n")
        } else {
            format!("between = [\"b{one}\", \"b{other}\"]\n")
        }
    }

    fn spring(&mut self, spring: usize, bodies: usize) {
        let (ends, stiffness) = (self.between(bodies), self.size(1.0, 100.0));
        write!(self.text, "[spring.s{spring}]\n{ends}stiffness = {stiffness:?}\n").unwrap();
        if self.draws.chance(0.5) {
            let gap = self.draws.mixed(&[0.1], 0.0, 0.4);
            writeln!(self.text, "backlash = {:?}", 2.0 * gap).unwrap();
        }
        if self.draws.chance(0.6) {
            let damping = self.size(0.1, 3.0);
            writeln!(self.text, "damping = {damping:?}").unwrap();
        }
    }

    fn contact(&mut self, contact: usize, bodies: usize, springs: usize) {
        let kind = self.draws.pick(&self.kinds.iter().collect::<Vec<_>>());
        let numbers = self.numbers(kind);
        let ends = self.between(bodies);
        write!(self.text, "[contact.c{contact}]\n{ends}law = {:?}\n", kind.name()).unwrap();
        for (key, value) in examples::keys(kind, true, &numbers) {
            writeln!(self.text, "{key} = {value}").unwrap();
        }
        if self.draws.chance(0.2) {
            let surface = self.draws.mixed(&[0.5], -1.0, 1.0);
            writeln!(self.text, "surfaceVelocity = {surface:?}").unwrap();
        }
        // Viscous friction sets in with the load. Where it changes how fast a spring or a formula presses, the load can neither
        // stay above 0 nor below.
        let factor = kind.load_use() == LoadUse::Factor;
        let chatters = if factor && self.draws.chance(0.25) {
            self.load_by_formula()
        } else {
            let pressed = factor && springs > 0 && self.draws.chance(0.2);
            self.followed_load(contact, pressed.then_some(springs));
            pressed
        };
        if !chatters && self.draws.chance(0.4) {
            let viscous = self.size(0.1, 1.0);
            writeln!(self.text, "viscous = {viscous:?}").unwrap();
        }
    }

    /// A load that follows a signal, and maybe the force of one of so many springs.
    fn followed_load(&mut self, contact: usize, springs: Option<usize>) {
        writeln!(self.text, "normalForce = {{ input = true, start = 1.0 }}").unwrap();
        if let Some(springs) = springs {
            let (spring, by) = (self.draws.below(springs), self.draws.pick(&[1.0, -1.0, 0.3]));
            write!(self.text, "loadSpring = \"s{spring}\"\nloadFactor = {by:?}\n").unwrap();
        }
        let course = self.course();
        self.inputs.push((format!("c{contact}.normalForce"), course));
    }

    /// Numbers about those of a law's example; that itself where they contradict each other.
    fn numbers(&mut self, kind: &LawKind) -> Vec<Vec<f64>> {
        let example = kind.example().expect("every built-in law has one");
        let mut numbers = example.clone();
        for (parameter, entries) in kind.parameters().iter().zip(&mut numbers) {
            let varies = parameter.measure != Measure::Count;
            let factor = if varies { self.draws.mixed(&[1.0], 0.5, 2.0) } else { 1.0 };
            entries.iter_mut().for_each(|entry| *entry *= factor);
        }
        if is_right(kind, &numbers) { numbers } else { example }
    }

    /// True if the load follows from the slip velocity.
    fn load_by_formula(&mut self) -> bool {
        let [p, q] = [self.force(), self.draws.mixed(&[1.0, 2.0], 0.5, 9.0)];
        let formula = self.draws.pick(&[
            "p*sin(q*t)",
            "p*max(sin(q*t), 0)",
            "p*(1 - cos(q*t))",
            "p*e",
            "p*max(e, 0)",
            "p*abs(e)",
            "p*(e - 0.05)^2",
            "p*sin(q*t) + e",
            "p*rate",
            "p*max(1 - q*t, 0)",
        ]);
        write!(self.text, "normalForce = {formula:?}\nparameter = {{ p = {p:?}, q = {q:?} }}\n")
            .unwrap();
        formula.contains("rate")
    }

    /// A load over time.
    fn course(&mut self) -> Course {
        let (p, q) = (self.force(), self.draws.mixed(&[1.0, 2.0, 3.0], 0.5, 12.0));
        if self.draws.chance(0.3) {
            let count = 2 + self.draws.below(12);
            let interval = END / count as f64;
            let draws = &mut self.draws;
            let mut value = || p * draws.mixed(&[0.0, 0.0, 1.0, -1.0], -1.0, 1.0);
            return Course::Points((0..=count).map(|k| (k as f64 * interval, value())).collect());
        }
        let shape = self.draws.pick(&[
            "sin(q*t)",
            "max(sin(q*t), 0)",
            "abs(sin(q*t))",
            "(1 - cos(q*t))",
            "(1 - q*t)",
            "max(1 - q*t, 0)",
            "(cos(q*t) - 0.5)",
            "if(sin(q*t) > 0, sin(q*t), 0)",
            "(t - 1)^2",
            "(t - 1)^3",
            "exp(-q*t)",
            "(min(t, 1)*2 - 1 - max(t - 1.25, 0))",
        ]);
        let text = format!("{p:?}*{}", shape.replace('q', &format!("{q:?}")));
        Course::Formula { text, tolerance: self.draws.pick(&[1e-1, 1e-2, 1e-3]) }
    }
}

fn is_right(kind: &LawKind, numbers: &[Vec<f64>]) -> bool {
    let ends = numbers.iter().scan(0, |end, entries| {
        *end += entries.len();
        Some(*end)
    });
    let shape = LawShape { kind: kind.clone(), regularisation: None, ends: ends.collect() };
    let numbers = numbers.concat();
    Law::new(&shape, &numbers).and_then(|law| law.check_start(&shape, &numbers)).is_ok()
}
