//! The graph: edges with their forces, as each node sees them.

use super::super::tree::slope::Range;

/// A force z from `a` to another node: it pulls a back and that forward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) a: u32,
    pub(super) range: Range,
    pub(super) z: f64,
}

/// An edge as a node sees it, and the node at its other end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arc {
    pub(super) edge: u32,
    pub(super) other: u32,
}

/// Direction in which loads are carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Loads from nodes that have to push out; those that cannot are above the level.
    Out,
    /// Loads to nodes that have to take in; those that cannot are below the level.
    In,
}

/// Edges, and which of them each node has.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) edges: Vec<Edge>,
    /// Edges of each node.
    pub(super) first_arc: Vec<u32>,
    pub(super) arcs: Vec<Arc>,
}

impl Graph {
    /// Takes a graph of so many nodes, whose edges have no force.
    pub(super) fn connect(&mut self, nodes: usize, edges: impl Iterator<Item = [u32; 2]> + Clone) {
        self.first_arc.clear();
        self.first_arc.resize(nodes + 2, 0);
        self.edges.clear();
        for [a, b] in edges.clone() {
            self.edges.push(Edge { a, range: Range::default(), z: 0.0 });
            self.first_arc[a as usize + 2] += 1;
            self.first_arc[b as usize + 2] += 1;
        }
        for node in 2..nodes + 2 {
            self.first_arc[node] += self.first_arc[node - 1];
        }
        self.arcs.clear();
        self.arcs.resize(2 * self.edges.len(), Arc::default());
        for (edge, [a, b]) in (0..).zip(edges) {
            for (node, other) in [(a, b), (b, a)] {
                // The next place for an arc of a node is, in the end, the first of the next node.
                let place = &mut self.first_arc[node as usize + 1];
                self.arcs[*place as usize] = Arc { edge, other };
                *place += 1;
            }
        }
    }

    pub(super) fn arcs_of(&self, node: usize) -> std::ops::Range<usize> {
        self.first_arc[node] as usize..self.first_arc[node + 1] as usize
    }
}

impl Edge {
    /// True if a node is the one that a force pulls back.
    pub(super) fn begins_at(&self, node: usize) -> bool {
        self.a as usize == node
    }

    /// Returns the force seen from a node, and its range.
    pub(super) fn out_of(&self, node: usize) -> f64 {
        if self.begins_at(node) { self.z } else { -self.z }
    }

    pub(super) fn range_out_of(&self, node: usize) -> Range {
        if self.begins_at(node) { self.range } else { self.range.reversed() }
    }

    pub(super) fn set_out_of(&mut self, node: usize, z: f64) {
        self.z = if self.begins_at(node) { z } else { -z };
    }

    /// Returns the force that it can carry on from a node.
    pub(super) fn residual(&self, node: usize, way: Way) -> f64 {
        if self.begins_at(node) == (way == Way::Out) {
            self.range.high - self.z
        } else {
            self.z - self.range.low
        }
    }
}
