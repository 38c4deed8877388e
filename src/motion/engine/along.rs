//! Going along a leg ([`super::leg`]).

use super::leg::{Goal, Lag, Status};
use super::{Motion, Span, Values};
use crate::motion::local::{Instant, suits};
use crate::motion::work::Scene;
use crate::motion::{Event, Fault};
use crate::network::Method;

impl Motion {
    /// True if the next leg may go farther than to the next communication point.
    fn is_steady(&self) -> bool {
        self.state.pace.is_steady() && self.goes_on_alone()
    }

    /// True if nothing that is held goes on by itself, anew from every communication point.
    pub(super) fn goes_on_alone(&self) -> bool {
        let rests = |rates: &[f64]| rates.iter().all(|rate| *rate == 0.0);
        self.method == Method::Events
            && !self.at_end
            && rests(&self.rates)
            && rests(&self.state.rates)
            && !self.numbers.renewed
    }

    /// Room for states at the starts of legs.
    pub(super) fn reserve_legs(&mut self) {
        for leg in [&mut self.leg, &mut self.leg_before, &mut self.leg_aside] {
            if !leg.goes_on() {
                leg.start.copy_from(&self.state);
            }
        }
    }

    /// One internal step: to the end of the span, or of the leg, where there may be a transition; whether one was
    /// told.
    pub(super) fn step(
        &mut self,
        span: &Span,
        record: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        match self.leg.status {
            Status::Kept => {}
            Status::Lost => self.find_leg()?,
            Status::None | Status::Passing if self.is_steady() => self.begin_leg()?,
            Status::None | Status::Passing => self.begin_passing(span)?,
        }
        if self.leg.local
            && let Some(told) = self.step_locally(span, record)?
        {
            return Ok(told);
        }
        let goal = self.leg.goal(span);
        let is_last = goal.time == span.end() && !goal.event;
        if is_last && self.is_moderate() {
            self.go_along(&goal);
            return Ok(false);
        }
        self.undo.keep(&self.state);
        self.go_along(&goal);
        self.check_state()?;
        if !goal.event {
            return Ok(false);
        }
        self.state.patience.note_transition();
        self.state.pace.note_transition(self.leg.length, self.leg.size);
        self.keep_eve(span);
        self.transit(record)
    }

    /// Passes on to the end of the span if the leg leads there without a transition and nothing new is given; whether it
    /// did. Where that is on the polynomials is found when it is asked for ([`Motion::catch_up`]).
    pub(super) fn glide(&mut self, span: &Span, given: Values) -> bool {
        if self.leg.status != Status::Kept || self.state.time != span.begin() {
            return false;
        }
        let goal = self.leg.goal(span);
        let passes = !goal.ends
            && self.goes_on(given)
            && self.is_moderate()
            && !(self.leg.local && self.next_locally(goal.time).is_some());
        if passes {
            self.leg.lag = Lag { motion: true, work: Some(span.begin()) };
            self.state.pass_point(self.numbers.driven);
            self.storm.restart(span.begin());
            self.state.time = goal.time;
        }
        passes
    }

    /// True if nothing on the leg leaves the range of numbers, and no law has to be looked at along it.
    fn is_moderate(&mut self) -> bool {
        let Self { leg, flow, numbers, .. } = self;
        *leg.moderate.get_or_insert_with(|| !numbers.watched() && flow.is_moderate(leg.length))
    }

    /// Takes from the leg what has not been taken yet of the present state.
    pub(crate) fn catch_up(&mut self) {
        self.catch_up_work();
        self.catch_up_motion();
    }

    /// True if there is nothing to catch up.
    pub(crate) fn is_caught_up(&self) -> bool {
        !self.leg.lag.motion && self.leg.lag.work.is_none()
    }

    /// As [`Motion::catch_up`], of positions, velocities and internal states.
    pub(crate) fn catch_up_motion(&mut self) {
        if std::mem::take(&mut self.leg.lag.motion) {
            self.take_motion(self.state.time, self.state.time - self.leg.from);
            self.follow_loads();
        }
    }

    /// As [`Motion::catch_up`], of energies and mean forces.
    pub(crate) fn catch_up_work(&mut self) {
        let Some(begin) = self.leg.lag.work.take() else { return };
        let (begun, now) = (begin - self.leg.from, self.state.time - self.leg.from);
        self.work.begin();
        if self.work.stands_at() != begun {
            self.work.begin_leg();
            if begun > 0.0 {
                self.recall_work(begun);
            }
        }
        self.state.dissipated.copy_from_slice(&self.leg.start.dissipated);
        self.take_work(now);
        // The same duration, to the last bit, as where nothing waited.
        self.work.means(self.state.time - begin, &mut self.state.mean_friction);
    }

    /// True if it is known without a step that no transition comes up to `end`, s, while nothing new is given.
    pub(super) fn is_clear(&mut self, end: f64) -> bool {
        if self.leg.status == Status::None && self.goes_on_alone() && self.begin_leg().is_err() {
            return false;
        }
        self.leg.status == Status::Kept
            && self.leg.end_time() > end
            && !(self.leg.local && self.next_locally(end).is_some())
    }

    /// Begins a leg at the present state.
    fn begin_leg(&mut self) -> Result<(), Fault> {
        let reach = self.state.pace.reach();
        self.state.instants = 0;
        self.leg.start.copy_from(&self.state);
        self.leg.start.forget_step(self.numbers.driven);
        self.guards.expect_inputs(reach);
        self.leg.local = false;
        let found =
            if suits(&self.numbers) { self.go_ahead_locally(reach) } else { self.go_ahead(reach) };
        // What is read on the way knows nothing of what the leg has cost.
        self.leg.patience = std::mem::replace(&mut self.state.patience, self.leg.start.patience);
        let found = found.or_else(|| self.arrive_at_once());
        let (size, event) = found.ok_or_else(|| self.cannot_step())?;
        self.leg.status = Status::Kept;
        self.set_out(size, event);
        Ok(())
    }

    /// Begins a leg to the end of the span at most.
    fn begin_passing(&mut self, span: &Span) -> Result<(), Fault> {
        let now = self.state.time;
        self.guards.expect_inputs(span.end() - now);
        let longest = (span.reach() - now).min(self.state.pace.reach());
        let found = self.go_ahead(longest).or_else(|| self.arrive_at_once());
        let (size, event) = found.ok_or_else(|| self.cannot_step())?;
        self.leg.patience = self.state.patience;
        (self.leg.status, self.leg.local) = (Status::Passing, false);
        self.set_out(size, event);
        Ok(())
    }

    fn set_out(&mut self, size: f64, event: Option<f64>) {
        self.leg.from = self.state.time;
        self.leg.size = size;
        self.leg.length = event.unwrap_or(size);
        self.leg.event = event.is_some();
        self.leg.moderate = None;
        self.work.begin_leg();
    }

    /// Makes the polynomials of the leg anew on which the present state is.
    fn find_leg(&mut self) -> Result<(), Fault> {
        self.undo.keep(&self.state);
        let Self { state, leg, .. } = self;
        let (time, origin, point, pace) = (state.time, state.origin, state.point, state.pace);
        let instants = state.instants;
        state.copy_from(&leg.start);
        self.refresh_loads();
        self.begin_leg()?;
        self.repeat(instants)?;
        let gone = time - self.leg.from;
        if gone > 0.0 {
            self.recall_work(gone);
        }
        (self.state.time, self.state.origin) = (time, origin);
        (self.state.point, self.state.pace) = (point, pace);
        Ok(())
    }

    /// Takes the state from the polynomials of the leg.
    pub(super) fn go_along(&mut self, goal: &Goal) {
        if goal.tau > 0.0 || self.state.instants > 0 {
            if self.leg.status == Status::Kept {
                self.state.dissipated.copy_from_slice(&self.leg.start.dissipated);
            }
            self.take_work(goal.tau);
        }
        self.take_motion(goal.time, goal.tau);
        if goal.ends {
            (self.leg.status, self.leg.local) = (Status::None, false);
            let Self { leg, state, .. } = self;
            if !leg.event {
                state.pace.lengthen(leg.length);
            }
        }
        self.follow_loads();
    }

    /// Takes impulses and energies up to τ from the polynomials of the leg.
    fn take_work(&mut self, tau: f64) {
        self.let_go();
        let Self { numbers, flow, resolver, work, state, leg, local, .. } = self;
        let (is_local, at) = (leg.local, Instant { time: leg.from, rest: tau });
        let scene = &mut Scene { numbers, flow, resolver, state };
        work.go_along(scene, tau, &mut |of_leg, state| {
            if is_local {
                local.correct(at, of_leg, state);
            }
        });
    }

    /// Impulses of the leg up to τ, where it has gone before.
    fn recall_work(&mut self, tau: f64) {
        self.let_go();
        let Self { numbers, flow, resolver, work, state, leg, local, .. } = self;
        let (is_local, at) = (leg.local, Instant { time: leg.from, rest: tau });
        let scene = &mut Scene { numbers, flow, resolver, state };
        work.recall(scene, tau, &mut |of_leg, state| {
            if is_local {
                local.correct(at, of_leg, state);
            }
        });
    }

    /// What has passed to patches, the polynomials of the leg no longer hold.
    fn let_go(&mut self) {
        let Self { leg, local, numbers, flow, .. } = self;
        if leg.local {
            local.let_go(numbers, flow);
        }
    }

    /// Takes the motion at a time, τ after the start of the leg, from its polynomials.
    fn take_motion(&mut self, time: f64, tau: f64) {
        let Self { numbers, flow, state, leg, .. } = self;
        let last = flow.order + 1;
        state.patience = leg.patience;
        if tau > 0.0 {
            state.departure.fill(0);
            flow.write_errors(tau, &mut state.velocity_error);
        }
        flow.position.all_values(last, tau, &mut state.position);
        flow.velocity.all_values(last, tau, &mut state.velocity);
        // No −0, which hosts would print.
        state.velocity.iter_mut().for_each(|velocity| *velocity += 0.0);
        flow.internals.move_states(last, tau, &mut state.internal);
        state.time = time;
        let since = state.tau();
        if numbers.driven {
            numbers.put_known_motions(since, state);
            for (contact, surface) in state.surface.iter_mut().enumerate() {
                *surface = numbers.surface_velocity(contact, since);
            }
        }
        // Bodies that move alone, or are held by what goes on as it was, need nothing else.
        if !flow.moves_by_bodies(numbers) {
            flow.follow(numbers, since, &state.held_slip, &mut state.velocity);
        }
        if leg.local {
            let at = Instant { time: leg.from, rest: tau };
            self.local.take_motion(at, leg.start.held_margin, state);
        }
        self.refresh_loads();
    }
}
