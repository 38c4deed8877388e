//! Networks whose numbers spread over ten decades, and whose loads pass through 0.
//!
//! Each has its own units of force and length, and numbers up to five decades to either side of these. Inputs are formulas of the
//! time, ramps or samples.

#[path = "wide/contacts.rs"]
mod contacts;
#[path = "wide/courses.rs"]
mod courses;
#[path = "wide/formulas.rs"]
mod formulas;

use super::draws::Draws;
use super::laws::Keys;
use super::plan::{Element, Plan};
use courses::Quantity;

const MOST_BODIES: usize = 4;
const MOST_SPRINGS: usize = 3;
const MOST_FORMULAS: usize = 2;
/// Duration of a plan at most, s, and in units of the time of the fastest oscillation.
const DURATION: f64 = 2.0;
const SHORTEST: f64 = 1e-3;
const OSCILLATIONS: f64 = 500.0;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Free,
    Massless,
    Fixed,
}

struct Generator {
    draws: Draws,
    /// Decades over which numbers spread.
    decades: f64,
    /// Units of force (N) and length (m).
    force: f64,
    length: f64,
    duration: f64,
    rotation: bool,
    kinds: Vec<Kind>,
    /// Least mass and greatest stiffness, whose oscillation is the fastest.
    lightest: f64,
    stiffest: f64,
    elements: Vec<Element>,
    inputs: Vec<(String, Quantity)>,
}

fn number(x: f64) -> String {
    format!("{x:?}")
}

pub fn plan(seed: u64) -> Plan {
    let mut draws = Draws::new(seed);
    let decades = draws.pick(&[0.0, 0.0, 3.0, 6.0, 10.0]);
    let is_usual = decades == 0.0 && draws.chance(0.5);
    let [force, length] =
        if is_usual { [1.0, 1.0] } else { [draws.scaled(1e-5, 1e5), draws.scaled(1e-3, 1e2)] };
    let rotation = draws.chance(0.2);
    let mut generator = Generator {
        draws,
        decades,
        force,
        length,
        duration: DURATION,
        rotation,
        kinds: Vec::new(),
        lightest: f64::INFINITY,
        stiffest: 0.0,
        elements: Vec::new(),
        inputs: Vec::new(),
    };
    generator.bodies();
    generator.springs();
    generator.last();
    generator.contacts();
    generator.dampers();
    generator.formulas();
    generator.holds();
    let Generator { draws, duration, elements, inputs, .. } = generator;
    courses::plan(draws, seed, duration, elements, inputs)
}

impl Generator {
    /// The word of translation or of rotation.
    fn word(&self, translation: &'static str, rotation: &'static str) -> &'static str {
        if self.rotation { rotation } else { translation }
    }

    /// Draws a number about a unit.
    fn size(&mut self, unit: f64, low: f64, high: f64) -> f64 {
        let half = 0.5 * self.decades;
        let spread = if half > 0.0 && self.draws.chance(0.5) {
            self.draws.scaled(10f64.powf(-half), 10f64.powf(half))
        } else {
            1.0
        };
        unit * spread * self.draws.mixed(&[1.0], low, high)
    }

    fn push(&mut self, table: &'static str, name: String, keys: Keys, needs: Vec<String>) {
        self.elements.push(Element { table, name, keys, needs });
    }

    fn bodies(&mut self) {
        let count = 1 + self.draws.below(MOST_BODIES);
        for body in 0..count {
            let kind = match self.draws.below(12) {
                0 if body > 0 => Kind::Massless,
                1 if body > 0 => Kind::Fixed,
                _ => Kind::Free,
            };
            self.kinds.push(kind);
            let mut keys = Keys::new();
            if self.rotation {
                keys.push(("axis", "\"rotation\"".to_owned()));
            }
            let mass = self.word("mass", "inertia");
            match kind {
                Kind::Fixed => keys.push(("motion", "\"fixed\"".to_owned())),
                Kind::Massless => keys.push((mass, "0".to_owned())),
                Kind::Free => {
                    let unit = self.force / self.length;
                    let value = self.size(unit, 0.3, 3.0);
                    self.lightest = self.lightest.min(value);
                    keys.push((mass, number(value)));
                    let start = self.length * self.draws.mixed(&[0.0, 1.0, -1.0], -1.0, 1.0);
                    keys.push((self.word("velocity", "angularVelocity"), number(start)));
                }
            }
            if kind != Kind::Fixed {
                let start = self.length * self.draws.mixed(&[0.0, 0.1], -0.5, 0.5);
                keys.push((self.word("position", "angle"), number(start)));
                self.loads(body, &mut keys);
            }
            self.push("body", format!("b{body}"), keys, Vec::new());
        }
    }

    fn loads(&mut self, body: usize, keys: &mut Keys) {
        let value = self.size(self.force, 0.1, 4.0);
        let force = self.word("force", "torque");
        match self.draws.below(5) {
            0 | 1 => {
                keys.push((force, "\"input\"".to_owned()));
                self.inputs.push((format!("b{body}.{force}"), Quantity::Force(value)));
            }
            2 => keys.push((self.word("constantForce", "constantTorque"), number(value))),
            3 => {
                let (frequency, phase) =
                    (self.draws.between(0.3, 12.0), self.draws.between(0.0, 6.0));
                keys.push((
                    "excitation",
                    format!(
                        "{{ amplitude = {value:?}, angularFrequency = {frequency:?}, phase = {phase:?} }}"
                    ),
                ));
            }
            _ => {}
        }
    }

    fn of_kind(&mut self, kinds: &[Kind]) -> Option<usize> {
        let bodies = 0..self.kinds.len();
        let some: Vec<usize> = bodies.filter(|body| kinds.contains(&self.kinds[*body])).collect();
        (!some.is_empty()).then(|| self.draws.pick(&some))
    }

    /// Draws two different ends, the first one a body of the given kinds, the second one of them, fixed, or the ground.
    fn ends(&mut self, kinds: &[Kind]) -> Option<(Keys, Vec<usize>)> {
        let i = self.of_kind(kinds)?;
        let j = self.draws.below(self.kinds.len() + 1);
        let fits = |j: &usize| {
            *j != i
                && *j < self.kinds.len()
                && (kinds.contains(&self.kinds[*j]) || self.kinds[*j] == Kind::Fixed)
        };
        let bodies: Vec<usize> = [i].into_iter().chain(Some(j).filter(fits)).collect();
        let names: Vec<String> = bodies.iter().map(|body| format!("b{body}")).collect();
        Some((vec![("between", format!("{names:?}"))], bodies))
    }

    fn ratio(&mut self, bodies: &[usize], keys: &mut Keys) {
        if bodies.len() == 2 && self.draws.chance(0.3) {
            let far = self.decades > 0.0 && self.draws.chance(0.3);
            let factor = if far { self.draws.scaled(1e-2, 1e2) } else { 1.0 };
            let ratio = factor * self.draws.mixed(&[0.5, -1.0, 2.0], 0.3, 2.0);
            keys.push(("ratio", number(ratio)));
        }
    }

    fn needs(bodies: &[usize]) -> Vec<String> {
        bodies.iter().map(|body| format!("b{body}")).collect()
    }

    fn springs(&mut self) {
        for spring in 0..self.draws.below(MOST_SPRINGS + 1) {
            let Some((mut keys, bodies)) = self.ends(&[Kind::Free, Kind::Massless]) else { return };
            self.ratio(&bodies, &mut keys);
            let stiffness = self.size(self.force / self.length, 1.0, 100.0);
            self.stiffest = self.stiffest.max(stiffness);
            keys.push(("stiffness", number(stiffness)));
            let length = self.length;
            match self.draws.below(6) {
                0 | 1 => {
                    let gap = length * self.draws.mixed(&[0.1, 0.0], 0.0, 0.5);
                    keys.push(("backlash", number(2.0 * gap)));
                }
                2 => {
                    let edge = length * self.draws.mixed(&[0.0, 0.1], -0.5, 0.5);
                    let gap = if self.draws.chance(0.5) {
                        [edge, f64::INFINITY]
                    } else {
                        [f64::NEG_INFINITY, edge]
                    };
                    keys.push(("gap", format!("{gap:?}")));
                }
                3 => {
                    let cubic = stiffness / length.powi(2) * self.draws.between(0.01, 1.0);
                    keys.push(("cubic", number(cubic)));
                }
                4 => keys.push(("offset", number(length * self.draws.mixed(&[0.1], -0.5, 0.5)))),
                _ => {}
            }
            if self.draws.chance(0.4) {
                let damping = self.size(self.force / length, 0.01, 3.0);
                keys.push(("damping", number(damping)));
            }
            self.push("spring", format!("s{spring}"), keys, Self::needs(&bodies));
        }
    }

    /// Makes the duration that of some hundred of the fastest oscillations.
    fn last(&mut self) {
        if self.stiffest > 0.0 {
            // Ratios to 200, and the stiffness of powers.
            let fastest = 3.0 * (self.stiffest / self.lightest).sqrt();
            self.duration = (OSCILLATIONS / fastest).clamp(SHORTEST, DURATION);
        }
    }

    /// Draws some dampers, and what decides the velocity of every massless body.
    fn dampers(&mut self) {
        for body in 0..self.kinds.len() {
            let is_massless = self.kinds[body] == Kind::Massless;
            let is_damped = self.kinds[body] == Kind::Free && self.draws.chance(0.15);
            if !(is_massless || is_damped) {
                continue;
            }
            let damping = self.size(self.force / self.length, 0.1, 3.0);
            let keys = vec![("between", format!("\"b{body}\"")), ("damping", number(damping))];
            self.push("damper", format!("d{body}"), keys, Self::needs(&[body]));
        }
    }

    /// Draws forces, springs and potentials by formula.
    fn formulas(&mut self) {
        for formula in 0..self.draws.below(MOST_FORMULAS + 1) {
            let Some((mut keys, bodies)) = self.ends(&[Kind::Free]) else { return };
            self.ratio(&bodies, &mut keys);
            let (table, own) = formulas::force(self, formula, &bodies);
            if table == "potential" {
                keys.clear();
            }
            keys.extend(own);
            self.push(table, format!("f{formula}"), keys, Self::needs(&bodies));
        }
    }

    /// Draws a coupling or a freewheel; the velocities that it joins begin at 0, which contradicts none.
    fn holds(&mut self) {
        if !self.draws.chance(0.3) {
            return;
        }
        let Some((mut keys, bodies)) = self.ends(&[Kind::Free]) else { return };
        let both_free = bodies.len() == 2 && bodies.iter().all(|b| self.kinds[*b] == Kind::Free);
        self.ratio(&bodies, &mut keys);
        for body in &bodies {
            let name = format!("b{body}");
            let element = self.elements.iter_mut().find(|element| element.name == name);
            let rests = |key: &&str| !key.to_lowercase().ends_with("velocity");
            element.expect("a body").keys.retain(|(key, _)| rests(key));
        }
        let table = if both_free && self.draws.chance(0.6) { "coupling" } else { "contact" };
        if table == "contact" {
            keys.push(("law", "\"oneWay\"".to_owned()));
            if self.rotation {
                keys.retain(|(key, _)| *key != "ratio");
                keys.push(("radii", format!("{:?}", vec![1.0; bodies.len()])));
            }
        }
        self.push(table, "h0".to_owned(), keys, Self::needs(&bodies));
    }
}
