//! Contacts that are stuck and whose limits follow the load.
//!
//! A law may let its limit grow as soon as the contact slips, however slowly: the coefficient μ of `ostermeyer`
//! then grows at its *climb*, aϑ. Under a load that grows past the limits of stuck contacts, but more slowly than
//! these would then grow, the contacts can neither stick nor slip. They do both in turns, infinitely fast, and slip
//! during a share s of the time: the sliding mode of the law (Filippov, "Differential Equations with Discontinuous
//! Righthand Sides", Kluwer 1988, §4). Nothing moves in it, and
//!
//! ```text
//!   μ̇_c = s·climb_c,     Σ_c |u_c| limit_c = gᵀx,     0 ≤ s ≤ 1
//! ```
//! where x is the motion, a *mechanism*, in which the contacts would slip by u = Bx, and g what stuck contacts must
//! balance. All contacts of a mechanism are at their limits, also those whose limits do not climb. One contact that
//! no other one shares its load with is a mechanism, where μ = |λ|/N; several side by side are one together.
//!
//! Forces of followers are known, so that the other stuck contacts must balance what these leave of the load.

use super::{Between, Flow, Follower, Following, exert};
use crate::gauss::Row;
use crate::gauss::clusters::Clusters;
use crate::laws::{Direction, MOST_STATES};
use crate::motion::elements::contact::states::Internals;
use crate::motion::numbers::Numbers;
use crate::motion::series::Series;

/// How late (s) limits follow the part of a load that inputs change while a host integrates, which does not tell their
/// derivatives: the time in which the rate of a limit makes up for what it has fallen behind. Where the load has grown for
/// longer than that, how far the limit is behind tells the share; above 1 the load outruns the limit.
const LATE: f64 = 1e-4;

/// Ratios of slips within a mechanism that are equal but for round-off, relative to them.
const SAME: f64 = 1e-10;

impl Between {
    /// None for a row that no motion of the clusters changes.
    fn new(clusters: &Clusters, row: &Row) -> Option<Self> {
        let mut terms = row.terms().filter_map(|(body, q)| {
            let cluster = clusters.cluster_of(body);
            (!clusters.is_closed(cluster)).then(|| (cluster, q * clusters.ratio(body)))
        });
        let first = terms.next()?;
        let Some(second) = terms.next() else {
            return Some(Self { first, second: None });
        };
        if first.0 == second.0 {
            let within = clusters.within(row);
            return (within != 0.0).then_some(Self { first: (first.0, within), second: None });
        }
        let (first, second) = if first.0 < second.0 { (first, second) } else { (second, first) };
        Some(Self { first, second: Some(second) })
    }

    /// The factor by which it is another one.
    fn ratio_to(&self, other: &Self) -> Option<f64> {
        let ratio = self.first.1 / other.first.1;
        let proportional = match (self.second, other.second) {
            (None, None) => true,
            (Some((own, by)), Some((others, of))) => {
                own == others && (by - ratio * of).abs() <= SAME * by.abs()
            }
            _ => false,
        };
        (proportional && self.first.0 == other.first.0).then_some(ratio)
    }
}

impl Following {
    pub fn resize(&mut self, contacts: usize, unknown: usize, orders: usize) {
        self.followers.reserve(contacts);
        self.leaders.reserve(contacts);
        self.share.fit(contacts, orders);
        self.behind.resize(contacts, 0.0);
        self.held.resize(contacts, false);
        self.carrying.resize(contacts, false);
        self.residual.fit(unknown, orders);
        self.lambda.resize(contacts, 0.0);
    }

    /// Room for clusters of all contacts.
    pub fn rehearse(&mut self, numbers: &Numbers) {
        let all = &mut self.carrying;
        all.fill(true);
        self.clusters.build(numbers.mass.len(), &numbers.rows, all);
        self.carriers.build(numbers.mass.len(), &numbers.rows, all);
    }

    /// Finds the mechanisms of the contacts marked in `following` by the sign of their slip. There are none if these
    /// form others than single contacts and contacts side by side.
    fn begin(&mut self, numbers: &Numbers, stuck: &[bool], following: &[i8]) {
        self.followers.clear();
        self.leaders.clear();
        if following.iter().all(|sign| *sign == 0) {
            return;
        }
        for (contact, held) in self.held.iter_mut().enumerate() {
            *held = stuck[contact] && following[contact] == 0;
        }
        self.clusters.build(numbers.mass.len(), &numbers.rows, &self.held);
        self.carrying.copy_from_slice(&self.held);
        if !self.find(numbers, stuck, following) {
            self.followers.clear();
            self.leaders.clear();
        }
    }

    fn find(&mut self, numbers: &Numbers, stuck: &[bool], following: &[i8]) -> bool {
        for (contact, sign) in following.iter().enumerate().filter(|(_, sign)| **sign != 0) {
            let direction = if *sign > 0 { Direction::Forward } else { Direction::Backward };
            let between = Between::new(&self.clusters, &numbers.rows[contact]);
            let Some(between) = between.filter(|_| stuck[contact]) else {
                return false;
            };
            if !numbers.contacts[contact].may_follow() {
                return false;
            }
            let known = self.followers.iter().find_map(|other| {
                let ratio = between.ratio_to(&other.between)?;
                Some((other.mechanism, ratio * other.ratio, ratio > 0.0, other.direction))
            });
            let (mechanism, ratio) = match known {
                Some((mechanism, ratio, same, as_other)) if same == (direction == as_other) => {
                    (mechanism, ratio.abs())
                }
                Some(_) => return false,
                None => {
                    self.leaders.push(contact);
                    self.carrying[contact] = true;
                    (self.leaders.len() - 1, 1.0)
                }
            };
            self.followers.push(Follower { contact, mechanism, between, direction, ratio });
        }
        self.carriers.build(numbers.mass.len(), &numbers.rows, &self.carrying);
        self.carriers.rank() == self.clusters.rank() + self.leaders.len()
    }

    pub fn is_active(&self) -> bool {
        !self.leaders.is_empty()
    }

    /// The first contact of each mechanism, in the order of mechanisms.
    pub fn leaders(&self) -> &[usize] {
        &self.leaders
    }

    /// Contacts of a mechanism.
    pub fn contacts(&self, mechanism: usize) -> impl Iterator<Item = usize> + '_ {
        let of = self.followers.iter().filter(move |follower| follower.mechanism == mechanism);
        of.map(|follower| follower.contact)
    }

    /// Coefficient k of the share s of a mechanism.
    pub fn share(&self, mechanism: usize, k: usize) -> f64 {
        self.share.at(k, mechanism)
    }

    /// Takes coefficients of order k of a mechanism by the share of lower orders and by its last one; `each` is told the limits.
    fn follow(
        &self,
        numbers: &Numbers,
        (internals, pressing): (&mut Internals, &Series),
        (mechanism, k): (usize, usize),
        last: f64,
        mut each: impl FnMut(&Follower, f64),
    ) {
        let share = |j: usize| self.share(mechanism, j);
        for at in self.followers.iter().filter(|follower| follower.mechanism == mechanism) {
            let entry = &numbers.contacts[at.contact];
            let of = (at.contact, at.direction);
            each(at, entry.follow(of, (internals, pressing), share, last, k));
        }
    }
}

impl Flow {
    /// Finds the mechanisms of the present step.
    pub(super) fn begin_following(&mut self, numbers: &Numbers, following: &[i8]) {
        self.following.begin(numbers, &self.stuck, following);
        if self.following.is_active() {
            let mass = if numbers.massless { self.kinetic.mass() } else { &numbers.mass };
            self.following.carriers.hang_all_from_heaviest(mass);
        }
    }

    /// Order k of what follows the load: coefficients of friction, forces, and what other stuck contacts must
    /// balance. Accelerations of that order must be there.
    pub fn follow_load(&mut self, numbers: &Numbers, k: usize) {
        let Self { following, internals, pressing, friction, residual, .. } = self;
        let mut lambda = std::mem::take(&mut following.lambda);
        following.carriers.tree_forces(residual.row(k), &mut lambda);
        following.residual.row_mut(k).copy_from_slice(residual.row(k));
        for mechanism in 0..following.leaders.len() {
            let leads = |follower: &&Follower| follower.mechanism == mechanism;
            let Some(leader) = following.followers.iter().find(leads) else { continue };
            let carried = leader.direction.sign() * lambda[leader.contact];
            let at = (mechanism, k);
            let (mut sum, mut gain) = (0.0, 0.0);
            following.follow(numbers, (internals, pressing), at, 0.0, |follower, limit| {
                sum += follower.ratio * limit;
            });
            for follower in following.followers.iter().filter(leads) {
                let entry = &numbers.contacts[follower.contact];
                let by = entry.climb_term(follower.contact, internals, k);
                gain += follower.ratio * entry.load_term(pressing, 0) * by;
            }
            let unknown = if gain > 0.0 { (carried - sum) / gain } else { 0.0 };
            let mut left = std::mem::take(&mut following.residual);
            following.follow(numbers, (internals, pressing), at, unknown, |follower, limit| {
                let force = follower.direction.sign() * limit;
                friction.set(k, follower.contact, force);
                exert(&numbers.rows[follower.contact], force, left.row_mut(k));
            });
            following.residual = left;
            match k {
                0 => following.behind[mechanism] = unknown,
                1 if numbers.faint > 0.0 => {
                    // A load that would fall may be made to grow by an input: it has fallen where it is below its limit.
                    let share = unknown.max(0.0) + following.behind[mechanism] / LATE;
                    following.share.set(0, mechanism, share);
                    let held = share.clamp(0.0, 1.0);
                    following.follow(numbers, (internals, pressing), at, held, |_, _| {});
                }
                _ => following.share.set(k - 1, mechanism, unknown),
            }
        }
        following.lambda = lambda;
    }

    /// Coefficients of friction that follow the load, as the flow has them at its start, evaluated up to order 1. Where
    /// a host integrates, the load may be farther off than limits that are late explain: it is not followed there.
    pub fn take_followed(&self, numbers: &Numbers, internal: &mut [f64]) {
        let following = &self.following;
        for follower in &following.followers {
            let entry = &numbers.contacts[follower.contact];
            if !entry.climbs() {
                continue;
            }
            let share = following.share(follower.mechanism, 0);
            let beyond = if numbers.faint > 0.0 { share - share.clamp(0.0, 1.0) } else { 0.0 };
            let rate = entry.climb_term(follower.contact, &self.internals, 1);
            let mu = self.internals.of(follower.contact).state(0)[0];
            internal[follower.contact * MOST_STATES] = mu - rate * LATE * beyond;
        }
    }

    /// Stuck contacts whose forces are not known, their clusters, and what they must balance.
    pub fn holding_set(&mut self) -> (&mut Clusters, &[bool], &Series) {
        if self.following.is_active() {
            let Following { clusters, held, residual, .. } = &mut self.following;
            return (clusters, held, residual);
        }
        (&mut self.clusters, &self.stuck, &self.residual)
    }
}

#[cfg(test)]
mod tests {
    use super::Between;

    /// Rows are those of one mechanism where their coefficients have one ratio, but for round-off.
    #[test]
    fn ratios_are_equal_but_for_round_off() {
        let row =
            |first: f64, second: f64| Between { first: (3, first), second: Some((5, second)) };
        let leader = row(2.0, -3.0);
        for (off, found) in
            [(0.0, true), (1e-14, true), (1e-9, false), (1e-4, false), (1e-3, false)]
        {
            let other = row(5.0, -7.5 * (1.0 + off));
            assert_eq!(other.ratio_to(&leader), found.then_some(2.5), "{off}");
        }
        let alone = Between { first: (3, 5.0), second: None };
        assert_eq!(alone.ratio_to(&Between { first: (3, 2.0), second: None }), Some(2.5));
        assert_eq!(alone.ratio_to(&leader), None);
    }
}
