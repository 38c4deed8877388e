//! The margin if the forces have one degree of freedom, `λ(t) = λ(0) + t z` along one cycle.
//!
//! With limits scaled by r, each of them bounds t at `t(r) = (r b − λ(0))/z`, from below or from above. ρ is the least r at
//! which the greatest lower bound is no more than the least upper one: their difference is convex and falls with r, so that
//! Newton's method from r = 0 rises to ρ in finitely many steps. A step ends where the two bounds of the last r are equal,
//! which is the quotient of the cut through these two contacts,
//!
//! ```text
//!   r = (λ₁ z₂ − λ₂ z₁)/(b₁ z₂ − b₂ z₁),
//! ```
//!
//! whose denominator is a sum. So nothing is divided by a limit that is next to nothing, of which there may be several:
//! the round-off of forces is then no share of such a limit.

use super::super::Contact;
use super::certificate::Used;
use crate::tolerances::OFF_CYCLE;

/// A limit of a contact with λ(0) and z.
#[derive(Clone, Copy, Debug)]
struct Limit {
    contact: usize,
    bound: f64,
    lambda: f64,
    z: f64,
}

impl Limit {
    /// Returns the share of the limit that is used where t = 0.
    fn usage(&self) -> f64 {
        self.lambda / self.bound
    }

    /// True if less of it is used the greater t is.
    fn falls(&self) -> bool {
        (self.z > 0.0) != (self.bound > 0.0)
    }

    /// Returns the t at which this share of the limit is used.
    fn at(&self, share: f64) -> f64 {
        (share * self.bound - self.lambda) / self.z
    }

    /// Returns the share that both use at one t, of which one falls and the other rises.
    fn crossing(&self, other: &Self) -> f64 {
        (self.lambda * other.z - other.lambda * self.z)
            / (self.bound * other.z - other.bound * self.z)
    }
}

/// All limits.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    limits: Vec<Limit>,
}

impl Envelope {
    pub fn clear(&mut self) {
        self.limits.clear();
    }

    /// Adds the limits of a contact with this index, λ(0) and z; false if a bound is 0, of which there is no share.
    pub fn add(&mut self, index: usize, contact: &Contact, (lambda, z): (f64, f64)) -> bool {
        for bound in [contact.upper, contact.lower] {
            if bound == 0.0 {
                return false;
            }
            if bound.is_finite() {
                self.limits.push(Limit { contact: index, bound, lambda, z });
            }
        }
        true
    }

    /// Returns ρ, and the contacts that set it with the limits that they use; None if it is no number, as bounds may be next
    /// to 0.
    pub fn lowest(&self) -> Option<(f64, Used)> {
        let greatest = self.limits.iter().map(|limit| limit.z.abs()).fold(0.0, f64::max);
        let slopes = |limit: &&Limit| limit.z.abs() > OFF_CYCLE * greatest;
        let used = |limit: &Limit| (limit.usage(), [Some((limit.contact, limit.bound)), None]);
        let flat = self.limits.iter().filter(|limit| !slopes(limit)).map(used);
        let nothing = (0.0, [None; 2]);
        let mut lowest = flat.fold(nothing, |most, one| if one.0 > most.0 { one } else { most });
        let bounds = |falling: bool| {
            self.limits.iter().filter(move |limit| slopes(limit) && limit.falls() == falling)
        };
        loop {
            let at = |a: &&Limit, b: &&Limit| a.at(lowest.0).total_cmp(&b.at(lowest.0));
            let (lower, upper) = (bounds(true).max_by(at), bounds(false).min_by(at));
            let (Some(lower), Some(upper)) = (lower, upper) else { return Some(lowest) };
            let crossing = lower.crossing(upper);
            if !crossing.is_finite() {
                return None;
            }
            // In exact arithmetic it stays only at ρ.
            let rises = crossing > lowest.0;
            if !rises {
                return Some(lowest);
            }
            lowest = (crossing, [lower, upper].map(|limit| Some((limit.contact, limit.bound))));
        }
    }
}
