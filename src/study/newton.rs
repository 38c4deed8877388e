//! Newton's method on the flow over a period: x(T) = x(0) for n unknowns, or for n + 1 where T is unknown, with the last equation
//! that a correction be orthogonal to the motion.
//!
//! Defects are compared in units that stay: a motion that grows at a resonance misses its start by ever less of its size, and
//! returns no better. A correction is at most as large as the motion from which its derivative comes. Directions along
//! which a multiplier is 1 are not corrected, and the motion must return along them as it is.

use faer::Mat;

use super::cycle::{ACCEPTED, Cycle, Guess, Return, change, is_steady, over, verify_period};
use super::linear::{Split, split};
use super::model::{Case, Refusal};

/// A state that returns within this, relative to the size of the motion, has returned: some round-off of a period.
const RETURNED: f64 = 1e-11;
const MOST_ITERATIONS: usize = 40;
/// Greatest number of halvings of a correction that leads away.
const MOST_HALVINGS: usize = 8;

/// Finds the cycle next to a guess. Of a unit with a harmonic force the guess's period is kept.
///
/// # Errors
/// A motion that cannot continue or has no derivative, or no cycle near.
pub(super) fn newton(model: &Case, guess: &Guess) -> Result<Cycle, Refusal> {
    let forced = model.forcing()?.is_some();
    let mut at = guess.clone();
    let mut run = over(model, &at)?;
    let mut sizes = vec![f64::INFINITY; at.state.len()];
    let mut iterations = 0;
    let (correction, residual) = loop {
        if !forced && is_steady(model, &run.scales) {
            return Err(Refusal::NotFound(format!(
                "near the guess of period {} s the motion is steady",
                guess.period
            )));
        }
        let residual = residual(&run, &mut sizes);
        let correction = Correction::of(&run, &at, forced)?;
        if residual <= RETURNED || iterations == MOST_ITERATIONS {
            break (correction, residual);
        }
        let Some(better) = better(model, (&at, &run), &correction) else {
            break (correction, residual);
        };
        iterations += 1;
        (at, run) = better;
    };
    let returns = residual <= ACCEPTED && correction.drift <= RETURNED;
    // What a correction leaves is of the order of its square.
    if !returns || correction.size > ACCEPTED.sqrt() {
        let (period, drift) = (guess.period, correction.drift);
        let why = match drift > RETURNED && correction.size <= ACCEPTED.sqrt() {
            true => format!(
                "a multiplier is 1, so that nothing brings the motion back in its direction, and it goes on by {drift:.1e} of its \
                 size in each period"
            ),
            false => format!(
                "after {iterations} correction{} the motion returns only within {:.1e} of its size",
                if iterations == 1 { "" } else { "s" },
                run.residual()
            ),
        };
        return Err(Refusal::NotFound(format!(
            "near the guess of period {period} s there is none: {why}"
        )));
    }
    verify_period(model, &at)?;
    let residual = run.residual();
    Cycle::new(at, run, forced, (residual, iterations))
}

/// Returns the distance of the end from the start in units of the least motion so far of each state, which is updated.
fn residual(run: &Return, sizes: &mut [f64]) -> f64 {
    let all = sizes.iter_mut().zip(&run.varies).zip(&run.scales.0).zip(&run.change);
    all.fold(0.0, |most: f64, (((size, varies), scale), change)| {
        if *varies {
            *size = size.min(*scale);
        }
        if *change == 0.0 { most } else { most.max(change.abs() / *size) }
    })
}

/// Returns a motion along a correction that returns better in the units of the present one, if there is any.
fn better(
    model: &Case,
    (at, run): (&Guess, &Return),
    correction: &Correction,
) -> Option<(Guess, Return)> {
    if correction.size == 0.0 {
        return None;
    }
    let least = run.residual();
    let mut part = 1f64.min(1.0 / correction.size);
    for _ in 0..MOST_HALVINGS {
        let next = moved(at, &correction.step, part);
        let returns = |change: &[f64]| run.scales.size(change) < least;
        if next.period > 0.0 && change(model, &next).is_ok_and(|(change, _)| returns(&change)) {
            let found = over(model, &next).ok()?;
            return returns(&found.change).then_some((next, found));
        }
        part *= 0.5;
    }
    None
}

fn moved(at: &Guess, step: &[f64], part: f64) -> Guess {
    let state = at.state.iter().zip(step).map(|(x, d)| x + part * d).collect();
    let longer = step.get(at.state.len()).copied().unwrap_or(0.0);
    Guess { state, period: at.period + part * longer }
}

/// Newton's correction of a state, and of the period where that is free.
struct Correction {
    step: Vec<f64>,
    /// Greatest part of the size of the motion, or of the period, by which it changes one.
    size: f64,
    /// Part of its size by which the motion goes on along directions in which nothing corrects it.
    drift: f64,
}

impl Correction {
    fn of(run: &Return, at: &Guess, forced: bool) -> Result<Self, Refusal> {
        let n = at.state.len();
        // What does not move is stuck, and stays where it is.
        let mut unknowns: Vec<usize> = (0..n).filter(|k| run.varies[*k]).collect();
        unknowns.extend((!forced).then_some(n));
        let scale = |k: usize| if k < n { run.scales.0[k] } else { at.period };
        let returns = run.neutral.return_matrix(&run.monodromy);
        // In units of the states' sizes, so that rows compare.
        let matrix = Mat::from_fn(unknowns.len(), unknowns.len(), |row, column| {
            let (i, j) = (unknowns[row], unknowns[column]);
            match (i < n, j < n) {
                (true, true) => returns[(i, j)] * scale(j) / scale(i),
                (true, false) => run.rates.1[i] * at.period / scale(i),
                (false, true) => run.rates.0[j] * at.period / scale(j),
                (false, false) => 0.0,
            }
        });
        let missed = |k: usize| if k < n { -run.change[k] / scale(k) } else { 0.0 };
        let right: Vec<f64> = unknowns.iter().map(|k| missed(*k)).collect();
        // Multipliers are known to be 1 within this alone.
        let Split { solution, left: drift } = split(&matrix, &right, ACCEPTED)
            .ok_or_else(|| Refusal::NotFound("the corrections do not converge".to_owned()))?;
        let mut step = vec![0.0; if forced { n } else { n + 1 }];
        let mut size = 0.0f64;
        for (k, part) in unknowns.iter().zip(&solution) {
            // What is at rest at both ends is stuck there, and round-off of the solution would let it slip.
            if *k == n || at.state[*k] != 0.0 || run.change[*k] != 0.0 {
                step[*k] = part * scale(*k);
                size = size.max(part.abs());
            }
        }
        Ok(Self { step, size, drift })
    }
}
