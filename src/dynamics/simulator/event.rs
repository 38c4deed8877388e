//! Transitions at the end of a segment, and the state before them.

use super::{EventSink, Simulator, StepRequest};
use crate::dynamics::Fault;
use crate::dynamics::hybrid::EventFault;

impl Simulator {
    /// Keeps the present state, if the step is to end before a transition that comes now.
    pub(super) fn keep_before_event(&mut self, request: &StepRequest) {
        if request.stops_before(self.dynamics.state.time) {
            self.pending.save_before(&self.dynamics.state);
        }
    }

    /// Processes the transitions that are active now, at the end of a segment of this length, s; true if one was reported.
    pub(super) fn process_event(&mut self, length: f64, sink: EventSink) -> Result<bool, Fault> {
        let Self { dynamics, zeno_guard, .. } = self;
        let processed = dynamics.process_event(length, zeno_guard, sink);
        match processed {
            Err(fault @ EventFault::Storm { .. }) => {
                let fault = self.event_fault(fault);
                self.zeno_guard.restart(self.dynamics.state.time);
                self.cross(f64::INFINITY, fault, sink)
            }
            processed => processed.map_err(|fault| self.event_fault(fault)),
        }
    }
}
