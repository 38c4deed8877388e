//! Gauss's principle on a forest, exactly, by dynamic programming.
//!
//! Where the ratios rescale to 1 on every cycle and the offsets are consistent, `a_i = r_i x_i + s_i`
//! turns every contact between two bodies into one between their levels x, and the principle into
//!
//! ```text
//!   min Σ_v G_v(x_v) + Σ_e max(high_e (x_i − x_j), low_e (x_i − x_j)),   z_e ∈ [low_e, high_e]
//! ```
//! with a convex, piecewise quadratic G of each body: inertia, force, and contacts with the ground,
//! where G′ jumps. A leaf v with its edge to p can be folded into p: the least cost of v is a function of
//! x_p with derivative
//!
//! ```text
//!   clip(G′_v(x_p), −high_e, −low_e),   attained by x_v = x_p clipped at the two x where G′_v is at these,
//! ```
//! so that all is known once the last body of a tree is: x_v from x_p, backwards. See Kolmogorov, Pock &
//! Rolínek, "Total variation on a tree" (SIAM J. Imaging Sci. 9, 2016) and, for chains, Johnson, "A dynamic
//! programming algorithm for the fused lasso and L0-segmentation" (J. Comput. Graph. Stat. 22, 2013).
//! O(n log n) at most.
//!
//! Forces of contacts that hold are not unique; [`flows`] finds some within all ranges. Cycles are left
//! to [`super::cuts`], for the bodies on and between them, with trees folded away.

mod core;
mod flows;
pub mod slope;

use super::cuts::Cuts;
use crate::gauss::Confine;
use slope::{Knots, Line, Range, Slope};

/// No body.
pub const NOBODY: usize = usize::MAX;

/// A contact with the ground: z pulls the body back from above level x, forward from below.
#[derive(Clone, Copy, Debug)]
struct Ground {
    body: usize,
    x: f64,
    range: Range,
}

/// An edge that closes a cycle; z pulls `i` towards `j`.
#[derive(Clone, Copy, Debug)]
pub struct Chord {
    pub i: usize,
    pub j: usize,
    pub range: Range,
    pub z: f64,
}

/// Which bodies these are, and their problem.
#[derive(Clone, Debug, Default)]
struct Core {
    inside: Vec<bool>,
    /// Per body of the core: its node.
    node: Vec<usize>,
    bodies: Vec<usize>,
    /// Per body of the core: the edge to the body it hangs from.
    edge: Vec<usize>,
    /// Per body: chords, and bodies of the core that hang from it (how many, and the last one).
    chords: Vec<usize>,
    children: Vec<(usize, usize)>,
    /// Knots of a body.
    steps: Vec<(f64, Line)>,
    cuts: Cuts,
}

impl Core {
    fn contains(&self, body: usize) -> bool {
        self.inside[body]
    }

    /// What the edges of the core ask of a body's G′; 0 for the last body of a tree.
    fn pull(&self, body: usize) -> f64 {
        if self.inside[body] { -self.cuts.outflow(self.node[body]) } else { 0.0 }
    }

    /// The force of the edge to the body that a body hangs from.
    fn force(&self, body: usize) -> f64 {
        self.cuts.force(self.edge[body])
    }
}

/// A network in levels: a forest and chords.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    // Per body: derivative of inertia less force; with grounds and what is folded in; the edge that the
    // body is folded along: other body, range and force, and the levels between which it holds.
    own: Vec<Line>,
    slope: Vec<Slope>,
    up: Vec<usize>,
    range: Vec<Range>,
    z: Vec<f64>,
    between: Vec<[f64; 2]>,
    x: Vec<f64>,
    /// Interval of G′ at x, and where in it the forces are.
    interval: Vec<Range>,
    share: Vec<f64>,
    grounds: Vec<Ground>,
    pub chords: Vec<Chord>,
    /// Bodies in the order in which they were hung.
    hung: Vec<usize>,
    /// Bodies in the order in which they are folded.
    order: Vec<usize>,
    core: Core,
    knots: Knots,
}

impl Levels {
    /// Starts a network of bodies without forces and contacts.
    pub fn clear(&mut self) {
        self.own.clear();
        self.grounds.clear();
        self.chords.clear();
        self.hung.clear();
        self.order.clear();
    }

    /// The next body: derivative of its inertia less its force.
    pub fn add_body(&mut self, own: Line) {
        self.own.push(own);
    }

    /// All bodies are there.
    pub fn bodies_done(&mut self) {
        let bodies = self.own.len();
        self.hung.reserve(bodies);
        self.order.reserve(bodies);
        self.up.clear();
        self.up.resize(bodies, NOBODY);
        self.range.clear();
        self.range.resize(bodies, Range::default());
        self.z.resize(bodies, 0.0);
        self.between.resize(bodies, [0.0; 2]);
        self.x.resize(bodies, 0.0);
        self.interval.resize(bodies, Range::default());
        self.share.resize(bodies, 0.0);
    }

    /// Hangs a body without a parent on one that is hung already or a root. Its edge has no range yet.
    pub fn hang(&mut self, child: usize, parent: usize) {
        self.up[child] = parent;
        self.hung.push(child);
    }

    /// Adds a contact with the ground.
    pub fn add_ground(&mut self, body: usize, x: f64, range: Range) {
        self.grounds.push(Ground { body, x, range });
    }

    /// Adds a contact between two bodies; those between the same two add up on an edge of the forest.
    pub fn add_contact(&mut self, i: usize, j: usize, range: Range) {
        if self.up[i] == j {
            self.range[i] = self.range[i].plus(range);
        } else if self.up[j] == i {
            self.range[j] = self.range[j].plus(range.reversed());
        } else {
            self.chords.push(Chord { i, j, range, z: 0.0 });
        }
    }

    /// The level of a body.
    pub fn level(&self, body: usize) -> f64 {
        self.x[body]
    }

    /// Where in the range of their edge the forces of a contact between two bodies are, seen from the
    /// first; None if the edge is a chord.
    pub fn share(&self, i: usize, j: usize) -> Option<f64> {
        if self.up[i] == j {
            Some(self.range[i].share(self.z[i]))
        } else if self.up[j] == i {
            Some(self.range[j].reversed().share(-self.z[j]))
        } else {
            None
        }
    }

    /// Where in their ranges the forces of a body's contacts with the ground at its level are.
    pub fn share_of_ground(&self, body: usize) -> f64 {
        self.share[body]
    }

    /// Finds levels and forces.
    pub fn solve(&mut self) {
        self.knots.clear(self.most_knots());
        self.slope.clear();
        self.slope.extend(self.own.iter().map(|own| Slope::line(*own)));
        for ground in &self.grounds {
            let Range { low, high } = ground.range;
            self.knots.add_jump(&mut self.slope[ground.body], ground.x, low, high);
        }
        self.find_core();
        self.fold();
        for body in 0..self.own.len() {
            if self.up[body] == NOBODY && !self.core.contains(body) {
                self.x[body] = self.knots.root(&mut self.slope[body], self.own[body].slope);
            }
        }
        self.solve_core();
        self.unfold();
        self.find_flows();
    }

    /// Each body folded adds two, and each contact with the ground one.
    fn most_knots(&self) -> usize {
        2 * self.own.len() + self.grounds.len()
    }

    fn fold(&mut self) {
        for &body in &self.order {
            let Range { low, high } = self.range[body];
            let mut slope = self.slope[body];
            self.between[body] = self.knots.clip(&mut slope, -high, -low, self.own[body].slope);
            self.knots.add(&mut self.slope[self.up[body]], slope);
        }
    }

    fn unfold(&mut self) {
        for &body in self.order.iter().rev() {
            let [first, last] = self.between[body];
            self.x[body] = self.x[self.up[body]].confined(first, last);
        }
    }
}
