//! The methods of the bench and their settings.

use super::Runner;
use super::euler::Euler;
use super::problem::{Problem, SIZE};
use super::smoothed::Smoothed;
use super::units::{Luztar, Shape};

/// Relative tolerances of the exact engine.
const TOLERANCES: [f64; 5] = [1e-4, 1e-6, 1e-8, USUAL, 1e-12];
/// The tightest tolerance that units take.
pub const TIGHTEST: f64 = 1e-14;
/// The default.
pub const USUAL: f64 = 1e-10;
/// Widths in m/s or rad/s, from common to careful.
const WIDTHS: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];
/// Steps of Euler's method, s.
const STEPS: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];
/// The classical Runge–Kutta method is stable for rates up to 2.78 per step; less a margin.
const STABLE: f64 = 2.5;
/// Most steps of a run of it: a second or two.
const MOST_STEPS: f64 = 2e6;

#[derive(Clone, Copy, Debug)]
pub enum Method {
    Exact(f64),
    Regularised(Shape),
    /// Width, and steps per communication step.
    Smoothed(f64, usize),
    Euler(f64),
}

impl Method {
    /// Returns all methods that are run for a problem: smoothed friction by the longest steps that are stable, and by a
    /// tenth of them.
    pub fn all(problem: &Problem) -> Vec<Self> {
        let mut all: Vec<Self> = TOLERANCES.map(Self::Exact).into();
        for shape in [Shape::Karnopp, Shape::Linear, Shape::Tanh] {
            all.extend(WIDTHS.map(|width| Self::Regularised(shape(width))));
        }
        for refinement in [1.0, 10.0] {
            let steps = |width: &f64| {
                let rate = problem.stiffness / width;
                (*width, ((rate * SIZE / STABLE).ceil() * refinement) as usize)
            };
            let few =
                |(_, steps): &(f64, usize)| problem.steps() as f64 * *steps as f64 <= MOST_STEPS;
            let those = WIDTHS.iter().map(steps).filter(few);
            all.extend(those.map(|(width, steps)| Self::Smoothed(width, steps)));
        }
        all.extend(STEPS.map(Self::Euler));
        all
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact(_) => "luztar, exact",
            Self::Regularised(Shape::Karnopp(_)) => "luztar, karnopp",
            Self::Regularised(Shape::Linear(_)) => "luztar, linear",
            Self::Regularised(Shape::Tanh(_)) => "luztar, tanh",
            Self::Smoothed(..) => "tanh + RK4",
            Self::Euler(_) => "Euler unit in C",
        }
    }

    pub fn setting(&self) -> String {
        match self {
            Self::Exact(tolerance) => format!("tolerance {tolerance:e}"),
            Self::Regularised(
                Shape::Karnopp(width) | Shape::Linear(width) | Shape::Tanh(width),
            ) => {
                format!("width {width:e}")
            }
            Self::Smoothed(width, steps) => {
                format!("width {width:e}, h = {:.1e} s", SIZE / *steps as f64)
            }
            Self::Euler(step) => format!("h = {step:e} s"),
        }
    }

    /// Starts a run.
    pub fn start(&self, problem: &'static Problem) -> Result<Box<dyn Runner>, String> {
        Ok(match *self {
            Self::Exact(tolerance) => Box::new(Luztar::new(problem, tolerance, None)),
            Self::Regularised(shape) => Box::new(Luztar::new(problem, USUAL, Some(shape))),
            Self::Smoothed(width, steps) => Box::new(Smoothed::new(problem, width, steps)),
            Self::Euler(step) => {
                Box::new(Euler::new(problem, step).map_err(|error| error.to_string())?)
            }
        })
    }
}
