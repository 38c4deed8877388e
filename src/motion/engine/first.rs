//! How far one internal step goes: polynomials that satisfy the equations, up to the first event on them.

use super::Motion;
use crate::motion::elements::contact::change::Change;
use crate::motion::events::guards::Transition;
use crate::motion::flow::Start;
use crate::motion::methods::taylor::convergence::Demand;
use crate::motion::methods::taylor::defect::{MOST_CUTS, Reached, Step};
use crate::motion::work::Scene;

/// Numbers for the time from one on within which a contact that comes to rest has done so.
const NEXT: f64 = 8.0;

impl Motion {
    /// Polynomials of a step of at most `longest` in the flow; the size up to which they are right, and when
    /// the first event is. None: no step that advances the time is short enough.
    pub(super) fn go_ahead(&mut self, longest: f64) -> Option<(f64, Option<f64>)> {
        if let Some(found) = self.go_across(longest) {
            return Some(found);
        }
        let Self { numbers, flow, state, .. } = self;
        let size = flow.expand(numbers, &Start::of(state), longest, self.tolerance);
        let found = size.filter(|_| flow.note_range()).and_then(|size| {
            let demand = Demand::of_series(self.tolerance);
            self.first_event(demand, size)
        });
        let size = found.map_or(longest, |(size, _)| size);
        // Steps grow with the distance from a branch point, and shrink with it, however stiff the motion is.
        if !self.flow.is_near_branch(size) {
            self.state.patience.note_series(size, longest);
        }
        found
    }

    /// Where no step is short enough: contacts whose slip velocities come to 0 within round-off of the time have arrived.
    /// About a power of the slip velocity below 1 no series reaches there.
    pub(super) fn arrive_at_once(&mut self) -> Option<(f64, Option<f64>)> {
        let Self { numbers, flow, guards, state, .. } = self;
        // Where nothing resists a body there are no polynomials at all.
        if flow.unresisted(numbers).is_some() {
            return None;
        }
        let soon = NEXT * (state.time.abs().next_up() - state.time.abs());
        let arrives = |contact: &usize| {
            let (slip, rate) = (flow.slip.at(0, *contact), flow.slip.at(1, *contact));
            let entry = &numbers.contacts[*contact];
            state.contact_mode[*contact].slips()
                && !entry.is_continuous()
                && slip * rate < 0.0
                && slip.abs() <= soon * rate.abs()
        };
        let arriving = (0..numbers.contacts.len()).filter(arrives);
        guards.expect_due(arriving.map(|contact| Transition::Contact(contact, Change::Arrival)));
        guards.due().next()?;
        // Nothing else is asked of the polynomials than where they begin.
        flow.order = 0;
        Some((0.0, Some(0.0)))
    }

    /// The same by a step across a stiff motion, if it is time for one.
    fn go_across(&mut self, longest: f64) -> Option<(f64, Option<f64>)> {
        let Self { numbers, flow, stiff, state, .. } = self;
        let (most, least) = state.patience.attempt(longest).filter(|_| stiff.suits(numbers))?;
        let across = stiff.attempt(numbers, flow, state, most, least, self.tolerance);
        let found = across.and_then(|size| {
            let demand = self.stiff.demand(&self.numbers, &mut self.flow, self.tolerance);
            let (right, event) = self.first_event(demand, size)?;
            (event.is_some() || right >= least).then_some((right, event))
        });
        self.state.patience.note_attempt(found.map(|(size, _)| size));
        found
    }

    /// The first event on the polynomials of a step, cut to where these are right. Guards are asked where
    /// they are right, and what is right up to a guard's root is looked at anew: beyond, the polynomials
    /// mean nothing.
    pub(super) fn first_event(&mut self, demand: Demand, size: f64) -> Option<(f64, Option<f64>)> {
        let Self { numbers, flow, guards, resolver, state, defect, .. } = self;
        let mut size = size;
        let mut cuts = 0;
        while state.time + size != state.time {
            let Reached { size: right, leaves } =
                defect.reach(&Step { numbers, flow, state, demand }, size, false);
            let event = guards.first(&mut Scene { numbers, flow, resolver, state }, right);
            let end = event.unwrap_or(right);
            if !leaves {
                // What is right nowhere stays so, however often it is tried.
                return (right > 0.0 || event.is_some()).then_some((right, event));
            }
            size = defect.reach(&Step { numbers, flow, state, demand }, end, true).size;
            if size >= end {
                return Some((right, event));
            }
            cuts += 1;
            if cuts > MOST_CUTS {
                size *= 0.5;
            }
        }
        None
    }
}
