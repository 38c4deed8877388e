//! Segments: the polynomials from one state up to where they end, or up to the first transition on them.
//!
//! The coefficients are in the expansion; a segment says how far they go and what ends them.

use super::step_request::StepRequest;
use crate::dynamics::methods::stiff::detection::StiffnessDetection;
use crate::dynamics::partition::Instant;

/// End of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SegmentEnd {
    /// The polynomials are valid no farther.
    Horizon,
    /// There is a transition.
    Event,
}

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// Time at which it begins, s.
    pub from: f64,
    /// Valid length of its polynomials, s.
    pub right_up_to: f64,
    /// Its own length, s, and what is there.
    pub length: f64,
    pub end: SegmentEnd,
    /// True if transitions on it are made patch by patch ([`crate::dynamics::partition`]), and it continues behind them.
    pub partitioned: bool,
    /// Stiffness detection from its end on.
    pub stiffness_detection: StiffnessDetection,
    /// True if nothing on it leaves the range of numbers, once that was checked.
    pub in_range: Option<bool>,
}

/// End of a step along a segment: τ from the start of the segment, the time, both in s, and what is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub tau: f64,
    pub time: f64,
    /// End of the segment, if it ends there.
    pub end: Option<SegmentEnd>,
}

impl Segment {
    /// Makes the segment that begins at a time, s, with polynomials that are valid up to `right_up_to`, s, and ends with a
    /// transition at `event`, s, if there is one.
    pub fn new(from: f64, right_up_to: f64, event: Option<f64>) -> Self {
        Self {
            from,
            right_up_to,
            length: event.unwrap_or(right_up_to),
            end: if event.is_some() { SegmentEnd::Event } else { SegmentEnd::Horizon },
            partitioned: false,
            stiffness_detection: StiffnessDetection::default(),
            in_range: None,
        }
    }

    /// Returns the time at which it ends, s.
    pub fn end_time(&self) -> f64 {
        self.from + self.length
    }

    /// Returns an instant on it as a target, with what ends it there.
    pub fn target_at(&self, now: Instant, end: Option<SegmentEnd>) -> Target {
        Target { tau: now.since(Instant::exactly(self.from)), time: now.time, end }
    }

    /// Returns where a step goes on it.
    pub fn target(&self, request: &StepRequest) -> Target {
        let limit = match self.end {
            SegmentEnd::Event => request.reach(),
            SegmentEnd::Horizon => request.end(),
        };
        if self.end_time() <= limit {
            Target { tau: self.length, time: self.end_time(), end: Some(self.end) }
        } else {
            Target { tau: request.end() - self.from, time: request.end(), end: None }
        }
    }

    /// Returns where a step goes on it that goes no farther than this segment, and ends it.
    pub fn last_target(&self, request: &StepRequest) -> Target {
        let longest = request.end() - self.from;
        let tau = match self.end {
            SegmentEnd::Event => self.length,
            SegmentEnd::Horizon => self.length.min(longest),
        };
        let time = if tau == longest { request.end() } else { self.from + tau };
        Target { tau, time, end: Some(self.end) }
    }
}
