//! Places of tangents beyond those that solutions lead to, where these come closer but slowly.
//!
//! A solution leads from the place x of the tangents to x + f(x); the step is where f is 0. The kernel has what bodies
//! resist pair by pair, and the rest of the slopes of formulas, of three bodies and more or without a potential, is in f.
//! Over the last places f is taken for linear:
//!
//! ```text
//!   min over γ of |f_k − Σ_j γ_j (f_k − f_j)|,    x_{k+1} = x_k + f_k − Σ_j γ_j (x_k + f_k − x_j − f_j)
//! ```
//! with masses as weights (D. G. Anderson, "Iterative procedures for nonlinear integral equations", J. ACM 12, 1965):
//! where it is, it is exact after as many places as the rest has directions (H. F. Walker and P. Ni, "Anderson
//! acceleration for fixed-point iterations", SIAM J. Numer. Anal. 49, 2011).

use crate::dynamics::tolerances::NO_DIFFERENCE;

/// Places that are kept.
const DEPTH: usize = 12;

/// Ratio of a way to the last one above which ways come closer but slowly; after this many it is left to the places so far.
const SLOW: f64 = 0.5;
const STIFFNESS_DETECTION: usize = 3;

/// Workspace; no part of the state.
#[derive(Clone, Debug, Default)]
pub(super) struct Extrapolation {
    // Of the last places, in turn: the place, and the way from there, in one list of each.
    places: Vec<f64>,
    ways: Vec<f64>,
    count: usize,
    /// The length of the last way, how many have come closer but slowly, and the place before one that was extrapolated.
    length: f64,
    slow: usize,
    anchor: Vec<f64>,
    extrapolated: bool,
    // Differences of ways without what they share, what they have of one another, and what is left of the last way.
    basis: Vec<f64>,
    shared: [[f64; DEPTH]; DEPTH],
    rest: Vec<f64>,
}

impl Extrapolation {
    pub fn resize(&mut self, unknowns: usize) {
        for list in [&mut self.places, &mut self.ways, &mut self.basis] {
            list.resize(DEPTH * unknowns, 0.0);
        }
        self.anchor.resize(unknowns, 0.0);
        self.rest.resize(unknowns, 0.0);
    }

    /// Forgets all places: another problem begins.
    pub fn open(&mut self) {
        (self.count, self.slow, self.extrapolated) = (0, 0, false);
        self.length = f64::INFINITY;
    }

    /// Takes `place` to where tangents are to be next, unless they go where the solution leads; true if it has.
    pub fn lead(&mut self, place: &mut [f64], solution: &[f64], mass: &[f64]) -> bool {
        let ways = || solution.iter().zip(&*place).map(|(to, from)| to - from);
        let length = libm::sqrt(ways().zip(mass).map(|(way, mass)| mass * way * way).sum());
        let closer = length < self.length;
        if self.extrapolated && !closer {
            place.copy_from_slice(&self.anchor);
            self.open();
            return true;
        }
        self.slow = if length > SLOW * self.length { self.slow + 1 } else { 0 };
        self.length = length;
        let slot = (self.count % DEPTH) * place.len();
        let slots = slot..slot + place.len();
        self.ways[slots.clone()].iter_mut().zip(ways()).for_each(|(own, way)| *own = way);
        self.places[slots].copy_from_slice(place);
        self.count += 1;
        self.extrapolated = (self.extrapolated || self.slow >= STIFFNESS_DETECTION) && {
            self.anchor.copy_from_slice(place);
            self.extrapolate(place, mass)
        };
        self.extrapolated
    }

    /// Takes the place to the next one; true if that is finite. The last places come first, since what is known of them
    /// concerns where the step is.
    fn extrapolate(&mut self, place: &mut [f64], mass: &[f64]) -> bool {
        let (size, kept) = (place.len(), self.count.min(DEPTH));
        let slot = |back: usize| (self.count - 1 - back) % DEPTH * size;
        let Self { places, ways, basis, shared, rest, anchor, .. } = self;
        let last = slot(0);
        for (body, rest) in rest.iter_mut().enumerate() {
            *rest = libm::sqrt(mass[body]) * ways[last + body];
        }
        let mut parts = [0.0; DEPTH];
        for column in 1..kept {
            let (before, from) = basis.split_at_mut(column * size);
            let own = &mut from[..size];
            for (body, own) in own.iter_mut().enumerate() {
                let change = ways[last + body] - ways[slot(column) + body];
                *own = libm::sqrt(mass[body]) * change;
            }
            let whole = length(own);
            for other in 1..column {
                let other_own = &before[other * size..(other + 1) * size];
                let part = product(other_own, own);
                shared[other][column] = part;
                own.iter_mut().zip(other_own).for_each(|(own, other)| *own -= part * other);
            }
            let left = length(own);
            let counts = left > NO_DIFFERENCE * whole;
            shared[column][column] = if counts { left } else { 0.0 };
            own.iter_mut().for_each(|own| *own = if counts { *own / left } else { 0.0 });
            parts[column] = product(own, rest);
            rest.iter_mut().zip(&*own).for_each(|(rest, own)| *rest -= parts[column] * own);
        }
        for column in (1..kept).rev() {
            let later = (column + 1..kept).map(|other| shared[column][other] * parts[other]);
            let own = shared[column][column];
            parts[column] =
                if own > 0.0 { (parts[column] - later.sum::<f64>()) / own } else { 0.0 };
        }
        for (body, place) in place.iter_mut().enumerate() {
            let end = |slot: usize| places[slot + body] + ways[slot + body];
            let back = (1..kept).map(|column| parts[column] * (end(last) - end(slot(column))));
            *place = end(last) - back.sum::<f64>();
        }
        let finite = place.iter().all(|place| place.is_finite());
        if !finite {
            place.copy_from_slice(anchor);
        }
        finite
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn length(way: &[f64]) -> f64 {
    libm::sqrt(product(way, way))
}
