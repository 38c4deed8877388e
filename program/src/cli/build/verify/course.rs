//! The steps of the default experiment, and where a run of it is cut.

use std::fmt;
use std::time::{Duration, Instant};

use luztar::network::plain;

use crate::cli::build::manifest::Manifest;

/// Computing after which a run is cut: a build does not take as long as a study.
pub const BUDGET: Duration = Duration::from_secs(5);
/// Steps that a run has whatever they take.
pub const LEAST: u32 = 10;

/// Communication points of a run: each is a step size after the one before it, the last one the stop time.
pub struct Course {
    step_size: f64,
    stop_time: f64,
    budget: Duration,
    begun: Instant,
    steps: u32,
}

impl Course {
    pub fn new(manifest: &Manifest, budget: Duration) -> Self {
        let Manifest { step_size, stop_time, .. } = *manifest;
        Self { step_size, stop_time, budget, begun: Instant::now(), steps: 0 }
    }

    /// Returns the time after some steps, s.
    fn time(&self, steps: u32) -> f64 {
        let time = f64::from(steps) * self.step_size;
        // Round-off makes no step of its own.
        if self.stop_time - time > 1e-6 * self.step_size { time } else { self.stop_time }
    }

    /// Returns the begin and end of the next step; None where the experiment ends or is cut.
    pub fn next(&mut self) -> Option<(f64, f64)> {
        let begin = self.time(self.steps);
        let is_cut = self.steps >= LEAST && self.begun.elapsed() > self.budget;
        if begin == self.stop_time || is_cut {
            return None;
        }
        self.steps += 1;
        Some((begin, self.time(self.steps)))
    }
}

/// The steps that were made, and whether they end before the experiment does.
impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stop, end) = (self.stop_time, self.time(self.steps));
        match end == stop {
            true => write!(f, "{} steps to {} s", self.steps, plain(stop)),
            false => write!(
                f,
                "{} steps to {} s of {} s, cut after {} s of computing",
                self.steps,
                plain(end),
                plain(stop),
                self.budget.as_secs_f64()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(step_size: f64, stop_time: f64, budget: u64) -> (Vec<f64>, String) {
        let manifest = Manifest { step_size, stop_time, ..Manifest::default() };
        let mut course = Course::new(&manifest, Duration::from_secs(budget));
        let ends = std::iter::from_fn(|| course.next().map(|(_, end)| end)).collect();
        (ends, course.to_string())
    }

    #[test]
    fn steps_lead_to_the_stop_time_or_are_cut() {
        for (step_size, stop_time, budget, count, told) in [
            (0.25, 1.0, 1000, 4, "4 steps to 1 s"),
            (0.1, 0.3, 1000, 3, "3 steps to 0.3 s"),
            (0.4, 1.0, 1000, 3, "3 steps to 1 s"),
            (2.0, 1.0, 1000, 1, "1 steps to 1 s"),
            (0.5, 1e6, 0, 10, "10 steps to 5 s of 1000000 s, cut after 0 s of computing"),
        ] {
            let (ends, text) = ends(step_size, stop_time, budget);
            assert_eq!((ends.len(), text.as_str()), (count, told));
            assert!(ends.is_sorted() && ends.iter().all(|end| *end <= stop_time), "{ends:?}");
        }
    }
}
