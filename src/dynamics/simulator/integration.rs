//! One internal step: polynomials that satisfy the equations, up to the first event on them.

use super::segment::{Segment, SegmentEnd};
use super::{Simulator, StepRequest};
use crate::dynamics::Fault;
use crate::dynamics::events::transition::{Change, Transition};
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::methods::taylor::branch::is_near_branch;
use crate::dynamics::methods::taylor::convergence::Demand;
use crate::dynamics::methods::taylor::defect::{MOST_CUTS, Step, ValidLength};
use crate::dynamics::tolerances::NEXT;
use crate::dynamics::totals::Scene;

impl Simulator {
    /// Begins a segment to the target at most, which ends it.
    pub(super) fn begin_passing(&mut self, request: &StepRequest) -> Result<Segment, Fault> {
        let now = self.dynamics.state.time;
        let ramps_end = self.ramps_end();
        self.dynamics.guards.set.expect_inputs(request.end() - now, ramps_end);
        let longest = (request.reach() - now).min(self.dynamics.state.horizon_control.reach());
        let found = self.integrate(longest).or_else(|| self.arrive_at_once());
        let segment = found.ok_or_else(|| self.cannot_step())?;
        let stiffness_detection = self.dynamics.state.stiffness_detection;
        self.dynamics.totals.begin_segment();
        Ok(Segment { stiffness_detection, ..segment })
    }

    /// Expands polynomials for a segment of at most `longest`, s; it ends with the first event on them. None: no step that
    /// advances the time is short enough.
    pub(super) fn integrate(&mut self, longest: f64) -> Option<Segment> {
        let attempt = self.dynamics.state.stiffness_detection.attempt(longest);
        if let Some(found) = attempt.and_then(|sizes| self.step_implicitly(sizes)) {
            return Some(found);
        }
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        let size = expansion.expand(system, &Start::of(state), longest, self.tolerance);
        let found = size.filter(|_| expansion.record_range()).and_then(|size| {
            let demand = Demand::of_series(self.tolerance);
            self.first_event(demand, size)
        });
        let size = found.map_or(longest, |segment| segment.right_up_to);
        // Steps grow with the distance from a branch point, and shrink with it, however stiff the motion is.
        if !is_near_branch(&self.dynamics.expansion, size) {
            self.dynamics.state.stiffness_detection.record_series(size, longest);
        }
        found.or_else(|| {
            let sizes = self.dynamics.state.stiffness_detection.continuation(longest)?;
            self.step_implicitly(sizes)
        })
    }

    /// Takes contacts as arrived whose slip velocities come to 0 within round-off of the time, where no step is short
    /// enough. No series reaches there about a power of the slip velocity below 1.
    pub(super) fn arrive_at_once(&mut self) -> Option<Segment> {
        let Dynamics { system, expansion, guards, state, .. } = &mut self.dynamics;
        // Where nothing resists a body there are no polynomials at all.
        if expansion.undamped(system).is_some() {
            return None;
        }
        let soon = soon(state.time);
        let arrives = |contact: &usize| {
            let (slip, rate) = (expansion.slip.at(0, *contact), expansion.slip.at(1, *contact));
            let entry = &system.contacts[*contact];
            state.contacts[*contact].mode().slips()
                && !entry.is_continuous()
                && slip * rate < 0.0
                && slip.abs() <= soon * rate.abs()
        };
        let arriving = (0..system.contacts.len()).filter(arrives);
        guards
            .set
            .expect_active(arriving.map(|contact| Transition::Contact(contact, Change::Arrival)));
        guards.set.active().next()?;
        // Nothing else is required of the polynomials than where they begin.
        expansion.order = 0;
        Some(Segment::new(state.time, 0.0, Some(0.0)))
    }

    /// Integrates by an implicit step across a stiff motion, of at most and at least these sizes, s.
    fn step_implicitly(&mut self, (most, least): (f64, f64)) -> Option<Segment> {
        let Self { stiff, dynamics: Dynamics { system, expansion, state, .. }, .. } = self;
        if !stiff.is_applicable(system, state) {
            return None;
        }
        let across = stiff.attempt(system, expansion, state, most, least, self.tolerance);
        let found = across.and_then(|size| {
            let demand = self.stiff.demand(
                &self.dynamics.system,
                &mut self.dynamics.expansion,
                self.tolerance,
            );
            let segment = self.first_event(demand, size)?;
            let serves = segment.end == SegmentEnd::Event || segment.right_up_to >= least;
            serves.then_some(segment)
        });
        self.dynamics
            .state
            .stiffness_detection
            .record_attempt(found.map(|segment| segment.right_up_to));
        found
    }

    /// Finds the first event on the polynomials of a step, with the segment up to there or to where these are right. Guards are evaluated where they
    /// are right, and what is right up to a guard's root is evaluated again: beyond, the polynomials mean nothing.
    pub(super) fn first_event(&mut self, demand: Demand, size: f64) -> Option<Segment> {
        let Self {
            defect,
            dynamics: Dynamics { system, expansion, guards, resolver, state, .. },
            ..
        } = self;
        let mut size = size;
        let mut cuts = 0;
        while state.time + size != state.time {
            let ValidLength { size: right, leaves } =
                defect.reach(&Step { system, expansion, state, demand }, size, false);
            let event = guards.first(&mut Scene { system, expansion, resolver, state }, right);
            let end = event.unwrap_or(right);
            let advances = state.time + right != state.time;
            // What is right nowhere stays so, however often it is tried.
            if !leaves || state.time + end == state.time {
                let is_right = advances || event.is_some();
                let found = is_right.then(|| Segment::new(state.time, right, event));
                return found.or_else(|| self.leaves_at_once());
            }
            size = defect.reach(&Step { system, expansion, state, demand }, end, true).size;
            if size >= end {
                return Some(Segment::new(state.time, right, event));
            }
            cuts += 1;
            if cuts > MOST_CUTS {
                size *= 0.5;
            }
        }
        self.leaves_at_once()
    }

    /// Finds an event on the polynomials of a step that are right nowhere, if it comes before the clock can tell: a formula is left
    /// at once on the branch of a power that has no series there.
    fn leaves_at_once(&mut self) -> Option<Segment> {
        let Dynamics { system, expansion, guards, resolver, state, .. } = &mut self.dynamics;
        let next = soon(state.time);
        let event = guards.first(&mut Scene { system, expansion, resolver, state }, next);
        event.map(|event| Segment::new(state.time, event, Some(event)))
    }
}

/// Returns the time within which what comes has come, s.
pub(super) fn soon(time: f64) -> f64 {
    NEXT * (time.abs().next_up() - time.abs())
}
