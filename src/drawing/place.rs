//! Places of all parts of a drawing. Layers stand side by side, in several bands one below the other where they would become too
//! wide, as lines of a text do. Links leave a body in lanes; their symbols stand behind the left body, each in its lane.

use super::lanes::Lanes;
use super::layers::{Layered, Segment, Vertex, layers};
use super::paper::Point;
use super::scheme::{Element, Scheme, Shape};
use super::sizes::{Room, part_widths};

/// Greatest width of a band in pixels, unless one layer alone is wider.
const WIDEST: f64 = 1300.0;
/// Distances between components and bands, and around the drawing, in pixels.
const APART: f64 = 28.0;
const EDGE: f64 = 12.0;
/// Distances in pixels from a body to a symbol, with room for a gear, and between lines that run side by side.
const LEAD: f64 = 16.0;
const TRACK: f64 = 8.0;

/// Place of a link's element: the left end of its line, and whether its first end is on the right.
pub struct Stand {
    pub left: Point,
    pub reversed: bool,
}

pub struct Plan {
    pub size: Point,
    /// Room and middle of each node.
    pub rooms: Vec<Room>,
    pub nodes: Vec<Point>,
    /// True if links join each node from the left.
    pub joined_left: Vec<bool>,
    /// Place of the element of each link.
    pub stands: Vec<Stand>,
    pub wires: Vec<Vec<Point>>,
    /// Ends at which a radius or ratio weighs the motion.
    pub gears: Vec<Point>,
}

pub fn plan(scheme: &Scheme) -> Plan {
    let links: Vec<[usize; 2]> = scheme.links.iter().map(|link| link.ends).collect();
    let is_wall = |node: usize| scheme.nodes[node].shape == Shape::Wall;
    let layered = layers(scheme.nodes.len(), &links, is_wall);
    let lanes = Lanes::new(scheme, &layered);
    let heights = lanes.heights(&layered);
    let bands = Bands::new(scheme, &layered, &lanes, &heights);
    let nodes = 0..scheme.nodes.len();
    let mut wiring = Wiring { scheme, layered: &layered, lanes: &lanes, heights: &heights, bands };
    let mut stands: Vec<(usize, Stand)> = Vec::new();
    let (mut wires, mut gears) = (Vec::new(), Vec::new());
    for gap in 0..layered.segments.len() {
        for index in 0..layered.segments[gap].len() {
            wiring.segment(gap, index, &mut stands, &mut wires, &mut gears);
        }
    }
    stands.sort_by_key(|(link, _)| *link);
    let bands = &mut wiring.bands;
    Plan {
        size: bands.size,
        nodes: nodes.clone().map(|node| bands.place(node, &heights)).collect(),
        joined_left: nodes.map(|node| lanes.counts[node][0] > 0).collect(),
        stands: stands.into_iter().map(|(_, stand)| stand).collect(),
        wires,
        gears,
        rooms: lanes.rooms,
    }
}

/// Layers side by side, in bands.
struct Bands {
    size: Point,
    columns: Vec<Column>,
    /// Layer of each vertex.
    layer: Vec<usize>,
}

/// A layer.
struct Column {
    middle: f64,
    half: f64,
    /// Left end and width of the symbols behind it.
    symbols: f64,
    room: f64,
    /// Addition to heights in this band, and the height at which the band ends.
    shift: f64,
    bottom: f64,
    /// True if the next layer begins a new band.
    is_last: bool,
}

impl Bands {
    fn new(scheme: &Scheme, layered: &Layered, lanes: &Lanes, heights: &[f64]) -> Self {
        let count = layered.layers.len();
        let mut layer = vec![0; layered.vertices.len()];
        let mut columns: Vec<Column> = Vec::new();
        let (mut x, mut first) = (EDGE, 0);
        for (own, vertices) in layered.layers.iter().enumerate() {
            vertices.iter().for_each(|&vertex| layer[vertex] = own);
            let halves = vertices.iter().filter_map(|&vertex| match layered.vertices[vertex] {
                Vertex::Node(node) => Some(lanes.rooms[node].whole_width / 2.0),
                Vertex::Bend => None,
            });
            let half = halves.fold(0.0, f64::max);
            let segments = &layered.segments[own];
            let begin = segments.iter().filter(|segment| begins(layered, segment));
            let room = begin.map(|one| width(&scheme.links[one.link].element)).fold(0.0, f64::max);
            let gap = match lanes.tracks(layered, heights, own).into_iter().flatten().count() {
                _ if segments.is_empty() => APART,
                bent => 2.0 * LEAD + room + TRACK * bent as f64,
            };
            if own > first && x + 2.0 * half + gap > WIDEST {
                columns[own - 1].is_last = true;
                first = own;
                x = EDGE
                    + match layered.segments[own - 1].len() {
                        0 => 0.0,
                        lines => LEAD + TRACK * lines as f64,
                    };
            }
            columns.push(Column {
                middle: x + half,
                half,
                symbols: x + 2.0 * half + LEAD,
                room,
                shift: 0.0,
                bottom: 0.0,
                is_last: own + 1 == count,
            });
            x += 2.0 * half + gap;
        }
        let mut bands = Self { size: (0.0, 0.0), columns, layer };
        bands.stack(layered, lanes, heights);
        bands
    }

    /// Puts the bands below one another.
    fn stack(&mut self, layered: &Layered, lanes: &Lanes, heights: &[f64]) {
        let (mut top, mut first) = (EDGE, 0);
        for last in 0..self.columns.len() {
            if !self.columns[last].is_last {
                continue;
            }
            let inside = || layered.layers[first..=last].iter().flatten();
            let least =
                inside().map(|&at| heights[at] - lanes.reach[at].0).fold(f64::MAX, f64::min);
            let most = inside().map(|&at| heights[at] + lanes.reach[at].1).fold(f64::MIN, f64::max);
            for column in &mut self.columns[first..=last] {
                column.shift = top - least;
                column.bottom = top + most - least;
            }
            let lines = layered.segments[last].len();
            let right = self.right(last, lines);
            self.size = (self.size.0.max(right + EDGE), top + most - least + EDGE);
            top += most - least + lines as f64 * TRACK + APART;
            first = last + 1;
        }
    }

    /// Returns the right end of a band, with the lines that continue in the next one.
    fn right(&self, last: usize, lines: usize) -> f64 {
        let column = &self.columns[last];
        match lines {
            0 => column.middle + column.half,
            _ => column.symbols + column.room + TRACK * (lines + 1) as f64,
        }
    }

    /// Returns the middle of a vertex.
    fn place(&self, vertex: usize, heights: &[f64]) -> Point {
        let column = &self.columns[self.layer[vertex]];
        (column.middle, heights[vertex] + column.shift)
    }
}

fn width(element: &Element) -> f64 {
    part_widths(element).sum()
}

/// True if a segment is the first one of its link.
fn begins(layered: &Layered, segment: &Segment) -> bool {
    matches!(layered.vertices[segment.ends[0]], Vertex::Node(_))
}

/// Data by which lines and symbols of the links are placed.
struct Wiring<'a> {
    scheme: &'a Scheme,
    layered: &'a Layered,
    lanes: &'a Lanes,
    heights: &'a [f64],
    bands: Bands,
}

impl Wiring<'_> {
    /// Places a segment of a link from a layer to the next, with its symbol where it is the first one.
    fn segment(
        &self,
        gap: usize,
        index: usize,
        stands: &mut Vec<(usize, Stand)>,
        wires: &mut Vec<Vec<Point>>,
        gears: &mut Vec<Point>,
    ) {
        let segment = &self.layered.segments[gap][index];
        let link = &self.scheme.links[segment.link];
        let reversed = self.bands.layer[link.ends[0]] > self.bands.layer[link.ends[1]];
        let [left_geared, right_geared] = match (link.geared, reversed) {
            ([first, second], true) => [second, first],
            (geared, false) => geared,
        };
        let (mut from, to) = (self.end(gap, index, 0), self.end(gap, index, 1));
        if begins(self.layered, segment) {
            if left_geared {
                gears.push((from.0 + LEAD / 2.0, from.1));
            }
            let column = &self.bands.columns[gap];
            let width = width(&link.element);
            let left = (column.symbols + (column.room - width) / 2.0, from.1);
            wires.push(vec![from, left]);
            stands.push((segment.link, Stand { left, reversed }));
            from.0 = left.0 + width;
        }
        if right_geared && matches!(self.layered.vertices[segment.ends[1]], Vertex::Node(_)) {
            gears.push((to.0 - LEAD / 2.0, to.1));
        }
        wires.push(self.way(gap, index, from, to));
    }

    /// Returns the point at which a segment leaves or reaches the side of its vertex.
    fn end(&self, gap: usize, index: usize, side: usize) -> Point {
        let vertex = self.layered.segments[gap][index].ends[side];
        let half = match self.layered.vertices[vertex] {
            Vertex::Node(node) => self.lanes.rooms[node].width / 2.0,
            Vertex::Bend => 0.0,
        };
        let column = &self.bands.columns[self.bands.layer[vertex]];
        let height = self.lanes.height(self.layered, self.heights, gap, (index, side));
        let out = if side == 0 { half } else { -half };
        (column.middle + out, height + column.shift)
    }

    /// Returns the line between the ends: straight, by way of its track, or around to the next band.
    fn way(&self, gap: usize, index: usize, from: Point, to: Point) -> Vec<Point> {
        let column = &self.bands.columns[gap];
        let behind = column.symbols + column.room;
        if column.is_last {
            let count = self.layered.segments[gap].len();
            let height = |index| self.lanes.height(self.layered, self.heights, gap, (index, 0));
            let above = (0..count).filter(|&other| height(other) < height(index)).count();
            // The uppermost line goes around all others.
            let place = TRACK * (count - above) as f64;
            let (right, row) = (behind + place, column.bottom + place);
            let left = EDGE + place - TRACK / 2.0;
            return vec![from, (right, from.1), (right, row), (left, row), (left, to.1), to];
        }
        match self.lanes.tracks(self.layered, self.heights, gap)[index] {
            None => vec![from, (to.0, from.1)],
            Some(track) => {
                let x = behind + LEAD / 2.0 + TRACK * track as f64;
                vec![from, (x, from.1), (x, to.1), to]
            }
        }
    }
}
