//! Transitions at the end of a segment, and the state before them.

use super::segment::{Segment, SegmentEnd, Target};
use super::{EventSink, Simulator, StepRequest};
use crate::dynamics::Fault;
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::{Dynamics, EventFault};

impl Simulator {
    /// Keeps the present state, if the step is to end before a transition that comes now.
    pub(super) fn keep_before_event(&mut self, request: &StepRequest) {
        if request.stops_before(self.dynamics.state.time) {
            self.pending.save_before(&self.dynamics.state);
        }
    }

    /// Goes along a segment to a target, and processes the transitions that end it there; true if one was reported.
    pub(super) fn go_through(
        &mut self,
        segment: &Segment,
        target: &Target,
        request: &StepRequest,
        sink: EventSink,
    ) -> Result<bool, Fault> {
        self.rollback.keep(&self.dynamics.state);
        self.go_along(segment, target);
        self.check_state()?;
        if target.end != Some(SegmentEnd::Event) {
            return Ok(false);
        }
        let state = &mut self.dynamics.state;
        state.begin_segment();
        state.stiffness_detection.record_transition();
        state.horizon_control.record_transition(target.tau, segment.right_up_to);
        state.leave_mode_set();
        self.keep_before_event(request);
        if segment.partitioned {
            // The polynomials have passed to patches, and so has what is active on them.
            let Dynamics { system, expansion, guards, state, .. } = &mut self.dynamics;
            expansion.evaluate(system, &Start::of(state));
            guards.set.expect_active(self.partition.now(false));
        }
        self.process_event(segment.length, sink)
    }

    /// Processes the transitions that are active now, at the end of a segment of this length, s; true if one was reported.
    pub(super) fn process_event(&mut self, length: f64, sink: EventSink) -> Result<bool, Fault> {
        let Self { dynamics, zeno_guard, .. } = self;
        let processed = dynamics.process_event(length, zeno_guard, sink);
        match processed {
            Err(fault @ EventFault::Chattering { .. }) => {
                let fault = self.event_fault(fault);
                self.zeno_guard.restart(self.dynamics.state.time);
                self.cross(f64::INFINITY, fault, sink)
            }
            processed => processed.map_err(|fault| self.event_fault(fault)),
        }
    }
}
