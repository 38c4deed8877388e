//! Gauss's principle on a graph, exactly, by decomposition with minimum cuts.
//!
//! ```text
//!   min Σ_v G_v(x_v) + Σ_e max(high_e (x_i − x_j), low_e (x_i − x_j))
//! ```
//! with convex, piecewise quadratic G (see [`super::tree`], which folds trees away and leaves the rest).
//! If all bodies of a connected part moved alike, their level X would be the root of Σ G′. Whether they
//! do is a question of flows: with forces z inside their ranges, can every body have `−Σ z` in its interval
//! G′(X)? If a flow cannot carry all that is needed, the minimum cuts tell the bodies that are above X in
//! the solution and those that are below; the others are at X, and their flow gives the forces. The edges
//! between these three sets are saturated, and the upper and the lower set are parts of their own. See
//! Hochbaum, "An efficient algorithm for image segmentation, Markov random fields and related problems"
//! (J. ACM 48, 2001) and Chambolle & Darbon, "On total variation minimization and surface evolution using
//! parametric maximum flows" (Int. J. Comput. Vis. 84, 2009).
//!
//! A flow starts from that of the part before, corrected along a spanning tree, which is all there is to
//! do if cycles are few.

mod common;
mod flow;
mod spread;

use super::tree::slope::{Line, Range};
use crate::gauss::Confine;

/// Load that a flow leaves uncarried, as a fraction of the sum of all loads of its part: the round-off of
/// that sum, of which the level is the root.
const UNCARRIED: f64 = 32.0 * f64::EPSILON;

/// A force z from `a` to `b`: it pulls a back and b forward.
#[derive(Clone, Copy, Debug)]
struct Edge {
    a: usize,
    b: usize,
    range: Range,
    z: f64,
}

/// Where G′ changes, and its line from there on.
#[derive(Clone, Copy, Debug)]
struct Knot {
    x: f64,
    change: Line,
    after: Line,
}

/// Nodes that have still to be told apart: a range of `nodes`, and bounds of their levels.
#[derive(Clone, Copy, Debug)]
struct Part {
    begin: usize,
    end: usize,
    above: f64,
    below: f64,
}

/// Work space: per node the part it was last seen in; parent and edge in the spanning tree; what it needs
/// with its branches, what it can pass on, and where in the interval of its needs it is.
#[derive(Clone, Debug, Default)]
struct Spread {
    seen: Vec<usize>,
    queue: Vec<usize>,
    parent: Vec<usize>,
    edge: Vec<usize>,
    wanted: Vec<Range>,
    passed: Vec<Range>,
    share: Vec<f64>,
}

/// Which loads are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// From nodes that have to push out; those that cannot are above the level.
    Out,
    /// To nodes that have to take in; those that cannot are below the level.
    In,
}

/// Where a node is, compared with the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Above,
    #[default]
    At,
    Below,
}

/// Work space, per node: side; what it can take, negative if it has load to send; distance from those
/// that send, counted on from one search to the next; the arc to be tried next. And nodes that a search has reached, that
/// have load, and that are closed; a path, as its nodes and the edges out of them.
#[derive(Clone, Debug, Default)]
struct Flow {
    side: Vec<Side>,
    room: Vec<f64>,
    distance: Vec<u64>,
    /// The greatest distance so far.
    searched: u64,
    next: Vec<usize>,
    queue: Vec<usize>,
    loaded: Vec<usize>,
    closed: Vec<usize>,
    path: Vec<(usize, usize)>,
}

/// Problem, solution and work space.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    // G′ of each node: least slope, line before its first knot, and its knots with the lines after them.
    least: Vec<f64>,
    before: Vec<Line>,
    first_knot: Vec<usize>,
    knots: Vec<Knot>,
    edges: Vec<Edge>,
    /// Edges of each node.
    first_arc: Vec<usize>,
    arcs: Vec<usize>,
    cursor: Vec<usize>,
    x: Vec<f64>,
    /// Nodes, part by part; those of one part have the same number.
    nodes: Vec<usize>,
    part: Vec<usize>,
    parts: usize,
    stack: Vec<Part>,
    /// Forces out of a node on edges to other parts.
    outside: Vec<f64>,
    /// What the edges within its part have to carry away from a node.
    need: Vec<Range>,
    spread: Spread,
    flow: Flow,
    steps: Vec<(f64, Line)>,
}

impl Cuts {
    /// Starts a problem with at most so many nodes and knots.
    pub fn clear(&mut self, nodes: usize, knots: usize) {
        self.stack.clear();
        self.stack.reserve(nodes + 1);
        self.knots.clear();
        self.knots.reserve(knots);
        self.steps.clear();
        self.steps.reserve(knots);
        self.least.clear();
        self.before.clear();
        self.first_knot.clear();
        self.first_knot.push(0);
        self.edges.clear();
    }

    /// A node whose G′ has at least this slope and starts with a line that changes at knots.
    pub fn add_node(&mut self, least: f64, first: Line, steps: &[(f64, Line)]) -> usize {
        self.least.push(least);
        self.before.push(first);
        let mut line = first;
        for (x, change) in steps {
            line = line.plus(*change);
            self.knots.push(Knot { x: *x, change: *change, after: line });
        }
        self.first_knot.push(self.knots.len());
        self.least.len() - 1
    }

    pub fn add_edge(&mut self, a: usize, b: usize, range: Range) {
        self.edges.push(Edge { a, b, range, z: 0.0f64.confined(range.low, range.high) });
    }

    pub fn level(&self, node: usize) -> f64 {
        self.x[node]
    }

    pub fn force(&self, edge: usize) -> f64 {
        self.edges[edge].z
    }

    /// Finds levels and forces.
    pub fn solve(&mut self) {
        let nodes = self.least.len();
        self.index_arcs();
        self.x.resize(nodes, 0.0);
        self.need.resize(nodes, Range::default());
        self.outside.clear();
        self.outside.resize(nodes, 0.0);
        self.nodes.clear();
        self.nodes.extend(0..nodes);
        self.part.clear();
        self.part.resize(nodes, 0);
        self.parts = 1;
        self.spread.resize(nodes);
        self.flow.resize(nodes);
        let (above, below) = (f64::NEG_INFINITY, f64::INFINITY);
        self.stack.push(Part { begin: 0, end: nodes, above, below });
        while let Some(part) = self.stack.pop() {
            self.collect(part);
            let mut begin = part.begin;
            while begin < part.end {
                let end = self.end_of_connected(begin, part.end);
                self.split(Part { begin, end, ..part });
                begin = end;
            }
        }
    }

    fn index_arcs(&mut self) {
        let nodes = self.least.len();
        self.first_arc.clear();
        self.first_arc.resize(nodes + 1, 0);
        for edge in &self.edges {
            self.first_arc[edge.a + 1] += 1;
            self.first_arc[edge.b + 1] += 1;
        }
        for node in 0..nodes {
            self.first_arc[node + 1] += self.first_arc[node];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.first_arc);
        self.arcs.clear();
        self.arcs.resize(2 * self.edges.len(), 0);
        for (index, edge) in self.edges.iter().enumerate() {
            for node in [edge.a, edge.b] {
                self.arcs[self.cursor[node]] = index;
                self.cursor[node] += 1;
            }
        }
    }

    /// The node at the other end of an edge, if it is in the same part.
    fn neighbour(&self, edge: usize, node: usize) -> Option<usize> {
        let other = self.edges[edge].other(node);
        (self.part[other] == self.part[node]).then_some(other)
    }

    /// Levels of a connected part, or the parts it falls into.
    fn split(&mut self, part: Part) {
        let Part { begin, end, .. } = part;
        let level = self.common_level(part);
        for &node in &self.nodes[begin..end] {
            self.x[node] = level;
        }
        if end - begin == 1 {
            return;
        }
        let tolerance = UNCARRIED * self.find_needs(begin, end, level);
        self.spread_along_tree(begin, end);
        let upper = self.carry(begin, end, Way::Out, tolerance);
        let lower = self.carry(begin, end, Way::In, tolerance);
        if upper == end - begin || lower == end - begin {
            return;
        }
        // Nodes above, at and below the level, in this order.
        let flow = &self.flow;
        self.nodes[begin..end].sort_unstable_by_key(|node| flow.side(*node));
        let (first, last) = (begin + upper, end - lower);
        self.fix_crossing(begin..first);
        self.fix_crossing(last..end);
        self.separate(Part { end: first, above: level, ..part });
        self.separate(Part { begin: last, below: level, ..part });
    }

    /// Forces on edges between nodes on different sides of the level stay as they are.
    fn fix_crossing(&mut self, range: std::ops::Range<usize>) {
        for &node in &self.nodes[range] {
            for &arc in &self.arcs[self.first_arc[node]..self.first_arc[node + 1]] {
                let crosses = self
                    .neighbour(arc, node)
                    .is_some_and(|other| self.flow.side(other) != self.flow.side(node));
                if crosses {
                    self.outside[node] += self.edges[arc].out_of(node);
                }
            }
        }
    }

    /// Makes nodes a part of their own, to be dealt with later.
    fn separate(&mut self, part: Part) {
        if part.begin < part.end {
            for &node in &self.nodes[part.begin..part.end] {
                self.part[node] = self.parts;
            }
            self.parts += 1;
            self.stack.push(part);
        }
    }
}

impl Edge {
    fn other(&self, node: usize) -> usize {
        if self.a == node { self.b } else { self.a }
    }

    /// The force seen from a node, and its range.
    fn out_of(&self, node: usize) -> f64 {
        if self.a == node { self.z } else { -self.z }
    }

    fn range_out_of(&self, node: usize) -> Range {
        if self.a == node { self.range } else { self.range.reversed() }
    }

    fn set_out_of(&mut self, node: usize, z: f64) {
        self.z = if self.a == node { z } else { -z };
    }
}
