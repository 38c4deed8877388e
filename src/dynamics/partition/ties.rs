//! Ties of each body: the elements that touch it.

use crate::dynamics::system::System;

/// Element that applies forces between bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    Contact(usize),
    Spring(usize),
    Damper(usize),
}

/// Ties of each body, one list behind the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Ties {
    first: Vec<usize>,
    ties: Vec<Tie>,
}

impl Ties {
    pub fn take(&mut self, system: &System) {
        let contacts = system.contacts.iter().enumerate();
        let springs = system.springs.iter().enumerate();
        let dampers = system.dampers.iter().enumerate();
        let all = || {
            let contacts = contacts.clone().map(|(k, entry)| (Tie::Contact(k), entry.row));
            let springs = springs.clone().map(|(k, entry)| (Tie::Spring(k), entry.row));
            let dampers = dampers.clone().map(|(k, entry)| (Tie::Damper(k), entry.row));
            let ends = |(tie, row): (Tie, crate::gauss::Row)| {
                [row.i, row.j].into_iter().flatten().map(move |body| (body, tie))
            };
            contacts.chain(springs).chain(dampers).flat_map(ends)
        };
        self.first.clear();
        self.first.resize(system.bodies.len() + 1, 0);
        for (body, _) in all() {
            self.first[body + 1] += 1;
        }
        for body in 0..system.bodies.len() {
            self.first[body + 1] += self.first[body];
        }
        self.ties.clear();
        self.ties.resize(self.first[system.bodies.len()], Tie::Contact(0));
        let mut next = self.first.clone();
        for (body, tie) in all() {
            self.ties[next[body]] = tie;
            next[body] += 1;
        }
    }

    /// Returns the places of the couplings of a body.
    pub fn of(&self, body: usize) -> std::ops::Range<usize> {
        self.first[body]..self.first[body + 1]
    }

    pub fn at(&self, place: usize) -> Tie {
        self.ties[place]
    }
}
