//! The lowest point of the dual along a line: a convex, piecewise quadratic function of one variable,
//! whose slope `Σ v_c clip(u_c + t v_c) − gᵀd` rises piecewise linearly.

use super::super::Row;
use crate::Confine;
use crate::tolerances::MANY_TERMS;

/// Rounds of the search; each either ends on a linear piece or halves the bracket.
const MOST_ROUNDS: usize = 200;

pub(super) enum Lowest {
    At(f64),
    /// The slope never reaches 0 unless all limits are wider by this fraction of F̄.
    None {
        violation: f64,
    },
}

/// Per member, in units of F̄: u at the start of the line and its change along it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub point: Vec<f64>,
    pub direction: Vec<f64>,
}

impl Line {
    /// Adds the change of a member's u under a change of the potentials.
    pub fn add(&mut self, row: &Row, range: f64, step: &[f64]) {
        let (sum, size) = row.terms().fold((0.0, 0.0), |(sum, size), (body, q)| {
            let term = q * step[body];
            (sum + term, size + f64::abs(term))
        });
        self.direction.push(if sum.abs() > MANY_TERMS * size { range * sum } else { 0.0 });
    }

    /// Returns the point with slope 0, `power` being gᵀd.
    pub fn lowest(&self, limits: &[(f64, f64)], power: f64) -> Lowest {
        let (mut far, mut reach, mut size) = (-power, 0.0, power.abs());
        for (v, (lower, upper)) in self.direction.iter().zip(limits) {
            let bound = if *v > 0.0 { *upper } else { *lower };
            if *v != 0.0 {
                far += v * bound;
                reach += v.abs();
                if bound.is_finite() {
                    size += (v * bound).abs();
                }
            }
        }
        if far <= MANY_TERMS * size {
            let violation = if far < 0.0 { -far / reach } else { 0.0 };
            return Lowest::None { violation };
        }
        let (start, _) = self.slope(limits, power, 0.0);
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let mut t = 1.0;
        for _ in 0..MOST_ROUNDS {
            let (slope, curvature) = self.slope(limits, power, t);
            if slope.abs() <= MANY_TERMS * start.abs() {
                break;
            }
            if slope < 0.0 {
                low = t;
            } else {
                high = t;
            }
            let newton = t - slope / curvature;
            t = if low < newton && newton < high {
                newton
            } else if high == f64::INFINITY {
                2.0 * low
            } else {
                low + 0.5 * (high - low)
            };
            if t <= low || t >= high {
                break;
            }
        }
        Lowest::At(t)
    }

    /// Returns the slope at t, and the slope's own.
    fn slope(&self, limits: &[(f64, f64)], power: f64, t: f64) -> (f64, f64) {
        let members = self.point.iter().zip(&self.direction).zip(limits);
        members.fold((-power, 0.0), |(slope, curvature), ((u, v), (lower, upper))| {
            let at = u + t * v;
            let inside = *lower < at && at < *upper;
            (slope + v * at.confined(*lower, *upper), curvature + if inside { v * v } else { 0.0 })
        })
    }
}
