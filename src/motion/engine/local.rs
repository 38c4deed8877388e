//! Transitions on a leg that are made patch by patch ([`crate::motion::local`]).

use super::{Motion, Record, Span};
use crate::motion::engine::leg::Goal;
use crate::motion::events::guards::SIMULTANEOUS;
use crate::motion::flow::Start;
use crate::motion::local::{Due, Instant, Local, Moving, Patch, Whole};
use crate::motion::methods::taylor::convergence::{Demand, NEGLIGIBLE, accuracy};
use crate::motion::methods::taylor::defect::Step;
use crate::motion::work::Scene;
use crate::motion::{Element, Event, Fault};

/// How often bodies that feel more of a patch than was foreseen are taken into it.
const ROUNDS: usize = 8;

impl Motion {
    /// As [`Motion::go_ahead`], in a network whose transitions may be made patch by patch: the leg goes on behind them.
    pub(super) fn go_ahead_locally(&mut self, longest: f64) -> Option<(f64, Option<f64>)> {
        let Self { numbers, flow, state, .. } = self;
        let size = flow.expand(numbers, &Start::of(state), longest, self.tolerance);
        let size = size.filter(|_| flow.note_range());
        self.state.patience.note_series(size.unwrap_or(longest), longest);
        let size = size?;
        let right = self.begin_patches(size);
        self.leg.local = right.is_some();
        if let Some(right) = right {
            return Some((right, None));
        }
        let demand = Demand::of_series(self.tolerance);
        self.first_event(demand, size)
    }

    /// Finds all that is due on the polynomials of the leg, in patches of their own what is stuck and not seen to hold; how far
    /// they are right. None: they are no good for that.
    fn begin_patches(&mut self, size: f64) -> Option<f64> {
        let Self { numbers, flow, guards, resolver, state, defect, local, .. } = self;
        if !flow.is_moderate(size) {
            return None;
        }
        let demand = Demand::of_series(self.tolerance);
        guards.all(&mut Scene { numbers, flow, resolver, state }, size);
        let step = Step { numbers, flow, state, demand };
        let mut size = defect.reach_each(&step, size, |contact| guards.leaves(contact));
        if state.time + size == state.time {
            return None;
        }
        local.begin(numbers, guards.found());
        guards.releases().iter().for_each(|(tau, contact)| local.expect_release(*tau, *contact));
        self.leg.from = self.state.time;
        let now = Instant::exactly(self.leg.from);
        for place in 0..self.guards.loose().len() {
            let contact = self.guards.loose()[place];
            let (whole, local) = self.parts(now);
            if !local.choose(&whole, Some(contact), size, 0.0) {
                let Self { numbers, flow, guards, resolver, state, local, .. } = self;
                let scene = &mut Scene { numbers, flow, resolver, state };
                if let Some(tau) = guards.parting(scene, size, contact) {
                    local.expect_release(tau, contact);
                }
                continue;
            }
            let mut patch = local.build(&whole)?;
            let Some(right) = self.follow(&mut patch, size) else {
                self.local.give_back(patch);
                return None;
            };
            size = right;
            self.local.commit(patch);
        }
        Some(size)
    }

    /// The leg, and what has passed from it to patches.
    fn parts(&mut self, now: Instant) -> (Whole<'_>, &mut Local) {
        let Self { numbers, flow, state, leg, local, .. } = self;
        let (from, start) = (Instant::exactly(leg.from), &leg.start);
        (Whole { numbers, flow, state, from, start, now }, local)
    }

    /// Makes the next transition, if it is due on the leg up to the end of the span; whether one was told.
    ///
    /// # Errors
    /// A [`Fault`].
    pub(super) fn step_locally(
        &mut self,
        span: &Span,
        record: Record,
    ) -> Result<Option<bool>, Fault> {
        let Some(next) = self.next_locally(span.reach()) else {
            return Ok(None);
        };
        self.undo.keep(&self.state);
        if span.stops_before(next.time) {
            self.stand_at(next);
            self.keep_eve(span);
        }
        let told = match self.transit_locally(next, record) {
            Some(told) => told,
            None => return self.transit_as_whole(next, span, record).map(Some),
        };
        if span.pauses() || next.time >= span.end() || told && span.stops(next.time) {
            self.stand_at(next);
        }
        Ok(Some(told))
    }

    /// When the next transition is due on the leg, not later than at a time, s.
    pub(super) fn next_locally(&mut self, until: f64) -> Option<Instant> {
        let until = until.min(self.leg.end_time());
        self.local.next(self.leg.from).filter(|next| next.time <= until)
    }

    /// Takes the state at an instant on the leg.
    fn stand_at(&mut self, at: Instant) {
        let tau = at.since(Instant::exactly(self.leg.from));
        self.go_along(&Goal { tau, time: at.time, ends: false, event: false });
    }

    /// The instants of transition that a state on the leg has behind it.
    ///
    /// # Errors
    /// There are not as many.
    pub(super) fn repeat(&mut self, instants: u64) -> Result<(), Fault> {
        let storm = self.storm.clone();
        self.storm.restart(self.leg.from);
        for made in 0..instants {
            let next = self.next_locally(f64::INFINITY).filter(|_| self.leg.local);
            let again = next.and_then(|next| self.transit_locally(next, &mut |_| {}));
            if again.is_none() {
                let rule = format!(
                    "the saved state has {instants} instants of transition behind it, the motion {made}"
                );
                return Err(Fault::Step { time: self.state.time, rule });
            }
        }
        self.storm = storm;
        Ok(())
    }

    /// Makes what is due at a time in a patch; None: that is not possible. Whether anything was told.
    fn transit_locally(&mut self, now: Instant, record: Record) -> Option<bool> {
        let time = now.time;
        let before = std::mem::replace(&mut self.state.time, time);
        let together = SIMULTANEOUS * time.abs().max(1.0);
        self.local.find_due(self.leg.from, time + together);
        let span = self.leg.end_time() - time;
        let mut events = self.local.take_events();
        let Some((patch, size)) = self.make_patch(now, span, &mut events) else {
            self.local.keep_events(events);
            self.state.time = before;
            return None;
        };
        if size < span {
            self.leg.length = time + size - self.leg.from;
        }
        for (place, &contact) in patch.contacts.iter().enumerate() {
            self.state.contact_mode[contact] = patch.moving.state.contact_mode[place];
            self.state.piece[contact] = patch.moving.state.piece[place];
        }
        for (place, &spring) in patch.springs.iter().enumerate() {
            self.state.spring_mode[spring] = patch.moving.state.spring_mode[place];
        }
        let told = !events.is_empty();
        for event in events.drain(..) {
            let element = match event.element {
                Element::Contact(contact) => Element::Contact(patch.contacts[contact]),
                Element::Spring(spring) => Element::Spring(patch.springs[spring]),
            };
            let event = Event { element, ..event };
            self.state.count(&event);
            record(event);
        }
        self.local.keep_events(events);
        self.local.commit(patch);
        self.state.instants += 1;
        Some(told)
    }

    /// A patch of all that feels what is due now up to `span`, s, in which it has happened; and how far its polynomials are
    /// right.
    fn make_patch(
        &mut self,
        now: Instant,
        span: f64,
        events: &mut Vec<Event>,
    ) -> Option<(Box<Patch>, f64)> {
        if span <= 0.0 {
            return None;
        }
        let storm = self.storm.clone();
        let demand = Demand::of_series(self.tolerance);
        let least = accuracy(self.tolerance) * NEGLIGIBLE;
        for round in 0..ROUNDS {
            let (whole, local) = self.parts(now);
            let chosen = match round {
                0 => local.choose(&whole, None, span, least),
                _ => local.extend(&whole),
            };
            if !chosen {
                return None;
            }
            let mut patch = local.build(&whole)?;
            events.clear();
            let size = self.transit_in(&mut patch, events);
            let size = size.and_then(|()| self.follow(&mut patch, span));
            let (whole, local) = self.parts(now);
            match size {
                Some(size) if !local.feel(&whole, &patch, size, demand) => {
                    return Some((patch, size));
                }
                _ => local.give_back(patch),
            }
            self.storm = storm.clone();
            size?;
        }
        None
    }

    /// What is due happens in a patch.
    fn transit_in(&mut self, patch: &mut Patch, events: &mut Vec<Event>) -> Option<()> {
        let Moving { numbers, flow, guards, state, .. } = &mut patch.moving;
        flow.evaluate(numbers, &Start::of(state));
        let (contacts, springs) = (&patch.contacts, &patch.springs);
        let own = |list: &[usize], of: usize| list.binary_search(&of).unwrap_or(0);
        let due = self.local.now(true);
        guards.expect_due(due.map(|transition| {
            transition.renamed(|contact| own(contacts, contact), |spring| own(springs, spring))
        }));
        self.exchange(&mut patch.moving);
        let made = self.transit(&mut |event| events.push(event));
        self.exchange(&mut patch.moving);
        made.ok().map(|_| ())
    }

    /// Polynomials of a patch up to `span`, s, and what is due on them; how far they are right.
    fn follow(&mut self, patch: &mut Patch, span: f64) -> Option<f64> {
        let Patch { moving, due, contacts, springs, .. } = patch;
        let Moving { numbers, flow, guards, resolver, state, .. } = moving;
        let size = flow.expand(numbers, &Start::of(state), span, self.tolerance)?;
        self.flow.evaluations += std::mem::take(&mut flow.evaluations);
        self.flow.operations += std::mem::take(&mut flow.operations);
        if !flow.note_range() || !flow.is_moderate(size) {
            return None;
        }
        guards.all(&mut Scene { numbers, flow, resolver, state }, size);
        let demand = Demand::of_series(self.tolerance);
        let step = Step { numbers, flow, state, demand };
        let size = self.defect.reach_each(&step, size, |contact| guards.leaves(contact));
        if state.time + size == state.time {
            return None;
        }
        due.clear();
        due.extend(guards.found().filter_map(|(tau, transition)| {
            Due::of(tau, transition.renamed(|contact| contacts[contact], |spring| springs[spring]))
        }));
        let releases = guards.releases().iter();
        due.extend(releases.map(|(tau, contact)| Due::release(*tau, contacts[*contact])));
        for place in 0..guards.loose().len() {
            let contact = guards.loose()[place];
            let parting =
                guards.parting(&mut Scene { numbers, flow, resolver, state }, size, contact);
            due.extend(parting.map(|tau| Due::release(tau, contacts[contact])));
        }
        Some(size)
    }

    /// What is due happens now to the network as a whole, and ends the leg; whether a transition was told.
    fn transit_as_whole(
        &mut self,
        now: Instant,
        span: &Span,
        record: Record,
    ) -> Result<bool, Fault> {
        let tau = now.since(Instant::exactly(self.leg.from));
        self.leg.event = true;
        self.go_along(&Goal { tau, time: now.time, ends: true, event: true });
        self.check_state()?;
        self.state.instants = 0;
        self.state.patience.note_transition();
        self.state.pace.note_transition(tau, self.leg.size);
        self.keep_eve(span);
        let Self { numbers, flow, guards, state, local, .. } = self;
        flow.evaluate(numbers, &Start::of(state));
        guards.expect_due(local.now(false));
        self.transit(record)
    }

    /// What a transition needs is that of a patch, and the other way round.
    fn exchange(&mut self, moving: &mut Moving) {
        macro_rules! swap {
            ($($field:ident)*) => {
                let Moving { $($field),* } = moving;
                $(std::mem::swap(&mut self.$field, $field);)*
            };
        }
        swap! { numbers state flow guards resolver work modes spring_modes came beyond }
    }
}
