//! Springs with gaps, cubic ones and those that push apart, within a step: each on a tangent of its mean force, which moves from
//! solution to solution until all forces are those that the springs make.

use super::Moreau;
use crate::gauss::Row;
use crate::motion::State;
use crate::motion::elements::SpringNumbers;
use crate::motion::elements::spring::step::{Mean, THETA};
use crate::motion::numbers::Numbers;

/// Mean forces off by this part of what round-off of deflections makes of them are right: the deflection at the end of a step is
/// a sum of a few products.
const SETTLED: f64 = 32.0 * f64::EPSILON;

/// A spring on a tangent of its mean force: `mean.force + mean.slope (e₁ − at)`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tangent {
    /// Deflection at the start, and at the end if its bodies go on.
    start: f64,
    free: f64,
    /// Round-off of both is in proportion to this.
    size: f64,
    pub at: f64,
    mean: Mean,
}

impl Tangent {
    fn new(entry: &SpringNumbers, position: &[f64], middle: &[f64]) -> Self {
        let start = entry.deflection(position);
        let free = 2.0 * entry.deflection(middle) - start;
        let size =
            entry.deflection_scale(position) + entry.deflection_scale(middle) + entry.freeplay;
        Self { start, free, size, at: free, mean: Mean::default() }
    }

    /// The force at a deflection at the end.
    fn force(&self, end: f64) -> f64 {
        self.mean.force + self.mean.slope * (end - self.at)
    }

    /// Takes the tangent at a deflection at the end; where the force falls, it stays what it is there.
    fn touch(&mut self, entry: &SpringNumbers, at: f64, h: f64) {
        let Mean { force, slope } = entry.mean_force((self.start, at), h);
        (self.at, self.mean) = (at, Mean { force, slope: slope.max(0.0) });
    }

    /// Deflection at the end with a change of velocities.
    fn end(&self, row: &Row, change: &[f64], h: f64) -> f64 {
        self.free + THETA * h * row.apply(change)
    }

    /// By how much more the spring makes than its tangent, where the deflection at the end is this.
    pub fn excess(&self, entry: &SpringNumbers, end: f64, h: f64) -> f64 {
        entry.mean_force((self.start, end), h).force - self.force(end)
    }

    /// Impulse without a change of velocities, and by it.
    pub fn impulse(&self, h: f64) -> [f64; 2] {
        [h * self.force(self.free), h * h * THETA * self.mean.slope]
    }
}

impl Moreau {
    /// Takes the springs where their bodies go alone.
    pub(super) fn open_springs(&mut self, numbers: &Numbers, state: &State, h: f64) {
        self.base.clear();
        self.base.resize(numbers.mass.len(), 0.0);
        self.tangents.clear();
        for &spring in &self.plan.bent {
            let entry = &numbers.springs[spring];
            let mut tangent = Tangent::new(entry, &state.position, &self.middle);
            tangent.touch(entry, tangent.free, h);
            self.tangents.push(tangent);
        }
    }

    /// Whether all forces of the solution are those that the springs make.
    pub(super) fn are_settled(&self, numbers: &Numbers, h: f64) -> bool {
        let springs = self.plan.bent.iter().map(|spring| &numbers.springs[*spring]);
        springs.zip(&self.tangents).all(|(entry, tangent)| {
            let end = tangent.end(&entry.row, &self.solved, h);
            let mean = entry.mean_force((tangent.start, end), h);
            let size = mean.force.abs() + mean.slope.max(tangent.mean.slope) * tangent.size;
            (mean.force - tangent.force(end)).abs() <= SETTLED * size
        })
    }

    /// Takes the springs on their tangents where the unknowns are `share` of the way from where they were to the solution.
    pub(super) fn move_tangents(&mut self, numbers: &Numbers, share: f64, h: f64) {
        for (base, solved) in self.base.iter_mut().zip(&self.solution.acceleration) {
            *base += share * (solved - *base);
        }
        for (spring, tangent) in self.plan.bent.iter().zip(&mut self.tangents) {
            let entry = &numbers.springs[*spring];
            let at = tangent.free + THETA * h * numbers.over_unknown(&entry.row).apply(&self.base);
            tangent.touch(entry, at, h);
        }
    }

    /// Takes forces of springs that give no energy whatever the solution is, as long as no deflection leaves twice the range that
    /// it has had so far.
    pub(super) fn bound_springs(&mut self, numbers: &Numbers, h: f64) {
        for (place, tangent) in self.tangents.iter_mut().enumerate() {
            let entry = &numbers.springs[self.plan.bent[place]];
            let range = 2.0 * tangent.start.abs().max(tangent.free.abs());
            tangent.at = tangent.start;
            tangent.mean = entry.bounding_force(tangent.start, range, h);
            self.ranges[place] = range;
        }
    }

    /// Widens ranges that the solution leaves; whether there are any.
    pub(super) fn widen_ranges(&mut self, numbers: &Numbers, h: f64) -> bool {
        let mut any = false;
        for (place, tangent) in self.tangents.iter_mut().enumerate() {
            let entry = &numbers.springs[self.plan.bent[place]];
            let end = tangent.end(&entry.row, &self.solved, h).abs();
            if entry.cubic > 0.0 && end > self.ranges[place] {
                self.ranges[place] = 2.0 * end;
                tangent.mean = entry.bounding_force(tangent.start, 2.0 * end, h);
                any = true;
            }
        }
        any
    }
}
