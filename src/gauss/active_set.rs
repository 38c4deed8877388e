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

/// A contact in the work space. A missing body is the ground, which has an index of its own (one past
/// the bodies) and does not move, so that loops over contacts need not ask.
#[derive(Clone, Copy, Debug)]
struct Tie {
    i: usize,
    j: usize,
    q_i: f64,
    q_j: f64,
    beta: f64,
    lower: f64,
    upper: f64,
    /// B K⁻¹ Bᵀ
    compliance: f64,
    lambda: f64,
    /// Round-off of u, if not free.
    noise: f64,
}

impl Tie {
    fn new(contact: &Contact, mobility: &[f64]) -> Self {
        let Contact { row, beta, lower, upper } = *contact;
        let ground = mobility.len() - 1;
        let end = |body: Option<usize>, q: f64| body.map_or((ground, 0.0), |body| (body, q));
        let ((i, q_i), (j, q_j)) = (end(row.i, row.q_i), end(row.j, row.q_j));
        let compliance = q_i * q_i * mobility[i] + q_j * q_j * mobility[j];
        let lambda = 0.0f64.clamp(lower, upper);
        Self { i, j, q_i, q_j, beta, lower, upper, compliance, lambda, noise: 0.0 }
    }

    /// Whether the range of λ is more than one value.
    fn can_stick(&self) -> bool {
        self.lower < self.upper
    }

    /// u
    fn slip(&self, acceleration: &[f64]) -> f64 {
        self.q_i * acceleration[self.i] + self.q_j * acceleration[self.j] - self.beta
    }

    /// `force −= Bᵀ λ`
    fn pull(&self, lambda: f64, force: &mut [f64]) {
        force[self.i] -= self.q_i * lambda;
        force[self.j] -= self.q_j * lambda;
    }

    /// The bound that λ meets when it changes in a direction.
    fn bound(&self, change: f64) -> f64 {
        if change > 0.0 { self.upper } else { self.lower }
    }

    /// Distance of λ to that bound.
    fn room(&self, change: f64) -> f64 {
        (self.bound(change) - self.lambda).abs()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct ActiveSet {
    ties: Vec<Tie>,
    /// Rows, β and the free contacts once more, as [`Clusters`] takes them.
    rows: Vec<Row>,
    beta: Vec<f64>,
    free: Vec<bool>,
    /// λ of the free contacts at their minimum, or its change along a dependency.
    target: Vec<f64>,
    clusters: Clusters,
    bodies: usize,
    // Per body and, last, the ground: 1/m; a; f − Bᵀλ of the contacts that are not free; what the free
    // ones balance; sizes of the terms of a.
    mobility: Vec<f64>,
    acceleration: Vec<f64>,
    pushed: Vec<f64>,
    residual: Vec<f64>,
    size: Vec<f64>,
    slip: Vec<Slip>,
}

impl ActiveSet {
    pub(super) fn acceleration(&self) -> &[f64] {
        &self.acceleration[..self.bodies]
    }

    pub(super) fn lambda(&self) -> impl Iterator<Item = f64> + '_ {
        self.ties.iter().map(|tie| tie.lambda)
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
        let patience = PATIENCE * (self.ties.len() + 1);
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
        self.bodies = mass.len();
        self.mobility.clear();
        self.mobility.extend(mass.iter().map(|m| 1.0 / m));
        self.mobility.push(0.0);
        for per_body in
            [&mut self.acceleration, &mut self.pushed, &mut self.residual, &mut self.size]
        {
            per_body.resize(self.bodies + 1, 0.0);
        }
        self.ties.clear();
        self.rows.clear();
        self.beta.clear();
        self.free.clear();
        for contact in contacts {
            let tie = Tie::new(&contact, &self.mobility);
            self.ties.push(tie);
            self.rows.push(contact.row);
            self.beta.push(contact.beta);
            self.free.push(tie.can_stick() && tie.compliance > 0.0);
        }
        self.target.resize(self.ties.len(), 0.0);
        self.slip.resize(self.ties.len(), Slip::Stuck);
    }

    /// A feasible λ that is the minimum for its free contacts.
    fn start(&mut self, mass: &[f64], force: &[f64]) {
        self.build_forest();
        self.minimise(mass, force);
        let inside = |(tie, target): (&Tie, &f64)| tie.lower <= *target && *target <= tie.upper;
        let all = self.ties.iter().zip(&self.target).zip(&self.free);
        if !all.clone().all(|(pair, free)| !free || inside(pair)) {
            self.relax(force);
            self.build_forest();
            self.minimise(mass, force);
            while self.fix_outside() {
                self.build();
                self.minimise(mass, force);
            }
        }
        self.take_target();
    }

    fn build(&mut self) {
        self.clusters.build(self.bodies, &self.rows, &self.free);
    }

    /// Clusters of the free contacts; those that are redundant cease to be free.
    fn build_forest(&mut self) {
        self.build();
        for &contact in self.clusters.redundant() {
            self.free[contact] = false;
        }
    }

    /// Accelerations, and λ of the free contacts in `target`, at the minimum over the free contacts.
    fn minimise(&mut self, mass: &[f64], force: &[f64]) {
        let bodies = self.bodies;
        self.pushed[..bodies].copy_from_slice(force);
        for (tie, free) in self.ties.iter().zip(&self.free) {
            if !free {
                tie.pull(tie.lambda, &mut self.pushed);
            }
        }
        let a = &mut self.acceleration;
        a[bodies] = 0.0;
        self.clusters.accelerate(mass, &self.pushed, &self.beta, a);
        let balance = self.residual.iter_mut().zip(&self.pushed).zip(mass).zip(&*a);
        for (((residual, pushed), mass), a) in balance {
            *residual = pushed - mass * a;
        }
        self.clusters.tree_forces(&self.residual[..bodies], &mut self.target);
    }

    fn take_target(&mut self) {
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&self.free) {
            if *free {
                tie.lambda = *target;
            }
        }
    }

    /// Fixes every free contact whose target is outside its range at the bound; false if there is none.
    fn fix_outside(&mut self) -> bool {
        let mut any = false;
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&mut self.free) {
            if *free && (*target > tie.upper || *target < tie.lower) {
                tie.lambda = target.clamp(tie.lower, tie.upper);
                *free = false;
                any = true;
            }
        }
        any
    }

    /// A few sweeps in which each contact in turn stops its own slip as far as its range allows; those
    /// left inside their range become free.
    fn relax(&mut self, force: &[f64]) {
        let a = &mut self.acceleration;
        for ((a, force), mobility) in a.iter_mut().zip(force).zip(&self.mobility) {
            *a = force * mobility;
        }
        for tie in &mut self.ties {
            tie.lambda = 0.0;
        }
        for _ in 0..SWEEPS {
            for (tie, free) in self.ties.iter_mut().zip(&mut self.free) {
                let u = tie.slip(a);
                let wanted = if u == 0.0 { tie.lambda } else { tie.lambda + u / tie.compliance };
                let lambda = wanted.clamp(tie.lower, tie.upper);
                let change = lambda - tie.lambda;
                a[tie.i] -= tie.q_i * change * self.mobility[tie.i];
                a[tie.j] -= tie.q_j * change * self.mobility[tie.j];
                tie.lambda = lambda;
                *free = tie.lower < lambda && lambda < tie.upper;
            }
        }
    }

    /// The contact whose entry lowers the objective fastest: greatest u²/(B K⁻¹ Bᵀ), a power per time
    /// whatever the units of the bodies.
    fn entering(&mut self, mass: &[f64], force: &[f64], still: f64) -> Option<usize> {
        let a = &self.acceleration;
        if self.ties.iter().zip(&self.free).all(|(tie, free)| *free || tie.slip(a) == 0.0) {
            return None;
        }
        self.measure_noise(mass, force, still);
        let mut steepest = (None, 0.0);
        for (contact, tie) in self.ties.iter().enumerate() {
            let u = tie.slip(&self.acceleration);
            if !self.free[contact] && u.abs() > tie.noise && tie.room(u) > 0.0 {
                let gain = u * u / tie.compliance;
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
        for (tie, free) in self.ties.iter().zip(&self.free) {
            if !free {
                self.pushed[tie.i] += (tie.q_i * tie.lambda).abs();
                self.pushed[tie.j] += (tie.q_j * tie.lambda).abs();
            }
        }
        self.size[self.bodies] = 0.0;
        self.clusters.sizes(mass, &self.pushed, &self.beta, &mut self.size);
        for tie in &mut self.ties {
            let ends = tie.q_i.abs() * self.size[tie.i] + tie.q_j.abs() * self.size[tie.j];
            tie.noise = still * (ends + tie.beta.abs());
        }
    }

    /// Frees a contact, with another fixed in its place if its row depends on the free ones.
    fn enter(&mut self, entering: usize) -> Result<(), KernelError> {
        if !self.clusters.spans(&self.rows[entering]) {
            self.free[entering] = true;
            self.build();
            return Ok(());
        }
        let tie = self.ties[entering];
        let direction = tie.slip(&self.acceleration).signum();
        self.residual.fill(0.0);
        tie.pull(direction, &mut self.residual);
        let residual = &self.residual[..self.bodies];
        self.clusters.tree_forces(residual, &mut self.target);
        let mut step = tie.room(direction);
        let mut blocking = None;
        for contact in 0..self.ties.len() {
            let change = self.target[contact];
            if self.free[contact]
                && self.flow(contact, change) > OFF_CYCLE * self.flow(entering, 1.0)
            {
                let room = self.ties[contact].room(change) / change.abs();
                if room < step {
                    (step, blocking) = (room, Some(contact));
                }
            }
        }
        if step == f64::INFINITY {
            return Err(KernelError::Contradiction { contact: entering });
        }
        match blocking {
            None => self.fix(entering, direction),
            Some(blocking) => {
                self.ties[entering].lambda += step * direction;
                self.fix(blocking, self.target[blocking]);
                self.free[entering] = true;
                self.build();
            }
        }
        Ok(())
    }

    /// A force on a contact in the coordinate of its cluster.
    fn flow(&self, contact: usize, force: f64) -> f64 {
        let lever = |(body, q): (usize, f64)| (q * self.clusters.ratio(body)).abs();
        force.abs() * self.rows[contact].terms().map(lever).fold(0.0, f64::max)
    }

    /// Fixes a contact at the bound that it moves towards.
    fn fix(&mut self, contact: usize, change: f64) {
        let tie = &mut self.ties[contact];
        tie.lambda = tie.bound(change);
        self.free[contact] = false;
    }

    /// Moves a feasible λ to the minimum over the free contacts, fixing those whose bound is in the way.
    fn settle(&mut self, mass: &[f64], force: &[f64]) {
        loop {
            self.minimise(mass, force);
            let mut step = 1.0;
            let mut blocking = None;
            for (contact, tie) in self.ties.iter().enumerate() {
                let change = self.target[contact] - tie.lambda;
                if self.free[contact] && change.abs() > tie.room(change) {
                    let share = tie.room(change) / change.abs();
                    if share < step {
                        (step, blocking) = (share, Some((contact, change)));
                    }
                }
            }
            let Some((blocking, change)) = blocking else {
                break;
            };
            for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&self.free) {
                if *free {
                    let moved = tie.lambda + step * (target - tie.lambda);
                    tie.lambda = moved.clamp(tie.lower, tie.upper);
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
        let mut joined = 0;
        for (contact, tie) in self.ties.iter().enumerate() {
            let u = tie.slip(&self.acceleration);
            let still = u.abs() <= tie.noise;
            self.slip[contact] = if self.free[contact] {
                Slip::Stuck
            } else if still && tie.can_stick() {
                joined += 1;
                Slip::Stuck
            } else if u > 0.0 || still {
                Slip::Forward
            } else {
                Slip::Backward
            };
        }
        let redundant = self.clusters.redundant();
        let as_built = redundant.iter().all(|contact| self.slip[*contact] == Slip::Stuck);
        if as_built && joined == redundant.len() {
            return;
        }
        for (free, slip) in self.free.iter_mut().zip(&self.slip) {
            *free = *slip == Slip::Stuck;
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
        let residual = &self.residual[..self.bodies];
        self.clusters.tree_forces(residual, &mut self.target);
        for ((tie, target), free) in self.ties.iter_mut().zip(&mut self.target).zip(&self.free) {
            if *free {
                let corrected = (tie.lambda + *target).clamp(tie.lower, tie.upper);
                *target = std::mem::replace(&mut tie.lambda, corrected);
            }
        }
        if self.imbalance(mass, force) > before {
            self.take_target();
        }
    }

    /// Greatest component of f − K a − Bᵀλ, left in `residual`.
    fn imbalance(&mut self, mass: &[f64], force: &[f64]) -> f64 {
        let bodies = self.residual.iter_mut().zip(force).zip(mass).zip(&self.acceleration);
        for (((residual, force), mass), a) in bodies {
            *residual = force - mass * a;
        }
        for tie in &self.ties {
            tie.pull(tie.lambda, &mut self.residual);
        }
        self.residual[..self.bodies].iter().fold(0.0, |worst, g| worst.max(g.abs()))
    }
}
