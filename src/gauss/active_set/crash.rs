//! Step 1 of large networks: free contacts and forces by a combinatorial method, if there is one.
//!
//! Contacts whose ratios rescale to 1 on every cycle and whose offsets are consistent leave
//!
//! ```text
//!   a_i = r_i x_i + s_i,   u_c = κ_c (x_i − x_j),   κ_c = q_i r_i,   z_c = κ_c λ_c
//! ```
//! with r and s along a spanning forest of all contacts; [`Levels`] solves this exactly but for
//! round-off, which the active set then takes care of.

use super::super::clusters::BALANCED;
use super::super::tree::slope::Line;
use super::super::tree::{Levels, Range};
use super::ActiveSet;
use super::tie::Tie;
use crate::gauss::Confine;

/// Contacts below which a few relaxation sweeps are a faster start.
const LARGE: usize = 48;

/// Ratios r of a network are within this of 1, or products of them lose their exponent.
const RATIOS: std::ops::Range<f64> = 1e-60..1e60;

/// A force is at a bound if it is this close, as a fraction of the range: round-off of sums of many forces.
const AT_BOUND: f64 = 1e-12;

/// Stands for an infinite bound: this many times the sum of all forces there are.
const BEYOND: f64 = 4.0;

/// Work space: the network in levels, and s of each body.
#[derive(Clone, Debug, Default)]
pub(super) struct Crash {
    levels: Levels,
    offset: Vec<f64>,
    own: Vec<Line>,
    /// Stands for an infinite force z.
    infinite: f64,
}

/// A contact in levels: κ, the body, and the other one or the level of the ground.
struct Scaled {
    kappa: f64,
    body: usize,
    other: Other,
}

#[derive(Clone, Copy)]
enum Other {
    Body(usize),
    Ground(f64),
}

impl ActiveSet {
    /// Finds free contacts and feasible forces if the network is large, has no viscous contacts between
    /// bodies, and its cycles are of the right kind. The clusters are those of all contacts that can
    /// stick.
    pub(super) fn crash(&mut self) -> bool {
        if self.ties.len() < LARGE || !self.coupling.is_empty() || !self.load_levels() {
            return false;
        }
        self.crash.levels.solve();
        self.take_levels()
    }

    fn load_levels(&mut self) -> bool {
        let Crash { offset, .. } = &mut self.crash;
        offset.clear();
        offset.resize(self.bodies, 0.0);
        self.clusters.follow(&self.beta, offset);
        let ratios = (0..self.bodies).all(|body| RATIOS.contains(&self.clusters.ratio(body).abs()));
        if !ratios || !self.is_balanced() {
            return false;
        }
        self.load_bodies();
        for (child, parent) in self.clusters.branches() {
            self.crash.levels.hang(child, parent);
        }
        for tie in &self.ties {
            let Some(Scaled { kappa, body, other }) = self.scaled(tie) else {
                continue;
            };
            let range = scaled_range(tie, kappa, self.crash.infinite);
            match other {
                Other::Body(other) => self.crash.levels.add_contact(body, other, range),
                Other::Ground(level) => self.crash.levels.add_ground(body, level, range),
            }
        }
        true
    }

    /// Whether ratios rescale to 1 and offsets are consistent on all cycles.
    fn is_balanced(&self) -> bool {
        let offset = &self.crash.offset;
        let closes = |contact: &usize| {
            let Tie { i, j, q_i, q_j, beta, .. } = self.ties[*contact];
            if q_i == 0.0 || q_j == 0.0 {
                return true;
            }
            let terms = [q_i * self.clusters.ratio(i), q_j * self.clusters.ratio(j)];
            i != j && cancel(&terms) && cancel(&[q_i * offset[i], q_j * offset[j], -beta])
        };
        !self.clusters.has_unbalanced_cycle() && self.clusters.redundant().iter().all(closes)
    }

    fn load_bodies(&mut self) {
        self.pushed[..self.bodies].copy_from_slice(&self.force);
        let mut limited = true;
        for tie in &self.ties {
            if tie.can_stick() {
                limited &= tie.lower.is_finite() && tie.upper.is_finite();
            } else {
                tie.pull(tie.lambda, &mut self.pushed);
            }
        }
        let Crash { levels, offset, own, .. } = &mut self.crash;
        own.clear();
        levels.clear();
        for (body, offset) in offset.iter().enumerate() {
            let ratio = self.clusters.ratio(body);
            let mass = self.mass[body];
            let slope = mass * ratio * ratio;
            let line = Line { slope, offset: ratio * (mass * offset - self.pushed[body]) };
            own.push(line);
            levels.add_body(line);
        }
        levels.bodies_done();
        if !limited {
            self.crash.infinite = self.beyond();
        }
    }

    /// More than any contact without limits can have to carry: no level is further from 0 than all that
    /// bodies on their own, or the ground, have.
    fn beyond(&self) -> f64 {
        let own = &self.crash.own;
        let mut furthest = own.iter().fold(0.0, |far: f64, line| far.max(line.root(0.0).abs()));
        let mut sum = 0.0;
        for tie in &self.ties {
            let Some(Scaled { kappa, other, .. }) = self.scaled(tie) else {
                continue;
            };
            if let Other::Ground(level) = other {
                furthest = furthest.max(level.abs());
            }
            let finite = [tie.lower, tie.upper].into_iter().filter(|bound| bound.is_finite());
            sum += finite.map(|bound| (kappa * bound).abs()).sum::<f64>();
        }
        let of_bodies = own.iter().map(|line| line.slope * furthest + line.offset.abs());
        BEYOND * (sum + of_bodies.sum::<f64>()) + f64::MIN_POSITIVE
    }

    /// A contact that can stick, in levels.
    fn scaled(&self, tie: &Tie) -> Option<Scaled> {
        if !tie.can_stick() || tie.compliance == 0.0 {
            return None;
        }
        let (body, q) = if tie.q_i == 0.0 { (tie.j, tie.q_j) } else { (tie.i, tie.q_i) };
        let kappa = q * self.clusters.ratio(body);
        let other = if tie.q_i == 0.0 || tie.q_j == 0.0 {
            Other::Ground((tie.beta - q * self.crash.offset[body]) / kappa)
        } else {
            Other::Body(tie.j)
        };
        Some(Scaled { kappa, body, other })
    }

    /// Takes forces and free contacts; false if a force is without limits.
    fn take_levels(&mut self) -> bool {
        let mut chord = 0;
        for (contact, tie) in self.ties.iter().enumerate() {
            let Some(Scaled { kappa, body, other }) = self.scaled(tie) else {
                self.target[contact] = tie.lambda;
                continue;
            };
            let levels = &self.crash.levels;
            let range = scaled_range(tie, kappa, self.crash.infinite);
            let (level, held) = match other {
                Other::Ground(level) => (level, levels.share_of_ground(body)),
                Other::Body(other) => {
                    let held = levels.share(body, other).unwrap_or_else(|| {
                        chord += 1;
                        range.share(levels.chords[chord - 1].z)
                    });
                    (levels.level(other), held)
                }
            };
            let x = levels.level(body);
            let share = if x > level {
                1.0
            } else if x < level || held < AT_BOUND {
                0.0
            } else if held > 1.0 - AT_BOUND {
                1.0
            } else {
                held
            };
            let lambda = if share == 0.0 || share == 1.0 {
                tie.bound(kappa * (share - 0.5))
            } else {
                (range.low + share * (range.high - range.low)) / kappa
            };
            if !lambda.is_finite() {
                return false;
            }
            self.target[contact] = lambda.confined(tie.lower, tie.upper);
        }
        for ((tie, target), free) in self.ties.iter_mut().zip(&self.target).zip(&mut self.free) {
            tie.lambda = *target;
            *free = tie.lower < tie.lambda && tie.lambda < tie.upper && tie.compliance > 0.0;
        }
        true
    }
}

/// The range of κλ, with a number for infinity.
fn scaled_range(tie: &Tie, kappa: f64, infinite: f64) -> Range {
    let scale = |bound: f64| {
        let z = kappa * bound;
        if z.is_infinite() { infinite.copysign(z) } else { z }
    };
    let (low, high) = (scale(tie.lower), scale(tie.upper));
    if kappa > 0.0 { Range { low, high } } else { Range { low: high, high: low } }
}

/// Whether terms add up to 0, but for round-off.
fn cancel(terms: &[f64]) -> bool {
    let size: f64 = terms.iter().map(|term| term.abs()).sum();
    terms.iter().sum::<f64>().abs() <= BALANCED * size
}
