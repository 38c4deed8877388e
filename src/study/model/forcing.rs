//! The period of what acts on a mechanism by the time: harmonic forces, and formulas that name `t`.
//!
//! A formula in which `t` stands in sines, cosines and tangents of multiples of it alone has a period by its structure
//! (`algebra::invariance`). Of any other the period must be given, and is verified along the motion that is found.

use std::f64::consts::TAU;

use super::{Case, MOST_PERIODS, Refusal};
use crate::laws::period::invariance_in_time;
use crate::network::{BodyKind, Meaning, Signal};
use crate::unit::{ContactId, Element, ForceId};

/// Part of a number of periods by which it is whole: round-off of frequencies that are given with 16 digits.
const WHOLE: f64 = 8.0 * f64::EPSILON;

impl Case {
    /// Returns the case with the period, s, of what depends on the time in other ways than by sines and cosines.
    pub fn repeating(&self, period: f64) -> Self {
        let mut other = self.clone();
        other.period = Some(period);
        other
    }

    /// Returns the angular frequencies of the harmonic forces that act on bodies, and of sines and cosines of the time in formulas,
    /// rad/s.
    pub fn frequencies(&self) -> impl Iterator<Item = f64> {
        let sources = self.unit().network().bodies.iter().filter_map(|body| match body.kind {
            BodyKind::Free { source, .. } | BodyKind::Massless { source, .. } => source,
            BodyKind::Fixed | BodyKind::Prescribed(_) => None,
        });
        let acts = sources.filter(|source| self.parameter(source.amplitude) != 0.0);
        let harmonic = acts.map(|source| self.parameter(source.angular_frequency));
        harmonic.chain(self.timed().into_iter().flat_map(|timed| timed.frequencies))
    }

    /// Returns the common period of all that depends on the time, s; None if nothing does.
    ///
    /// # Errors
    /// Frequencies that have none, or a formula whose period is not known.
    pub fn forcing(&self) -> Result<Option<f64>, Refusal> {
        let unknown = self.timed().into_iter().find(|timed| !timed.repeats);
        let given = unknown.map(|timed| {
            let name = self.unit().element_name(timed.element).to_owned();
            self.period.map(|period| TAU / period).ok_or(Refusal::Time { name })
        });
        let given = given.transpose()?;
        let mut frequencies = given.into_iter().chain(self.frequencies());
        let Some(first) = frequencies.next() else { return Ok(None) };
        let refuse = |other: f64| match given {
            Some(given) => Refusal::Incommensurable { period: TAU / given, other: TAU / other },
            None => Refusal::Frequencies,
        };
        let cycles = frequencies.try_fold(1, |cycles, other| {
            common(cycles, first, other).ok_or_else(|| refuse(other))
        })?;
        if first <= 0.0 {
            return Err(Refusal::Frequencies);
        }
        Ok(Some(TAU / first * f64::from(cycles)))
    }

    /// Returns what the formulas of elements make of the time.
    fn timed(&self) -> Vec<Timed> {
        let network = self.unit().network();
        let input = |id| self.signal(Signal::Input(id));
        let mut found = Vec::new();
        let mut add = |element: Element, none: &[Vec<f64>], whole: &[Vec<f64>]| {
            // The time is all that changes in these sums.
            let turns = whole.iter().map(|sum| sum.iter().sum::<f64>());
            let frequencies = turns.map(|turn| TAU * turn.abs()).collect();
            found.push(Timed { element, repeats: none.is_empty(), frequencies });
        };
        for (place, force) in network.forces.iter().enumerate() {
            // The energy of a potential acts on nothing.
            for action in force.actions.iter().filter(|action| action.acts()) {
                let is_time = |meaning: &Meaning| *meaning == Meaning::Time;
                let sums = force.invariance(action, is_time, input, |id| self.parameter(id));
                add(ForceId(place).into(), &sums.none, &sums.whole);
            }
        }
        for (place, contact) in network.contacts.iter().enumerate() {
            let numbers: Vec<f64> =
                contact.law_numbers.iter().map(|number| self.signal(*number)).collect();
            for sums in invariance_in_time(&contact.law.kind, &numbers, &contact.law.ends) {
                add(ContactId(place).into(), &sums.none, &sums.whole);
            }
        }
        found
    }

    /// Returns the period that was given, if formulas need one.
    ///
    /// # Errors
    /// Those of [`Case::forcing`].
    pub(in crate::study) fn period_to_verify(&self) -> Result<Option<f64>, Refusal> {
        match self.timed().iter().all(|timed| timed.repeats) {
            true => Ok(None),
            false => self.forcing(),
        }
    }
}

/// Dependence of an element on the time.
struct Timed {
    element: Element,
    /// True if the time stands in circular functions of multiples of it alone.
    repeats: bool,
    /// Angular frequencies of these, rad/s.
    frequencies: Vec<f64>,
}

/// Returns the least multiple of `cycles` periods of one frequency that is a whole number of periods of another.
fn common(cycles: u32, first: f64, other: f64) -> Option<u32> {
    (1..=MOST_PERIODS / cycles).map(|k| k * cycles).find(|&cycles| {
        let others = f64::from(cycles) * other / first;
        let whole = others.round();
        let is_whole = (others - whole).abs() <= WHOLE * whole;
        is_whole && (1.0..=f64::from(MOST_PERIODS)).contains(&whole)
    })
}
