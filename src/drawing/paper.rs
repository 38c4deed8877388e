//! The paper of a drawing: lines, shapes and texts as SVG, with attributes only, which all readers of SVG understand.

use std::fmt::Write;

/// A point in pixels, y downwards.
pub type Point = (f64, f64);

/// Sizes of letters in pixels.
pub const NAME_SIZE: f64 = 11.0;
pub const NOTE_SIZE: f64 = 10.0;

/// All letters of the font are this wide, in sizes of it: what a text needs is known without the font.
const LETTER: f64 = 0.602;
const FONT: &str = "DejaVu Sans Mono,Menlo,Consolas,monospace";

/// Returns the width of a text, in pixels.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * LETTER * size
}

/// Style of a line or shape.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pen {
    Line,
    Hatch,
    Force,
    Motion,
    Plain,
}

impl Pen {
    pub fn colour(self) -> &'static str {
        match self {
            Pen::Line | Pen::Hatch => "#1c1c28",
            Pen::Force => "#0072B2",
            Pen::Motion => "#B04A00",
            Pen::Plain => "#6c6c80",
        }
    }

    fn width(self) -> f64 {
        if self == Pen::Hatch { 0.8 } else { 1.4 }
    }
}

#[derive(Default)]
pub struct Paper {
    content: String,
}

impl Paper {
    /// Draws an open line through points.
    pub fn line(&mut self, points: &[Point], pen: Pen) {
        self.path(&way(points), "none", pen, "");
    }

    /// Draws a path in the words of SVG, with what fills it and further attributes.
    pub fn path(&mut self, way: &str, fill: &str, pen: Pen, more: &str) {
        self.add(format_args!(
            "<path d=\"{way}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{}\"{more}/>\n",
            pen.colour(),
            pen.width()
        ));
    }

    /// Draws a rectangle with rounded corners from its left upper one.
    pub fn rectangle(&mut self, (x, y): Point, size: Point, round: f64, look: (&str, Pen, &str)) {
        let (fill, pen, more) = look;
        let [x, y, w, h] = [x, y, size.0, size.1].map(number);
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\" fill=\"{fill}\" stroke=\"{}\" \
             stroke-width=\"{}\"{more}/>\n",
            pen.colour(),
            pen.width()
        ));
    }

    pub fn circle(&mut self, (x, y): Point, radius: f64) {
        let (x, y, colour) = (number(x), number(y), Pen::Line.colour());
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#ffffff\" stroke=\"{colour}\"/>\n"
        ));
    }

    /// Draws a head at the end of a line that points along `(dx, dy)`, a unit vector.
    pub fn head(&mut self, (x, y): Point, (dx, dy): Point, pen: Pen) {
        let side = |s: f64| (x - 6.0 * dx - 3.0 * s * dy, y - 6.0 * dy + 3.0 * s * dx);
        let way = way(&[(x, y), side(1.0), side(-1.0)]) + "Z";
        self.add(format_args!("<path d=\"{way}\" fill=\"{}\"/>\n", pen.colour()));
    }

    /// Writes a text from the left end of its base line.
    pub fn text(&mut self, (x, y): Point, text: &str, size: f64, pen: Pen) {
        let (x, y, colour) = (number(x), number(y), pen.colour());
        let text = quick_xml::escape::escape(text);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{text}</text>\n"
        ));
    }

    /// Writes a text around the middle of its base line.
    pub fn centred(&mut self, (x, y): Point, text: &str, size: f64, pen: Pen) {
        self.text((x - width(text, size) / 2.0, y), text, size, pen);
    }

    /// Makes the file: a picture of `size`, in the middle of a square where it `is_icon`, with a title for readers.
    pub fn svg(self, (width, height): Point, title: &str, is_icon: bool) -> String {
        let side = width.max(height);
        let (left, top, w, h) = match is_icon {
            true => ((width - side) / 2.0, (height - side) / 2.0, side, side),
            false => (0.0, 0.0, width, height),
        };
        let [left, top, w, h] = [left, top, w, h].map(number);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {w} {h}\" width=\"{w}\" height=\"{h}\" \
             font-family=\"{FONT}\">\n<title>{}</title>\n<rect x=\"{left}\" y=\"{top}\" width=\"{w}\" height=\"{h}\" \
             fill=\"#ffffff\"/>\n{}</svg>\n",
            quick_xml::escape::escape(title),
            self.content
        )
    }

    fn add(&mut self, text: std::fmt::Arguments) {
        self.content.write_fmt(text).expect("writing to a string");
    }
}

/// Returns a way through points in the words of SVG.
pub fn way(points: &[Point]) -> String {
    let mut text = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { "M" } else { "L" };
        write!(text, "{letter}{} {}", number(x), number(y)).expect("writing to a string");
    }
    text
}

/// Writes a number to a tenth of a pixel: the same text on every machine.
fn number(x: f64) -> String {
    let text = format!("{x:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
