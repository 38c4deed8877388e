//! A network as engineers draw it: blocks and discs, springs with their freeplay, dampers, friction pairs, the ground, and
//! what acts from outside; as SVG. The same network gives the same drawing, byte for byte.
//!
//! | sign | meaning |
//! |---|---|
//! | block; disc seen from its side | translational, rotational body; dashed: without mass; reddish: its motion is given |
//! | zigzag; with a plate in a slot | spring; with freeplay. With an arrow across: nonlinear, or a force by formula |
//! | pot and plate | damper, beside a zigzag the spring's own |
//! | two plates with strokes between | contact; on the ground, or on a belt with its velocity |
//! | shaft with flanges, rod; wheels in mesh, pinion on a rack, lever | coupling without and with a ratio |
//! | block with a letter | bodies that share a mass matrix (M), a potential (U) or a force by formula (f) |
//! | ring where an element begins | the motion of this end is weighed by a radius or a ratio, which a note says |
//! | blue, red-brown, grey | forces and loads from outside; motions from outside; what the network fixes |
//!
//! The layout is layered (`layers`), with lanes for the links of a body (`lanes`) and line breaks (`place`), which general
//! programs for layered graphs do not have.

mod couplings;
mod frame;
mod joints;
mod lanes;
mod layers;
mod paper;
mod place;
mod scheme;
mod sizes;
mod spread;
mod symbols;

use crate::network::Network;
use frame::Frame;
use paper::{Paper, Pen, Point};
use place::{Plan, Stand, plan};
use scheme::{Element, Node, Scheme, Shape, Symbol};
use sizes::{ARROW, GROUND, LINE, Room, STEM, SYMBOL, depth, part_widths, symbol_heights};

/// Format of a drawing: the room around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A picture as large as it needs to be.
    Picture,
    /// The picture in the middle of a square.
    Icon,
}

/// Makes the drawing of a network.
pub fn svg(network: &Network, format: Format) -> String {
    let scheme = Scheme::new(network);
    let plan = plan(&scheme);
    let mut paper = Paper::default();
    for wire in &plan.wires {
        paper.line(wire, Pen::Line);
    }
    for (link, stand) in scheme.links.iter().zip(&plan.stands) {
        between(&mut paper, &link.element, stand);
    }
    for &gear in &plan.gears {
        paper.circle(gear, 4.0);
    }
    for (at, node) in scheme.nodes.iter().enumerate() {
        draw_node(&mut paper, node, at, &plan);
    }
    paper.svg(plan.size, &network.about.name, format == Format::Icon)
}

/// Draws an element between two nodes.
fn between(paper: &mut Paper, element: &Element, stand: &Stand) {
    let mut x = stand.left.0;
    let mut parts: Vec<_> = element.parts.iter().zip(part_widths(element)).collect();
    if stand.reversed {
        parts.reverse();
    }
    for (part, width) in parts {
        let middle = (x + width / 2.0, stand.left.1);
        let reversed = stand.reversed;
        let frame = Frame { middle, goes_down: false, reversed, reach: width / 2.0 };
        symbols::symbol(paper, part.symbol, frame);
        let base = middle.1 + symbol_heights(part.symbol).1 + 9.0;
        symbols::texts(paper, (middle.0, base), part, reversed, LINE);
        x += width;
    }
}

fn draw_node(paper: &mut Paper, node: &Node, at: usize, plan: &Plan) {
    let (room, middle) = (&plan.rooms[at], plan.nodes[at]);
    let size = (room.width, room.height);
    let Shape::Body { is_disc, kind } = node.shape else {
        return symbols::wall(paper, middle, size, plan.joined_left[at]);
    };
    hung(paper, node, room, middle);
    symbols::body(paper, middle, size, (is_disc, kind), &node.name);
    let mut base = middle.1 - room.height / 2.0 - 6.0;
    for arrow in node.arrows.iter().rev() {
        symbols::arrow(paper, (middle.0, base), arrow);
        base -= ARROW;
    }
}

/// Draws what joins a body to the ground below it.
fn hung(paper: &mut Paper, node: &Node, room: &Room, (x, y): Point) {
    let bottom = y + room.height / 2.0;
    let (start, floor) = (bottom + STEM, bottom + STEM + depth(node));
    let reach = room.slots.iter().fold(0.0, |reach, slot| f64::max(reach, slot.abs()));
    let is_beside = reach > room.width / 2.0;
    if is_beside {
        paper.line(&[(x, bottom), (x, start)], Pen::Line);
        paper.line(&[(x - reach, start), (x + reach, start)], Pen::Line);
    }
    for (element, slot) in node.hung.iter().zip(&room.slots) {
        let x = x + slot;
        let mut from = start;
        if !is_beside {
            paper.line(&[(x, bottom), (x, start)], Pen::Line);
        }
        for part in &element.parts {
            if let Symbol::Friction { pressed, moving } = part.symbol {
                symbols::rub(paper, (x, from), floor, pressed, moving);
                continue;
            }
            let reach = SYMBOL / 2.0;
            let middle = (x, from + reach);
            let frame = Frame { middle, goes_down: true, reversed: false, reach };
            symbols::symbol(paper, part.symbol, frame);
            from += SYMBOL;
        }
        if from > start {
            paper.line(&[(x, from), (x, floor)], Pen::Line);
            symbols::ground(paper, (x, floor), 18.0);
        }
        let mut base = floor + GROUND + 8.0;
        for part in &element.parts {
            base = symbols::texts(paper, (x, base), part, false, LINE);
        }
    }
}
