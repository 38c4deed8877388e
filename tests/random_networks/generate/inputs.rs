//! How inputs change: when, and to what.

use super::super::followed;
use super::super::motions::motion;
use super::{DURATION, FOLLOWED_DURATION, Generator, Line, Signal};

impl Generator {
    pub(super) fn times(&mut self) -> Vec<f64> {
        let mut times = vec![0.0];
        let mut last = 0.0;
        let duration = if self.followed { FOLLOWED_DURATION } else { DURATION };
        while last < duration - 0.1 {
            last += self.draws.mixed(&[1.0, 0.5, 2.0], 0.1, 3.0);
            times.push(last.min(duration));
            self.jumps.push(self.draws.chance(0.3));
        }
        times
    }

    pub(super) fn lines(&mut self, times: &[f64]) -> Vec<Line> {
        let mut lines = Vec::new();
        for (name, signal) in std::mem::take(&mut self.inputs) {
            match signal {
                Signal::Motion => {
                    let words = match self.rotation {
                        false => ["position", "velocity", "acceleration"],
                        true => ["angle", "angularVelocity", "angularAcceleration"],
                    };
                    lines.extend(motion(&mut self.draws, &self.jumps, &name, words, times));
                }
                Signal::Surface => {
                    let words = ["", "surfaceVelocity", "surfaceAcceleration"];
                    lines.extend(
                        motion(&mut self.draws, &self.jumps, &name, words, times)
                            .into_iter()
                            .skip(1),
                    );
                }
                other => {
                    let pieces = self.levels(other, times);
                    let follows = matches!(other, Signal::Force | Signal::Load { ramps: true });
                    let is_load = matches!(other, Signal::Load { .. });
                    let formula = (self.followed && follows)
                        .then(|| followed::formula(&mut self.draws, is_load));
                    lines.push(Line { name, pieces, ramps: true, formula });
                }
            }
        }
        lines
    }

    /// Held, ramps and jumps.
    fn levels(&mut self, signal: Signal, times: &[f64]) -> Vec<[f64; 3]> {
        let mut pieces = Vec::new();
        let mut last = None;
        for segment in times.windows(2) {
            let [one, two] = [(); 2].map(|()| match signal {
                Signal::Force => self.draws.mixed(&[0.0, 0.0, 1.0, -1.0, 2.0, 3.0], -4.0, 4.0),
                Signal::Heat => self.draws.mixed(&[1.0, 0.7], 0.5, 2.0),
                _ => self.draws.mixed(&[1.0, 1.0, 2.0, 0.0, -1.0], -0.5, 3.0),
            });
            let last = last.get_or_insert(one);
            let (from, to) = match self.draws.below(8) {
                _ if matches!(signal, Signal::Load { ramps: false } | Signal::Heat) => (one, one),
                0..3 => (*last, two),
                3 => (*last, *last),
                4..6 => (one, two),
                _ => (one, one),
            };
            pieces.push([from, (to - from) / (segment[1] - segment[0]), 0.0]);
            *last = to;
        }
        pieces
    }
}
