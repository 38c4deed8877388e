//! Going along a segment ([`super::segment`]).

#[cfg(test)]
mod tests;

use super::segment::{Deferred, Status, Target};
use super::{Simulator, StepRequest, Values};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::{Instant, is_applicable};
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
        let rests = |rates: &[f64]| rates.iter().all(|rate| *rate == 0.0);
        self.method == Method::Events
            && !self.at_end
            && rests(&self.rates)
            && rests(&self.dynamics.state.rates)
            && !self.dynamics.system.restarted
    }

    /// Makes room for what the motion may go back to; nothing is pending.
    pub(super) fn reserve_checkpoints(&mut self) {
        let Self {
            dynamics: Dynamics { state, .. }, segment, rollback, checkpoint, pending, ..
        } = self;
        segment.reserve(state);
        rollback.reserve(state);
        checkpoint.reserve(state);
        pending.clear(state);
    }

    /// Takes one internal step: to the target, or to the end of the segment, where there may be a transition; true if one
    /// was reported.
    pub(super) fn step(
        &mut self,
        request: &StepRequest,
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        match self.segment.status {
            Status::Kept => {}
            Status::Lost => self.find_segment()?,
            Status::None | Status::Passing if self.is_steady() => self.begin_segment()?,
            Status::None | Status::Passing => self.begin_passing(request)?,
        }
        if self.segment.partitioned
            && let Some(reported) = self.step_in_part(request, sink)?
        {
            return Ok(reported);
        }
        let target = self.segment.target(request);
        let is_last = target.time == request.end() && !target.event;
        if is_last && self.stays_in_range() {
            self.go_along(&target);
            return Ok(false);
        }
        self.rollback.keep(&self.dynamics.state);
        self.go_along(&target);
        self.check_state()?;
        if !target.event {
            return Ok(false);
        }
        self.dynamics.state.stiffness_detection.record_transition();
        self.dynamics
            .state
            .horizon_control
            .record_transition(self.segment.length, self.segment.size);
        self.keep_before_event(request);
        self.process_event(sink)
    }

    /// Passes on to the target if the segment leads there without a transition and nothing new is given; true if it did.
    /// The place of that on the polynomials is found when it is read ([`Simulator::evaluate_deferred`]).
    pub(super) fn advance_within(&mut self, request: &StepRequest, given: Values) -> bool {
        if self.segment.status != Status::Kept || self.dynamics.state.time != request.begin() {
            return false;
        }
        let target = self.segment.target(request);
        let passes = !target.ends
            && self.goes_on(given)
            && self.stays_in_range()
            && !(self.segment.partitioned && self.next_in_part(target.time).is_some());
        if passes {
            self.dynamics.totals.begin_call();
            self.segment.deferred = Deferred { motion: true, totals: Some(request.begin()) };
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
    fn stays_in_range(&mut self) -> bool {
        let Self { segment, dynamics: Dynamics { expansion, system, .. }, .. } = self;
        *segment.in_range.get_or_insert_with(|| {
            !system.error_controlled() && expansion.stays_in_range(segment.length)
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
        !self.segment.deferred.motion && self.segment.deferred.totals.is_none()
    }

    /// Evaluates what was deferred ([`Simulator::evaluate_deferred`]) of positions, velocities and internal states.
    pub(crate) fn evaluate_deferred_motion(&mut self) {
        if std::mem::take(&mut self.segment.deferred.motion) {
            self.take_motion(
                self.dynamics.state.time,
                self.dynamics.state.time - self.segment.from,
            );
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
        let Some(begin) = self.segment.deferred.totals.take() else { return };
        let (begun, now) =
            (begin - self.segment.from, self.dynamics.state.time - self.segment.from);
        self.dynamics.totals.begin();
        if self.dynamics.totals.stands_at() != begun {
            self.dynamics.totals.begin_segment();
            if begun > 0.0 {
                self.take_totals(begun, Totals::recall);
            }
        }
        self.dynamics.state.dissipated.copy_from_slice(&self.segment.start.dissipated);
        self.take_totals(now, Totals::go_along);
        // The same duration, to the last bit, as where nothing waited.
        self.dynamics
            .totals
            .end(self.dynamics.state.time - begin, &mut self.dynamics.state.mean_friction);
    }

    /// True if it is known without a step that no transition comes up to `end`, s, while nothing new is given.
    pub(super) fn is_clear(&mut self, end: f64) -> bool {
        if self.segment.status == Status::None
            && self.goes_on_alone()
            && self.begin_segment().is_err()
        {
            return false;
        }
        self.segment.status == Status::Kept
            && self.segment.end_time() > end
            && !(self.segment.partitioned && self.next_in_part(end).is_some())
    }

    /// Begins a segment at the present state.
    fn begin_segment(&mut self) -> Result<(), Fault> {
        let reach = self.dynamics.state.horizon_control.reach();
        self.dynamics.state.instants = 0;
        self.segment.start.copy_from(&self.dynamics.state);
        self.segment.start.forget_step(self.dynamics.system.accelerated);
        self.dynamics.guards.set.expect_inputs(reach);
        self.segment.partitioned = false;
        let found = if is_applicable(&self.dynamics.system) {
            self.integrate_in_part(reach)
        } else {
            self.integrate(reach)
        };
        // What is read on the way knows nothing of what the segment has cost.
        self.segment.stiffness_detection = std::mem::replace(
            &mut self.dynamics.state.stiffness_detection,
            self.segment.start.stiffness_detection,
        );
        let found = found.or_else(|| self.arrive_at_once());
        let (size, event) = found.ok_or_else(|| self.cannot_step())?;
        self.segment.status = Status::Kept;
        self.set_out(size, event);
        Ok(())
    }

    /// Begins a segment to the target at most.
    fn begin_passing(&mut self, request: &StepRequest) -> Result<(), Fault> {
        let now = self.dynamics.state.time;
        self.dynamics.guards.set.expect_inputs(request.end() - now);
        let longest = (request.reach() - now).min(self.dynamics.state.horizon_control.reach());
        let found = self.integrate(longest).or_else(|| self.arrive_at_once());
        let (size, event) = found.ok_or_else(|| self.cannot_step())?;
        self.segment.stiffness_detection = self.dynamics.state.stiffness_detection;
        (self.segment.status, self.segment.partitioned) = (Status::Passing, false);
        self.set_out(size, event);
        Ok(())
    }

    fn set_out(&mut self, size: f64, event: Option<f64>) {
        self.segment.from = self.dynamics.state.time;
        self.segment.size = size;
        self.segment.length = event.unwrap_or(size);
        self.segment.event = event.is_some();
        self.segment.in_range = None;
        self.dynamics.totals.begin_segment();
    }

    /// Expands the polynomials again of the segment on which the present state is.
    fn find_segment(&mut self) -> Result<(), Fault> {
        self.rollback.keep(&self.dynamics.state);
        let Self { segment, dynamics: Dynamics { state, .. }, .. } = self;
        let (time, origin, point, horizon_control) =
            (state.time, state.origin, state.point, state.horizon_control);
        let instants = state.instants;
        state.copy_from(&segment.start);
        self.dynamics.refresh_loads();
        self.begin_segment()?;
        self.repeat(instants)?;
        let gone = time - self.segment.from;
        if gone > 0.0 {
            self.take_totals(gone, Totals::recall);
        }
        (self.dynamics.state.time, self.dynamics.state.origin) = (time, origin);
        (self.dynamics.state.point, self.dynamics.state.horizon_control) = (point, horizon_control);
        Ok(())
    }

    /// Takes the state from the polynomials of the segment.
    pub(super) fn go_along(&mut self, target: &Target) {
        if target.tau > 0.0 || self.dynamics.state.instants > 0 {
            if self.segment.status == Status::Kept {
                self.dynamics.state.dissipated.copy_from_slice(&self.segment.start.dissipated);
            }
            self.take_totals(target.tau, Totals::go_along);
        }
        self.take_motion(target.time, target.tau);
        if target.ends {
            (self.segment.status, self.segment.partitioned) = (Status::None, false);
            let Self { segment, dynamics: Dynamics { state, .. }, .. } = self;
            if !segment.event {
                state.horizon_control.lengthen(segment.length);
            }
        }
        self.follow_loads();
    }

    /// Takes impulses and energies up to τ from the polynomials of the segment: in going along it, or again where it has gone
    /// before.
    fn take_totals(
        &mut self,
        tau: f64,
        take: fn(&mut Totals, &mut Scene, f64, Option<Correction>),
    ) {
        self.let_go();
        let Self {
            segment,
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
    fn let_go(&mut self) {
        let Self { segment, partition, dynamics: Dynamics { system, expansion, .. }, .. } = self;
        if segment.partitioned {
            partition.let_go(system, expansion);
        }
    }

    /// Takes the motion at a time, τ after the start of the segment, from its polynomials.
    fn take_motion(&mut self, time: f64, tau: f64) {
        let Self { segment, dynamics: Dynamics { system, expansion, state, .. }, .. } = self;
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
            self.partition.take_motion(at, segment.start.held_margin, state);
        }
        self.dynamics.refresh_loads();
    }
}
