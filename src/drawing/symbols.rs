//! The symbols: springs, dampers, friction pairs, ground and bodies.

use super::couplings::coupling;
use super::frame::Frame;
use super::paper::{NAME_SIZE, NOTE_SIZE, Paper, Pen, Point, way, width};
use super::scheme::{Arrow, Mobility, Part, Symbol, Tone};
use super::sizes::{ARROW_LENGTH, arrow_width};

impl From<Tone> for Pen {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Force => Pen::Force,
            Tone::Motion => Pen::Motion,
            Tone::Plain => Pen::Plain,
        }
    }
}

/// Label of a slot: half of the gap.
const FREEPLAY: &str = "Δ";

/// Draws a symbol from one end of its line to the other.
pub fn symbol(paper: &mut Paper, symbol: Symbol, frame: Frame) {
    match symbol {
        Symbol::Spring { freeplay, nonlinear, damped } => {
            let height = if damped { -9.0 } else { 0.0 };
            spring(paper, frame, height, freeplay);
            if nonlinear {
                let (from, to) = (frame.at((-14.0, height + 10.0)), frame.at((8.0, height - 10.0)));
                paper.line(&[from, to], Pen::Line);
                let length = (to.0 - from.0).hypot(to.1 - from.1);
                paper.head(to, ((to.0 - from.0) / length, (to.1 - from.1) / length), Pen::Line);
            }
            if damped {
                damper(paper, frame, 9.0);
                for side in [-1.0, 1.0] {
                    let (end, reach) = (side * 28.0, side * frame.reach);
                    frame.line(paper, &[(end, -9.0), (end, 9.0)], Pen::Line);
                    frame.line(paper, &[(end, 0.0), (reach, 0.0)], Pen::Line);
                }
            }
        }
        Symbol::Damper => damper(paper, frame, 0.0),
        Symbol::Friction { pressed, moving } => friction(paper, frame, pressed, moving),
        Symbol::Coupling(joint) => coupling(paper, joint, frame),
        Symbol::Block(letter) => block(paper, frame, letter),
    }
}

/// Returns the ends of a line beside the middle one: it is joined to what stands parallel to it.
fn outer(frame: Frame, height: f64) -> f64 {
    if height == 0.0 { frame.reach } else { 28.0 }
}

fn spring(paper: &mut Paper, frame: Frame, height: f64, freeplay: bool) {
    let outer = outer(frame, height);
    let (from, to) = if freeplay { (-26.0, 0.0) } else { (-22.0, 22.0) };
    let turns = 8;
    let mut points = vec![(-outer, height), (from, height)];
    for turn in 0..turns {
        let u = from + (to - from) * (f64::from(turn) + 0.5) / f64::from(turns);
        points.push((u, height + if turn % 2 == 0 { -6.0 } else { 6.0 }));
    }
    points.push((to, height));
    if !freeplay {
        points.push((outer, height));
        return frame.line(paper, &points, Pen::Line);
    }
    // A plate that moves freely in its slot.
    points.push((16.0, height));
    frame.line(paper, &points, Pen::Line);
    frame.line(paper, &[(16.0, height - 4.0), (16.0, height + 4.0)], Pen::Line);
    for side in [-1.0, 1.0] {
        let v = |v: f64| height + side * v;
        frame.line(
            paper,
            &[(6.0, v(2.5)), (6.0, v(7.0)), (26.0, v(7.0)), (26.0, v(0.0))],
            Pen::Line,
        );
    }
    frame.line(paper, &[(26.0, height), (outer, height)], Pen::Line);
    let (x, y) = frame.at((16.0, height - if frame.goes_down { 14.0 } else { 9.0 }));
    paper.centred((x, y), FREEPLAY, NOTE_SIZE, Pen::Line);
}

fn damper(paper: &mut Paper, frame: Frame, height: f64) {
    let outer = outer(frame, height);
    let v = |v: f64| height + v;
    frame.line(paper, &[(-outer, height), (-12.0, height)], Pen::Line);
    let pot = [(10.0, v(-6.5)), (-12.0, v(-6.5)), (-12.0, v(6.5)), (10.0, v(6.5))];
    frame.line(paper, &pot, Pen::Line);
    frame.line(paper, &[(2.0, v(-4.5)), (2.0, v(4.5))], Pen::Line);
    frame.line(paper, &[(2.0, height), (outer, height)], Pen::Line);
}

/// Draws what two bodies share beside springs and dampers: a block on their line with its letter.
fn block(paper: &mut Paper, frame: Frame, letter: &str) {
    let block = [(-9.0, -8.0), (9.0, -8.0), (9.0, 8.0), (-9.0, 8.0), (-9.0, -8.0)];
    frame.line(paper, &[(-frame.reach, 0.0), (-9.0, 0.0)], Pen::Line);
    frame.line(paper, &block, Pen::Line);
    frame.line(paper, &[(9.0, 0.0), (frame.reach, 0.0)], Pen::Line);
    let (x, y) = frame.middle;
    paper.centred((x, y + NOTE_SIZE / 3.0), letter, NOTE_SIZE, Pen::Line);
}

/// Draws two plates in frictional contact, with strokes between them.
fn friction(paper: &mut Paper, frame: Frame, pressed: bool, moving: bool) {
    let reach = frame.reach;
    frame.line(paper, &[(-reach, 0.0), (-24.0, 0.0), (-24.0, -4.0), (14.0, -4.0)], Pen::Line);
    frame.line(paper, &[(reach, 0.0), (24.0, 0.0), (24.0, 4.0), (-14.0, 4.0)], Pen::Line);
    for stroke in 0..6 {
        let u = -14.0 + 4.6 * f64::from(stroke);
        frame.line(paper, &[(u, 4.0), (u + 5.0, -4.0)], Pen::Hatch);
    }
    if pressed {
        arrow_to(paper, frame.at((0.0, -19.0)), frame.at((0.0, -5.0)), Pen::Force);
    }
    if moving {
        arrow_to(paper, frame.at((-12.0, 10.0)), frame.at((14.0, 10.0)), Pen::Motion);
    }
}

/// Draws a straight arrow, along or across.
fn arrow_to(paper: &mut Paper, from: Point, to: Point, pen: Pen) {
    paper.line(&[from, to], pen);
    let direction = ((to.0 - from.0).clamp(-1.0, 1.0), (to.1 - from.1).clamp(-1.0, 1.0));
    paper.head(to, direction, pen);
}

/// Draws a body's plate in frictional contact with the ground, or with a belt that moves, at a height.
pub fn rub(paper: &mut Paper, (x, top): Point, floor: f64, pressed: bool, moving: bool) {
    paper.line(&[(x, top), (x, floor - 8.0)], Pen::Line);
    paper.line(&[(x - 17.0, floor - 8.0), (x + 17.0, floor - 8.0)], Pen::Line);
    for stroke in 0..7 {
        let u = x - 16.0 + 4.6 * f64::from(stroke);
        paper.line(&[(u, floor), (u + 5.0, floor - 8.0)], Pen::Hatch);
    }
    if pressed {
        arrow_to(paper, (x - 11.0, top), (x - 11.0, floor - 9.0), Pen::Force);
    }
    if moving {
        paper.line(&[(x - 22.0, floor), (x + 22.0, floor)], Pen::Line);
        arrow_to(paper, (x - 14.0, floor + 7.0), (x + 16.0, floor + 7.0), Pen::Motion);
    } else {
        ground(paper, (x, floor), 22.0);
    }
}

/// Draws hatched ground below a line.
pub fn ground(paper: &mut Paper, (x, y): Point, half: f64) {
    paper.line(&[(x - half, y), (x + half, y)], Pen::Line);
    let mut u = x - half + 6.0;
    while u <= x + half {
        paper.line(&[(u, y), (u - 6.0, y + 7.0)], Pen::Hatch);
        u += 6.0;
    }
}

/// Draws a hatched wall in a rectangle; `joined_left`: what it holds is on its left.
pub fn wall(paper: &mut Paper, (x, y): Point, (width, height): Point, joined_left: bool) {
    let side = if joined_left { -1.0 } else { 1.0 };
    let (face, back) = (x + side * width / 2.0, x - side * width / 2.0);
    let (top, bottom) = (y - height / 2.0, y + height / 2.0);
    paper.line(&[(face, top), (face, bottom)], Pen::Line);
    let mut v = top;
    while v <= bottom - 6.0 {
        paper.line(&[(face, v), (back, v + 7.0)], Pen::Hatch);
        v += 6.0;
    }
}

/// Draws a body with its name: a block, or a disc seen from its side.
pub fn body(
    paper: &mut Paper,
    (x, y): Point,
    (w, h): Point,
    (is_disc, kind): (bool, Mobility),
    name: &str,
) {
    let corner = (x - w / 2.0, y - h / 2.0);
    let (fill, pen, more) = match kind {
        Mobility::Free => ("#e9eef6", Pen::Line, ""),
        Mobility::Massless => ("#ffffff", Pen::Line, " stroke-dasharray=\"4 2\""),
        Mobility::Fixed => ("#e4e4e4", Pen::Line, ""),
        Mobility::Prescribed => ("#fbeee6", Pen::Motion, ""),
    };
    let round = if is_disc { 9.0 } else { 0.0 };
    paper.rectangle(corner, (w, h), round, (fill, pen, more));
    if is_disc {
        // Lines along the rim of a cylinder, closer to one another towards its edge.
        for inset in [3.0, 7.0] {
            for edge in [corner.1 + inset, corner.1 + h - inset] {
                paper.line(&[(corner.0 + 5.0, edge), (corner.0 + w - 5.0, edge)], Pen::Hatch);
            }
        }
    }
    if kind == Mobility::Fixed {
        ground(paper, (x, corner.1 + h - 7.0), w / 2.0);
    }
    paper.centred((x, y + NAME_SIZE / 3.0), name, NAME_SIZE, Pen::Line);
}

/// Draws a force or prescribed motion over a body, around the middle of its base line.
pub fn arrow(paper: &mut Paper, (x, y): Point, arrow: &Arrow) {
    let left = x - arrow_width(&arrow.text) / 2.0;
    let (pen, end) = (Pen::from(arrow.tone), (left + ARROW_LENGTH, y - 3.0));
    if arrow.is_turning {
        let (from, to) = ((left + 3.0, y + 1.0), (end.0 - 1.0, y + 1.0));
        paper.path(
            &format!("{}A12 9 0 0 1 {:.1} {:.1}", way(&[from]), to.0, to.1),
            "none",
            pen,
            "",
        );
        paper.head(to, (0.35, 0.94), pen);
    } else {
        arrow_to(paper, (left, y - 3.0), end, pen);
    }
    paper.text((end.0 + 5.0, y), &arrow.text, NOTE_SIZE, pen);
}

/// Writes the name of a part and its notes, in lines around `x` from the base line at `y` on; returns the next base
/// line.
pub fn texts(paper: &mut Paper, (x, y): Point, part: &Part, reversed: bool, line: f64) -> f64 {
    paper.centred((x, y), &part.name, NAME_SIZE, Pen::Line);
    let mut base = y + line;
    for (note, tone) in part.lines(reversed) {
        paper.text((x - width(note, NOTE_SIZE) / 2.0, base), note, NOTE_SIZE, Pen::from(tone));
        base += line;
    }
    base
}
