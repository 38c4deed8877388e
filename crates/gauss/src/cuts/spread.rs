//! Flow along a spanning tree of a part, with the flow of all other edges as it is.
//!
//! From the leaves to the root, the interval of what a node can pass on to the next is what it needs, plus
//! what its branches pass on, within the range of the edge; from the root back each node gets what to pass
//! on. If cycles need no change, every node then has what it needs.

use super::super::tree::slope::Range;
use super::graph::Arc;
use super::{Cuts, Part, Spread};
use crate::Confine;

/// No node or edge.
const NONE: usize = usize::MAX;

impl Spread {
    pub(super) fn resize(&mut self, nodes: usize) {
        self.parent.resize(nodes, NONE);
        self.edge.resize(nodes, NONE);
        self.out.resize(nodes, 0.0);
        self.wanted.resize(nodes, Range::default());
        self.passed.resize(nodes, Range::default());
        self.share.resize(nodes, 0.0);
        self.queue.clear();
        self.queue.reserve_exact(nodes);
    }
}

impl Cuts {
    /// Orders the nodes of a part breadth first, one connected set after the other, each of which gets a number of its
    /// own. Nothing goes along the edges of their trees yet.
    pub(super) fn collect(&mut self, part: Part) {
        let mut queue = std::mem::take(&mut self.spread.queue);
        queue.clear();
        let whole = self.part[self.nodes[part.begin]];
        for index in part.begin..part.end {
            let root = self.nodes[index];
            if self.part[root] != whole {
                continue;
            }
            let own = self.parts;
            self.parts += 1;
            self.part[root] = own;
            self.spread.parent[root] = NONE;
            let mut head = queue.len();
            queue.push(root);
            while head < queue.len() {
                let node = queue[head];
                head += 1;
                for arc in self.graph.arcs_of(node) {
                    let Arc { edge, other } = self.graph.arcs[arc];
                    let (edge, other) = (edge as usize, other as usize);
                    if self.part[other] == whole {
                        self.part[other] = own;
                        self.spread.parent[other] = node;
                        self.spread.edge[other] = edge;
                        self.graph.edges[edge].z = 0.0;
                        queue.push(other);
                    }
                }
            }
        }
        self.nodes[part.begin..part.end].copy_from_slice(&queue);
        self.spread.queue = queue;
    }

    /// Returns the end, in `nodes`, of the connected set that begins with a root.
    pub(super) fn end_of_connected(&self, begin: usize, end: usize) -> usize {
        let rest = &self.nodes[begin + 1..end];
        let size = rest.iter().take_while(|node| self.spread.parent[**node] != NONE).count();
        begin + 1 + size
    }

    /// Chooses the forces on the tree of a connected set.
    pub(super) fn spread_along_tree(&mut self, begin: usize, end: usize) {
        for &node in &self.nodes[begin..end] {
            let arcs = &self.graph.arcs[self.graph.arcs_of(node)];
            let out = arcs.iter().map(|arc| self.graph.edges[arc.edge as usize].out_of(node)).sum();
            let Range { low, high } = self.need[node];
            self.spread.out[node] = out;
            self.spread.wanted[node] = Range { low: low - out, high: high - out };
        }
        let Spread { parent, edge, out, wanted, passed, share, .. } = &mut self.spread;
        for &node in self.nodes[begin + 1..end].iter().rev() {
            let range = self.graph.edges[edge[node]].range_out_of(node);
            let Range { low, high } = wanted[node];
            passed[node] = Range {
                low: low.confined(range.low, range.high),
                high: high.confined(range.low, range.high),
            };
            wanted[parent[node]] = wanted[parent[node]].plus(passed[node]);
        }
        let root = self.nodes[begin];
        share[root] = wanted[root].share(0.0);
        for &node in &self.nodes[begin + 1..end] {
            let Range { low, high } = passed[node];
            let z = low + share[parent[node]] * (high - low);
            let z = z.min(high);
            self.graph.edges[edge[node]].set_out_of(node, z);
            out[node] += z;
            out[parent[node]] -= z;
            share[node] = wanted[node].share(z);
        }
    }
}
