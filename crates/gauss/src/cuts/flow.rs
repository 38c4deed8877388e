//! Maximum flow on a part: what its nodes still have to push out (or take in) goes along paths of edges
//! with room to nodes that can take it (or give it).
//!
//! Blocking flows on levels of breadth-first search (Dinic, "Algorithm for solution of a problem of maximum
//! flow in networks with power estimation", Soviet Math. Dokl. 11, 1970). Loads often find a place near by:
//! each node with load searches by itself, no further than it has to for the place that it needs. What it
//! reaches without finding any place is closed, for all that comes there later: no edge with room leads out
//! of it. Where many loads search the same nodes for places far away they all go in one round, in turn with
//! searches of their own. The first such rounds take every place on the way; from then on only the nearest ones are taken,
//! by all together, which is what bounds the number of rounds.

use super::super::tree::slope::Range;
use super::graph::{Arc, Graph, Way};
use super::{Cuts, Flow, Side, Spot};

/// Rounds of all loads that take every place on the way.
const GREEDY: usize = 20;

/// Nodes that searches of single loads look at before the first round of all, as a multiple of those there are, and how
/// often that is halved from round to round: if loads need such rounds, they are most of the work.
const FIRST_NODES: usize = 4;
const HALVINGS: usize = 3;

/// A search continues until it has seen places for this many times the load: not all can be reached at once.
const AMPLE: f64 = 2.0;

/// Distance of closed nodes.
const CLOSED: u64 = u64::MAX;

/// The place at which a search ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The place at which the rooms found are enough for its load.
    Enough,
    /// The nearest places.
    Nearest,
    /// No place: the search visits all.
    All,
}

impl Flow {
    pub(super) fn resize(&mut self, nodes: usize) {
        self.spots.resize(nodes, Spot::default());
        let Self { queue, loaded, closed: [above, below], .. } = self;
        for list in [queue, loaded, above, below] {
            list.clear();
            list.reserve_exact(nodes);
        }
        self.path.clear();
        self.path.reserve_exact(nodes);
    }

    pub(super) fn side(&self, node: usize) -> Side {
        self.spots[node].side
    }
}

impl Spot {
    /// True if it has load that may still get somewhere.
    fn is_loaded(&self) -> bool {
        self.room < 0.0 && self.distance != CLOSED
    }
}

impl Cuts {
    /// Carries the loads of a connected set as far as possible, first out of its nodes and then into them. If more than
    /// the tolerance is left, the nodes that the rest can reach are not at the level: their number, and they are those
    /// that are closed.
    pub(super) fn carry(&mut self, begin: usize, end: usize, way: Way, tolerance: f64) -> usize {
        if self.find_loads(begin, end, way) <= tolerance {
            return 0;
        }
        let mut loaded = std::mem::take(&mut self.flow.loaded);
        for round in 0.. {
            let greedy = round < GREEDY;
            let nodes = if greedy { end - begin } else { 0 };
            let mut effort = (FIRST_NODES * nodes) >> HALVINGS.min(round);
            for &node in &loaded {
                while effort > 0 && self.flow.spots[node].is_loaded() {
                    effort = effort.saturating_sub(self.send(&[node], way, Reach::Enough));
                }
            }
            loaded.retain(|node| self.flow.spots[*node].is_loaded());
            if loaded.is_empty() {
                break;
            }
            self.send(&loaded, way, if greedy { Reach::All } else { Reach::Nearest });
            loaded.retain(|node| self.flow.spots[*node].is_loaded());
        }
        self.flow.loaded = loaded;
        self.flow.take_sides(way, tolerance)
    }

    /// Finds what each node can take or, negative, has to send; returns the sum of all that is to be sent.
    fn find_loads(&mut self, begin: usize, end: usize, way: Way) -> f64 {
        let Flow { spots, loaded, closed, searched, .. } = &mut self.flow;
        loaded.clear();
        closed[way as usize].clear();
        *searched = 0;
        let mut sum = 0.0;
        for &node in &self.nodes[begin..end] {
            let Range { low, high } = self.need[node];
            let spot = &mut spots[node];
            if way == Way::Out {
                (spot.room, spot.side) = (self.spread.out[node] - low, Side::At);
            } else {
                spot.room = high - low - spot.room;
            }
            spot.distance = 0;
            if spot.room < 0.0 {
                sum -= spot.room;
                loaded.push(node);
            }
        }
        sum
    }

    /// Sends what nodes have to the places that a search from them reaches, or closes what they reach if there is no place;
    /// returns how many nodes that are.
    fn send(&mut self, sources: &[usize], way: Way, reach: Reach) -> usize {
        if self.reach(sources, way, reach) {
            sources.iter().for_each(|source| self.send_from(*source, way));
        } else {
            let Flow { spots, queue, closed, .. } = &mut self.flow;
            queue.iter().for_each(|node| spots[*node].distance = CLOSED);
            closed[way as usize].extend_from_slice(queue);
        }
        self.flow.queue.len()
    }

    /// Distances from nodes, beyond those of all earlier searches; false if no node that can take any is reached.
    fn reach(&mut self, sources: &[usize], way: Way, reach: Reach) -> bool {
        let Self { flow: Flow { spots, queue, searched, .. }, graph, .. } = self;
        let Graph { arcs, first_arc, edges } = graph;
        queue.clear();
        queue.extend_from_slice(sources);
        let (first, mut wanted) = (*searched + 1, 0.0);
        for &node in sources {
            let spot = &mut spots[node];
            (spot.distance, spot.next) = (first, first_arc[node]);
            wanted -= AMPLE * spot.room;
        }
        let (mut head, mut found) = (0, CLOSED);
        while head < queue.len() && !(reach == Reach::Enough && wanted <= 0.0) {
            let node = queue[head];
            head += 1;
            let distance = spots[node].distance + 1;
            if reach == Reach::Nearest && distance > found {
                break;
            }
            *searched = distance;
            for &Arc { edge, other } in
                &arcs[first_arc[node] as usize..first_arc[node + 1] as usize]
            {
                let spot = &mut spots[other as usize];
                if spot.distance < first && edges[edge as usize].residual(node, way) > 0.0 {
                    (spot.distance, spot.next) = (distance, first_arc[other as usize]);
                    if spot.room > 0.0 {
                        found = found.min(distance);
                        wanted -= spot.room;
                    }
                    queue.push(other as usize);
                }
            }
        }
        found != CLOSED
    }

    /// Sends the load of a node along paths of growing distance until none is left.
    fn send_from(&mut self, source: usize, way: Way) {
        self.flow.path.clear();
        let mut node = source;
        while self.flow.spots[source].room < 0.0 {
            if self.flow.spots[node].room > 0.0 {
                node = self.push(source, node, way);
                continue;
            }
            match self.onward(node, way) {
                Some(Arc { edge, other }) => {
                    self.flow.path.push((node, edge as usize));
                    node = other as usize;
                }
                None => {
                    let Some((previous, _)) = self.flow.path.pop() else {
                        break;
                    };
                    self.flow.spots[previous].next += 1;
                    node = previous;
                }
            }
        }
    }

    /// Returns an edge with room from a node to one further away.
    fn onward(&mut self, node: usize, way: Way) -> Option<Arc> {
        let Self { flow: Flow { spots, .. }, graph, .. } = self;
        let Graph { arcs, first_arc, edges } = graph;
        let Spot { distance, next, .. } = spots[node];
        let arcs = &arcs[next as usize..first_arc[node + 1] as usize];
        let passed = arcs.iter().position(|Arc { edge, other }| {
            spots[*other as usize].distance == distance + 1
                && edges[*edge as usize].residual(node, way) > 0.0
        });
        spots[node].next += passed.unwrap_or(arcs.len()) as u32;
        passed.map(|passed| arcs[passed])
    }

    /// Pushes what fits along the path to `target`; returns the node before the first edge that is full
    /// now, where the path ends from then on.
    fn push(&mut self, source: usize, target: usize, way: Way) -> usize {
        let Self { flow: Flow { spots, path, .. }, graph, .. } = self;
        let edges = &mut graph.edges;
        let fits = spots[target].room.min(-spots[source].room);
        let residuals = path.iter().map(|(node, edge)| edges[*edge].residual(*node, way));
        let amount = residuals.fold(fits, f64::min);
        spots[source].room += amount;
        spots[target].room -= amount;
        let mut kept = path.len();
        for (index, &(node, edge)) in path.iter().enumerate().rev() {
            let edge = &mut edges[edge];
            let full = edge.residual(node, way) <= amount;
            let outwards = edge.begins_at(node) == (way == Way::Out);
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
        path.truncate(kept);
        end
    }
}

impl Flow {
    /// Takes the sides of closed nodes, which are not at the level if more than the tolerance is left on them; returns
    /// their number.
    fn take_sides(&mut self, way: Way, tolerance: f64) -> usize {
        let Self { spots, closed, .. } = self;
        let closed = &mut closed[way as usize];
        let load = |node: &usize| (-spots[*node].room).max(0.0);
        if closed.iter().map(load).sum::<f64>() <= tolerance {
            return 0;
        }
        // What is above the level by round-off of its needs is not below it as well.
        closed.retain(|node| spots[*node].side == Side::At);
        let side = if way == Way::Out { Side::Above } else { Side::Below };
        closed.iter().for_each(|node| spots[*node].side = side);
        closed.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a random number below a count, the same ones every time.
    fn random() -> impl FnMut(u64) -> u64 {
        let mut state = 5u64;
        move |count| {
            state = state * 48271 % 2147483647;
            state % count
        }
    }

    /// Returns a connected graph with these nodes, without force on its edges.
    fn graph(nodes: usize, below: &mut impl FnMut(u64) -> u64) -> Cuts {
        let mut ends: Vec<[u32; 2]> =
            (1..nodes).map(|b| [below(b as u64) as u32, b as u32]).collect();
        for _ in 0..below(8) {
            let [a, b] = [nodes, nodes].map(|nodes| below(nodes as u64) as u32);
            if a != b {
                ends.push([a, b]);
            }
        }
        let mut cuts = Cuts::default();
        cuts.connect(nodes, 0, ends.iter().copied());
        for edge in 0..ends.len() {
            cuts.set_range(edge, Range { low: -(below(3) as f64), high: below(4) as f64 });
        }
        cuts.nodes = (0..nodes).collect();
        for node in 0..nodes {
            let low = below(9) as f64 - 4.0;
            cuts.need[node] = Range { low, high: low + below(3) as f64 };
        }
        cuts
    }

    /// Returns what edges without force cannot carry out of, or into, a set of nodes, given by bits.
    fn lacking(cuts: &Cuts, nodes: usize, set: u32, way: Way) -> f64 {
        let within = |node: usize| set >> node & 1 == 1;
        let loads = (0..nodes).filter(|node| within(*node)).map(|node| match way {
            Way::Out => cuts.need[node].low,
            Way::In => -cuts.need[node].high,
        });
        let seen =
            |a: usize| cuts.graph.arcs[cuts.graph.arcs_of(a)].iter().map(move |arc| (a, arc));
        let edges = (0..nodes).flat_map(seen).map(|(a, Arc { edge, other })| {
            (a, *other as usize, &cuts.graph.edges[*edge as usize])
        });
        let own = edges.filter(|(a, _, edge)| edge.begins_at(*a));
        let room = own.map(|(a, b, edge)| match (within(a), within(b)) {
            (true, false) if way == Way::Out => edge.range.high,
            (false, true) if way == Way::Out => -edge.range.low,
            (true, false) => -edge.range.low,
            (false, true) => edge.range.high,
            _ => 0.0,
        });
        loads.sum::<f64>() - room.sum::<f64>()
    }

    /// Checks that what is left is what cannot be carried out of any set of nodes, at worst: maximum flow and minimum cut, over
    /// all cuts of random graphs of up to 7 nodes.
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
                let rest: f64 = cuts.flow.spots.iter().map(|spot| (-spot.room).max(0.0)).sum();
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
        cuts.graph.edges.iter_mut().for_each(|edge| edge.range = Range { low: 0.0, high: 0.0 });
        let needs = [(1.0, 2.0), (f64::EPSILON, 0.0), (-2.0, -1.0)];
        for (need, (low, high)) in cuts.need.iter_mut().zip(needs) {
            *need = Range { low, high };
        }
        let (above, under) = (cuts.carry(0, 3, Way::Out, 1e-9), cuts.carry(0, 3, Way::In, 1e-9));
        assert_eq!((above, under), (2, 1));
        let side = |side: Side| cuts.flow.spots.iter().filter(|spot| spot.side == side).count();
        assert_eq!((side(Side::Above), side(Side::Below)), (2, 1));
    }
}
