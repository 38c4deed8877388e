//! The default experiment of a unit, run and recorded.

use std::sync::Arc;

use crate::network::Method;
use crate::unit::{
    Accessor, Causality, Kind, Model, Reached, Simulation, StopCondition, Value, Variable,
};

/// Rows of a record.
const ROWS: usize = 101;
/// A row nearer than this to a transition is left out, s relative to max(1, |t|): on which side of it a host stands there is
/// a matter of round-off.
const NEAR: f64 = 1e-6;
/// Internal steps times variables after which a record ends: no build takes minutes.
const MOST: usize = 20_000_000;

pub struct Record {
    /// Names and start values.
    pub inputs: Vec<(String, f64)>,
    /// Outputs.
    pub names: Vec<String>,
    /// True for each output that is a continuous number.
    pub is_real: Vec<bool>,
    /// Times of the rows, s.
    pub times: Vec<f64>,
    pub rows: Vec<Vec<f64>>,
    /// True if it goes to the end of the experiment.
    pub is_whole: bool,
}

impl Record {
    /// Keeps the rows of which another one has the times.
    pub fn keep_times_of(&mut self, other: &Record) {
        let is_there = |time: &f64| other.times.binary_search_by(|t| t.total_cmp(time)).is_ok();
        let mut kept = self.times.iter().map(is_there);
        self.rows.retain(|_| kept.next() == Some(true));
        self.times.retain(is_there);
    }
}

/// True if it is an output that only the motion decides.
fn is_kept(variable: &Variable) -> bool {
    let of_host = matches!(
        variable.accessor,
        Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_) | Accessor::NextEventTime
    );
    variable.causality == Causality::Output && !of_host
}

fn number(value: Value) -> f64 {
    match value {
        Value::Real(x) => x,
        Value::Integer(n) => n.into(),
        Value::Boolean(b) => b.into(),
    }
}

/// Runs the experiment at a relative tolerance; None for a unit that steps in time, and where it cannot begin.
pub fn run(unit: &Arc<Model>, tolerance: f64) -> Option<Record> {
    let experiment = unit.network().experiment;
    if experiment.method == Method::Moreau {
        return None;
    }
    let mut instance = Simulation::new(unit.clone());
    instance.set(unit.find("relativeTolerance")?, Value::Real(tolerance)).ok()?;
    instance.enter_initialization().ok()?;
    instance.exit_initialization().ok()?;
    let variables = unit.variables().iter().enumerate();
    let kept: Vec<usize> =
        variables.clone().filter(|(_, row)| is_kept(row)).map(|(index, _)| index).collect();
    let start = |row: &Variable| row.start.map_or(0.0, number);
    let inputs = variables.filter(|(_, row)| row.causality == Causality::Input);
    let steps = (experiment.stop_time / experiment.step_size).round().max(1.0);
    // Each row is some steps after the one before.
    let part = (steps / (ROWS - 1) as f64).ceil();
    let mut left = MOST / unit.variables().len().max(1);
    let mut record = Record {
        inputs: inputs.map(|(index, row)| (unit.value_name(index), start(row))).collect(),
        names: kept.iter().map(|&index| unit.value_name(index)).collect(),
        is_real: kept.iter().map(|&index| unit.variables()[index].kind == Kind::Real).collect(),
        times: Vec::new(),
        rows: Vec::new(),
        is_whole: false,
    };
    let (mut done, mut last_event) = (0.0, f64::NEG_INFINITY);
    let is_near = |time: f64, event: f64| (time - event).abs() <= NEAR * time.abs().max(1.0);
    loop {
        let row: Result<Vec<f64>, _> =
            kept.iter().map(|&index| instance.get(index).map(number)).collect();
        let Ok(row) = row else { return Some(record) };
        let now = done * experiment.step_size;
        if !is_near(now, last_event) {
            record.times.push(now);
            record.rows.push(row);
        }
        if done + part > steps {
            record.is_whole = true;
            return Some(record);
        }
        for _ in 0..part as usize {
            let time = done * experiment.step_size;
            if !goes_on(&mut instance, time, experiment.step_size, &mut left) {
                return Some(record);
            }
            done += 1.0;
            let events = instance.step_events();
            if events.first().is_some_and(|event| is_near(now, event.time()))
                && record.times.last() == Some(&now)
            {
                record.times.pop();
                record.rows.pop();
            }
            last_event = events.last().map_or(last_event, |event| event.time());
        }
    }
}

/// Makes a communication step of which the unit is capable, and which takes no more than the internal steps that are left.
fn goes_on(instance: &mut Simulation, time: f64, size: f64, left: &mut usize) -> bool {
    let mut reached = instance.advance(time, size, StopCondition::Nowhere, true);
    while *left > 0 {
        *left -= 1;
        match reached {
            Ok(Reached::Pause) => reached = instance.resume(None),
            reached => return reached.is_ok(),
        }
    }
    false
}
