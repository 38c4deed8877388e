//! Means over a communication step that a run divides: an instance has those of the last part alone.

use luztar::study::model::real;
use luztar::unit::{Accessor, Model, Simulation};

use crate::cli::failure::Failure;

/// Mean forces over the parts of a communication step up to now.
pub struct Means {
    /// The variables, and the time integral of each.
    integrals: Vec<(usize, f64)>,
    /// Time of all parts, s.
    time: f64,
    parts: usize,
}

impl Means {
    /// Takes those of the columns that are means over a communication step.
    pub fn of(unit: &Model, columns: &[usize]) -> Self {
        let is_mean = |index: &&usize| {
            let accessor = unit.variables()[**index].accessor;
            matches!(accessor, Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_))
        };
        let integrals = columns.iter().filter(is_mean).map(|&index| (index, 0.0)).collect();
        Self { integrals, time: 0.0, parts: 0 }
    }

    /// Adds a part that has just been made, of this duration, s.
    ///
    /// # Errors
    /// A mean that is not finite.
    pub fn add(&mut self, duration: f64, instance: &mut Simulation) -> Result<(), Failure> {
        for (variable, integral) in &mut self.integrals {
            *integral += duration * real(instance, *variable).map_err(Failure::job)?;
        }
        self.time += duration;
        self.parts += 1;
        Ok(())
    }

    /// Returns the mean of a variable; None: the instance has its value.
    pub fn get(&self, variable: usize) -> Option<f64> {
        let (_, integral) = self.integrals.iter().find(|(known, _)| *known == variable)?;
        (self.parts > 1 && self.time > 0.0).then(|| integral / self.time)
    }

    /// Begins the next step.
    pub fn restart(&mut self) {
        self.integrals.iter_mut().for_each(|(_, integral)| *integral = 0.0);
        (self.time, self.parts) = (0.0, 0);
    }
}
