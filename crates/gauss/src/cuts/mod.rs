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
//! do if cycles are few. An edge that leaves a part has no range any more but its force.

mod common;
mod flow;
mod graph;
mod spread;

use super::tree::slope::{Line, Range};
use crate::Confine;
use crate::tolerances::MANY_TERMS;
use graph::{Arc, Graph, Way};

/// A place x at which G′ changes, and its line from there on.
#[derive(Clone, Copy, Debug)]
struct Knot {
    x: f64,
    change: Line,
    after: Line,
}

/// Nodes that have still to be separated: a range of `nodes`, and bounds of their levels.
#[derive(Clone, Copy, Debug)]
struct Part {
    begin: usize,
    end: usize,
    above: f64,
    below: f64,
}

/// Work space, per node: parent and edge in the spanning tree; forces out of it; what it needs with its branches, what
/// it can pass on, and where in the interval of its needs it is.
#[derive(Clone, Debug, Default)]
struct Spread {
    queue: Vec<usize>,
    parent: Vec<usize>,
    edge: Vec<usize>,
    out: Vec<f64>,
    wanted: Vec<Range>,
    passed: Vec<Range>,
    share: Vec<f64>,
}

/// The side of the level on which a node is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Above,
    #[default]
    At,
    Below,
}

/// A node as searches see it: its side; what it can take, negative if it has load to send; distance from those that
/// send, counted on from one search to the next; the arc to be tried next.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    room: f64,
    distance: u64,
    next: u32,
    side: Side,
}

/// Work space: per node, and nodes that a search has reached, that have load, and that are closed to either way; a path, as
/// its nodes and the edges out of them.
#[derive(Clone, Debug, Default)]
struct Flow {
    spots: Vec<Spot>,
    /// The greatest distance so far.
    searched: u64,
    queue: Vec<usize>,
    loaded: Vec<usize>,
    closed: [Vec<usize>; 2],
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
    graph: Graph,
    x: Vec<f64>,
    /// Nodes, part by part; those of one part have the same number.
    nodes: Vec<usize>,
    part: Vec<usize>,
    parts: usize,
    stack: Vec<Part>,
    /// Forces out of a node on edges to other parts.
    outside: Vec<f64>,
    /// Range of what all edges have to carry away from each node.
    need: Vec<Range>,
    spread: Spread,
    flow: Flow,
    steps: Vec<(f64, Line)>,
}

impl Cuts {
    /// Takes a graph of so many nodes, whose functions have at most so many knots.
    pub fn connect(
        &mut self,
        nodes: usize,
        knots: usize,
        edges: impl Iterator<Item = [u32; 2]> + Clone,
    ) {
        self.graph.connect(nodes, edges);
        self.stack.clear();
        self.stack.reserve_exact(nodes + 1);
        self.knots.clear();
        self.knots.reserve_exact(knots);
        self.steps.clear();
        self.steps.reserve_exact(knots);
        self.x.resize(nodes, 0.0);
        self.need.resize(nodes, Range::default());
        self.spread.resize(nodes);
        self.flow.resize(nodes);
    }

    /// Starts a problem on the graph there is.
    pub fn clear(&mut self) {
        self.knots.clear();
        self.least.clear();
        self.before.clear();
        self.first_knot.clear();
        self.first_knot.push(0);
    }

    /// Adds a node whose G′ has at least this slope and starts with a line that changes at knots.
    pub fn add_node(&mut self, least: f64, first: Line, steps: &[(f64, Line)]) {
        self.least.push(least);
        self.before.push(first);
        let mut line = first;
        for (x, change) in steps {
            line = line.plus(*change);
            self.knots.push(Knot { x: *x, change: *change, after: line });
        }
        self.first_knot.push(self.knots.len());
    }

    pub fn set_range(&mut self, edge: usize, range: Range) {
        let edge = &mut self.graph.edges[edge];
        (edge.range, edge.z) = (range, 0.0f64.confined(range.low, range.high));
    }

    pub fn level(&self, node: usize) -> f64 {
        self.x[node]
    }

    pub fn force(&self, edge: usize) -> f64 {
        self.graph.edges[edge].z
    }

    /// Finds levels and forces.
    pub fn solve(&mut self) {
        let nodes = self.least.len();
        self.outside.clear();
        self.outside.resize(nodes, 0.0);
        self.nodes.clear();
        self.nodes.extend(0..nodes);
        self.part.clear();
        self.part.resize(nodes, 0);
        self.parts = 1;
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
        let tolerance = MANY_TERMS * self.find_needs(begin, end, level);
        self.spread_along_tree(begin, end);
        let upper = self.carry(begin, end, Way::Out, tolerance);
        let lower = self.carry(begin, end, Way::In, tolerance);
        if upper == end - begin || lower == end - begin {
            return;
        }
        // Nodes above, and below; those at the level are done.
        let (first, last) = (begin + upper, end - lower);
        let [above, below] = &self.flow.closed;
        self.nodes[begin..first].copy_from_slice(&above[..upper]);
        self.nodes[last..end].copy_from_slice(&below[..lower]);
        self.fix_crossing(begin..first);
        self.fix_crossing(last..end);
        self.separate(Part { end: first, above: level, ..part });
        self.separate(Part { begin: last, below: level, ..part });
    }

    /// Fixes the forces on edges between nodes on different sides of the level.
    fn fix_crossing(&mut self, range: std::ops::Range<usize>) {
        for &node in &self.nodes[range] {
            let (part, side) = (self.part[node], self.flow.side(node));
            for arc in self.graph.arcs_of(node) {
                let Arc { edge, other } = self.graph.arcs[arc];
                if self.part[other as usize] == part && self.flow.side(other as usize) != side {
                    let edge = &mut self.graph.edges[edge as usize];
                    edge.range = Range { low: edge.z, high: edge.z };
                    self.outside[node] += edge.out_of(node);
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
