//! What of a step depends on its size and on parameters alone, as flat lists: made when these change.
//!
//! The edge of a spring or damper with one unknown end resists only that body: its viscosity joins the
//! body's mass, and only friction and the edges between two bodies are left to the kernel.
//!
//! Bodies that contacts join are a group: they take the end of the step with one weight.

use crate::gauss::Damper;
use crate::motion::State;
use crate::motion::elements::contact::step::Touch;
use crate::motion::elements::spring::step::{THETA, slope};
use crate::motion::link::Link;
use crate::motion::numbers::{BodyNumbers, Numbers};

/// A spring without freeplay whose force is linear, or a damper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elastic {
    pub link: Link,
    pub stiffness: f64,
    pub damping: f64,
    /// Deflection that counts as 0.
    pub offset: f64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    stamp: u64,
    h: f64,
    pub contacts: Vec<Touch>,
    /// Those that are not kinematic: the kernel's.
    pub index: Vec<usize>,
    pub elastic: Vec<Elastic>,
    /// Springs whose force is no linear one that rises, and those with freeplay.
    pub bent: Vec<usize>,
    pub loose: Vec<usize>,
    /// Bodies of known motion.
    pub known: Vec<usize>,
    // What all of `elastic` adds to masses, and its edges.
    pub added: Vec<f64>,
    pub edges: Vec<Damper>,
    /// Per body of unknown motion: one of its group, and the weight that its group begins a step with, twice θ.
    pub group: Vec<usize>,
    pub weight: Vec<f64>,
}

impl Plan {
    pub fn reserve(&mut self, numbers: &Numbers) {
        let (springs, dampers) = (numbers.springs.len(), numbers.dampers.len());
        self.contacts.reserve(numbers.contacts.len());
        self.index.reserve(numbers.contacts.len());
        self.elastic.reserve(springs + dampers);
        self.bent.reserve(springs);
        self.loose.reserve(springs);
        self.known.reserve(numbers.bodies.len());
        for per_unknown in [&mut self.added, &mut self.weight] {
            per_unknown.reserve(numbers.mass.len());
        }
        self.group.reserve(numbers.mass.len());
        self.edges.reserve(springs + dampers);
    }

    /// Takes steps of size h; whether anything changes.
    pub fn update(&mut self, numbers: &Numbers, state: &State, h: f64) -> bool {
        if self.stamp == numbers.stamp && self.h == h {
            return false;
        }
        (self.stamp, self.h) = (numbers.stamp, h);
        self.known.clear();
        let bodies = numbers.bodies.iter().enumerate();
        let known = bodies.filter(|(_, body)| matches!(body, BodyNumbers::Known(_)));
        self.known.extend(known.map(|(body, _)| body));
        self.list_contacts(numbers, state, h);
        self.list_springs(numbers, h);
        self.list_groups(numbers, h);
        true
    }

    fn list_contacts(&mut self, numbers: &Numbers, state: &State, h: f64) {
        self.contacts.clear();
        self.index.clear();
        let mut given = numbers.given_contacts.iter().peekable();
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let is_given = given.next_if(|index| **index == contact).is_some();
            if !entry.kinematic {
                self.index.push(contact);
            }
            self.contacts.push(Touch::of(numbers, (contact, state), h, is_given));
        }
    }

    fn list_springs(&mut self, numbers: &Numbers, h: f64) {
        self.edges.clear();
        self.elastic.clear();
        self.bent.clear();
        self.loose.clear();
        self.added.clear();
        self.added.resize(numbers.mass.len(), 0.0);
        for (spring, entry) in numbers.elastic().enumerate() {
            if entry.only_mode().is_none() {
                self.loose.push(spring);
            }
            if !entry.is_linear() {
                self.bent.push(spring);
                continue;
            }
            let (stiffness, damping) = (entry.stiffness, entry.damping);
            let (link, offset) = (Link::of(&entry.row), entry.offset[0]);
            self.elastic.push(Elastic { link, stiffness, damping, offset });
            let viscous = slope(stiffness, damping, h);
            let row = numbers.over_unknown(&entry.row);
            add_edge(&Damper { row, viscous }, &mut self.added, &mut self.edges);
        }
    }

    /// Groups, and their weights: where dampers bring a body to rest within a step, and so where it has no mass, the end of the
    /// step alone counts, lest its velocity swings from step to step.
    fn list_groups(&mut self, numbers: &Numbers, h: f64) {
        self.group.clear();
        self.group.extend(0..numbers.mass.len());
        for row in &numbers.rows {
            if let Some((i, _, j, _)) = row.pair() {
                let [i, j] = [i, j].map(|body| first(&self.group, body));
                self.group[i.max(j)] = i.min(j);
            }
        }
        for one in numbers.blocks.coupled() {
            let [i, j] = [one.i, one.j].map(|body| first(&self.group, body));
            self.group[i.max(j)] = i.min(j);
        }
        for body in 0..self.group.len() {
            self.group[body] = first(&self.group, body);
        }
        self.weight.clear();
        self.weight.resize(numbers.mass.len(), 0.0);
        for entry in numbers.elastic() {
            let terms = numbers.over_unknown(&entry.row).terms();
            terms
                .for_each(|(unknown, q)| self.weight[unknown] += h * THETA * entry.damping * q * q);
        }
        let damped = |(drag, mass): (&mut f64, &f64)| *drag = if *drag > *mass { 2.0 } else { 1.0 };
        self.weight.iter_mut().zip(&numbers.mass).for_each(damped);
        for body in 0..self.group.len() {
            let group = self.group[body];
            self.weight[group] = self.weight[group].max(self.weight[body]);
        }
        for body in 0..self.group.len() {
            self.weight[body] = self.weight[self.group[body]];
        }
    }
}

/// The first body of the group of a body.
fn first(group: &[usize], mut body: usize) -> usize {
    while group[body] != body {
        body = group[body];
    }
    body
}

/// Adds an edge to edges, or to the mass of its only body.
pub(super) fn add_edge(edge: &Damper, mass: &mut [f64], edges: &mut Vec<Damper>) {
    let Damper { row, viscous } = *edge;
    if viscous <= 0.0 {
        return;
    }
    match row.pair() {
        Some(_) => edges.push(*edge),
        None => row.terms().for_each(|(unknown, q)| mass[unknown] += viscous * q * q),
    }
}
