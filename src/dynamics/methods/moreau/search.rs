//! Line search towards a solution whose springs were on tangents: to the minimum of the energy that a step minimises.
//!
//! A step is the minimum of a convex function of the unknowns ([`crate::gauss`], with the integrals of mean forces of springs
//! over the deflections at the end). Its slope along the way rises, so that the minimum is where this is 0; beyond the solution
//! too, where a spring is met softly and is stiff. Steps of Newton's method that go there converge from anywhere.

use super::Moreau;
use super::formulas::Course;
use crate::dynamics::State;
use crate::dynamics::elements::spring::step::THETA;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::KNOWN_SHARE;
use crate::gauss::CoupledMass;

/// The way is followed at most so far, in parts of it.
const FARTHEST: f64 = 1e6;

/// Slopes that are evaluated, at most.
const MOST_EVALUATIONS: usize = 40;

/// Part of the slope at the start that is near enough to 0 with forces by formula, whose slopes cost more than a
/// solution.
const NEAR: f64 = 1e-2;

impl Moreau {
    /// Returns the share of the way from the place of the tangents to the solution at which the minimum is.
    pub(super) fn search(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        h: f64,
    ) -> f64 {
        let springs = || self.plan.nonlinear.iter().map(|spring| &system.springs[*spring]);
        if !springs().all(|entry| entry.is_convex()) {
            return 1.0;
        }
        self.prepare_way(system);
        let mut slope_at = |share: f64| {
            self.slope(system, share, h) + self.formula_slope(system, expansion, state, (share, h))
        };
        let start = slope_at(0.0);
        if start >= 0.0 {
            return 1.0;
        }
        let near = if system.forces.is_empty() { 0.0 } else { NEAR * -start };
        let (mut low, mut high) = ((0.0, start), (1.0, slope_at(1.0)));
        if high.1.abs() < near {
            return 1.0;
        }
        while high.1 < 0.0 && high.0 < FARTHEST {
            low = high;
            high = (2.0 * high.0, slope_at(2.0 * high.0));
        }
        if high.1 < 0.0 {
            return 1.0;
        }
        for look in 0..MOST_EVALUATIONS {
            let middle = 0.5 * (low.0 + high.0);
            let secant = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            let good = look % 3 != 0 && low.0 < secant && secant < high.0;
            let share = if good { secant } else { middle };
            let slope = slope_at(share);
            if slope < 0.0 {
                low = (share, slope)
            } else {
                high = (share, slope)
            }
            if slope.abs() < near {
                return share;
            }
            if slope == 0.0 || high.0 - low.0 <= KNOWN_SHARE * high.0 {
                break;
            }
        }
        high.0
    }

    /// Prepares the changes along the way, and what does not depend on the place on it.
    fn prepare_way(&mut self, system: &System) {
        let Self { way, base, solution, mass, coupled, load, edges, .. } = self;
        way.clear();
        way.extend(solution.acceleration.iter().zip(&*base).map(|(solved, base)| solved - base));
        let (mut start, mut rise) = (0.0, 0.0);
        for (body, change) in way.iter().enumerate() {
            start += change * (mass[body] * base[body] - load[body]);
            rise += mass[body] * change * change;
        }
        for &CoupledMass { i, j, mass } in coupled.iter() {
            start += mass * (way[i] * base[j] + way[j] * base[i]);
            rise += 2.0 * mass * way[i] * way[j];
        }
        for edge in edges.iter() {
            let change = edge.row.apply(way);
            start += edge.viscous * change * edge.row.apply(base);
            rise += edge.viscous * change * change;
        }
        self.even = (start, rise);
        self.slips.clear();
        for (contact, bounds) in self.plan.index.iter().zip(&self.bounds) {
            let row = &system.rows[*contact];
            self.slips.push((row.apply(&self.base) - bounds.beta, row.apply(&self.way)));
        }
    }

    /// Returns the part of that slope that formulas add beyond their tangent.
    fn formula_slope(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        (share, h): (f64, f64),
    ) -> f64 {
        if system.forces.is_empty() {
            return 0.0;
        }
        let Self { formulas, middle, mean, base, way, place, .. } = self;
        place.clear();
        place.extend(base.iter().zip(&*way).map(|(base, way)| base + share * way));
        let course = Course { state, middle, mean, h };
        formulas.over_tangent(system, expansion, &course, (place, way))
    }

    /// Returns the slope of the function at a share of the way, by that share.
    fn slope(&self, system: &System, share: f64, h: f64) -> f64 {
        let mut slope = self.even.0 + share * self.even.1;
        for (spring, tangent) in self.plan.nonlinear.iter().zip(&self.tangents) {
            let entry = &system.springs[*spring];
            let change = system.over_unknown(&entry.row).apply(&self.way);
            let end = tangent.at + THETA * h * share * change;
            slope += h * change * tangent.over_tangent(entry, end, h);
        }
        let contacts = self.slips.iter().zip(&self.bounds).zip(&self.viscous);
        for (((start, change), bounds), viscous) in contacts {
            let slip = start + share * change;
            let dry = match slip {
                _ if slip > 0.0 => bounds.upper,
                _ if slip < 0.0 => bounds.lower,
                _ => 0.0,
            };
            slope += change * (viscous * slip + dry);
        }
        slope
    }
}
