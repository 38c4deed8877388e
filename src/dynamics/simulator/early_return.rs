//! A communication step that ends before a transition, or after each internal step: what a host of FMI 3.0 sees of it.
//!
//! A step that ends before a transition has made it all the same: the state after it waits aside until the host asks for
//! it, so that the motion is the same to the last bit as where nobody asks.

use super::{Simulator, Slot, StepRequest, StopCondition, Values};
use crate::dynamics::{Event, Fault};
use crate::network::Method;

/// Point that a step has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The end that was asked for.
    End,
    /// The time of a transition, after it.
    Transition,
    /// The time of a transition, before it: it is pending.
    BeforeEvent,
    /// The end of an internal step, after which the step continues.
    Pause,
}

impl Simulator {
    /// Moves towards `end` in the communication step from `begin`, of which the motion may have gone a part, as far as
    /// `stop_condition` says, also at its start if `at_start`; with `pauses` to the end of the next internal step only.
    /// Time stepping always goes to the end.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`]; the state is then the one before the call.
    pub(crate) fn go_to(
        &mut self,
        (begin, end): (f64, f64),
        stop_condition: StopCondition,
        at_start: bool,
        pauses: bool,
        given: Values,
        sink: &mut dyn FnMut(Event),
    ) -> Result<Reached, Fault> {
        let request = match self.method {
            Method::Events => {
                StepRequest::stopping_at(begin, end, stop_condition).with(at_start, pauses)
            }
            Method::Moreau => StepRequest::whole(begin, end),
        };
        let stopped = self.go(&request, given, sink)?;
        if !stopped {
            let paused = self.dynamics.state.time < end;
            return Ok(if paused { Reached::Pause } else { Reached::End });
        }
        if !request.stops_before(self.dynamics.state.time) {
            return Ok(Reached::Transition);
        }
        self.evaluate_deferred_means();
        self.pending.take_means(&self.dynamics.state);
        self.trajectory.lose();
        self.exchange_pending()?;
        Ok(Reached::BeforeEvent)
    }

    /// Makes the transition that is active just ahead, within what counts as now: a host that steps to a predicted one
    /// may be early by round-off. True if there was one.
    fn make_near(
        &mut self,
        parameters: &[f64],
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        let now = self.dynamics.state.time;
        let stop_condition = StopCondition::BeforeTransition { within: true };
        let near = StepRequest::stopping_at(now, now, stop_condition).just_ahead();
        if self.is_clear(near.end()) {
            return Ok(false);
        }
        self.evaluate_deferred_state();
        self.begin_look_ahead();
        let mut held = std::mem::take(&mut self.ahead);
        self.present_inputs(&mut held);
        let stopped = self.go(&near, (parameters, &held), sink);
        self.ahead = held;
        match stopped {
            Ok(true) => {
                self.dynamics.totals.return_to_before();
                let before = self.look_ahead.state();
                self.dynamics.state.mean_friction.copy_from_slice(&before.mean_friction);
                self.dynamics.state.mean_reaction.copy_from_slice(&before.mean_reaction);
                Ok(true)
            }
            // A motion that cannot go on says so when it is asked to.
            Ok(false) | Err(_) => {
                self.end_look_ahead()?;
                Ok(false)
            }
        }
    }

    /// True if a transition is pending.
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.after().is_some()
    }

    /// Makes the transition that is pending, and those that new inputs and parameters cause immediately; true if
    /// anything may have changed.
    ///
    /// # Errors
    /// Those of [`Simulator::advance`]; the state is then the one before the call, and what was pending still is.
    pub(crate) fn make_pending(
        &mut self,
        parameters: &[f64],
        inputs: &[f64],
        sink: &mut dyn FnMut(Event),
    ) -> Result<bool, Fault> {
        self.evaluate_deferred();
        let pending = self.take_pending()?;
        // Inputs at the end of a step, and those of the time stepping, count from the next step on.
        if self.method == Method::Moreau {
            return Ok(pending);
        }
        // Where inputs are for the end of a step, nothing is known of what lies ahead until they are given for the next.
        if self.at_end {
            return Ok(pending);
        }
        let near = !pending && self.make_near(parameters, sink)?;
        if self.are_held(parameters, inputs) {
            return Ok(pending || near);
        }
        self.rollback.keep_all(&self.dynamics.state, &self.trajectory);
        self.zeno_guard.restart(self.dynamics.state.time);
        let jumped = self.jump((parameters, inputs), None, sink);
        let result = jumped.and_then(|()| self.check_state());
        if result.is_err() {
            self.go_back(Slot::Call)?;
            if near {
                self.end_look_ahead()?;
            }
            if pending {
                self.exchange_pending()?;
            }
        }
        result.map(|()| true)
    }

    /// Goes to the other side of the transition that is pending; true if there was one.
    fn take_pending(&mut self) -> Result<bool, Fault> {
        let Some(after) = self.pending.after() else { return Ok(false) };
        // A segment may have begun at the state before, to look ahead.
        self.trajectory.pass_to(after);
        self.exchange_pending()?;
        Ok(true)
    }

    /// Goes to the other side of the transition that is pending, or was made.
    fn exchange_pending(&mut self) -> Result<(), Fault> {
        self.pending.exchange(&mut self.dynamics.state);
        self.update_system()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;

    use super::*;
    use crate::network::Network;

    /// Blocks on a belt that are torn off one after the other, held by springs to a wall and to one another.
    fn chain_text() -> String {
        let mut text = "[model]\nname = \"Chain\"\n".to_owned();
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
        text
    }

    fn chain() -> Arc<Network> {
        Arc::new(crate::network::read(&chain_text(), "chain.toml").expect("valid"))
    }

    fn begin(network: &Arc<Network>) -> (Simulator, Vec<f64>) {
        let mut motion = Simulator::new(network.clone());
        let parameters = network.start_parameters();
        motion.initialise(0.0, &parameters, &[], 1e-10).expect("initialises");
        (motion, parameters)
    }

    /// A step that may end at its start takes few new inputs all the same, of a state that was restored as well.
    #[test]
    fn new_inputs_of_a_restored_state_change_no_bit() {
        let text = chain_text().replace("[body.b35]\n", "[body.b35]\nforce = \"input\"\n");
        let network = Arc::new(crate::network::read(&text, "chain.toml").expect("valid"));
        let parameters = network.start_parameters();
        let start = || {
            let mut motion = Simulator::new(network.clone());
            motion.initialise(0.0, &parameters, &[0.0], 1e-10).expect("initialises");
            motion
        };
        let (mut long, mut short, mut on_segments) = (start(), start(), 0);
        for step in 0..60 {
            let (inputs, end) = ([0.3 * f64::from(step % 7)], 0.005 * f64::from(step + 1));
            let mut saved = start();
            saved.restore(&short.save()).expect("of this network");
            short = saved;
            for motion in [&mut long, &mut short] {
                while motion.dynamics.state.time < end {
                    let given = (&parameters[..], &inputs[..]);
                    let request = (motion.dynamics.state.time, end);
                    let within = StopCondition::BeforeTransition { within: true };
                    let reached = motion.go_to(request, within, true, false, given, &mut |_| ());
                    if reached.expect("moves") == Reached::BeforeEvent {
                        motion.make_pending(&parameters, &inputs, &mut |_| ()).expect("moves");
                    }
                }
            }
            on_segments += long.dynamics.state.input_changes.len();
            let (own, other) = (long.save(), short.save());
            assert!(own == other, "step {step}");
        }
        assert!(on_segments > 30, "{on_segments}");
    }

    /// Inputs that break a rule leave the motion before a transition that is made since it is active just ahead.
    #[test]
    fn what_fails_leaves_the_motion_before_a_near_transition() {
        let text = "[model]\nname = \"Block\"\n[body.a]\nmass = 1.0\nvelocity = 1.0\n[contact.c]\n\
                    between = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                    [body.p]\nmotion = \"port\"\neffectiveMass = \"input\"\n";
        let network = Arc::new(crate::network::read(text, "block.toml").expect("valid"));
        let mut motion = Simulator::new(network.clone());
        let parameters = network.start_parameters();
        let with_mass = |mass: f64| {
            let mut inputs = network.start_inputs();
            for (input, value) in network.inputs.iter().zip(&mut inputs) {
                if input.name == "p.effectiveMass" {
                    *value = mass;
                }
            }
            inputs
        };
        motion.initialise(0.0, &parameters, &with_mass(1.0), 1e-10).expect("initialises");
        motion.advance(1.0 - 1e-10, &parameters, &with_mass(1.0), &mut |_| ()).expect("moves");
        let (before, mut told) = (motion.save(), 0);
        motion
            .make_pending(&parameters, &with_mass(-1.0), &mut |_| told += 1)
            .expect_err("negative");
        assert_eq!(told, 1);
        assert!(motion.save() == before);
    }

    /// A large network halts before every transition, and whoever looks at it then, saves it, or takes it up elsewhere, changes
    /// no bit of where it goes.
    #[test]
    fn an_early_return_on_the_way_changes_no_bit() {
        let network = chain();
        let (mut whole, parameters) = begin(&network);
        let mut events = Vec::new();
        whole.advance(1.0, &parameters, &[], &mut |event| events.push(event)).expect("moves");
        for takes_up in [false, true] {
            let (mut stopping_at, _) = begin(&network);
            let (mut reported, mut eves, mut on_legs) = (Vec::new(), 0, 0);
            while stopping_at.dynamics.state.time < 1.0 {
                let stop_condition = StopCondition::BeforeTransition { within: true };
                let request = (stopping_at.dynamics.state.time, 1.0);
                let given = (&parameters[..], &[][..]);
                let reached =
                    stopping_at.go_to(request, stop_condition, true, false, given, &mut |event| {
                        reported.push(event)
                    });
                if reached.expect("moves") == Reached::BeforeEvent {
                    eves += 1;
                    on_legs += u64::from(
                        stopping_at.pending.after().map_or(0, |after| after.instants) > 0,
                    );
                    if takes_up {
                        let saved = stopping_at.save();
                        let (mut other, _) = begin(&network);
                        other.restore(&saved).expect("of this network");
                        stopping_at = other;
                    }
                    stopping_at.make_pending(&parameters, &[], &mut |_| {}).expect("moves");
                }
            }
            assert!(eves > 50 && on_legs > 30, "{eves} {on_legs}");
            assert!(reported == events, "{takes_up}");
            let (mut own, mut other) =
                (stopping_at.dynamics.state.clone(), whole.dynamics.state.clone());
            for state in [&mut own, &mut other] {
                state.mean_friction.fill(0.0);
                (state.origin, state.point, state.horizon_control) = (0.0, 0.0, Default::default());
            }
            assert!(own == other, "{takes_up}");
        }
    }
}
