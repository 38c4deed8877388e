//! Step 1 of large networks: free contacts and forces by a combinatorial method, if there is one.
//!
//! Contacts whose ratios rescale to 1 on every cycle and whose offsets are consistent leave
//!
//! ```text
//!   a_i = r_i x_i + s_i,   u_c = κ_c (x_i − x_j),   κ_c = q_i r_i,   z_c = κ_c λ_c
//! ```
//! with r and s along a spanning forest of all contacts; [`super::Levels`] solves this exactly but for
//! round-off, which the active set then takes care of.

use super::super::clusters::BALANCED;
use super::super::tree::slope::{Line, Range};
use super::tie::Tie;
use super::{ActiveSet, Crash};
use crate::gauss::Confine;

/// Contacts below which a few relaxation sweeps are a faster start.
const LARGE: usize = 48;

/// Ratios r of a network are within this of 1, or products of them lose their exponent.
const RATIOS: std::ops::Range<f64> = 1e-60..1e60;

/// A force is at a bound if it is this close, as a fraction of the range: round-off of sums of many forces.
const AT_BOUND: f64 = 1e-12;

/// Stands for an infinite bound: this many times the sum of all forces there are.
const BEYOND: f64 = 4.0;

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

#[cfg(test)]
mod tests {
    use super::super::super::{Contact, Row};
    use super::*;

    const BODIES: usize = 40;

    /// Accelerations that mean nothing: numbers are of unit scale, ratios at most 6.
    const CLOSE: f64 = 1e-10;

    /// Xorshift (G. Marsaglia, J. Stat. Softw. 8, 2003).
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % end as u64) as usize
        }

        fn between(&mut self, low: f64, high: f64) -> f64 {
            low + (high - low) * self.below(1 << 30) as f64 / (1u64 << 30) as f64
        }
    }

    #[derive(Clone)]
    struct Network {
        mass: Vec<f64>,
        force: Vec<f64>,
        contacts: Vec<Contact>,
    }

    impl Network {
        /// Measures the motion of the first body in another unit.
        fn scale(&mut self, by: f64) {
            self.mass[0] /= by * by;
            self.force[0] /= by;
            for Contact { row, .. } in &mut self.contacts {
                row.q_i *= if row.i == Some(0) { 1.0 / by } else { 1.0 };
                row.q_j *= if row.j == Some(0) { 1.0 / by } else { 1.0 };
            }
        }
    }

    /// A forest with more contacts that close cycles, contacts with the ground, and sources of force. Bodies can
    /// move without slip as `a = r x + s`, so that all cycles are balanced.
    fn draw(random: &mut Random) -> Network {
        let ratio: Vec<f64> =
            (0..BODIES).map(|_| [1.0, 2.0, -1.0, 0.5, -1.5][random.below(5)]).collect();
        let offset: Vec<f64> = (0..BODIES).map(|_| random.between(-2.0, 2.0)).collect();
        let mut contacts = Vec::new();
        let mut add = |random: &mut Random, i: usize, j: Option<usize>, endless: bool| {
            let q_i = [1.0, -1.0, 3.0][random.below(3)];
            let q_j = j.map_or(0.0, |j| -q_i * ratio[i] / ratio[j]);
            let shift = j.map_or_else(|| random.between(-1.0, 1.0), |j| q_j * offset[j]);
            let (mut lower, mut upper) = (-random.between(0.0, 4.0), random.between(0.0, 4.0));
            match random.below(12) {
                0 => upper = lower,
                1 if endless => upper = f64::INFINITY,
                2 if endless => lower = f64::NEG_INFINITY,
                _ => {}
            }
            let ends = if j.is_none() && random.below(2) == 0 {
                Row { i: None, q_i: 0.0, j: Some(i), q_j: q_i }
            } else {
                Row { i: Some(i), q_i, j, q_j }
            };
            let beta = q_i * offset[i] + shift;
            contacts.push(Contact { row: ends, beta, lower, upper, viscous: 0.0 });
        };
        for body in (1..BODIES).filter(|body| body % 10 != 0) {
            let other = body - 1 - random.below(body % 10);
            add(random, body, Some(other), true);
        }
        for body in 0..BODIES {
            if body % 3 == 0 {
                let other = (body + 1 + random.below(BODIES - 1)) % BODIES;
                add(random, body, Some(other), false);
            }
            if body % 4 < 2 {
                add(random, body, None, false);
            }
        }
        let mass = (0..BODIES).map(|_| random.between(1.0, 4.0)).collect();
        let force = (0..BODIES).map(|_| random.between(-5.0, 5.0)).collect();
        Network { mass, force, contacts }
    }

    fn begun(Network { mass, force, contacts }: &Network) -> ActiveSet {
        let mut set = ActiveSet::default();
        set.load(mass, force, contacts.iter().copied()).expect("masses");
        set.build_forest();
        set
    }

    fn crashed(network: &Network) -> Option<ActiveSet> {
        let mut set = begun(network);
        set.crash().then_some(set)
    }

    #[test]
    fn forces_are_already_those_of_the_principle() {
        let mut random = Random(7);
        for case in 0..200 {
            let network = draw(&mut random);
            let set = crashed(&network).expect("balanced cycles");
            let mut a = network.force.clone();
            a.push(0.0);
            set.ties.iter().for_each(|tie| tie.pull(tie.lambda, &mut a));
            a.iter_mut().zip(&network.mass).for_each(|(a, mass)| *a /= mass);
            a[BODIES] = 0.0;
            let mut inside = 0;
            for (tie, free) in set.ties.iter().zip(&set.free) {
                let u = tie.slip(&a);
                assert!(tie.lower <= tie.lambda && tie.lambda <= tie.upper, "{case}: {tie:?}");
                assert!(u < CLOSE || tie.lambda == tie.upper, "{case}: {u} {tie:?}");
                assert!(u > -CLOSE || tie.lambda == tie.lower, "{case}: {u} {tie:?}");
                assert_eq!(*free, tie.lower < tie.lambda && tie.lambda < tie.upper, "{tie:?}");
                inside += usize::from(*free);
            }
            assert!(inside > 10 && inside + 20 < set.ties.len(), "{case}: {inside} hold");
        }
    }

    /// Wherever a guess has led: the same forces, or no change where there are no levels.
    #[test]
    fn what_a_poor_guess_left_does_not_matter() {
        let mut random = Random(9);
        let lambda = |set: &ActiveSet| set.ties.iter().map(|tie| tie.lambda).collect::<Vec<_>>();
        for _ in 0..20 {
            let mut network = draw(&mut random);
            let mut set = begun(&network);
            set.free.iter_mut().for_each(|free| *free &= random.below(2) == 0);
            set.build_forest();
            let crashed = crashed(&network).expect("balanced cycles");
            assert_eq!(set.crash_anew(), Ok(true));
            assert_eq!((lambda(&set), set.free), (lambda(&crashed), crashed.free));
            // Two contacts side by side, with different ratios.
            let first = Contact { lower: -1.0, upper: 1.0, ..network.contacts[0] };
            network.contacts[0] = first;
            network.contacts.insert(1, first);
            network.contacts[1].row.q_j *= 1.5;
            let mut set = begun(&network);
            set.free.iter_mut().for_each(|free| *free &= random.below(2) == 0);
            set.build_forest();
            let before = (lambda(&set), set.free.clone());
            assert_eq!(set.crash_anew(), Ok(false));
            assert_eq!((lambda(&set), set.free), before);
        }
    }

    #[test]
    fn networks_without_levels_are_refused() {
        let mut network = draw(&mut Random(8));
        // Two contacts side by side close a cycle.
        let first = Contact { lower: -1.0, upper: 1.0, ..network.contacts[0] };
        network.contacts[0] = first;
        network.contacts.insert(1, first);
        let is_refused = |change: &dyn Fn(&mut Network)| {
            let mut network = network.clone();
            change(&mut network);
            crashed(&network).is_none()
        };
        assert!(!is_refused(&|_| {}));
        assert!(!is_refused(&|network| network.contacts.truncate(LARGE)));
        assert!(is_refused(&|network| network.contacts.truncate(LARGE - 1)));
        assert!(is_refused(&|network| network.contacts[1].viscous = 1.0));
        assert!(is_refused(&|network| network.contacts[1].row.q_j *= 1.5));
        assert!(is_refused(&|network| network.contacts[1].beta += 0.1));
        // Ratios whose products lose their exponent.
        assert!(!is_refused(&|network| network.scale(1e50)));
        assert!(is_refused(&|network| network.scale(1e70)));
    }
}
