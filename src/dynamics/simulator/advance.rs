//! Advance along segments ([`super::segment`]).

#[cfg(test)]
mod tests;

use super::inputs::are_zero;
use super::segment::{Segment, SegmentEnd, Target};
use super::trajectory::Deferred;
use super::{EventSink, Simulator, StepRequest, Values};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::{Instant, is_applicable, is_large};
use crate::dynamics::totals::{Correction, Scene, Totals};
use crate::dynamics::{Event, Fault, State};
use crate::network::Method;

impl Simulator {
    /// True if the next segment may go farther than to the next communication point.
    fn is_steady(&self) -> bool {
        self.dynamics.state.horizon_control.is_steady() && self.goes_on_alone()
    }

    /// True if nothing that is held continues by itself, restarted at every communication point.
    pub(super) fn goes_on_alone(&self) -> bool {
        self.method == Method::Events
            && !self.at_end
            && are_zero(&self.rates)
            && are_zero(&self.dynamics.state.rates)
            && !self.dynamics.system.restarted
    }

    /// Makes room for what the motion may go back to; nothing is pending.
    pub(super) fn reserve_checkpoints(&mut self) {
        let Self {
            dynamics: Dynamics { state, .. },
            trajectory,
            rollback,
            look_ahead,
            pending,
            ..
        } = self;
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
        let is_event = target.end == Some(SegmentEnd::Event);
        let is_last = target.time == request.end() && !is_event;
        if is_last && self.stays_in_range(&segment) {
            self.go_along(&segment, &target);
            return Ok(false);
        }
        self.rollback.keep(&self.dynamics.state);
        self.go_along(&segment, &target);
        self.check_state()?;
        if !is_event {
            return Ok(false);
        }
        self.dynamics.state.stiffness_detection.record_transition();
        self.dynamics.state.horizon_control.record_transition(segment.length, segment.right_up_to);
        self.dynamics.state.leave_mode_set();
        self.keep_before_event(request);
        self.process_event(segment.length, sink)
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
        let Self { trajectory, rollback, dynamics: Dynamics { state, system, .. }, .. } = self;
        if trajectory.is_lost() {
            rollback.begin(state, state.horizon_control, trajectory, system.prescribed);
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

    /// Takes from the segment what has not been taken yet of the present state.
    pub(crate) fn evaluate_deferred(&mut self) {
        self.evaluate_deferred_state();
        self.evaluate_deferred_means();
    }

    /// Catches up all but mean forces.
    pub(super) fn evaluate_deferred_state(&mut self) {
        self.evaluate_deferred_totals();
        self.evaluate_deferred_motion();
    }

    /// True if there is nothing to catch up but mean forces.
    pub(crate) fn is_evaluated(&self) -> bool {
        self.trajectory.is_evaluated()
    }

    /// Evaluates what was deferred ([`Simulator::evaluate_deferred`]) of positions, velocities and internal states.
    pub(crate) fn evaluate_deferred_motion(&mut self) {
        if let Some(segment) = self.trajectory.take_deferred_motion() {
            let time = self.dynamics.state.time;
            self.take_motion(&segment, time, time - segment.from);
            self.follow_loads();
        }
    }

    /// Catches up mean forces.
    pub(crate) fn evaluate_deferred_means(&mut self) {
        self.evaluate_deferred_totals();
        let Dynamics { totals, resolver, state, .. } = &mut self.dynamics;
        totals.write_means(resolver, &mut state.mean_friction);
    }

    /// True if mean forces are to be caught up, beside all else.
    pub(crate) fn means_wait(&self) -> bool {
        self.dynamics.totals.waits()
    }

    /// Catches up energies, and mean forces that do not wait.
    pub(crate) fn evaluate_deferred_totals(&mut self) {
        let Some((segment, begin)) = self.trajectory.take_deferred_totals() else { return };
        let (begun, now) = (begin - segment.from, self.dynamics.state.time - segment.from);
        self.dynamics.totals.begin();
        if self.dynamics.totals.stands_at() != begun {
            self.dynamics.totals.begin_segment();
            if begun > 0.0 {
                self.take_totals(&segment, begun, Totals::recall);
            }
        }
        self.dynamics.state.dissipated.copy_from_slice(&self.trajectory.start().dissipated);
        self.take_totals(&segment, now, Totals::go_along);
        // The same duration, to the last bit, as where nothing waited.
        self.dynamics
            .totals
            .end(self.dynamics.state.time - begin, &mut self.dynamics.state.mean_friction);
    }

    /// True if it is known without a step that no transition comes up to `end`, s, while nothing new is given.
    pub(super) fn is_clear(&mut self, end: f64) -> bool {
        if !self.trajectory.has_segment() && self.goes_on_alone() && self.begin_segment().is_err() {
            return false;
        }
        let goes_beyond = self.trajectory.segment().is_some_and(|segment| segment.end_time() > end);
        goes_beyond && self.next_in_part(end).is_none()
    }

    /// Begins a segment at the present state.
    fn begin_segment(&mut self) -> Result<Segment, Fault> {
        let reach = self.dynamics.state.horizon_control.reach();
        self.dynamics.state.begin_segment();
        self.trajectory.record_start(&self.dynamics.state, self.dynamics.system.accelerated);
        self.dynamics.guards.set.expect_inputs(reach);
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

    /// Begins a segment to the target at most, which ends it.
    fn begin_passing(&mut self, request: &StepRequest) -> Result<Segment, Fault> {
        let now = self.dynamics.state.time;
        self.dynamics.guards.set.expect_inputs(request.end() - now);
        let longest = (request.reach() - now).min(self.dynamics.state.horizon_control.reach());
        let found = self.integrate(longest).or_else(|| self.arrive_at_once());
        let segment = found.ok_or_else(|| self.cannot_step())?;
        let stiffness_detection = self.dynamics.state.stiffness_detection;
        self.dynamics.totals.begin_segment();
        Ok(Segment { stiffness_detection, ..segment })
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

    /// Takes from its segment a state to which a call that failed has gone back, if it follows from that.
    ///
    /// # Errors
    /// Its polynomials cannot be expanded again.
    pub(super) fn evaluate_restored(&mut self) -> Result<(), Fault> {
        let Some(deferred) = self.rollback.repeated() else { return Ok(()) };
        self.find_segment()?;
        self.dynamics.totals.forget();
        self.rollback.restore_means(&mut self.dynamics.state);
        self.trajectory.defer(Deferred { motion: true, ..deferred });
        self.evaluate_deferred();
        Ok(())
    }

    /// Takes the state from the polynomials of the segment.
    pub(super) fn go_along(&mut self, segment: &Segment, target: &Target) {
        if target.tau > 0.0 || self.dynamics.state.instants > 0 {
            if self.trajectory.has_segment() {
                self.dynamics.state.dissipated.copy_from_slice(&self.trajectory.start().dissipated);
            }
            self.take_totals(segment, target.tau, Totals::go_along);
        }
        self.take_motion(segment, target.time, target.tau);
        if let Some(end) = target.end {
            self.trajectory.end();
            if end == SegmentEnd::Horizon {
                self.dynamics.state.horizon_control.lengthen(segment.length);
            }
        }
        self.follow_loads();
    }

    /// Takes impulses and energies up to τ from the polynomials of the segment: in going along it, or again where it has gone
    /// before.
    fn take_totals(
        &mut self,
        segment: &Segment,
        tau: f64,
        take: fn(&mut Totals, &mut Scene, f64, Option<Correction>),
    ) {
        self.let_go(segment);
        let Self {
            partition,
            dynamics: Dynamics { system, expansion, resolver, totals, state, .. },
            ..
        } = self;
        let (is_partitioned, at) = (segment.partitioned, Instant { time: segment.from, rest: tau });
        let scene = &mut Scene { system, expansion, resolver, state };
        let correct = &mut |of_segment: &mut [f64], state: &mut State| {
            partition.correct(at, of_segment, state)
        };
        take(totals, scene, tau, is_partitioned.then_some(correct));
    }

    /// Takes what has passed to patches off the polynomials of the segment.
    fn let_go(&mut self, segment: &Segment) {
        let Self { partition, dynamics: Dynamics { system, expansion, .. }, .. } = self;
        if segment.partitioned {
            partition.let_go(system, expansion);
        }
    }

    /// Takes the motion at a time, τ after the start of the segment, from its polynomials.
    fn take_motion(&mut self, segment: &Segment, time: f64, tau: f64) {
        let Self { dynamics: Dynamics { system, expansion, state, .. }, .. } = self;
        let last = expansion.order + 1;
        state.stiffness_detection = segment.stiffness_detection;
        if tau > 0.0 {
            state.leave_instant();
            expansion.write_errors(tau, &mut state.velocity_error);
        }
        expansion.position.all_values(last, tau, &mut state.position);
        expansion.velocity.all_values(last, tau, &mut state.velocity);
        // No −0, which hosts would print.
        state.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        expansion.internals.move_states(last, tau, &mut state.internal);
        state.time = time;
        let since = state.tau();
        if system.accelerated {
            system.put_known_motions(since, state);
            for (contact, own) in state.contacts.iter_mut().enumerate() {
                own.take_surface(system.surface_velocity(contact, since));
            }
        }
        // Bodies that move alone, or are held by what continues as it was, need nothing else.
        if !expansion.moves_by_bodies(system) {
            expansion.follow(system, since, &state.contacts, &mut state.velocity);
        }
        if segment.partitioned {
            let at = Instant { time: segment.from, rest: tau };
            self.partition.take_motion(at, self.trajectory.start().held_margin, state);
        }
        self.dynamics.refresh_loads();
    }
}
