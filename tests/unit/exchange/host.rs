//! A host of Model Exchange: extrapolation of the midpoint rule, with transitions located by its own steps.

use std::sync::Arc;

use luztar::dynamics::Event;
use luztar::unit::{Model, Simulation, Value, exchange_sizes};

use super::drive::Drive;

/// To this length (s) an interval with an event is shortened.
const LOCATED: f64 = 1e-13;

/// Substeps of the midpoint rule, whose results are extrapolated: a method of order 10 (Hairer, Nørsett, Wanner,
/// Solving ODEs I, II.9).
const SUBSTEPS: [usize; 5] = [2, 4, 6, 8, 10];

/// Error of a step, relative to the nominal value and to the value of each state. A tyre magnifies it most: that of `AbsWheel` changes
/// the angular acceleration of its wheel by r² c1 c2 N/(J v) = 1.2e4 times an error of the angular velocity at v = 1 m/s.
/// This leaves 7e-7 rad/s² there of a nominal 60 rad/s.
const TOLERANCE: f64 = 1e-12;

/// The first step (s) after an event: what begins there may be faster than anything before, as tyres that start to roll,
/// and longer first steps go past it without a trace.
const RESTART: f64 = 1e-9;

/// Time (s) over which rates of indicators are differences: states change linearly, but for 1e-12 of their nominal values.
const DIFFERENCED: f64 = 1e-6;

/// Parts of a step at which indicators are looked at, on a cubic through its ends: a gap may be met and left again
/// within a step.
const LOOKS: [f64; 3] = [0.25, 0.5, 0.75];

/// A step that ends at a time with given states and indicators.
#[derive(Clone)]
struct Trial {
    size: f64,
    x: Vec<f64>,
    z: Vec<f64>,
}

pub struct Integrator {
    pub instance: Simulation,
    pub time: f64,
    pub x: Vec<f64>,
    pub events: Vec<Event>,
    /// Rate at which the guard of each event fell, 1/s; infinite where the host did not locate it.
    pub rates: Vec<f64>,
    /// How often derivatives may still be asked for.
    pub patience: usize,
    drive: Option<Drive>,
    z: Vec<f64>,
    /// Of the next step, s.
    pub size: f64,
}

impl Integrator {
    pub fn new(unit: &Arc<Model>, values: &[(&str, f64)]) -> Self {
        let mut instance = Simulation::exchange(unit.clone());
        for (name, value) in values {
            instance.set(unit.find(name).unwrap(), Value::Real(*value)).unwrap();
        }
        Self::start(instance, None)
    }

    /// With inputs that change all the time.
    pub fn driven(unit: &Arc<Model>, drive: Drive) -> Self {
        let mut instance = Simulation::exchange(unit.clone());
        for (index, value) in drive.at(0.0) {
            instance.set(index, Value::Real(value)).unwrap();
        }
        Self::start(instance, Some(drive))
    }

    fn start(mut instance: Simulation, drive: Option<Drive>) -> Self {
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let x = instance.continuous_states().unwrap().to_vec();
        let (events, rates, z, size) = (Vec::new(), Vec::new(), Vec::new(), RESTART);
        let patience = usize::MAX;
        let mut host = Self { instance, time: 0.0, x, events, rates, patience, drive, z, size };
        host.event();
        host
    }

    pub fn event(&mut self) {
        self.instance.begin_event().unwrap();
        self.transitions();
    }

    /// An event in which inputs get their values at a point.
    pub fn event_at(&mut self, point: usize) {
        self.instance.begin_event().unwrap();
        for (index, value) in self.drive.iter().flat_map(|drive| drive.at_point(point)) {
            self.instance.set(index, Value::Real(value)).unwrap();
        }
        self.transitions();
    }

    /// The transitions of an event that has begun.
    pub fn transitions(&mut self) {
        let changed = self.instance.make_transitions().unwrap_or_else(|fault| panic!("{fault}"));
        self.events.extend_from_slice(self.instance.step_events());
        self.rates.resize(self.events.len(), f64::INFINITY);
        let states = self.instance.continuous_states().unwrap();
        assert_eq!(changed, states != self.x, "{states:?} {:?}", self.x);
        self.x.copy_from_slice(states);
        self.size = RESTART;
        self.instance.end_event();
        self.z = self.indicators();
        assert!(self.z.iter().all(|z| *z > 0.0), "left after an event: {:?}", self.z);
    }

    pub fn indicators(&mut self) -> Vec<f64> {
        let mut z = vec![f64::NAN; exchange_sizes(self.instance.unit()).1];
        self.instance.event_indicators(&mut z).unwrap();
        assert!(z.iter().all(|z| z.is_finite()), "{z:?}");
        z
    }

    pub fn place(&mut self, time: f64, x: &[f64]) {
        self.instance.set_time(time).unwrap();
        for (index, value) in self.drive.iter().flat_map(|drive| drive.at(time)) {
            self.instance.set(index, Value::Real(value)).unwrap();
        }
        self.instance.set_states(x).unwrap();
    }

    /// False at states so far off that derivatives are no numbers.
    fn slope(&mut self, time: f64, x: &[f64], slope: &mut [f64]) -> bool {
        self.patience = self.patience.saturating_sub(1);
        if x.iter().any(|x| !x.is_finite()) {
            return false;
        }
        self.place(time, x);
        self.instance.state_derivatives(|index, rate| slope[index] = rate).is_ok()
    }

    /// The states a step later, and the error in units of what is allowed.
    fn ahead(&mut self, size: f64) -> (Vec<f64>, f64) {
        let (from, count) = (self.x.clone(), self.x.len());
        let (mut first, mut slope) = (vec![f64::NAN; count], vec![f64::NAN; count]);
        assert!(self.slope(self.time, &from, &mut first), "at {} s", self.time);
        let mut row: Vec<Vec<f64>> = Vec::new();
        let mut error = f64::INFINITY;
        for (j, steps) in SUBSTEPS.into_iter().enumerate() {
            let h = size / steps as f64;
            let mut before = from.clone();
            let mut x: Vec<f64> = from.iter().zip(&first).map(|(x, s)| x + h * s).collect();
            for step in 1..steps {
                if !self.slope(self.time + h * step as f64, &x, &mut slope) {
                    return (from, f64::INFINITY);
                }
                for k in 0..count {
                    let next = before[k] + 2.0 * h * slope[k];
                    before[k] = std::mem::replace(&mut x[k], next);
                }
            }
            // Aitken and Neville; row[i] is the column i of the last line.
            let mut last = x;
            for (i, above) in row.iter_mut().enumerate() {
                let ratio = (steps as f64 / SUBSTEPS[j - 1 - i] as f64).powi(2);
                let next: Vec<f64> = last
                    .iter()
                    .zip(above.iter())
                    .map(|(t, old)| t + (t - old) / (ratio - 1.0))
                    .collect();
                *above = std::mem::replace(&mut last, next);
            }
            if let Some(lower) = row.last() {
                let sizes = self.instance.state_nominals().zip(&last).map(|(n, x)| n + x.abs());
                let parts = last.iter().zip(lower).zip(sizes).map(|((a, b), n)| (a - b).abs() / n);
                // The largest; infinite if one is no number.
                let worse = |a: f64, b: f64| if b.is_nan() { f64::INFINITY } else { a.max(b) };
                error = parts.fold(0.0, worse) / TOLERANCE;
            }
            row.push(last);
        }
        (row.pop().expect("several lines"), error)
    }

    fn trial(&mut self, size: f64, x: Vec<f64>) -> Trial {
        self.place(self.time + size, &x);
        let z = self.indicators();
        Trial { size, x, z }
    }

    /// The first place of a step at which an indicator is negative, as far as its end shows.
    fn locate(&mut self, mut end: Trial) -> Trial {
        let mut low = (0.0, self.z.clone());
        let mut weights = vec![1.0; end.z.len()];
        for round in 1.. {
            if end.size - low.0 <= LOCATED {
                break;
            }
            let crossings = end.z.iter().zip(&low.1).zip(&weights).filter(|((z, _), _)| **z < 0.0);
            let parts = crossings.map(|((z, from), weight)| weight * from / (weight * from - z));
            // Indicators that jump are halved.
            let part = if round % 4 == 0 { 0.5 } else { parts.fold(1.0, f64::min) };
            let width = end.size - low.0;
            let size = low.0 + (part * width).clamp(0.4 * LOCATED, width - 0.4 * LOCATED);
            let (x, _) = self.ahead(size);
            let middle = self.trial(size, x);
            if middle.z.iter().any(|z| *z < 0.0) {
                end = middle;
                weights.iter_mut().for_each(|weight| *weight *= 0.5);
            } else {
                low = (size, middle.z);
                weights.fill(1.0);
            }
        }
        end
    }

    /// Where within a step an indicator is negative, if at one of the places looked at.
    fn look_within(&mut self, end: &Trial) -> Option<Trial> {
        let count = self.x.len();
        let (from, mut slopes) = (self.x.clone(), [vec![0.0; count], vec![0.0; count]]);
        let known = self.slope(self.time, &from, &mut slopes[0]);
        // Where derivatives are no numbers at the end, it lies behind an event.
        if !(known && self.slope(self.time + end.size, &end.x, &mut slopes[1])) {
            return None;
        }
        for s in LOOKS {
            let (r, h) = (1.0 - s, end.size);
            let hermite = |k: usize| {
                let ends = r * r * (1.0 + 2.0 * s) * from[k] + s * s * (1.0 + 2.0 * r) * end.x[k];
                ends + h * s * r * (r * slopes[0][k] - s * slopes[1][k])
            };
            let x = (0..count).map(hermite).collect();
            if self.trial(s * h, x).z.iter().any(|z| *z < 0.0) {
                let (x, _) = self.ahead(s * h);
                return Some(self.trial(s * h, x)).filter(|there| there.z.iter().any(|z| *z < 0.0));
            }
        }
        None
    }

    /// Steps of at most `longest` to `end`, with all events, or until the patience is used up.
    pub fn run(&mut self, end: f64, longest: f64) {
        while end - self.time > LOCATED && self.patience > 0 {
            let size = self.size.min(longest).min(end - self.time);
            let (x, error) = self.ahead(size);
            let factor = 0.9 * error.max(1e-6).powf(-1.0 / 9.0);
            if error > 1.0 {
                assert!(size > LOCATED, "stuck at {} s: {error}", self.time);
                self.size = size * factor.max(0.1);
                continue;
            }
            self.size = size * factor;
            let mut trial = self.trial(size, x);
            if let Some(within) = self.look_within(&trial) {
                trial = within;
            }
            let event = trial.z.iter().any(|z| *z < 0.0);
            if event {
                trial = self.locate(trial);
            }
            self.time += trial.size;
            self.place(self.time, &trial.x);
            (self.x, self.z) = (trial.x, trial.z);
            if event {
                let rate = self.falling();
                let before = self.events.len();
                self.event();
                self.rates[before..].fill(rate);
            }
        }
    }

    /// Rate, 1/s, of the slowest of the indicators that are negative now.
    fn falling(&mut self) -> f64 {
        let mut slope = vec![f64::NAN; self.x.len()];
        let (time, from, z) = (self.time, self.x.clone(), self.z.clone());
        if !self.slope(time, &from, &mut slope) {
            return f64::INFINITY;
        }
        let on = from.iter().zip(&slope).map(|(x, rate)| x + DIFFERENCED * rate).collect();
        let next = self.trial(DIFFERENCED, on).z;
        self.place(time, &from);
        let falls = z.iter().zip(next).filter(|(z, _)| **z < 0.0);
        falls.map(|(z, next)| (z - next) / DIFFERENCED).fold(f64::INFINITY, f64::min)
    }

    pub fn get(&mut self, name: &str) -> f64 {
        let index = self.instance.unit().find(name).unwrap();
        match self.instance.get(index).unwrap() {
            Value::Real(x) => x,
            Value::Integer(n) => f64::from(n),
            Value::Boolean(yes) => f64::from(u8::from(yes)),
        }
    }
}
