//! The transitions of a run, counted per element.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use luztar::network::plain;
use luztar::unit::{Element, Event, Model, Simulation, Value, states};

use crate::cli::experiment::Grid;
use crate::cli::failure::Failure;
use crate::cli::table::{Align, Table};

/// Transitions of one element.
struct Count {
    element: Element,
    /// Index of the variable that holds its mode.
    mode: usize,
    first: f64,
    last: f64,
    /// Number of transitions by modes before and after.
    transitions: BTreeMap<(i32, i32), u64>,
}

/// Inputs that the summary names one by one.
const MOST_NAMES: usize = 8;

pub struct Summary {
    unit: Arc<Model>,
    counts: Vec<Count>,
    /// Inputs that keep their start values: nobody gave them.
    left_alone: Vec<String>,
}

impl Summary {
    pub fn new(unit: &Arc<Model>, left_alone: Vec<String>) -> Self {
        let counts = states(unit).into_iter().map(|(element, mode)| {
            let (first, last, transitions) = (f64::NAN, f64::NAN, BTreeMap::new());
            Count { element, mode, first, last, transitions }
        });
        Self { unit: unit.clone(), counts: counts.collect(), left_alone }
    }

    pub fn count(&mut self, events: &[Event]) {
        for event in events {
            let count = self.counts.iter_mut().find(|count| count.element == event.element());
            let count = count.expect("every element with transitions has a mode");
            if count.transitions.is_empty() {
                count.first = event.time();
            }
            count.last = event.time();
            *count.transitions.entry((event.from(), event.to())).or_default() += 1;
        }
    }

    /// Writes the run's length and a table of its elements.
    pub fn write(
        &self,
        grid: Grid,
        instance: &mut Simulation,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let Grid { stop, step, steps } = grid;
        let total: u64 = self.counts.iter().flat_map(|count| count.transitions.values()).sum();
        let (name, steps) = (self.unit.name(), plural(steps, "step"));
        let total = plural(total, "transition");
        writeln!(out, "{name}: {} s in {steps} of {} s, {total}", plain(stop), plain(step))?;
        if !self.left_alone.is_empty() {
            writeln!(
                out,
                "  inputs without a signal, at their start values: {}",
                named(&self.left_alone)
            )?;
        }
        if self.counts.is_empty() {
            return Ok(());
        }
        let mut table = Table::new(&[
            ("element", Align::Left),
            ("at the end", Align::Left),
            ("transitions", Align::Right),
            ("first at s", Align::Left),
            ("last at s", Align::Left),
            ("which", Align::Left),
        ]);
        for count in &self.counts {
            let time = |t: f64| if t.is_nan() { "-".to_owned() } else { plain(t) };
            let number: u64 = count.transitions.values().sum();
            table.row([
                self.unit.element_name(count.element).to_owned(),
                present(&self.unit, count, instance)?.to_owned(),
                number.to_string(),
                time(count.first),
                time(count.last),
                kinds(&self.unit, count),
            ]);
        }
        Ok(table.write(out, 2)?)
    }
}

/// Lists names: `a, b, c`, and the number of further ones.
fn named(names: &[String]) -> String {
    let (told, more) = names.split_at(names.len().min(MOST_NAMES));
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    format!("{}{more}", told.join(", "))
}

/// Returns `1 step`, `2 steps`.
fn plural(number: u64, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// Returns the element's mode now.
fn present<'u>(
    unit: &'u Model,
    count: &Count,
    instance: &mut Simulation,
) -> Result<&'u str, Failure> {
    match instance.get(count.mode).map_err(Failure::job)? {
        Value::Integer(mode) => Ok(unit.mode_name(count.element, mode)),
        other => unreachable!("a mode is an Integer, not {other:?}"),
    }
}

/// Returns `2× backward → stuck, 1× stuck → forward`.
fn kinds(unit: &Model, count: &Count) -> String {
    let kinds = count.transitions.iter().map(|((from, to), number)| {
        let (from, to) = (unit.mode_name(count.element, *from), unit.mode_name(count.element, *to));
        format!("{number}× {from} → {to}")
    });
    kinds.collect::<Vec<_>>().join(", ")
}
