//! From where to where a communication step goes, and where it may end early: at its first transition.

/// A transition this close (s, relative to max(1, |t|)) to the start or the end of a communication step
/// happens there: hosts count time no better.
const AT_AN_END: f64 = 1e-9;

/// A communication step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    begin: f64,
    end: f64,
    /// Whether it ends at its first transition.
    early: bool,
    /// What counts as its start and its end, s.
    slack: f64,
}

impl Span {
    /// A step that is always completed.
    pub fn whole(begin: f64, end: f64) -> Self {
        Self { begin, end, early: false, slack: 0.0 }
    }

    /// A step that ends at its first transition that is neither at its start nor at its end.
    pub fn to_transition(begin: f64, end: f64) -> Self {
        Self { begin, end, early: true, slack: AT_AN_END * begin.abs().max(end.abs()).max(1.0) }
    }

    pub fn begin(&self) -> f64 {
        self.begin
    }

    pub fn end(&self) -> f64 {
        self.end
    }

    /// Up to where a transition belongs to the step.
    pub fn reach(&self) -> f64 {
        self.end + self.slack
    }

    /// Whether a time is past the start.
    pub fn is_later(&self, time: f64) -> bool {
        time > self.begin + self.slack
    }

    /// Whether a transition at this time ends the step early.
    pub fn stops(&self, time: f64) -> bool {
        self.early && self.is_later(time) && time < self.end - self.slack
    }
}
