//! Contacts that are stuck and whose limits follow the load.
//!
//! A law may let its limit grow as soon as the contact slips, however slowly: the coefficient μ of `ostermeyer`
//! then grows at a rate aϑ, its *limit growth*. Under a load that grows past the limits of stuck contacts, but more slowly than
//! these would then grow, the contacts can neither stick nor slip. They do both in turns, infinitely fast, and slip
//! during a share s of the time: the sliding mode of the law (Filippov, "Differential Equations with Discontinuous
//! Righthand Sides", Kluwer 1988, §4). Nothing moves in it, and
//!
//! ```text
//!   μ̇_c = s·growth_c,     Σ_c |u_c| limit_c = gᵀx,     0 ≤ s ≤ 1
//! ```
//! where x is the motion, a *mechanism*, in which the contacts would slip by u = Bx, and g what stuck contacts must
//! balance. All contacts of a mechanism are at their limits, also those whose limits do not grow. One contact that
//! no other one shares its load with is a mechanism, where μ = |λ|/N; several side by side are one together.
//!
//! Forces of followers are known, so that the other stuck contacts must balance what these leave of the load.

use super::{Between, Expansion, FilippovSliding, Follower};
use crate::dynamics::ContactState;
use crate::dynamics::elements::contact::states::Internals;
use crate::dynamics::link::apply_force;
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::SAME_RATIO;
use crate::gauss::Row;
use crate::gauss::clusters::Clusters;
use crate::laws::MOST_STATES;

/// Delay (s) of limits behind the part of a load that inputs change while a host integrates, which does not report their
/// derivatives: the time in which the rate of a limit makes up for what it has fallen behind. Where the load has grown
/// for longer than that, how far the limit is behind gives the share; above 1 the load outruns the limit.
const LATE: f64 = 1e-4;

impl Between {
    /// Makes the terms of a row; None for one that no motion of the clusters changes.
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

    /// Returns the factor by which it is another one.
    fn ratio_to(&self, other: &Self) -> Option<f64> {
        let ratio = self.first.1 / other.first.1;
        let proportional = match (self.second, other.second) {
            (None, None) => true,
            (Some((own, by)), Some((others, of))) => {
                own == others && (by - ratio * of).abs() <= SAME_RATIO * by.abs()
            }
            _ => false,
        };
        (proportional && self.first.0 == other.first.0).then_some(ratio)
    }
}

impl FilippovSliding {
    pub fn resize(&mut self, contacts: usize, unknown: usize, orders: usize) {
        self.followers.reserve_exact(contacts);
        self.reference_contacts.reserve_exact(contacts);
        self.share.fit(contacts, orders);
        self.behind.resize(contacts, 0.0);
        self.held.resize(contacts, false);
        self.carrying.resize(contacts, false);
        self.residual.fit(unknown, orders);
        self.lambda.resize(contacts, 0.0);
    }

    /// Reserves memory for clusters of all contacts.
    pub fn preallocate(&mut self, system: &System) {
        let all = &mut self.carrying;
        all.fill(true);
        self.clusters.build(system.mass.len(), &system.rows, all);
        self.carriers.build(system.mass.len(), &system.rows, all);
    }

    /// Finds the mechanisms of the contacts that are in a sliding mode. There are none if these
    /// form others than single contacts and contacts side by side.
    fn begin(&mut self, system: &System, stuck: &[bool], contacts: &[ContactState]) {
        self.followers.clear();
        self.reference_contacts.clear();
        if contacts.iter().all(|contact| contact.sliding_mode().is_none()) {
            return;
        }
        for (contact, held) in self.held.iter_mut().enumerate() {
            *held = stuck[contact] && contacts[contact].sliding_mode().is_none();
        }
        self.clusters.build(system.mass.len(), &system.rows, &self.held);
        self.carrying.copy_from_slice(&self.held);
        if !self.find(system, stuck, contacts) {
            self.followers.clear();
            self.reference_contacts.clear();
        }
    }

    fn find(&mut self, system: &System, stuck: &[bool], contacts: &[ContactState]) -> bool {
        for (contact, own) in contacts.iter().enumerate() {
            let Some(direction) = own.sliding_mode() else { continue };
            let between = Between::new(&self.clusters, &system.rows[contact]);
            let Some(between) = between.filter(|_| stuck[contact]) else {
                return false;
            };
            if !system.contacts[contact].may_follow() {
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
                    self.reference_contacts.push(contact);
                    self.carrying[contact] = true;
                    (self.reference_contacts.len() - 1, 1.0)
                }
            };
            self.followers.push(Follower { contact, mechanism, between, direction, ratio });
        }
        self.carriers.build(system.mass.len(), &system.rows, &self.carrying);
        self.carriers.rank() == self.clusters.rank() + self.reference_contacts.len()
    }

    pub fn is_active(&self) -> bool {
        !self.reference_contacts.is_empty()
    }

    /// Returns the first contact of each mechanism, in the order of mechanisms.
    pub fn reference_contacts(&self) -> &[usize] {
        &self.reference_contacts
    }

    /// Returns the contacts of a mechanism.
    pub fn contacts(&self, mechanism: usize) -> impl Iterator<Item = usize> + '_ {
        let of = self.followers.iter().filter(move |follower| follower.mechanism == mechanism);
        of.map(|follower| follower.contact)
    }

    /// Returns coefficient k of the share s of a mechanism.
    pub fn share(&self, mechanism: usize, k: usize) -> f64 {
        self.share.at(k, mechanism)
    }

    /// Takes coefficients of order k of a mechanism by the share of lower orders and by its last one; `each` receives the limits.
    fn follow(
        &self,
        system: &System,
        (internals, load_part): (&mut Internals, &Series),
        (mechanism, k): (usize, usize),
        last: f64,
        mut each: impl FnMut(&Follower, f64),
    ) {
        let share = |j: usize| self.share(mechanism, j);
        for at in self.followers.iter().filter(|follower| follower.mechanism == mechanism) {
            let entry = &system.contacts[at.contact];
            let of = (at.contact, at.direction);
            each(at, entry.follow(of, (internals, load_part), share, last, k));
        }
    }
}

impl Expansion {
    /// Finds the mechanisms of the present step.
    pub(super) fn begin_filippov(&mut self, system: &System, contacts: &[ContactState]) {
        self.filippov.begin(system, &self.stuck, contacts);
        if self.filippov.is_active() {
            let mass = if system.massless { self.algebraic.mass() } else { &system.mass };
            self.filippov.carriers.hang_all_from_heaviest(mass);
        }
    }

    /// Evaluates order k of what follows the load: coefficients of friction, forces, and what other stuck contacts must
    /// balance. Accelerations of that order must be there.
    pub fn follow_load(&mut self, system: &System, k: usize) {
        let Self { filippov, internals, load_part, friction, residual, .. } = self;
        let mut lambda = std::mem::take(&mut filippov.lambda);
        filippov.carriers.tree_forces(residual.row(k), &mut lambda);
        filippov.residual.row_mut(k).copy_from_slice(residual.row(k));
        for mechanism in 0..filippov.reference_contacts.len() {
            let leads = |follower: &&Follower| follower.mechanism == mechanism;
            let Some(reference_contact) = filippov.followers.iter().find(leads) else { continue };
            let carried = reference_contact.direction.sign() * lambda[reference_contact.contact];
            let at = (mechanism, k);
            let (mut sum, mut gain) = (0.0, 0.0);
            filippov.follow(system, (internals, load_part), at, 0.0, |follower, limit| {
                sum += follower.ratio * limit;
            });
            for follower in filippov.followers.iter().filter(leads) {
                let entry = &system.contacts[follower.contact];
                let by = entry.growth_term(follower.contact, internals, k);
                gain += follower.ratio * entry.load_term(load_part, 0) * by;
            }
            let unknown = if gain > 0.0 { (carried - sum) / gain } else { 0.0 };
            let mut left = std::mem::take(&mut filippov.residual);
            filippov.follow(system, (internals, load_part), at, unknown, |follower, limit| {
                let force = follower.direction.sign() * limit;
                friction.set(k, follower.contact, force);
                apply_force(&system.rows[follower.contact], force, left.row_mut(k));
            });
            filippov.residual = left;
            match k {
                0 => filippov.behind[mechanism] = unknown,
                1 if system.hysteresis > 0.0 => {
                    // A load that would fall may be made to grow by an input: it has fallen where it is below its limit.
                    let share = unknown.max(0.0) + filippov.behind[mechanism] / LATE;
                    filippov.share.set(0, mechanism, share);
                    let held = share.clamp(0.0, 1.0);
                    filippov.follow(system, (internals, load_part), at, held, |_, _| {});
                }
                _ => filippov.share.set(k - 1, mechanism, unknown),
            }
        }
        filippov.lambda = lambda;
    }

    /// Takes the coefficients of friction that follow the load, as the expansion has them at its start, evaluated up to
    /// order 1. Where a host integrates, the load may be farther off than limits that are late explain: it is not
    /// followed there.
    pub fn take_followed(&self, system: &System, internal: &mut [f64]) {
        let filippov = &self.filippov;
        for follower in &filippov.followers {
            let entry = &system.contacts[follower.contact];
            if !entry.limits_grow() {
                continue;
            }
            let share = filippov.share(follower.mechanism, 0);
            let beyond = if system.hysteresis > 0.0 { share - share.clamp(0.0, 1.0) } else { 0.0 };
            let rate = entry.growth_term(follower.contact, &self.internals, 1);
            let mu = self.internals.of(follower.contact).state(0)[0];
            internal[follower.contact * MOST_STATES] = mu - rate * LATE * beyond;
        }
    }

    /// Returns stuck contacts whose forces are not known, their clusters, and what they must balance.
    pub fn sticking_set(&mut self) -> (&mut Clusters, &[bool], &Series) {
        if self.filippov.is_active() {
            let FilippovSliding { clusters, held, residual, .. } = &mut self.filippov;
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
        let reference_contact = row(2.0, -3.0);
        for (off, found) in
            [(0.0, true), (1e-14, true), (1e-9, false), (1e-4, false), (1e-3, false)]
        {
            let other = row(5.0, -7.5 * (1.0 + off));
            assert_eq!(other.ratio_to(&reference_contact), found.then_some(2.5), "{off}");
        }
        let alone = Between { first: (3, 5.0), second: None };
        assert_eq!(alone.ratio_to(&Between { first: (3, 2.0), second: None }), Some(2.5));
        assert_eq!(alone.ratio_to(&reference_contact), None);
    }
}
