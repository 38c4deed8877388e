//! Room that bodies and elements need, in pixels.

use super::joints::Joint;
use super::paper::{NAME_SIZE, NOTE_SIZE, width};
use super::scheme::{Element, Node, Part, Shape, Symbol};

/// Length of a symbol.
pub const SYMBOL: f64 = 60.0;
/// Distance from a body to what hangs from it.
pub const STEM: f64 = 5.0;
/// Distance from there to the ground in frictional contact.
const RUB: f64 = 20.0;
/// Height of the drawn ground, with a belt that moves.
pub const GROUND: f64 = 15.0;
/// Distance from one base line to the next.
pub const LINE: f64 = 13.0;
/// One force or given motion over a body.
pub const ARROW: f64 = 17.0;
pub const ARROW_LENGTH: f64 = 24.0;

const BODY: f64 = 44.0;
const WALL: f64 = 10.0;
/// Margin around texts.
const MARGIN: f64 = 8.0;

/// Room of a node around its middle.
pub struct Room {
    /// Width and height of the body itself.
    pub width: f64,
    pub height: f64,
    /// Width and heights, above and below the middle, of all that belongs to it.
    pub whole_width: f64,
    pub above: f64,
    pub below: f64,
    /// Middles of what hangs from it, from the middle of the body.
    pub slots: Vec<f64>,
}

/// Heights of a symbol above and below its line, with its texts.
pub fn heights(element: &Element) -> (f64, f64) {
    let each = element.parts.iter().map(|part| {
        let (above, below) = symbol_heights(part.symbol);
        (above, below + texts(part) + 4.0)
    });
    each.fold((0.0, 0.0), |(a, b), (above, below)| (f64::max(a, above), f64::max(b, below)))
}

/// Heights of a symbol above and below its line.
pub fn symbol_heights(symbol: Symbol) -> (f64, f64) {
    match symbol {
        Symbol::Spring { damped, freeplay, .. } => {
            let own = if damped { 18.0 } else { 10.0 };
            (if freeplay { own + 10.0 } else { own }, own)
        }
        Symbol::Coupling(Joint::Gears { .. }) => (14.0, 14.0),
        Symbol::Coupling(Joint::Rack { .. } | Joint::Lever { .. }) => (12.0, 18.0),
        Symbol::Damper | Symbol::Coupling(_) | Symbol::Block(_) => (10.0, 10.0),
        Symbol::Friction { pressed, moving } => {
            (if pressed { 20.0 } else { 8.0 }, if moving { 15.0 } else { 8.0 })
        }
    }
}

fn texts(part: &Part) -> f64 {
    (1 + part.lines(false).count()) as f64 * LINE
}

fn text_width(part: &Part) -> f64 {
    let notes = part.lines(false).map(|(note, _)| width(note, NOTE_SIZE));
    notes.fold(width(&part.name, NAME_SIZE), f64::max) + MARGIN
}

/// Widths of the parts of an element that stands between two bodies.
pub fn part_widths(element: &Element) -> impl Iterator<Item = f64> + '_ {
    element.parts.iter().map(|part| text_width(part).max(SYMBOL))
}

/// Returns the height of what hangs from a body, down to the ground.
pub fn depth(node: &Node) -> f64 {
    let each = node.hung.iter().map(|element| match element.parts[0].symbol {
        Symbol::Friction { .. } => RUB,
        Symbol::Spring { .. } | Symbol::Damper | Symbol::Coupling(_) | Symbol::Block(_) => {
            SYMBOL * element.parts.len() as f64
        }
    });
    each.fold(0.0, f64::max)
}

/// Returns the room of a node to which `height` of links are joined on a side.
pub fn room(node: &Node, links: f64) -> Room {
    let height = BODY.max(links);
    let Shape::Body { is_disc, .. } = node.shape else {
        let half = height / 2.0;
        return Room {
            width: WALL,
            height,
            whole_width: WALL,
            above: half,
            below: half,
            slots: Vec::new(),
        };
    };
    let widths: Vec<f64> = node.hung.iter().map(slot_width).collect();
    let all: f64 = widths.iter().sum();
    let mut left = -all / 2.0;
    let slots = widths.iter().map(|own| {
        left += own;
        left - own / 2.0
    });
    let slots: Vec<f64> = slots.collect();
    let reach = slots.iter().fold(0.0, |reach, slot| f64::max(reach, slot.abs()));
    let named = BODY.max(width(&node.name, NAME_SIZE) + 2.0 * MARGIN);
    let own = if is_disc { named } else { named.max(2.0 * (reach + MARGIN)) };
    let arrows = node.arrows.iter().map(|arrow| arrow_width(&arrow.text)).fold(0.0, f64::max);
    let texts = node.hung.iter().map(|one| one.parts.iter().map(texts).sum()).fold(0.0, f64::max);
    let hung = if node.hung.is_empty() { 0.0 } else { STEM + depth(node) + GROUND + texts + 4.0 };
    Room {
        width: own,
        height,
        whole_width: own.max(all).max(arrows + MARGIN),
        above: height / 2.0 + ARROW * node.arrows.len() as f64 + 2.0,
        below: height / 2.0 + hung + 2.0,
        slots,
    }
}

fn slot_width(element: &Element) -> f64 {
    element.parts.iter().map(text_width).fold(SYMBOL - 8.0, f64::max)
}

/// Returns the width of an arrow with its text.
pub fn arrow_width(text: &str) -> f64 {
    ARROW_LENGTH + 5.0 + width(text, NOTE_SIZE)
}
