//! Curves between two points of a run: the Taylor polynomials of the variables, from the derivatives of the outputs by time.

use std::ops::Range;

use luztar::unit::{Causality, Fault, HIGHEST_DERIVATIVE, Kind, Model, Simulation, Variability};

use super::style::CURVE_TOLERANCE;

/// Last two terms of a polynomial at its end, as a part of the range of its variable. Of a harmonic motion a piece is
/// then half a radian long, and the terms left out are 1e-6 of the range.
const LAST_TERMS: f64 = 1e-4;
/// Distance between a curve and its chords, as a part of the range: of a panel 1000 px high.
pub const CHORD_ERROR: f64 = CURVE_TOLERANCE / 1000.0;
/// Most points of a piece.
pub const MOST_POINTS: usize = 16;
/// Values that vary by less, as a part of their size, are constant: the digits of a number.
const CONSTANT: f64 = 1e-12;

/// Coefficients of powers of the time in s, from the first on.
type Terms = [f64; HIGHEST_DERIVATIVE];

/// The curves from a time on.
pub struct Piece {
    pub start: f64,
    /// Values at the start, one per variable.
    pub values: Vec<f64>,
    /// Derivatives at the start; None of what keeps its value between transitions, or is an input.
    rates: Vec<Option<f64>>,
    /// Polynomials of the variables; None where the curve is a line.
    terms: Vec<Option<Terms>>,
}

impl Piece {
    /// Makes the curves of the variables from the present time on, whose values are given: lines up to now.
    ///
    /// # Errors
    /// Outputs that are not finite.
    pub fn new(
        instance: &mut Simulation,
        variables: &[usize],
        values: Vec<f64>,
    ) -> Result<Self, Fault> {
        let unit = instance.unit().clone();
        let smooth = || (0..variables.len()).filter(|k| is_smooth(&unit, variables[*k]));
        let (mut rates, mut places) = (vec![None; variables.len()], smooth());
        instance.output_derivatives(smooth().map(|k| variables[k]), |rate| {
            if let Some(place) = places.next() {
                rates[place] = Some(rate);
            }
        })?;
        let terms = vec![None; variables.len()];
        Ok(Self { start: instance.time(), values, rates, terms })
    }

    /// Takes parabolas that bend as the piece before does, where lines of such lengths hardly miss the curves of variables
    /// of these ranges; gives their length, up to `longest` and twice that of the piece before.
    pub fn continue_flat(
        &mut self,
        before: &Piece,
        ranges: &[Range<f64>],
        longest: f64,
    ) -> Option<f64> {
        let last = self.start - before.start;
        let length = longest.min(2.0 * last);
        let mut parabolas = vec![None; self.terms.len()];
        for (k, range) in ranges.iter().enumerate() {
            let (Some(from), Some(to)) = (before.rates[k], self.rates[k]) else { continue };
            let bend = (to - from) / (2.0 * last);
            let width = (range.end - range.start).max(length * to.abs());
            if length * length / 4.0 * bend.abs() > CHORD_ERROR * width {
                return None;
            }
            let mut terms = Terms::default();
            terms[..2].copy_from_slice(&[to, bend]);
            parabolas[k] = Some(terms);
        }
        self.terms = parabolas;
        Some(length)
    }

    /// Takes the polynomials of the variables, whose ranges are given; gives the length up to `longest` over which they
    /// describe them. Those that would be shorter than `shortest` remain lines.
    ///
    /// # Errors
    /// Those of [`Piece::new`].
    pub fn bend(
        &mut self,
        instance: &mut Simulation,
        variables: &[usize],
        ranges: &[Range<f64>],
        (longest, shortest): (f64, f64),
    ) -> Result<f64, Fault> {
        self.take_terms(instance, variables)?;
        let mut length = longest;
        while !self.describes(ranges, length) {
            length *= 0.5;
            if length < shortest {
                self.terms.fill(None);
                return Ok(shortest.min(longest));
            }
        }
        Ok(length)
    }

    /// Takes the polynomials of outputs; none where their derivatives are not known, as of indeterminate forces.
    fn take_terms(&mut self, instance: &mut Simulation, variables: &[usize]) -> Result<(), Fault> {
        let smooth = || (0..variables.len()).filter(|k| self.rates[*k].is_some());
        let (places, outputs): (Vec<usize>, Vec<usize>) =
            smooth().map(|k| (k, variables[k])).unzip();
        let (mut terms, mut factorial) = (vec![Terms::default(); places.len()], 1.0);
        for order in 1..=HIGHEST_DERIVATIVE {
            factorial *= order as f64;
            let found = instance.output_derivatives_of(&outputs, order, |place, derivative| {
                terms[place][order - 1] = derivative / factorial;
            });
            match found {
                Err(Fault::NoOrder { .. } | Fault::NotFinite { .. }) => return Ok(()),
                found => found?,
            }
        }
        for (place, terms) in places.into_iter().zip(terms) {
            self.terms[place] = terms.iter().all(|term| term.is_finite()).then_some(terms);
        }
        Ok(())
    }

    /// True if the polynomials end at these values `length` s after the start, as those do not whose formulas have another
    /// branch by then.
    pub fn ends_at(&self, values: &[f64], ranges: &[Range<f64>], length: f64) -> bool {
        let mut all = values.iter().zip(ranges).enumerate();
        all.all(|(k, (end, range))| {
            let Some(found) = self.value(k, length) else { return true };
            let width = (range.end - range.start).max((end - self.values[k]).abs());
            (found - end).abs() <= CHORD_ERROR * width + CONSTANT * end.abs()
        })
    }

    fn describes(&self, ranges: &[Range<f64>], length: f64) -> bool {
        self.terms.iter().zip(&self.values).zip(ranges).all(|((terms, value), range)| {
            let Some(terms) = terms else { return true };
            let sizes = sizes(terms, length);
            let last = sizes[HIGHEST_DERIVATIVE - 2] + sizes[HIGHEST_DERIVATIVE - 1];
            last <= (LAST_TERMS * width(range, &sizes)).max(CONSTANT * value.abs())
        })
    }

    /// Returns the number of chords over a length in s that keep to the polynomials of variables of these ranges.
    pub fn chords(&self, ranges: &[Range<f64>], length: f64) -> usize {
        let bends = self.terms.iter().zip(ranges).filter_map(|(terms, range)| {
            let sizes = sizes(terms.as_ref()?, length);
            // of a term of power k: k (k − 1)/8 of it between a chord and its arc
            let bend = |(k, size): (usize, &f64)| size * ((k + 1) * k) as f64 / 8.0;
            let bend: f64 = sizes.iter().enumerate().map(bend).sum();
            (bend > 0.0).then(|| bend / width(range, &sizes))
        });
        let most = bends.fold(0.0, f64::max);
        let chords = (most / CHORD_ERROR).sqrt().ceil();
        chords.clamp(1.0, MOST_POINTS as f64) as usize
    }

    /// Returns the value of a variable `after` s; None where derivatives are not known.
    pub fn value(&self, variable: usize, after: f64) -> Option<f64> {
        let terms = self.terms[variable].as_ref()?;
        Some(self.values[variable] + after * terms.iter().rfold(0.0, |sum, c| sum * after + c))
    }
}

/// Returns the width of a variable's range with what a polynomial adds to it.
fn width(range: &Range<f64>, sizes: &Terms) -> f64 {
    (range.end - range.start).max(sizes.iter().sum())
}

/// Returns the terms of a polynomial at the end of a length, without their signs.
fn sizes(terms: &Terms, length: f64) -> Terms {
    let mut power = 1.0;
    terms.map(|c| {
        power *= length;
        (c * power).abs()
    })
}

/// True of outputs that change between transitions.
fn is_smooth(unit: &Model, index: usize) -> bool {
    let variable = &unit.variables()[index];
    let changes = variable.kind == Kind::Real && variable.variability == Variability::Continuous;
    changes && variable.causality == Causality::Output
}
