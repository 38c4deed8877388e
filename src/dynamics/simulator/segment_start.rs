//! Segments that begin at the present state, and those that are expanded again.

use super::Simulator;
use super::segment::Segment;
use crate::dynamics::Fault;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::is_applicable;
use crate::dynamics::totals::Totals;

impl Simulator {
    /// Begins a segment at the present state.
    pub(super) fn begin_segment(&mut self) -> Result<Segment, Fault> {
        let reach = self.dynamics.state.horizon_control.reach();
        self.dynamics.state.begin_segment();
        self.trajectory.record_start(&self.dynamics.state, self.dynamics.system.accelerated);
        self.dynamics.guards.set.expect_inputs(reach, false);
        let found = if is_applicable(&self.dynamics.system) {
            self.integrate_in_part(reach)
        } else {
            self.integrate(reach)
        };
        // What is read on the way knows nothing of what the segment has cost.
        let stiffness_detection = std::mem::replace(
            &mut self.dynamics.state.stiffness_detection,
            self.trajectory.start().stiffness_detection,
        );
        let found = found.or_else(|| self.arrive_at_once());
        let segment = found.ok_or_else(|| self.cannot_step())?;
        let segment = Segment { stiffness_detection, ..segment };
        self.dynamics.totals.begin_segment();
        self.trajectory.begin(segment);
        Ok(segment)
    }

    /// Expands the polynomials again of the segment on which the present state is.
    pub(super) fn find_segment(&mut self) -> Result<Segment, Fault> {
        self.rollback.keep(&self.dynamics.state);
        let Self { trajectory, dynamics: Dynamics { state, .. }, .. } = self;
        let (time, origin, point, horizon_control) =
            (state.time, state.origin, state.point, state.horizon_control);
        let instants = state.instants;
        let changes = std::mem::take(&mut state.input_changes);
        let renewed = state.inputs != trajectory.start().inputs;
        state.copy_from(trajectory.start());
        if renewed {
            self.update_inputs()?;
        }
        self.dynamics.refresh_loads();
        let segment = self.begin_segment()?;
        self.repeat(instants, &changes)?;
        // A repeated transition may have ended it earlier.
        let segment = self.trajectory.segment().copied().unwrap_or(segment);
        let gone = time - segment.from;
        if gone > 0.0 {
            self.take_totals(&segment, gone, Totals::recall);
        }
        (self.dynamics.state.time, self.dynamics.state.origin) = (time, origin);
        (self.dynamics.state.point, self.dynamics.state.horizon_control) = (point, horizon_control);
        Ok(segment)
    }
}
