//! Communication steps as hosts of FMI 3.0 ask for them: that end early at a transition, before or after it, or pause
//! after each internal step.

use super::alternation::{Alternation, Unknown};
use super::course::Course;
use super::{Freshness, Simulation, Warning};
use crate::dynamics::{Reached, StopCondition};
use crate::network::{Contact, End, Port};
use crate::unit::{Accessor, Fault, Phase};

impl Simulation {
    /// Moves from `time` (the present time, as the host counts it) by `size`, both in s, as far as `stop_condition` says; with
    /// `pauses` to the end of the first internal step only. A transition within 1e-9·max(1, |t|) s of the step's end
    /// counts as at its end, and one as close to its start does not end the step, but for one that new inputs cause and
    /// that no step halted for.
    ///
    /// # Errors
    /// Those of [`Simulation::step`], and while a transition is pending.
    pub fn advance(
        &mut self,
        time: f64,
        size: f64,
        stop_condition: StopCondition,
        pauses: bool,
    ) -> Result<Reached, Fault> {
        self.require(Phase::Stepping, "a step")?;
        if self.simulator.is_pending() {
            let rule = "a transition is pending: process it in Event Mode".to_owned();
            return Err(Fault::Argument { quantity: "time of the step", value: time, rule });
        }
        let end = self.check_step(time, size, 2.0)?;
        self.evaluate_reactions()?;
        let begin = self.simulator.state().time;
        self.course = Some(Course { begin, end, stop_condition });
        self.events.begin();
        let reached = self.go(pauses)?;
        self.simulator.record_request(begin, end);
        Ok(reached)
    }

    /// Goes on with a step that paused, to the end of the next internal step; `early` is a time before its end at which
    /// the host wants it to end now.
    ///
    /// # Errors
    /// Those of [`Simulation::advance`].
    pub fn resume(&mut self, early: Option<f64>) -> Result<Reached, Fault> {
        let now = self.simulator.state().time;
        let Some(course) = &mut self.course else { return Ok(Reached::End) };
        course.end = early.map_or(course.end, |early| early.clamp(now, course.end));
        if course.end <= now {
            self.end_at_pause();
            return Ok(self.finish(Reached::End));
        }
        self.go(true)
    }

    /// True if a transition waits for an event.
    pub fn is_pending(&self) -> bool {
        self.simulator.is_pending()
    }

    fn go(&mut self, pauses: bool) -> Result<Reached, Fault> {
        let Some(Course { begin, end, stop_condition }) = self.course else {
            return Ok(Reached::End);
        };
        let at_start = self.stopped_at != Some(begin);
        if begin == self.simulator.state().time {
            self.compare_inputs(end);
        }
        self.simulator.ramp(&self.rates);
        let from = self.simulator.state().time;
        let Self { simulator, events, parameters, inputs, .. } = self;
        let record = &mut |event| events.record(event);
        let given = (&parameters[..], &inputs[..]);
        let went = simulator.go_to((begin, end), stop_condition, at_start, pauses, given, record);
        let reached = went.inspect_err(|_| self.course = None)?;
        // The state before a transition that new inputs cause has the old ones; they stay what the host set.
        let caused = reached == Reached::BeforeEvent && self.simulator.state().time == from;
        if caused {
            self.freshness = Freshness::Given;
        } else if reached == Reached::Pause {
            self.continue_inputs();
        } else {
            self.pass_inputs();
        }
        Ok(self.finish(reached))
    }

    /// Updates events and outputs after a step, by how far it went.
    fn finish(&mut self, reached: Reached) -> Reached {
        let time = self.simulator.state().time;
        if reached == Reached::BeforeEvent {
            self.events.withhold(time);
            self.stopped_at = Some(time);
        }
        if reached != Reached::Pause {
            self.commit_events();
            self.course = None;
        }
        reached
    }

    /// Makes the transition that is pending and those that new inputs cause immediately; true if anything may have
    /// changed.
    ///
    /// # Errors
    /// Those of [`Simulation::make_transitions`].
    pub fn make_pending(&mut self) -> Result<bool, Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.events.begin();
        self.simulator.ramp(&self.rates);
        let pending = self.simulator.is_pending();
        if pending {
            self.events.release();
        }
        let Self { simulator, events, parameters, inputs, .. } = self;
        let changed =
            simulator.make_pending(parameters, inputs, &mut |event| events.record(event))?;
        self.events.commit();
        self.events.forget_pending();
        self.freshness = Freshness::Given;
        Ok(changed)
    }

    /// Returns the next transition after the present time if inputs and parameters stay as they are, s; None where none
    /// comes within `predictionHorizon`, where it cannot be known, or where the host integrates.
    pub fn next_transition(&mut self) -> Option<f64> {
        let known = self.exchange.is_none() && self.method == crate::network::Method::Events;
        if !known || self.refresh().is_err() {
            return None;
        }
        self.look_ahead().ok()?.later
    }

    /// Compares the inputs for a step to a time with those before.
    pub(super) fn compare_inputs(&mut self, end: f64) {
        if self.input_consistency.is_empty() {
            return;
        }
        let length = end - self.simulator.state().time;
        let Self { input_consistency, simulator, inputs, .. } = self;
        input_consistency.record_step(simulator, inputs, length, self.inputs_at_end);
    }

    /// Makes the transitions of the step under way those of the last one.
    pub(super) fn commit_events(&mut self) {
        let Self { events, alternations, simulator, unit, .. } = self;
        events.commit();
        if events.of_last_step().is_empty() {
            return alternations.pass_step();
        }
        let network = unit.network();
        let estimates = |end: &End| {
            end.body
                .is_some_and(|body| network.bodies[body].kind.port().is_some_and(Port::estimates))
        };
        let unknown = |contact: usize| {
            let Contact { i, j, .. } = &network.contacts[contact];
            match simulator.is_given(contact) {
                true => Some(Unknown::Mass),
                false => [i, j].into_iter().any(estimates).then_some(Unknown::Force),
            }
        };
        alternations.record(events.of_last_step(), unknown);
    }

    /// Takes a warning of the motion that the host gives: once for each body whose motion contradicts itself, and for each
    /// contact between prescribed motions that alternates.
    pub fn take_warning(&mut self) -> Option<Warning<'_>> {
        if let Some(found) = self.alternations.found.take() {
            return Some(self.alternation(found));
        }
        let found = self.input_consistency.take()?;
        let body = &self.unit.network().bodies[found.body].name;
        let variables = self.unit.variables().iter();
        let input = |id| variables.clone().find(|row| row.accessor == Accessor::Input(id));
        let (position, velocity) = (input(found.position)?, input(found.velocity)?);
        Some(Warning::Contradiction { body, position, velocity, found })
    }

    /// Returns the warning of a contact that alternates.
    fn alternation(&self, Alternation { contact, time, pattern }: Alternation) -> Warning<'_> {
        let network = self.unit.network();
        let contact = &network.contacts[contact];
        let bodies = [contact.i.body, contact.j.body].into_iter().flatten();
        let ports = bodies.filter_map(|body| {
            let body = &network.bodies[body];
            body.kind.port().map(|port| (body, port))
        });
        let (mut missing, mut estimated) = (Vec::new(), Vec::new());
        for (body, port) in ports {
            if port.estimates() {
                estimated.push(body.name.as_str());
            }
            let applied = (!port.estimates()).then(|| port.applied_force.signal());
            let known = [port.effective_mass, applied].into_iter().flatten();
            missing.extend(known.map(|signal| network.name_of(signal).to_owned()));
        }
        Warning::Alternation { contact: &contact.name, time, pattern, missing, estimated }
    }
}
