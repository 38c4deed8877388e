//! Functions of FMI 2.0 alone behind the checks of their pointers.

use std::ffi::CStr;
use std::mem::MaybeUninit;

use super::calls::Call;
use super::types::{fmi2False, fmi2Status, fmi2StatusKind, luztar_Event, luztar_Kind};
use crate::fmi::answer::{Answer, Refusal, Status};
use crate::fmi::calls::{Interface, Row, State};
use crate::fmi::simulation::FmuInstance;
use crate::unit::{ContactId, Element, Event, ForceId, Reached, SpringId, Value};

impl FmuInstance {
    pub fn setup_experiment(
        &mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Answer {
        Ok(self.instance.setup_experiment(start, stop, tolerance)?)
    }

    /// Ends initialization of an instance of FMI 2.0.
    pub fn begin_simulation(&mut self) -> Answer {
        self.exit_initialization_mode(match self.kind() {
            Interface::CoSimulation => State::StepComplete,
            Interface::ModelExchange => State::EventMode,
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

    pub fn set_reals(&mut self, references: &[u32], values: &[f64]) -> Answer {
        self.set(rows(references), values, Value::Real)
    }

    pub fn set_integers(&mut self, references: &[u32], values: &[i32]) -> Answer {
        self.set(rows(references), values, Value::Integer)
    }

    pub fn set_booleans(&mut self, references: &[u32], values: &[i32]) -> Answer {
        self.set(rows(references), values, |value| Value::Boolean(value != fmi2False))
    }

    /// Refuses all variables: none is a String.
    pub fn refuse_strings<T>(&mut self, references: &[u32], _: T) -> Answer {
        self.refuse_kind(references, "String")
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

    /// Evaluates first derivatives of outputs.
    pub fn output_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        rates: &mut [MaybeUninit<f64>],
    ) -> Answer {
        for (reference, order) in references.iter().zip(orders) {
            self.check_order(*reference, *order)?;
        }
        let mut slots = rates.iter_mut();
        let outputs = references.iter().map(|reference| *reference as usize);
        Ok(self.instance.output_derivatives(outputs, |rate| {
            if let Some(slot) = slots.next() {
                slot.write(rate);
            }
        })?)
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
            Ok(Reached::Transition) => Status::Discard,
            Ok(_) => Status::Ok,
            Err(_) => Status::Error,
        });
        let reached = result?;
        self.report_warning();
        self.report_transitions();
        if reached != Reached::Transition {
            return Ok(());
        }
        let time = self.instance.time();
        Err(Refusal::Stop(format!("ended at t = {time} s, the first transition")))
    }

    /// Returns the step that ends at the next transition, in s.
    pub fn max_step_size(&mut self) -> Result<f64, Refusal> {
        Ok(self.instance.step_to_transition()?)
    }

    /// Returns the status of the last step; fmi2PendingStatus and the like have no answer here.
    pub fn status(&self, kind: Option<fmi2StatusKind>) -> Result<fmi2Status, Refusal> {
        let answer = self.last_step.filter(|_| kind == Some(fmi2StatusKind::fmi2DoStepStatus));
        answer.map(fmi2Status::from).ok_or_else(|| self.unanswered(kind, "a status"))
    }

    /// Returns the end of the last completed step.
    pub fn real_status(&self, kind: Option<fmi2StatusKind>) -> Result<f64, Refusal> {
        let asked = kind == Some(fmi2StatusKind::fmi2LastSuccessfulTime) && self.has_stepped();
        if asked { Ok(self.instance.time()) } else { Err(self.unanswered(kind, "a Real")) }
    }

    /// Returns false: a unit never ends the simulation by itself.
    pub fn boolean_status(&self, kind: Option<fmi2StatusKind>) -> Result<bool, Refusal> {
        let asked = kind == Some(fmi2StatusKind::fmi2Terminated) && self.has_stepped();
        if asked { Ok(false) } else { Err(self.unanswered(kind, "a Boolean")) }
    }

    fn has_stepped(&self) -> bool {
        self.last_step.is_some()
    }

    /// Returns the refusal of a query of the status that has no answer.
    pub fn unanswered(&self, kind: Option<fmi2StatusKind>, wanted: &str) -> Refusal {
        let kind = kind.map_or("an unknown kind of status".to_owned(), |kind| format!("{kind:?}"));
        Refusal::Discard(format!("{kind} cannot be answered with {wanted} in state {}", self.state))
    }

    pub fn take_records(&mut self, buffer: &mut [MaybeUninit<luztar_Event>]) -> usize {
        let events = self.instance.take_events(buffer.len());
        let taken = events.len();
        for (slot, event) in buffer.iter_mut().zip(events) {
            slot.write(record(&event));
        }
        taken
    }

    /// Returns the name of the element of an event.
    pub fn record_name(&self, kind: Option<luztar_Kind>, index: usize) -> Result<&CStr, Refusal> {
        self.element_name(match kind {
            Some(luztar_Kind::luztar_contact) => Element::Contact(ContactId(index)),
            Some(luztar_Kind::luztar_spring) => Element::Spring(SpringId(index)),
            Some(luztar_Kind::luztar_force) => Element::Force(ForceId(index)),
            None => {
                return Err(Refusal::Error(
                    "the kind must be luztar_contact, luztar_spring or luztar_force".to_owned(),
                ));
            }
        })
    }
}

/// Returns the rows of the table that value references are.
fn rows(references: &[u32]) -> impl Iterator<Item = usize> + Clone {
    references.iter().map(|reference| *reference as usize)
}

fn record(event: &Event) -> luztar_Event {
    let (kind, element) = match event.element() {
        Element::Contact(ContactId(index)) => (luztar_Kind::luztar_contact, index),
        Element::Spring(SpringId(index)) => (luztar_Kind::luztar_spring, index),
        Element::Force(ForceId(index)) => (luztar_Kind::luztar_force, index),
    };
    let element = u32::try_from(element).unwrap_or(u32::MAX);
    luztar_Event { time: event.time(), kind, element, from: event.from(), to: event.to() }
}

/// Returns the error of a function that this version does not offer.
pub fn not_offered(call: Call, flag: &str) -> Answer {
    let call: &Row = call.into();
    Err(Refusal::Error(format!("{call} is not offered: {flag}")))
}
