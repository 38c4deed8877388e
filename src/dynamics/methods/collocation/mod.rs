//! One implicit step for motions that are stiff: parts of them decay in a time that is much shorter
//! than the step.
//!
//! Explicit series ([`crate::dynamics::expansion`]) would take a step per settling time. The polynomial of degree s
//! through the start that satisfies `y′ = f(τ, y)` at Radau's s points does not care how stiff `f` is (collocation, Radau
//! IIA, order 2s − 1 at the end; Hairer & Wanner, *Solving Ordinary Differential Equations II*, IV.5). Like the series it
//! is its own dense output. The equations of the stages
//!
//! ```text
//!   Y_i = y(0) + h Σ_j A_ij f(c_j h, Y_j),   A_ij = ∫_0^{c_i} ℓ_j
//! ```
//! are solved by Newton's method from the motion that continues with the rates of the start: what is common to all bodies, and
//! large, is then no correction, and errors of the Jacobian are none of differences. The Jacobian is that at the start as long
//! as that converges, else those of the stages. The step is accepted if the last Legendre coefficients of every component are
//! small: then the polynomial is accurate everywhere, not only at its end.

use crate::dynamics::tolerances::FINEST;

mod accuracy;
mod corrections;
mod dense;
mod table;
#[cfg(test)]
mod tests;

pub(in crate::dynamics) use accuracy::{Accuracy, Rates};
use dense::Factors;
use table::Table;
pub(in crate::dynamics) use table::{NODES, STAGES};

/// Components beyond which the dense equations of all stages cost more than they save.
const MOST_COMPONENTS: usize = 40;

/// Newton's steps, of which a linear motion needs two (the second sees that nothing is left).
const MOST_ITERATIONS: usize = 12;

/// Fall of Newton's corrections from step to step that calls for new Jacobians.
const SLOW: f64 = 0.1;

/// A component below this fraction of the greatest of its kind and connected component need not converge on its own scale.
const NEGLIGIBLE: f64 = 1e-4;

/// Greatest ratio of the last Legendre coefficient but one to the last: what is left out then is smaller still by as
/// much.
const LAST_BUT_ONE: f64 = 64.0;

/// Greatest distance of the start of what is no motion from the polynomial through the stages, in units of the accuracy: the error of the step before,
/// which has decayed at the first stage. It neither adds up from step to step, nor changes what is integrated (Radau's points leave
/// its polynomial without a mean), so that it may be as great as that of forces.
const TRANSIENT: f64 = 100.0;

/// Part of that distance by which stages may be off: that of a component which decays in a hundredth of the step is off by less.
const ECHO: f64 = 0.03;

/// Operations of an elimination in the time of a right-hand side.
const OPERATIONS: u64 = 500;

#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Collocation {
    table: &'static Table,
    components: usize,
    /// y and f at the start and the stages, `[node][component]`.
    value: Vec<f64>,
    rate: Vec<f64>,
    /// Jacobian at each node, by rows.
    jacobian: Vec<f64>,
    factors: Factors,
    /// The right-hand side and correction of all stages.
    correction: Vec<f64>,
    moved: Vec<f64>,
    moved_rate: Vec<f64>,
    scale: Vec<f64>,
    /// Scales without what moves a position by its round-off.
    precise: Vec<f64>,
}

impl Default for Collocation {
    fn default() -> Self {
        Self {
            table: Table::shared(),
            components: 0,
            value: Vec::new(),
            rate: Vec::new(),
            jacobian: Vec::new(),
            factors: Factors::default(),
            correction: Vec::new(),
            moved: Vec::new(),
            moved_rate: Vec::new(),
            scale: Vec::new(),
            precise: Vec::new(),
        }
    }
}

impl Collocation {
    /// Returns the cost of all eliminations, with the right-hand side as the unit.
    pub fn eliminations(&self) -> u64 {
        self.factors.operations / OPERATIONS
    }

    /// True if motions with this number of components are worth an implicit step.
    pub fn is_applicable(components: usize) -> bool {
        components <= MOST_COMPONENTS
    }

    pub fn resize(&mut self, components: usize) {
        self.components = components;
        for per_node in [&mut self.value, &mut self.rate] {
            per_node.resize(NODES * components, 0.0);
        }
        self.jacobian.resize(NODES * components * components, 0.0);
        self.factors.resize(STAGES * components);
        self.correction.resize(STAGES * components, 0.0);
        let Self { moved, moved_rate, scale, precise, .. } = self;
        for per_component in [moved, moved_rate, scale, precise] {
            per_component.resize(components, 0.0);
        }
    }

    /// Returns the time of a node in a step of size h.
    pub fn tau(&self, node: usize, h: f64) -> f64 {
        self.table.node[node] * h
    }

    /// Returns y at a node.
    pub fn value(&self, node: usize) -> &[f64] {
        &self.value[node * self.components..][..self.components]
    }

    /// Turns values at the nodes into coefficients of powers of τ, for a step of size h. By way of
    /// Legendre coefficients, whose round-off does not grow with the degree.
    pub fn coefficients(&self, values: &[f64; NODES], h: f64) -> [f64; NODES] {
        let mut powers = [0.0; NODES];
        for (row, power) in self.table.legendre.iter().zip(&self.table.power) {
            let legendre: f64 = row.iter().zip(values).map(|(a, value)| a * value).sum();
            for (sum, a) in powers.iter_mut().zip(power) {
                *sum += a * legendre;
            }
        }
        let mut unit = 1.0;
        for coefficient in &mut powers {
            *coefficient /= unit;
            unit *= h;
        }
        powers
    }

    /// Returns the error of a component along the last step: that which is permitted. Of a velocity that may move a position by its
    /// round-off, steep forces may have left less.
    pub fn error(&self, component: usize, relative: f64) -> f64 {
        let values = std::array::from_fn(|node| self.value[node * self.components + component]);
        let [before, last] = self.last_coefficients(&values).map(f64::abs);
        let left = relative * self.precise[component] + last.max(before / LAST_BUT_ONE);
        left.min(relative * self.scale[component])
    }

    /// Solves for a step of size h from `start`. True if the polynomial is within the accuracy of the motion
    /// everywhere.
    pub fn solve(&mut self, start: &[f64], h: f64, accuracy: &Accuracy, f: &mut Rates) -> bool {
        let usual = Accuracy { relative_velocities: &[], ..*accuracy };
        let mut solved = self.iterate(start, h, &usual, f);
        if solved.is_none() && accuracy.has_finer_increments(start) {
            solved = self.iterate(start, h, accuracy, f);
        }
        solved.unwrap_or(false)
    }

    /// Iterates by Newton's method; returns whether the polynomial is within the accuracy, none if it does not converge.
    fn iterate(
        &mut self,
        start: &[f64],
        h: f64,
        accuracy: &Accuracy,
        f: &mut Rates,
    ) -> Option<bool> {
        let n = self.components;
        self.value[..n].copy_from_slice(start);
        self.linearise(0, h, accuracy, f);
        self.predict(h);
        self.assemble(h);
        if !self.factors.factor() {
            return None;
        }
        let mut last = f64::INFINITY;
        for _ in 0..MOST_ITERATIONS {
            let size = self.improve(accuracy, h, f);
            if size <= 1.0 {
                return Some(self.is_smooth(accuracy));
            }
            // Also for what is no longer finite.
            let falls = size < last;
            if !falls {
                let least = |place| self.forced(accuracy, place, h);
                let is_round_off = self.correction_size(accuracy, least) <= 1.0;
                return is_round_off.then(|| self.is_smooth(accuracy));
            }
            if size > SLOW * last && last.is_finite() {
                for node in 1..NODES {
                    self.linearise(node, h, accuracy, f);
                }
                self.assemble(h);
                if !self.factors.factor() {
                    return None;
                }
            }
            last = size;
        }
        None
    }

    /// Begins with the motion that continues with the rates of the start, and its Jacobian. Rates that are round-off lead far off.
    fn predict(&mut self, h: f64) {
        let n = self.components;
        for (component, rate) in self.rate[..n].iter().enumerate() {
            let needs_few_samples = rate.abs() > self.round_off(component, &self.value[..n]);
            self.moved_rate[component] = if needs_few_samples { *rate } else { 0.0 };
        }
        for node in 1..NODES {
            self.jacobian.copy_within(..n * n, node * n * n);
            let tau = self.tau(node, h);
            for (component, rate) in self.moved_rate.iter().enumerate() {
                self.value[node * n + component] = self.value[component] + tau * rate;
            }
        }
    }

    /// Evaluates f and its Jacobian at a node.
    fn linearise(&mut self, node: usize, h: f64, accuracy: &Accuracy, f: &mut Rates) {
        let n = self.components;
        let tau = self.tau(node, h);
        self.moved.copy_from_slice(&self.value[node * n..][..n]);
        let rate = &mut self.rate[node * n..][..n];
        f(tau, &self.moved, rate);
        let jacobian = &mut self.jacobian[node * n * n..][..n * n];
        for column in 0..n {
            let value = self.moved[column];
            let size = value.abs().max((h * rate[column]).abs());
            let moved = value + accuracy.increment(column, value, size);
            let increment = moved - value;
            self.moved[column] = moved;
            f(tau, &self.moved, &mut self.moved_rate);
            self.moved[column] = value;
            for row in 0..n {
                jacobian[row * n + column] = (self.moved_rate[row] - rate[row]) / increment;
            }
        }
    }

    /// Assembles the matrix `1 − h A_ij J_j`.
    fn assemble(&mut self, h: f64) {
        let n = self.components;
        for i in 0..STAGES {
            for j in 0..STAGES {
                let factor = h * self.table.integral[i][j];
                let jacobian = &self.jacobian[(j + 1) * n * n..][..n * n];
                for row in 0..n {
                    for column in 0..n {
                        let unit = if i == j && row == column { 1.0 } else { 0.0 };
                        *self.factors.entry(i * n + row, j * n + column) =
                            unit - factor * jacobian[row * n + column];
                    }
                }
            }
        }
    }

    /// Makes one step of Newton's method; returns the size of the correction, 1 for what is round-off.
    fn improve(&mut self, accuracy: &Accuracy, h: f64, f: &mut Rates) -> f64 {
        let n = self.components;
        for node in 1..NODES {
            let (value, rate) = (&self.value[node * n..][..n], &mut self.rate[node * n..][..n]);
            f(self.table.node[node] * h, value, rate);
        }
        for i in 0..STAGES {
            for row in 0..n {
                let integral = &self.table.integral[i];
                let rates = (0..STAGES).map(|j| integral[j] * self.rate[(j + 1) * n + row]);
                let grown = self.value[row] + h * rates.sum::<f64>();
                self.correction[i * n + row] = grown - self.value[(i + 1) * n + row];
            }
        }
        self.factors.solve(&mut self.correction);
        for (value, correction) in self.value[n..].iter_mut().zip(&self.correction) {
            *value += correction;
        }
        self.measure(accuracy, h);
        self.correction_size(accuracy, |_| 0.0)
    }

    /// Scales of the components: their greatest values; of positions and velocities at least a part of
    /// the greatest of their kind on the connected component, and of velocities what moves a position by its round-off.
    fn measure(&mut self, accuracy: &Accuracy, h: f64) {
        let n = self.components;
        self.scale.fill(0.0);
        for (k, value) in self.value.iter().enumerate() {
            self.scale[k % n] = self.scale[k % n].max(value.abs());
        }
        let Accuracy { relative, positions: places, velocities: motions, others: forceful, .. } =
            *accuracy;
        let (positions, others) = self.scale.split_at_mut(places.len());
        let greatest = |kind: &[f64], components: &[usize], component: usize| {
            let own = kind.iter().zip(components).filter(|(_, on)| **on == component);
            own.fold(0.0, |most: f64, (scale, _)| most.max(*scale))
        };
        // What is raised to a part of the greatest one is not greater than that.
        for (place, component) in motions.iter().enumerate() {
            others[place] = others[place].max(NEGLIGIBLE * greatest(others, motions, *component));
        }
        let states = others.iter_mut().skip(motions.len());
        states.zip(forceful).for_each(|(scale, most)| *scale = scale.max(NEGLIGIBLE * most));
        for (place, component) in places.iter().enumerate() {
            let least = NEGLIGIBLE * greatest(positions, places, *component);
            positions[place] = positions[place].max(least);
        }
        self.precise.copy_from_slice(&self.scale);
        let (positions, others) = self.scale.split_at_mut(places.len());
        for (place, component) in motions.iter().enumerate() {
            let rest = greatest(positions, places, *component) * f64::EPSILON / (h * relative);
            others[place] = others[place].max(rest);
        }
    }

    /// Returns the error of the rate of a component due to the round-off of all components along the last step.
    pub fn rate_round_off(&self, component: usize) -> f64 {
        self.round_off(component, &self.precise)
    }

    /// Returns the error of the rate of a component due to the round-off of components of these sizes, by the start's Jacobian.
    fn round_off(&self, component: usize, sizes: &[f64]) -> f64 {
        let row = &self.jacobian[component * self.components..][..self.components];
        let errors = row.iter().zip(sizes).map(|(slope, size)| (slope * size).abs());
        FINEST * errors.sum::<f64>()
    }

    /// True if the last Legendre coefficients of every component are small.
    fn is_smooth(&self, accuracy: &Accuracy) -> bool {
        let n = self.components;
        (0..n).all(|component| {
            let values = std::array::from_fn(|node| self.value[node * n + component]);
            let small = accuracy.relative * self.scale[component];
            let first = accuracy.positions.len() + accuracy.velocities.len();
            let other = component.checked_sub(first).and_then(|other| accuracy.others.get(other));
            let transient = |most: &f64| TRANSIENT * small.max(accuracy.relative * most);
            self.is_resolved(&values, small)
                || other.is_some_and(|most| self.has_settled(&values, small, transient(most)))
        })
    }

    /// True if the polynomial through values at the stages is resolved, and the start is off it by no more than `transient`. Of the
    /// whole polynomial that distance alone makes the last Legendre coefficient.
    fn has_settled(&self, values: &[f64; NODES], small: f64, transient: f64) -> bool {
        let [before, last] = [NODES - 2, NODES - 1].map(|degree| &self.table.legendre[degree]);
        let [of_before, of_last] = self.last_coefficients(values);
        let off = of_last / last[0];
        let echo = (of_before - off * before[0]).abs();
        off.abs() <= transient && echo <= small.max(ECHO * off.abs())
    }

    /// True if the last Legendre coefficients of the polynomial through values at the nodes are small: the
    /// highest, and the one before it less strictly, in case only every other one counts.
    pub fn is_resolved(&self, values: &[f64; NODES], small: f64) -> bool {
        let limits = [LAST_BUT_ONE * small, small];
        self.last_coefficients(values).iter().zip(limits).all(|(sum, limit)| sum.abs() <= limit)
    }

    /// Returns the last two Legendre coefficients of the polynomial through values at the nodes.
    fn last_coefficients(&self, values: &[f64; NODES]) -> [f64; 2] {
        [NODES - 2, NODES - 1].map(|degree| {
            let row = &self.table.legendre[degree];
            row.iter().zip(values).map(|(a, value)| a * value).sum()
        })
    }
}
