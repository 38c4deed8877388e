//! Modes, events and communication steps.

use crate::fmi::answer::{Answer, Refusal, Status};
use crate::fmi::calls::{Interface, Row, State, Version};
use crate::fmi::importer::Update;
use crate::fmi::simulation::FmuInstance;
use crate::unit::{Fault, Reached, StopCondition};

/// Row for the rest of a step after an intermediate update, which is no function of its own.
pub static RESUME: Row = Row {
    name: "fmi3DoStep",
    legal: &[State::IntermediateUpdateMode],
    never: "",
    only: Some(Interface::CoSimulation),
    version: Some(Version::Three),
};

/// Result of a communication step: how far it went.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Done {
        event_handling_needed: bool,
        early_return: bool,
        time: f64,
    },
    /// The importer is to be called.
    Pause {
        update: Update,
        time: f64,
        can_return_early: bool,
    },
}

/// Results of fmi3UpdateDiscreteStates.
#[derive(Clone, Copy, Debug)]
pub struct Updated {
    /// True if clocks tick that nobody has seen: it is to be called again.
    pub again: bool,
    pub states_changed: bool,
    /// Time of the next event, s.
    pub next_event: Option<f64>,
}

impl FmuInstance {
    pub fn initialize(&mut self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Answer {
        self.instance.setup_experiment(start, stop, tolerance)?;
        self.enter_initialization_mode()
    }

    /// Ends initialization of an instance of FMI 3.0.
    pub fn start(&mut self) -> Answer {
        let steps = self.kind() == Interface::CoSimulation && !self.importer.event_mode;
        self.exit_initialization_mode(if steps { State::StepMode } else { State::EventMode })
    }

    pub fn enter_event(&mut self) -> Answer {
        if self.kind() == Interface::ModelExchange {
            self.clocks.still();
            return self.enter_event_mode();
        }
        if !self.importer.event_mode {
            return Err("the instance was made with eventModeUsed = fmi3False".to_owned().into());
        }
        self.state = State::EventMode;
        self.clocks.tick(self.instance.pending_events());
        Ok(())
    }

    /// Undoes an evaluation of discrete states that was not committed.
    pub fn go_back(&mut self) -> Answer {
        if let Some(before) = self.tentative.take() {
            self.instance.restore(&before)?;
        }
        Ok(())
    }

    /// Makes the transitions of this instant so that outputs show what they lead to; what follows undoes them.
    pub fn evaluate_discrete_states(&mut self) -> Answer {
        self.go_back()?;
        let before = Box::new(self.instance.save());
        let made = match self.kind() {
            Interface::ModelExchange => self.instance.make_transitions(),
            Interface::CoSimulation => self.instance.make_pending(),
        };
        if made.is_err() {
            self.instance.restore(&before)?;
        } else {
            self.tentative = Some(before);
        }
        made?;
        Ok(())
    }

    pub fn update_discrete_states(&mut self) -> Result<Updated, Refusal> {
        self.go_back()?;
        // The clocks of these ticked when Event Mode began.
        let seen = self.instance.pending_events().len();
        let changed = match self.kind() {
            Interface::ModelExchange => self.new_discrete_states()?,
            Interface::CoSimulation => {
                let changed = self.instance.make_pending()?;
                self.report_transitions();
                changed
            }
        };
        let made = self.instance.step_events();
        let again = self.clocks.tick(made.get(seen..).unwrap_or_default());
        let next_event = self.instance.next_transition();
        Ok(Updated { again, states_changed: changed, next_event })
    }

    pub fn enter_step_mode(&mut self) -> Answer {
        let pending = match &self.tentative {
            Some(before) => before.is_pending(),
            None => self.instance.is_pending(),
        };
        if pending {
            return Err("a transition is pending: process it by fmi3UpdateDiscreteStates"
                .to_owned()
                .into());
        }
        self.go_back()?;
        self.state = State::StepMode;
        self.clocks.still();
        Ok(())
    }

    pub fn leave_event_mode(&mut self) -> Answer {
        self.go_back()?;
        self.clocks.still();
        self.enter_continuous_time_mode()
    }

    /// Returns what ends a communication step early.
    fn stop_condition(&self) -> StopCondition {
        match (self.importer.event_mode, self.importer.early_return) {
            (false, false) => StopCondition::Nowhere,
            (false, true) => StopCondition::AfterTransition,
            (true, within) => StopCondition::BeforeTransition { within },
        }
    }

    /// Begins a communication step.
    pub fn begin_step(&mut self, time: f64, size: f64) -> Result<Outcome, Refusal> {
        let pauses = self.importer.update.is_some();
        self.departure = pauses.then(|| Box::new(self.instance.save()));
        let went = self.instance.advance(time, size, self.stop_condition(), pauses);
        self.arrive(went, time + size)
    }

    /// Goes on with a communication step; `early` is when the importer wants it to end.
    pub fn resume_step(&mut self, end: f64, early: Option<f64>) -> Result<Outcome, Refusal> {
        let went = self.instance.resume(early);
        self.arrive(went, end)
    }

    fn arrive(&mut self, went: Result<Reached, Fault>, end: f64) -> Result<Outcome, Refusal> {
        let reached = match went {
            Ok(reached) => reached,
            Err(fault) => {
                self.last_step = Some(Status::Error);
                self.state = State::StepMode;
                if let Some(before) = self.departure.take() {
                    self.instance.restore(&before)?;
                }
                return Err(fault.into());
            }
        };
        let (time, can_return_early) = (self.instance.time(), self.importer.early_return);
        if let (Reached::Pause, Some(update)) = (reached, self.importer.update) {
            self.state = State::IntermediateUpdateMode;
            return Ok(Outcome::Pause { update, time, can_return_early });
        }
        self.departure = None;
        self.state = State::StepMode;
        self.last_step = Some(Status::Ok);
        self.report_warning();
        self.report_transitions();
        Ok(Outcome::Done {
            event_handling_needed: reached == Reached::BeforeEvent,
            early_return: can_return_early && time < end,
            time,
        })
    }
}
