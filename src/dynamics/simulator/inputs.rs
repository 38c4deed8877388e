//! Inputs and parameters at a communication point: values that continue, and jumps.

use super::trajectory::Deferred;
use super::{EventSink, Given, Simulator, Slot, Values};
use crate::dynamics::bounded::{Bounded, ramp_round_off};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::partition::is_applicable;
use crate::dynamics::system::given::GivenValues;
use crate::dynamics::tolerances::{AT_REST, time_round_off};
use crate::dynamics::{Fault, State};
use crate::network::{BodyKind, Drive, InputId, Line, Method, Signal};

/// New values of inputs on one segment, at most. A saved state holds them, and who restores it repeats them.
const MOST_CHANGES: usize = 256;

/// New inputs are few up to one for so many bodies.
const BODIES_PER_INPUT: usize = 8;

impl Simulator {
    /// True if an input stays what it is within a step.
    pub(crate) fn holds(&self, input: InputId) -> bool {
        self.held_inputs[input.0]
    }

    /// Sets the derivatives of the inputs from the next call on that takes inputs: they are ramps until the next
    /// communication point. Those that are held ([`Simulator::holds`]) must have 0.
    pub fn ramp(&mut self, rates: &[f64]) {
        self.rates.copy_from_slice(rates);
    }

    /// Updates the present values of inputs: ramps continued, and so did prescribed motions, positions by their
    /// velocities and velocities by their accelerations.
    pub(crate) fn present_inputs(&self, inputs: &mut [f64]) {
        if self.stays() {
            return inputs.copy_from_slice(&self.dynamics.state.inputs);
        }
        for (input, value) in inputs.iter_mut().enumerate() {
            *value = self.dynamics.state.input(input);
        }
        let tau = self.dynamics.state.tau();
        let bodies = self.network.bodies.iter().zip(&self.dynamics.state.given);
        for (index, (body, motion)) in bodies.enumerate() {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            if let Drive::Port(port) = drive
                && tau > 0.0
                && self.dynamics.system.ports.contains(&index)
            {
                inputs[port.position.0] = self.dynamics.state.position[index];
                inputs[port.velocity.0] = self.dynamics.state.velocity[index];
                continue;
            }
            // A position that is all there is of a motion stays what a host says it is.
            if let Some(velocity) = drive.velocity() {
                inputs[velocity.0] = motion.velocity_at(tau);
                if let Some(position) = drive.position() {
                    inputs[position.0] = motion.position_at(tau);
                }
            }
        }
        for (contact, entry) in self.network.contacts.iter().zip(&self.dynamics.system.contacts) {
            // Of another line than this the input has no acceleration.
            if let Signal::Input(velocity) = contact.surface_velocity
                && contact.surface_line == Line::SAME
            {
                inputs[velocity.0] = entry.surface.velocity_at(tau);
            }
        }
    }

    /// True if all parameters and inputs stay what they are; those of ports that move here do not.
    pub(crate) fn stays(&self) -> bool {
        let Dynamics { system, state, .. } = &self.dynamics;
        let moves_ports = !system.ports.is_empty() && system.port_time.is_none();
        !(system.accelerated || moves_ports) && are_zero(&state.rates)
    }

    /// True if inputs, their derivatives and parameters continue as they were.
    pub(super) fn are_held(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        if self.stays() {
            let State { parameters: before, inputs: given, rates, .. } = &self.dynamics.state;
            let held = is_same(given, inputs) && *rates == self.rates;
            return held && is_same(before, parameters);
        }
        self.find_present_inputs();
        self.dynamics.state.parameters == parameters
            && self.dynamics.state.rates == self.rates
            && self.now == inputs
    }

    /// True if values within a step are what they have come to, flanges where the reduced masses are.
    pub(super) fn continue_from_pause(&mut self, given: Values) -> bool {
        self.find_present_inputs();
        let mut now = std::mem::take(&mut self.now);
        self.present_flanges(None, &mut now);
        self.now = now;
        let state = &self.dynamics.state;
        state.parameters == given.0 && state.rates == self.rates && self.now == given.1
    }

    /// True if new values leave the motion what it is for the next communication step, so that it continues along its
    /// polynomials. Positions of bodies at a constant velocity may be off by round-off of where these come to.
    #[inline]
    pub(super) fn goes_on(&mut self, given: Values) -> bool {
        self.goes_on_alone()
            && if self.dynamics.system.accelerated {
                self.move_as_given(given.1)
            } else {
                is_same(&self.dynamics.state.inputs, given.1)
            }
            && is_same(&self.dynamics.state.parameters, given.0)
    }

    /// True if nothing that is held continues by itself, restarted at every communication point.
    pub(super) fn goes_on_alone(&self) -> bool {
        self.method == Method::Events
            && !self.at_end
            && are_zero(&self.rates)
            && are_zero(&self.dynamics.state.rates)
            && !self.dynamics.system.restarted
    }

    /// True if ramps and prescribed motions continue as they were. A position that is not set again stays.
    fn ramps_go_on(&mut self, given: Values) -> bool {
        self.method == Method::Events
            && !(self.at_end || self.dynamics.system.position_driven)
            && self.dynamics.system.ports.is_empty()
            && self.are_held(given.0, given.1)
    }

    /// True if prescribed motions continue as they were; a position that is off by round-off is taken as it is given.
    fn move_as_given(&mut self, inputs: &[f64]) -> bool {
        self.find_present_inputs();
        let Self { network, now, dynamics: Dynamics { state, .. }, .. } = self;
        let late = time_round_off(state.time);
        for (body, motion) in network.bodies.iter().zip(&state.given) {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            let Some([position, _]) = drive.both() else { continue };
            let (here, given) = (&mut now[position.0], inputs[position.0]);
            let bound = AT_REST * here.abs() + motion.velocity.abs() * late;
            if !motion.stands() && (Bounded { value: given, bound }).minus(*here).is_zero() {
                *here = given;
            }
        }
        now == inputs
    }

    /// Records the present values of inputs.
    fn find_present_inputs(&mut self) {
        let mut now = std::mem::take(&mut self.now);
        self.present_inputs(&mut now);
        self.now = now;
    }

    /// True if inputs are values at the end of a step, where they go from what they are, instead of values from
    /// now on. To be called before [`Simulator::initialise`].
    pub(crate) fn take_inputs_at_end(&mut self, at_end: bool) {
        self.at_end = at_end;
        self.dynamics.system.inputs_at_step_end = at_end;
    }

    /// Takes new parameters and inputs at the present time, for a step of this length.
    pub(super) fn take_inputs(
        &mut self,
        given: Values,
        length: f64,
        sink: EventSink,
    ) -> Result<(), Fault> {
        if self.goes_on(given) {
            self.dynamics.state.pass_point(self.dynamics.system.accelerated);
            return Ok(());
        }
        // Where ramps begin again at every communication point, their ends are off by the round-off of all of these.
        if self.ramps_go_on(given) {
            self.dynamics.state.point = self.dynamics.state.time;
            self.dynamics.state.horizon_control.record_point(true);
            return Ok(());
        }
        if self.take_local_inputs(given, sink) {
            return Ok(());
        }
        self.jump(given, Some(length), sink)
    }

    /// Finds which inputs are new; true if they are few, and bodies that they do not affect may continue.
    pub(super) fn are_local(&mut self, given: Values) -> bool {
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
                let restored = self.go_back(Slot::Call);
                debug_assert!(restored.is_ok());
                return false;
            }
            self.trajectory.defer(Deferred { motion: true, totals: None });
            self.evaluate_deferred_motion();
            if !self.are_local(given) {
                self.dynamics.state.horizon_control.record_point(true);
                return false;
            }
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

    /// Takes inputs and parameters, whatever they were, and resolves all modes again; `length` is that of the step
    /// that begins.
    pub(super) fn jump(
        &mut self,
        given: Values,
        length: Option<f64>,
        sink: EventSink,
    ) -> Result<(), Fault> {
        self.trajectory.end();
        self.dynamics.state.horizon_control.restart();
        let same = self.keeps_parameters(given);
        let calm = same && self.dynamics.may_keep_modes();
        let elapsed = self.dynamics.state.time
            - std::mem::replace(&mut self.dynamics.state.point, self.dynamics.state.time);
        if !calm {
            self.rollback.keep(&self.dynamics.state);
            self.dynamics.state.leave_mode_set();
            self.dynamics.past.record_ends(&self.dynamics.system, &self.dynamics.state, elapsed);
            let longest = self.record_intervals(elapsed);
            self.record_impulses(longest);
        }
        self.hold_inputs(given, same, length)?;
        self.dynamics.record_modes();
        let stops_within = length.map(|length| length.max(self.sampling.stops_within));
        self.dynamics.dock(stops_within).map_err(|error| self.fault(error))?;
        // Springs see forces and loads that are new no sooner than these move bodies.
        let springs = if calm { 0 } else { self.dynamics.system.springs.len() };
        for (spring, entry) in self.dynamics.system.springs[..springs].iter().enumerate() {
            let mode = self.dynamics.state.spring_mode[spring];
            self.dynamics.state.spring_mode[spring] =
                entry.mode_after_jump(mode, &self.dynamics.state);
        }
        if !(calm && self.dynamics.keeps_modes().map_err(|error| self.fault(error))?) {
            self.rollback.keep(&self.dynamics.state);
            if calm {
                self.dynamics.past.record_kept_modes(&self.dynamics.state, elapsed);
            }
            self.dynamics.resolve_jump(sink).map_err(|error| self.fault(error))?;
        }
        Ok(())
    }

    /// True if parameters, and effective masses that inputs give, are what they were.
    pub(super) fn keeps_parameters(&self, given: Values) -> bool {
        let is_input = |body: &usize| {
            let port = self.network.bodies[*body].kind.port();
            let mass = port.map(|port| port.effective_mass);
            matches!(mass, Some(None | Some(Signal::Input(_))))
        };
        is_same(&self.dynamics.state.parameters, given.0)
            && !self.dynamics.system.ports.iter().any(is_input)
    }

    /// Takes the values of parameters, which may be the `same` ones, and inputs that hold from now on, or at the end of a step of
    /// this length; modes stay as they were.
    pub(super) fn hold_inputs(
        &mut self,
        given: Values,
        same: bool,
        length: Option<f64>,
    ) -> Result<(), Fault> {
        let (parameters, inputs) = given;
        let length = length.filter(|_| self.at_end);
        let mut from = std::mem::take(&mut self.now);
        match length {
            None => from.copy_from_slice(inputs),
            Some(length) => self.aim(inputs, length, &mut from),
        }
        let prescribed = self.dynamics.system.prescribed;
        if prescribed {
            self.find_given(inputs, length);
        }
        let Self { network, rates, given, rollback, dynamics, .. } = self;
        let Dynamics { state, system, .. } = dynamics;
        if prescribed || !same {
            rollback.keep(state);
        }
        let values = GivenValues { parameters, inputs: &from, rates, motions: given };
        let taken = match same {
            true => system.take_inputs(network, &values),
            false => system.update(network, &values),
        };
        if taken.is_ok() {
            if prescribed {
                state.given.copy_from_slice(given);
            }
            if !same {
                state.parameters.copy_from_slice(parameters);
            }
            state.inputs.copy_from_slice(&from);
            state.rates.copy_from_slice(rates);
            state.origin = state.time;
            system.put_known_motions(0.0, state);
            system.take_coefficients(state);
            match same {
                true => self.dynamics.resolver.update_given(&self.dynamics.system),
                false => self.dynamics.resolver.update(&self.dynamics.system),
            }
        }
        self.now = from;
        taken
    }

    /// Finds the motions that inputs give from now on, or to the end of a step of this length.
    fn find_given(&mut self, inputs: &[f64], length: Option<f64>) {
        let Self {
            network,
            rates,
            given,
            ramps_declared: declared,
            sampling,
            dynamics: Dynamics { state, system, .. },
            ..
        } = self;
        let motions = Given { network, state, system, inputs, rates, declared, sampling, length };
        given.clear();
        given.extend((0..network.bodies.len()).map(|body| motions.of(body)));
    }

    /// Sets the inputs `from` which ramps lead to `inputs`, in the time `length`, s. One that cannot be a ramp jumps
    /// immediately, and one that is there but for the round-off of the ramp that has led there stays.
    fn aim(&mut self, inputs: &[f64], length: f64, from: &mut [f64]) {
        self.present_inputs(from);
        let state = &self.dynamics.state;
        for (input, value) in from.iter_mut().enumerate() {
            let bound = ramp_round_off(state.inputs[input], state.rates[input], state.tau());
            let there = Bounded { value: inputs[input] - *value, bound }.is_zero();
            let stays = self.held_inputs[input] || there;
            self.rates[input] = if stays { 0.0 } else { (inputs[input] - *value) / length };
            *value = if stays { inputs[input] } else { *value };
        }
    }
}

/// True if values are the same ones; to find the first that is not would take longer.
pub(super) fn is_same(values: &[f64], others: &[f64]) -> bool {
    values.len() == others.len()
        && values.iter().zip(others).fold(true, |same, (value, other)| same & (value == other))
}

/// True if all values are 0.
#[inline(always)]
pub(super) fn are_zero(values: &[f64]) -> bool {
    !values.iter().any(|value| *value != 0.0)
}
