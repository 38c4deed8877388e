//! Networks with random elements, numbers and inputs.

#[path = "generate/contacts.rs"]
mod contacts;
#[path = "generate/inputs.rs"]
mod inputs;

use super::declared;
use super::draws::Draws;
use super::followed;
use super::formulas;
use super::laws;
use super::places;
use super::plan::{Element, Line, Plan};
use super::powers;
pub use super::seeds::{
    DECLARED, EXTENDED, FOLLOWED, LISTED, OWN, PLACED, POWERED, SCALED, SEEING, SIDED, SMOOTH,
};

const MOST_BODIES: usize = 4;
const MOST_SPRINGS: usize = 3;

/// Duration of a plan, s.
const DURATION: f64 = 10.0;
const FOLLOWED_DURATION: f64 = 3.0;

const MOST_DECLARED: usize = 2;
const MOST_FORMULAS: usize = 3;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Free,
    Massless,
    Prescribed,
    Fixed,
}

/// How an input may change.
#[derive(Clone, Copy)]
enum Signal {
    Force,
    Load {
        ramps: bool,
    },
    /// Of a law.
    Heat,
    /// Velocity and acceleration.
    Surface,
    /// Position, velocity and acceleration.
    Motion,
}

struct Generator {
    draws: Draws,
    /// Whether there are forces by formula, couplings and freewheels.
    extended: bool,
    /// Whether springs have offsets, preloads and gaps that lie anywhere.
    placed: bool,
    /// Whether laws are drawn from the list of those that are built in.
    listed: bool,
    /// Whether there are laws of one's own.
    own: bool,
    /// Whether these see positions, velocities and the time.
    seeing: bool,
    /// Whether they tell directions of slip apart.
    sided: bool,
    /// Whether they may be regularised.
    smooth: bool,
    /// True if formulas have powers, and gaps are open on one side.
    powered: bool,
    /// True if they have the same motion in all units.
    scaled: bool,
    /// True if inputs are formulas of the time.
    followed: bool,
    rotation: bool,
    kinds: Vec<Kind>,
    elements: Vec<Element>,
    inputs: Vec<(String, Signal)>,
    /// Segments at whose start velocities of given motions jump.
    jumps: Vec<bool>,
}

pub fn plan(seed: u64) -> Plan {
    let mut draws = Draws::new(seed);
    let rotation = draws.chance(0.15);
    let (kinds, elements, inputs) = (Vec::new(), Vec::new(), Vec::new());
    let [extended, placed, listed, own, seeing, sided, smooth, powered] =
        [EXTENDED, PLACED, LISTED, OWN, SEEING, SIDED, SMOOTH, POWERED].map(|first| seed >= first);
    let own = own && seed < SCALED;
    let mut generator = Generator {
        draws,
        extended,
        placed,
        listed,
        own,
        seeing,
        sided,
        smooth,
        powered,
        scaled: seed >= SCALED,
        followed: seed >= FOLLOWED,
        rotation,
        kinds,
        elements,
        inputs,
        jumps: Vec::new(),
    };
    generator.bodies();
    generator.springs();
    generator.contacts();
    generator.dampers();
    if seed >= DECLARED {
        generator.declared();
    }
    if extended {
        generator.formulas();
        generator.holds();
    }
    let times = generator.times();
    let lines = generator.lines(&times);
    let mut plan = Plan { seed, elements: generator.elements, lines, times };
    if seed >= FOLLOWED {
        followed::cut(&mut plan);
    }
    plan
}

fn number(x: f64) -> String {
    format!("{x:?}")
}

const INPUT: &str = "\"input\"";

impl Generator {
    /// The word of translation or of rotation.
    fn word(&self, translation: &'static str, rotation: &'static str) -> &'static str {
        if self.rotation { rotation } else { translation }
    }

    fn bodies(&mut self) {
        let count = 1 + self.draws.below(MOST_BODIES);
        for body in 0..count {
            let kind = match self.draws.below(20) {
                0..3 if body > 0 => Kind::Massless,
                3..5 if !self.followed => Kind::Prescribed,
                5 if body > 0 => Kind::Fixed,
                _ => Kind::Free,
            };
            self.kinds.push(kind);
            let keys = self.body(body, kind);
            let name = format!("b{body}");
            self.elements.push(Element { table: "body", name, keys, needs: Vec::new() });
        }
    }

    fn body(&mut self, body: usize, kind: Kind) -> laws::Keys {
        let mut keys = laws::Keys::new();
        if self.rotation {
            keys.push(("axis", "\"rotation\"".to_owned()));
        }
        let mass = self.word("mass", "inertia");
        match kind {
            Kind::Fixed => keys.push(("motion", "\"fixed\"".to_owned())),
            Kind::Prescribed => {
                keys.push(("motion", "\"prescribed\"".to_owned()));
                self.inputs.push((format!("b{body}"), Signal::Motion));
            }
            Kind::Free => {
                keys.push((mass, number(self.draws.mixed(&[1.0, 1.0, 2.0], 0.1, 3.0))));
                let velocity = self.draws.mixed(&[0.0, 0.0, 1.0], -2.0, 2.0);
                keys.push((self.word("velocity", "angularVelocity"), number(velocity)));
            }
            Kind::Massless => keys.push((mass, "0".to_owned())),
        }
        if matches!(kind, Kind::Free | Kind::Massless) {
            let position = self.draws.mixed(&[0.0, 0.1], -0.5, 0.5);
            keys.push((self.word("position", "angle"), number(position)));
            self.loads(body, &mut keys);
        }
        keys
    }

    fn loads(&mut self, body: usize, keys: &mut laws::Keys) {
        if self.draws.chance(0.5) {
            let force = self.word("force", "torque");
            keys.push((force, INPUT.to_owned()));
            self.inputs.push((format!("b{body}.{force}"), Signal::Force));
        }
        if self.draws.chance(0.15) {
            let value = self.draws.mixed(&[1.0, -1.0], -2.0, 2.0);
            keys.push((self.word("constantForce", "constantTorque"), number(value)));
        }
        if self.draws.chance(0.25) {
            let draws = &mut self.draws;
            let (amplitude, frequency, phase) =
                (draws.between(0.1, 4.0), draws.between(0.3, 8.0), draws.between(0.0, 6.0));
            keys.push((
                "excitation",
                format!(
                    "{{ amplitude = {amplitude:?}, angularFrequency = {frequency:?}, phase = {phase:?} }}"
                ),
            ));
        }
    }

    /// Two different ends, the first one a body of the given kinds, the second maybe the ground.
    fn ends(&mut self, first: &[Kind]) -> Option<(usize, Option<usize>)> {
        let bodies = 0..self.kinds.len();
        let firsts: Vec<usize> = bodies.filter(|body| first.contains(&self.kinds[*body])).collect();
        if firsts.is_empty() {
            return None;
        }
        let i = self.draws.pick(&firsts);
        let j = self.draws.below(self.kinds.len() + 1);
        Some((i, (j != i && j < self.kinds.len()).then_some(j)))
    }

    fn between(&self, i: usize, j: Option<usize>) -> (laws::Keys, Vec<String>) {
        let names: Vec<String> =
            [Some(i), j].into_iter().flatten().map(|b| format!("b{b}")).collect();
        (vec![("between", format!("{names:?}"))], names)
    }

    fn springs(&mut self) {
        for spring in 0..self.draws.below(MOST_SPRINGS + 1) {
            let Some((i, j)) = self.ends(&[Kind::Free, Kind::Massless, Kind::Prescribed]) else {
                return;
            };
            let (mut keys, needs) = self.between(i, j);
            let draws = &mut self.draws;
            if j.is_some() && draws.chance(0.3) {
                keys.push(("ratio", number(draws.mixed(&[0.5, -1.0, 2.0], 0.3, 2.0))));
            }
            keys.push(("stiffness", number(draws.scaled(1.0, 300.0))));
            if draws.chance(0.5) {
                keys.push(("backlash", number(2.0 * draws.mixed(&[0.1, 0.0], 0.0, 0.5))));
            } else if draws.chance(0.25) {
                keys.push(("cubic", number(draws.between(0.1, 50.0))));
            }
            if draws.chance(0.4) {
                keys.push(("damping", number(draws.mixed(&[0.5], 0.01, 2.0))));
            }
            if self.placed {
                places::place(draws, &mut keys, self.powered);
            }
            let name = format!("s{spring}");
            self.elements.push(Element { table: "spring", name, keys, needs });
        }
    }

    /// Springs that may press a contact: they join no massless body.
    fn pressing(&self) -> Vec<String> {
        let massless = |name: &String| {
            (0..self.kinds.len())
                .any(|b| self.kinds[b] == Kind::Massless && *name == format!("b{b}"))
        };
        let springs = self.elements.iter().filter(|element| element.table == "spring");
        springs.filter(|one| !one.needs.iter().any(massless)).map(|one| one.name.clone()).collect()
    }

    /// A few, and what decides the velocity of every massless body.
    fn dampers(&mut self) {
        let mut count = 0;
        for body in 0..self.kinds.len() {
            let massless = self.kinds[body] == Kind::Massless;
            let free = self.kinds[body] == Kind::Free && self.draws.chance(0.1);
            if !massless && !free {
                continue;
            }
            let value = self.draws.mixed(&[0.5, 1.0], 0.1, 2.0);
            let (mut keys, needs) = self.between(body, None);
            let table = if massless && self.draws.chance(0.5) {
                keys.extend([
                    ("law", "\"coulomb\"".to_owned()),
                    ("kineticFriction", number(self.draws.mixed(&[1.0], 0.1, 1.0))),
                    ("viscous", number(value)),
                ]);
                if self.rotation {
                    keys.push(("radii", "[1.0]".to_owned()));
                }
                "contact"
            } else {
                keys.push(("damping", number(value)));
                "damper"
            };
            self.elements.push(Element { table, name: format!("d{count}"), keys, needs });
            count += 1;
        }
    }

    /// Loads, springs and potentials by formula.
    fn formulas(&mut self) {
        for formula in 0..self.draws.below(MOST_FORMULAS + 1) {
            let Some(own) = self.body_with_mass(&[Kind::Free]) else { return };
            let other = self.body_with_mass(&[Kind::Free, Kind::Prescribed, Kind::Fixed]);
            let other = other.filter(|other| *other != own);
            let words = [
                self.word("force", "torque"),
                self.word("position", "angle"),
                self.word("velocity", "angularVelocity"),
            ];
            let keys =
                if self.powered && self.draws.chance(0.7) { powers::keys } else { formulas::keys };
            let (table, mut keys) = keys(&mut self.draws, (own, other), words);
            let (between, mut needs) = self.between(own, other);
            let formula_of = &keys[0].1;
            match table {
                "potential" => needs.retain(|name| formula_of.contains(&format!("{name}."))),
                _ => keys.extend(between),
            }
            let name = format!("f{formula}");
            self.elements.push(Element { table, name, keys, needs });
        }
    }

    fn declared(&mut self) {
        for count in 0..1 + self.draws.below(MOST_DECLARED) {
            let Some(own) = self.body_with_mass(&[Kind::Free]) else { return };
            let other = self.body_with_mass(&[Kind::Free, Kind::Prescribed, Kind::Fixed]);
            let ends = self.between(own, other.filter(|other| *other != own));
            self.elements.push(declared::element(&mut self.draws, count, ends));
        }
    }

    fn body_with_mass(&mut self, kinds: &[Kind]) -> Option<usize> {
        let bodies = 0..self.kinds.len();
        let some: Vec<usize> = bodies.filter(|body| kinds.contains(&self.kinds[*body])).collect();
        (!some.is_empty()).then(|| self.draws.pick(&some))
    }

    /// Couplings and freewheels: the velocities that they join begin at 0, which contradicts none.
    fn holds(&mut self) {
        for hold in 0..1 + self.draws.below(2) {
            let Some(i) = self.body_with_mass(&[Kind::Free]) else { return };
            let j = self.body_with_mass(&[Kind::Free, Kind::Fixed]).filter(|j| *j != i);
            let coupling = self.draws.chance(0.5) && j.is_some_and(|j| self.kinds[j] == Kind::Free);
            let (mut keys, needs) = self.between(i, j);
            for body in [Some(i), j].into_iter().flatten() {
                let name = format!("b{body}");
                let element = self.elements.iter_mut().find(|element| element.name == name);
                let rests = |key: &&str| !key.to_lowercase().ends_with("velocity");
                element.expect("a body").keys.retain(|(key, _)| rests(key));
            }
            if self.rotation && !coupling {
                keys.push(("radii", format!("{:?}", vec![1.0; needs.len()])));
            } else if j.is_some() && self.draws.chance(0.5) {
                keys.push(("ratio", number(self.draws.mixed(&[0.5, -1.0, 2.0], 0.3, 2.0))));
            }
            let table = if coupling { "coupling" } else { "contact" };
            if !coupling {
                keys.push(("law", "\"oneWay\"".to_owned()));
                if self.draws.chance(0.4) {
                    keys.push(("viscous", number(self.draws.mixed(&[0.2], 0.01, 1.0))));
                }
            }
            self.elements.push(Element { table, name: format!("h{hold}"), keys, needs });
        }
    }
}
