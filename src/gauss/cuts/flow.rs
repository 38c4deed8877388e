//! Maximum flow on a part: what its nodes still have to push out (or take in) goes along paths of edges
//! with room to nodes that can take it (or give it).
//!
//! Blocking flows on levels of breadth-first search (Dinic, "Algorithm for solution of a problem of maximum
//! flow in networks with power estimation", Soviet Math. Dokl. 11, 1970). Loads often find a place near by:
//! each node with load searches by itself, no further than it has to for the place that it needs. What it
//! reaches without finding any place is closed, for all that comes there later: no edge with room leads out
//! of it. Where many loads search the same nodes for places far away they all go in one round, in turn with
//! searches of their own. The first such rounds take every place on the way, the later ones only the nearest, which
//! is what bounds their number.

use super::{Cuts, Flow, Side, Way};

/// Rounds of all loads that take every place on the way.
const GREEDY: usize = 20;

/// Nodes that searches of single loads look at before a round of all, as a multiple of those there are.
const EFFORT: usize = 4;

/// A search goes on until it has seen places for this many times the load: not all can be reached at once.
const AMPLE: f64 = 2.0;

/// Distance of closed nodes.
const CLOSED: u64 = u64::MAX;

/// Where a search ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Where it has seen places enough for its load.
    Enough,
    /// At the nearest places.
    Nearest,
    /// Nowhere.
    All,
}

impl Flow {
    pub(super) fn resize(&mut self, nodes: usize) {
        self.side.resize(nodes, Side::At);
        self.room.resize(nodes, 0.0);
        self.distance.resize(nodes, 0);
        self.next.resize(nodes, 0);
        for list in [&mut self.queue, &mut self.loaded, &mut self.closed] {
            list.clear();
            list.reserve(nodes);
        }
        self.path.clear();
        self.path.reserve(nodes);
    }

    pub(super) fn side(&self, node: usize) -> Side {
        self.side[node]
    }
}

impl Cuts {
    /// Carries the loads of a connected set as far as possible. If more than the tolerance is left, the
    /// nodes that the rest can reach are not at the level: their number.
    pub(super) fn carry(&mut self, begin: usize, end: usize, way: Way, tolerance: f64) -> usize {
        if self.find_loads(begin, end, way) <= tolerance {
            return 0;
        }
        let mut loaded = std::mem::take(&mut self.flow.loaded);
        for round in 0.. {
            let mut effort = EFFORT * (end - begin);
            for &node in &loaded {
                while effort > 0 && self.is_loaded(node) {
                    effort = effort.saturating_sub(self.send(&[node], way, Reach::Enough));
                }
            }
            loaded.retain(|node| self.is_loaded(*node));
            if loaded.is_empty() {
                break;
            }
            self.send(&loaded, way, if round < GREEDY { Reach::All } else { Reach::Nearest });
            loaded.retain(|node| self.is_loaded(*node));
        }
        self.flow.loaded = loaded;
        self.take_sides(way, tolerance)
    }

    /// What nodes can take or, negative, have to send; the sum of all that is to be sent.
    fn find_loads(&mut self, begin: usize, end: usize, way: Way) -> f64 {
        self.flow.loaded.clear();
        self.flow.closed.clear();
        self.flow.searched = 0;
        let mut sum = 0.0;
        for &node in &self.nodes[begin..end] {
            let arcs = &self.arcs[self.first_arc[node]..self.first_arc[node + 1]];
            let inside = arcs.iter().filter(|edge| self.neighbour(**edge, node).is_some());
            let out: f64 = inside.map(|edge| self.edges[*edge].out_of(node)).sum();
            let room = match way {
                Way::Out => out - self.need[node].low,
                Way::In => self.need[node].high - out,
            };
            self.flow.room[node] = room;
            self.flow.distance[node] = 0;
            if way == Way::Out {
                self.flow.side[node] = Side::At;
            }
            if room < 0.0 {
                sum -= room;
                self.flow.loaded.push(node);
            }
        }
        sum
    }

    /// Whether a node has load that may still get somewhere.
    fn is_loaded(&self, node: usize) -> bool {
        self.flow.room[node] < 0.0 && self.flow.distance[node] != CLOSED
    }

    /// Closed nodes are not at the level if more than the tolerance is left on them: their number.
    fn take_sides(&mut self, way: Way, tolerance: f64) -> usize {
        let load = |node: &usize| (-self.flow.room[*node]).max(0.0);
        if self.flow.closed.iter().map(load).sum::<f64>() <= tolerance {
            return 0;
        }
        let side = if way == Way::Out { Side::Above } else { Side::Below };
        let mut count = 0;
        for &node in &self.flow.closed {
            // What is above the level by round-off of its needs is not below it as well.
            if self.flow.side[node] == Side::At {
                self.flow.side[node] = side;
                count += 1;
            }
        }
        count
    }

    /// Force that an edge can carry on from a node.
    fn residual(&self, edge: usize, node: usize, way: Way) -> f64 {
        let edge = &self.edges[edge];
        if (edge.a == node) == (way == Way::Out) {
            edge.range.high - edge.z
        } else {
            edge.z - edge.range.low
        }
    }

    /// Sends what nodes have to the places that a search from them reaches, or closes what they reach if there is no place;
    /// returns how many nodes that are.
    fn send(&mut self, sources: &[usize], way: Way, reach: Reach) -> usize {
        if self.reach(sources, way, reach) {
            sources.iter().for_each(|source| self.send_from(*source, way));
        } else {
            for &node in &self.flow.queue {
                self.flow.distance[node] = CLOSED;
            }
            self.flow.closed.extend_from_slice(&self.flow.queue);
        }
        self.flow.queue.len()
    }

    /// Distances from nodes, beyond those of all earlier searches; false if no node that can take any is reached.
    fn reach(&mut self, sources: &[usize], way: Way, reach: Reach) -> bool {
        let mut queue = std::mem::take(&mut self.flow.queue);
        queue.clear();
        queue.extend_from_slice(sources);
        let (first, mut wanted) = (self.flow.searched + 1, 0.0);
        for &node in sources {
            self.flow.distance[node] = first;
            self.flow.next[node] = self.first_arc[node];
            wanted -= AMPLE * self.flow.room[node];
        }
        let (mut head, mut found) = (0, CLOSED);
        while head < queue.len() && !(reach == Reach::Enough && wanted <= 0.0) {
            let node = queue[head];
            head += 1;
            let distance = self.flow.distance[node] + 1;
            if reach == Reach::Nearest && distance > found {
                break;
            }
            self.flow.searched = distance;
            for arc in self.first_arc[node]..self.first_arc[node + 1] {
                let edge = self.arcs[arc];
                let Some(other) = self.neighbour(edge, node) else {
                    continue;
                };
                if self.flow.distance[other] < first && self.residual(edge, node, way) > 0.0 {
                    self.flow.distance[other] = distance;
                    self.flow.next[other] = self.first_arc[other];
                    let room = self.flow.room[other];
                    if room > 0.0 {
                        found = found.min(distance);
                        wanted -= room;
                    }
                    queue.push(other);
                }
            }
        }
        self.flow.queue = queue;
        found != CLOSED
    }

    /// Sends the load of a node along paths of growing distance until none is left.
    fn send_from(&mut self, source: usize, way: Way) {
        self.flow.path.clear();
        let mut node = source;
        while self.flow.room[source] < 0.0 {
            if self.flow.room[node] > 0.0 {
                node = self.push(source, node, way);
                continue;
            }
            match self.onward(node, way) {
                Some((edge, other)) => {
                    self.flow.path.push((node, edge));
                    node = other;
                }
                None => {
                    let Some((previous, _)) = self.flow.path.pop() else {
                        break;
                    };
                    self.flow.next[previous] += 1;
                    node = previous;
                }
            }
        }
    }

    /// An edge with room from a node to one further away.
    fn onward(&mut self, node: usize, way: Way) -> Option<(usize, usize)> {
        while self.flow.next[node] < self.first_arc[node + 1] {
            let edge = self.arcs[self.flow.next[node]];
            if let Some(other) = self.neighbour(edge, node)
                && self.flow.distance[other] == self.flow.distance[node] + 1
                && self.residual(edge, node, way) > 0.0
            {
                return Some((edge, other));
            }
            self.flow.next[node] += 1;
        }
        None
    }

    /// Pushes what fits along the path to `target`; returns the node before the first edge that is full
    /// now, where the path ends from then on.
    fn push(&mut self, source: usize, target: usize, way: Way) -> usize {
        let path = std::mem::take(&mut self.flow.path);
        let fits = self.flow.room[target].min(-self.flow.room[source]);
        let residuals = path.iter().map(|(node, edge)| self.residual(*edge, *node, way));
        let amount = residuals.fold(fits, f64::min);
        self.flow.room[source] += amount;
        self.flow.room[target] -= amount;
        let mut kept = path.len();
        for (index, &(node, edge)) in path.iter().enumerate().rev() {
            let full = self.residual(edge, node, way) <= amount;
            let edge = &mut self.edges[edge];
            let outwards = (edge.a == node) == (way == Way::Out);
            edge.z = match (outwards, full) {
                (true, true) => edge.range.high,
                (true, false) => edge.z + amount,
                (false, true) => edge.range.low,
                (false, false) => edge.z - amount,
            };
            if full {
                kept = index;
            }
        }
        let end = path.get(kept).map_or(target, |step| step.0);
        self.flow.path = path;
        self.flow.path.truncate(kept);
        end
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tree::slope::{Line, Range};
    use super::*;

    /// Random numbers below a count, the same ones every time.
    fn random() -> impl FnMut(u64) -> u64 {
        let mut state = 5u64;
        move |count| {
            state = state * 48271 % 2147483647;
            state % count
        }
    }

    /// A connected graph with these nodes, without force on its edges.
    fn graph(nodes: usize, below: &mut impl FnMut(u64) -> u64) -> Cuts {
        let mut cuts = Cuts::default();
        cuts.clear(nodes, 0);
        for _ in 0..nodes {
            cuts.add_node(1.0, Line { slope: 1.0, offset: 0.0 }, &[]);
        }
        for node in 1..nodes {
            let range = Range { low: -(below(3) as f64), high: below(4) as f64 };
            cuts.add_edge(below(node as u64) as usize, node, range);
        }
        for _ in 0..below(8) {
            let (a, b) = (below(nodes as u64) as usize, below(nodes as u64) as usize);
            if a != b {
                cuts.add_edge(a, b, Range { low: -(below(3) as f64), high: below(3) as f64 });
            }
        }
        // Levels of the whole, and with them all the work space.
        cuts.solve();
        cuts.part.fill(0);
        cuts.nodes = (0..nodes).collect();
        for edge in &mut cuts.edges {
            edge.z = 0.0;
        }
        for node in 0..nodes {
            let low = below(9) as f64 - 4.0;
            cuts.need[node] = Range { low, high: low + below(3) as f64 };
        }
        cuts
    }

    /// What edges without force cannot carry out of, or into, a set of nodes, given by bits.
    fn lacking(cuts: &Cuts, nodes: usize, set: u32, way: Way) -> f64 {
        let within = |node: usize| set >> node & 1 == 1;
        let loads = (0..nodes).filter(|node| within(*node)).map(|node| match way {
            Way::Out => cuts.need[node].low,
            Way::In => -cuts.need[node].high,
        });
        let room = cuts.edges.iter().map(|edge| match (within(edge.a), within(edge.b)) {
            (true, false) if way == Way::Out => edge.range.high,
            (false, true) if way == Way::Out => -edge.range.low,
            (true, false) => -edge.range.low,
            (false, true) => edge.range.high,
            _ => 0.0,
        });
        loads.sum::<f64>() - room.sum::<f64>()
    }

    /// What cannot be carried out of any set of nodes, at worst, is what is left: maximum flow and minimum
    /// cut, over all cuts of random graphs of up to 7 nodes.
    #[test]
    fn leaves_what_the_worst_cut_leaves() {
        let mut below = random();
        let mut left = 0;
        for _ in 0..2000 {
            let nodes = 2 + below(6) as usize;
            let mut cuts = graph(nodes, &mut below);
            for way in [Way::Out, Way::In] {
                let sets = 0..1u32 << nodes;
                let worst = sets.map(|set| lacking(&cuts, nodes, set, way)).fold(0.0, f64::max);
                let moved = cuts.carry(0, nodes, way, 0.0);
                let room = &cuts.flow.room[..nodes];
                let rest: f64 = room.iter().map(|room| (-room).max(0.0)).sum();
                assert_eq!(rest, worst);
                assert_eq!(moved > 0, worst > 0.0);
                left += moved;
            }
        }
        assert!(left > 1000);
    }

    /// A node that by round-off has to push out more than it may keep, beside one that has to push out and one that has to
    /// take in: it is on one side of the level, not on both.
    #[test]
    fn no_node_is_on_both_sides_of_a_level() {
        let mut below = random();
        let mut cuts = graph(3, &mut below);
        cuts.edges.iter_mut().for_each(|edge| edge.range = Range { low: 0.0, high: 0.0 });
        let needs = [(1.0, 2.0), (f64::EPSILON, 0.0), (-2.0, -1.0)];
        for (need, (low, high)) in cuts.need.iter_mut().zip(needs) {
            *need = Range { low, high };
        }
        let (above, under) = (cuts.carry(0, 3, Way::Out, 1e-9), cuts.carry(0, 3, Way::In, 1e-9));
        assert_eq!((above, under), (2, 1));
        let side = |side: Side| cuts.flow.side[..3].iter().filter(|own| **own == side).count();
        assert_eq!((side(Side::Above), side(Side::Below)), (2, 1));
    }
}
