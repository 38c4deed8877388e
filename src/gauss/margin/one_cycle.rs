//! The margin if the forces have one degree of freedom, `λ(t) = λ(0) + t z` along one cycle.
//!
//! Every limit is a line in t, `λ_c(t)/upper_c` or `λ_c(t)/lower_c`, and ρ the lowest point of their
//! upper envelope. It is bracketed by a falling and a rising line: where they cross, the highest line
//! either confirms them or replaces the one of its own slope (Remez' exchange in one dimension). The
//! crossing rises with each exchange, so that none comes back and this ends.

use super::super::Contact;

/// A slope below this fraction of the greatest is that of a contact off the cycle, but for round-off.
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

/// The lines of all limits.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    lines: Vec<Line>,
}

impl Envelope {
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Adds the limits of a contact with λ(0) and z; false if a bound is 0, which is no line.
    pub fn add(&mut self, contact: &Contact, lambda: f64, z: f64) -> bool {
        for bound in [contact.upper, contact.lower] {
            if bound == 0.0 {
                return false;
            }
            if bound.is_finite() {
                self.lines.push(Line { height: lambda / bound, slope: z / bound });
            }
        }
        true
    }

    /// ρ
    pub fn lowest(&mut self) -> f64 {
        let steepest = self.lines.iter().map(|line| line.slope.abs()).fold(0.0, f64::max);
        let mut flat: f64 = 0.0;
        self.lines.retain(|line| {
            let sloped = line.slope.abs() > FLAT * steepest;
            if !sloped {
                flat = flat.max(line.height);
            }
            sloped
        });
        self.lowest_of_sloped().map_or(flat, |lowest| lowest.max(flat))
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
