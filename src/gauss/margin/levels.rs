//! Cuts within a motion.
//!
//! On a balanced graph the load gᵀx and the friction σ(Bx) of a motion x are integrals over its *levels*:
//! the sets of bodies that move by more than some t > 0, forward or backward, moved as one. So one of the
//! levels has at least the quotient of x, and so has one of the groups of neighbours that it consists of.
//! Levels are finitely many, which makes a search that goes from one to the next finite. (On a cycle that
//! does not balance they are cuts as well, if not always better ones than x.)

use super::super::clusters::{BALANCED, Clusters};
use super::super::{Contact, Row};
use super::{Levels, Margin, Task, quotient, support};

impl Margin {
    /// The greatest quotient gᵀx/σ(Bx) of a motion, its levels and their groups; 0 if none is driven.
    pub(super) fn hardest_level(
        &mut self,
        clusters: &Clusters,
        motion: &[f64],
        task: &Task,
    ) -> f64 {
        let mut levels = std::mem::take(&mut self.levels);
        let load: f64 = task.residual.iter().zip(motion).map(|(g, x)| g * x).sum();
        let stuck = task.contacts.iter().zip(task.stuck).filter(|(_, stuck)| **stuck);
        let hold: f64 = stuck.map(|(c, _)| support(c, slip(&c.row, motion))).sum();
        // Without friction it is a drift, by round-off, or a level is as hard.
        let mut hardest = if hold > 0.0 { quotient(load, hold) } else { 0.0 };
        for sign in [1.0, -1.0] {
            if levels.find(clusters, motion, task, sign) {
                let slips = |c: usize| slip(&task.contacts[c].row, &levels.motion) != 0.0;
                hardest = hardest.max(self.hardest(task, &levels.groups, &levels.motion, slips));
            }
        }
        self.levels = levels;
        hardest
    }
}

impl Levels {
    /// The hardest level in one direction, as a motion and its groups. False: none is driven.
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

    /// Friction of the levels, as changes from one to the next.
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
                if (u + u_second).abs() > BALANCED * (u.abs() + u_second.abs()) {
                    add(second, support(contact, u + u_second), 1.0);
                }
            }
            add(first, support(contact, u), 1.0);
        }
    }
}

/// Bx of a row, 0 if it is no more than the round-off of ratios.
fn slip(row: &Row, motion: &[f64]) -> f64 {
    let size: f64 = row.terms().map(|(body, q)| (q * motion[body]).abs()).sum();
    let u = row.apply(motion);
    if u.abs() > BALANCED * size { u } else { 0.0 }
}
