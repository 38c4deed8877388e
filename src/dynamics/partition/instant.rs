//! Times to more digits than a time of day has.

/// A time, s, and what rounding has left of it: transitions are where polynomials say, however far time has gone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::dynamics) struct Instant {
    pub time: f64,
    pub rest: f64,
}

impl Instant {
    /// Returns the time τ after another one, rounded.
    pub fn after(self, tau: f64) -> Self {
        let late = self.rest + tau;
        let time = self.time + late;
        let gone = time - self.time;
        Self { time, rest: (self.time - (time - gone)) + (late - gone) }
    }

    /// Returns the time since another one, s.
    pub fn since(self, other: Self) -> f64 {
        (self.time - other.time) + (self.rest - other.rest)
    }

    pub fn exactly(time: f64) -> Self {
        Self { time, rest: 0.0 }
    }
}
