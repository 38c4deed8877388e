//! Advance along segments ([`super::segment`]).

#[cfg(test)]
mod tests;

use super::segment::{Segment, SegmentEnd};
use super::trajectory::Deferred;
use super::{EventSink, Simulator, StepRequest, Values};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::is_large;
use crate::dynamics::{Event, Fault};

impl Simulator {
    /// True if the next segment may go farther than to the next communication point.
    fn is_steady(&self) -> bool {
        self.dynamics.state.horizon_control.is_steady() && self.goes_on_alone()
    }

    /// Makes room for what the motion may go back to; nothing is pending.
    pub(super) fn reserve_checkpoints(&mut self) {
        let Self {
            dynamics: Dynamics { state, .. },
            trajectory,
            rollback,
            look_ahead,
            pending,
            breakpoints,
            ..
        } = self;
        breakpoints.iter_mut().for_each(|one| one.keep(state));
        trajectory.reserve(state);
        rollback.reserve(state);
        look_ahead.reserve(state);
        pending.clear(state);
    }

    /// Takes one internal step: to the target, or to the end of the segment, where there may be a transition; true if one
    /// was reported.
    pub(super) fn step(
        &mut self,
        request: &StepRequest,
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        let begun = match self.trajectory.segment() {
            Some(segment) => Ok((*segment, true)),
            None if self.trajectory.is_lost() => Ok((self.find_segment()?, true)),
            None if self.is_steady() => self.begin_segment().map(|segment| (segment, true)),
            None => self.begin_passing(request).map(|segment| (segment, false)),
        };
        let (segment, is_kept) = match begun {
            Ok(begun) => begun,
            Err(fault) => {
                let longest = request.reach() - self.dynamics.state.time;
                return self.cross(longest, fault, sink);
            }
        };
        if segment.partitioned
            && let Some(reported) = self.step_in_part(&segment, request, sink)?
        {
            return Ok(reported);
        }
        let target = if is_kept { segment.target(request) } else { segment.last_target(request) };
        let is_last = target.time == request.end() && target.end != Some(SegmentEnd::Event);
        if is_last && self.stays_in_range(&segment) {
            self.go_along(&segment, &target);
            return Ok(false);
        }
        self.go_through(&segment, &target, request, sink)
    }

    /// Takes new inputs at the start of a step on a segment that continues, without evaluating its polynomials; true if it did.
    pub(super) fn take_inputs_within(
        &mut self,
        request: &StepRequest,
        given: Values,
        sink: EventSink,
    ) -> bool {
        let Self { trajectory, dynamics: Dynamics { system, state, .. }, .. } = self;
        let begins = state.time == request.begin() && !request.stops(state.time);
        if !(is_large(system) && begins && trajectory.has_segment())
            || state.inputs == given.1
            || !self.are_local(given)
        {
            return false;
        }
        let Self { trajectory, rollback, dynamics: Dynamics { state, .. }, .. } = self;
        if trajectory.is_lost() {
            rollback.begin(state, state.horizon_control, trajectory);
        } else {
            rollback.begin_on_segment(state, trajectory);
        }
        self.take_local_inputs(given, sink)
    }

    /// Passes on to the target if the segment leads there without a transition and nothing new is given; true if it did.
    /// The place of that on the polynomials is found when it is read ([`Simulator::evaluate_deferred`]).
    pub(super) fn advance_within(&mut self, request: &StepRequest, given: Values) -> bool {
        let Some(&segment) = self.trajectory.segment() else { return false };
        if self.dynamics.state.time != request.begin() {
            return false;
        }
        let target = segment.target(request);
        let passes = target.end.is_none()
            && self.goes_on(given)
            && self.stays_in_range(&segment)
            && self.next_in_part(target.time).is_none();
        if passes {
            self.dynamics.totals.begin_call();
            self.trajectory.defer(Deferred { motion: true, totals: Some(request.begin()) });
            self.dynamics.state.pass_point(self.dynamics.system.accelerated);
            self.zeno_guard.restart(request.begin());
            self.dynamics.state.time = target.time;
        }
        passes
    }

    /// Begins a call that does not pass on: what it may change is there, except mean forces of a step that it does not continue.
    pub(super) fn begin_call(&mut self, request: &StepRequest) {
        if self.dynamics.state.time > request.begin() {
            self.evaluate_deferred();
            self.dynamics.totals.forget();
        } else {
            self.evaluate_deferred_state();
            self.dynamics.totals.begin_call();
        }
    }

    /// True if nothing on the segment leaves the range of numbers, and no law has to be checked along it.
    fn stays_in_range(&mut self, segment: &Segment) -> bool {
        let Self { trajectory, dynamics: Dynamics { expansion, system, .. }, .. } = self;
        segment.in_range.unwrap_or_else(|| {
            let within = !system.error_controlled() && expansion.stays_in_range(segment.length);
            trajectory.record_range(within);
            within
        })
    }

    /// True if it is known without a step that no transition comes up to `end`, s, while nothing new is given.
    pub(super) fn is_clear(&mut self, end: f64) -> bool {
        if !self.trajectory.has_segment() && self.goes_on_alone() && self.begin_segment().is_err() {
            return false;
        }
        let goes_beyond = self.trajectory.segment().is_some_and(|segment| segment.end_time() > end);
        goes_beyond && self.next_in_part(end).is_none()
    }
}
