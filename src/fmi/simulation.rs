//! One instance as a host sees it: what each function does once its pointers are checked.

mod exchange;
pub mod handles;

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::sync::Arc;

use super::answer::{Answer, Refusal, Status};
use super::calls::{Interface, State, Version};
use super::clocks::Clocks;
use super::importer::Importer;
use super::logger::{Category, Logger};
use super::saved::{Moment, Saved, check_guid};
use super::states::{self, StateHandle, States};
use crate::unit::{
    Causality, ContactId, Element, Fault, ForceId, Model, Simulation, Snapshot, SpringId, Value,
    exchange_sizes,
};

/// A unit in motion with its host's logger.
pub struct FmuInstance {
    guid: Arc<str>,
    version: Version,
    kind: Interface,
    pub state: State,
    pub instance: Simulation,
    /// Room for event indicators.
    pub indicators: Vec<f64>,
    pub logger: Logger,
    /// Status of the last step.
    pub last_step: Option<Status>,
    /// Requirements of the host for steps of Co-Simulation.
    pub importer: Importer,
    /// The instance before its discrete states were evaluated without being committed.
    pub tentative: Option<Box<Snapshot>>,
    /// The instance before a step with intermediate updates.
    pub departure: Option<Box<Snapshot>>,
    pub clocks: Clocks,
    contact_names: Vec<CString>,
    spring_names: Vec<CString>,
    force_names: Vec<CString>,
    states: States,
}

impl FmuInstance {
    /// Makes an instance of `unit`, whose GUID is `guid`.
    pub fn new(
        unit: Arc<Model>,
        guid: &str,
        (version, kind): (Version, Interface),
        logger: Logger,
    ) -> Self {
        let network = unit.network();
        let indicators = vec![0.0; exchange_sizes(&unit).1];
        let text = |name: &String| CString::new(name.as_str()).unwrap_or_default();
        Self {
            state: State::Instantiated,
            clocks: Clocks::new(&unit),
            contact_names: network.contacts.iter().map(|contact| text(&contact.name)).collect(),
            spring_names: network.springs.iter().map(|spring| text(&spring.name)).collect(),
            force_names: network.forces.iter().map(|force| text(&force.name)).collect(),
            instance: fresh(unit, kind),
            version,
            kind,
            indicators,
            logger,
            last_step: None,
            importer: Importer::default(),
            tentative: None,
            departure: None,
            guid: guid.into(),
            states: States::new(),
        }
    }

    pub fn state(&self) -> State {
        self.state
    }

    pub fn kind(&self) -> Interface {
        self.kind
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// Marks the instance as failed. After a breakdown the motion may be half done: only a reset can mend that.
    pub fn fail(&mut self) {
        self.state = State::Failed;
    }

    pub fn enter_initialization_mode(&mut self) -> Answer {
        self.instance.enter_initialization()?;
        self.state = State::InitializationMode;
        Ok(())
    }

    /// Ends initialization; `next` is the state that follows.
    pub fn exit_initialization_mode(&mut self, next: State) -> Answer {
        self.instance.exit_initialization()?;
        self.state = next;
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
        self.tentative = None;
        self.departure = None;
        self.clocks.still();
        self.state = State::Instantiated;
        Ok(())
    }

    /// Saves everything but the logger; under the handle `at` unless that is NULL.
    pub fn save(&mut self, at: StateHandle) -> Result<StateHandle, Refusal> {
        let FmuInstance {
            guid,
            state,
            instance,
            last_step,
            // The host's, and what follows from the unit.
            logger: _,
            version: _,
            kind: _,
            importer: _,
            departure: _,
            tentative,
            indicators: _,
            clocks,
            contact_names: _,
            spring_names: _,
            force_names: _,
            states,
        } = self;
        let (state, last_step, clocks) = (*state, *last_step, clocks.clone());
        let (snapshot, tentative) = (instance.save(), tentative.clone());
        let moment = Moment { state, last_step, snapshot, tentative, clocks };
        Ok(states.keep(at, Saved { guid: guid.clone(), moment })?)
    }

    /// Becomes what was saved of this instance or of another one of the same unit.
    pub fn restore(&mut self, handle: StateHandle) -> Answer {
        let saved = states::find(handle)?;
        check_guid(&saved.guid, &self.guid)?;
        let Moment { state, last_step, snapshot, tentative, clocks } = &saved.moment;
        let waits = *state == State::EventMode || saved.moment.is_pending();
        if waits && self.kind == Interface::CoSimulation && !self.importer.event_mode {
            return Err("the saved state waits for an event: the instance has no Event Mode"
                .to_owned()
                .into());
        }
        self.instance.restore(snapshot)?;
        self.tentative.clone_from(tentative);
        self.clocks.clone_from(clocks);
        self.state = *state;
        self.last_step = *last_step;
        Ok(())
    }

    /// Returns the bytes of a state.
    pub fn serialize(&self, handle: StateHandle) -> Result<Vec<u8>, Refusal> {
        Ok(states::find(handle)?.to_bytes()?)
    }

    /// Writes the bytes of a state into room of just their length.
    pub fn serialize_into(&self, handle: StateHandle, room: &mut [MaybeUninit<u8>]) -> Answer {
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

    /// Restores a state from its bytes; under the handle `at` unless that is NULL.
    pub fn deserialize(&self, bytes: &[u8], at: StateHandle) -> Result<StateHandle, Refusal> {
        let saved = Saved::from_bytes(bytes, &self.guid)?;
        if !self.clocks.fits(&saved.moment.clocks) {
            return Err("the state has other clocks than the model".to_owned().into());
        }
        let mut trial = fresh(self.instance.unit().clone(), self.kind);
        trial.restore(&saved.moment.snapshot)?;
        saved.moment.tentative.as_deref().map_or(Ok(()), |before| trial.restore(before))?;
        Ok(self.states.keep(at, saved)?)
    }

    pub fn get_reals(&mut self, references: &[u32], values: &mut [MaybeUninit<f64>]) -> Answer {
        let convert = |value| match value {
            Value::Real(x) => Some(x),
            Value::Integer(_) | Value::Boolean(_) => None,
        };
        let (mut references, mut values) = (references, values);
        self.instance.evaluate_seen(references.iter().map(|reference| *reference as usize));
        loop {
            // What stands is read at once; the next one is evaluated, or refused.
            let indices = references.iter().map(|reference| *reference as usize);
            let places = indices.zip(&mut *values);
            let read = self.instance.read_reals(places, |slot, value| {
                slot.write(value);
            });
            if read == references.len() {
                return Ok(());
            }
            let next = read..=read;
            self.get(&references[next.clone()], &mut values[next], "Real", convert)?;
            (references, values) = (&references[read + 1..], &mut values[read + 1..]);
        }
    }

    pub fn get<T>(
        &mut self,
        references: &[u32],
        values: &mut [MaybeUninit<T>],
        asked: &'static str,
        convert: impl Fn(Value) -> Option<T>,
    ) -> Answer {
        let indices = references.iter().map(|reference| *reference as usize);
        let read = self.instance.read_values(indices.clone().zip(&mut *values), |slot, value| {
            convert(value).map(|value| slot.write(value)).is_some()
        });
        for (index, slot) in indices.zip(values).skip(read) {
            let value = convert(self.instance.get(index)?);
            slot.write(value.ok_or_else(|| self.wrong_kind(index, asked))?);
        }
        Ok(())
    }

    /// Refuses variables that are asked for as ones of a type that no unit has.
    pub fn refuse_kind(&self, references: &[u32], asked: &'static str) -> Answer {
        let Some(reference) = references.first() else { return Ok(()) };
        let index = *reference as usize;
        let count = self.instance.unit().variables().len();
        if index < count {
            return Err(self.wrong_kind(index, asked).into());
        }
        Err(Fault::UnknownReference { reference: index, count }.into())
    }

    pub fn wrong_kind(&self, index: usize, given: &'static str) -> Fault {
        let variable = &self.instance.unit().variables()[index];
        Fault::WrongKind { name: variable.name.clone(), expected: variable.kind.name(), given }
    }

    /// Sets all values, or none if one is refused.
    pub fn set<T: Copy>(
        &mut self,
        rows: impl Iterator<Item = usize> + Clone,
        values: &[T],
        convert: impl Fn(T) -> Value,
    ) -> Answer {
        self.check_values(rows.clone(), values, &convert)?;
        for (row, value) in rows.zip(values) {
            match self.instance.takes_state(row) {
                true => self.instance.put_state(row, convert(*value)),
                false => self.instance.put(row, convert(*value)),
            }
        }
        Ok(())
    }

    /// Checks that [`FmuInstance::set`] would set all values.
    pub fn check_values<T: Copy>(
        &self,
        rows: impl Iterator<Item = usize>,
        values: &[T],
        convert: &impl Fn(T) -> Value,
    ) -> Answer {
        rows.zip(values).try_for_each(|(row, value)| {
            if self.instance.takes_state(row) {
                return Ok(self.instance.check_state(row, convert(*value))?);
            }
            self.instance.check(row, convert(*value))?;
            self.check_continuous(row)
        })
    }

    /// Evaluates the changes of unknowns with directions of change of knowns.
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

    /// Writes a warning about the motion that the host prescribes, if there is one, as a log line.
    pub fn report_warning(&mut self) {
        if let Some(warning) = self.instance.take_warning() {
            self.logger.status(Status::Warning, format_args!("{warning}"));
        }
    }

    /// Logs transitions of the last step or event.
    pub fn report_transitions(&mut self) {
        if self.logger.wants(Category::Events) {
            let unit = self.instance.unit();
            for event in self.instance.step_events() {
                let (name, from, to) = unit.event_names(event);
                let time = event.time();
                self.logger.event(format_args!("t = {time} s: {name}: {from} → {to}"));
            }
        }
    }

    pub fn value_reference(&self, name: &str) -> Result<u32, Refusal> {
        let index = self.instance.unit().index_of(name)?;
        Ok(u32::try_from(index).expect("as many variables as value references"))
    }

    /// Refuses changes of variables other than inputs between events.
    fn check_continuous(&self, index: usize) -> Answer {
        let variable = &self.instance.unit().variables()[index];
        if self.state != State::ContinuousTimeMode || variable.causality == Causality::Input {
            return Ok(());
        }
        let name = &variable.name;
        Err(format!("{name} is a parameter: it can be set in Event Mode, not between events")
            .into())
    }

    /// Returns the name of an element, counted from 0 among those of its kind.
    pub fn element_name(&self, element: Element) -> Result<&CStr, Refusal> {
        let (names, index, word) = match element {
            Element::Contact(ContactId(index)) => (&self.contact_names, index, "contacts"),
            Element::Spring(SpringId(index)) => (&self.spring_names, index, "springs"),
            Element::Force(ForceId(index)) => (&self.force_names, index, "forces by formula"),
        };
        let unknown = || format!("element {index}: the model has {} {word}", names.len());
        Ok(names.get(index).ok_or_else(unknown)?.as_c_str())
    }

    pub fn lost_events(&self) -> u64 {
        self.instance.lost_events()
    }
}

/// Makes a fresh instance for this type of host.
fn fresh(unit: Arc<Model>, kind: Interface) -> Simulation {
    match kind {
        Interface::CoSimulation => Simulation::new(unit),
        Interface::ModelExchange => Simulation::exchange(unit),
    }
}
