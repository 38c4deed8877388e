//! The time stepping of `moreau` beside the motion with located transitions.

use std::sync::Arc;

use luztar::laws::{LawShape, RegularisationKind};
use luztar::unit::Model;

use super::plan::Plan;
use super::runs::{Manner, Trace, balanced, stepped};

/// Steps, s.
pub const LONG: f64 = 1e-2;
const STEPS: [f64; 2] = [LONG, 1e-3];

/// Errors of states, relative to their sizes, at least 1, that are small; and how much smaller the errors of the
/// short steps are than those of the long ones.
const SMALL: f64 = 0.02;
const SMALLER: f64 = 0.3;

/// True if time stepping takes all laws of a unit.
pub fn suits(unit: &Model) -> bool {
    let steps = |law: &LawShape| {
        let windowed = law.regularisation == Some(RegularisationKind::Karnopp);
        law.kind.states().is_empty() && !windowed
    };
    unit.network().contacts.iter().all(|contact| steps(&contact.law))
}

/// Returns how a motion is stepped in time.
pub fn manner(step: f64) -> Manner {
    Manner { time_step: step, ..Manner::located(1e-10) }
}

/// Energy that comes from nowhere, and short steps that are no nearer to the motion up to a time than long ones.
pub fn check(unit: &Arc<Model>, plan: &Plan, motion: &Trace, until: f64) -> Result<(), String> {
    let mut errors = [0.0; 2];
    for (step, error) in STEPS.into_iter().zip(&mut errors) {
        let manner = manner(step);
        balanced(unit, plan, manner).map_err(|told| format!("in steps of {step} s: {told}"))?;
        let trace = stepped(unit, plan, manner)?;
        *error = apart(plan, [motion, &trace], until);
    }
    let [long, short] = errors;
    if short <= SMALL || short <= SMALLER * long {
        return Ok(());
    }
    Err(format!("steps of {STEPS:?} s are {long:e} and {short:e} off until {until} s"))
}

/// Greatest difference of states at ends of segments up to a time.
fn apart(plan: &Plan, [one, other]: [&Trace; 2], until: f64) -> f64 {
    let compared = plan.times[1..].iter().take_while(|time| **time <= until);
    let rows = compared.zip(one.states.iter().zip(&other.states));
    let pairs = rows.flat_map(|(_, (x, y))| x.iter().zip(y));
    pairs.map(|(x, y)| (x - y).abs() / x.abs().max(1.0)).fold(0.0, f64::max)
}
