//! The answer to a harmonic force over its frequency: for each frequency the cycle of the force's period, each from the
//! one before, so that going up and going down finds both where two coexist.
//!
//! If Newton's method finds no stable cycle beside the last one, the motion is left to settle, for longer while it decays, and
//! what it then does over a number of periods is reported in its place. Variables that advance are evaluated about their mean advance.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use crate::unit::{ContactMode, Event};

use super::cycle::{ACCEPTED, Cycle, Guess, change, largest_part};
use super::measure::Measure;
use super::model::{Case, Refusal, real};
use super::neutral::{Neutral, difference};
use super::newton::newton;
use super::settling::ROUNDS;

/// Points of a period for its first harmonic: the trapezoidal rule, which is exact for the harmonics of a smooth cycle.
const POINTS: usize = 1024;
/// Number of periods of a motion without cycle that are evaluated.
const WATCHED: usize = 32;

/// The answer at one frequency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Value of the parameter that is the frequency.
    pub value: f64,
    /// Half the range of the variable.
    pub amplitude: f64,
    /// Amplitude A and phase φ, rad in (−π, π], of the first harmonic A cos(Ωt − φ); what does not move has no φ.
    pub harmonic: f64,
    /// φ
    pub lag: Option<f64>,
    /// Part of the period in which a contact sticks.
    pub stuck: f64,
    /// Largest magnitude of a multiplier; None where there is no stable cycle, so that the rest is of a motion.
    pub multiplier: Option<f64>,
}

/// Answer at one frequency, and the state from which the next one is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Station {
    /// The answer found.
    pub answer: Answer,
    /// A state of the cycle at the start of a period, or of the motion that settled.
    state: Vec<f64>,
    /// True if the state is that of a stable cycle.
    known: bool,
}

/// Finds the response of a variable at the next `value` of a parameter, which the model has. `periods` is how many a
/// motion has to settle.
///
/// # Errors
/// A motion that cannot continue, or on which no harmonic force acts.
pub fn next(
    model: &Case,
    value: f64,
    variable: usize,
    periods: usize,
    last: Option<&Station>,
) -> Result<Station, Refusal> {
    let period = model.forcing()?.ok_or_else(|| {
        Refusal::NotFound(
            "the model has no harmonic force, to which the motion would respond".to_owned(),
        )
    })?;
    let mut frequencies = model.frequencies();
    let first = frequencies.next();
    if frequencies.any(|other| Some(other) != first) {
        return Err(Refusal::NotFound(
            "the harmonic forces have several frequencies, and a response is that to one: set the amplitudes of all others to 0"
                .to_owned(),
        ));
    }
    let near = |state: &[f64]| {
        let guess = Guess { state: state.to_vec(), period };
        newton(model, &guess).ok().filter(Cycle::is_stable)
    };
    let mut state = last.map_or_else(|| model.first(), |last| last.state.clone());
    let mut cycle = match last {
        Some(last) if last.known => near(&state),
        _ => None,
    };
    if cycle.is_none() {
        (state, cycle) = settle(model, &state, (period, periods), near)?;
    }
    let known = cycle.is_some();
    if let Some(cycle) = &cycle {
        state.clone_from(&cycle.state);
    }
    let answer = answer(model, (value, period), variable, &state, cycle.as_ref())?;
    Ok(Station { answer, state, known })
}

/// Measures a variable on a cycle, or on a motion over a number of periods.
fn answer(
    model: &Case,
    (value, period): (f64, f64),
    variable: usize,
    state: &[f64],
    cycle: Option<&Cycle>,
) -> Result<Answer, Refusal> {
    let count = if cycle.is_some() { 1 } else { WATCHED };
    let drift = match cycle {
        Some(cycle) => cycle.drift(model, variable),
        None => drift(model, variable, state, count as f64 * period)?,
    };
    let mut measure =
        Measure::new(model.unit().clone(), vec![variable], 0.0, None).about(vec![drift]);
    let mut instance = model.start(0.0, state, true)?;
    let mut events: Vec<Event> = Vec::new();
    let modes: Vec<usize> = stuck_variables(model);
    let mut stuck = Vec::new();
    for &index in &modes {
        stuck.push(real(&mut instance, index)? != 0.0);
    }
    measure.point(0.0, &mut instance)?;
    let (mut cosine, mut sine) = (0.0, 0.0);
    for k in 1..=count * POINTS {
        let end = period * k as f64 / POINTS as f64;
        let each = |seen: &[Event]| events.extend_from_slice(seen);
        measure.follow((end, period / POINTS as f64), &mut instance, each)?;
        let angle = TAU * (k % POINTS) as f64 / POINTS as f64;
        let x = real(&mut instance, variable)? - drift * end;
        cosine += x * libm::cos(angle);
        sine += x * libm::sin(angle);
    }
    let summary = measure.summaries[0];
    let weight = 2.0 / (count * POINTS) as f64;
    let (cosine, sine) = (weight * cosine, weight * sine);
    let amplitude = 0.5 * (summary.max - summary.min);
    Ok(Answer {
        value,
        amplitude,
        harmonic: libm::hypot(cosine, sine),
        lag: (amplitude > 0.0).then(|| libm::atan2(sine, cosine)),
        stuck: share(&events, stuck, count as f64 * period),
        multiplier: cycle.map(|cycle| {
            cycle.multipliers.iter().map(|value| value.0.hypot(value.1)).fold(0.0, f64::max)
        }),
    })
}

/// Lets a motion settle for a number of periods, and for twice as many each time while it becomes smaller, until a cycle is near.
/// Returns its state then, and the cycle.
fn settle(
    model: &Case,
    state: &[f64],
    (period, periods): (f64, usize),
    near: impl Fn(&[f64]) -> Option<Cycle>,
) -> Result<(Vec<f64>, Option<Cycle>), Refusal> {
    let size = |state: &[f64]| {
        let watched = Guess { state: state.to_vec(), period: WATCHED as f64 * period };
        Ok::<_, Refusal>(largest_part(model, &change(model, &watched)?.1))
    };
    let mut state = state.to_vec();
    let mut last = size(&state)?;
    for round in 0..ROUNDS {
        state = settled(model, &state, period, periods << round)?;
        let cycle = near(&state);
        let now = size(&state)?;
        // What differs by less is a cycle that has no derivative.
        if cycle.is_some() || now >= (1.0 - ACCEPTED) * last {
            return Ok((state, cycle));
        }
        last = now;
    }
    Ok((state, None))
}

/// Finds the state after a number of periods.
fn settled(model: &Case, state: &[f64], period: f64, periods: usize) -> Result<Vec<f64>, Refusal> {
    let mut instance = model.start(0.0, state, false)?;
    for k in 0..periods {
        let time = instance.time();
        instance.step(time, (k + 1) as f64 * period - time)?;
    }
    Ok(Neutral::of(model).placed(&model.state(&mut instance)?, state))
}

/// Returns the mean rate of a variable by displacements after which all is as before.
fn drift(model: &Case, variable: usize, state: &[f64], time: f64) -> Result<f64, Refusal> {
    let row = model.rows().iter().position(|row| row.variable == variable);
    let Some(row) = row else { return Ok(0.0) };
    let mut instance = model.start(0.0, state, false)?;
    instance.step(0.0, time)?;
    let end = model.state(&mut instance)?;
    Ok(Neutral::of(model).advance(&difference(&end, state))[row] / time)
}

/// Returns the variables `stuck` of all contacts.
fn stuck_variables(model: &Case) -> Vec<usize> {
    let unit = model.unit();
    let find = |contact| {
        let accessor = crate::unit::Accessor::Stuck(contact);
        unit.variables().iter().position(|row| row.accessor == accessor)
    };
    (0..unit.network().contacts.len()).filter_map(find).collect()
}

/// Returns the part of the time from 0 to `end` in which a contact sticks; `stuck` says which do at the start.
fn share(events: &[Event], mut stuck: Vec<bool>, end: f64) -> f64 {
    let (mut sum, mut since) = (0.0, 0.0);
    for event in events {
        let Event::Contact { contact, to, time, .. } = *event else { continue };
        if stuck.contains(&true) {
            sum += time - since;
        }
        since = time;
        stuck[contact.0] = to == ContactMode::Stuck;
    }
    if stuck.contains(&true) {
        sum += end - since;
    }
    sum / end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::ContactId;

    #[test]
    fn shares_add_up() {
        use ContactMode::{Forward, Stuck};
        let event = |time, contact, to| {
            let contact = ContactId(contact);
            Event::Contact { contact, from: if to == Stuck { Forward } else { Stuck }, to, time }
        };
        let events = [
            event(1.0, 0, Stuck),
            event(2.0, 1, Stuck),
            event(3.0, 0, Forward),
            event(4.0, 1, Forward),
        ];
        assert_eq!(share(&events, vec![false, false], 10.0), 0.3);
        assert_eq!(share(&events[..1], vec![true, false], 4.0), 1.0);
        assert_eq!(share(&[], vec![false], 4.0), 0.0);
    }
}
