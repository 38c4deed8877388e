//! Cycles followed over a parameter, around folds, by pseudo-arclength (H. B. Keller, in: Applications of Bifurcation
//! Theory, Academic Press 1977), with the folds and period doublings on the way.
//!
//! Unknowns are the state, the period where no force gives it, and the parameter p, each in units of its size. From a
//! cycle a step goes along the tangent of the branch; Newton's method corrects it across. At a fold the tangent's part
//! along p changes sign, at a period doubling det(Φ + 1) does: there a multiplier passes −1.

use std::ops::ControlFlow;

use faer::Mat;

use super::cycle::{Cycle, Guess, Return, over, verify_period};
use super::linear::solve;
use super::model::{Case, Refusal};
use super::neutral::Neutral;
use super::newton::newton;
use crate::unit::Value;

/// Differences by the parameter, relative to its range: their error slows Newton's method, not its result.
const DIFFERENCE: f64 = 1e-6;
/// A corrected cycle returns within this of its size.
const RETURNED: f64 = 1e-10;
const MOST_CORRECTIONS: usize = 12;
/// Steps grow by this after one that took few corrections, up to [`LONGEST`] times the first.
const GROWTH: f64 = 1.5;
const FEW: usize = 4;
const LONGEST: f64 = 2.0;
/// The shortest step, as a part of the first.
const SHORTEST: f64 = 1e-4;
/// Special points are bracketed within this part of the parameter's range.
const LOCATED: f64 = 1e-12;
const MOST_HALVINGS: usize = 100;
/// Cycles per value that was asked for: branches that turn back are longer than the range.
const MOST_PER_VALUE: usize = 20;

/// Bifurcation at a point of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The branch turns back.
    Fold,
    /// A cycle of twice the period branches off.
    PeriodDoubling,
}

/// A cycle at a value of the parameter.
#[derive(Clone, Debug)]
pub struct Point {
    /// Value of the parameter.
    pub value: f64,
    /// The cycle there.
    pub cycle: Cycle,
    /// Bifurcation here; None of the points between.
    pub special: Option<Special>,
}

/// A branch of cycles, and why it ends before the last value, if it does.
#[derive(Debug)]
pub struct Branch {
    /// Points in the order in which they were found.
    pub points: Vec<Point>,
    /// Reason why it ends early, in words.
    pub ended: Option<String>,
}

/// The parameter and its range.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Its place in the model's table.
    pub parameter: usize,
    /// Value at which the branch begins.
    pub first: f64,
    /// Value at which it ends at the latest.
    pub last: f64,
    /// Number of steps from first to last.
    pub steps: usize,
    /// Periods of the force in one of the cycle.
    pub periods: usize,
}

/// Follows the cycle next to a guess at the first value. `told` is called for each cycle, with its value of the parameter,
/// and may end the branch there.
///
/// # Errors
/// No cycle at the first value.
pub fn follow(
    model: &Case,
    range: Range,
    guess: &Guess,
    mut told: impl FnMut(f64) -> ControlFlow<()>,
) -> Result<Branch, Refusal> {
    let first = newton(&model.with(range.parameter, Value::Real(range.first)), guess)?;
    let walk = Walk::new(model, range, &first)?;
    let mut at = walk.unknowns(&first, range.first);
    let mut toward = vec![0.0; at.len()];
    *toward.last_mut().expect("a parameter") = 1.0;
    let mut along = walk.evaluate(&at).and_then(|here| walk.tangent(&here, &toward));
    let mut points = vec![Point { value: range.first, cycle: first, special: None }];
    let longest = LONGEST / range.steps as f64;
    let mut step = 1.0 / range.steps as f64;
    let most = MOST_PER_VALUE * range.steps;
    while points.len() < most {
        let Ok(tangent) = &along else { break };
        let Ok((next, here, corrections)) = walk.step(&at, tangent, step) else {
            step *= 0.5;
            if step < SHORTEST / range.steps as f64 {
                let value = walk.value(&at);
                // A bound of the parameter, beyond which no step leads.
                if (range.last - value).abs() <= SHORTEST * (range.last - range.first).abs() {
                    return Ok(Branch { points, ended: None });
                }
                let why = format!(
                    "at {value} the branch cannot be continued: cycles beyond have other transitions, or do not exist"
                );
                return Ok(Branch { points, ended: Some(why) });
            }
            continue;
        };
        let turned = walk.tangent(&here, tangent)?;
        let cycle = walk.cycle(&next, here)?;
        let before = &points.last().expect("the first").cycle;
        points.extend(walk.specials(&at, step, (tangent, before), (&turned, &cycle)));
        let value = walk.value(&next);
        points.push(Point { value, cycle, special: None });
        if told(value).is_break() {
            return Ok(Branch { points, ended: Some(format!("stopped at {value}")) });
        }
        at = next;
        along = Ok(turned);
        let inside = (value - range.first) / (range.last - range.first);
        if !(-1e-9..=1.0 - 1e-9).contains(&inside) {
            break;
        }
        if corrections <= FEW {
            step = (GROWTH * step).min(longest);
        }
    }
    let ended = match along {
        Ok(_) if points.len() < most => None,
        Ok(_) => Some(format!("after {most} cycles")),
        Err(refusal) => Some(refusal.to_string()),
    };
    Ok(Branch { points, ended })
}

/// Returns the derivative at 0 of what varies with a part of the parameter's range, by differences of second order: of both
/// sides, or of one alone at a bound of the parameter, beyond which no motion begins.
fn derivative(of: impl Fn(f64) -> Result<Option<Vec<f64>>, Refusal>) -> Result<Vec<f64>, Refusal> {
    let none = || Refusal::NotFound("the parameter has no room for a derivative".to_owned());
    let (high, low) = (of(DIFFERENCE)?, of(-DIFFERENCE)?);
    if let (Some(high), Some(low)) = (&high, &low) {
        return Ok(high.iter().zip(low).map(|(a, b)| (a - b) / (2.0 * DIFFERENCE)).collect());
    }
    let by = if high.is_some() { DIFFERENCE } else { -DIFFERENCE };
    let near = high.or(low).ok_or_else(none)?;
    let (here, far) = (of(0.0)?.ok_or_else(none)?, of(2.0 * by)?.ok_or_else(none)?);
    let all = near.iter().zip(here.iter().zip(&far));
    Ok(all.map(|(near, (here, far))| (4.0 * near - 3.0 * here - far) / (2.0 * by)).collect())
}

/// Returns a function that changes sign where a multiplier passes −1.
fn doubling(cycle: &Cycle) -> f64 {
    // Pairs give |μ + 1|² > 0.
    let real = cycle.transverse().into_iter().filter(|value| value.1 == 0.0);
    real.map(|value| value.0 + 1.0).product()
}

/// A flow over a period with its derivatives, at unknowns.
struct Here {
    run: Return,
    by_parameter: Vec<f64>,
    period: f64,
}

struct Walk<'m> {
    model: &'m Case,
    range: Range,
    forced: bool,
    /// Sizes of the unknowns.
    sizes: Vec<f64>,
}

impl<'m> Walk<'m> {
    fn new(model: &'m Case, range: Range, first: &Cycle) -> Result<Self, Refusal> {
        let at = model.with(range.parameter, Value::Real(range.first));
        let run = over(&at, &Guess { state: first.state.clone(), period: first.period })?;
        let mut sizes = run.scales.0;
        if !first.forced {
            sizes.push(first.period);
        }
        sizes.push(range.last - range.first);
        Ok(Self { model, range, forced: first.forced, sizes })
    }

    fn unknowns(&self, cycle: &Cycle, value: f64) -> Vec<f64> {
        let mut all = cycle.state.clone();
        if !self.forced {
            all.push(cycle.period);
        }
        all.push(value);
        all.iter().zip(&self.sizes).map(|(entry, size)| entry / size).collect()
    }

    fn value(&self, at: &[f64]) -> f64 {
        at[at.len() - 1] * self.sizes[at.len() - 1]
    }

    fn states(&self) -> usize {
        self.sizes.len() - if self.forced { 1 } else { 2 }
    }

    fn guess(&self, at: &[f64]) -> Result<(Case, Guess), Refusal> {
        let n = self.states();
        let model = self.model.with(self.range.parameter, Value::Real(self.value(at)));
        let state = at[..n].iter().zip(&self.sizes).map(|(entry, size)| entry * size).collect();
        let period = match model.forcing()? {
            Some(forcing) => forcing * self.range.periods as f64,
            None => at[n] * self.sizes[n],
        };
        if !(period.is_finite() && period > 0.0) {
            return Err(Refusal::NotFound(format!("a period of {period} s")));
        }
        Ok((model, Guess { state, period }))
    }

    fn evaluate(&self, at: &[f64]) -> Result<Here, Refusal> {
        let (model, guess) = self.guess(at)?;
        let run = over(&model, &guess)?;
        let last = at.len() - 1;
        let end = |by: f64| {
            let mut moved = at.to_vec();
            moved[last] += by;
            let (model, guess) = self.guess(&moved)?;
            let Ok(mut instance) = model.start(0.0, &guess.state, false) else { return Ok(None) };
            instance.step(0.0, guess.period)?;
            // The parameter may change the periods of forces too.
            let state = model.state(&mut instance)?;
            Ok::<_, Refusal>(Some(Neutral::of(&model).placed(&state, &guess.state)))
        };
        let by_parameter = run.neutral.across(&derivative(end)?);
        Ok(Here { run, by_parameter, period: guess.period })
    }

    /// Returns the derivatives of the equations, the last row being `last`.
    fn matrix(&self, here: &Here, last: &[f64]) -> Mat<f64> {
        let returns = here.run.neutral.return_matrix(&here.run.monodromy);
        let (n, size) = (self.states(), self.sizes.len());
        let s = |k: usize| self.sizes[k];
        Mat::from_fn(size, size, |i, j| match (i < n, j < n) {
            _ if i == size - 1 => last[j],
            (true, true) => returns[(i, j)] * s(j) / s(i),
            (true, false) if j == size - 1 => here.by_parameter[i] / s(i),
            (true, false) => here.run.rates.1[i] * s(j) / s(i),
            (false, true) => here.run.rates.0[j] * here.period / s(j),
            (false, false) => 0.0,
        })
    }

    /// Returns the unit tangent of the branch, on the side of another direction.
    fn tangent(&self, here: &Here, toward: &[f64]) -> Result<Vec<f64>, Refusal> {
        let mut right = vec![0.0; self.sizes.len()];
        right[self.sizes.len() - 1] = 1.0;
        let tangent = solve(&self.matrix(here, toward), &right)
            .ok_or_else(|| Refusal::NotFound("the branch has no tangent".to_owned()))?;
        let length = tangent.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        Ok(tangent.iter().map(|entry| entry / length).collect())
    }

    /// Finds the cycle a step along a tangent, with the number of corrections that it took.
    fn step(
        &self,
        from: &[f64],
        tangent: &[f64],
        step: f64,
    ) -> Result<(Vec<f64>, Here, usize), Refusal> {
        let mut at: Vec<f64> = from.iter().zip(tangent).map(|(x, t)| x + step * t).collect();
        for correction in 0..MOST_CORRECTIONS {
            let here = self.evaluate(&at)?;
            if here.run.residual() <= RETURNED {
                return Ok((at, here, correction));
            }
            let n = self.states();
            let mut right: Vec<f64> = (0..n).map(|k| -here.run.change[k] / self.sizes[k]).collect();
            right.resize(self.sizes.len(), 0.0);
            let ahead: f64 =
                at.iter().zip(from).zip(tangent).map(|((x, x0), t)| (x - x0) * t).sum();
            right[self.sizes.len() - 1] = step - ahead;
            let by = solve(&self.matrix(&here, tangent), &right)
                .ok_or_else(|| Refusal::NotFound("a singular correction".to_owned()))?;
            if by.iter().any(|entry| entry.abs() > 1.0) {
                break;
            }
            for (entry, by) in at.iter_mut().zip(by) {
                *entry += by;
            }
        }
        Err(Refusal::NotFound("no convergence".to_owned()))
    }

    fn cycle(&self, at: &[f64], here: Here) -> Result<Cycle, Refusal> {
        let residual = here.run.residual();
        let (model, guess) = self.guess(at)?;
        verify_period(&model, &guess)?;
        Cycle::new(guess, here.run, self.forced, (residual, 0))
    }

    /// Finds the special points within a step, from a tangent and a cycle to others.
    fn specials(
        &self,
        from: &[f64],
        step: f64,
        (tangent, before): (&[f64], &Cycle),
        (turned, after): (&[f64], &Cycle),
    ) -> Vec<Point> {
        let tests = [
            (Special::Fold, *tangent.last().expect("p"), *turned.last().expect("p")),
            (Special::PeriodDoubling, doubling(before), doubling(after)),
        ];
        let passed = |(special, low, high): (Special, f64, f64)| match low * high < 0.0 {
            true => self.locate(special, from, tangent, (step, low, high)),
            false => None,
        };
        tests.into_iter().filter_map(passed).collect()
    }

    /// Finds a special point within a step, by false position with halved weights.
    fn locate(
        &self,
        special: Special,
        from: &[f64],
        tangent: &[f64],
        (step, at_start, at_end): (f64, f64, f64),
    ) -> Option<Point> {
        let (mut low, mut high) = ((0.0, at_start), (step, at_end));
        let (mut last_side, mut best) = (0, None);
        for _ in 0..MOST_HALVINGS {
            let guess = low.0 - low.1 * (high.0 - low.0) / (high.1 - low.1);
            let inside = guess > low.0 && guess < high.0;
            let place = if inside { guess } else { 0.5 * (low.0 + high.0) };
            let (at, here, _) = self.step(from, tangent, place).ok()?;
            let turned = self.tangent(&here, tangent).ok()?;
            let cycle = self.cycle(&at, here).ok()?;
            let test = match special {
                Special::Fold => *turned.last()?,
                Special::PeriodDoubling => doubling(&cycle),
            };
            best = Some(Point { value: self.value(&at), cycle, special: Some(special) });
            if (test < 0.0) == (low.1 < 0.0) {
                low = (place, test);
                high.1 *= if last_side == -1 { 0.5 } else { 1.0 };
                last_side = -1;
            } else {
                high = (place, test);
                low.1 *= if last_side == 1 { 0.5 } else { 1.0 };
                last_side = 1;
            }
            // The tests pass zero with slopes of their own size: where they are round-off, the place is known.
            if test.abs() <= LOCATED || high.0 - low.0 <= LOCATED {
                break;
            }
        }
        best
    }
}
