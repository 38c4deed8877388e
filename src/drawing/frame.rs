//! Place of a symbol: its middle, and the direction of its line.

use super::paper::{Paper, Pen, Point};

/// Place of a symbol.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Middle of the symbol.
    pub middle: Point,
    /// True if its line goes down instead of to the right.
    pub goes_down: bool,
    /// True if its first end is on the right.
    pub reversed: bool,
    /// Half of its line.
    pub reach: f64,
}

impl Frame {
    /// Returns the point `u` along the line and `v` across it.
    pub fn at(&self, (u, v): Point) -> Point {
        let (x, y) = self.middle;
        if self.goes_down { (x - v, y + u) } else { (x + u, y + v) }
    }

    /// Returns the map of the same place with `u` counted from the first end.
    pub fn directed(self) -> impl Fn(Point) -> Point {
        let side = if self.reversed { -1.0 } else { 1.0 };
        move |(u, v)| self.at((side * u, v))
    }

    /// Draws an open line through points along and across.
    pub fn line(&self, paper: &mut Paper, points: &[Point], pen: Pen) {
        let points: Vec<Point> = points.iter().map(|&point| self.at(point)).collect();
        paper.line(&points, pen);
    }
}
