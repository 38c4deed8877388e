//! The usual practice: sgn w is replaced by tanh(w/width), and fixed steps of the classical Runge–Kutta
//! method are taken, as few per communication step as are stable.

use crate::Mover;
use crate::cases::{Case, SIZE};

/// The method is stable for rates up to 2.78 per step; less a margin.
const STABLE: f64 = 2.5;

pub struct Regularised<'a> {
    case: &'a Case,
    width: f64,
    substeps: usize,
    velocity: Vec<f64>,
    stage: Vec<f64>,
    slopes: [Vec<f64>; 4],
}

impl<'a> Regularised<'a> {
    pub fn new(case: &'a Case, width: f64) -> Self {
        let rate = case.stiffness / width;
        let zeros = || vec![0.0; case.start.len()];
        Self {
            case,
            width,
            substeps: (rate * SIZE / STABLE).ceil() as usize,
            velocity: case.start.to_vec(),
            stage: zeros(),
            slopes: [zeros(), zeros(), zeros(), zeros()],
        }
    }

    pub fn substeps(&self) -> usize {
        self.substeps
    }

    fn slope(&mut self, stage: usize, inputs: &[f64]) {
        self.slopes[stage].fill(0.0);
        (self.case.forces)(&self.stage, inputs, self.width, &mut self.slopes[stage]);
    }
}

impl Mover for Regularised<'_> {
    fn step(&mut self, _time: f64, inputs: &[f64], velocities: &mut [f64]) {
        let h = SIZE / self.substeps as f64;
        for _ in 0..self.substeps {
            self.stage.copy_from_slice(&self.velocity);
            self.slope(0, inputs);
            for (stage, part) in [(1, h / 2.0), (2, h / 2.0), (3, h)] {
                for (i, x) in self.stage.iter_mut().enumerate() {
                    *x = self.velocity[i] + part * self.slopes[stage - 1][i];
                }
                self.slope(stage, inputs);
            }
            let [k1, k2, k3, k4] = &self.slopes;
            for (i, v) in self.velocity.iter_mut().enumerate() {
                *v += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        velocities.copy_from_slice(&self.velocity);
    }
}
