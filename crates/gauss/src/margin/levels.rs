//! Cuts within a motion.
//!
//! On a balanced graph the load gᵀx and the friction σ(Bx) of a motion x are integrals over its *levels*:
//! the sets of bodies that move by more than some t > 0, forward or backward, moved as one. So one of the
//! levels has at least the quotient of x, and so has one of the groups of neighbours that it consists of.
//! Levels are finitely many, which makes a search that goes from one to the next finite. (On a cycle that
//! does not balance they are cuts as well, if not always better ones than x.)

use super::super::Contact;
use super::super::clusters::Clusters;
use super::cut::{Task, grows, quotient, slip, support};
use super::{Levels, Margin};
use crate::tolerances::BALANCED_RATIOS;

impl Margin {
    /// Returns the greatest quotient gᵀx/σ(Bx) of a motion, its levels and their groups; 0 if none is driven.
    pub(super) fn hardest_level(
        &mut self,
        clusters: &Clusters,
        motion: &[f64],
        task: &Task,
    ) -> f64 {
        let mut levels = std::mem::take(&mut self.levels);
        let load: f64 = task.residual.iter().zip(motion).map(|(g, x)| g * x).sum();
        let stuck = task.contacts.iter().zip(task.stuck).filter(|(_, stuck)| **stuck);
        // With the round-off of slips, or the quotient would be that of no motion.
        let hold: f64 = stuck.map(|(c, _)| support(c, c.row.apply(motion))).sum();
        // Without friction it is a drift, by round-off, or a level is as hard.
        let whole = if hold > 0.0 { quotient(load, hold) } else { 0.0 };
        let mut hardest = 0.0f64;
        self.certificate.withdraw();
        for sign in [1.0, -1.0] {
            if levels.find(clusters, motion, task, sign) {
                let slips = |c: usize| slip(&task.contacts[c].row, &levels.motion) != 0.0;
                hardest = hardest.max(self.hardest(task, &levels.groups, &levels.motion, slips));
            }
        }
        self.levels = levels;
        if grows(hardest, whole) {
            self.certificate.propose(whole, motion.iter().copied());
        }
        hardest.max(whole)
    }
}

impl Levels {
    /// Finds the hardest level in one direction, as a motion and its groups. False: none is driven.
    fn find(&mut self, clusters: &Clusters, motion: &[f64], task: &Task, sign: f64) -> bool {
        let height = |body: usize| sign * motion[body] / clusters.ratio(body);
        self.order.clear();
        self.order.extend((0..motion.len()).filter(|body| height(*body) > 0.0));
        self.order.sort_unstable_by(|a, b| height(*b).total_cmp(&height(*a)).then(a.cmp(b)));
        let count = self.order.len();
        self.place.clear();
        self.place.resize(motion.len(), count);
        for (place, body) in self.order.iter().enumerate() {
            self.place[*body] = place;
        }
        self.sum_friction(clusters, task, sign);
        let (mut load, mut hold, mut unlimited) = (0.0, 0.0, 0);
        let mut hardest = (0.0, 0);
        for (place, &body) in self.order.iter().enumerate() {
            load += sign * clusters.ratio(body) * task.residual[body];
            hold += self.hold[place];
            unlimited += self.unlimited[place];
            let last = place + 1 == count || height(self.order[place + 1]) < height(body);
            if last && unlimited == 0 && quotient(load, hold) > hardest.0 {
                hardest = (quotient(load, hold), place + 1);
            }
        }
        self.motion.clear();
        self.motion.resize(motion.len(), 0.0);
        for &body in &self.order[..hardest.1] {
            self.motion[body] = sign * clusters.ratio(body);
        }
        self.rows.clear();
        self.rows.extend(task.contacts.iter().map(|contact| contact.row));
        self.within.clear();
        let ties = |(contact, stuck): (&Contact, &bool)| {
            *stuck
                && contact
                    .row
                    .pair()
                    .is_some_and(|(i, _, j, _)| self.place[i].max(self.place[j]) < hardest.1)
        };
        self.within.extend(task.contacts.iter().zip(task.stuck).map(ties));
        self.groups.build(motion.len(), &self.rows, &self.within);
        hardest.1 > 0
    }

    /// Sums the friction of the levels, as changes from one to the next.
    fn sum_friction(&mut self, clusters: &Clusters, task: &Task, sign: f64) {
        let Self { hold, unlimited, place, order, .. } = self;
        hold.clear();
        hold.resize(order.len() + 1, 0.0);
        unlimited.clear();
        unlimited.resize(order.len() + 1, 0);
        let mut add = |place: usize, friction: f64, times: f64| {
            if friction.is_finite() {
                hold[place] += times * friction;
            } else {
                unlimited[place] += times as i64;
            }
        };
        for (contact, _) in task.contacts.iter().zip(task.stuck).filter(|(_, stuck)| **stuck) {
            let mut ends =
                contact.row.terms().map(|(body, q)| (place[body], sign * q * clusters.ratio(body)));
            let Some((mut first, mut u)) = ends.next() else { continue };
            if let Some((mut second, mut u_second)) = ends.next() {
                if second < first {
                    (first, u, second, u_second) = (second, u_second, first, u);
                }
                add(second, support(contact, u), -1.0);
                if (u + u_second).abs() > BALANCED_RATIOS * (u.abs() + u_second.abs()) {
                    add(second, support(contact, u + u_second), 1.0);
                }
            }
            add(first, support(contact, u), 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::clusters::Clusters;
    use super::super::super::{Contact, Row};
    use super::super::Margin;
    use super::super::cut::{Task, quotient, support};
    use proptest::prelude::*;

    const BODIES: usize = 5;

    /// Returns a bound; a weight of 1 in 9 makes it infinite.
    fn bound() -> impl Strategy<Value = f64> {
        prop_oneof![8 => 0.1..3.0f64, 1 => Just(f64::INFINITY)]
    }

    /// Returns the contacts of a chain, and of each body with the ground.
    fn contacts() -> impl Strategy<Value = Vec<Contact>> {
        prop::collection::vec((bound(), bound()), 2 * BODIES - 1).prop_map(|ranges| {
            let end = |body: usize| (body < BODIES).then_some(body);
            let row = |k: usize| match k {
                ..BODIES => Row { i: Some(k), q_i: 1.0, j: None, q_j: 0.0 },
                _ => Row { i: end(k - BODIES), q_i: 1.0, j: end(k - BODIES + 1), q_j: -1.0 },
            };
            let contact = |(k, (lower, upper)): (usize, (f64, f64))| Contact {
                row: row(k),
                beta: 0.0,
                lower: -lower,
                upper,
                viscous: 0.0,
            };
            ranges.into_iter().enumerate().map(contact).collect()
        })
    }

    fn cut(contacts: &[Contact], load: &[f64], motion: &[f64]) -> f64 {
        let driven = load.iter().zip(motion).map(|(g, x)| g * x).sum();
        quotient(driven, contacts.iter().map(|c| support(c, c.row.apply(motion))).sum())
    }

    proptest! {
        /// Tests that the result is at least as hard as each level of the motion, and no harder than the hardest of all
        /// sets of bodies.
        #[test]
        fn the_hardest_level_is_found(
            contacts in contacts(),
            load in prop::collection::vec(-2.0..2.0f64, BODIES),
            motion in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), -2.0..2.0f64], BODIES),
        ) {
            let rows: Vec<Row> = contacts.iter().map(|contact| contact.row).collect();
            let stuck = vec![true; contacts.len()];
            let mut clusters = Clusters::default();
            clusters.build(BODIES, &rows, &stuck);
            let task = Task { residual: &load, contacts: &contacts, stuck: &stuck };
            let found = Margin::default().hardest_level(&clusters, &motion, &task);
            let of = |chosen: &dyn Fn(usize) -> bool, sign: f64| {
                let moved: Vec<f64> =
                    (0..BODIES).map(|body| if chosen(body) { sign } else { 0.0 }).collect();
                cut(&contacts, &load, &moved)
            };
            let mut levels = 0.0f64;
            let mut all = cut(&contacts, &load, &motion);
            for sign in [1.0, -1.0] {
                for &height in motion.iter().filter(|x| sign * **x > 0.0) {
                    levels = levels.max(of(&|body| sign * motion[body] >= sign * height, sign));
                }
                for set in 1..1 << BODIES {
                    all = all.max(of(&|body| set >> body & 1 == 1, sign));
                }
            }
            prop_assert!(found >= levels * (1.0 - 1e-12), "{found} for {levels}");
            prop_assert!(found <= all * (1.0 + 1e-12), "{found} for {all}");
        }
    }
}
