//! Springs and dampers: their numbers, forces and modes at an instant.

pub mod along;
pub mod defect;
pub mod given;
pub mod guards;
pub mod step;
pub mod variation;

use crate::dynamics::bounded::Bounded;
use crate::dynamics::tolerances::EDGE;
use crate::dynamics::{SpringMode, State};
use crate::gauss::Row;
use crate::network::Characteristic;

#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct SpringData {
    pub row: Row,
    pub stiffness: f64,
    /// Elastic force beside the stiffness, of a bilateral spring.
    pub characteristic: Characteristic<f64>,
    pub damping: f64,
    /// Deflections of the row at which it begins to push, the lower and the upper, possibly infinite; None of a bilateral spring.
    pub gap: Option<[f64; 2]>,
    /// Deflection of the row that counts as 0, 0 of a spring with a gap; and the rate of where the force begins, which is 0
    /// but in a variation.
    pub offset: [f64; 2],
    /// Own part of the force of order 1, made by changes of its parameters; 0 except in a variation.
    pub own_change: f64,
}

impl SpringData {
    /// Makes a damper: a spring without stiffness.
    pub fn damper(row: Row, damping: f64) -> Self {
        let offset = [0.0; 2];
        let characteristic = Characteristic::Linear;
        Self { row, stiffness: 0.0, characteristic, damping, gap: None, offset, own_change: 0.0 }
    }

    /// Returns coefficient k of the deflection from what counts as 0, of positions with these coefficients.
    pub fn deflection_term(&self, position: &[f64], k: usize) -> f64 {
        self.row.apply(position) - self.offset.get(k).copied().unwrap_or(0.0)
    }

    /// Returns the deflection from what counts as 0.
    pub fn deflection(&self, position: &[f64]) -> f64 {
        self.deflection_term(position, 0)
    }

    /// Returns the deflection at which a mode in which it pushes begins, m or rad.
    fn edge(&self, mode: SpringMode) -> f64 {
        match (mode, self.gap) {
            (SpringMode::Left, Some([lower, _])) => lower,
            (SpringMode::Right, Some([_, upper])) => upper,
            _ => 0.0,
        }
    }

    /// Returns the edge of its gap that is nearer to a deflection, and which of both; 0 and the upper one of a bilateral spring.
    pub fn nearest_edge(&self, e: f64) -> (f64, SpringMode) {
        match self.gap {
            Some([lower, upper]) if e - lower < upper - e => (lower, SpringMode::Left),
            Some([_, upper]) => (upper, SpringMode::Right),
            None => (0.0, SpringMode::Right),
        }
    }

    /// Returns the sum of the magnitudes of what makes up the distance from the nearer edge of its gap, if that has one.
    pub fn reach_scale(&self, position: &[f64]) -> f64 {
        let (edge, _) = self.nearest_edge(self.deflection(position));
        let edge = if edge.is_finite() { edge.abs() } else { 0.0 };
        self.row.magnitude(position) + self.offset[0].abs() + edge
    }

    /// Returns the deflection e beyond the gap on the side where the spring pushes.
    pub fn reach(&self, mode: SpringMode, e: f64) -> f64 {
        if mode.acts() { e - self.edge(mode) } else { 0.0 }
    }

    /// Returns the force of the spring in a state.
    pub fn force(&self, mode: SpringMode, state: &State) -> f64 {
        if !mode.acts() {
            return 0.0;
        }
        let (e, rate) = (self.deflection(&state.position), self.row.apply(&state.velocity));
        let elastic = self.stiffness * self.reach(mode, e) + self.damping * rate;
        if mode == SpringMode::Bilateral { elastic + self.characteristic.force(e) } else { elastic }
    }

    /// Returns the sum of the magnitudes of the terms that make the force, for positions and velocities of all bodies,
    /// as far as its round-off is in proportion to them: that of positions far from 0 bends a nonlinear spring as
    /// steep as it is at its deflection.
    pub fn force_scale(&self, (position, velocity): (&[f64], &[f64])) -> f64 {
        let reach = self.reach_scale(position);
        self.slope(position) * reach + self.damping * self.row.magnitude(velocity)
    }

    /// Returns the greatest rate of the elastic force, N/s, for positions and velocities of all bodies.
    pub fn rate_scale(&self, (position, velocity): (&[f64], &[f64])) -> f64 {
        self.slope(position) * self.row.magnitude(velocity)
    }

    /// Returns the magnitude of the slope of the elastic force, N/m; times the deflection no less than the force.
    fn slope(&self, position: &[f64]) -> f64 {
        if self.is_linear() {
            return self.stiffness.abs();
        }
        self.stiffness.abs() + self.characteristic.slope(self.deflection(position)).abs()
    }
}

impl SpringData {
    /// Returns the mode from deflection and its rate.
    pub fn mode(&self, state: &State) -> SpringMode {
        self.mode_at(self.deflection(&state.position), self.row.apply(&state.velocity))
    }

    /// True if the elastic force is linear in each of its modes.
    pub fn is_linear(&self) -> bool {
        self.characteristic.is_linear()
    }

    /// Returns the mode that a spring without freeplay always has.
    pub fn only_mode(&self) -> Option<SpringMode> {
        self.gap.is_none().then_some(SpringMode::Bilateral)
    }

    /// Returns the mode at a deflection and its rate.
    pub fn mode_at(&self, e: f64, rate: f64) -> SpringMode {
        let Some([lower, upper]) = self.gap else { return SpringMode::Bilateral };
        let pushing = match e {
            e if e > upper => SpringMode::Right,
            e if e < lower => SpringMode::Left,
            _ => return SpringMode::Gap,
        };
        if self.push(pushing, e, rate) < 0.0 { SpringMode::Lifted } else { pushing }
    }

    /// True if it has a gap that ends somewhere.
    pub fn has_edge(&self) -> bool {
        self.gap.is_some_and(|gap| gap.iter().any(|edge| edge.is_finite()))
    }

    /// True if a deflection is beyond an edge of its gap.
    pub fn is_outside(&self, e: f64) -> bool {
        self.gap.is_some_and(|[lower, upper]| e < lower || e > upper)
    }

    /// Returns the mode after a jump: the present one where round-off alone would decide between it and another.
    pub fn mode_after_jump(&self, mode: SpringMode, state: &State) -> SpringMode {
        if let Some(mode) = self.only_mode() {
            return mode;
        }
        let e = self.deflection(&state.position);
        let (edge, side) = self.nearest_edge(e);
        let reach = self.reach_scale(&state.position);
        let within = Bounded { value: e - edge, bound: EDGE * reach };
        let terms =
            self.stiffness.abs() * reach + self.damping * self.row.magnitude(&state.velocity);
        let rate = self.row.apply(&state.velocity);
        let push = Bounded { value: self.push(side, e, rate), bound: EDGE * terms };
        let in_reach = mode != SpringMode::Gap && self.is_outside(e);
        let stays = within.is_zero() || in_reach && push.is_zero();
        if stays { mode } else { self.mode(state) }
    }

    /// Returns the force with which the spring would push on this side.
    fn push(&self, side: SpringMode, e: f64, rate: f64) -> f64 {
        let force = self.stiffness * (e - self.edge(side)) + self.damping * rate;
        if side == SpringMode::Left { -force } else { force }
    }
}
