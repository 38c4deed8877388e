//! Gauss's principle by a primal active set on its dual.
//!
//! The dual of the principle (see [`super`]) is a bounded least-squares problem in λ,
//!
//! ```text
//!   min ½ (f − Bᵀλ)ᵀ K⁻¹ (f − Bᵀλ) + βᵀλ,   lower ≤ λ ≤ upper,
//!   gradient −u,  u = B a − β,  a = K⁻¹(f − Bᵀλ),
//! ```
//! solved in the manner of Lawson & Hanson's NNLS and Stark & Parker's BVLS ("Bounded-variable
//! least-squares", Comput. Statist. 10, 1995). The *free* contacts have u = 0 and their λ follows; the
//! others keep their λ. Free rows are always linearly independent, so they form a forest with at most
//! one closing contact a tree ([`Clusters`]) and every linear system is solved along its branches:
//! a step costs O(bodies + contacts), and no matrix is formed.
//!
//! 1. *Start*: all contacts of a spanning forest are free, those whose λ leaves its range are fixed at
//!    the bound, all at once, until none does.
//! 2. *Enter*: of the other contacts whose u asks for a λ that their range still allows, the steepest
//!    becomes free. If its row depends on the free rows, λ first moves along that dependency (a stays)
//!    until a bound is met; if none is, the constraints contradict each other.
//! 3. *Settle*: λ moves to the minimum over the free contacts; whenever a bound is in the way, that
//!    contact is fixed there. Back to 2.
//!
//! Finite: after 3, λ is the minimum for its free set and the fixed values, of which there are finitely
//! many (a fixed value is a bound or the start value), and the objective falls strictly from one 3 to
//! the next. Indeed u vanishes on the free contacts except the one that entered, whose λ therefore
//! moves inwards for every choice of the other free contacts; each step of length zero fixes another
//! contact, and with the entered one alone the step is positive. Degeneracy cannot cycle, whatever the
//! pivoting rule.

use super::clusters::Clusters;
use super::{Contact, KernelError, Row, Slip};

/// u counts as 0 below this fraction of the terms it is made of: the round-off of a sum of some hundred
/// terms, and far below any acceleration that matters.
const STILL: f64 = 64.0 * f64::EPSILON;

/// Share of a cycle's flow below which a contact is not on the cycle. Flow is conserved along a cycle,
/// so that a share is 0 or near 1, but for round-off and cycles that are nearly balanced.
const OFF_CYCLE: f64 = 1e-8;

/// Entries per contact after which the round-off is taken to be ten times larger. Some two suffice;
/// this ends a search that round-off would keep from ending.
const PATIENCE: usize = 32;

/// Sweeps of the start, enough to tell most saturated contacts from the others.
const SWEEPS: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct ActiveSet {
    rows: Vec<Row>,
    beta: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    /// 1/m, and B K⁻¹ Bᵀ of each contact: slip per force.
    mobility: Vec<f64>,
    compliance: Vec<f64>,
    free: Vec<bool>,
    lambda: Vec<f64>,
    /// λ of the free contacts at their minimum, or its change along a dependency.
    target: Vec<f64>,
    clusters: Clusters,
    acceleration: Vec<f64>,
    /// f − Bᵀλ of the contacts that are not free, and the sizes of its terms.
    pushed: Vec<f64>,
    residual: Vec<f64>,
    size: Vec<f64>,
    /// Round-off of u, per contact that is not free.
    noise: Vec<f64>,
    slip: Vec<Slip>,
}

impl ActiveSet {
    pub(super) fn acceleration(&self) -> &[f64] {
        &self.acceleration
    }

    pub(super) fn lambda(&self) -> &[f64] {
        &self.lambda
    }

    pub(super) fn slip(&self) -> &[Slip] {
        &self.slip
    }

    /// Clusters of the stuck contacts of the solution.
    pub(super) fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    /// Solves the principle for `K = diag(mass)`, all masses positive.
    ///
    /// # Errors
    /// [`KernelError::Contradiction`]
    pub(super) fn solve(
        &mut self,
        mass: &[f64],
        force: &[f64],
        contacts: impl Iterator<Item = Contact>,
    ) -> Result<(), KernelError> {
        self.load(mass, contacts);
        self.start(mass, force);
        let patience = PATIENCE * (self.rows.len() + 1);
        let mut still = STILL;
        for entries in 1.. {
            let Some(contact) = self.entering(mass, force, still) else {
                break;
            };
            self.enter(contact)?;
            self.settle(mass, force);
            if entries % patience == 0 {
                still *= 10.0;
            }
        }
        self.finish(mass, force);
        Ok(())
    }

    fn load(&mut self, mass: &[f64], contacts: impl Iterator<Item = Contact>) {
        self.mobility.clear();
        self.mobility.extend(mass.iter().map(|m| 1.0 / m));
        self.rows.clear();
        self.beta.clear();
        self.lower.clear();
        self.upper.clear();
        self.compliance.clear();
        self.lambda.clear();
        self.free.clear();
        for Contact { row, beta, lower, upper } in contacts {
            let compliance = row.terms().map(|(body, q)| q * q * self.mobility[body]).sum();
            self.rows.push(row);
            self.beta.push(beta);
            self.lower.push(lower);
            self.upper.push(upper);
            self.compliance.push(compliance);
            self.lambda.push(0.0f64.clamp(lower, upper));
            self.free.push(lower < upper && compliance > 0.0);
        }
        let (bodies, count) = (mass.len(), self.rows.len());
        self.target.resize(count, 0.0);
        self.noise.resize(count, 0.0);
        self.slip.resize(count, Slip::Stuck);
        self.acceleration.resize(bodies, 0.0);
        self.pushed.resize(bodies, 0.0);
        self.residual.resize(bodies, 0.0);
        self.size.resize(bodies, 0.0);
    }

    /// A feasible λ that is the minimum for its free contacts.
    fn start(&mut self, mass: &[f64], force: &[f64]) {
        self.build_forest();
        self.minimise(mass, force);
        if self.is_target_inside() {
            self.take_target();
            return;
        }
        self.relax(force);
        self.build_forest();
        self.minimise(mass, force);
        while self.fix_outside() {
            self.build();
            self.minimise(mass, force);
        }
        self.take_target();
    }

    /// Clusters of the free contacts; those that are redundant cease to be free.
    fn build_forest(&mut self) {
        self.build();
        for &contact in self.clusters.redundant() {
            self.free[contact] = false;
        }
    }

    fn is_target_inside(&self) -> bool {
        (0..self.rows.len()).all(|contact| {
            let (lower, upper) = (self.lower[contact], self.upper[contact]);
            !self.free[contact] || (lower..=upper).contains(&self.target[contact])
        })
    }

    /// Fixes every free contact whose target is outside its range at the bound; false if there is none.
    fn fix_outside(&mut self) -> bool {
        let mut any = false;
        for contact in 0..self.rows.len() {
            if self.free[contact] {
                let (lower, upper) = (self.lower[contact], self.upper[contact]);
                let target = self.target[contact];
                if target > upper || target < lower {
                    self.lambda[contact] = if target > upper { upper } else { lower };
                    self.free[contact] = false;
                    any = true;
                }
            }
        }
        any
    }

    /// A few sweeps in which each contact in turn stops its own slip as far as its range allows; those
    /// left inside their range become free.
    fn relax(&mut self, force: &[f64]) {
        for (body, a) in self.acceleration.iter_mut().enumerate() {
            *a = force[body] * self.mobility[body];
        }
        self.lambda.fill(0.0);
        for _ in 0..SWEEPS {
            for (contact, row) in self.rows.iter().enumerate() {
                let u = row.apply(&self.acceleration) - self.beta[contact];
                let (lower, upper) = (self.lower[contact], self.upper[contact]);
                let before = self.lambda[contact];
                let wanted = if u == 0.0 { before } else { before + u / self.compliance[contact] };
                let lambda = wanted.clamp(lower, upper);
                for (body, q) in row.terms() {
                    self.acceleration[body] -= q * (lambda - before) * self.mobility[body];
                }
                self.lambda[contact] = lambda;
                self.free[contact] = lower < lambda && lambda < upper;
            }
        }
    }

    fn build(&mut self) {
        self.clusters.build(self.acceleration.len(), &self.rows, &self.free);
    }

    fn take_target(&mut self) {
        for contact in 0..self.rows.len() {
            if self.free[contact] {
                self.lambda[contact] = self.target[contact];
            }
        }
    }

    /// Accelerations, and λ of the free contacts in `target`, at the minimum over the free contacts.
    fn minimise(&mut self, mass: &[f64], force: &[f64]) {
        self.pushed.copy_from_slice(force);
        for (contact, row) in self.rows.iter().enumerate() {
            if !self.free[contact] {
                for (body, q) in row.terms() {
                    self.pushed[body] -= q * self.lambda[contact];
                }
            }
        }
        self.clusters.accelerate(
            mass,
            &self.pushed,
            &self.beta,
            &self.rows,
            &mut self.acceleration,
        );
        for (body, residual) in self.residual.iter_mut().enumerate() {
            *residual = self.pushed[body] - mass[body] * self.acceleration[body];
        }
        self.clusters.tree_forces(&self.residual, &self.rows, &mut self.target);
    }

    /// u of a contact.
    fn slip_of(&self, contact: usize) -> f64 {
        self.rows[contact].apply(&self.acceleration) - self.beta[contact]
    }

    /// The contact whose entry lowers the objective fastest: greatest u²/(B K⁻¹ Bᵀ), a power per time
    /// whatever the units of the bodies.
    fn entering(&mut self, mass: &[f64], force: &[f64], still: f64) -> Option<usize> {
        if self.free.iter().all(|free| *free) {
            return None;
        }
        self.measure_noise(mass, force, still);
        let mut steepest = (None, 0.0);
        for contact in 0..self.rows.len() {
            if self.free[contact] {
                continue;
            }
            let u = self.slip_of(contact);
            let lambda = self.lambda[contact];
            let room =
                if u > 0.0 { lambda < self.upper[contact] } else { lambda > self.lower[contact] };
            if room && u.abs() > self.noise[contact] {
                let gain = u * u / self.compliance[contact];
                if gain > steepest.1 {
                    steepest = (Some(contact), gain);
                }
            }
        }
        steepest.0
    }

    fn measure_noise(&mut self, mass: &[f64], force: &[f64], still: f64) {
        for (size, force) in self.pushed.iter_mut().zip(force) {
            *size = force.abs();
        }
        for (contact, row) in self.rows.iter().enumerate() {
            if !self.free[contact] {
                for (body, q) in row.terms() {
                    self.pushed[body] += (q * self.lambda[contact]).abs();
                }
            }
        }
        self.clusters.sizes(mass, &self.pushed, &self.beta, &self.rows, &mut self.size);
        for (contact, row) in self.rows.iter().enumerate() {
            if !self.free[contact] {
                let terms = row.terms().map(|(body, q)| q.abs() * self.size[body]);
                self.noise[contact] = still * (terms.sum::<f64>() + self.beta[contact].abs());
            }
        }
    }

    /// Frees a contact, with another fixed in its place if its row depends on the free ones.
    fn enter(&mut self, entering: usize) -> Result<(), KernelError> {
        if !self.clusters.spans(&self.rows[entering]) {
            self.free[entering] = true;
            self.build();
            return Ok(());
        }
        let forward = self.slip_of(entering) > 0.0;
        let direction = if forward { 1.0 } else { -1.0 };
        self.residual.fill(0.0);
        for (body, q) in self.rows[entering].terms() {
            self.residual[body] = -q * direction;
        }
        self.clusters.tree_forces(&self.residual, &self.rows, &mut self.target);
        let bound = if forward { self.upper[entering] } else { self.lower[entering] };
        let mut step = (bound - self.lambda[entering]).abs();
        let mut blocking = None;
        for contact in 0..self.rows.len() {
            if self.free[contact] && self.flow(contact) > OFF_CYCLE * self.flow(entering) {
                let room = self.room(contact, self.target[contact]) / self.target[contact].abs();
                if room < step {
                    (step, blocking) = (room, Some(contact));
                }
            }
        }
        if step == f64::INFINITY {
            return Err(KernelError::Contradiction { contact: entering });
        }
        self.lambda[entering] += step * direction;
        match blocking {
            None => self.lambda[entering] = bound,
            Some(blocking) => {
                self.fix(blocking, self.target[blocking]);
                self.free[entering] = true;
                self.build();
            }
        }
        Ok(())
    }

    /// Force of a contact (`target`, 1 for one that enters) in the coordinate of its cluster.
    fn flow(&self, contact: usize) -> f64 {
        let force = if self.free[contact] { self.target[contact].abs() } else { 1.0 };
        let lever = |(body, q): (usize, f64)| (q * self.clusters.ratio(body)).abs();
        force * self.rows[contact].terms().map(lever).fold(0.0, f64::max)
    }

    /// Distance of λ to the bound it moves towards.
    fn room(&self, contact: usize, change: f64) -> f64 {
        let lambda = self.lambda[contact];
        if change > 0.0 { self.upper[contact] - lambda } else { lambda - self.lower[contact] }
    }

    /// Fixes a free contact at the bound that it moves towards.
    fn fix(&mut self, contact: usize, change: f64) {
        self.lambda[contact] = if change > 0.0 { self.upper[contact] } else { self.lower[contact] };
        self.free[contact] = false;
    }

    /// Moves a feasible λ to the minimum over the free contacts, fixing those whose bound is in the way.
    fn settle(&mut self, mass: &[f64], force: &[f64]) {
        loop {
            self.minimise(mass, force);
            let mut step = 1.0;
            let mut blocking = None;
            for contact in 0..self.rows.len() {
                if self.free[contact] {
                    let change = self.target[contact] - self.lambda[contact];
                    let room = self.room(contact, change);
                    if change.abs() > room && room < step * change.abs() {
                        (step, blocking) = (room / change.abs(), Some((contact, change)));
                    }
                }
            }
            let Some((blocking, change)) = blocking else {
                break;
            };
            for contact in 0..self.rows.len() {
                if self.free[contact] {
                    let lambda = self.lambda[contact];
                    let moved = lambda + step * (self.target[contact] - lambda);
                    self.lambda[contact] = moved.clamp(self.lower[contact], self.upper[contact]);
                }
            }
            self.fix(blocking, change);
            self.build();
        }
        self.take_target();
    }

    /// Modes, and the motion and forces that go with them exactly: contacts that are not free but do not
    /// move are stuck as well.
    fn finish(&mut self, mass: &[f64], force: &[f64]) {
        let mut joined = false;
        for contact in 0..self.rows.len() {
            if self.free[contact] {
                self.slip[contact] = Slip::Stuck;
                continue;
            }
            let u = self.slip_of(contact);
            let still = u.abs() <= self.noise[contact];
            self.slip[contact] = if still && self.lower[contact] < self.upper[contact] {
                joined = true;
                Slip::Stuck
            } else if u > 0.0 || still {
                Slip::Forward
            } else {
                Slip::Backward
            };
        }
        if !joined {
            return;
        }
        for contact in 0..self.rows.len() {
            self.free[contact] = self.slip[contact] == Slip::Stuck;
        }
        self.build();
        self.minimise(mass, force);
        self.rebalance(mass, force);
    }

    /// Takes what λ leaves unbalanced, round-off, to the tree contacts, unless they have no room for it.
    fn rebalance(&mut self, mass: &[f64], force: &[f64]) {
        for &contact in self.clusters.redundant() {
            self.free[contact] = false;
        }
        let before = self.imbalance(mass, force);
        self.clusters.tree_forces(&self.residual, &self.rows, &mut self.target);
        for contact in 0..self.rows.len() {
            if self.free[contact] {
                let lambda = self.lambda[contact];
                let (lower, upper) = (self.lower[contact], self.upper[contact]);
                self.lambda[contact] = (lambda + self.target[contact]).clamp(lower, upper);
                self.target[contact] = lambda;
            }
        }
        if self.imbalance(mass, force) > before {
            self.take_target();
        }
    }

    /// Greatest component of f − K a − Bᵀλ, left in `residual`.
    fn imbalance(&mut self, mass: &[f64], force: &[f64]) -> f64 {
        for (body, residual) in self.residual.iter_mut().enumerate() {
            *residual = force[body] - mass[body] * self.acceleration[body];
        }
        for (contact, row) in self.rows.iter().enumerate() {
            for (body, q) in row.terms() {
                self.residual[body] -= q * self.lambda[contact];
            }
        }
        self.residual.iter().fold(0.0, |worst, g| worst.max(g.abs()))
    }
}
