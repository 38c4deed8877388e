//! Going along a leg ([`super::leg`]).

use super::leg::{Goal, Status};
use super::{Motion, Span};
use crate::motion::{Event, Fault};
use crate::network::Method;

impl Motion {
    /// Whether the next leg may go farther than to the next communication point.
    fn is_steady(&self) -> bool {
        self.state.pace.is_steady() && self.goes_on_alone()
    }

    /// Whether nothing that is held goes on by itself, anew from every communication point.
    pub(super) fn goes_on_alone(&self) -> bool {
        let rests = |rates: &[f64]| rates.iter().all(|rate| *rate == 0.0);
        self.method == Method::Events
            && !self.at_end
            && rests(&self.rates)
            && rests(&self.state.rates)
            && !self.numbers.driven
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
        let goal = self.leg.goal(span);
        self.go_along(&goal);
        self.check_state()?;
        if !goal.event {
            return Ok(false);
        }
        self.state.patience.note_transition();
        self.state.pace.restart();
        self.keep_eve(span);
        self.transit(record)
    }

    /// Goes to where the leg leads without a transition, if that is where the span ends and nothing new is given;
    /// whether it did.
    ///
    /// # Errors
    /// What the motion comes to is no state.
    pub(super) fn glide(
        &mut self,
        span: &Span,
        parameters: &[f64],
        inputs: &[f64],
    ) -> Result<bool, Fault> {
        if self.leg.status != Status::Kept {
            return Ok(false);
        }
        let goal = self.leg.goal(span);
        if goal.ends || !(self.goes_on_alone() && self.are_held(parameters, inputs)) {
            return Ok(false);
        }
        if self.state.time == span.begin() {
            self.pass_point();
            self.work.begin();
            self.storm.restart(span.begin());
        }
        self.go_along(&goal);
        self.check_state()?;
        self.work.means(self.state.time - span.begin(), &mut self.state.mean_friction);
        Ok(true)
    }

    /// A communication point that gives nothing new.
    pub(super) fn pass_point(&mut self) {
        self.state.pace.note_point(false);
        self.state.origin = self.state.time;
    }

    /// Whether it is known without a step that no transition comes up to `end`, s, while nothing new is given.
    pub(super) fn is_clear(&mut self, end: f64) -> bool {
        if self.leg.status == Status::None && self.goes_on_alone() && self.begin_leg().is_err() {
            return false;
        }
        self.leg.status == Status::Kept && self.leg.end_time() > end
    }

    /// Begins a leg at the present state.
    fn begin_leg(&mut self) -> Result<(), Fault> {
        let reach = self.state.pace.reach();
        self.leg.start.copy_from(&self.state);
        self.leg.start.forget_step();
        self.guards.expect_inputs(reach);
        let found = self.go_ahead(reach);
        // What is read on the way knows nothing of what the leg has cost.
        self.leg.patience = std::mem::replace(&mut self.state.patience, self.leg.start.patience);
        let (size, event) = found.ok_or_else(|| self.cannot_step())?;
        self.leg.status = Status::Kept;
        self.set_out(size, event);
        Ok(())
    }

    /// Begins a leg to the end of the span at most.
    fn begin_passing(&mut self, span: &Span) -> Result<(), Fault> {
        let now = self.state.time;
        self.guards.expect_inputs(span.end() - now);
        let (size, event) = self.go_ahead(span.reach() - now).ok_or_else(|| self.cannot_step())?;
        self.leg.patience = self.state.patience;
        self.leg.status = Status::Passing;
        self.set_out(size, event);
        Ok(())
    }

    fn set_out(&mut self, size: f64, event: Option<f64>) {
        self.leg.from = self.state.time;
        self.leg.length = event.unwrap_or(size);
        self.leg.event = event.is_some();
        self.work.begin_leg();
    }

    /// Makes the polynomials of the leg anew on which the present state is.
    fn find_leg(&mut self) -> Result<(), Fault> {
        let Self { state, leg, .. } = self;
        let (time, origin, pace) = (state.time, state.origin, state.pace);
        state.copy_from(&leg.start);
        self.refresh_loads();
        self.begin_leg()?;
        let Self { numbers, flow, resolver, work, state, .. } = self;
        let gone = time - self.leg.from;
        if gone > 0.0 {
            work.recall(numbers, flow, resolver, state, gone);
        }
        (self.state.time, self.state.origin, self.state.pace) = (time, origin, pace);
        Ok(())
    }

    /// Takes the state from the polynomials of the leg.
    fn go_along(&mut self, goal: &Goal) {
        let Self { numbers, flow, resolver, work, state, leg, .. } = self;
        let (tau, last) = (goal.tau, flow.order + 1);
        state.patience = leg.patience;
        if tau > 0.0 {
            if leg.status == Status::Kept {
                state.dissipated.copy_from_slice(&leg.start.dissipated);
            }
            work.go_along(numbers, flow, resolver, state, tau);
            state.departure.fill(0);
            flow.write_errors(tau, &mut state.velocity_error);
        }
        for (body, position) in state.position.iter_mut().enumerate() {
            *position = flow.position.value(body, last, tau);
            state.velocity[body] = flow.velocity.value(body, last, tau);
        }
        flow.internals.move_states(last, tau, &mut state.internal);
        state.time = goal.time;
        let since = state.time - state.origin;
        numbers.put_known_motions(since, state);
        flow.follow(numbers, since, &state.held_slip, &mut state.velocity);
        for (contact, surface) in state.surface.iter_mut().enumerate() {
            *surface = numbers.surface_velocity(contact, since);
        }
        self.refresh_loads();
        if goal.ends {
            self.leg.status = Status::None;
            let Self { leg, state, .. } = self;
            if !leg.event && leg.length >= state.pace.reach() {
                state.pace.lengthen();
            }
        }
        self.follow_loads();
    }
}
