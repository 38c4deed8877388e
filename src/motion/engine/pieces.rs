//! A communication step that ends before a transition, and one in pieces: what a host of FMI 3.0 sees of it.
//!
//! A step that halts before a transition has made it all the same: the state after it waits aside until the host asks for
//! it, so that the motion is the same to the last bit as where nobody asks.

use super::{Halt, Motion, Record, Span, Values};
use crate::motion::{Event, Fault};
use crate::network::Method;

/// How far a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The end that was asked for.
    End,
    /// Right behind a transition.
    Transition,
    /// Right before a transition, which is pending.
    Eve,
    /// The end of an internal step.
    Pause,
}

impl Motion {
    /// Moves towards `end` in the communication step from `begin`, of which the motion may have gone a part, as far as
    /// `halt` says; with `pauses` to the end of the next internal step only. `held`: nothing was given since the part
    /// before. Time stepping always goes to the end.
    ///
    /// # Errors
    /// As [`Motion::advance`]; the state is then the one before the call.
    pub(crate) fn go_to(
        &mut self,
        (begin, end): (f64, f64),
        halt: Halt,
        pauses: bool,
        given: Values,
        record: &mut dyn FnMut(Event),
    ) -> Result<Reached, Fault> {
        let span = match self.method {
            Method::Events => Span::halting(begin, end, halt, pauses),
            Method::Moreau => Span::whole(begin, end),
        };
        if begin == self.state.time {
            self.note_contradictions(given.1, end - begin);
        }
        let stopped = self.go(&span, given, record)?;
        if !stopped {
            let paused = self.state.time < end;
            return Ok(if paused { Reached::Pause } else { Reached::End });
        }
        if !span.stops_before(self.state.time) {
            return Ok(Reached::Transition);
        }
        self.eve.mean_friction.copy_from_slice(&self.state.mean_friction);
        std::mem::swap(&mut self.state, &mut self.eve);
        self.leg.lose();
        self.pending = true;
        self.take_numbers()?;
        Ok(Reached::Eve)
    }

    /// Makes the transition that is due just ahead, within what counts as now: a host that steps to a predicted one may
    /// be early by round-off. Whether there was one.
    fn make_near(
        &mut self,
        parameters: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        let now = self.state.time;
        let halt = Halt::BeforeTransition { within: true, at_start: true };
        let near = Span::halting(now, now, halt, false).just_ahead();
        if self.is_clear(near.end()) {
            return Ok(false);
        }
        self.catch_up();
        self.set_aside();
        let mut held = std::mem::take(&mut self.ahead);
        self.present_inputs(&mut held);
        let stopped = self.go(&near, (parameters, &held), record);
        self.ahead = held;
        match stopped {
            Ok(true) => {
                self.state.mean_friction.copy_from_slice(&self.aside.mean_friction);
                Ok(true)
            }
            // A motion that cannot go on says so when it is asked to.
            Ok(false) | Err(_) => {
                self.come_back()?;
                Ok(false)
            }
        }
    }

    /// Sets the present state aside, to look ahead.
    pub(super) fn set_aside(&mut self) {
        self.aside.copy_from(&self.state);
        self.leg_aside.return_to(&self.leg);
    }

    /// Comes back to the state that was set aside.
    pub(super) fn come_back(&mut self) -> Result<(), Fault> {
        self.state.copy_from(&self.aside);
        self.leg.return_to(&self.leg_aside);
        self.take_numbers()
    }

    /// True if a transition is pending.
    pub(crate) fn is_pending(&self) -> bool {
        self.pending
    }

    /// Makes the transition that is pending, and those that new inputs and parameters cause at once; whether anything
    /// may have changed.
    ///
    /// # Errors
    /// As [`Motion::advance`]; the state is then the one before the call, and what was pending still is.
    pub(crate) fn make_pending(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        record: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        self.catch_up();
        let pending = self.take_pending()?;
        // Inputs at the end of a step, and those of the time stepping, count from the next step on.
        if self.method == Method::Moreau {
            return Ok(pending);
        }
        // Where inputs are for the end of a step, nothing is known of what lies ahead until they are given for the next.
        if self.at_end {
            return Ok(pending);
        }
        let near = !pending && self.make_near(parameters, record)?;
        if self.are_held(parameters, inputs) {
            return Ok(pending || near);
        }
        self.undo.keep_all(&self.state);
        self.storm.restart(self.state.time);
        let jumped = self.jump((parameters, inputs), None, record);
        let result = jumped.and_then(|()| self.check_state());
        if result.is_err() {
            self.leg.end();
            self.undo.restore(&mut self.state);
            if pending {
                std::mem::swap(&mut self.state, &mut self.eve);
                self.pending = true;
            }
            self.take_numbers()?;
        }
        result.map(|()| true)
    }

    /// Goes to the other side of the transition that is pending; whether there was one.
    fn take_pending(&mut self) -> Result<bool, Fault> {
        let pending = std::mem::take(&mut self.pending);
        if pending {
            // One may have begun at the state before, to look ahead.
            self.leg.pass_to(&self.eve);
            std::mem::swap(&mut self.state, &mut self.eve);
            self.take_numbers()?;
        }
        Ok(pending)
    }

    pub(super) fn forget_pending(&mut self) {
        self.pending = false;
        self.eve.copy_from(&self.state);
    }

    /// Keeps the present state, if the step is to end before a transition that comes now.
    pub(super) fn keep_eve(&mut self, span: &Span) {
        if span.stops_before(self.state.time) {
            self.eve.copy_from(&self.state);
        }
    }

    /// Takes what is given at the start of a step; whether that is a transition which ends it.
    pub(super) fn begin_span(
        &mut self,
        span: &Span,
        given: Values,
        record: Record,
    ) -> Result<bool, Fault> {
        let goes_on = self.state.time > span.begin();
        if goes_on && self.are_held(given.0, given.1) {
            return Ok(false);
        }
        self.keep_eve(span);
        if !goes_on {
            self.work.begin();
        }
        let mut told = false;
        self.take_inputs(given, span.end() - self.state.time, &mut |event| {
            told = true;
            record(event);
        })?;
        if !goes_on {
            self.storm.restart(span.begin());
        }
        Ok(told && span.stops(self.state.time))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;

    use super::*;
    use crate::network::Network;

    /// Blocks on a belt that are torn off one after the other, held by springs to a wall and to one another.
    fn chain() -> Arc<Network> {
        let mut text = "[unit]\nname = \"Chain\"\n".to_owned();
        for block in 0..70 {
            let limit = 1.0 + 0.037 * f64::from(block * block * block % 31);
            write!(
                text,
                "[body.b{block}]\nmass = 1.0\n[contact.c{block}]\nbetween = \"b{block}\"\nlaw = \"coulomb\"\n\
                 kineticFriction = 1.0\nstaticFriction = {limit}\nsurfaceVelocity = 0.1\n\
                 [spring.wall{block}]\nbetween = \"b{block}\"\nstiffness = 20.0\n"
            )
            .expect("a text");
            if block > 0 {
                let before = block - 1;
                write!(
                    text,
                    "[spring.s{block}]\nbetween = [\"b{before}\", \"b{block}\"]\nstiffness = 50.0\n"
                )
                .expect("a text");
            }
        }
        Arc::new(crate::network::read(&text, "chain.toml").expect("valid"))
    }

    fn begin(network: &Arc<Network>) -> (Motion, Vec<f64>) {
        let mut motion = Motion::new(network.clone());
        let parameters = network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
        (motion, parameters)
    }

    /// A large network halts before every transition, and whoever looks at it then, saves it, or takes it up elsewhere, changes
    /// no bit of where it goes.
    #[test]
    fn a_halt_on_the_way_changes_no_bit() {
        let network = chain();
        let (mut whole, parameters) = begin(&network);
        let mut events = Vec::new();
        whole.advance(1.0, &parameters, &[], &mut |event| events.push(event)).expect("moves");
        for takes_up in [false, true] {
            let (mut halting, _) = begin(&network);
            let (mut told, mut eves, mut on_legs) = (Vec::new(), 0, 0);
            while halting.state.time < 1.0 {
                let halt = Halt::BeforeTransition { within: true, at_start: true };
                let span = (halting.state.time, 1.0);
                let given = (&parameters[..], &[][..]);
                let reached =
                    halting.go_to(span, halt, false, given, &mut |event| told.push(event));
                if reached.expect("moves") == Reached::Eve {
                    eves += 1;
                    on_legs += u64::from(halting.eve.instants > 0);
                    if takes_up {
                        let saved = halting.save();
                        let (mut other, _) = begin(&network);
                        other.restore(&saved).expect("of this network");
                        halting = other;
                    }
                    halting.make_pending(&parameters, &[], &mut |_| {}).expect("moves");
                }
            }
            assert!(eves > 50 && on_legs > 30, "{eves} {on_legs}");
            assert!(told == events, "{takes_up}");
            let (mut own, mut other) = (halting.state.clone(), whole.state.clone());
            for state in [&mut own, &mut other] {
                state.mean_friction.fill(0.0);
                (state.origin, state.point, state.pace) = (0.0, 0.0, Default::default());
            }
            assert!(own == other, "{takes_up}");
        }
    }
}
