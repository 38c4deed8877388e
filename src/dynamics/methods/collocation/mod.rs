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

use crate::dynamics::tolerances::{FINEST, OF_SUM};

mod dense;
mod table;
#[cfg(test)]
mod tests;

use dense::Factors;
use table::Table;
pub(in crate::dynamics) use table::{NODES, STAGES};

/// Components beyond which the dense equations of all stages cost more than they save.
const MOST_COMPONENTS: usize = 40;

/// Increment of a difference quotient, relative to the component: the square root of round-off.
const INCREMENT: f64 = 1.0 / (1u64 << 26) as f64;

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

/// The right-hand side: τ and y, and where ẏ goes.
pub(in crate::dynamics) type Rates<'f> = dyn FnMut(f64, &[f64], &mut [f64]) + 'f;

/// Accuracy that a step is to have, and the kinds of its components: positions come first, then velocities, each on a
/// connected component, then others, each of its own kind.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Accuracy<'i> {
    pub relative: f64,
    /// The connected components of positions, and of velocities.
    pub positions: &'i [usize],
    pub velocities: &'i [usize],
    /// Least relative velocity in which each velocity takes part, with the sign of the change by which it grows; none if there
    /// are fewer.
    pub relative_velocities: &'i [f64],
    /// Values of the others that make as much as the greatest of all forces does, beside which they may be negligible; none if
    /// there are fewer.
    pub others: &'i [f64],
}

impl Accuracy<'_> {
    /// Returns the relative velocity of a component of this value, if it is less than that and no round-off.
    fn lesser_velocity(&self, component: usize, value: f64) -> Option<f64> {
        let velocity = component.checked_sub(self.positions.len())?;
        let relative = *self.relative_velocities.get(velocity)?;
        (OF_SUM * value.abs()..value.abs()).contains(&relative.abs()).then_some(relative)
    }

    /// Returns the increment of a component for a difference: half the digits of its size. Forces may be steep in a lesser relative
    /// velocity: half the digits from that to round-off, and on the side on which it grows, so that what moves both of its ends
    /// alike makes no force.
    fn increment(&self, component: usize, value: f64, size: f64) -> f64 {
        match self.lesser_velocity(component, value) {
            Some(relative) => (INCREMENT * (relative * value).abs().sqrt()).copysign(relative),
            None if size > 0.0 => INCREMENT * size,
            None => INCREMENT,
        }
    }

    /// True if relative velocities make an increment finer. Round-off is a greater part of such differences, so that they serve
    /// only where others do not converge.
    fn has_finer_increments(&self, start: &[f64]) -> bool {
        let mut components = start.iter().enumerate();
        components.any(|(component, value)| self.lesser_velocity(component, *value).is_some())
    }
}

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
        for per_component in [&mut self.moved, &mut self.moved_rate, &mut self.scale] {
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

    /// Returns the greatest value of a component along the last step, at least what its accuracy is measured by.
    pub fn scale(&self, component: usize) -> f64 {
        self.scale[component]
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
        for node in 1..NODES {
            self.jacobian.copy_within(..n * n, node * n * n);
            let tau = self.tau(node, h);
            let values = self.value[node * n..][..n].iter_mut();
            for ((value, start), rate) in values.zip(start).zip(&self.rate) {
                *value = start + tau * rate;
            }
        }
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
                return None;
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
        let corrections = self.correction.iter().enumerate();
        corrections.fold(0.0, |worst: f64, (k, correction)| {
            let size = correction.abs() / (OF_SUM * self.scale[k % n]);
            // NaN counts as too large; 0/0 is a component without motion.
            if *correction == 0.0 || size <= worst { worst } else { size }
        })
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
        let greatest = |kind: &[f64], islands: &[usize], island: usize| {
            let own = kind.iter().zip(islands).filter(|(_, on)| **on == island);
            own.fold(0.0, |most: f64, (scale, _)| most.max(*scale))
        };
        // What is raised to a part of the greatest one is not greater than that.
        for (place, island) in motions.iter().enumerate() {
            let rest = greatest(positions, places, *island) * f64::EPSILON / (h * relative);
            let least = rest.max(NEGLIGIBLE * greatest(others, motions, *island));
            others[place] = others[place].max(least);
        }
        let states = others.iter_mut().skip(motions.len());
        states.zip(forceful).for_each(|(scale, most)| *scale = scale.max(NEGLIGIBLE * most));
        for (place, island) in places.iter().enumerate() {
            let least = NEGLIGIBLE * greatest(positions, places, *island);
            positions[place] = positions[place].max(least);
        }
    }

    /// Returns the error of the rate of a component due to the round-off of all components, by the Jacobian at the start.
    pub fn rate_round_off(&self, component: usize) -> f64 {
        let row = &self.jacobian[component * self.components..][..self.components];
        let errors = row.iter().zip(&self.scale).map(|(slope, scale)| slope.abs() * scale);
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
        let [of_before, of_last] = [before, last]
            .map(|row| row.iter().zip(values).map(|(a, value)| a * value).sum::<f64>());
        let off = of_last / last[0];
        let echo = (of_before - off * before[0]).abs();
        off.abs() <= transient && echo <= small.max(ECHO * off.abs())
    }

    /// True if the last Legendre coefficients of the polynomial through values at the nodes are small: the
    /// highest, and the one before it less strictly, in case only every other one counts.
    pub fn is_resolved(&self, values: &[f64; NODES], small: f64) -> bool {
        let limits = [LAST_BUT_ONE * small, small];
        self.table.legendre[NODES - 2..].iter().zip(limits).all(|(row, limit)| {
            let sum: f64 = row.iter().zip(values).map(|(a, value)| a * value).sum();
            sum.abs() <= limit
        })
    }
}
