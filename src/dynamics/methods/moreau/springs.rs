//! Springs with gaps, nonlinear ones and those that push apart, within a step: each on a tangent of its mean force, which moves from
//! solution to solution until all forces are those that the springs make.

use super::Moreau;
use super::tangent::Tangent;
use crate::dynamics::State;
use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::system::System;

impl Moreau {
    /// Takes the springs where their bodies go alone.
    pub(super) fn open_springs(&mut self, system: &System, state: &State, h: f64) {
        self.base.clear();
        self.base.resize(system.mass.len(), 0.0);
        self.tangents.clear();
        for &spring in &self.plan.nonlinear {
            let entry = &system.springs[spring];
            self.tangents.push(Tangent::new(entry, (&state.position, &self.middle), h));
        }
    }

    /// True if all forces of the solution are those that the springs make.
    pub(super) fn have_converged(&self, system: &System, h: f64) -> bool {
        let springs = self.plan.nonlinear.iter().map(|spring| &system.springs[*spring]);
        springs.zip(&self.tangents).all(|(entry, tangent)| {
            tangent.has_converged(entry, tangent.end(&entry.row, &self.solved, h), h)
        })
    }

    /// Takes the springs on their tangents where the unknowns are `share` of the way from where they were to the solution.
    pub(super) fn move_tangents(&mut self, system: &System, share: f64, h: f64) {
        for (base, solved) in self.base.iter_mut().zip(&self.solution.acceleration) {
            *base += share * (solved - *base);
        }
        for (spring, tangent) in self.plan.nonlinear.iter().zip(&mut self.tangents) {
            let entry = &system.springs[*spring];
            let at = tangent.free + THETA * h * system.over_unknown(&entry.row).apply(&self.base);
            tangent.touch(entry, at, h);
        }
    }

    /// Takes forces of springs that give no energy whatever the solution is, as long as no deflection leaves twice the range that
    /// it has had so far.
    pub(super) fn bound_springs(&mut self, system: &System, h: f64) {
        for (place, tangent) in self.tangents.iter_mut().enumerate() {
            let entry = &system.springs[self.plan.nonlinear[place]];
            let range = 2.0 * tangent.start.abs().max(tangent.free.abs());
            tangent.at = tangent.start;
            tangent.mean = entry.bounding_force(tangent.start, range, h);
            self.ranges[place] = range;
        }
    }

    /// Widens ranges that the solution leaves; true if there are any.
    pub(super) fn relax_ranges(&mut self, system: &System, h: f64) -> bool {
        let mut any = false;
        for (place, tangent) in self.tangents.iter_mut().enumerate() {
            let entry = &system.springs[self.plan.nonlinear[place]];
            let end = tangent.end(&entry.row, &self.solved, h).abs();
            if entry.hardens() && end > self.ranges[place] {
                self.ranges[place] = 2.0 * end;
                tangent.mean = entry.bounding_force(tangent.start, 2.0 * end, h);
                any = true;
            }
        }
        any
    }
}
