//! The symbols of couplings, as kinematic diagrams have them (ISO 3952): shafts with flanges, rods, gear pairs, racks and
//! levers; and freewheels, which hold in one direction.

use super::frame::Frame;
use super::joints::Joint;
use super::paper::{Paper, Pen, Point};

/// Radii of two wheels: equal, or one larger.
const EQUAL: f64 = 9.0;
const LARGE: f64 = 11.0;
const SMALL: f64 = 7.0;
/// Height of a tooth.
const TOOTH: f64 = 2.5;

/// Lines whose points are counted from the first end on.
struct Strokes<'p, F> {
    paper: &'p mut Paper,
    at: F,
}

impl<F: Fn(Point) -> Point> Strokes<'_, F> {
    fn line(&mut self, points: &[Point]) {
        let points: Vec<Point> = points.iter().map(|&point| (self.at)(point)).collect();
        self.paper.line(&points, Pen::Line);
    }

    fn rectangle(&mut self, (left, top): Point, (right, bottom): Point) {
        self.line(&[(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]);
    }

    fn circle(&mut self, middle: Point, radius: f64) {
        self.paper.circle((self.at)(middle), radius);
    }

    /// Draws a toothed wheel with its hub.
    fn wheel(&mut self, (u, v): Point, radius: f64, teeth: u32) {
        self.circle((u, v), radius);
        for tooth in 0..teeth {
            let angle = std::f64::consts::TAU * (f64::from(tooth) + 0.5) / f64::from(teeth);
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let point = |r: f64| (u + r * cosine, v + r * sine);
            self.line(&[point(radius), point(radius + TOOTH)]);
        }
        self.circle((u, v), 1.5);
    }
}

/// Draws a joint from one end of its line to the other.
pub fn coupling(paper: &mut Paper, joint: Joint, frame: Frame) {
    let reach = frame.reach;
    let mut strokes = Strokes { paper, at: frame.directed() };
    match joint {
        Joint::Shaft => {
            for side in [-1.0, 1.0] {
                strokes.line(&[(side * reach, 0.0), (side * 24.0, 0.0)]);
                strokes.rectangle((side * 24.0, -3.0), (side * 5.0, 3.0));
                strokes.rectangle((side * 5.0, -9.0), (0.0, 9.0));
            }
        }
        Joint::Rod => {
            strokes.line(&[(-reach, 0.0), (-20.0, 0.0)]);
            strokes.line(&[(20.0, 0.0), (reach, 0.0)]);
            strokes.rectangle((-20.0, -3.0), (20.0, 3.0));
            strokes.circle((-20.0, 0.0), 4.0);
            strokes.circle((20.0, 0.0), 4.0);
        }
        Joint::Gears { larger } => {
            let (first, second) = match larger {
                Some(0) => (LARGE, SMALL),
                Some(_) => (SMALL, LARGE),
                None => (EQUAL, EQUAL),
            };
            let (left, right) = (-first - TOOTH / 2.0, second + TOOTH / 2.0);
            strokes.line(&[(-reach, 0.0), (left, 0.0)]);
            strokes.line(&[(right, 0.0), (reach, 0.0)]);
            strokes.wheel((left, 0.0), first, first as u32);
            strokes.wheel((right, 0.0), second, second as u32);
        }
        Joint::Rack { pinion } => {
            let side = if pinion == 0 { 1.0 } else { -1.0 };
            strokes.line(&[(-side * reach, 0.0), (-side * 8.0, 0.0)]);
            strokes.wheel((-side * 8.0, 0.0), SMALL, 9);
            for tooth in 0..9 {
                let u = side * (4.0 * f64::from(tooth) - 20.0);
                strokes.line(&[(u, 11.0), (u + side, 8.5), (u + 2.0 * side, 11.0)]);
            }
            strokes.rectangle((-side * 22.0, 11.0), (side * 18.0, 14.0));
            strokes.line(&[(side * 18.0, 12.5), (side * 24.0, 12.5)]);
            strokes.line(&[(side * 24.0, 12.5), (side * 24.0, 0.0), (side * reach, 0.0)]);
        }
        Joint::Lever { longer } => {
            let side = if longer == 0 { -1.0 } else { 1.0 };
            strokes.line(&[(-side * reach, 0.0), (0.0, 0.0)]);
            strokes.line(&[(side * reach, 0.0), (side * 14.0, 0.0)]);
            strokes.line(&[(side * 14.0, 0.0), (side * 14.0, -10.0), (0.0, -10.0)]);
            strokes.line(&[(0.0, -12.0), (0.0, 8.0)]);
            strokes.line(&[(0.0, 8.0), (-5.0, 14.0), (5.0, 14.0), (0.0, 8.0)]);
            strokes.circle((0.0, 8.0), 2.0);
        }
        Joint::Freewheel => {
            strokes.line(&[(-reach, 0.0), (-8.0, 0.0)]);
            strokes.line(&[(8.0, 0.0), (reach, 0.0)]);
            strokes.line(&[(8.0, -9.0), (8.0, 9.0)]);
            strokes.line(&[(-8.0, -8.0), (-8.0, 8.0), (8.0, 0.0), (-8.0, -8.0)]);
        }
    }
}
