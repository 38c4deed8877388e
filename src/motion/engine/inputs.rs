//! Inputs and parameters at a communication point: values that go on, and jumps.

use super::{Given, Motion, Record, Values};
use crate::motion::elements::contact::modes::classify_contacts;
use crate::motion::events::resolve::Cause;
use crate::motion::numbers::ContactNumbers;
use crate::motion::numbers::update::GivenValues;
use crate::motion::rounding::{AT_REST, time_round_off};
use crate::motion::{ContactMode, Event, Fault, State};
use crate::network::{BodyKind, Drive, InputId, Method, Signal};

impl Motion {
    /// True if an input stays what it is within a step.
    pub(crate) fn holds(&self, input: InputId) -> bool {
        self.held_inputs[input.0]
    }

    /// Derivatives of the inputs from the next call on that takes inputs: they are ramps until the next
    /// communication point. Those that are held ([`Motion::holds`]) must have 0.
    pub fn ramp(&mut self, rates: &[f64]) {
        self.rates.copy_from_slice(rates);
    }

    /// Present values of inputs: ramps went on, and so did given motions, positions by their velocities and
    /// velocities by their accelerations.
    pub(crate) fn present_inputs(&self, inputs: &mut [f64]) {
        if self.stays() {
            return inputs.copy_from_slice(&self.state.inputs);
        }
        for (input, value) in inputs.iter_mut().enumerate() {
            *value = self.state.input(input);
        }
        let tau = self.state.tau();
        let bodies = self.network.bodies.iter().zip(&self.state.given);
        for (index, (body, motion)) in bodies.enumerate() {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            if let Drive::Port(port) = drive
                && tau > 0.0
                && self.numbers.ports.contains(&index)
            {
                inputs[port.position.0] = self.state.position[index];
                inputs[port.velocity.0] = self.state.velocity[index];
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
        for (contact, entry) in self.network.contacts.iter().zip(&self.numbers.contacts) {
            if let Signal::Input(velocity) = contact.surface_velocity {
                inputs[velocity.0] = entry.surface.velocity_at(tau);
            }
        }
    }

    /// True if all that is given stays what it is.
    fn stays(&self) -> bool {
        !self.numbers.driven && self.state.rates.iter().all(|rate| *rate == 0.0)
    }

    /// True if inputs, their derivatives and parameters go on as they were.
    pub(super) fn are_held(&mut self, parameters: &[f64], inputs: &[f64]) -> bool {
        if self.stays() {
            let State { parameters: before, inputs: given, rates, .. } = &self.state;
            let held = is_same(given, inputs) && *rates == self.rates;
            return held && is_same(before, parameters);
        }
        self.find_present_inputs();
        self.state.parameters == parameters && self.state.rates == self.rates && self.now == inputs
    }

    /// True if what is given leaves the motion what it is for the next communication step, so that it goes on along its
    /// polynomials. Positions of bodies at a constant velocity may be off by round-off of where these come to.
    #[inline]
    pub(super) fn goes_on(&mut self, given: Values) -> bool {
        self.goes_on_alone()
            && if self.numbers.driven {
                self.move_as_given(given.1)
            } else {
                is_same(&self.state.inputs, given.1)
            }
            && is_same(&self.state.parameters, given.0)
    }

    /// True if ramps and motions that are given go on as they were. A position that is not given anew stays.
    fn ramps_go_on(&mut self, given: Values) -> bool {
        self.method == Method::Events
            && !(self.at_end || self.numbers.sampled)
            && self.numbers.ports.is_empty()
            && self.are_held(given.0, given.1)
    }

    /// The same of given motions.
    fn move_as_given(&mut self, inputs: &[f64]) -> bool {
        self.find_present_inputs();
        let Self { network, state, now, .. } = self;
        let late = time_round_off(state.time);
        for (body, motion) in network.bodies.iter().zip(&state.given) {
            let BodyKind::Prescribed(drive) = body.kind else { continue };
            let Some([position, _]) = drive.both() else { continue };
            let (here, given) = (&mut now[position.0], inputs[position.0]);
            let round_off = AT_REST * here.abs() + motion.velocity.abs() * late;
            if !motion.stands() && (given - *here).abs() <= round_off {
                *here = given;
            }
        }
        now == inputs
    }

    /// Notes the present values of inputs.
    fn find_present_inputs(&mut self) {
        let mut now = std::mem::take(&mut self.now);
        self.present_inputs(&mut now);
        self.now = now;
    }

    /// True if inputs are values at the end of a step, where they go from what they are, instead of values from
    /// now on. To be called before [`Motion::initialise`].
    pub(crate) fn take_inputs_at_end(&mut self, at_end: bool) {
        self.at_end = at_end;
        (self.numbers.aimed, self.trial.aimed) = (at_end, at_end);
    }

    /// True if given motions are what ramps say, and whatever does not begin where one ended has jumped. If not, what may be
    /// the next sample of a smooth motion is taken for one.
    pub(crate) fn take_ramps_as_told(&mut self, told: bool) {
        self.past.told = told;
    }

    /// New parameters and inputs at the present time, for a step of this length.
    pub(super) fn take_inputs(
        &mut self,
        given: Values,
        length: f64,
        record: Record,
    ) -> Result<(), Fault> {
        if self.goes_on(given) {
            self.state.pass_point(self.numbers.driven);
            return Ok(());
        }
        // Where ramps begin anew at every communication point, their ends are off by the round-off of all of these.
        if self.ramps_go_on(given) {
            self.state.point = self.state.time;
            self.state.pace.note_point(true);
            return Ok(());
        }
        self.state.pace.note_point(true);
        self.jump(given, Some(length), record)
    }

    /// Takes inputs and parameters, whatever they were, and resolves all modes anew; `length` is that of the step
    /// that begins.
    pub(super) fn jump(
        &mut self,
        given: Values,
        length: Option<f64>,
        record: Record,
    ) -> Result<(), Fault> {
        self.leg.end();
        self.state.pace.restart();
        let same = self.keeps_parameters(given);
        let calm = same && self.is_calm();
        let elapsed = self.state.time - std::mem::replace(&mut self.state.point, self.state.time);
        if !calm {
            self.undo.keep(&self.state);
            self.past.note(&self.numbers, &self.state, elapsed);
        }
        self.hold_inputs(given, same, length)?;
        self.note_modes();
        self.dock(length)?;
        // Springs see forces and loads that are new no sooner than these move bodies.
        let springs = if calm { 0 } else { self.numbers.springs.len() };
        for (spring, entry) in self.numbers.springs[..springs].iter().enumerate() {
            let mode = self.state.spring_mode[spring];
            self.state.spring_mode[spring] = entry.mode_after_jump(mode, &self.state);
        }
        if !(calm && self.stays_calm()?) {
            self.undo.keep(&self.state);
            if calm {
                self.past.note_calm(&self.state, elapsed);
            }
            self.resolve_jump(record)?;
        }
        // Without a step, who knows what comes before the next one.
        self.flow.begun &= length.is_some();
        Ok(())
    }

    /// True if parameters, and effective masses that inputs give, are what they were.
    pub(super) fn keeps_parameters(&self, given: Values) -> bool {
        let is_input = |body: &usize| {
            let port = self.network.bodies[*body].kind.port();
            let mass = port.map(|port| port.effective_mass);
            matches!(mass, Some(None | Some(Signal::Input(_))))
        };
        is_same(&self.state.parameters, given.0) && !self.numbers.ports.iter().any(is_input)
    }

    /// Resolves what may have jumped.
    pub(super) fn resolve_jump(&mut self, record: &mut dyn FnMut(Event)) -> Result<(), Fault> {
        self.strike(false)?;
        if self.numbers.evolving {
            self.numbers.take_loads(&self.state);
        }
        self.state.mend_pieces(&self.numbers, &mut self.flow, |_| false);
        self.numbers.take_coefficients(&self.state);
        self.follow_surfaces()?;
        let past = Some(&self.past);
        self.numbers.take_loads_anew(&self.state, past);
        classify_contacts(&self.numbers, &mut self.state, &mut self.resolver.zero, past);
        self.keep_turned();
        self.settle(Cause::Jump)?;
        self.check_couplings()?;
        self.report(record);
        Ok(())
    }

    /// Where friction goes on without a step, a slip velocity that is round-off has not turned, and has no direction; a
    /// contact that is loaded again at such a one is at rest, its bristle not deflected as one that slips.
    fn keep_turned(&mut self) {
        let Self { numbers, flow, resolver, state, modes, .. } = self;
        let entries = || numbers.contacts.iter().zip(modes.iter());
        let decides = |(entry, before): (&ContactNumbers, &ContactMode)| {
            entry.is_continuous() || *before == ContactMode::Free && entry.is_loaded()
        };
        if !entries().any(decides) {
            return;
        }
        flow.note_round_off(numbers, state, false);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let (slip, _) = entry.slip_now(state);
            let faint = slip.abs() <= flow.slip_round_off(numbers, state, contact);
            if !(state.contact_mode[contact].slips() && faint) {
                continue;
            }
            let before = modes[contact];
            if entry.is_continuous() {
                state.contact_mode[contact] =
                    if before.slips() { before } else { ContactMode::Forward };
            } else if before != ContactMode::Free {
                continue;
            } else if !entry.attaches() {
                resolver.zero[contact] = entry.can_stick() && !entry.kinematic;
            } else {
                for mode in [ContactMode::Free, ContactMode::Stuck] {
                    state.contact_mode[contact] = mode;
                    state.enter(entry, contact);
                }
                state.departure[contact] = 1;
            }
        }
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
        let Self { network, state, numbers, rates, given, undo, .. } = self;
        let guided = numbers.guided;
        if guided {
            let motions = Given { network, state, ports: &numbers.ports, inputs, rates, length };
            given.clear();
            given.extend((0..network.bodies.len()).map(|body| motions.of(body)));
        }
        if guided || !same {
            undo.keep(state);
        }
        let values = GivenValues { parameters, inputs: &from, rates, motions: given };
        let taken = match same {
            true => numbers.take_inputs(network, &values),
            false => numbers.update(network, &values),
        };
        if taken.is_ok() {
            if guided {
                state.given.copy_from_slice(given);
            }
            if !same {
                state.parameters.copy_from_slice(parameters);
            }
            state.inputs.copy_from_slice(&from);
            state.rates.copy_from_slice(rates);
            state.origin = state.time;
            numbers.put_known_motions(0.0, state);
            numbers.take_coefficients(state);
            match same {
                true => self.resolver.update_given(&self.numbers),
                false => self.resolver.update(&self.numbers),
            }
        }
        self.now = from;
        taken
    }

    /// Inputs `from` which ramps lead to `inputs`, in the time `length`. One that cannot be a ramp is there at once.
    fn aim(&mut self, inputs: &[f64], length: f64, from: &mut [f64]) {
        self.present_inputs(from);
        for (input, value) in from.iter_mut().enumerate() {
            let held = self.held_inputs[input];
            self.rates[input] = if held { 0.0 } else { (inputs[input] - *value) / length };
            *value = if held { inputs[input] } else { *value };
        }
    }
}

/// True if values are the same ones; to find the first that is not would take longer.
pub(super) fn is_same(values: &[f64], others: &[f64]) -> bool {
    values.len() == others.len()
        && values.iter().zip(others).fold(true, |same, (value, other)| same & (value == other))
}
