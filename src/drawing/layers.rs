//! Layers of a graph for drawing: every component of it from one end to the other, no link within a layer, long links by way of
//! bends in the layers between; in each layer an order with few crossings (barycentres, after Sugiyama, Tagawa and Toda, IEEE
//! Trans. SMC 11 (1981) 109–125).

use std::collections::VecDeque;

/// Sweeps over the layers; drawings of mechanisms settle in two or three.
const SWEEPS: usize = 6;

/// A place in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    Node(usize),
    /// A point at which a link passes a layer.
    Bend,
}

/// One link from a layer to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub link: usize,
    /// Vertices on the left and on the right.
    pub ends: [usize; 2],
}

#[derive(Debug, Default)]
pub struct Layered {
    pub vertices: Vec<Vertex>,
    /// Vertices of each layer from top to bottom; the components of the graph follow one another.
    pub layers: Vec<Vec<usize>>,
    /// Segments that begin in each layer.
    pub segments: Vec<Vec<Segment>>,
}

/// Layers of the graph of `count` nodes and the links between them. Where several ends of a component are as far from all else,
/// the drawing begins with one that `begins`, else with the first node.
pub fn layers(count: usize, links: &[[usize; 2]], begins: impl Fn(usize) -> bool) -> Layered {
    let mut beside = vec![Vec::new(); count];
    for [i, j] in links {
        beside[*i].push(*j);
        beside[*j].push(*i);
    }
    let mut layer = vec![None; count];
    let mut next_layer = 0;
    for node in 0..count {
        if layer[node].is_none() {
            let far = farthest(node, &beside, &begins);
            let other = farthest(far, &beside, &begins);
            let root = [far, other].into_iter().min_by_key(|&end| (!begins(end), end));
            next_layer = stack(root.unwrap_or(node), &beside, next_layer, &mut layer);
        }
    }
    let layer: Vec<usize> = layer.into_iter().flatten().collect();
    let mut layered = split(&layer, next_layer, links);
    for _ in 0..SWEEPS {
        layered.sort(true);
        layered.sort(false);
    }
    layered.sort(true);
    layered
}

/// Returns the nodes that can be reached in the order of their distance, with it.
fn reached(from: usize, beside: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::from([from]);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((node, distance)) = queue.pop_front() {
        found.push((node, distance));
        for &next in &beside[node] {
            if seen.insert(next) {
                queue.push_back((next, distance + 1));
            }
        }
    }
    found
}

fn farthest(from: usize, beside: &[Vec<usize>], begins: &impl Fn(usize) -> bool) -> usize {
    let found = reached(from, beside);
    let key = |&&(node, distance): &&(usize, usize)| (usize::MAX - distance, !begins(node), node);
    found.iter().min_by_key(key).map_or(from, |&(node, _)| node)
}

/// Gives each node of a component its layer, the length of the longest way from the root; returns the first free one.
fn stack(root: usize, beside: &[Vec<usize>], first: usize, layer: &mut [Option<usize>]) -> usize {
    let found = reached(root, beside);
    let mut end = first;
    for &(node, _) in &found {
        let before = beside[node].iter().filter_map(|&other| layer[other]);
        let own = before.max().map_or(first, |last| last + 1);
        layer[node] = Some(own);
        end = end.max(own + 1);
    }
    end
}

/// Returns the graph with a bend in every layer that a link passes.
fn split(layer: &[usize], count: usize, links: &[[usize; 2]]) -> Layered {
    let mut layered = Layered {
        vertices: (0..layer.len()).map(Vertex::Node).collect(),
        layers: vec![Vec::new(); count],
        segments: vec![Vec::new(); count],
    };
    for (node, &own) in layer.iter().enumerate() {
        layered.layers[own].push(node);
    }
    for (link, ends) in links.iter().enumerate() {
        let [mut left, right] = *ends;
        let mut right = right;
        if layer[left] > layer[right] {
            (left, right) = (right, left);
        }
        let (from, to) = (layer[left], layer[right]);
        for passed in from..to {
            let next = if passed + 1 == to {
                right
            } else {
                layered.vertices.push(Vertex::Bend);
                let bend = layered.vertices.len() - 1;
                layered.layers[passed + 1].push(bend);
                bend
            };
            layered.segments[passed].push(Segment { link, ends: [left, next] });
            left = next;
        }
    }
    layered
}

impl Layered {
    /// Returns the place of each vertex in its layer.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.vertices.len()];
        for layer in &self.layers {
            for (place, &vertex) in layer.iter().enumerate() {
                places[vertex] = place;
            }
        }
        places
    }

    /// Orders each layer by the mean place of the neighbours before it, or behind it.
    fn sort(&mut self, forward: bool) {
        let count = self.layers.len();
        let mut places = self.places();
        for step in 1..count {
            let (own, gap) =
                if forward { (step, step - 1) } else { (count - 1 - step, count - 1 - step) };
            let mut sums = std::collections::BTreeMap::new();
            for Segment { ends: [left, right], .. } in &self.segments[gap] {
                let (vertex, other) = if forward { (*right, *left) } else { (*left, *right) };
                let sum: &mut (f64, f64) = sums.entry(vertex).or_default();
                *sum = (sum.0 + places[other] as f64, sum.1 + 1.0);
            }
            let key = |vertex: usize| match sums.get(&vertex) {
                Some((sum, count)) => sum / count,
                None => places[vertex] as f64,
            };
            self.layers[own].sort_by(|&a, &b| key(a).total_cmp(&key(b)));
            for (place, &vertex) in self.layers[own].iter().enumerate() {
                places[vertex] = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(layered: &Layered) -> Vec<Vec<usize>> {
        let is_node = |vertex: &&usize| matches!(layered.vertices[**vertex], Vertex::Node(_));
        let layer = |layer: &Vec<usize>| layer.iter().filter(is_node).copied().collect();
        layered.layers.iter().map(layer).collect()
    }

    #[test]
    fn a_chain_goes_from_its_end() {
        let layered = layers(4, &[[2, 0], [3, 1], [0, 3]], |_| false);
        assert_eq!(nodes(&layered), [[1], [3], [0], [2]]);
        assert_eq!(nodes(&layers(2, &[[0, 1]], |node| node == 1)), [[1], [0]]);
    }

    #[test]
    fn components_follow_one_another_and_every_node_has_a_place() {
        let layered = layers(5, &[[0, 4], [1, 3]], |_| false);
        assert_eq!(nodes(&layered), [[0], [4], [1], [3], [2]]);
    }

    #[test]
    fn a_link_over_a_layer_bends_there() {
        let layered = layers(3, &[[0, 1], [1, 2], [0, 2]], |_| false);
        assert_eq!(layered.layers.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 1]);
        let ways = layered.segments.iter().flatten().filter(|one| one.link == 2).count();
        assert_eq!(ways, 2);
    }

    #[test]
    fn crossings_that_need_not_be_are_none() {
        // Two ladders from one end: 0 – 1 – 4 and 0 – 2 – 3.
        let layered = layers(5, &[[0, 1], [0, 2], [1, 4], [2, 3]], |_| false);
        let places = layered.places();
        for segments in &layered.segments {
            for a in segments {
                for b in segments {
                    let before = |side: usize| places[a.ends[side]].cmp(&places[b.ends[side]]);
                    assert!(before(0) as i8 * before(1) as i8 >= 0, "{layered:?}");
                }
            }
        }
    }
}
