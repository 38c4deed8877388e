//! Steps across instants from which no series goes on ([`super::crossing`]).

use std::mem::swap;

use super::crossing::Crossing;
use super::integration::soon;
use super::{EventSink, Simulator};
use crate::dynamics::Fault;
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::methods::taylor::convergence::accuracy;
use crate::dynamics::tolerances::time_round_off;

impl Simulator {
    /// Crosses the present instant, by no more than `longest`, s; true if transitions were reported.
    ///
    /// # Errors
    /// `fault`, the reason why nothing else goes on, where no such step is accurate or possible.
    pub(super) fn cross(
        &mut self,
        longest: f64,
        fault: Fault,
        sink: EventSink,
    ) -> Result<bool, Fault> {
        let Dynamics { system, expansion, .. } = &self.dynamics;
        if expansion.undamped(system).is_some() || !expansion.is_finite() {
            return Err(fault);
        }
        self.rollback.keep(&self.dynamics.state);
        self.trajectory.keep(&self.dynamics.state);
        let mut crossing = self.crossing.take().unwrap_or_default();
        // Of transitions that are dense at any scale a shorter crossing would leave as many.
        let chatters = matches!(fault, Fault::Chattering { .. });
        let crossed = self.find_crossing(&mut crossing, longest, chatters);
        let Dynamics { totals, state, .. } = &mut self.dynamics;
        for (contact, impulse) in crossing.impulse.iter().enumerate().filter(|_| crossed) {
            totals.push(contact, *impulse);
        }
        let before = state.event_count;
        state.horizon_control.restart();
        self.crossing = Some(crossing);
        if !crossed {
            return Err(fault);
        }
        self.dynamics.resolve_jump(sink).map_err(|error| self.fault(error))?;
        Ok(self.dynamics.state.event_count != before)
    }

    /// Moves to the end of a crossing, as long as it may be; false, and nothing has moved, if there is none.
    fn find_crossing(&mut self, crossing: &mut Crossing, longest: f64, chatters: bool) -> bool {
        self.dynamics.record_modes();
        let Dynamics { system, resolver, totals, state, past, .. } = &mut self.dynamics;
        let now = state.time;
        let (least, mut size) = crossing.sizes(now);
        let shortest = if chatters { least } else { soon(now.abs().max(1.0)) };
        totals.evaluate_waiting(resolver);
        self.moreau.get_or_insert_default().resize(system);
        past.record_ends(system, state, least);
        while !self.step_across(crossing, size.min(longest), least) {
            self.dynamics.state.copy_from(self.trajectory.start());
            if size <= shortest {
                return false;
            }
            size = shortest.max(0.5 * size);
        }
        (crossing.size, crossing.end) = (size, self.dynamics.state.time);
        true
    }

    /// Makes both halves of a step, s; false where they are not accurate or not possible. What internal states are off within the
    /// `least` step is nothing.
    fn step_across(&mut self, crossing: &mut Crossing, wanted: f64, least: f64) -> bool {
        let now = self.dynamics.state.time;
        let end = now + wanted;
        let size = end - now;
        if size <= 0.0 {
            return false;
        }
        self.permit(crossing);
        if self.find_step(end, size).is_err() {
            return false;
        }
        crossing.whole.clear();
        crossing.whole.extend(self.moreau.iter().flat_map(|moreau| moreau.velocities()));
        self.move_internals(crossing, size);
        swap(&mut crossing.internal, &mut crossing.whole_internal);
        crossing.impulse.clear();
        crossing.impulse.resize(self.network.contacts.len(), 0.0);
        let middle = now + 0.5 * size;
        for (to, part) in [(middle, middle - now), (end, end - middle)] {
            self.move_internals(crossing, part);
            if self.step_to(to, part).is_err() {
                return false;
            }
            self.dynamics.state.internal.copy_from_slice(&crossing.internal);
            let friction = self.moreau.iter().flat_map(|moreau| moreau.friction());
            for (impulse, friction) in crossing.impulse.iter_mut().zip(friction) {
                *impulse += part * friction;
            }
        }
        self.permit_late(crossing);
        let Crossing { whole, permitted, internal, whole_internal, .. } = crossing;
        let mut ends = whole.iter().zip(&self.dynamics.state.velocity).zip(permitted);
        let accuracy = accuracy(self.tolerance);
        let mut states = whole_internal.iter().zip(internal);
        ends.all(|((whole, halves), permitted)| (whole - halves).abs() <= *permitted)
            && (wanted <= least
                || states.all(|(one, other)| (*one - *other).abs() <= accuracy * one.abs()))
    }

    /// Finds the permitted errors of velocities.
    fn permit(&mut self, crossing: &mut Crossing) {
        let Self { dynamics: Dynamics { system, expansion, state, .. }, tolerance, .. } = self;
        expansion.find_forces(system, &Start::of(state));
        let accuracy = accuracy(*tolerance);
        crossing.permitted.clear();
        for (component, error) in system.component.iter().zip(&state.velocity_error) {
            crossing.permitted.push((accuracy * expansion.fastest[*component]).max(*error));
        }
    }

    /// Permits velocities at the end, too, what they change by there within the round-off of the time.
    fn permit_late(&mut self, crossing: &mut Crossing) {
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        expansion.find_accelerations(system, &Start::of(state));
        let late = time_round_off(state.time);
        for (permitted, rate) in crossing.permitted.iter_mut().zip(expansion.velocity.row(1)) {
            *permitted = permitted.max(late * rate.abs());
        }
    }

    /// Finds the internal states of laws after a part of a step, s, by their rates at its start.
    fn move_internals(&mut self, crossing: &mut Crossing, part: f64) {
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        expansion.find_forces(system, &Start::of(state));
        crossing.internal.clone_from(&state.internal);
        expansion.internals.move_states(1, part, &mut crossing.internal);
    }
}
