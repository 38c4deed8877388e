//! Search for a cycle, and its branch over a parameter: what `luztar cycle` and the Python module have in common.

use std::ops::ControlFlow;

use luztar::study::continuation::{Branch, Point, Range, Special, follow};
use luztar::study::cycle::Cycle;
use luztar::study::settling::{ROUNDS, find};
use luztar::study::{Case, Refusal};
use luztar::unit::Value;

use super::bifurcation::label;
use super::chart::{Chart, Kind, Panel, Series};
use super::options::positive;
use super::subject::{output, parameter, told};
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::Failure;

/// Times of a search for a cycle.
pub struct Search {
    /// Time before a return is sought, s; None: the stop time of the network.
    pub settle: Option<f64>,
    /// Estimate of the period of a model on which nothing acts by the time, s, None: that of the first return; or the period of what
    /// does, where that is no sine.
    pub period: Option<f64>,
    /// Periods of the harmonic force in one of the cycle.
    pub periods: u16,
    /// Names of these three in messages.
    pub names: [&'static str; 3],
}

impl Search {
    /// Finds the cycle to which a motion settles.
    ///
    /// # Errors
    /// Times that cannot be (usage), or no cycle (job).
    pub fn cycle(&self, model: &Case) -> Result<Cycle, Failure> {
        let [settle_name, period_name, periods_name] = self.names;
        let unit = model.unit();
        let refused = |refusal| told(unit, refusal);
        let settle = self.settle.unwrap_or(unit.network().experiment.stop_time);
        let settle = positive(settle_name, settle)?;
        let (model, known) = self.repeating(model)?;
        let forcing = model.forcing().map_err(refused)?;
        let period = match (forcing, self.period) {
            (Some(_), Some(_)) if known => {
                return Err(Failure::Usage(format!(
                    "{period_name}: the harmonic force, or formula of the time, sets the period: give {periods_name}, the \
                     number of its periods in a cycle"
                )));
            }
            (Some(forcing), _) => Some(forcing * f64::from(self.periods)),
            (None, Some(period)) => Some(positive(period_name, period)?),
            (None, None) => None,
        };
        let progress = Progress::new(ROUNDS.into());
        let found = find(&model, settle, period, |round| progress.reach(round.into()));
        drop(progress);
        found.map_err(|refusal| match refusal {
            Refusal::NoCycle(why) => {
                let other = if forcing.is_some() { periods_name } else { period_name };
                let remedy = format!(
                    "settle for longer ({settle_name}, {settle} s), give the period ({other}), or begin elsewhere, with \
                     other start values"
                );
                Failure::job(format!("{}: {why}; {remedy}", unit.name()))
            }
            other => refused(other),
        })
    }

    /// Returns the model with the period that was given, where it depends on the time in a way that has no known one; true if no
    /// such period is needed.
    ///
    /// # Errors
    /// A period that is none (usage), or that must be given (job).
    fn repeating(&self, model: &Case) -> Result<(Case, bool), Failure> {
        let [_, name, _] = self.names;
        match (model.forcing(), self.period) {
            (Err(Refusal::Time { .. }), Some(period)) => {
                Ok((model.repeating(positive(name, period)?), false))
            }
            (Err(refusal @ Refusal::Time { .. }), None) => {
                let unit = model.unit().name();
                let remedy = format!("give the period after which it does ({name})");
                Err(Failure::job(format!("{unit}: {refusal}; {remedy}")))
            }
            _ => Ok((model.clone(), true)),
        }
    }
}

/// Parameter of a branch with its range, and the outputs whose extremes are reported.
pub struct Over<'a> {
    /// Name of the parameter.
    pub name: &'a str,
    /// Value at which the branch begins, and at which it ends at the latest.
    pub ends: (f64, f64),
    /// Number of cycles from one end to the other, about.
    pub count: usize,
    /// Names of the outputs.
    pub columns: &'a [String],
    /// Names of the parameter and of the outputs in messages.
    pub names: [&'static str; 2],
}

/// A branch with extremes of outputs over each of its cycles.
pub struct Followed {
    model: Case,
    /// Name of the parameter.
    name: String,
    columns: Vec<String>,
    /// The branch.
    pub branch: Branch,
    /// Least and greatest value of each output, by points.
    pub extremes: Vec<Vec<(f64, f64)>>,
}

impl Followed {
    /// Follows the cycle to which the motion settles at the first value; `each` is called for each cycle, and may end the
    /// branch there.
    ///
    /// # Errors
    /// Names and values that cannot be (usage), no cycle at the first value (job).
    pub fn new(
        model: Case,
        search: &Search,
        over: &Over<'_>,
        each: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<Self, Failure> {
        let Over { name, ends: (first, last), count, columns, names } = *over;
        let unit = model.unit().clone();
        let parameter = parameter(&unit, names[0], name)?;
        if !(count > 1 && first != last && first.is_finite() && last.is_finite()) {
            let rule = "a branch needs two different finite values, and a count of 2 at least";
            return Err(Failure::Usage(format!("{} {name}: {rule}", names[0])));
        }
        let places = columns.iter().map(|column| output(&unit, names[1], column));
        let places: Vec<usize> = places.collect::<Result<_, _>>()?;
        let periods = search.periods.into();
        let range = Range { parameter, first, last, steps: count - 1, periods };
        let guess = search.cycle(&model.with(parameter, Value::Real(first)))?.guess();
        let model = search.period.map_or(model.clone(), |period| model.repeating(period));
        let at = |value: f64| model.with(parameter, Value::Real(value));
        let refused = |refusal| told(&unit, refusal);
        let branch = follow(&model, range, &guess, each).map_err(refused)?;
        let extremes = branch.points.iter().map(|point| {
            let found = point.cycle.extremes(&at(point.value), &places)?;
            Ok(found.iter().map(|one| (one.min, one.max)).collect())
        });
        let extremes = extremes.collect::<Result<_, Refusal>>().map_err(refused)?;
        let (name, columns) = (name.to_owned(), columns.to_vec());
        Ok(Self { model, name, columns, branch, extremes })
    }

    /// Returns the model with the parameter at its start value.
    pub fn model(&self) -> &Case {
        &self.model
    }

    /// Returns the cycles in the order in which they were found.
    pub fn points(&self) -> &[Point] {
        &self.branch.points
    }

    /// Draws the greatest values of the outputs and the largest multiplier over the parameter.
    ///
    /// # Errors
    /// None but those of the drawing library.
    pub fn picture(&self) -> Result<String, Failure> {
        let x_label = label(&self.model, &self.name);
        let mut panels: Vec<Panel> = Vec::new();
        for (k, column) in self.columns.iter().enumerate() {
            let height = |place: usize| self.extremes[place][k].1;
            let y_label = format!("greatest {}", label(&self.model, column));
            let series = self.curves(&height);
            panels.push(Panel { x_label: x_label.clone(), y_label, series, x: None });
        }
        let height = |place: usize| largest(&self.points()[place].cycle);
        let y_label = "largest |multiplier|".to_owned();
        panels.push(Panel { x_label, y_label, series: self.curves(&height), x: None });
        Chart { title: self.model.unit().name().to_owned(), panels }.svg()
    }

    /// Returns stable pieces as lines, unstable ones dashed, special points as dots.
    fn curves(&self, height: &dyn Fn(usize) -> f64) -> Vec<Series> {
        let all = self.points();
        let at = |place: usize| (all[place].value, height(place));
        let mut series: Vec<Series> = Vec::new();
        let mut begin = 0;
        let stable = |place: usize| all[place].cycle.is_stable();
        let mut named = [false; 2];
        for place in 1..=all.len() {
            if place < all.len() && stable(place) == stable(begin) {
                continue;
            }
            // Pieces meet where one becomes the other.
            let points = (begin..=place.min(all.len() - 1)).map(at).collect();
            let (word, kind) =
                if stable(begin) { ("stable", Kind::Line) } else { ("unstable", Kind::Dashes) };
            let known = std::mem::replace(&mut named[usize::from(stable(begin))], true);
            series.push(Series::new(if known { "" } else { word }, 0, kind, points));
            begin = place;
        }
        for (number, special) in [(1, Special::Fold), (2, Special::PeriodDoubling)] {
            let here = (0..all.len()).filter(|&place| all[place].special == Some(special));
            let points: Vec<(f64, f64)> = here.map(at).collect();
            if !points.is_empty() {
                series.push(Series::new(word(special), number, Kind::Dots(7.0), points));
            }
        }
        series
    }
}

/// Returns the largest absolute value of a cycle's multipliers, without that of a shift along it.
pub fn largest(cycle: &Cycle) -> f64 {
    cycle.transverse().iter().map(|value| value.0.hypot(value.1)).fold(0.0, f64::max)
}

/// Returns the name of a bifurcation.
pub fn word(special: Special) -> &'static str {
    match special {
        Special::Fold => "fold",
        Special::PeriodDoubling => "period doubling",
    }
}
