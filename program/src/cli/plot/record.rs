//! The values of the chosen variables over a run, and the transitions. Points of time histories are those of the run;
//! phase portraits have more: those of the polynomials between them, and at a transition the values before and after it.

use std::ops::Range;

use luztar::unit::{Element, Event, Simulation, Value, Variability, states};

use super::piece::{CHORD_ERROR, MOST_POINTS, Piece};
use super::plan::{Pair, Plan};
use crate::cli::experiment::{Grid, Observer};
use crate::cli::failure::Failure;

/// Numbers that a picture may be drawn from: some 160 MB.
const MAX_NUMBERS: f64 = 2e7;
/// Most pieces of a curve: more fill its range.
const MOST_PIECES: f64 = 1e5;
/// Points of a curve at least, evenly over the picture: coarser steps would cut corners.
const POINTS: f64 = 2000.0;
/// Parts of a step shorter than so much of a time between such points are drawn as chords, as ramps of inputs make them.
const PARTS: f64 = 10.0;

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
    /// Ranges of the values up to now, in the order of `variables`.
    ranges: Vec<Range<f64>>,
    /// Longest time between two points, s.
    pub chord: f64,
    /// Shortest piece of the curves of a phase portrait, s; None for time histories.
    shortest: Option<f64>,
    /// The polynomials from the last point on.
    piece: Option<Piece>,
    /// The piece before it, unless a transition or a jump stands between them.
    before: Option<Piece>,
    /// Times of the transitions since the last point, of all elements.
    fresh: Vec<f64>,
    /// Transitions of marked elements, in order of time.
    pub events: Vec<Event>,
}

impl Record {
    /// Makes a record from time `from` on of the plan's variables and of the transitions of `marked`.
    ///
    /// # Errors
    /// A time that does not lie before the stop time, or more numbers than can be kept.
    pub fn new(plan: &Plan, grid: Grid, from: f64, marked: Vec<Element>) -> Result<Self, Failure> {
        if !(from >= 0.0 && from < grid.stop) {
            let rule = format!("must lie between 0 and the stop time {} s", grid.stop);
            return Err(Failure::Usage(format!("--from {from}: {rule}")));
        }
        let variables = plan.curve_variables();
        let numbers = (1.0 - from / grid.stop) * grid.steps as f64 * (1 + variables.len()) as f64;
        if numbers > MAX_NUMBERS {
            return Err(Failure::Usage(format!(
                "{numbers:e} values are more than the {MAX_NUMBERS:e} that a picture may have; choose a larger \
                 --step, a later --from or fewer curves"
            )));
        }
        let span = grid.stop - from;
        let phase = plan.panels.iter().flatten().any(|pair| pair.x.is_some());
        let points = MAX_NUMBERS / (1 + variables.len()) as f64;
        let pieces = MOST_PIECES.min(points / MOST_POINTS as f64);
        Ok(Self {
            from,
            marked,
            first: Vec::new(),
            series: vec![Vec::new(); variables.len()],
            held: Vec::new(),
            ranges: vec![f64::INFINITY..f64::NEG_INFINITY; variables.len()],
            chord: span / POINTS,
            shortest: phase.then_some(span / pieces),
            piece: None,
            before: None,
            fresh: Vec::new(),
            times: Vec::new(),
            events: Vec::new(),
            variables,
        })
    }

    /// Takes the state at `time`.
    fn sample(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
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
        let values = self.values(instance)?;
        self.draw_piece(time, &values);
        self.push(time, &values);
        Ok(())
    }

    /// Returns the present values of the variables.
    fn values(&self, instance: &mut Simulation) -> Result<Vec<f64>, Failure> {
        let value = |&index: &usize| match instance.get(index).map_err(Failure::job)? {
            Value::Real(x) => Ok(x),
            Value::Integer(n) => Ok(f64::from(n)),
            Value::Boolean(b) => Ok(f64::from(u8::from(b))),
        };
        self.variables.iter().map(value).collect()
    }

    /// True if values are off the last ones by more than a part of the ranges.
    fn jumps_to(&self, values: &[f64], part: f64) -> bool {
        let all = self.series.iter().zip(&self.ranges).zip(values);
        let mut jumps = all.map(|((series, range), value)| {
            let last = series.last().copied().unwrap_or(*value);
            (value - last).abs() > part * (range.end - range.start)
        });
        jumps.any(|jumps| jumps)
    }

    fn push(&mut self, time: f64, values: &[f64]) {
        self.times.push(time);
        let all = self.series.iter_mut().zip(&mut self.ranges).zip(values);
        for ((series, range), &value) in all {
            series.push(value);
            *range = range.start.min(value)..range.end.max(value);
        }
    }

    /// Takes the points between the last one and the one at `time` with these values, up to a transition there.
    fn draw_piece(&mut self, time: f64, values: &[f64]) {
        let fresh = std::mem::take(&mut self.fresh);
        let Some(piece) = self.piece.take() else { return };
        let length = time - piece.start;
        // A step stops at the first transition that is not at its start; after one there the polynomials are others.
        if fresh.iter().any(|other| other - piece.start < time - other) {
            return;
        }
        if fresh.is_empty() && !piece.ends_at(values, &self.ranges, length) {
            return;
        }
        let chords = piece.chords(&self.ranges, length);
        let last = if fresh.is_empty() { chords - 1 } else { chords };
        for point in 1..=last {
            let share = point as f64 / chords as f64;
            let between = |(k, &end): (usize, &f64)| {
                piece.value(k, share * length).unwrap_or(match self.held[k] {
                    true => piece.values[k],
                    false => piece.values[k] * (1.0 - share) + end * share,
                })
            };
            let inner: Vec<f64> = values.iter().enumerate().map(between).collect();
            self.push(piece.start + share * length, &inner);
        }
        self.before = fresh.is_empty().then_some(piece);
    }

    /// Returns the points of a curve; a discrete variable keeps its value up to the next point.
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

    /// Returns the marked elements that have states, with the states that follow one another: each with the time at
    /// which it begins.
    pub fn histories(&self) -> Vec<(Element, Vec<(f64, i32)>)> {
        let history = |&(element, state): &(Element, i32)| {
            let mut states = vec![(self.span().start, state)];
            let events = self.events.iter().filter(|event| event.element() == element);
            states.extend(events.map(|event| (event.time(), event.to())));
            (element, states)
        };
        self.first.iter().map(history).collect()
    }

    /// Returns the first and last time.
    pub fn span(&self) -> Range<f64> {
        self.times[0]..self.times[self.times.len() - 1]
    }

    /// Returns the point of a curve at `time`, on the straight line between its neighbours.
    pub fn at(&self, pair: Pair, time: f64) -> Option<(f64, f64)> {
        let after = self.times.partition_point(|&other| other < time);
        let (&last, before) = (self.times.get(after)?, after.saturating_sub(1));
        let first = self.times[before];
        let share = if last > first { ((time - first) / (last - first)).max(0.0) } else { 1.0 };
        let between = |series: &[f64]| series[before] * (1.0 - share) + series[after] * share;
        Some((between(self.axis(pair.x).0), between(self.axis(Some(pair.y)).0)))
    }

    /// Returns the series of a variable, or the times; and true if it is held between points.
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
    fn begin(&mut self, until: f64, instance: &mut Simulation) -> Result<f64, Failure> {
        let time = instance.time();
        if self.times.is_empty() && time < self.from {
            return Ok(until.min(self.from));
        }
        let longest = until - time;
        let Some(shortest) = self.shortest.filter(|_| longest > self.chord / PARTS) else {
            self.before = None;
            return Ok(until);
        };
        let values = self.values(instance)?;
        // inputs may have jumped
        let before = self.before.take().filter(|_| !self.jumps_to(&values, CHORD_ERROR));
        if self.jumps_to(&values, 0.0) {
            self.push(time, &values);
        }
        let mut piece = Piece::new(instance, &self.variables, values).map_err(Failure::job)?;
        let flat = before.and_then(|before| piece.continue_flat(&before, &self.ranges, longest));
        let length = match flat {
            Some(length) => length,
            None => piece
                .bend(instance, &self.variables, &self.ranges, (longest, shortest))
                .map_err(Failure::job)?,
        };
        self.piece = Some(piece);
        Ok(if length < longest { time + length } else { until })
    }

    fn transitions(&mut self, events: &[Event]) -> Result<(), Failure> {
        let from = self.from;
        self.fresh.extend(events.iter().map(|event| event.time()));
        let seen = events.iter().filter(|event| event.time() >= from);
        self.events.extend(seen.filter(|event| self.marked.contains(&event.element())));
        Ok(())
    }

    fn point(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.sample(time, instance)
    }

    fn between(&mut self, time: f64, instance: &mut Simulation) -> Result<(), Failure> {
        self.sample(time, instance)
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;
    use std::sync::Arc;

    use luztar::signals::INPUT_TOLERANCE;
    use luztar::unit::Model;

    use super::super::plan::{Pair, Plan};
    use super::Record;
    use crate::cli::assignment::assignment;
    use crate::cli::experiment::inputs::Given;
    use crate::cli::experiment::{Course, Run};

    const SPRING_MASS: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/networks/SpringMass.toml"));
    /// A mass on a spring at 1000 rad/s.
    const FAST: &str = "
        model = { name = 'Fast' }
        experiment = { stopTime = 2.0, stepSize = 0.1 }
        body.slider = { mass = 1.0, position = 0.2 }
        spring.leaf = { between = 'slider', stiffness = 1e6 }";
    const PUSHED: &str = "
        model = { name = 'Pushed' }
        experiment = { stopTime = 2.0, stepSize = 2.0 }
        body.slider = { mass = 2.0, force = 'input' }";

    /// Springs back from 0.3 m on.
    const STOPPED: &str = "
        model = { name = 'Stopped' }
        experiment = { stopTime = 0.6, stepSize = 0.6 }
        body.slider = { mass = 1.0, velocity = 1.0 }
        force.stop = { between = 'slider', force = '-100*max(e - 0.3, 0)' }";

    /// Returns the points (t, x, y) of a phase portrait at steps of 0.1 s.
    fn portrait(text: &str, names: [&str; 2], input: Option<&str>) -> Vec<(f64, f64, f64)> {
        let unit: Arc<Model> = Model::read(text, "network.toml").expect("a network");
        let plan = Plan::phase(&unit, &names.map(str::to_owned)).expect("outputs");
        let given = input.iter().map(|text| Given::expression(&assignment(text).expect("NAME=")));
        let course = Course {
            stop: None,
            step: Some(0.1),
            names: ["--stop-time", "--step"],
            input_tolerance: INPUT_TOLERANCE,
            hold: false,
        };
        let mut run = Run::new(unit, &[], given.collect(), course).expect("a run");
        run.hush();
        let mut record = Record::new(&plan, run.grid, 0.0, Vec::new()).expect("a record");
        run.resolve(record.chord).expect("stops at transitions");
        run.go(&mut record).expect("a motion");
        let Pair { x, y } = plan.panels[0][0];
        let (x, y) = (record.axis(x).0, record.axis(Some(y)).0);
        record.times.iter().zip(x).zip(y).map(|((&t, &x), &y)| (t, x, y)).collect()
    }

    /// Returns the position, velocity and acceleration of the slider of SpringMass in half period n: x'' = −100 (x ∓ 0.03).
    fn slider(n: i32, t: f64) -> [f64; 3] {
        let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
        let amplitude = 0.17 - 0.06 * f64::from(n);
        let (sine, cosine) = (10.0 * t - PI * f64::from(n)).sin_cos();
        let [x, v, a] = [cosine, -10.0 * sine, -100.0 * cosine].map(|part| sign * amplitude * part);
        [x + 0.03 * sign, v, a]
    }

    #[test]
    fn portraits_follow_the_closed_form_and_have_corners_at_transitions() {
        let half = PI / 10.0;
        let within = |t: f64| ((t / half + 1e-9) as i32, (t / half - 1e-9).max(0.0) as i32);
        let off = |found: [f64; 2], n: i32, t: f64, which: usize| {
            let closed = if n < 3 { slider(n, t) } else { [-0.02, 0.0, 0.0] };
            (found[0] - closed[0]).abs().max((found[1] - closed[which]).abs())
        };
        let axes = [(1, "slider.velocity", 1e-6), (2, "slider.acceleration", 1e-6 * 17.0)];
        for (which, name, most) in axes {
            let points = portrait(SPRING_MASS, ["slider.position", name], None);
            assert!((2000..4000).contains(&points.len()), "{}", points.len());
            for &(t, x, y) in &points {
                // at a transition there are the points before it and after it
                let (after, before) = within(t);
                let far = off([x, y], after, t, which).min(off([x, y], before, t, which));
                assert!(far < most, "{name} at {t}: off by {far:e}");
            }
            for n in 1..=3 {
                let at = f64::from(n) * half;
                let corner: Vec<_> =
                    points.iter().filter(|(t, ..)| (t - at).abs() < 1e-9).collect();
                let [first, .., last] = corner[..] else { panic!("{corner:?} at {at}") };
                assert!(off([first.1, first.2], n - 1, at, which) < most, "{corner:?}");
                assert!(off([last.1, last.2], n, at, which) < most, "{corner:?}");
            }
        }
    }

    #[test]
    fn fast_motions_are_round_at_any_step() {
        let points = portrait(FAST, ["slider.position", "slider.velocity"], None);
        assert!(points.len() < 60_000, "{}", points.len());
        for ends in points.windows(2) {
            let [(x, y), (u, v)] = [0, 1].map(|k| (ends[k].1 / 0.2, ends[k].2 / 200.0));
            let (radius, middle) = (x.hypot(y), (0.5 * (x + u)).hypot(0.5 * (y + v)));
            assert!((radius - 1.0).abs() < 1e-6, "{ends:?}: {radius}");
            assert!(middle > 1.0 - 1e-3, "{ends:?}: {middle}");
        }
    }

    #[test]
    fn branches_of_formulas_are_followed() {
        for (t, x, v) in portrait(STOPPED, ["slider.position", "slider.velocity"], None) {
            let (sine, cosine) = (10.0 * (t - 0.3).max(0.0)).sin_cos();
            let closed = if t < 0.3 { [t, 1.0] } else { [0.3 + 0.1 * sine, cosine] };
            let off = (x - closed[0]).abs().max((v - closed[1]).abs());
            assert!(off < 1e-6, "at {t}: off by {off:e}");
        }
    }

    #[test]
    fn inputs_that_jump_have_corners() {
        let force = Some("slider.force=if(t<0.55,0,4)");
        let points = portrait(PUSHED, ["slider.position", "slider.acceleration"], force);
        for (t, x, a) in points {
            let pushed = (t - 0.55).max(0.0);
            assert!((x - pushed * pushed).abs() < 1e-6, "{t}: {x}");
            let expected = if t > 0.55 + 1e-9 { 2.0 } else { 0.0 };
            assert!((a - expected).abs() < 1e-6 || (t - 0.55).abs() < 1e-9, "{t}: {a}");
        }
    }
}
