//! Parts of a step that depend on its size and on parameters alone, as flat lists: made when these change.
//!
//! The edge of a spring or damper with one unknown end resists only that body: its viscosity joins the
//! body's mass, and only friction and the edges between two bodies are left to the kernel.
//!
//! Bodies that contacts join are a group: they take the end of the step with one weight.

use crate::dynamics::elements::contact::step::Touch;
use crate::dynamics::elements::spring::step::{THETA, slope};
use crate::dynamics::program::rows::Elastic;
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{SpringMode, State};
use crate::gauss::Damper;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    version: u64,
    h: f64,
    pub contacts: Vec<Touch>,
    /// Contacts of the kernel: those that are not kinematic.
    pub index: Vec<usize>,
    /// Springs without freeplay whose force is linear, and dampers.
    pub elastic: Vec<Elastic>,
    /// Springs whose force is no linear one that rises, and those with freeplay.
    pub nonlinear: Vec<usize>,
    pub detached: Vec<usize>,
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
    pub fn reserve(&mut self, system: &System) {
        let (springs, dampers) = (system.springs.len(), system.dampers.len());
        self.contacts.reserve_exact(system.contacts.len());
        self.index.reserve_exact(system.contacts.len());
        self.elastic.reserve_exact(springs + dampers);
        self.nonlinear.reserve_exact(springs);
        self.detached.reserve_exact(springs);
        self.known.reserve_exact(system.bodies.len());
        for per_unknown in [&mut self.added, &mut self.weight] {
            per_unknown.reserve_exact(system.mass.len());
        }
        self.group.reserve_exact(system.mass.len());
        self.edges.reserve_exact(springs + dampers);
    }

    /// Takes steps of size h; true if anything changes.
    pub fn update(&mut self, system: &System, state: &State, h: f64) -> bool {
        if self.version == system.version && self.h == h {
            return false;
        }
        (self.version, self.h) = (system.version, h);
        self.known.clear();
        let bodies = system.bodies.iter().enumerate();
        let known = bodies.filter(|(_, body)| matches!(body, BodyData::Known(_)));
        self.known.extend(known.map(|(body, _)| body));
        self.list_contacts(system, state, h);
        self.list_springs(system, h);
        self.list_groups(system, h);
        true
    }

    fn list_contacts(&mut self, system: &System, state: &State, h: f64) {
        self.contacts.clear();
        self.index.clear();
        let mut given = system.given_contacts.iter().peekable();
        for (contact, entry) in system.contacts.iter().enumerate() {
            let is_given = given.next_if(|index| **index == contact).is_some();
            if !entry.kinematic {
                self.index.push(contact);
            }
            self.contacts.push(Touch::of(system, (contact, state), h, is_given));
        }
    }

    fn list_springs(&mut self, system: &System, h: f64) {
        self.edges.clear();
        self.elastic.clear();
        self.nonlinear.clear();
        self.detached.clear();
        self.added.clear();
        self.added.resize(system.mass.len(), 0.0);
        for (spring, entry) in system.elastic().enumerate() {
            if entry.only_mode().is_none() {
                self.detached.push(spring);
            }
            if !entry.is_linear_and_stable() {
                self.nonlinear.push(spring);
                continue;
            }
            self.elastic.push(Elastic::of(spring, entry, SpringMode::Bilateral));
            let viscous = slope(entry.stiffness, entry.damping, h);
            let row = system.over_unknown(&entry.row);
            add_edge(&Damper { row, viscous }, &mut self.added, &mut self.edges);
        }
    }

    /// Lists the groups, and their weights: where dampers bring a body to rest within a step, and so where it has no
    /// mass, the end of the step alone counts, lest its velocity swings from step to step.
    fn list_groups(&mut self, system: &System, h: f64) {
        self.group.clear();
        self.group.extend(0..system.mass.len());
        for row in &system.rows {
            if let Some((i, _, j, _)) = row.pair() {
                let [i, j] = [i, j].map(|body| first(&self.group, body));
                self.group[i.max(j)] = i.min(j);
            }
        }
        for one in system.blocks.coupled() {
            let [i, j] = [one.i, one.j].map(|body| first(&self.group, body));
            self.group[i.max(j)] = i.min(j);
        }
        for body in 0..self.group.len() {
            self.group[body] = first(&self.group, body);
        }
        self.weight.clear();
        self.weight.resize(system.mass.len(), 0.0);
        for entry in system.elastic() {
            let terms = system.over_unknown(&entry.row).terms();
            terms
                .for_each(|(unknown, q)| self.weight[unknown] += h * THETA * entry.damping * q * q);
        }
        let damped = |(drag, mass): (&mut f64, &f64)| *drag = if *drag > *mass { 2.0 } else { 1.0 };
        self.weight.iter_mut().zip(&system.mass).for_each(damped);
        for body in 0..self.group.len() {
            let group = self.group[body];
            self.weight[group] = self.weight[group].max(self.weight[body]);
        }
        for body in 0..self.group.len() {
            self.weight[body] = self.weight[self.group[body]];
        }
    }
}

/// Returns the first body of the group of a body.
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
