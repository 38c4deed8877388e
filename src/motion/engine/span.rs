//! From where to where a communication step goes, and where it may end early: at its first transition, or before it.

/// A transition this close (s, relative to max(1, |t|)) to the start or the end of a communication step
/// happens there: hosts count time no better.
const AT_AN_END: f64 = 1e-9;

/// Where a communication step of [`Motion::go_to`](super::Motion::go_to) ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Nowhere.
    Nowhere,
    /// After its first transition that is neither at its start nor at its end.
    AfterTransition,
    /// Before its first transition, of all or of those at its end alone; one at its start is made without a halt
    /// where it was halted for before.
    BeforeTransition { within: bool, at_start: bool },
}

/// A communication step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    begin: f64,
    end: f64,
    halt: Halt,
    /// What counts as its start and its end, s.
    slack: f64,
    /// By how much a transition behind the end may still belong to the step, s.
    ahead: f64,
    /// True if it halts after each internal step.
    pauses: bool,
}

impl Span {
    /// A step that is always completed.
    pub fn whole(begin: f64, end: f64) -> Self {
        Self { begin, end, halt: Halt::Nowhere, slack: 0.0, ahead: 0.0, pauses: false }
    }

    /// A step that ends at its first transition that is neither at its start nor at its end.
    pub fn to_transition(begin: f64, end: f64) -> Self {
        let span = Self::halting(begin, end, Halt::AfterTransition, false);
        Self { ahead: span.slack, ..span }
    }

    /// A step on the same polynomials as one that is always completed.
    pub fn halting(begin: f64, end: f64, halt: Halt, pauses: bool) -> Self {
        let slack = AT_AN_END * begin.abs().max(end.abs()).max(1.0);
        Self { begin, end, halt, slack, ahead: 0.0, pauses }
    }

    /// The span that counts as its end.
    pub(crate) fn just_ahead(self) -> Self {
        Self { end: self.end + self.slack, ..self }
    }

    pub fn begin(&self) -> f64 {
        self.begin
    }

    pub fn end(&self) -> f64 {
        self.end
    }

    /// Up to where a transition belongs to the step.
    pub fn reach(&self) -> f64 {
        self.end + self.ahead
    }

    /// True if a time is past the start.
    pub fn is_later(&self, time: f64) -> bool {
        time > self.begin + self.slack
    }

    /// True if a transition at this time ends the step early.
    pub fn stops(&self, time: f64) -> bool {
        let at_end = time >= self.end - self.slack;
        match self.halt {
            Halt::Nowhere => false,
            Halt::AfterTransition => self.is_later(time) && !at_end,
            Halt::BeforeTransition { within, at_start } => {
                (at_start || self.is_later(time)) && (within || at_end)
            }
        }
    }

    /// True if it halts after each internal step.
    pub fn pauses(&self) -> bool {
        self.pauses
    }

    /// True if a step that ends at this time does so before the transition.
    pub fn stops_before(&self, time: f64) -> bool {
        matches!(self.halt, Halt::BeforeTransition { .. }) && self.stops(time)
    }
}
