//! The part ρ of their limits that the stuck contacts use.
//!
//! ```text
//!   ρ = min_λ max_c max(λ_c/upper_c, λ_c/lower_c)   subject to   Σ Bᵀ λ = g
//!     = max_x gᵀx / σ(Bx),   σ(u) = Σ_c max(upper_c u_c, lower_c u_c)
//! ```
//! by duality: ρ is set by the motion x, the *cut*, that the load g drives hardest against its friction.
//! Without redundant contacts λ is known and ρ is a maximum; with one it is the minimum of a function
//! of one variable ([`one_cycle`]). Otherwise Newton's method on the cut (Dinkelbach, "On nonlinear
//! fractional programming", Management Science 13, 1967): with limits scaled by a ρ that is too small,
//! Gauss's principle yields a motion x with gᵀx > ρ σ(Bx), whose quotient is the next, larger ρ; with
//! the right ρ nothing moves. The motion is piecewise linear in ρ and on its last piece the quotient is
//! exact, so that this ends after finitely many steps, in practice three or four. Bodies that move
//! together are cuts of their own and are tried as well. With many redundant contacts the cuts come from
//! the search for forces within ρ times the limits ([`many`]).

mod levels;
mod many;
mod one_cycle;

use super::active_set::ActiveSet;
use super::clusters::Clusters;
use super::distribution::Distribution;
use super::{Contact, Row, Slip, Solution};
use crate::tolerances::{BALANCED_RATIOS, FEW_TERMS};
use one_cycle::Envelope;

/// The load g, the contacts, and which of them are stuck.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub residual: &'a [f64],
    pub contacts: &'a [Contact],
    pub stuck: &'a [bool],
}

/// A part of the kernel that is made when a network first needs it.
pub(super) type OnDemand<T> = Option<Box<T>>;

/// Other parts of the kernel that margins use, where forces are indeterminate; `clusters` are those of the stuck contacts.
pub(super) struct Parts<'a> {
    pub active_set: &'a mut OnDemand<ActiveSet>,
    pub distribution: &'a mut OnDemand<Distribution>,
    pub clusters: &'a mut Clusters,
}

/// Work space of the search for the hardest level.
#[derive(Clone, Debug, Default)]
struct Levels {
    /// Bodies that move forward (backward), those that move most first, and the place of each.
    order: Vec<usize>,
    place: Vec<usize>,
    motion: Vec<f64>,
    /// Per place: change of friction when the body joins, and of the number of unlimited contacts.
    hold: Vec<f64>,
    unlimited: Vec<i64>,
    rows: Vec<Row>,
    within: Vec<bool>,
    groups: Clusters,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Margin {
    lambda: Vec<f64>,
    /// Forces of the cycle, if there is one.
    cycle: Vec<f64>,
    pull: Vec<f64>,
    envelope: Envelope,
    mass: Vec<f64>,
    levels: Levels,
    /// Contacts with limits that are scaled, the motion under them, and what moves together in it.
    scaled: Vec<Contact>,
    found: Solution,
    rows: Vec<Row>,
    together: Vec<bool>,
    groups: Clusters,
    motion: Vec<f64>,
    /// Per group of bodies that move together: gᵀx, σ(Bx), and whether a contact slips on it.
    load: Vec<f64>,
    hold: Vec<f64>,
    slips: Vec<bool>,
    /// Bodies that a stuck contact holds.
    held: Vec<bool>,
}

impl Margin {
    pub(super) fn margin(&mut self, parts: Parts, task: &Task) -> f64 {
        let Task { residual, contacts, stuck } = *task;
        let Parts { active_set, distribution, clusters } = parts;
        self.lambda.clear();
        self.lambda.resize(contacts.len(), 0.0);
        clusters.tree_forces(residual, &mut self.lambda);
        let rho = match clusters.redundant() {
            [] => Some(greatest_usage(task, &self.lambda)),
            &[redundant] => self.of_one_cycle(clusters, redundant, contacts, stuck),
            _ => None,
        };
        let rho = rho.unwrap_or_else(|| {
            let least = self.of_many(distribution.get_or_insert_default(), clusters, task);
            least.unwrap_or_else(|least| {
                self.of_cuts(active_set.get_or_insert_default(), clusters, task, least)
            })
        });
        1.0 - rho
    }

    /// Returns ρ with one redundant contact; None if a bound is 0, or as good as that.
    fn of_one_cycle(
        &mut self,
        clusters: &mut Clusters,
        redundant: usize,
        contacts: &[Contact],
        stuck: &[bool],
    ) -> Option<f64> {
        self.pull.clear();
        self.pull.resize(clusters.bodies(), 0.0);
        for (body, q) in contacts[redundant].row.terms() {
            self.pull[body] = -q;
        }
        self.cycle.clear();
        self.cycle.resize(contacts.len(), 0.0);
        self.cycle[redundant] = 1.0;
        clusters.tree_forces(&self.pull, &mut self.cycle);
        self.envelope.clear();
        for (index, contact) in contacts.iter().enumerate() {
            if stuck[index] && !self.envelope.add(contact, self.lambda[index], self.cycle[index]) {
                return None;
            }
        }
        self.envelope.lowest()
    }

    /// Returns ρ by Newton's method on cuts, from a value that it reaches at least.
    fn of_cuts(
        &mut self,
        active_set: &mut ActiveSet,
        clusters: &Clusters,
        task: &Task,
        least: f64,
    ) -> f64 {
        let Task { residual, contacts, stuck } = *task;
        // Masses that weigh the bodies of a cluster equally, whatever their units.
        self.mass.clear();
        let ratios = (0..residual.len()).map(|body| clusters.ratio(body));
        self.mass.extend(ratios.map(|ratio| 1.0 / (ratio * ratio)));
        let mut rho = least;
        loop {
            self.scaled.clear();
            self.scaled.extend(contacts.iter().zip(stuck).map(|(contact, stuck)| Contact {
                row: contact.row,
                beta: 0.0,
                lower: if *stuck { scale(contact.lower, rho) } else { 0.0 },
                upper: if *stuck { scale(contact.upper, rho) } else { 0.0 },
                viscous: 0.0,
            }));
            let scaled = &self.scaled;
            let mut found = std::mem::take(&mut self.found);
            // Rest satisfies all contacts: none contradicts another.
            let solved =
                active_set.solve((&self.mass).into(), residual, scaled, None, &mut found).is_ok();
            let harder = if solved { self.hardest_found(task, &found) } else { rho };
            self.found = found;
            if !grows(rho, harder) {
                return rho;
            }
            rho = harder;
            if rho == f64::INFINITY {
                return rho;
            }
        }
    }

    /// Returns the greatest quotient gᵀx/σ(Bx) of the motion found and of its groups.
    fn hardest_found(&mut self, task: &Task, found: &Solution) -> f64 {
        self.rows.clear();
        self.rows.extend(task.contacts.iter().map(|contact| contact.row));
        self.together.clear();
        self.together.extend(found.slip.iter().map(|slip| *slip == Slip::Stuck));
        let mut groups = std::mem::take(&mut self.groups);
        groups.build(task.residual.len(), &self.rows, &self.together);
        let slipping = |contact: usize| found.slip[contact] != Slip::Stuck;
        let hardest = self.hardest(task, &groups, &found.acceleration, slipping);
        self.groups = groups;
        hardest
    }

    /// Returns the greatest quotient gᵀx/σ(Bx) of the motion found and of each of its groups; 0 at rest. A group moves
    /// as one, without the round-off of what was found: of a motion that is next to nothing that would be a part that
    /// counts.
    fn hardest(
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
        // A group on which nothing slips drifts as a whole, by round-off: no cut.
        let cuts = (0..groups.count()).filter(|group| self.slips[*group]);
        let (load, hardest) = cuts.fold((0.0, 0.0), |(load, hardest): (f64, f64), group| {
            (load + self.load[group], hardest.max(quotient(self.load[group], self.hold[group])))
        });
        hardest.max(quotient(load, hold))
    }
}

/// True if a contact joins bodies that others hold together, so that it does not slip, whatever limit it has reached.
fn is_within(contact: &Contact, groups: &Clusters, motion: &[f64]) -> bool {
    let same =
        |(i, _, j, _): (usize, f64, usize, f64)| groups.cluster_of(i) == groups.cluster_of(j);
    contact.row.pair().is_some_and(same) && slip(&contact.row, motion) == 0.0
}

/// Returns Bx of a row, 0 if it is no more than the round-off of ratios.
fn slip(row: &Row, motion: &[f64]) -> f64 {
    let size: f64 = row.terms().map(|(body, q)| (q * motion[body]).abs()).sum();
    let u = row.apply(motion);
    if u.abs() > BALANCED_RATIOS * size { u } else { 0.0 }
}

/// True if a cut's quotient is greater than ρ by more than round-off; one that is no number is not.
fn grows(rho: f64, harder: f64) -> bool {
    harder > rho * (1.0 + FEW_TERMS)
}

/// Returns ρ of a cut.
fn quotient(load: f64, hold: f64) -> f64 {
    if load > 0.0 { load / hold } else { 0.0 }
}

/// Returns the greatest share of its limit that a stuck contact uses.
fn greatest_usage(task: &Task, lambda: &[f64]) -> f64 {
    let forces = task.contacts.iter().zip(lambda).zip(task.stuck);
    let used =
        forces.filter(|(_, stuck)| **stuck).map(|((contact, lambda), _)| usage(contact, *lambda));
    used.fold(0.0, f64::max)
}

/// Returns the share of its limit that a contact uses.
fn usage(contact: &Contact, lambda: f64) -> f64 {
    if lambda > 0.0 {
        lambda / contact.upper
    } else if lambda < 0.0 {
        lambda / contact.lower
    } else {
        0.0
    }
}

/// Returns the greatest power that friction takes from slip u.
fn support(contact: &Contact, u: f64) -> f64 {
    if u > 0.0 {
        contact.upper * u
    } else if u < 0.0 {
        contact.lower * u
    } else {
        0.0
    }
}

fn scale(bound: f64, rho: f64) -> f64 {
    if bound.is_infinite() { bound } else { rho * bound }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three bodies that are held together slip on the ground as one: the quotient is that of the sum of their loads to the
    /// limit there, however small and rounded the motion is by which they were found.
    #[test]
    fn a_group_moves_as_one() {
        let row = |i, j: Option<usize>| Row { i: Some(i), q_i: 1.0, j, q_j: -1.0 };
        let contact =
            |row, limit: f64| Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 };
        let contacts = [
            contact(row(0, Some(1)), 4.0),
            contact(row(1, Some(2)), 4.0),
            contact(row(2, None), 1.0),
        ];
        let task = Task { residual: &[2.5, -3.0, 1.25], contacts: &contacts, stuck: &[true; 3] };
        for size in [1.0, 1e-13, 1e-16] {
            let found = Solution {
                acceleration: vec![size, size + 3e-17, size - 5e-17],
                slip: vec![Slip::Stuck, Slip::Stuck, Slip::Forward],
                ..Solution::default()
            };
            let quotient = Margin::default().hardest_found(&task, &found);
            assert!((quotient - 0.75).abs() < 1e-15, "{quotient}");
        }
    }
}
