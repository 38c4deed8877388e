//! Region that a transition affects up to a time: bodies to be re-expanded, and what touches these.
//!
//! A change F of the force on a body of mass m puts the body off by F τ²/2m, and a spring k beside it by k F τ²/2m; the
//! next body is off by as much again, times k τ²/(3·4 m), and so on: along a chain at every body by two orders of τ more. So
//! bodies are taken, from the transition on, as far as such a force may be more than a part of the first one that is as
//! small as what series leave out. What is stuck together moves as one.

use super::ties::{Tie, Ties};
use crate::dynamics::system::{BodyData, System};
use crate::dynamics::{ContactState, SpringMode};
use crate::gauss::Row;

/// Present modes and motion for which a region is chosen.
#[derive(Clone, Copy)]
pub(super) struct Present<'a> {
    pub system: &'a System,
    pub contacts: &'a [ContactState],
    pub spring_mode: &'a [SpringMode],
    /// Contacts that have begun to slip at this very time: what they touch is resolved together.
    pub departing: &'a dyn Fn(usize) -> bool,
    /// |dF/dw| of contacts that slip.
    pub steepness: &'a dyn Fn(usize) -> f64,
}

impl Present<'_> {
    fn is_free(&self, body: usize) -> bool {
        matches!(self.system.bodies[body], BodyData::Free { .. })
    }

    fn row(&self, tie: Tie) -> &Row {
        match tie {
            Tie::Contact(contact) => &self.system.contacts[contact].row,
            Tie::Spring(spring) => &self.system.springs[spring].row,
            Tie::Damper(damper) => &self.system.dampers[damper].row,
        }
    }

    /// True if what a coupling joins moves, or is resolved, as one.
    fn joins(&self, tie: Tie) -> bool {
        let Tie::Contact(contact) = tie else { return false };
        let entry = &self.system.contacts[contact];
        let stuck = entry.is_held(self.contacts[contact].mode());
        (stuck || (self.departing)(contact)) && !entry.kinematic
    }

    /// Returns the force by deflection and by its rate at most, N/m and N·s/m.
    fn stiffness(&self, tie: Tie) -> [f64; 2] {
        match tie {
            Tie::Contact(contact) => {
                let entry = &self.system.contacts[contact];
                let slips = entry.is_loaded() && self.contacts[contact].mode().slips();
                [0.0, if slips { (self.steepness)(contact) } else { 0.0 }]
            }
            Tie::Spring(spring) if self.spring_mode[spring].acts() => {
                let entry = &self.system.springs[spring];
                [entry.stiffness.abs(), entry.damping]
            }
            Tie::Spring(_) => [0.0; 2],
            Tie::Damper(damper) => [0.0, self.system.dampers[damper].damping],
        }
    }
}

/// A body that has just been taken: by how much a force on it may be another one, as a part of the first, and what moves.
#[derive(Clone, Copy, Debug)]
struct Affected {
    body: usize,
    force: f64,
    mass: f64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    pub ties: Ties,
    /// Number of the choice in which each body, or coupling, was marked last; and of the present one.
    body_marks: Vec<u64>,
    tie_marks: [Vec<u64>; 3],
    choice: u64,
    /// The place of each body that was taken, or is beside those.
    pub place: Vec<usize>,
    /// Bodies to be re-expanded, and behind them those beside: free ones first.
    pub bodies: Vec<usize>,
    pub members: usize,
    pub free: usize,
    pub contacts: Vec<usize>,
    pub springs: Vec<usize>,
    pub dampers: Vec<usize>,
    front: Vec<Affected>,
    next: Vec<Affected>,
    others: Vec<usize>,
}

impl Region {
    /// Takes the couplings of a network.
    pub fn resize(&mut self, system: &System) {
        self.ties.take(system);
        self.body_marks.clear();
        self.body_marks.resize(system.bodies.len(), 0);
        self.place.resize(system.bodies.len(), 0);
        let counts = [system.contacts.len(), system.springs.len(), system.dampers.len()];
        for (marks, count) in self.tie_marks.iter_mut().zip(counts) {
            marks.clear();
            marks.resize(count, 0);
        }
        self.choice = 0;
    }

    /// Begins a choice with the bodies that some couplings join, and others.
    pub fn begin(&mut self, present: &Present, ties: impl Iterator<Item = Tie>, bodies: &[usize]) {
        self.choice += 1;
        self.bodies.clear();
        self.front.clear();
        self.next.clear();
        for tie in ties {
            self.take(present, tie);
        }
        for &body in bodies {
            self.reach(present, body, 1.0);
        }
        std::mem::swap(&mut self.front, &mut self.next);
    }

    /// Takes the bodies that a coupling joins.
    pub fn take(&mut self, present: &Present, tie: Tie) {
        for (body, _) in present.row(tie).terms() {
            self.reach(present, body, 1.0);
        }
    }

    /// True if a coupling joins a body that was taken.
    pub fn touches(&self, present: &Present, tie: Tie) -> bool {
        present.row(tie).terms().any(|(body, _)| self.is_marked(body))
    }

    /// True if a body was taken, or is beside.
    fn is_marked(&self, body: usize) -> bool {
        self.body_marks[body] == self.choice
    }

    fn mark(&mut self, body: usize) {
        self.body_marks[body] = self.choice;
        self.place[body] = self.bodies.len();
        self.bodies.push(body);
    }

    /// Takes a body, if it is free, with all that moves with it.
    fn reach(&mut self, present: &Present, body: usize, force: f64) {
        if !present.is_free(body) || self.is_marked(body) {
            return;
        }
        let first = self.bodies.len();
        self.mark(body);
        let (mut mass, mut next, mut even) = (0.0, first, true);
        while let Some(&body) = self.bodies.get(next) {
            next += 1;
            mass += present.system.mass_of(body).unwrap_or(f64::INFINITY);
            for place in self.ties.of(body) {
                let tie = self.ties.at(place);
                if !present.joins(tie) {
                    continue;
                }
                for (other, q) in present.row(tie).terms() {
                    even &= q.abs() == 1.0;
                    if !present.is_free(other) {
                        mass = f64::INFINITY;
                    } else if !self.is_marked(other) {
                        self.mark(other);
                    }
                }
                if present.row(tie).pair().is_none() {
                    mass = f64::INFINITY;
                }
            }
        }
        for place in first..self.bodies.len() {
            let body = self.bodies[place];
            // Between ratios each body is taken for lighter than it moves.
            let own = present.system.mass_of(body).unwrap_or(mass);
            let mass = if even || mass == f64::INFINITY { mass } else { own };
            self.next.push(Affected { body, force, mass });
        }
    }

    /// Continues from the bodies taken, as far as these are affected by forces of more than `least` of the first one within
    /// `request`, s. False: there are more than `most`.
    pub fn spread(&mut self, present: &Present, request: f64, least: f64, most: usize) -> bool {
        let mut order = 0.0;
        while !self.front.is_empty() && self.bodies.len() <= most {
            let mut damped = false;
            self.next.clear();
            for at in 0..self.front.len() {
                let Affected { body, force, mass } = self.front[at];
                for place in self.ties.of(body) {
                    let tie = self.ties.at(place);
                    let [stiffness, damping] = present.stiffness(tie);
                    let row = present.row(tie);
                    let Some((_, q_i, _, q_j)) = row.pair() else { continue };
                    let by_rate = damping * request / (order + 1.0);
                    let by_way = stiffness * request * request / ((order + 1.0) * (order + 2.0));
                    let affected = force * (q_i * q_j).abs() * (by_rate + by_way) / mass;
                    if affected <= least {
                        continue;
                    }
                    damped |= damping > 0.0;
                    for (other, _) in row.terms() {
                        self.reach(present, other, affected);
                    }
                }
            }
            std::mem::swap(&mut self.front, &mut self.next);
            order += if damped { 1.0 } else { 2.0 };
        }
        self.bodies.len() <= most
    }

    /// Takes bodies that were found to be affected more.
    pub fn extend(&mut self, present: &Present, bodies: &[usize]) {
        self.choice += 1;
        self.others.clear();
        self.others.extend_from_slice(&self.bodies[..self.members]);
        self.bodies.clear();
        self.next.clear();
        for place in 0..self.others.len() {
            self.reach(present, self.others[place], 1.0);
        }
        for &body in bodies {
            self.reach(present, body, 1.0);
        }
    }

    /// Lists the couplings of the bodies taken, and the bodies beside them.
    pub fn close(&mut self, present: &Present) {
        self.members = self.bodies.len();
        for list in [&mut self.contacts, &mut self.springs, &mut self.dampers] {
            list.clear();
        }
        self.others.clear();
        for at in 0..self.members {
            for place in self.ties.of(self.bodies[at]) {
                let tie = self.ties.at(place);
                let (kind, index, list) = match tie {
                    Tie::Contact(index) => (0, index, &mut self.contacts),
                    Tie::Spring(index) => (1, index, &mut self.springs),
                    Tie::Damper(index) => (2, index, &mut self.dampers),
                };
                if std::mem::replace(&mut self.tie_marks[kind][index], self.choice) == self.choice {
                    continue;
                }
                list.push(index);
                for (other, _) in present.row(tie).terms() {
                    if self.is_marked(other) {
                        continue;
                    }
                    if present.is_free(other) {
                        self.mark(other);
                    } else if !self.others.contains(&other) {
                        self.others.push(other);
                    }
                }
            }
        }
        self.free = self.bodies.len();
        for at in 0..self.others.len() {
            self.mark(self.others[at]);
        }
        for list in [&mut self.contacts, &mut self.springs, &mut self.dampers] {
            list.sort_unstable();
        }
    }

    /// Returns a row over bodies as one over the places of these.
    pub fn partition(&self, row: &Row) -> Row {
        let place = |body: Option<usize>| body.map(|body| self.place[body]);
        Row { i: place(row.i), j: place(row.j), ..*row }
    }
}
