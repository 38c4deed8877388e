//! One input on its way along a signal.

use super::piece::{Piece, TIME_TOLERANCE};
use super::ramps::Ramps;
use super::series::Series;
use crate::unit::{Fault, Simulation, Value};

/// Units in the last place by which round-off lets a rate be too great.
const ROUNDED: usize = 8;

/// Signal that an input follows.
pub enum Signal {
    /// A formula of time.
    Expression(Ramps),
    /// Points, joined by straight lines.
    Series(Series),
}

/// An input, its signal and the piece of the signal that it is on.
pub struct Track {
    /// Index of the input.
    pub variable: usize,
    /// Origin of the signal, for messages.
    pub origin: String,
    signal: Signal,
    piece: Piece,
}

/// An error, and the time at which the value that the unit refuses holds.
pub type At<T> = Result<T, (f64, Fault)>;

/// Returns the distance, s, of times near `t` that are the same.
pub fn slack(t: f64) -> f64 {
    TIME_TOLERANCE * t.abs().max(1.0)
}

impl Signal {
    fn at(&self, t: f64) -> f64 {
        match self {
            Signal::Expression(ramps) => ramps.at(t),
            Signal::Series(series) => series.at(t),
        }
    }

    fn piece(&mut self, start: f64) -> Piece {
        match self {
            Signal::Expression(ramps) => ramps.piece(start),
            Signal::Series(series) => series.piece(start),
        }
    }
}

impl Track {
    /// Makes an input by its place in the model's table, on its signal from time 0 on.
    pub fn new(variable: usize, origin: String, mut signal: Signal) -> Self {
        let piece = signal.piece(0.0);
        Self { variable, origin, signal, piece }
    }

    /// Takes out the warning of a signal that is not followed closely, once.
    pub fn take_warning(&mut self) -> Option<String> {
        let Signal::Expression(ramps) = &mut self.signal else { return None };
        let shortest = ramps.take_unresolved()?;
        let origin = &self.origin;
        Some(format!(
            "{origin}: changes faster than ramps can approximate: it is sampled at intervals of {shortest:e} s"
        ))
    }

    /// Sets the input to its value at `t`, where it stays.
    pub fn hold(&mut self, t: f64, instance: &mut Simulation) -> At<()> {
        self.set(t, self.signal.at(t), instance)
    }

    /// Makes the input a ramp along its piece, in a step that ends at `step_end`; gives the end of the piece.
    pub fn ramp(&mut self, t: f64, step_end: f64, instance: &mut Simulation) -> At<f64> {
        let begins = self.go_to(t + slack(t)) || t == 0.0;
        let Piece { end, last, .. } = self.piece;
        // The clock of the steps may be off the end of a piece by round-off.
        let is_last = end != step_end && (end - step_end).abs() <= slack(end);
        if begins || !can_ramp(self.variable, instance) {
            self.set(t, self.piece.at(t), instance)?;
        }
        if (begins || is_last) && can_ramp(self.variable, instance) {
            self.aim(t, (if is_last { step_end } else { end }, last), instance)?;
        }
        Ok(end)
    }

    /// Makes the input a ramp that is at its value when the step from `t` to `end` ends.
    pub fn chord(&mut self, t: f64, end: f64, instance: &mut Simulation) -> At<()> {
        if self.piece.start > t + slack(t) {
            // The first step begins twice: at initialisation, too.
            self.piece = self.signal.piece(t);
        }
        self.go_to(t + slack(t));
        self.set(t, self.piece.at(t), instance)?;
        if !can_ramp(self.variable, instance) {
            return Ok(());
        }
        self.go_to(end - slack(end));
        let last = self.piece.at(end);
        // A pole is where its piece ends.
        let until = if last.is_finite() { end } else { self.piece.end };
        self.aim(t, (until, last), instance)
    }

    /// Takes the piece that continues after `t`, or before that one which ends at a pole; true if it is another one.
    fn go_to(&mut self, t: f64) -> bool {
        let before = self.piece;
        while self.piece.end <= t && self.piece.last.is_finite() {
            self.piece = self.signal.piece(self.piece.end);
        }
        before != self.piece
    }

    /// Gives the input the derivative that leads it to a value, and by no round-off beyond.
    fn aim(&self, t: f64, (end, value): (f64, f64), instance: &mut Simulation) -> At<()> {
        instance.check(self.variable, Value::Real(value)).map_err(|fault| (end, fault))?;
        let present = self.present(instance).unwrap_or(value);
        let mut rate = (value - present) / (end - t);
        let passes = |rate: f64| (present + rate * (end - t) - value) * rate > 0.0;
        for _ in 0..ROUNDED {
            if passes(rate) {
                rate = if rate > 0.0 { rate.next_down() } else { rate.next_up() };
            }
        }
        instance.set_input_derivative(self.variable, rate).map_err(|fault| (t, fault))
    }

    fn set(&self, t: f64, value: f64, instance: &mut Simulation) -> At<()> {
        instance.set(self.variable, Value::Real(value)).map_err(|fault| (t, fault))
    }

    fn present(&self, instance: &mut Simulation) -> Option<f64> {
        match instance.get(self.variable) {
            Ok(Value::Real(value)) => Some(value),
            _ => None,
        }
    }
}

/// True if an input may be a ramp; some are held.
fn can_ramp(variable: usize, instance: &Simulation) -> bool {
    instance.check_input_derivative(variable, 1.0).is_ok()
}
