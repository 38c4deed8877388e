//! The trajectory: the segment that the present state is on, or the state at which that begins.
//!
//! While parameters and inputs are held, communication points are only read on a segment, so that the motion does not
//! depend on them: neither where segments begin nor how far they go does. What a state holds at a communication point
//! follows from the state at the start of the segment; both are saved, so that the motion continues bit for bit.
//!
//! Segments that the next communication point ends, since something is given at each, are on no trajectory.

use super::segment::Segment;
use crate::dynamics::State;
use crate::dynamics::system::given::next_version;

/// Case of a trajectory.
#[derive(Clone, Copy, Debug, Default)]
enum Case {
    /// No segment: the next one begins at the present state.
    #[default]
    None,
    /// On a segment, whose polynomials are in the expansion.
    On(Segment, Deferred),
    /// On a segment whose polynomials are to be expanded again.
    Lost,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    case: Case,
    /// The state at the start of the segment, if there is one; else room for it.
    start: State,
    /// Number of that state, which no other one has.
    version: u64,
}

/// Parts of the present state that have not been taken from the segment yet: communication points are passed without evaluating
/// the polynomials, and values there are taken when they are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deferred {
    /// Positions, velocities and what follows from them.
    pub motion: bool,
    /// Energies and mean forces, and where, since the start of the segment, the communication step began over which these are
    /// means, s.
    pub totals: Option<f64>,
}

impl Deferred {
    /// True if nothing is deferred.
    pub fn is_empty(&self) -> bool {
        !self.motion && self.totals.is_none()
    }
}

impl Trajectory {
    /// Makes room for states like this one at the start of segments.
    pub fn reserve(&mut self, state: &State) {
        if !self.has_segment() {
            self.version = next_version();
            self.start.copy_from(state);
        }
    }

    /// Returns the segment, if its polynomials are there.
    pub fn segment(&self) -> Option<&Segment> {
        match &self.case {
            Case::On(segment, _) => Some(segment),
            Case::None | Case::Lost => None,
        }
    }

    /// Ends the segment at this length, s.
    pub fn shorten(&mut self, length: f64) {
        if let Case::On(segment, _) = &mut self.case {
            segment.length = length;
        }
    }

    /// Records whether anything on the segment leaves the range of numbers.
    pub fn record_range(&mut self, in_range: bool) {
        if let Case::On(segment, _) = &mut self.case {
            segment.in_range = Some(in_range);
        }
    }

    /// True if the polynomials of the segment are to be expanded again.
    pub fn is_lost(&self) -> bool {
        matches!(self.case, Case::Lost)
    }

    /// True if the present state is on a segment.
    pub fn has_segment(&self) -> bool {
        !matches!(self.case, Case::None)
    }

    /// Returns the state at the start of the segment, or at that which begins ([`Trajectory::record_start`]); without one the
    /// state that was kept.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Returns the state at the start of the segment, if the present one is another one on it.
    pub fn origin(&self, now: &State) -> Option<&State> {
        let later = self.start.time < now.time || now.instants > 0;
        (self.has_segment() && later).then_some(&self.start)
    }

    /// Records the state at which a segment begins that is to be kept.
    pub fn record_start(&mut self, state: &State, accelerated: bool) {
        self.version = next_version();
        self.start.copy_from(state);
        self.start.forget_step(accelerated);
    }

    /// Ends the segment, and keeps the present state where the start of the next one will be.
    pub fn keep(&mut self, state: &State) {
        self.end();
        self.version = next_version();
        self.start.copy_from(state);
    }

    /// Begins a segment, from the start that was recorded.
    pub fn begin(&mut self, segment: Segment) {
        self.case = Case::On(segment, Deferred::default());
    }

    /// Ends the segment: the next one begins at the present state.
    pub fn end(&mut self) {
        self.case = Case::None;
    }

    /// Marks the polynomials as to be expanded again, for another state on the segment.
    pub fn lose(&mut self) {
        if self.has_segment() {
            self.case = Case::Lost;
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
            self.case = Case::Lost;
            self.version = next_version();
            self.start.copy_from(start);
        }
    }

    /// Becomes what `other` was, without its polynomials.
    pub fn return_to(&mut self, other: &Trajectory) {
        self.end();
        if other.has_segment() {
            self.case = Case::Lost;
            if self.version != other.version {
                self.version = other.version;
                self.start.copy_from(&other.start);
            }
        }
    }

    /// Records what is not taken of a communication point that is passed.
    pub fn defer(&mut self, deferred: Deferred) {
        if let Case::On(_, waiting) = &mut self.case {
            *waiting = deferred;
        }
    }

    /// Returns what has not been taken from the segment.
    pub fn deferred(&self) -> Deferred {
        match &self.case {
            Case::On(_, deferred) => *deferred,
            Case::None | Case::Lost => Deferred::default(),
        }
    }

    /// True if all of the present state has been taken from the segment.
    pub fn is_evaluated(&self) -> bool {
        self.deferred().is_empty()
    }

    /// Returns the segment if positions and velocities are to be taken from it, which they are from now on.
    pub fn take_deferred_motion(&mut self) -> Option<Segment> {
        match &mut self.case {
            Case::On(segment, deferred) => std::mem::take(&mut deferred.motion).then_some(*segment),
            Case::None | Case::Lost => None,
        }
    }

    /// Returns the segment and the start of a communication step, s, if energies and mean forces since then are to be taken
    /// from it, which they are from now on.
    pub fn take_deferred_totals(&mut self) -> Option<(Segment, f64)> {
        match &mut self.case {
            Case::On(segment, deferred) => deferred.totals.take().map(|begin| (*segment, begin)),
            Case::None | Case::Lost => None,
        }
    }
}
