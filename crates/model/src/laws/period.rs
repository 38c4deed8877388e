//! Repetition of the formulas of a law in the time.

use super::declaration::Values;
use super::evolving::{At, Evolving};
use super::given::{FIRST, NUMBER, THERE};
use super::kind::LawKind;
use super::sense::MOST_STATES;
use super::whereabouts::WHEREABOUTS;
use crate::algebra::{Change, Invariance};

/// Returns the changes of the time under which each formula of a law stays as it is, with these numbers and ends of lists.
pub fn invariance_in_time(law: &LawKind, numbers: &[f64], ends: &[usize]) -> Vec<Invariance> {
    let time = WHEREABOUTS - 1;
    let states = law.form().states.as_deref();
    let Some(states) = states.filter(|states| states.seen.contains(&time)) else {
        return Vec::new();
    };
    let at = At::rest([0.0; MOST_STATES], [0.0; WHEREABOUTS]);
    let given = Evolving::spot::<f64>(at, Values::new(numbers, ends), states.first);
    let change = |name: usize| match name {
        _ if (FIRST..states.first).contains(&name) || name == states.first + NUMBER => {
            Change::Never
        }
        _ if name == states.first + THERE + time => Change::Displaced,
        _ => Change::Otherwise,
    };
    let changes: Vec<Change> = (0..=states.first + NUMBER).map(change).collect();
    let formulas = [&states.friction, &states.holds].into_iter();
    let all = formulas.chain(&states.slowest).chain(&states.rates);
    all.map(|formula| Invariance::of(formula, &given, &changes)).collect()
}
