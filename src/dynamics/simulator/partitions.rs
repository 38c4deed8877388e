//! Transitions on a segment that are made patch by patch ([`crate::dynamics::partition`]).

use super::segment::{Segment, SegmentEnd};
use super::{EventSink, Simulator, StepRequest};
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::methods::taylor::convergence::{Demand, NEGLIGIBLE, accuracy};
use crate::dynamics::methods::taylor::defect::{Defect, Step};
use crate::dynamics::partition::{About, Active, Instant, Partition, Patch, Whole};
use crate::dynamics::state::InputChange;
use crate::dynamics::tolerances::SIMULTANEOUS;
use crate::dynamics::totals::Scene;
use crate::dynamics::{Event, Fault};

/// Times that bodies which a patch affects more than was foreseen are taken into it, at most.
const ROUNDS: usize = 8;

impl Simulator {
    /// Integrates ([`Simulator::integrate`]) in a network whose transitions may be made patch by patch: the segment
    /// continues behind these.
    pub(super) fn integrate_in_part(&mut self, longest: f64) -> Option<Segment> {
        let Dynamics { system, expansion, state, .. } = &mut self.dynamics;
        let size = expansion.expand(system, &Start::of(state), longest, self.tolerance);
        let size = size.filter(|_| expansion.record_range());
        self.dynamics.state.stiffness_detection.record_series(size.unwrap_or(longest), longest);
        let size = size?;
        if let Some(right) = self.begin_patches(size) {
            let whole = Segment::new(self.dynamics.state.time, right, None);
            return Some(Segment { partitioned: true, ..whole });
        }
        let demand = Demand::of_series(self.tolerance);
        self.first_event(demand, size)
    }

    /// Finds all events on the polynomials of the segment, in patches of their own what is stuck and not seen to hold;
    /// returns how far they are right. None: they cannot be used for that.
    fn begin_patches(&mut self, size: f64) -> Option<f64> {
        let Self { defect, partition, dynamics, tolerance, .. } = self;
        let mut size = find_all(dynamics, defect, *tolerance, size)?;
        let Dynamics { system, guards, .. } = dynamics;
        partition.begin(system, guards.set.found());
        guards
            .releases()
            .iter()
            .for_each(|(tau, contact)| partition.expect_release(*tau, *contact));
        let now = Instant::exactly(self.dynamics.state.time);
        for place in 0..self.dynamics.guards.detached().len() {
            let contact = self.dynamics.guards.detached()[place];
            let (whole, partition) = self.parts(now);
            if !partition.choose(&whole, About::Contact(contact), size, 0.0) {
                let Self {
                    partition,
                    dynamics: Dynamics { system, expansion, guards, resolver, state, .. },
                    ..
                } = self;
                let scene = &mut Scene { system, expansion, resolver, state };
                if let Some(tau) = guards.parting(scene, size, contact) {
                    partition.expect_release(tau, contact);
                }
                continue;
            }
            let mut patch = partition.build(&whole)?;
            let Some(right) = self.follow(&mut patch, size) else {
                self.partition.give_back(patch);
                return None;
            };
            size = right;
            self.partition.commit(patch);
        }
        Some(size)
    }

    /// Returns the segment, and what has passed from it to patches.
    fn parts(&mut self, now: Instant) -> (Whole<'_>, &mut Partition) {
        let Self {
            trajectory, partition, dynamics: Dynamics { system, expansion, state, .. }, ..
        } = self;
        let start = trajectory.start();
        let from = Instant::exactly(start.time);
        (Whole { system, expansion, state, from, start, now }, partition)
    }

    /// Makes the next transition, if it is active on the segment up to the target; true if one was reported.
    ///
    /// # Errors
    /// A [`Fault`].
    pub(super) fn step_in_part(
        &mut self,
        segment: &Segment,
        request: &StepRequest,
        sink: EventSink,
    ) -> Result<Option<bool>, Fault> {
        let Some(next) = self.next_in_part(request.reach()) else {
            return Ok(None);
        };
        self.rollback.keep(&self.dynamics.state);
        if request.stops_before(next.time) {
            self.stand_at(segment, next);
            self.keep_before_event(request);
        }
        let reported = match self.process_event_in_part(next, sink) {
            Some(reported) => reported,
            None => {
                let target = segment.target_at(next, Some(SegmentEnd::Event));
                return self.go_through(segment, &target, request, sink).map(Some);
            }
        };
        if request.pauses() || next.time >= request.end() || reported && request.stops(next.time) {
            self.stand_at(segment, next);
        }
        Ok(Some(reported))
    }

    /// Returns the instant of the next transition that a patch makes on the segment, not later than `until`, s.
    pub(super) fn next_in_part(&mut self, until: f64) -> Option<Instant> {
        let segment = self.trajectory.segment().filter(|segment| segment.partitioned)?;
        let until = until.min(segment.end_time());
        self.partition.next(segment.from).filter(|next| next.time <= until)
    }

    /// Takes the state at an instant on the segment.
    fn stand_at(&mut self, segment: &Segment, at: Instant) {
        self.go_along(segment, &segment.target_at(at, None));
    }

    /// Repeats the instants of transition, and the new inputs, that a state on the segment has behind it.
    ///
    /// # Errors
    /// There are not as many, or such inputs do not leave the segment.
    pub(super) fn repeat(&mut self, instants: u64, changes: &[InputChange]) -> Result<(), Fault> {
        let zeno_guard = self.zeno_guard.clone();
        self.zeno_guard.restart(self.trajectory.start().time);
        let mut changes = changes.chunk_by(|one, next| one.time == next.time).peekable();
        for made in 0..=instants {
            while let Some(given) = changes.next_if(|given| given[0].instants == made) {
                self.repeat_inputs(given)?;
            }
            if made == instants {
                break;
            }
            let next = self.next_in_part(f64::INFINITY);
            let again = next.and_then(|next| self.process_event_in_part(next, &mut |_| {}));
            if again.is_none() {
                let rule = format!(
                    "the saved state has passed {instants} instants of transitions, the simulation {made}"
                );
                return Err(Fault::Step { time: self.dynamics.state.time, rule });
            }
        }
        self.zeno_guard = zeno_guard;
        Ok(())
    }

    /// Takes inputs again that were new on the segment before.
    ///
    /// # Errors
    /// The segment does not continue with them.
    fn repeat_inputs(&mut self, given: &[InputChange]) -> Result<(), Fault> {
        let time = given[0].time;
        self.dynamics.state.time = time;
        let found =
            self.partition.changes.take(given.iter().map(|change| (change.input, change.value)));
        if found && self.move_by_inputs(&mut |_| {}) {
            return Ok(());
        }
        let rule = "the saved state has passed new inputs here that the simulation cannot take on \
                    its segment";
        Err(Fault::Step { time, rule: rule.to_owned() })
    }

    /// Makes a patch of what the new inputs affect; true if all else continues on the segment.
    pub(super) fn move_by_inputs(&mut self, sink: EventSink) -> bool {
        let Some(segment) = self.trajectory.segment() else { return false };
        let now = Instant::exactly(self.dynamics.state.time);
        let request = segment.end_time() - now.time;
        let mut events = self.partition.take_events();
        let made = self.make_patch(now, request, About::Changes, &mut events);
        let taken = made.is_some();
        if let Some((patch, size)) = made {
            self.adopt(patch, size, now, (&mut events, sink));
            let Self { partition, dynamics: Dynamics { state, .. }, .. } = self;
            let (instants, inputs) = (state.instants, &state.inputs);
            let change = |&(input, _): &(usize, f64)| InputChange {
                time: now.time,
                instants,
                input,
                value: inputs[input],
            };
            state.input_changes.extend(partition.changes.inputs.iter().map(change));
        }
        self.partition.keep_events(events);
        taken
    }

    /// Exchanges the inputs of the state for the new ones, or these for those before.
    ///
    /// # Errors
    /// Values that break a rule: those before broke none.
    fn exchange_inputs(&mut self) -> Result<(), Fault> {
        self.partition.changes.swap(&mut self.dynamics.state.inputs);
        self.update_inputs()
    }

    /// Takes the new inputs in a patch that was made with those before.
    fn take_inputs_in(&mut self, patch: &mut Patch, events: &mut Vec<Event>) -> Option<()> {
        self.exchange_inputs().ok()?;
        let Dynamics { system, state, resolutions, .. } = &mut self.dynamics;
        let kept = patch.take_inputs(system, state.time - state.point, events);
        *resolutions += std::mem::take(&mut patch.dynamics.resolutions);
        kept
    }

    /// Processes what is active at a time in a patch; true if anything was reported. None: that is not possible.
    fn process_event_in_part(&mut self, now: Instant, sink: EventSink) -> Option<bool> {
        let segment = *self.trajectory.segment()?;
        let time = now.time;
        let before = std::mem::replace(&mut self.dynamics.state.time, time);
        let together = SIMULTANEOUS * time.abs().max(1.0);
        self.partition.find_active(segment.from, time + together);
        let request = segment.end_time() - time;
        let mut events = self.partition.take_events();
        let made = self.make_patch(now, request, About::Active, &mut events);
        let reported = made.map(|(patch, size)| self.adopt(patch, size, now, (&mut events, sink)));
        self.partition.keep_events(events);
        match reported {
            Some(_) => self.dynamics.state.instants += 1,
            None => self.dynamics.state.time = before,
        }
        reported
    }

    /// Puts its bodies on the polynomials of a patch, which are right for `size`, s, and reports what has happened on it; true if
    /// anything has.
    fn adopt(
        &mut self,
        patch: Box<Patch>,
        size: f64,
        now: Instant,
        (events, sink): (&mut Vec<Event>, EventSink),
    ) -> bool {
        let Some(&segment) = self.trajectory.segment() else { return false };
        let time = now.time;
        if size < segment.end_time() - time {
            self.trajectory.shorten(time + size - segment.from);
        }
        for (place, &contact) in patch.contacts.iter().enumerate() {
            let own = &mut self.dynamics.state.contacts[contact];
            let of_patch = &patch.dynamics.state.contacts[place];
            own.change(of_patch.mode());
            own.take_branch(of_patch.branch());
        }
        for (place, &spring) in patch.springs.iter().enumerate() {
            self.dynamics.state.spring_mode[spring] = patch.dynamics.state.spring_mode[place];
        }
        let reported = !events.is_empty();
        for event in events.drain(..) {
            let event =
                event.renamed(|contact| patch.contacts[contact], |spring| patch.springs[spring]);
            self.dynamics.state.count(&event);
            sink(event);
        }
        self.partition.commit(patch);
        reported
    }

    /// Makes a patch of all that is affected by what is active, or new, now, up to `request`, s, in which it has happened;
    /// returns how far its polynomials are right.
    fn make_patch(
        &mut self,
        now: Instant,
        request: f64,
        about: About,
        events: &mut Vec<Event>,
    ) -> Option<(Box<Patch>, f64)> {
        if request <= 0.0 {
            return None;
        }
        let zeno_guard = self.zeno_guard.clone();
        let demand = Demand::of_series(self.tolerance);
        let least = accuracy(self.tolerance) * NEGLIGIBLE;
        for round in 0..ROUNDS {
            let (whole, partition) = self.parts(now);
            let chosen = match round {
                0 => partition.choose(&whole, about, request, least),
                _ => partition.extend(&whole),
            };
            if !chosen {
                return None;
            }
            let mut patch = partition.build(&whole)?;
            events.clear();
            let size = match about {
                About::Changes => self.take_inputs_in(&mut patch, events),
                _ => self.process_event_in(&mut patch, events),
            };
            let size = size.and_then(|()| self.follow(&mut patch, request));
            let (whole, partition) = self.parts(now);
            match size {
                Some(size) if !partition.find_affected(&whole, &patch, size, demand) => {
                    return Some((patch, size));
                }
                _ => partition.give_back(patch),
            }
            self.zeno_guard = zeno_guard.clone();
            if let About::Changes = about {
                self.exchange_inputs().ok()?;
            }
            size?;
        }
        None
    }

    /// Processes what is active in a patch.
    fn process_event_in(&mut self, patch: &mut Patch, events: &mut Vec<Event>) -> Option<()> {
        let Dynamics { system, expansion, guards, state, .. } = &mut patch.dynamics;
        expansion.evaluate(system, &Start::of(state));
        let (contacts, springs) = (&patch.contacts, &patch.springs);
        let own = |list: &[usize], of: usize| list.binary_search(&of).unwrap_or(0);
        let active = self.partition.now(true);
        guards.set.expect_active(active.map(|transition| {
            transition.renamed(|contact| own(contacts, contact), |spring| own(springs, spring))
        }));
        let length = self.trajectory.segment()?.length;
        let made = patch
            .dynamics
            .process_event(length, &mut self.zeno_guard, &mut |event| events.push(event));
        self.dynamics.resolutions += std::mem::take(&mut patch.dynamics.resolutions);
        made.ok().map(|_| ())
    }

    /// Expands a patch up to `request`, s, and finds the events on it; returns how far the polynomials are right.
    fn follow(&mut self, patch: &mut Patch, request: f64) -> Option<f64> {
        let Patch { dynamics, active, contacts, springs, .. } = patch;
        let Dynamics { system, expansion, state, .. } = &mut *dynamics;
        let size = expansion.expand(system, &Start::of(state), request, self.tolerance)?;
        self.dynamics.expansion.evaluations += std::mem::take(&mut expansion.evaluations);
        self.dynamics.expansion.operations += std::mem::take(&mut expansion.operations);
        if !expansion.record_range() {
            return None;
        }
        let size = find_all(dynamics, &mut self.defect, self.tolerance, size)?;
        let Dynamics { system, expansion, guards, resolver, state, .. } = dynamics;
        active.clear();
        active.extend(guards.set.found().filter_map(|(tau, transition)| {
            Active::of(
                tau,
                transition.renamed(|contact| contacts[contact], |spring| springs[spring]),
            )
        }));
        let releases = guards.releases().iter();
        active.extend(releases.map(|(tau, contact)| Active::release(*tau, contacts[*contact])));
        for place in 0..guards.detached().len() {
            let contact = guards.detached()[place];
            let parting =
                guards.parting(&mut Scene { system, expansion, resolver, state }, size, contact);
            active.extend(parting.map(|tau| Active::release(tau, contacts[contact])));
        }
        Some(size)
    }
}

/// Finds all events on polynomials of a size, s; returns how far these are right. None: they are so nowhere.
fn find_all(
    dynamics: &mut Dynamics,
    defect: &mut Defect,
    tolerance: f64,
    size: f64,
) -> Option<f64> {
    let Dynamics { system, expansion, guards, resolver, state, .. } = dynamics;
    if !expansion.stays_in_range(size) {
        return None;
    }
    guards.all(&mut Scene { system, expansion, resolver, state }, size);
    let step = Step { system, expansion, state, demand: Demand::of_series(tolerance) };
    let right = defect.reach_each(&step, size, |contact| guards.leaves(contact));
    (state.time + right != state.time).then_some(right)
}
