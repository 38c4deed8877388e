//! Communication steps as hosts of FMI 3.0 ask for them: that end early at a transition, before or after it, or pause
//! after each internal step.

use super::course::{Course, Halt, Reached};
use super::{Freshness, Instance, Warning};
use crate::motion;
use crate::network::{BodyKind, Drive};
use crate::unit::{Accessor, Fault, Phase};

impl Instance {
    /// Moves from `time` (the present time, as the host counts it) by `size`, both in s, as far as `halt` says; with
    /// `pauses` to the end of the first internal step only. A transition within 1e-9·max(1, |t|) s of the step's end
    /// counts as at its end, and one as close to its start does not end the step, but for one that new inputs cause and
    /// that no step halted for.
    ///
    /// # Errors
    /// As [`Instance::step`], and while a transition is pending.
    pub fn advance(
        &mut self,
        time: f64,
        size: f64,
        halt: Halt,
        pauses: bool,
    ) -> Result<Reached, Fault> {
        self.require(Phase::Stepping, "a step")?;
        if self.motion.is_pending() {
            let rule = "a transition is pending: Event Mode makes it".to_owned();
            return Err(Fault::Argument { quantity: "time of the step", value: time, rule });
        }
        let end = self.check_step(time, size, 2.0)?;
        self.course = Some(Course { begin: self.motion.state().time, end, halt });
        self.events.begin();
        self.go(pauses)
    }

    /// Goes on with a step that paused, to the end of the next internal step; `early` is a time before its end at which
    /// the host wants it to end now.
    ///
    /// # Errors
    /// As [`Instance::advance`].
    pub fn resume(&mut self, early: Option<f64>) -> Result<Reached, Fault> {
        let now = self.motion.state().time;
        let Some(course) = &mut self.course else { return Ok(Reached::End) };
        course.end = early.map_or(course.end, |early| early.clamp(now, course.end));
        if course.end <= now {
            return Ok(self.finish(Reached::End));
        }
        self.go(true)
    }

    /// True if a transition waits for an event.
    pub fn is_pending(&self) -> bool {
        self.motion.is_pending()
    }

    fn go(&mut self, pauses: bool) -> Result<Reached, Fault> {
        let Some(Course { begin, end, halt }) = self.course else { return Ok(Reached::End) };
        let halt = match halt {
            Halt::Nowhere => motion::Halt::Nowhere,
            Halt::AfterTransition => motion::Halt::AfterTransition,
            Halt::BeforeTransition { within } => {
                let at_start = self.halted != Some(begin);
                motion::Halt::BeforeTransition { within, at_start }
            }
        };
        self.motion.ramp(&self.rates);
        let from = self.motion.state().time;
        let Self { motion, events, parameters, inputs, .. } = self;
        let record = &mut |event| events.record(event);
        let went = motion.go_to((begin, end), halt, pauses, (parameters, inputs), record);
        let reached = went.inspect_err(|_| self.course = None)?;
        let reached = match reached {
            motion::Reached::End => Reached::End,
            motion::Reached::Transition => Reached::Transition,
            motion::Reached::Eve => Reached::Eve,
            motion::Reached::Pause => Reached::Pause,
        };
        // The state before a transition that new inputs cause has the old ones; they stay what the host set.
        let caused = reached == Reached::Eve && self.motion.state().time == from;
        if !caused {
            self.pass_inputs();
        }
        Ok(self.finish(reached))
    }

    /// What follows from how far a step went.
    fn finish(&mut self, reached: Reached) -> Reached {
        let time = self.motion.state().time;
        if reached == Reached::Eve {
            self.events.withhold(time);
            self.halted = Some(time);
        }
        if reached != Reached::Pause {
            self.commit_events();
            self.course = None;
        }
        self.freshness = Freshness::Outputs;
        reached
    }

    /// Makes the transition that is pending and those that new inputs cause at once; whether anything may have changed.
    ///
    /// # Errors
    /// As [`Instance::make_transitions`].
    pub fn make_pending(&mut self) -> Result<bool, Fault> {
        self.require(Phase::Stepping, "an event")?;
        self.events.begin();
        self.motion.ramp(&self.rates);
        let pending = self.motion.is_pending();
        if pending {
            self.events.release();
        }
        let Self { motion, events, parameters, inputs, .. } = self;
        let changed = motion.make_pending(parameters, inputs, &mut |event| events.record(event))?;
        self.events.commit();
        self.events.forget_pending();
        self.freshness = Freshness::Outputs;
        Ok(changed)
    }

    /// The next transition after the present time if inputs and parameters stay as they are, s; None where none comes
    /// within `predictionHorizon`, where it cannot be known, or where the host integrates.
    pub fn next_transition(&mut self) -> Option<f64> {
        let known = self.exchange.is_none() && self.method == crate::network::Method::Events;
        if !known || self.refresh().is_err() {
            return None;
        }
        self.look_ahead().ok()?.later
    }

    /// Makes the transitions of the step under way those of the last one.
    pub(super) fn commit_events(&mut self) {
        let Self { events, alternations, motion, .. } = self;
        events.commit();
        alternations.note(events.of_last_step(), |contact| motion.is_given(contact));
    }

    /// Takes a warning of the motion that the host gives: once for each body whose motion contradicts itself, and for each
    /// contact between given motions that alternates.
    pub fn take_warning(&mut self) -> Option<Warning<'_>> {
        if let Some(found) = self.alternations.found.take() {
            let network = self.unit.network();
            let contact = &network.contacts[found.contact];
            let missing =
                [contact.i.body, contact.j.body].into_iter().flatten().flat_map(
                    |body| match network.bodies[body].kind {
                        BodyKind::Prescribed(Drive::Port(port)) => {
                            let force = network.inputs[port.applied_force.0].name.clone();
                            let mass =
                                port.effective_mass.map(|mass| network.name_of(mass).to_owned());
                            mass.into_iter().chain([force]).collect()
                        }
                        _ => Vec::new(),
                    },
                );
            let (contact, missing) = (&contact.name, missing.collect());
            return Some(Warning::Alternation { contact, time: found.time, missing });
        }
        let found = self.motion.take_contradiction()?;
        let body = &self.unit.network().bodies[found.body].name;
        let variables = self.unit.variables().iter();
        let input = |id| variables.clone().find(|row| row.accessor == Accessor::Input(id));
        let (position, velocity) = (input(found.position)?, input(found.velocity)?);
        Some(Warning::Contradiction { body, position, velocity, found })
    }
}
