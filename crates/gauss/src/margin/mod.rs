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
//! exact, so that this ends after finitely many steps, in practice three or four. Of margins one after the
//! other ([`Margins`]) each begins with the cut of the last one, whose quotient ρ reaches whatever the load
//! is: mostly it is the cut again, which one solution shows. Bodies that move together are cuts of their own
//! and are tried as well. With many redundant contacts the cuts come from the search for forces within ρ
//! times the limits ([`many`]).

mod certificate;
mod cut;
mod groups;
mod levels;
mod many;
mod margins;
mod one_cycle;

use super::active_set::{ActiveSet, Basis};
use super::clusters::Clusters;
use super::distribution::{Distribution, Outcome};
use super::{Contact, Row, Slip, Solution};
use crate::tolerances::AT_RELEASE;
use certificate::Certificate;
pub(super) use cut::Task;
use cut::{greatest_usage, grows, quotient_of};
pub use margins::Margins;
use one_cycle::Envelope;

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
    /// End of the last solution with scaled limits.
    basis: Basis,
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
    certificate: Certificate,
}

impl Margin {
    /// Makes the next margin begin from nothing.
    fn forget(&mut self) {
        self.certificate.clear();
        self.basis.clear();
        self.scaled.clear();
    }

    fn margin(&mut self, parts: &mut Parts, task: &Task) -> f64 {
        let Task { residual, contacts, stuck } = *task;
        let Parts { active_set, distribution, clusters } = parts;
        self.lambda.clear();
        self.lambda.resize(contacts.len(), 0.0);
        clusters.tree_forces(residual, &mut self.lambda);
        let rho = match clusters.redundant() {
            [] => {
                self.certificate.clear();
                Some(greatest_usage(task, &self.lambda))
            }
            &[redundant] => self.of_one_cycle(clusters, redundant, contacts, stuck),
            _ => None,
        };
        let rho = rho.unwrap_or_else(|| {
            let distribution = distribution.get_or_insert_default();
            let least = if distribution.prepare(clusters, contacts, stuck) {
                self.of_many(distribution, clusters, task)
            } else {
                Err(self.begin_at_last_cut(task))
            };
            least.unwrap_or_else(|least| {
                self.of_cuts(active_set.get_or_insert_default(), clusters, task, least)
            })
        });
        1.0 - rho
    }

    /// Returns the margin, and writes which contacts slip in the motion that sets it.
    fn cut(&mut self, parts: &mut Parts, task: &Task, slips: &mut Vec<Slip>) -> f64 {
        let margin = self.margin(parts, task);
        self.certificate.write(task, &self.lambda, slips);
        margin
    }

    fn by_last_cut(&self, task: &Task) -> Option<f64> {
        self.certificate.motion().map(|motion| 1.0 - quotient_of(task, motion))
    }

    /// Returns the quotient of the motion that set the last margin, which ρ reaches at least; 0, without a motion, if that
    /// is of no use.
    fn begin_at_last_cut(&mut self, task: &Task) -> f64 {
        let rho = self.certificate.motion().map_or(0.0, |motion| quotient_of(task, motion));
        // Where the motion moves nothing against a limit, its quotient is one of round-off.
        if rho > 0.0 && rho < f64::INFINITY {
            return rho;
        }
        self.certificate.clear();
        0.0
    }

    fn holds(&mut self, parts: &mut Parts, task: &Task, threshold: f64) -> bool {
        let Task { residual, contacts, stuck } = *task;
        if self.usage_by_trees(parts.clusters, task) <= 1.0 - threshold {
            return true;
        }
        if self.by_last_cut(task).is_some_and(|bound| bound < threshold) {
            return false;
        }
        let Parts { active_set, distribution, clusters } = parts;
        if clusters.redundant().is_empty() {
            return self.margin(parts, task) >= threshold;
        }
        let found = distribution.get_or_insert_default();
        if found.prepare(clusters, contacts, stuck) {
            let share = 1.0 - threshold;
            found.begin(residual);
            if self.used(found, task) <= share {
                return true;
            }
            match found.within(residual, contacts, share.max(0.0), 0.0) {
                Outcome::Met if self.used(found, task) <= share => return true,
                Outcome::Exceeded(violation) if violation > AT_RELEASE => return false,
                _ => (),
            }
        } else if clusters.redundant().len() > 1 && threshold < 1.0 {
            let share = 1.0 - threshold;
            let active_set = active_set.get_or_insert_default();
            let moves = grows(share, self.hardest_under(active_set, clusters, task, share));
            if moves {
                self.certificate.take_candidate();
            }
            return !moves;
        }
        self.margin(parts, task) >= threshold
    }

    /// Returns ρ with one redundant contact; None if a bound is 0, or as good as that.
    fn of_one_cycle(
        &mut self,
        clusters: &mut Clusters,
        redundant: usize,
        contacts: &[Contact],
        stuck: &[bool],
    ) -> Option<f64> {
        self.certificate.clear();
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
            let forces = (self.lambda[index], self.cycle[index]);
            if stuck[index] && !self.envelope.add(index, contact, forces) {
                return None;
            }
        }
        let (rho, limits) = self.envelope.lowest()?;
        self.certificate.take_limits(limits);
        Some(rho)
    }

    /// Returns ρ by Newton's method on cuts, from a value that it reaches at least.
    fn of_cuts(
        &mut self,
        active_set: &mut ActiveSet,
        clusters: &Clusters,
        task: &Task,
        least: f64,
    ) -> f64 {
        let mut rho = least;
        while rho < f64::INFINITY {
            let harder = self.hardest_under(active_set, clusters, task, rho);
            if !grows(rho, harder) {
                break;
            }
            rho = harder;
            self.certificate.take_candidate();
        }
        rho
    }

    /// Returns the quotient of the cut that moves where the limits are ρ times as wide, and proposes it; none moves if ρ is the
    /// greatest quotient, or more.
    fn hardest_under(
        &mut self,
        active_set: &mut ActiveSet,
        clusters: &Clusters,
        task: &Task,
        rho: f64,
    ) -> f64 {
        let Task { residual, contacts, stuck } = *task;
        if self.scaled.len() != contacts.len() {
            self.begin(clusters, task);
        }
        for ((scaled, contact), _) in
            self.scaled.iter_mut().zip(contacts).zip(stuck).filter(|(_, stuck)| **stuck)
        {
            (scaled.lower, scaled.upper) = (scale(contact.lower, rho), scale(contact.upper, rho));
        }
        let mut found = std::mem::take(&mut self.found);
        // Rest satisfies all contacts: none contradicts another.
        let Self { mass, scaled, basis, .. } = self;
        let moves =
            active_set.solve_from_basis((&*mass).into(), residual, scaled, basis, &mut found);
        let harder = if moves == Ok(true) { self.hardest_found(task, &found) } else { rho };
        self.found = found;
        harder
    }

    /// Takes what stays from margin to margin of one stuck set.
    fn begin(&mut self, clusters: &Clusters, Task { residual, contacts, .. }: &Task) {
        // Masses that weigh the bodies of a cluster equally, whatever their units.
        self.mass.clear();
        let ratios = (0..residual.len()).map(|body| clusters.ratio(body));
        self.mass.extend(ratios.map(|ratio| 1.0 / (ratio * ratio)));
        self.scaled.clear();
        self.scaled.extend(contacts.iter().map(|contact| Contact {
            row: contact.row,
            beta: 0.0,
            lower: 0.0,
            upper: 0.0,
            viscous: 0.0,
        }));
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
        self.certificate.withdraw();
        let hardest = self.hardest(task, &groups, &found.acceleration, slipping);
        self.groups = groups;
        hardest
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
