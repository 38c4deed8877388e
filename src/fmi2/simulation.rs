//! One instance as a host sees it: what each function does once its pointers are checked.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::sync::Arc;

use super::calls::{Call, State};
use super::logger::{Category, Logger};
use super::saved::{Moment, Saved, check_guid};
use super::states::{self, States};
use super::types::{fmi2FMUstate, fmi2Status, fmi2StatusKind, fmi2Type, luztar_Event, luztar_Kind};
use crate::unit::{
    Causality, Element, Ending, Event, Fault, Instance, Unit, Value, exchange_sizes, transition,
};

/// Why a call is not answered with fmi2OK.
#[derive(Debug)]
pub enum Refusal {
    /// fmi2Error: nothing was changed.
    Error(String),
    /// fmi2Discard: nothing was changed.
    Discard(String),
    /// fmi2Discard of a step that ended at a transition, as the host wished.
    Stop(String),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotEvaluable { .. } => Refusal::Discard(fault.to_string()),
            _ => Refusal::Error(fault.to_string()),
        }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Refusal::Error(message)
    }
}

pub type Answer = Result<(), Refusal>;

/// Transitions moved at a time from the unit's queue to the caller's buffer.
const BATCH: usize = 64;

/// A unit in motion with its host's logger.
pub struct Simulation {
    guid: Arc<str>,
    kind: fmi2Type,
    pub(super) state: State,
    pub(super) instance: Instance,
    /// Room for event indicators.
    pub(super) indicators: Vec<f64>,
    pub logger: Logger,
    /// How the last step ended.
    last_step: Option<fmi2Status>,
    contact_names: Vec<CString>,
    spring_names: Vec<CString>,
    states: States,
}

impl Simulation {
    /// An instance of `unit`, whose GUID is `guid`.
    pub fn new(unit: Arc<Unit>, guid: &str, kind: fmi2Type, logger: Logger) -> Self {
        let network = unit.network();
        let indicators = vec![0.0; exchange_sizes(&unit).1];
        let text = |name: &String| CString::new(name.as_str()).unwrap_or_default();
        Self {
            state: State::Instantiated,
            contact_names: network.contacts.iter().map(|contact| text(&contact.name)).collect(),
            spring_names: network.springs.iter().map(|spring| text(&spring.name)).collect(),
            instance: fresh(unit, kind),
            kind,
            indicators,
            logger,
            last_step: None,
            guid: guid.into(),
            states: States::new(),
        }
    }

    pub fn state(&self) -> State {
        self.state
    }

    pub fn kind(&self) -> fmi2Type {
        self.kind
    }

    /// After a breakdown the motion may be half done: no more than fmi2Reset can mend that.
    pub fn fail(&mut self) {
        self.state = State::Failed;
    }

    pub fn setup_experiment(
        &mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Answer {
        Ok(self.instance.setup_experiment(start, stop, tolerance)?)
    }

    pub fn enter_initialization_mode(&mut self) -> Answer {
        self.instance.enter_initialization()?;
        self.state = State::InitializationMode;
        Ok(())
    }

    pub fn exit_initialization_mode(&mut self) -> Answer {
        self.instance.exit_initialization()?;
        self.state = match self.kind {
            fmi2Type::fmi2CoSimulation => State::StepComplete,
            fmi2Type::fmi2ModelExchange => State::EventMode,
        };
        Ok(())
    }

    pub fn terminate(&mut self) -> Answer {
        if self.state != State::Failed {
            self.state = State::Terminated;
        }
        Ok(())
    }

    pub fn reset(&mut self) -> Answer {
        self.instance.reset();
        self.last_step = None;
        self.state = State::Instantiated;
        Ok(())
    }

    /// Saves everything but the logger; under the handle `at` unless that is NULL.
    pub fn save(&self, at: fmi2FMUstate) -> Result<fmi2FMUstate, Refusal> {
        let Simulation {
            guid,
            state,
            instance,
            last_step,
            // The host's, and what follows from the unit.
            logger: _,
            kind: _,
            indicators: _,
            contact_names: _,
            spring_names: _,
            states,
        } = self;
        let moment = Moment { state: *state, last_step: *last_step, snapshot: instance.save() };
        Ok(states.keep(at, Saved { guid: guid.clone(), moment })?)
    }

    /// Becomes what was saved of this instance or of another one of the same unit.
    pub fn restore(&mut self, handle: fmi2FMUstate) -> Answer {
        let saved = states::find(handle)?;
        check_guid(&saved.guid, &self.guid)?;
        let Moment { state, last_step, snapshot } = &saved.moment;
        self.instance.restore(snapshot)?;
        self.state = *state;
        self.last_step = *last_step;
        Ok(())
    }

    /// The bytes of a state.
    pub fn serialize(&self, handle: fmi2FMUstate) -> Result<Vec<u8>, Refusal> {
        Ok(states::find(handle)?.to_bytes()?)
    }

    /// Writes the bytes of a state into room of just their length.
    pub fn serialize_into(&self, handle: fmi2FMUstate, room: &mut [MaybeUninit<u8>]) -> Answer {
        let bytes = self.serialize(handle)?;
        if room.len() != bytes.len() {
            let (given, needed) = (room.len(), bytes.len());
            return Err(format!("size = {given}: must be {needed} for this state").into());
        }
        for (slot, byte) in room.iter_mut().zip(bytes) {
            slot.write(byte);
        }
        Ok(())
    }

    /// A state from its bytes; under the handle `at` unless that is NULL.
    pub fn deserialize(&self, bytes: &[u8], at: fmi2FMUstate) -> Result<fmi2FMUstate, Refusal> {
        let saved = Saved::from_bytes(bytes, &self.guid)?;
        fresh(self.instance.unit().clone(), self.kind).restore(&saved.moment.snapshot)?;
        Ok(self.states.keep(at, saved)?)
    }

    pub fn get_reals(&mut self, references: &[u32], values: &mut [MaybeUninit<f64>]) -> Answer {
        self.get(references, values, "Real", |value| match value {
            Value::Real(x) => Some(x),
            Value::Integer(_) | Value::Boolean(_) => None,
        })
    }

    pub fn get_integers(&mut self, references: &[u32], values: &mut [MaybeUninit<i32>]) -> Answer {
        self.get(references, values, "Integer", |value| match value {
            Value::Integer(n) => Some(n),
            Value::Real(_) | Value::Boolean(_) => None,
        })
    }

    pub fn get_booleans(&mut self, references: &[u32], values: &mut [MaybeUninit<i32>]) -> Answer {
        self.get(references, values, "Boolean", |value| match value {
            Value::Boolean(b) => Some(b.into()),
            Value::Real(_) | Value::Integer(_) => None,
        })
    }

    fn get<T>(
        &mut self,
        references: &[u32],
        values: &mut [MaybeUninit<T>],
        asked: &'static str,
        convert: impl Fn(Value) -> Option<T>,
    ) -> Answer {
        for (reference, slot) in references.iter().zip(values) {
            let index = *reference as usize;
            let value = convert(self.instance.get(index)?);
            slot.write(value.ok_or_else(|| self.wrong_kind(index, asked))?);
        }
        Ok(())
    }

    /// No unit has a variable of type String.
    pub fn strings(&mut self, references: &[u32]) -> Answer {
        let Some(reference) = references.first() else { return Ok(()) };
        let index = *reference as usize;
        let count = self.instance.unit().variables().len();
        if index < count {
            return Err(self.wrong_kind(index, "String").into());
        }
        Err(Fault::UnknownReference { reference: index, count }.into())
    }

    fn wrong_kind(&self, index: usize, given: &'static str) -> Fault {
        let variable = &self.instance.unit().variables()[index];
        Fault::WrongKind { name: variable.name.clone(), expected: variable.kind.name(), given }
    }

    /// Sets all values, or none if one is refused.
    pub fn set<T: Copy>(
        &mut self,
        references: &[u32],
        values: &[T],
        convert: impl Fn(T) -> Value,
    ) -> Answer {
        for (reference, value) in references.iter().zip(values) {
            self.instance.check(*reference as usize, convert(*value))?;
            self.check_continuous(*reference as usize)?;
        }
        for (reference, value) in references.iter().zip(values) {
            self.instance.set(*reference as usize, convert(*value))?;
        }
        Ok(())
    }

    /// Changes of unknowns with directions of change of knowns.
    pub fn directional_derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        directions: &[f64],
        out: &mut [MaybeUninit<f64>],
    ) -> Answer {
        let unknowns: Vec<usize> = unknowns.iter().map(|reference| *reference as usize).collect();
        let knowns = knowns.iter().map(|reference| *reference as usize);
        let knowns = knowns.zip(directions.iter().copied());
        Ok(self.instance.directional_derivative(&unknowns, knowns, |place, value| {
            out[place].write(value);
        })?)
    }

    /// Sets all first derivatives of inputs, or none if one is refused.
    pub fn set_input_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        rates: &[f64],
    ) -> Answer {
        for ((reference, order), rate) in references.iter().zip(orders).zip(rates) {
            self.check_order(*reference, *order)?;
            self.instance.check_input_derivative(*reference as usize, *rate)?;
        }
        for (reference, rate) in references.iter().zip(rates) {
            self.instance.set_input_derivative(*reference as usize, *rate)?;
        }
        Ok(())
    }

    /// First derivatives of outputs.
    pub fn output_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        rates: &mut [MaybeUninit<f64>],
    ) -> Answer {
        for ((reference, order), slot) in references.iter().zip(orders).zip(rates) {
            self.check_order(*reference, *order)?;
            slot.write(self.instance.output_derivative(*reference as usize)?);
        }
        Ok(())
    }

    fn check_order(&self, reference: u32, order: i32) -> Answer {
        if order == 1 {
            return Ok(());
        }
        let variables = self.instance.unit().variables();
        let name = variables.get(reference as usize).map_or("the variable", |row| &row.name);
        Err(format!("order = {order} for {name}: only first derivatives are known").into())
    }

    pub fn do_step(&mut self, time: f64, size: f64) -> Answer {
        let result = self.instance.step(time, size);
        self.last_step = Some(match result {
            Ok(Ending::Complete) => fmi2Status::fmi2OK,
            Ok(Ending::Transition) => fmi2Status::fmi2Discard,
            Err(_) => fmi2Status::fmi2Error,
        });
        let ending = result?;
        self.tell_warning();
        self.tell_transitions();
        match ending {
            Ending::Complete => Ok(()),
            Ending::Transition => {
                let time = self.instance.time();
                Err(Refusal::Stop(format!("ended at t = {time} s, the first transition")))
            }
        }
    }

    /// What the host should know of the motion that it gives, as a log line.
    pub(super) fn tell_warning(&mut self) {
        if let Some(warning) = self.instance.take_warning() {
            self.logger.status(fmi2Status::fmi2Warning, format_args!("{warning}"));
        }
    }

    /// Transitions of the last step or event as log lines.
    pub(super) fn tell_transitions(&mut self) {
        if self.logger.wants(Category::Events) {
            let unit = self.instance.unit();
            for event in self.instance.step_events() {
                let (name, from, to) = transition::words(unit, event);
                self.logger.event(format_args!("t = {} s: {name}: {from} → {to}", event.time));
            }
        }
    }

    /// The step that ends at the next transition, in s.
    pub fn max_step_size(&mut self) -> Result<f64, Refusal> {
        Ok(self.instance.step_to_transition()?)
    }

    /// How the last step ended; fmi2PendingStatus and the like have no answer here.
    pub fn status(&self, kind: Option<fmi2StatusKind>) -> Result<fmi2Status, Refusal> {
        let answer = self.last_step.filter(|_| kind == Some(fmi2StatusKind::fmi2DoStepStatus));
        answer.ok_or_else(|| self.unanswered(kind, "a status"))
    }

    /// The end of the last completed step.
    pub fn real_status(&self, kind: Option<fmi2StatusKind>) -> Result<f64, Refusal> {
        let asked = kind == Some(fmi2StatusKind::fmi2LastSuccessfulTime) && self.has_stepped();
        if asked { Ok(self.instance.time()) } else { Err(self.unanswered(kind, "a Real")) }
    }

    /// A unit never ends the simulation by itself.
    pub fn boolean_status(&self, kind: Option<fmi2StatusKind>) -> Result<bool, Refusal> {
        let asked = kind == Some(fmi2StatusKind::fmi2Terminated) && self.has_stepped();
        if asked { Ok(false) } else { Err(self.unanswered(kind, "a Boolean")) }
    }

    fn has_stepped(&self) -> bool {
        self.last_step.is_some()
    }

    /// A query of the status that has no answer.
    pub fn unanswered(&self, kind: Option<fmi2StatusKind>, wanted: &str) -> Refusal {
        let kind = kind.map_or("an unknown kind of status".to_owned(), |kind| format!("{kind:?}"));
        Refusal::Discard(format!("{kind} cannot be answered with {wanted} in state {}", self.state))
    }

    pub fn value_reference(&self, name: &str) -> Result<u32, Refusal> {
        let found = self.instance.unit().find(name).and_then(|index| u32::try_from(index).ok());
        let unit = self.instance.unit().name();
        Ok(found.ok_or_else(|| format!("{unit} has no variable {name:?}"))?)
    }

    /// Between events only inputs change.
    fn check_continuous(&self, index: usize) -> Answer {
        let variable = &self.instance.unit().variables()[index];
        if self.state != State::ContinuousTimeMode || variable.causality == Causality::Input {
            return Ok(());
        }
        let name = &variable.name;
        Err(format!("{name} is a parameter: it can be set in Event Mode, not between events")
            .into())
    }

    pub fn take_events(&mut self, buffer: &mut [MaybeUninit<luztar_Event>]) -> usize {
        let nothing = Event { time: 0.0, element: Element::Contact(0), from: 0, to: 0 };
        let mut taken = 0;
        for part in buffer.chunks_mut(BATCH) {
            let mut batch = [nothing; BATCH];
            let count = self.instance.take_events(&mut batch[..part.len()]);
            for (slot, event) in part.iter_mut().zip(&batch[..count]) {
                slot.write(record(event));
            }
            taken += count;
            if count < part.len() {
                break;
            }
        }
        taken
    }

    pub fn lost_events(&self) -> u64 {
        self.instance.lost_events()
    }

    /// Name of the element of an event.
    pub fn element_name(&self, kind: Option<luztar_Kind>, index: usize) -> Result<&CStr, Refusal> {
        let (names, word) = match kind {
            Some(luztar_Kind::luztar_contact) => (&self.contact_names, "contacts"),
            Some(luztar_Kind::luztar_spring) => (&self.spring_names, "springs"),
            None => return Err(Refusal::Error("there are contacts and springs only".to_owned())),
        };
        let unknown = || format!("element {index}: the unit has {} {word}", names.len());
        Ok(names.get(index).ok_or_else(unknown)?.as_c_str())
    }
}

/// A fresh instance for this type of host.
fn fresh(unit: Arc<Unit>, kind: fmi2Type) -> Instance {
    match kind {
        fmi2Type::fmi2CoSimulation => Instance::new(unit),
        fmi2Type::fmi2ModelExchange => Instance::exchange(unit),
    }
}

fn record(event: &Event) -> luztar_Event {
    let (kind, element) = match event.element {
        Element::Contact(index) => (luztar_Kind::luztar_contact, index),
        Element::Spring(index) => (luztar_Kind::luztar_spring, index),
    };
    let element = u32::try_from(element).unwrap_or(u32::MAX);
    luztar_Event { time: event.time, kind, element, from: event.from, to: event.to }
}

/// What a function answers that this version does not offer.
pub fn not_offered(call: Call, flag: &str) -> Answer {
    Err(Refusal::Error(format!("{call} is not offered: {flag}")))
}
