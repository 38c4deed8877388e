//! The forest of a set of stuck contacts, and F̄ of its members.

use super::super::{Contact, Row};
use super::Distribution;
use super::potentials::Task;

/// F̄ of a contact with an infinite bound, in units of the greatest finite F̄ of those that share loads with it: its part of
/// the sum is round-off of that of others. Potentials, which find forces from differences, bear no more than
/// `MANY_UNLIMITED`.
const UNLIMITED: f64 = 67_108_864.0;
const MANY_UNLIMITED: f64 = 1024.0;

/// F̄ of a contact without range, in the same units, such as a brake that is released while it holds.
const POWERLESS: f64 = 1.0 / 1024.0;

/// Cycles up to which a basis of them is as quick as potentials. It is also more exact where ranges differ
/// by many powers of ten.
pub(super) const FEW_CYCLES: usize = 24;

impl Distribution {
    pub(super) fn is_made_for(&self, bodies: usize, contacts: &[Contact], stuck: &[bool]) -> bool {
        let same = |((contact, row), range): ((&Contact, &Row), &f64)| {
            contact.row == *row && half_range(contact) == *range
        };
        self.stuck == stuck
            && self.forest.bodies() == bodies
            && contacts.iter().zip(&self.rows).zip(&self.half_range).all(same)
    }

    /// Makes the forest and basis for a set of stuck contacts.
    pub(super) fn make(&mut self, bodies: usize, contacts: &[Contact], stuck: &[bool]) {
        self.rows.clear();
        self.rows.extend(contacts.iter().map(|contact| contact.row));
        self.stuck.clear();
        self.stuck.extend_from_slice(stuck);
        self.half_range.clear();
        self.half_range.extend(contacts.iter().map(half_range));
        self.members.clear();
        let tying =
            |contact: &usize| stuck[*contact] && self.rows[*contact].terms().next().is_some();
        self.members.extend((0..contacts.len()).filter(tying));
        self.forest.build(bodies, &self.rows, &self.stuck);
        self.few = self.forest.redundant().len() <= FEW_CYCLES;
        self.measure(bodies);
        self.choose_forest(bodies);
        self.avoided.clear();
        self.at_limit.clear();
        self.at_limit.resize(self.members.len(), false);
        let Self { rows, members, range, stuck, .. } = self;
        let task = Task { rows, members, range, load: &[] };
        self.few = self.few || !self.potentials.prepare(&task, bodies, stuck);
        self.cycles.clear();
        self.found.limits.clear();
        self.found.load.clear();
    }

    /// Takes F̄ of the members, whose clusters the forest has.
    fn measure(&mut self, bodies: usize) {
        let Self { rows, members, half_range, forest, greatest, range, few, .. } = self;
        let unlimited = if *few { UNLIMITED } else { MANY_UNLIMITED };
        let cluster = |contact: usize| {
            let body = rows[contact].terms().next().map(|(body, _)| body);
            body.map_or(0, |body| forest.cluster_of(body))
        };
        greatest.clear();
        greatest.resize(bodies, 0.0);
        for &contact in &*members {
            let most = &mut greatest[cluster(contact)];
            if half_range[contact].is_finite() {
                *most = half_range[contact].max(*most);
            }
        }
        range.clear();
        range.extend(members.iter().map(|&contact| {
            match (half_range[contact], greatest[cluster(contact)]) {
                (0.0 | f64::INFINITY, 0.0) => 1.0,
                (0.0, greatest) => POWERLESS * greatest,
                (f64::INFINITY, greatest) => unlimited * greatest,
                (range, _) => range,
            }
        }));
    }

    /// Chooses a spanning forest of the members with the widest ranges, in the coordinates of their clusters.
    fn choose_forest(&mut self, bodies: usize) {
        self.order.clear();
        self.order.extend(0..self.members.len());
        let width = |member: usize| {
            let terms = self.rows[self.members[member]].terms();
            let lever = terms.map(|(body, q)| (q * self.forest.ratio(body)).abs());
            self.range[member] * lever.fold(0.0, f64::max)
        };
        self.order.sort_unstable_by(|a, b| width(*b).total_cmp(&width(*a)).then(a.cmp(b)));
        self.spanning.clear(bodies);
        self.strong.clear();
        self.strong.resize(self.rows.len(), false);
        for &member in &self.order {
            let contact = self.members[member];
            self.strong[contact] = self.spanning.add(&self.rows[contact]);
        }
        self.forest.build(bodies, &self.rows, &self.strong);
        let Self { weak, members, strong, forest, .. } = self;
        weak.clear();
        weak.extend(members.iter().filter(|contact| !strong[**contact]));
        weak.extend_from_slice(forest.redundant());
    }
}

fn half_range(contact: &Contact) -> f64 {
    (contact.upper - contact.lower) / 2.0
}
