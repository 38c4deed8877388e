//! A characteristic given by points, as in the Modelica Standard Library's friction elements:
//!
//! ```text
//!   F(w) = sgn w·f(|w|) + C·w,   |F| ≤ peak·f(0) at w = 0
//! ```
//! f interpolates linearly between the points; one list of points for both directions, or a second one for
//! w < 0. Beyond the last point a rising last slope goes on, and a falling one ends (friction must not become
//! negative). A single point is Coulomb friction.

use super::Direction;
use super::declaration::{Broken, DefaultValue, LawParameter, Measure, Values, rule};
use super::dry::Spot;
use super::polyline::{Lines, Polyline};

/// Characteristics forward and backward, and `peak` ≥ 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    lines: [Polyline; 2],
    peak: f64,
}

/// Points of a table: slip velocities, and the friction at each.
pub(super) const SLIP: LawParameter =
    LawParameter::new("slip", "slip", Measure::Velocity, "slip speed of a point, from 0 on").list();
pub(super) const FRICTION: LawParameter =
    LawParameter::new("friction", "coefficient", Measure::Friction, "friction at this slip speed")
        .list();
pub(super) const PEAK: LawParameter = LawParameter::new(
    "peak",
    "peak",
    Measure::Number,
    "greatest friction while stuck over that of the slowest slip",
)
.or(DefaultValue::Number(1.0));

impl Table {
    pub const PARAMETERS: &'static [LawParameter] = &[
        SLIP,
        FRICTION,
        LawParameter::new(
            "backwardSlip",
            "backwardSlip",
            Measure::Velocity,
            "slip speed of a point of backward slip, from 0 on",
        )
        .list()
        .or(DefaultValue::Empty),
        LawParameter::new(
            "backwardFriction",
            "backwardCoefficient",
            Measure::Friction,
            "friction at this backward slip speed",
        )
        .list()
        .or(DefaultValue::Empty),
        PEAK,
        LawParameter::VISCOUS,
    ];

    pub fn new(values: Values, recycled: Self) -> Result<Self, Broken> {
        let mut law = Self { peak: values.number(4), ..recycled };
        rule(law.peak >= 1.0, PEAK_BELOW_1, &[4])?;
        let (slip, friction) = (values.list(0), values.list(1));
        points(slip, friction, &[0, 1])?;
        interpolate(&mut law.lines[0], slip, friction);
        let (mut slip_back, mut friction_back) = (values.list(2), values.list(3));
        if slip_back.is_empty() && friction_back.is_empty() {
            (slip_back, friction_back) = (slip, friction);
        }
        points(slip_back, friction_back, &[2, 3])?;
        interpolate(&mut law.lines[1], slip_back, friction_back);
        Ok(law)
    }

    /// Position of the slip speeds of a direction among the parameters; those of friction follow.
    fn place(&self, direction: Direction, values: Values) -> usize {
        if direction == Direction::Backward && !values.list(2).is_empty() { 2 } else { 0 }
    }
}

pub(super) const PEAK_BELOW_1: &str = "`peak` must be ≥ 1: static friction is not below kinetic";

/// Checks the points of a table, the parameters at positions `of`.
pub(super) fn points(
    slip: &[f64],
    friction: &[f64],
    of: &'static [usize; 2],
) -> Result<(), Broken> {
    let same = "slip speeds and frictions must be equally many, at least one";
    rule(slip.len() == friction.len() && !slip.is_empty(), same, of)?;
    rule(slip[0] == 0.0, "the first slip speed must be 0", of)?;
    rule(slip.windows(2).all(|pair| pair[0] < pair[1]), "slip speeds must rise", of)
}

/// Makes `line` go through points that are in order.
fn interpolate(line: &mut Polyline, slip: &[f64], friction: &[f64]) {
    line.clear();
    for (x, f) in slip.iter().zip(friction) {
        line.push(*x, *f);
    }
    line.set_last_slope(line.slope_before_last().max(0.0));
}

/// Change at x of the line through two points (x, f, change of x, change of f).
pub(super) fn line_change(a: [f64; 4], b: [f64; 4], x: f64) -> f64 {
    let share = (x - a[0]) / (b[0] - a[0]);
    let slope = (b[1] - a[1]) / (b[0] - a[0]);
    (1.0 - share) * (a[3] - slope * a[2]) + share * (b[3] - slope * b[2])
}

impl Lines for Table {
    fn line(&self, direction: Direction) -> &Polyline {
        &self.lines[direction.index()]
    }

    fn static_limit(&self, direction: Direction) -> f64 {
        self.peak * self.line(direction).at(0.0).0
    }

    fn change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let place = self.place(spot.direction, values);
        let (slip, friction) = (values.list(place), values.list(place + 1));
        let changes = (by.list(place), by.list(place + 1));
        let segment = self.line(spot.direction).segment(spot.inside);
        let last = slip.len() - 1;
        let point = |k: usize| [slip[k], friction[k], changes.0[k], changes.1[k]];
        match segment {
            // A rising last slope goes on.
            _ if segment == last && last > 0 && friction[last] > friction[last - 1] => {
                line_change(point(last - 1), point(last), spot.x)
            }
            _ if segment == last => changes.1[last],
            _ => line_change(point(segment), point(segment + 1), spot.x),
        }
    }

    fn limit_change(&self, spot: &Spot, values: Values, by: Values) -> f64 {
        let place = self.place(spot.direction, values) + 1;
        by.number(4) * values.list(place)[0] + self.peak * by.list(place)[0]
    }
}
