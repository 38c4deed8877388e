//! The values of the chosen variables at the communication points, and the transitions.

use std::ops::Range;

use luztar::unit::{Element, Event, Instance, Value, Variability, states};

use super::plan::{Pair, Plan};
use crate::cli::experiment::{Grid, Observer};
use crate::cli::failure::Failure;

/// Numbers that a picture may be drawn from: some 160 MB.
const MAX_NUMBERS: f64 = 2e7;

pub struct Record {
    from: f64,
    marked: Vec<Element>,
    /// The states of marked elements where the record begins.
    first: Vec<(Element, i32)>,
    variables: Vec<usize>,
    times: Vec<f64>,
    /// One series per variable.
    series: Vec<Vec<f64>>,
    /// True if the series holds its value between points, in the order of `variables`.
    held: Vec<bool>,
    /// Transitions of marked elements, in order of time.
    pub events: Vec<Event>,
}

impl Record {
    /// A record from time `from` on of the plan's variables and of the transitions of `marked`.
    ///
    /// # Errors
    /// A time that does not lie before the stop time, or more numbers than can be kept.
    pub fn new(plan: &Plan, grid: Grid, from: f64, marked: Vec<Element>) -> Result<Self, Failure> {
        if !(from >= 0.0 && from < grid.stop) {
            let rule = format!("must lie between 0 and the stop time {} s", grid.stop);
            return Err(Failure::Usage(format!("--from {from}: {rule}")));
        }
        let variables = plan.variables();
        let numbers = (1.0 - from / grid.stop) * grid.steps as f64 * (1 + variables.len()) as f64;
        if numbers > MAX_NUMBERS {
            return Err(Failure::Usage(format!(
                "{numbers:e} numbers are more than the {MAX_NUMBERS:e} that a picture is drawn from; \
                 choose a larger --step, a later --from or fewer curves"
            )));
        }
        Ok(Self {
            from,
            marked,
            first: Vec::new(),
            series: vec![Vec::new(); variables.len()],
            held: Vec::new(),
            times: Vec::new(),
            events: Vec::new(),
            variables,
        })
    }

    /// Takes the state at `time`.
    fn sample(&mut self, time: f64, instance: &mut Instance) -> Result<(), Failure> {
        if self.held.is_empty() {
            let all = instance.unit().variables();
            let held = |&index: &usize| all[index].variability == Variability::Discrete;
            self.held = self.variables.iter().map(held).collect();
        }
        if time < self.from {
            return Ok(());
        }
        if self.times.is_empty() {
            for (element, variable) in states(&instance.unit().clone()) {
                if self.marked.contains(&element)
                    && let Value::Integer(state) = instance.get(variable).map_err(Failure::job)?
                {
                    self.first.push((element, state));
                }
            }
        }
        self.times.push(time);
        for (series, &index) in self.series.iter_mut().zip(&self.variables) {
            series.push(match instance.get(index).map_err(Failure::job)? {
                Value::Real(x) => x,
                Value::Integer(n) => f64::from(n),
                Value::Boolean(b) => f64::from(u8::from(b)),
            });
        }
        Ok(())
    }

    /// The points of a curve; a discrete variable keeps its value up to the next point.
    pub fn curve(&self, pair: Pair) -> Vec<(f64, f64)> {
        let (x, x_held) = self.axis(pair.x);
        let (y, y_held) = self.axis(Some(pair.y));
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (&x, &y) in x.iter().zip(y) {
            if let Some(&before) = points.last().filter(|_| x_held || y_held) {
                points.push((if x_held { before.0 } else { x }, if y_held { before.1 } else { y }));
            }
            points.push((x, y));
        }
        points
    }

    /// The marked elements that have states, with the states that follow one another: each with the time at which
    /// it begins.
    pub fn histories(&self) -> Vec<(Element, Vec<(f64, i32)>)> {
        let history = |&(element, state): &(Element, i32)| {
            let mut states = vec![(self.span().start, state)];
            let events = self.events.iter().filter(|event| event.element == element);
            states.extend(events.map(|event| (event.time, event.to)));
            (element, states)
        };
        self.first.iter().map(history).collect()
    }

    /// First and last time.
    pub fn span(&self) -> Range<f64> {
        self.times[0]..self.times[self.times.len() - 1]
    }

    /// The point of a curve at `time`, on the straight line between its neighbours.
    pub fn at(&self, pair: Pair, time: f64) -> Option<(f64, f64)> {
        let after = self.times.partition_point(|&other| other < time);
        let (&last, before) = (self.times.get(after)?, after.saturating_sub(1));
        let first = self.times[before];
        let share = if last > first { ((time - first) / (last - first)).max(0.0) } else { 1.0 };
        let between = |series: &[f64]| series[before] * (1.0 - share) + series[after] * share;
        Some((between(self.axis(pair.x).0), between(self.axis(Some(pair.y)).0)))
    }

    /// The series of a variable, or the times; and whether it is held between points.
    fn axis(&self, variable: Option<usize>) -> (&[f64], bool) {
        match variable {
            None => (&self.times, false),
            Some(index) => {
                let at = self.variables.iter().position(|&other| other == index);
                let at = at.expect("the plan's variables are recorded");
                (&self.series[at], self.held[at])
            }
        }
    }
}

impl Observer for Record {
    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        let from = self.from;
        let seen = events.iter().filter(|event| event.time >= from);
        self.events.extend(seen.filter(|event| self.marked.contains(&event.element)));
        Ok(())
    }

    fn point(&mut self, time: f64, instance: &mut Instance) -> Result<(), Failure> {
        self.sample(time, instance)
    }

    fn between(&mut self, time: f64, instance: &mut Instance) -> Result<(), Failure> {
        self.sample(time, instance)
    }
}
