//! The margin if the forces have one degree of freedom, `λ(t) = λ(0) + t z` along one cycle.
//!
//! Every limit is a line in t, `λ_c(t)/upper_c` or `λ_c(t)/lower_c`, and ρ the lowest point of their
//! upper envelope. It is bracketed by a falling and a rising line: where they cross, the highest line
//! either confirms them or replaces the one of its own slope (Remez' exchange in one dimension). The
//! crossing rises with each exchange, so that none comes back and this ends.
//!
//! t is counted from where the contact with the steepest line carries nothing, so that its force is no difference of
//! greater ones, however little it can carry.

use super::super::Contact;

/// A force z below this fraction of the greatest is that of a contact off the cycle, but for round-off.
const FLAT: f64 = 1e-12;

/// `height + slope·t`
#[derive(Clone, Copy, Debug)]
struct Line {
    height: f64,
    slope: f64,
}

impl Line {
    fn at(self, t: f64) -> f64 {
        self.height + self.slope * t
    }
}

/// A limit of a contact with λ(0) and z.
#[derive(Clone, Copy, Debug)]
struct Limit {
    bound: f64,
    lambda: f64,
    z: f64,
}

impl Limit {
    fn line(self) -> Line {
        Line { height: self.lambda / self.bound, slope: self.z / self.bound }
    }
}

/// All limits, and the lines of those on the cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    limits: Vec<Limit>,
    lines: Vec<Line>,
}

impl Envelope {
    pub fn clear(&mut self) {
        self.limits.clear();
        self.lines.clear();
    }

    /// Adds the limits of a contact with λ(0) and z; false if a bound is 0, which is no line.
    pub fn add(&mut self, contact: &Contact, lambda: f64, z: f64) -> bool {
        for bound in [contact.upper, contact.lower] {
            if bound == 0.0 {
                return false;
            }
            if bound.is_finite() {
                self.limits.push(Limit { bound, lambda, z });
            }
        }
        true
    }

    /// ρ; None if a bound is so small that there is no line.
    pub fn lowest(&mut self) -> Option<f64> {
        let greatest = self.limits.iter().map(|limit| limit.z.abs()).fold(0.0, f64::max);
        let slopes = |limit: &&Limit| limit.z.abs() > FLAT * greatest;
        let flat = self.limits.iter().filter(|limit| !slopes(limit));
        let flat = flat.fold(0.0, |flat: f64, limit| flat.max(limit.line().height));
        let sloped = || self.limits.iter().filter(slopes);
        let steepness = |limit: &&Limit| limit.line().slope.abs();
        let steepest = sloped().max_by(|a, b| steepness(a).total_cmp(&steepness(b)));
        let Some(&Limit { lambda: weakest, z, .. }) = steepest else { return Some(flat) };
        let origin = -weakest / z;
        self.lines.extend(sloped().map(|limit| {
            let same = limit.lambda == weakest && limit.z == z;
            let lambda = if same { 0.0 } else { limit.lambda + origin * limit.z };
            Limit { lambda, ..*limit }.line()
        }));
        let are_numbers = |line: &Line| line.height.is_finite() && line.slope.is_finite();
        if !self.lines.iter().all(are_numbers) {
            return None;
        }
        Some(self.lowest_of_sloped().map_or(flat, |lowest| lowest.max(flat)))
    }

    /// None if there are no falling or no rising lines.
    fn lowest_of_sloped(&self) -> Option<f64> {
        let steepest = |sign: f64| {
            let lines = self.lines.iter().copied().filter(|line| line.slope * sign > 0.0);
            lines.max_by(|a, b| a.slope.abs().total_cmp(&b.slope.abs()))
        };
        let (mut falling, mut rising) = (steepest(-1.0)?, steepest(1.0)?);
        let mut lowest = f64::NEG_INFINITY;
        let mut t = 0.0;
        loop {
            let highest = self.highest(t)?;
            if highest.slope < 0.0 {
                falling = highest;
            } else {
                rising = highest;
            }
            t = (falling.height - rising.height) / (rising.slope - falling.slope);
            let crossing = falling.at(t);
            // In exact arithmetic it stays only if no line is higher there. Slopes beyond all numbers do not cross.
            let rises = crossing > lowest;
            if !rises {
                return Some(lowest);
            }
            lowest = crossing;
        }
    }

    fn highest(&self, t: f64) -> Option<Line> {
        self.lines.iter().copied().max_by(|a, b| a.at(t).total_cmp(&b.at(t)))
    }
}
