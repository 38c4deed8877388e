//! A rugged characteristic by fractal interpolation of given points (S1 §2.2.1.3, fig. 9):
//!
//! ```text
//!   F(w) = sgn w·f(|w|) + C·w,   |F| ≤ peak·f(0) at w = 0
//! ```
//! f is the attractor of the affine maps (M. Barnsley, *Constr. Approx.* 2, 1986)
//!
//! ```text
//!   (x, f) → (xᵢ₋₁ + (xᵢ − xᵢ₋₁)·u, line(i, u) + d·(f − line(u))),   u = (x − x₀)/(x_n − x₀),  i = 1 … n
//! ```
//! where line(i, u) goes from point i − 1 to point i and line(u) from the first point to the last: each map
//! puts a copy of the whole curve, its height scaled by d, |d| < 1, between two points. `depth` such steps are
//! made from the straight lines between the points, so that f is a table of n^(depth+1) + 1 points; d = 0 is the
//! table of the given points. Beyond the last point f is constant.

use super::Direction;
use super::declaration::{Broken, DefaultValue, LawParameter, Measure, Range, Values, rule};
use super::dry::Spot;
use super::polyline::{Lines, Polyline};
use super::table::{FRICTION, PEAK, PEAK_BELOW_1, SLIP, line_change, points};

/// Points of a characteristic; each is a kink at which a step of the integration ends.
const MOST_POINTS: usize = 10_000;

/// The characteristic and `peak` ≥ 1; two buffers of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fractal {
    line: Polyline,
    peak: f64,
    points: [Vec<(f64, f64)>; 2],
}

impl Fractal {
    pub const PARAMETERS: &'static [LawParameter] = &[
        SLIP,
        FRICTION,
        LawParameter::new(
            "scaling",
            "scaling",
            Measure::Number,
            "height of a copy of the curve over that of the curve",
        )
        .range(Range::Any),
        LawParameter::new("depth", "depth", Measure::Count, "steps of the interpolation")
            .or(DefaultValue::Number(3.0)),
        PEAK,
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values, mut recycled: Self) -> Result<Self, Broken> {
        let (slip, friction) = (values.list(0), values.list(1));
        let [scaling, depth, peak] = [2, 3, 4].map(|k| values.number(k));
        points(slip, friction, &[0, 1])?;
        rule(slip.len() > 1, "an interpolation needs at least two points", &[0, 1])?;
        rule(scaling.abs() < 1.0, "`scaling` must be between −1 and 1", &[2])?;
        rule(depth.fract() == 0.0, "`depth` must be a whole number", &[3])?;
        rule(peak >= 1.0, PEAK_BELOW_1, &[4])?;
        let most = "n^(depth+1) + 1 points, n the number of intervals given, are too many: 10 000";
        let intervals = (slip.len() - 1) as f64;
        rule(libm::pow(intervals, depth + 1.0) < MOST_POINTS as f64, most, &[3, 0])?;
        recycled.interpolate(slip, friction, scaling, depth as usize);
        let line = &recycled.line;
        rule(line.least_value() >= 0.0, "friction must nowhere be negative", &[2, 1])?;
        Ok(Self { peak, ..recycled })
    }

    fn interpolate(&mut self, slip: &[f64], friction: &[f64], scaling: f64, depth: usize) {
        let [curve, next] = &mut self.points;
        curve.clear();
        curve.extend(slip.iter().copied().zip(friction.iter().copied()));
        let last = slip.len() - 1;
        let chord = |u: f64| friction[0] + u * (friction[last] - friction[0]);
        for _ in 0..depth {
            next.clear();
            next.push((slip[0], friction[0]));
            for (x, f) in slip.windows(2).zip(friction.windows(2)) {
                let copied = curve[1..].iter().map(|&(at, value)| {
                    let u = at / slip[last];
                    let line = f[0] + u * (f[1] - f[0]);
                    (x[0] + u * (x[1] - x[0]), line + scaling * (value - chord(u)))
                });
                next.extend(copied);
                // The end of each copy is a given point, to the last bit.
                next.pop();
                next.push((x[1], f[1]));
            }
            std::mem::swap(curve, next);
        }
        self.line.clear();
        for &(x, f) in curve.iter() {
            self.line.push(x, f);
        }
    }
}

/// A point (x, f) of the curve after so many steps, and its change.
fn moved_point(values: Values, by: Values, index: usize, steps: u32) -> [f64; 4] {
    let (slip, friction, scaling) = (values.list(0), values.list(1), values.number(2));
    let (slip_by, friction_by, scaling_by) = (by.list(0), by.list(1), by.number(2));
    let last = slip.len() - 1;
    let parts = last.pow(steps);
    let (k, within) = (index / parts, index % parts);
    if within == 0 {
        return [slip[k], friction[k], slip_by[k], friction_by[k]];
    }
    let [at, value, at_by, value_by] = moved_point(values, by, within, steps - 1);
    let u = at / slip[last];
    let u_by = (at_by - u * slip_by[last]) / slip[last];
    // From point a to point b at u, and its change.
    let between = |of: &[f64], of_by: &[f64], a: usize, b: usize| {
        let change = of_by[a] + u * (of_by[b] - of_by[a]) + u_by * (of[b] - of[a]);
        (of[a] + u * (of[b] - of[a]), change)
    };
    let (x, x_by) = between(slip, slip_by, k, k + 1);
    let (line, line_by) = between(friction, friction_by, k, k + 1);
    let (chord, chord_by) = between(friction, friction_by, 0, last);
    let f_by = line_by + scaling_by * (value - chord) + scaling * (value_by - chord_by);
    [x, line + scaling * (value - chord), x_by, f_by]
}

impl Lines for Fractal {
    fn line(&self, _: Direction) -> &Polyline {
        &self.line
    }

    fn static_limit(&self, _: Direction) -> f64 {
        self.peak * self.line.at(0.0).0
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let (points, maps) = (values.list(0).len() - 1, values.number(3) as u32);
        let last = points.pow(maps + 1);
        let segment = self.line.segment(spot.inside);
        let point = |index: usize| moved_point(values, by, index, maps);
        if segment == last {
            return point(last)[3];
        }
        line_change(point(segment), point(segment + 1), spot.x)
    }

    fn limit_change(&self, _: &Spot, values: Values, by: Values) -> f64 {
        by.number(4) * values.list(1)[0] + self.peak * by.list(1)[0]
    }
}
