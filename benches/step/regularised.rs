//! The usual practice: sgn w is replaced by tanh(w/width), and fixed steps of the classical Runge–Kutta
//! method are taken, as few per communication step as are stable.

use crate::Mover;
use crate::cases::{Case, SIZE};
use crate::runge_kutta::RungeKutta;

/// The method is stable for rates up to 2.78 per step; less a margin.
const STABLE: f64 = 2.5;

pub struct Regularised<'a> {
    case: &'a Case,
    width: f64,
    substeps: usize,
    velocity: RungeKutta,
}

impl<'a> Regularised<'a> {
    pub fn new(case: &'a Case, width: f64) -> Self {
        let rate = case.stiffness / width;
        let substeps = (rate * SIZE / STABLE).ceil() as usize;
        Self { case, width, substeps, velocity: RungeKutta::new(case.start.to_vec()) }
    }

    pub fn substeps(&self) -> usize {
        self.substeps
    }
}

impl Mover for Regularised<'_> {
    fn step(&mut self, _time: f64, inputs: &[f64], velocities: &mut [f64]) {
        let h = SIZE / self.substeps as f64;
        for _ in 0..self.substeps {
            self.velocity.step(h, |_, velocities, slopes| {
                slopes.fill(0.0);
                (self.case.forces)(velocities, inputs, self.width, slopes);
            });
        }
        velocities.copy_from_slice(&self.velocity.state);
    }
}
