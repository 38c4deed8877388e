//! Segments: the polynomials from one state up to where they end, or up to the first transition on them.
//!
//! While parameters and inputs are held, communication points are only read on a segment, so that the motion does not
//! depend on them: neither where segments begin nor how far they go does. What a state holds at a communication point
//! follows from the state at the start of the segment; both are saved, so that the motion continues bit for bit.
//!
//! A segment goes no farther than to the next communication point where something is given at every one.

use super::step_request::StepRequest;
use crate::dynamics::State;
use crate::dynamics::methods::stiff::detection::StiffnessDetection;

/// Parts of a segment that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Status {
    /// No segment: the next one begins at the present state.
    #[default]
    None,
    /// Its polynomials, on which no communication point is read but the next one.
    Passing,
    /// Its polynomials, and the state at its start.
    Kept,
    /// The state at its start.
    Lost,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Segment {
    pub status: Status,
    /// The state at its start, if that is kept.
    pub start: State,
    /// Time at which it begins, s.
    pub from: f64,
    /// Valid length of its polynomials, s; its own length, s, and true if a transition ends it.
    pub size: f64,
    pub length: f64,
    pub event: bool,
    /// True if transitions on it are made patch by patch ([`crate::dynamics::partition`]), and it continues behind them.
    pub partitioned: bool,
    /// Stiffness detection from its end on.
    pub stiffness_detection: StiffnessDetection,
    /// True if nothing on it leaves the range of numbers, once that was checked.
    pub in_range: Option<bool>,
    /// Parts of the present state that have not been taken from it yet.
    pub deferred: Deferred,
}

/// Communication points are passed without evaluating the polynomials: values there are taken when they are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deferred {
    /// Positions, velocities and what follows from them.
    pub motion: bool,
    /// Energies and mean forces, and where, since the start of the segment, the communication step began over which these are
    /// means, s.
    pub totals: Option<f64>,
}

/// End of a step along a segment: τ from the start of the segment, the time, both in s, and what is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub tau: f64,
    pub time: f64,
    /// True if the segment ends there, and with a transition.
    pub ends: bool,
    pub event: bool,
}

impl Segment {
    /// Makes room for states like this one at its start.
    pub fn reserve(&mut self, state: &State) {
        if !self.goes_on() {
            self.start.copy_from(state);
        }
    }

    /// True if it continues from one communication point to the next.
    pub fn goes_on(&self) -> bool {
        matches!(self.status, Status::Kept | Status::Lost)
    }

    /// Returns the state at its start, if the present one is another one on it.
    pub fn origin(&self, now: &State) -> Option<&State> {
        let later = self.from < now.time || now.instants > 0;
        (self.goes_on() && later).then_some(&self.start)
    }

    /// Ends the segment: the next one begins at the present state.
    pub fn end(&mut self) {
        (self.status, self.partitioned) = (Status::None, false);
        self.deferred = Deferred::default();
    }

    /// Marks its polynomials as to be expanded again, for another state on it.
    pub fn lose(&mut self) {
        if self.goes_on() {
            self.status = Status::Lost;
        }
    }

    /// Sets the present state from now on, on the segment if a transition on that has led there.
    pub fn pass_to(&mut self, now: &State) {
        if now.instants > 0 {
            self.lose();
        } else {
            self.end();
        }
    }

    /// Resumes the segment from `start`, on which the present state is, if there is that.
    pub fn resume(&mut self, start: Option<&State>) {
        self.end();
        if let Some(start) = start {
            (self.status, self.from) = (Status::Lost, start.time);
            self.start.copy_from(start);
        }
    }

    /// Becomes what `other` was, without its polynomials.
    pub fn return_to(&mut self, other: &Segment) {
        let start = other.goes_on().then_some(&other.start);
        self.resume(start);
    }

    /// Returns the time at which it ends, s.
    pub fn end_time(&self) -> f64 {
        self.from + self.length
    }

    pub fn target(&self, request: &StepRequest) -> Target {
        let (end, longest) = (self.end_time(), request.end() - self.from);
        if self.status == Status::Passing {
            let tau = if self.event { self.length } else { self.length.min(longest) };
            let time = if tau == longest { request.end() } else { self.from + tau };
            return Target { tau, time, ends: true, event: self.event };
        }
        let limit = if self.event { request.reach() } else { request.end() };
        if end <= limit {
            Target { tau: self.length, time: end, ends: true, event: self.event }
        } else {
            Target { tau: longest, time: request.end(), ends: false, event: false }
        }
    }
}
