//! A motion for the page: chosen variables at times that a picture needs, all transitions, and the states between them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use luztar::network::Method;
use luztar::signals::{Expression, Interpolation, Ramps, Refused, Signal, Track, follow};
use luztar::unit::{
    Accessor, Causality, Element, Event, Kind, Model, Reached, Setting, Simulation, Value, states,
};
use serde::{Deserialize, Serialize};

use crate::mechanism::number;
use crate::refusal::Refusal;

/// Times in a picture at least, evenly over it.
const POINTS: u32 = 1600;

/// Tolerance with which inputs are followed, as a part of their range: a hundredth of what a picture shows.
const SEEN: f64 = 1e-6;
/// Transitions after which a motion ends: a page shows no more.
const MOST_EVENTS: usize = 20_000;
/// Numbers that a picture is drawn from at most.
const MOST_NUMBERS: usize = 4_000_000;

#[derive(Deserialize)]
pub struct Experiment {
    /// Stop time, s; that of the network where it is left open.
    stop: Option<f64>,
    /// Values of parameters.
    set: BTreeMap<String, f64>,
    /// Inputs as expressions in the time t.
    inputs: BTreeMap<String, String>,
    /// Names of the variables that are wanted.
    show: Vec<String>,
}

/// The bytes behind it are the times, then each of `show`: as many doubles as there are `points`, little end first.
#[derive(Serialize)]
pub struct Motion<'u> {
    points: usize,
    show: &'u [String],
    events: Vec<(f64, String, String, String)>,
    states: Vec<History>,
    /// Reason why it ended before its time.
    ended: Option<String>,
}

/// The states of a contact or a spring, each with the time at which it begins.
#[derive(Serialize)]
struct History {
    name: String,
    kind: &'static str,
    states: Vec<(f64, String)>,
}

/// # Errors
/// Names and values that the unit refuses, or that it does not start.
pub fn run<'u>(
    unit: &Arc<Model>,
    experiment: &'u Experiment,
) -> Result<(Motion<'u>, Vec<u8>), Refusal> {
    let mut run = Run::new(unit, experiment)?;
    let mut record = Record::new(unit, &experiment.show)?;
    let ended = run.go(&mut record)?;
    let histories = record.histories(unit);
    let events = record.events.iter().map(|event| {
        let (name, from, to) = unit.event_names(event);
        (event.time(), name.to_owned(), from.to_owned(), to.to_owned())
    });
    let motion = Motion {
        points: record.times.len(),
        show: &experiment.show,
        events: events.collect(),
        states: histories,
        ended,
    };
    let numbers = record.times.iter().chain(record.series.iter().flatten());
    Ok((motion, numbers.flat_map(|number| number.to_le_bytes()).collect()))
}

/// A unit on its way.
struct Run {
    instance: Simulation,
    tracks: Vec<Track>,
    interpolation: Interpolation,
    stop: f64,
    steps: u64,
}

impl Run {
    fn new(unit: &Arc<Model>, experiment: &Experiment) -> Result<Self, Refusal> {
        let of_file = unit.network().experiment;
        let stop = experiment.stop.unwrap_or(of_file.stop_time);
        if !(stop.is_finite() && stop > 0.0) {
            return Err(refused("stopTime", "must be > 0 s"));
        }
        let mut instance = Simulation::new(unit.clone());
        for (name, value) in &experiment.set {
            let index = known(unit, name, Causality::Parameter)?;
            let value = match unit.variables()[index].kind {
                Kind::Real => Value::Real(*value),
                Kind::Integer | Kind::Named(_) => Value::Integer(*value as i32),
                Kind::Boolean => Value::Boolean(*value != 0.0),
            };
            instance.set(index, value).map_err(|fault| refused(name, fault))?;
        }
        let fixed = instance.method() == Method::Moreau;
        let stops =
            |row: &luztar::unit::Variable| row.accessor == Accessor::Setting(Setting::StopAtEvents);
        if let Some(row) = unit.variables().iter().position(stops).filter(|_| !fixed) {
            instance.set(row, Value::Boolean(true)).map_err(unit_refused)?;
        }
        let mut tracks = Vec::new();
        for (name, text) in &experiment.inputs {
            let index = known(unit, name, Causality::Input)?;
            let expression = Expression::parse(text).map_err(|error| refused(name, error))?;
            let signal = Signal::Expression(Ramps::new(expression, stop, SEEN));
            tracks.push(Track::new(index, name.clone(), signal));
        }
        let steps = match fixed {
            true => (stop / of_file.step_size).ceil().max(1.0) as u64,
            false => u64::from(POINTS),
        };
        let interpolation = if fixed { Interpolation::Chords } else { Interpolation::Ramps };
        Ok(Self { instance, tracks, interpolation, stop, steps })
    }

    fn time(&self, index: u64) -> f64 {
        match index == self.steps {
            true => self.stop,
            false => self.stop * (index as f64 / self.steps as f64),
        }
    }

    /// Goes to the stop time; gives why it did not come there.
    fn go(&mut self, record: &mut Record) -> Result<Option<String>, Refusal> {
        let first = 0.0..self.time(1);
        self.instance.setup_experiment(0.0, Some(self.stop), None).map_err(unit_refused)?;
        self.follow(0.0, &first).map_err(|refusal| refused(&refusal.origin, refusal.fault))?;
        self.instance.enter_initialization().map_err(unit_refused)?;
        self.instance.exit_initialization().map_err(unit_refused)?;
        record.begin(&mut self.instance)?;
        // Of more steps than a picture needs, some are looked at.
        let every = self.steps.div_ceil(u64::from(POINTS));
        for index in 0..self.steps {
            let step = self.time(index)..self.time(index + 1);
            let mut from = step.start;
            while from < step.end {
                from = match self.part(from, &step, record) {
                    Ok(reached) => reached,
                    Err(ended) => return Ok(Some(ended)),
                };
                if record.is_full() {
                    let time = from;
                    return Ok(Some(format!(
                        "has too many transitions to be shown beyond {time} s"
                    )));
                }
            }
            if (index + 1) % every == 0 || index + 1 == self.steps {
                record.point(step.end, &mut self.instance)?;
            }
        }
        Ok(None)
    }

    /// Makes a part of a step; returns the time that is reached, s.
    fn part(&mut self, from: f64, step: &Range<f64>, record: &mut Record) -> Result<f64, String> {
        let until = self.follow(from, step).map_err(|refusal| refusal.to_string())?;
        let reached = self.instance.step(from, until - from).map_err(|fault| fault.to_string())?;
        record.events.extend(self.instance.step_events());
        if reached != Reached::Transition {
            return Ok(until);
        }
        let time = self.instance.time();
        record.point(time, &mut self.instance).map_err(|_| "has an output that cannot be read")?;
        Ok(time)
    }

    fn follow(&mut self, t: f64, step: &Range<f64>) -> Result<f64, Refused> {
        follow(&mut self.tracks, self.interpolation, t, step, &mut self.instance)
    }
}

/// Observed values of a motion.
struct Record {
    variables: Vec<usize>,
    times: Vec<f64>,
    series: Vec<Vec<f64>>,
    events: Vec<Event>,
    first: Vec<(Element, i32)>,
}

impl Record {
    fn new(unit: &Model, show: &[String]) -> Result<Self, Refusal> {
        let index =
            |name: &String| unit.find(name).ok_or_else(|| refused(name, "is not a variable"));
        let variables = show.iter().map(index).collect::<Result<Vec<usize>, _>>()?;
        let series = vec![Vec::new(); variables.len()];
        Ok(Self { variables, times: Vec::new(), series, events: Vec::new(), first: Vec::new() })
    }

    fn begin(&mut self, instance: &mut Simulation) -> Result<(), Refusal> {
        for (element, row) in states(&instance.unit().clone()) {
            let state = instance.get(row).map_err(unit_refused)?;
            self.first.push((element, number(state) as i32));
        }
        self.point(0.0, instance)
    }

    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Refusal> {
        self.times.push(time);
        for (series, &variable) in self.series.iter_mut().zip(&self.variables) {
            series.push(number(instance.get(variable).map_err(unit_refused)?));
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let numbers = self.times.len() * (1 + self.series.len());
        self.events.len() > MOST_EVENTS || numbers > MOST_NUMBERS
    }

    fn histories(&self, unit: &Model) -> Vec<History> {
        let history = |&(element, state): &(Element, i32)| {
            let events = self.events.iter().filter(|event| event.element() == element);
            let later =
                events.map(|event| (event.time(), unit.mode_name(element, event.to()).to_owned()));
            History {
                name: unit.element_name(element).to_owned(),
                kind: match element {
                    Element::Contact(_) => "contact",
                    Element::Spring(_) => "spring",
                    Element::Force(_) => "force",
                },
                states: std::iter::once((0.0, unit.mode_name(element, state).to_owned()))
                    .chain(later)
                    .collect(),
            }
        };
        self.first.iter().map(history).collect()
    }
}

fn known(unit: &Model, name: &str, causality: Causality) -> Result<usize, Refusal> {
    let index = unit.find(name).filter(|index| unit.variables()[*index].causality == causality);
    index.ok_or_else(|| refused(name, format!("{} has no such {}", unit.name(), causality.name())))
}

fn refused(name: &str, rule: impl ToString) -> Refusal {
    Refusal::Value { name: name.to_owned(), rule: rule.to_string() }
}

fn unit_refused(fault: impl ToString) -> Refusal {
    Refusal::Model { rule: fault.to_string() }
}
