//! The flow x(t) and its derivative by the state at the start, across transitions.
//!
//! In a mode the derivative Φ solves the variational equation Φ' = J(t) Φ, J by the model's directional derivatives. A part
//! of length h is one step of the Magnus series of order 6 with J at the three Gauss points (S. Blanes, F. Casas,
//! J. Ros, BIT 40 (2000) 434–450): exact where J is constant. At a transition where the event function g passes zero and
//! f⁻ becomes f⁺, the state being continuous, Φ is multiplied by the saltation matrix
//! ```text
//!   S = 1 + (f⁺ − f⁻) (∂g/∂x) / (dg/dt)⁻
//! ```
//! (P. C. Müller, Chaos, Solitons & Fractals 5 (1995) 1671–1691; R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations
//! of Non-Smooth Mechanical Systems, Springer 2004). Where a contact sticks, g is the slip velocity w: S maps to
//! ∂w = 0 and lowers the rank. Where it begins to slip, g = λ − ρN with the ratio ρ of friction and load at that
//! instant.

mod advance;
mod crossing;
mod guards;

pub use advance::SEARCH_ACCURACY;
use faer::Mat;

use super::constants::Constant;
use super::model::Case;
use crate::unit::{Event, Fault, Simulation};

/// A motion with the derivative of its state by that at the start.
#[derive(Debug)]
pub struct Tangent<'m> {
    model: &'m Case,
    /// Parameters beside the states that the motion is differentiated by: constants of it.
    constants: Vec<Constant>,
    /// Greatest change by halving a part, relative to its derivative.
    accuracy: f64,
    pub instance: Simulation,
    /// A row and a column for each state, then for each constant.
    pub phi: Mat<f64>,
    pub events: Vec<Event>,
}

impl Tangent<'_> {
    /// Returns the derivatives of variables, present values of the state and the constants being what they are by.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn slopes_of(&mut self, variables: &[usize]) -> Result<Mat<f64>, Fault> {
        Ok(self.matrix(variables)? * &self.phi)
    }

    /// Returns the derivatives of variables by states and constants as they are now.
    fn matrix(&mut self, unknowns: &[usize]) -> Result<Mat<f64>, Fault> {
        let states = self.model.rows();
        let mut found = Mat::zeros(unknowns.len(), states.len() + self.constants.len());
        for (j, row) in states.iter().enumerate() {
            let known = std::iter::once((row.variable, 1.0));
            self.instance
                .directional_derivative(unknowns, known, |i, value| found[(i, j)] = value)?;
        }
        for (j, constant) in (states.len()..).zip(&self.constants) {
            let direction = constant.direction(&mut self.instance)?.into_iter();
            self.instance
                .directional_derivative(unknowns, direction, |i, value| found[(i, j)] = value)?;
            for (i, unknown) in unknowns.iter().enumerate() {
                found[(i, j)] += constant.own(&mut self.instance, *unknown)?;
            }
        }
        Ok(found)
    }

    /// Returns the derivatives of a variable of each state, with rows of 0 for the constants.
    fn square(&mut self, unknowns: &[usize]) -> Result<Mat<f64>, Fault> {
        let top = self.matrix(unknowns)?;
        let rows = top.nrows();
        let entry = |i: usize, j: usize| if i < rows { top[(i, j)] } else { 0.0 };
        Ok(Mat::from_fn(top.ncols(), top.ncols(), entry))
    }

    /// Returns ẋ.
    fn rate(&mut self) -> Result<Mat<f64>, Fault> {
        let rate = self.model.rate(&mut self.instance)?;
        Ok(Mat::from_fn(rate.len(), 1, |i, _| rate[i]))
    }

    fn step_to(&mut self, end: f64) -> Result<(), Fault> {
        let time = self.instance.time();
        // Nodes of the shortest parts may coincide.
        if end > time {
            self.instance.step(time, end - time)?;
        }
        Ok(())
    }

    /// Returns the state.
    ///
    /// # Errors
    /// Values that are not finite.
    pub fn state(&mut self) -> Result<Vec<f64>, Fault> {
        self.model.state(&mut self.instance)
    }
}
