//! Legs: the polynomials from one state up to where they end, or up to the first transition on them.
//!
//! While parameters and inputs are held, communication points are only read on a leg, so that the motion does not
//! depend on them: neither where legs begin nor how far they go does. What a state holds at a communication point
//! follows from the state at the start of the leg; both are saved, so that the motion goes on bit for bit.
//!
//! Where something is given at every communication point a leg goes no farther than to the next one.

use super::span::Span;
use crate::motion::State;
use crate::motion::methods::stiff::patience::Patience;

/// What there is of a leg.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Status {
    /// Nothing: the next one begins at the present state.
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
pub(super) struct Leg {
    pub status: Status,
    /// The state at its start, if that is kept.
    pub start: State,
    /// Where it begins, s.
    pub from: f64,
    /// How far its polynomials are right, s; how long it is, and whether a transition ends it.
    pub size: f64,
    pub length: f64,
    pub event: bool,
    /// True if transitions on it are made patch by patch ([`crate::motion::local`]), and it goes on behind them.
    pub local: bool,
    /// How steps across stiff motions went, from its end on.
    pub patience: Patience,
    /// True if nothing on it leaves the range of numbers, once that was asked.
    pub moderate: Option<bool>,
    /// What of the present state has not been taken from it yet.
    pub lag: Lag,
}

/// Communication points are passed without a look at the polynomials: what they say there is taken when it is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    /// Positions, velocities and what follows from them.
    pub motion: bool,
    /// Energies and mean forces, and where, since the start of the leg, the communication step began over which these are
    /// means, s.
    pub work: Option<f64>,
}

/// Where a step along a leg goes: τ from the start of the leg, the time, both in s, and what is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub tau: f64,
    pub time: f64,
    /// True if the leg ends there, and with a transition.
    pub ends: bool,
    pub event: bool,
}

impl Leg {
    /// True if it goes on from one communication point to the next.
    pub fn goes_on(&self) -> bool {
        matches!(self.status, Status::Kept | Status::Lost)
    }

    /// The state at its start, if the present one is another one on it.
    pub fn origin(&self, now: &State) -> Option<&State> {
        let later = self.from < now.time || now.instants > 0;
        (self.goes_on() && later).then_some(&self.start)
    }

    /// There is none: the next one begins at the present state.
    pub fn end(&mut self) {
        (self.status, self.local) = (Status::None, false);
        self.lag = Lag::default();
    }

    /// Its polynomials are to be made anew, for another state on it.
    pub fn lose(&mut self) {
        if self.goes_on() {
            self.status = Status::Lost;
        }
    }

    /// The present state is this one from now on, on the leg if a transition on that has led there.
    pub fn pass_to(&mut self, now: &State) {
        if now.instants > 0 {
            self.lose();
        } else {
            self.end();
        }
    }

    /// The present state is one on the leg from `start`, if there is that.
    pub fn resume(&mut self, start: Option<&State>) {
        self.end();
        if let Some(start) = start {
            (self.status, self.from) = (Status::Lost, start.time);
            self.start.copy_from(start);
        }
    }

    /// Becomes what `other` was, without its polynomials.
    pub fn return_to(&mut self, other: &Leg) {
        let start = other.goes_on().then_some(&other.start);
        self.resume(start);
    }

    /// The time at which it ends, s.
    pub fn end_time(&self) -> f64 {
        self.from + self.length
    }

    pub fn goal(&self, span: &Span) -> Goal {
        let (end, longest) = (self.end_time(), span.end() - self.from);
        if self.status == Status::Passing {
            let tau = if self.event { self.length } else { self.length.min(longest) };
            let time = if tau == longest { span.end() } else { self.from + tau };
            return Goal { tau, time, ends: true, event: self.event };
        }
        let limit = if self.event { span.reach() } else { span.end() };
        if end <= limit {
            Goal { tau: self.length, time: end, ends: true, event: self.event }
        } else {
            Goal { tau: longest, time: span.end(), ends: false, event: false }
        }
    }
}
