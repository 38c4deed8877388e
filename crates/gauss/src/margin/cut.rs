//! The load of a cut against its friction, and shares of limits.

use super::super::{Contact, Row};
use crate::tolerances::{BALANCED_RATIOS, FEW_TERMS};

/// The load g, the contacts, and which of them are stuck.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Task<'a> {
    pub residual: &'a [f64],
    pub contacts: &'a [Contact],
    pub stuck: &'a [bool],
}

/// Returns Bx of a row, 0 if it is no more than the round-off of ratios.
pub(super) fn slip(row: &Row, motion: &[f64]) -> f64 {
    let [first, second] = row.products(motion);
    let (u, size) = (first + second, first.abs() + second.abs());
    if u.abs() > BALANCED_RATIOS * size { u } else { 0.0 }
}

/// True if a cut's quotient is greater than ρ by more than round-off; one that is no number is not.
pub(super) fn grows(rho: f64, harder: f64) -> bool {
    harder > rho * (1.0 + FEW_TERMS)
}

/// Returns ρ of a cut.
pub(super) fn quotient(load: f64, hold: f64) -> f64 {
    if load > 0.0 { load / hold } else { 0.0 }
}

/// Returns ρ of a motion.
pub(super) fn quotient_of(task: &Task, motion: &[f64]) -> f64 {
    let load: f64 = task.residual.iter().zip(motion).map(|(g, x)| g * x).sum();
    let stuck = task.contacts.iter().zip(task.stuck).filter(|(_, stuck)| **stuck);
    let hold: f64 = stuck.map(|(own, _)| support(own, slip(&own.row, motion))).sum();
    quotient(load, hold)
}

/// Returns the greatest share of its limit that a stuck contact uses.
pub(super) fn greatest_usage(task: &Task, lambda: &[f64]) -> f64 {
    let forces = task.contacts.iter().zip(lambda).zip(task.stuck);
    let used =
        forces.filter(|(_, stuck)| **stuck).map(|((contact, lambda), _)| usage(contact, *lambda));
    used.fold(0.0, f64::max)
}

/// Returns the share of its limit that a contact uses.
pub(super) fn usage(contact: &Contact, lambda: f64) -> f64 {
    if lambda > 0.0 {
        lambda / contact.upper
    } else if lambda < 0.0 {
        lambda / contact.lower
    } else {
        0.0
    }
}

/// Returns the greatest power that friction takes from slip u.
pub(super) fn support(contact: &Contact, u: f64) -> f64 {
    if u > 0.0 {
        contact.upper * u
    } else if u < 0.0 {
        contact.lower * u
    } else {
        0.0
    }
}
