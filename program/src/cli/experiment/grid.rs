//! Communication points of a run: times 0, H, 2H, … and the stop time.

use luztar::network::plain;
use luztar::signals::TIME_TOLERANCE;

use crate::cli::failure::Failure;

/// Points of a run; more would take months.
const MAX_STEPS: f64 = 1e12;

/// Equidistant communication points; the last step is shorter where H does not divide the stop time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    pub stop: f64,
    pub step: f64,
    pub steps: u64,
}

impl Grid {
    /// # Errors
    /// A stop time or step that is not positive and finite, or too many steps; messages call them by these names.
    pub fn new(stop: f64, step: f64, names: [&str; 2]) -> Result<Self, Failure> {
        for (name, value) in names.into_iter().zip([stop, step]) {
            if !(value.is_finite() && value > 0.0) {
                let rule = "must be > 0 s";
                return Err(Failure::Usage(format!("{name} {}: {rule}", plain(value))));
            }
        }
        let steps = (stop / step * (1.0 - TIME_TOLERANCE)).ceil().max(1.0);
        if steps > MAX_STEPS {
            return Err(Failure::Usage(format!(
                "{} {}: {steps:e} steps to t = {} s are more than {MAX_STEPS:e}; choose a longer step",
                names[1],
                plain(step),
                plain(stop)
            )));
        }
        Ok(Self { stop, step, steps: steps as u64 })
    }

    /// Returns the time of point `index`, 0 to `steps`. Where H is 1/n, it is the number nearest to the decimal that a
    /// person expects: 0.3, not 0.30000000000000004.
    pub fn time(&self, index: u64) -> f64 {
        let inverse = (1.0 / self.step).round();
        match index {
            index if index >= self.steps => self.stop,
            index if 1.0 / inverse == self.step => index as f64 / inverse,
            index => index as f64 * self.step,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    const NAMES: [&str; 2] = ["--stop-time", "--step"];

    #[test]
    fn points_are_the_expected_decimals() {
        let grid = Grid::new(1.0, 0.1, NAMES).expect("valid");
        let times: Vec<String> = (0..=grid.steps).map(|k| grid.time(k).to_string()).collect();
        let expected = ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"];
        assert_eq!(times, expected);
    }

    #[test]
    fn last_step_ends_at_the_stop_time() {
        for (stop, step, steps) in [(1.0, 0.3, 4), (2.0, 0.001, 2000), (0.5, 2.0, 1), (1.0, 1.0, 1)]
        {
            let grid = Grid::new(stop, step, NAMES).expect("valid");
            assert_eq!((grid.steps, grid.time(grid.steps)), (steps, stop));
            assert!((0..steps).all(|k| grid.time(k) < grid.time(k + 1)));
        }
    }

    #[test]
    fn times_that_are_not_positive_are_refused() {
        for (stop, step) in
            [(0.0, 0.1), (1.0, -0.1), (f64::NAN, 0.1), (1.0, f64::INFINITY), (1.0, 1e-300)]
        {
            assert!(Grid::new(stop, step, NAMES).is_err(), "{stop} {step}");
        }
    }
}
