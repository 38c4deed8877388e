//! The cycle to which a motion settles: a guess from its returns, and Newton's method from there. Where that leads
//! nowhere, the motion settles on, for twice as long each time, and comes as near to a stable cycle as is needed.

use super::cycle::{Cycle, Guess, change};
use super::model::{Case, Refusal};
use super::neutral::Neutral;
use super::newton::newton;
use super::returns::{of_plane, of_transitions};
use crate::unit::Simulation;

/// Searches of a return, in times of 1, 1, 2, 4, … times the one to settle.
pub const ROUNDS: u32 = 6;

/// Part of the size of the motion within which a first guess returns, so that it is corrected at once.
const NEAR: f64 = 0.3;
/// Part of it for later guesses: to settle takes far less time than a correction. Those that are farther off are corrected
/// when there is no better one.
const NEARER: f64 = 0.02;
/// Greatest number of guesses that are far off from which corrections are made.
const MOST_FAR: usize = 2;
/// Factor by which a motion becomes smaller, from one search to the next in twice the time, that decays: with time its power of
/// -1 gives a half. Such a motion settles on, and comes to rest after some searches more.
const DECAYS: f64 = 0.25;

/// A motion that settles, and why no cycle has been found along it yet.
struct Settling<'m> {
    model: &'m Case,
    instance: Simulation,
    why: Option<Refusal>,
    /// Guesses that are far off, each with the part of the size of the motion within which it returns.
    far: Vec<(f64, Guess)>,
}

impl<'m> Settling<'m> {
    fn start(model: &'m Case, stop: bool) -> Result<Self, Refusal> {
        let instance = model.start(0.0, &model.first(), stop)?;
        Ok(Self { model, instance, why: None, far: Vec::new() })
    }

    /// Makes Newton's corrections of a guess, unless that is far off.
    fn correct(&mut self, guess: Option<Guess>, near: f64) -> Option<Cycle> {
        let guess = guess?;
        let change = change(self.model, &guess);
        let far = change.map_or(f64::INFINITY, |(change, scales)| scales.size(&change));
        if far > near {
            self.far.push((far, guess));
            return None;
        }
        self.newton(&guess)
    }

    fn newton(&mut self, guess: &Guess) -> Option<Cycle> {
        newton(self.model, guess).map_err(|refusal| self.why = Some(refusal)).ok()
    }

    /// Makes the corrections of the guesses that are far off, when there are no others.
    fn correct_far(&mut self) -> Option<Cycle> {
        let mut far = std::mem::take(&mut self.far);
        far.sort_by(|a, b| a.0.total_cmp(&b.0));
        far.truncate(MOST_FAR);
        far.iter().find_map(|(_, guess)| self.newton(guess))
    }

    /// Returns the failure of a search that ends now.
    fn failure(self) -> Refusal {
        let settled = self.instance.time();
        let why = match self.why {
            // No longer time, and no other start, makes it one.
            Some(period @ Refusal::Period { .. }) => return period,
            Some(why) => why.to_string(),
            None => "it does not return to where it was".to_owned(),
        };
        Refusal::NoCycle(format!("no cycle is found along the motion up to {settled} s: {why}"))
    }
}

/// Finds the cycle to which the motion from the start values settles; `settle` is the time before a return is sought, s,
/// `period` an estimate of the period, s, or that of some periods of a harmonic force. `each` is called before each of
/// [`ROUNDS`] searches.
///
/// # Errors
/// A motion that cannot continue or comes to rest, or [`Refusal::NoCycle`].
pub fn find(
    model: &Case,
    settle: f64,
    period: Option<f64>,
    mut each: impl FnMut(u32),
) -> Result<Cycle, Refusal> {
    each(0);
    if let Some(forcing) = model.forcing()? {
        return find_forced(model, settle, period.unwrap_or(forcing), each);
    }
    let mut settling = Settling::start(model, true)?;
    let guess = of_plane(model, settle, period)?;
    if let Some(cycle) = settling.correct(guess, NEAR) {
        return Ok(cycle);
    }
    let (mut length, mut last_size) = (settle, 0.0);
    for round in 1..2 * ROUNDS {
        if round < ROUNDS {
            each(round);
        }
        let end = settling.instance.time() + length;
        while settling.instance.time() < end {
            let time = settling.instance.time();
            settling.instance.step(time, end - time)?;
        }
        let searched = period.map_or(length, |period| length.max(8.0 * period));
        let (mut guess, size) = of_transitions(model, &mut settling.instance, searched, period)?;
        if guess.is_none() {
            guess = of_plane(model, end + searched, period)?;
        }
        if let Some(cycle) = settling.correct(guess, NEARER) {
            return Ok(cycle);
        }
        if round + 1 >= ROUNDS && size > DECAYS * last_size {
            break;
        }
        (length, last_size) = (2.0 * length, size);
    }
    settling.correct_far().ok_or_else(|| settling.failure())
}

/// Finds the cycle of a period of a harmonic force: its phase is 0 at the start.
fn find_forced(
    model: &Case,
    settle: f64,
    period: f64,
    mut each: impl FnMut(u32),
) -> Result<Cycle, Refusal> {
    let first = model.first();
    let neutral = Neutral::of(model);
    let mut settling = Settling::start(model, false)?;
    let (mut count, mut end) = ((settle / period).ceil().max(1.0) as u64, 0);
    for round in 1..=ROUNDS {
        for _ in 0..count {
            let (from, to) = (end as f64 * period, (end + 1) as f64 * period);
            settling.instance.step(from, to - from)?;
            end += 1;
        }
        let state = neutral.placed(&model.state(&mut settling.instance)?, &first);
        let near = if round == 1 { NEAR } else { NEARER };
        if let Some(cycle) = settling.correct(Some(Guess { state, period }), near) {
            return Ok(cycle);
        }
        if round == ROUNDS {
            break;
        }
        each(round);
        if round > 1 {
            count *= 2;
        }
    }
    settling.correct_far().ok_or_else(|| settling.failure())
}
