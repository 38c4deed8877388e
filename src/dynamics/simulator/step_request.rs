//! Start and end of a communication step, and where it may end early: at its first transition, or before it.

use crate::dynamics::tolerances::SAME_TIME;

/// Condition on which a communication step ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCondition {
    /// No early end.
    Nowhere,
    /// End after its first transition that is neither at its start nor at its end.
    AfterTransition,
    /// End before its first transition, which is then pending; `within` the step too, or only at its end.
    BeforeTransition {
        /// True if a transition within the step ends it too.
        within: bool,
    },
}

/// A communication step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepRequest {
    begin: f64,
    end: f64,
    stop_condition: StopCondition,
    /// True if it ends before a transition at its start; a step that ended there before makes it.
    at_start: bool,
    /// Time that counts as its start and as its end, s.
    relaxation: f64,
    /// Time behind the end in which a transition still belongs to the step, s.
    ahead: f64,
    /// True if it ends after each internal step.
    pauses: bool,
    /// Time from which on it may end where it costs too much, s.
    least: f64,
}

impl StepRequest {
    /// Makes a step that is always completed.
    pub fn whole(begin: f64, end: f64) -> Self {
        Self {
            begin,
            end,
            stop_condition: StopCondition::Nowhere,
            at_start: false,
            relaxation: 0.0,
            ahead: 0.0,
            pauses: false,
            least: f64::INFINITY,
        }
    }

    /// Makes a look ahead to `end`, s, that ends where it costs too much: from `least` on, s, as soon as it costs what a look ahead may.
    pub fn look_ahead_to(begin: f64, least: f64, end: f64) -> Self {
        Self { least, ..Self::whole(begin, end) }
    }

    /// Makes a step that ends at its first transition that is neither at its start nor at its end.
    pub fn to_transition(begin: f64, end: f64) -> Self {
        let request = Self::stopping_at(begin, end, StopCondition::AfterTransition);
        Self { ahead: request.relaxation, ..request }
    }

    /// Makes a step on the same polynomials as one that is always completed.
    pub fn stopping_at(begin: f64, end: f64, stop_condition: StopCondition) -> Self {
        let relaxation = SAME_TIME * begin.abs().max(end.abs()).max(1.0);
        Self { stop_condition, at_start: true, relaxation, ..Self::whole(begin, end) }
    }

    /// Returns the step that makes a transition at its start, unless `at_start`, and ends after each internal step if
    /// it `pauses`.
    pub fn with(self, at_start: bool, pauses: bool) -> Self {
        Self { at_start, pauses, ..self }
    }

    /// Returns the step with what counts as its end.
    pub(crate) fn just_ahead(self) -> Self {
        Self { end: self.end + self.relaxation, ..self }
    }

    pub fn begin(&self) -> f64 {
        self.begin
    }

    pub fn end(&self) -> f64 {
        self.end
    }

    /// Returns the time up to which a transition belongs to the step, s.
    pub fn reach(&self) -> f64 {
        self.end + self.ahead
    }

    /// True if a time is past the start.
    pub fn is_later(&self, time: f64) -> bool {
        time > self.begin + self.relaxation
    }

    /// True if a transition at this time ends the step early.
    pub fn stops(&self, time: f64) -> bool {
        let at_end = time >= self.end - self.relaxation;
        match self.stop_condition {
            StopCondition::Nowhere => false,
            StopCondition::AfterTransition => self.is_later(time) && !at_end,
            StopCondition::BeforeTransition { within } => {
                (self.at_start || self.is_later(time)) && (within || at_end)
            }
        }
    }

    /// True if it only looks ahead.
    pub fn is_look_ahead(&self) -> bool {
        self.least.is_finite()
    }

    /// True if a look ahead has come as far as it must.
    pub fn is_enough(&self, time: f64) -> bool {
        time >= self.least
    }

    /// True if it ends after each internal step.
    pub fn pauses(&self) -> bool {
        self.pauses
    }

    /// True if a step that ends at this time does so before the transition.
    pub fn stops_before(&self, time: f64) -> bool {
        matches!(self.stop_condition, StopCondition::BeforeTransition { .. }) && self.stops(time)
    }
}
