//! Rates of the friction forces of stuck contacts; where these are indeterminate, by a difference over a short way ahead.

mod room;

pub(super) use room::Ahead;

use super::Resolver;
use crate::dynamics::elements::contact::load::limit_growth;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::SATURATION;
use crate::gauss::Contact;

/// Way ahead, as a part of the limits, at which a load is shared for the derivative: round-off is then 1e-10 of the limits.
const AHEAD: f64 = 1e-6;

impl Resolver {
    /// Computes the coefficients of this order of the friction forces of the expansion's stuck contacts; beyond order 1
    /// they are known where they are determinate.
    pub fn distribute_order(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        order: usize,
        forces: &mut [f64],
    ) {
        if order == 1 {
            return self.distribute_rates(system, expansion, forces);
        }
        let (clusters, stuck, residual) = expansion.sticking_set();
        self.kernel.distribute(clusters, residual.row(order), &self.limits, stuck, forces);
    }

    /// Shares a load among stuck contacts whose forces are indeterminate ([`Kernel::share`](crate::gauss::Kernel::share)).
    pub fn share(&mut self, load: &[f64], stuck: &[bool], forces: &mut [f64]) {
        self.kernel.share(load, &self.limits, stuck, forces);
    }

    /// Finds the derivatives of the friction forces of the expansion's stuck contacts. Where these are indeterminate,
    /// limits that grow as Ḟ/F̄ = γ change the weights of λ = argmin Σ (λ/F̄)²; its derivative is 2γλ + μ, where μ is
    /// the derivative of the minimum under fixed weights, for the load less Σ Bᵀ 2γλ and the limits less 2γλ.
    fn distribute_rates(&mut self, system: &System, expansion: &mut Expansion, rates: &mut [f64]) {
        let Self { kernel, limits, ahead, .. } = self;
        let (clusters, stuck, residual) = expansion.sticking_set();
        if clusters.redundant().is_empty() {
            kernel.distribute(clusters, residual.row(1), limits, stuck, rates);
            return;
        }
        for forces in [&mut ahead.now, &mut ahead.then] {
            forces.clear();
            forces.resize(rates.len(), 0.0);
        }
        kernel.distribute(clusters, residual.row(0), limits, stuck, &mut ahead.now);
        take_growth(ahead, system, expansion, limits);
        let (clusters, stuck, residual) = expansion.sticking_set();
        let load = residual.row(0);
        ahead.rate.clear();
        ahead.rate.extend_from_slice(residual.row(1));
        for (contact, grown) in ahead.grown.iter().enumerate() {
            for (body, q) in limits[contact].row.terms() {
                ahead.rate[body] -= q * grown;
            }
        }
        // Piecewise linear in load and limits, hence linear for as short a way ahead.
        let greatest = |values: &[f64]| values.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let ranges = limits.iter().zip(stuck).filter(|(_, stuck)| **stuck);
        let range = ranges.fold(0.0, |m: f64, (limit, _)| m.max(limit.width()));
        let fastest = greatest(&ahead.rate).max(greatest(&ahead.shift));
        let way = if fastest > 0.0 { AHEAD * range.max(greatest(load)) / fastest } else { 1.0 };
        ahead.load.clear();
        ahead.load.extend(load.iter().zip(&ahead.rate).map(|(load, rate)| load + way * rate));
        ahead.limits.clear();
        ahead.limits.extend(limits.iter().zip(&ahead.shift).map(|(limit, shift)| {
            let (lower, upper) = (limit.lower + way * shift, limit.upper + way * shift);
            Contact { lower, upper, ..*limit }
        }));
        kernel.distribute(clusters, &ahead.load, &ahead.limits, stuck, &mut ahead.then);
        for (contact, rate) in rates.iter_mut().enumerate().filter(|(c, _)| stuck[*c]) {
            *rate = (ahead.then[contact] - ahead.now[contact]) / way + ahead.grown[contact];
        }
    }
}

/// Takes the changes by moving limits: 2γλ of each stuck contact, and the other motion of the limit that its force
/// is at.
fn take_growth(ahead: &mut Ahead, system: &System, expansion: &mut Expansion, limits: &[Contact]) {
    ahead.grown.clear();
    ahead.grown.resize(limits.len(), 0.0);
    ahead.shift.clear();
    ahead.shift.resize(limits.len(), 0.0);
    let greatest = ahead.now.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
    for (contact, limit) in limits.iter().enumerate() {
        let held = expansion.sticking_set().1[contact];
        let width = limit.upper - limit.lower;
        if !(held && width > 0.0) {
            continue;
        }
        let [lower, upper] = limit_rates(expansion, system, (contact, limit));
        let force = ahead.now[contact];
        ahead.grown[contact] = 2.0 * force * (upper - lower) / width;
        let near = SATURATION * (limit.width() + greatest);
        ahead.shift[contact] = if limit.upper - force <= near {
            upper - ahead.grown[contact]
        } else if force - limit.lower <= near {
            lower - ahead.grown[contact]
        } else {
            0.0
        };
    }
}

/// Returns the rates of the limits of a stuck contact's force: in time, or in the direction of a variation.
fn limit_rates(
    expansion: &Expansion,
    system: &System,
    (contact, limit): (usize, &Contact),
) -> [f64; 2] {
    let entry = &system.contacts[contact];
    let rates = if system.varies {
        [-entry.limit_changes.backward, entry.limit_changes.forward]
    } else if entry.limit_varies() {
        let growth = limit_growth(expansion, system, contact);
        [limit.lower * growth.backward, limit.upper * growth.forward]
    } else {
        [0.0; 2]
    };
    let moves = |bound: f64, rate: f64| if bound.is_finite() { rate } else { 0.0 };
    [moves(limit.lower, rates[0]), moves(limit.upper, rates[1])]
}
