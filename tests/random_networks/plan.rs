//! A network as a list of elements, and its inputs over time: what is drawn, shrunk and written down.

use std::fmt::Write;

/// One table of a network file.
#[derive(Clone, Debug)]
pub struct Element {
    /// `body`, or the kind of what acts between bodies.
    pub table: &'static str,
    pub name: String,
    /// Keys and values as in the file.
    pub keys: Vec<(&'static str, String)>,
    /// Names of the elements without which it cannot be.
    pub needs: Vec<String>,
}

impl Element {
    /// Returns the text of a key.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.keys.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str())
    }
}

/// An input over time.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name of the variable.
    pub name: String,
    /// In each segment c₀ + c₁τ + c₂τ² of the time τ since it began.
    pub pieces: Vec<[f64; 3]>,
    /// Whether a host of Co-Simulation tells c₁; else the unit knows by itself how the input goes on.
    pub ramps: bool,
    /// A formula of the time, of which the segments are the pieces.
    pub formula: Option<String>,
}

impl Line {
    pub fn is_force(&self) -> bool {
        self.name.ends_with(".force") || self.name.ends_with(".torque")
    }

    pub fn is_load(&self) -> bool {
        self.name.ends_with(".normalForce")
    }
}

/// Table, name and keys of an element.
type Entry = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const STRANGER: Entry = ("body", "stranger", &[("mass", "1e9"), ("constantForce", "1e10")]);
const SPRING: Entry =
    ("spring", "strangerSpring", &[("between", "\"stranger\""), ("stiffness", "1e11")]);

/// Mechanisms that nothing joins to the others, with far greater forces: pushed freely, held by friction under a spring, and
/// swinging and rubbing.
const STRANGERS: [&[Entry]; 3] = [
    &[STRANGER],
    &[
        STRANGER,
        SPRING,
        (
            "contact",
            "strangerContact",
            &[
                ("between", "\"stranger\""),
                ("law", "\"coulomb\""),
                ("kineticCoefficient", "0.9"),
                ("staticCoefficient", "1.0"),
                ("normalForce", "1e11"),
                ("loadSpring", "\"strangerSpring\""),
                ("loadFactor", "1.0"),
            ],
        ),
    ],
    &[
        ("body", "stranger", &[("mass", "1e9"), ("position", "0.7")]),
        SPRING,
        (
            "contact",
            "strangerContact",
            &[
                ("between", "\"stranger\""),
                ("law", "\"coulomb\""),
                ("kineticFriction", "3e9"),
                ("staticFriction", "4e9"),
            ],
        ),
    ],
];

#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub elements: Vec<Element>,
    pub lines: Vec<Line>,
    /// Times at which segments begin and end, s, from 0 on.
    pub times: Vec<f64>,
}

impl Plan {
    pub fn segments(&self) -> usize {
        self.times.len() - 1
    }

    /// The value of a line at a time of a segment.
    pub fn value(&self, line: &Line, segment: usize, time: f64) -> f64 {
        let tau = time - self.times[segment];
        let [c0, c1, c2] = line.pieces[segment];
        c0 + (c1 + c2 * tau) * tau
    }

    /// The network file.
    pub fn toml(&self) -> String {
        let mut text = "[model]\nname = \"Random\"\n".to_owned();
        let end = self.times.last().expect("segments");
        write!(text, "[experiment]\nstopTime = {end:?}\nstepSize = 0.01\n").unwrap();
        for element in &self.elements {
            writeln!(text, "[{}.{}]", element.table, element.name).unwrap();
            for (key, value) in &element.keys {
                writeln!(text, "{key} = {value}").unwrap();
            }
        }
        text
    }

    /// The inputs, with two rows where they jump.
    pub fn csv(&self) -> String {
        let mut text = "time".to_owned();
        for line in &self.lines {
            write!(text, ",{}", line.name).unwrap();
        }
        text.push('\n');
        for segment in 0..self.segments() {
            for time in [self.times[segment], self.times[segment + 1]] {
                write!(text, "{time:?}").unwrap();
                for line in &self.lines {
                    write!(text, ",{:?}", self.value(line, segment, time)).unwrap();
                }
                text.push('\n');
            }
        }
        text
    }

    /// The same with one of the [`STRANGERS`] in the file.
    pub fn beside_another(&self) -> Self {
        let mut plan = self.clone();
        for &(table, name, keys) in STRANGERS[(self.seed % 3) as usize] {
            let keys = keys.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
            plan.elements.push(Element { table, name: name.to_owned(), keys, needs: Vec::new() });
        }
        plan
    }

    /// The same up to a time within it.
    pub fn until(&self, time: f64) -> Self {
        let mut plan = self.clone();
        plan.times.retain(|known| *known < time);
        plan.times.push(time);
        plan.lines.iter_mut().for_each(|line| line.pieces.truncate(plan.times.len() - 1));
        plan
    }

    /// Without an element, all that needs it, and their inputs.
    pub fn without(&self, name: &str) -> Self {
        let mut gone = vec![name.to_owned()];
        let mut plan = self.clone();
        loop {
            let lost = |element: &Element| {
                gone.contains(&element.name) || element.needs.iter().any(|one| gone.contains(one))
            };
            let Some(index) = plan.elements.iter().position(lost) else { break };
            gone.push(plan.elements.remove(index).name);
        }
        plan.lines.retain(|line| {
            let element = line.name.split('.').next().expect("a first part");
            !gone.iter().any(|name| name == element)
        });
        plan
    }
}
