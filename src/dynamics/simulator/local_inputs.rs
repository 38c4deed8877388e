//! New inputs that few bodies feel: these pass to polynomials of their own ([`crate::dynamics::partition`]), and all else
//! continues on the segment.

use super::trajectory::Deferred;
use super::{EventSink, Simulator, StepRequest, Values};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::{About, Instant, Patch, is_applicable, is_large};
use crate::dynamics::state::InputChange;
use crate::dynamics::system::given::GivenValues;
use crate::dynamics::{Event, Fault};

/// New values of inputs on one segment, at most. A saved state holds them, and who restores it repeats them.
const MOST_CHANGES: usize = 256;

/// New inputs are few up to one for so many bodies.
const BODIES_PER_INPUT: usize = 8;

impl Simulator {
    /// Finds which inputs are new; true if they are few, and bodies beside those that feel them may continue.
    fn are_local(&mut self, given: Values) -> bool {
        let (parameters, inputs) = given;
        let Self { partition, trajectory, dynamics: Dynamics { system, state, .. }, .. } = self;
        let partitioned =
            trajectory.segment().map_or_else(|| is_applicable(system), |one| one.partitioned);
        let most = system.mass.len() / BODIES_PER_INPUT;
        partitioned
            && state.parameters == parameters
            && partition.changes.find(&state.inputs, inputs, most)
            && self.goes_on_alone()
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

    /// Takes new inputs on the segment if they are few; true if all else continues on it.
    pub(super) fn take_local_inputs(&mut self, given: Values, sink: EventSink) -> bool {
        if !self.are_local(given) {
            self.dynamics.state.horizon_control.record_point(true);
            return false;
        }
        // Of a state that was restored, the polynomials are expanded again.
        if self.trajectory.is_lost() {
            self.rollback.keep(&self.dynamics.state);
            if self.find_segment().is_err() {
                self.rollback.restore(&mut self.dynamics.state, &mut self.trajectory);
                let restored = self.update_system();
                debug_assert!(restored.is_ok());
                return false;
            }
            self.trajectory.defer(Deferred { motion: true, totals: None });
            self.are_local(given);
        }
        let Self { partition, trajectory, dynamics: Dynamics { state, .. }, .. } = self;
        let within = trajectory
            .segment()
            .is_some_and(|one| one.from < state.time && state.time < one.end_time());
        let count = state.input_changes.len() + partition.changes.inputs.len();
        if !within || count > MOST_CHANGES {
            state.horizon_control.record_few();
            return false;
        }
        self.rollback.keep(state);
        let taken = self.move_by_inputs(sink);
        if taken {
            self.dynamics.state.pass_point(false);
        }
        self.dynamics.state.horizon_control.record_local(taken);
        taken
    }

    /// Takes inputs again that were new on the segment before.
    ///
    /// # Errors
    /// The segment does not continue with them.
    pub(super) fn repeat_inputs(&mut self, given: &[InputChange]) -> Result<(), Fault> {
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

    /// Makes a patch of what feels the new inputs; true if all else continues on the segment.
    fn move_by_inputs(&mut self, sink: EventSink) -> bool {
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

    /// Takes the new inputs in a patch that was made with those before.
    pub(super) fn take_inputs_in(
        &mut self,
        patch: &mut Patch,
        events: &mut Vec<Event>,
    ) -> Option<()> {
        self.exchange_inputs().ok()?;
        patch.take_given(&self.dynamics.system);
        let dynamics = &mut patch.dynamics;
        if !dynamics.may_keep_modes() {
            return None;
        }
        dynamics.record_modes();
        if !dynamics.keeps_modes().ok()? {
            let elapsed = self.dynamics.state.time - self.dynamics.state.point;
            dynamics.past.record_kept_modes(&dynamics.state, elapsed);
            dynamics.resolve_jump(&mut |event| events.push(event)).ok()?;
        }
        self.dynamics.resolutions += std::mem::take(&mut dynamics.resolutions);
        Some(())
    }

    /// Exchanges the inputs of the state for the new ones, or these for those before.
    ///
    /// # Errors
    /// Values that break a rule: those before broke none.
    pub(super) fn exchange_inputs(&mut self) -> Result<(), Fault> {
        self.partition.changes.swap(&mut self.dynamics.state.inputs);
        self.update_inputs()
    }

    /// Takes the inputs of the state.
    ///
    /// # Errors
    /// Those of [`crate::dynamics::system::System::take_inputs`].
    pub(super) fn update_inputs(&mut self) -> Result<(), Fault> {
        let Self { network, dynamics: Dynamics { system, state, resolver, .. }, .. } = self;
        system.take_inputs(network, &GivenValues::of(state))?;
        resolver.update_given(system);
        Ok(())
    }
}
