//! The hardest of the groups of bodies that move as one in a motion.

use super::super::Contact;
use super::super::clusters::Clusters;
use super::Margin;
use super::cut::{Task, grows, quotient, slip, support};

impl Margin {
    /// Returns the greatest quotient gᵀx/σ(Bx) of the motion found and of each of its groups; 0 at rest. A group moves
    /// as one, without the round-off of what was found: of a motion that is next to nothing that would be a part that
    /// counts.
    pub(super) fn hardest(
        &mut self,
        task: &Task,
        groups: &Clusters,
        found: &[f64],
        slipping: impl Fn(usize) -> bool,
    ) -> f64 {
        let Task { residual, contacts, stuck } = *task;
        let of_group = |group: usize| match groups.is_closed(group) {
            true => 0.0,
            false => found[groups.root(group)] / groups.ratio(groups.root(group)),
        };
        let mut motion = std::mem::take(&mut self.motion);
        motion.clear();
        let bodies = 0..found.len();
        motion.extend(bodies.map(|body| groups.ratio(body) * of_group(groups.cluster_of(body))));
        self.load.clear();
        self.load.resize(groups.count(), 0.0);
        self.hold.clear();
        self.hold.resize(groups.count(), 0.0);
        self.slips.clear();
        self.slips.resize(groups.count(), false);
        for (body, x) in motion.iter().enumerate() {
            self.load[groups.cluster_of(body)] += residual[body] * x;
        }
        let mut hold = 0.0;
        for (index, contact) in contacts.iter().enumerate() {
            if !stuck[index] || !slipping(index) {
                continue;
            }
            if is_within(contact, groups, &motion) {
                continue;
            }
            hold += support(contact, contact.row.apply(&motion));
            let mut terms =
                contact.row.terms().map(|(body, q)| (groups.cluster_of(body), q * motion[body]));
            let Some((first, mut u)) = terms.next() else {
                continue;
            };
            if let Some((second, u_second)) = terms.next() {
                if second == first {
                    u += u_second;
                } else {
                    self.hold[second] += support(contact, u_second);
                    self.slips[second] = true;
                }
            }
            self.hold[first] += support(contact, u);
            self.slips[first] = true;
        }
        self.motion = motion;
        self.lead(groups, hold)
    }

    /// Returns the quotient of the motion as a whole, of which friction takes `hold`, or of that of its groups alone which has the
    /// greatest, and proposes it.
    fn lead(&mut self, groups: &Clusters, hold: f64) -> f64 {
        // A group on which nothing slips drifts as a whole, by round-off: no cut.
        let (mut load, mut hardest, mut leading) = (0.0, 0.0, None);
        for group in (0..groups.count()).filter(|group| self.slips[*group]) {
            load += self.load[group];
            let own = quotient(self.load[group], self.hold[group]);
            (hardest, leading) =
                if own > hardest { (own, Some(group)) } else { (hardest, leading) };
        }
        // One group alone is as hard but for round-off, unless cycles do not balance.
        let whole = quotient(load, hold);
        let as_whole = grows(hardest, whole);
        let moves = |body: usize| as_whole || leading == Some(groups.cluster_of(body));
        let motion = self.motion.iter().enumerate();
        let hardest = hardest.max(whole);
        self.certificate
            .propose(hardest, motion.map(|(body, x)| if moves(body) { *x } else { 0.0 }));
        hardest
    }
}

/// True if a contact joins bodies that others hold together, so that it does not slip, whatever limit it has reached.
fn is_within(contact: &Contact, groups: &Clusters, motion: &[f64]) -> bool {
    let same =
        |(i, _, j, _): (usize, f64, usize, f64)| groups.cluster_of(i) == groups.cluster_of(j);
    contact.row.pair().is_some_and(same) && slip(&contact.row, motion) == 0.0
}
