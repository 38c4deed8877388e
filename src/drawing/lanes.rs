//! Lanes in which links leave their bodies, and how high bodies stand.

use super::layers::{Layered, Segment, Vertex};
use super::scheme::Scheme;
use super::sizes::{Room, heights, room};
use super::spread::spread;

/// Distance between nodes of a layer, in pixels.
const BETWEEN: f64 = 16.0;
/// Sweeps that make lines straight.
const SWEEPS: usize = 4;
/// Heights that differ by less are the same, in pixels.
const SAME: f64 = 0.05;

/// Lanes in which links leave the vertices.
pub struct Lanes {
    /// Distance from one lane to the next, in pixels.
    pitch: f64,
    /// Numbers of links on the left and right of each vertex.
    pub counts: Vec<[usize; 2]>,
    /// Lane of each segment, by gap, at its left and at its right end.
    lanes: Vec<Vec<[usize; 2]>>,
    /// Rooms of the nodes.
    pub rooms: Vec<Room>,
    /// Extents of all vertices above and below their middle, in pixels.
    pub reach: Vec<(f64, f64)>,
}

impl Lanes {
    pub fn new(scheme: &Scheme, layered: &Layered) -> Self {
        let each = scheme.links.iter().map(|link| heights(&link.element));
        let (above, below) = each
            .fold((8.0, 8.0), |(a, b), (above, below)| (f64::max(a, above), f64::max(b, below)));
        let pitch = above + below + 6.0;
        let places = layered.places();
        let mut counts = vec![[0, 0]; layered.vertices.len()];
        let lanes = layered.segments.iter().map(|segments| {
            let mut own = vec![[0, 0]; segments.len()];
            for side in [0, 1] {
                let mut order: Vec<usize> = (0..segments.len()).collect();
                order.sort_by_key(|&index| (places[segments[index].ends[1 - side]], index));
                for index in order {
                    let count: &mut usize = &mut counts[segments[index].ends[side]][1 - side];
                    own[index][side] = *count;
                    *count += 1;
                }
            }
            own
        });
        let lanes = lanes.collect();
        let links = |vertex: usize| counts[vertex].into_iter().max().unwrap_or(0) as f64 * pitch;
        let rooms = scheme.nodes.iter().enumerate().map(|(at, node)| room(node, links(at)));
        let rooms: Vec<Room> = rooms.collect();
        let reach = |vertex: usize| match layered.vertices[vertex] {
            Vertex::Bend => (above, below),
            Vertex::Node(node) => {
                let room = &rooms[node];
                let half = (links(vertex) - pitch) / 2.0;
                (room.above.max(half + above), room.below.max(half + below))
            }
        };
        let reach = (0..layered.vertices.len()).map(reach).collect();
        Self { pitch, counts, lanes, reach, rooms }
    }

    /// Returns the height of a segment's end against the middle of its vertex.
    pub fn offset(&self, gap: usize, index: usize, segment: &Segment, side: usize) -> f64 {
        let count = self.counts[segment.ends[side]][1 - side];
        (self.lanes[gap][index][side] as f64 - (count as f64 - 1.0) / 2.0) * self.pitch
    }

    /// Heights of all vertices, so that lines become straight where they can.
    pub fn heights(&self, layered: &Layered) -> Vec<f64> {
        let mut heights = vec![0.0; layered.vertices.len()];
        for own in 0..layered.layers.len() {
            self.settle(layered, own, None, &mut heights);
        }
        for _ in 0..SWEEPS {
            for own in (0..layered.layers.len()).rev() {
                self.settle(layered, own, Some(0), &mut heights);
            }
            for own in 1..layered.layers.len() {
                self.settle(layered, own, Some(1), &mut heights);
            }
        }
        heights
    }

    /// Moves the vertices of a layer to where their links on one side come from, the right one for 0.
    fn settle(&self, layered: &Layered, own: usize, side: Option<usize>, heights: &mut [f64]) {
        let mut sums = std::collections::BTreeMap::new();
        if let Some(side) = side {
            let gap = own - side;
            for (index, segment) in layered.segments[gap].iter().enumerate() {
                let offset = |side| self.offset(gap, index, segment, side);
                let other = heights[segment.ends[1 - side]] + offset(1 - side) - offset(side);
                let sum: &mut (f64, f64) = sums.entry(segment.ends[side]).or_default();
                *sum = (sum.0 + other, sum.1 + 1.0);
            }
        }
        let layer = &layered.layers[own];
        let wanted = layer.iter().map(|vertex| match sums.get(vertex) {
            Some((sum, count)) => sum / count,
            None => heights[*vertex],
        });
        let wanted: Vec<f64> = wanted.collect();
        let above = std::iter::once(0.0).chain(layer.iter().map(|&vertex| self.reach[vertex].1));
        let apart = above.zip(layer).map(|(below, &vertex)| below + self.reach[vertex].0 + BETWEEN);
        let apart: Vec<f64> = apart.collect();
        for (&vertex, place) in layer.iter().zip(spread(&wanted, &apart)) {
            heights[vertex] = place;
        }
    }

    /// Returns the height of a segment's end.
    pub fn height(
        &self,
        layered: &Layered,
        heights: &[f64],
        gap: usize,
        end: (usize, usize),
    ) -> f64 {
        let (index, side) = end;
        let segment = &layered.segments[gap][index];
        heights[segment.ends[side]] + self.offset(gap, index, segment, side)
    }

    /// Segments of a gap that change their height, with the numbers of their tracks.
    pub fn tracks(&self, layered: &Layered, heights: &[f64], gap: usize) -> Vec<Option<usize>> {
        let count = layered.segments[gap].len();
        let height = |index: usize, side: usize| self.height(layered, heights, gap, (index, side));
        let bends = |&index: &usize| (height(index, 0) - height(index, 1)).abs() > SAME;
        let mut bent: Vec<usize> = (0..count).filter(bends).collect();
        // Lines that rise turn from left to right as they come from top to bottom, those that fall from right to left.
        bent.sort_by(|&a, &b| height(a, 0).total_cmp(&height(b, 0)));
        let rises = |index: &usize| height(*index, 1) < height(*index, 0);
        let (up, mut down): (Vec<usize>, Vec<usize>) = bent.into_iter().partition(rises);
        down.reverse();
        let mut tracks = vec![None; count];
        for (track, index) in up.into_iter().chain(down).enumerate() {
            tracks[index] = Some(track);
        }
        tracks
    }
}
