//! Loads that stuck contacts share along a segment, and their impulses.
//!
//! Contacts share a load that does not determine their forces by their limits ([`Kernel::share`]). These forces are piecewise
//! linear in the load, so that along a segment they are no polynomial: an impulse takes a quadrature.

use crate::dynamics::elements::contact::load::holding_load;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::SATURATION;
use crate::gauss::{Contact, Kernel};

/// Nodes and weights of Gauss–Legendre quadrature on [−1, 1] with nine points, exact to degree 17, the
/// positive half (Abramowitz & Stegun, table 25.4).
const GAUSS_LEGENDRE_9: [(f64, f64); 5] = [
    (0.0, 0.330_239_355_001_259_8),
    (0.324_253_423_403_808_9, 0.312_347_077_040_002_84),
    (0.613_371_432_700_590_4, 0.260_610_696_402_935_46),
    (0.836_031_107_326_635_8, 0.180_648_160_694_857_4),
    (0.968_160_239_507_626_1, 0.081_274_388_361_574_41),
];

/// Most divisions of a step where forces that share a load come to their limits, and the smallest part of it that
/// is divided.
const DIVISIONS: usize = 64;
const SMALLEST: f64 = 1e-3;

/// Divisions of a step that are left, and the least time that is divided, s.
struct Divisions {
    left: usize,
    least: f64,
}

/// System and expansion where limits move along the segment.
pub(super) type Moving<'m> = Option<(&'m System, &'m Expansion)>;

/// Receiver of a contact's impulse in a part of the time, N·s.
pub(super) type Each<'e> = &'e mut dyn FnMut(usize, f64);

/// Load of stuck contacts along a segment, and the contacts that share it.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedLoad {
    load: Series,
    order: usize,
    stuck: Vec<bool>,
    /// All contacts with their static limits.
    limits: Vec<Contact>,
}

/// Buffers of quadratures.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    residual: Vec<f64>,
    lambda: Vec<f64>,
    /// Impulses in a part of the time, and at which of their limits forces are there.
    sum: Vec<f64>,
    at_limit: Vec<i8>,
    /// Number of times that impulses were found.
    #[cfg(test)]
    pub found: u64,
}

impl Room {
    pub fn resize(&mut self, contacts: usize, unknown: usize) {
        self.lambda.resize(contacts, 0.0);
        self.sum.resize(contacts, 0.0);
        self.at_limit.resize(contacts, 0);
        self.residual.resize(unknown, 0.0);
    }

    /// Records at which of their limits forces are; true if these are the same ones as before.
    fn record_limits(&mut self, limits: &[Contact]) -> bool {
        let mut same = true;
        let greatest = self.lambda.iter().fold(0.0, |most: f64, lambda| most.max(lambda.abs()));
        for ((limit, lambda), before) in limits.iter().zip(&self.lambda).zip(&mut self.at_limit) {
            let near = SATURATION * (limit.width() + greatest);
            let upper = limit.upper.is_finite() && *lambda >= limit.upper - near;
            let lower = limit.lower.is_finite() && *lambda <= limit.lower + near;
            let now = i8::from(upper) - i8::from(lower);
            same &= std::mem::replace(before, now) == now;
        }
        same
    }
}

impl SharedLoad {
    pub fn reserve(&mut self, contacts: usize, unknown: usize, orders: usize) {
        self.load.fit(unknown, orders);
        self.stuck.reserve_exact(contacts);
        self.limits.reserve_exact(contacts);
    }

    /// Takes the load of the expansion's stuck contacts, and their limits where it begins.
    pub fn take(&mut self, expansion: &mut Expansion, limits: &[Contact]) {
        self.order = expansion.order;
        let (_, stuck, load) = expansion.sticking_set();
        self.load.copy_rows(load, self.order);
        self.stuck.clear();
        self.stuck.extend_from_slice(stuck);
        self.limits.clear();
        self.limits.extend_from_slice(limits);
    }

    /// Becomes equal to another one.
    pub fn copy_from(&mut self, other: &Self) {
        self.order = other.order;
        self.load.copy_rows(&other.load, other.order);
        self.stuck.clone_from(&other.stuck);
        self.limits.clone_from(&other.limits);
    }

    /// Finds the impulses in [0, τ], in one part or several.
    pub fn integrate(
        &mut self,
        kernel: &mut Kernel,
        room: &mut Room,
        tau: f64,
        moving: Moving,
        each: Each,
    ) {
        #[cfg(test)]
        {
            room.found += 1;
        }
        let width = self.load.row(0).len();
        let is_constant = self.load.rows(self.order)[width..].iter().all(|c| *c == 0.0);
        if moving.is_none() && is_constant {
            // The impulse balances the impulse of the load.
            self.load.integrals(self.order, tau, &mut room.residual);
            room.residual.iter_mut().for_each(|residual| *residual /= tau);
            room.lambda.fill(0.0);
            kernel.share(&room.residual, &self.limits, &self.stuck, &mut room.lambda);
            let forces = room.lambda.iter().enumerate();
            return forces.for_each(|(contact, lambda)| each(contact, tau * lambda));
        }
        let mut divisions = Divisions { left: DIVISIONS, least: SMALLEST * tau };
        self.integrate_part(kernel, room, (0.0, tau), moving, &mut divisions, each);
    }

    /// Integrates the impulses in a part of the time. Forces that share a load are linear in it as long as the same
    /// ones are at their limits; where others come to theirs, the part is divided, as long as there are divisions left.
    fn integrate_part(
        &mut self,
        kernel: &mut Kernel,
        room: &mut Room,
        (from, to): (f64, f64),
        moving: Moving,
        divisions: &mut Divisions,
        each: Each,
    ) {
        room.sum.fill(0.0);
        for (k, (node, weight)) in GAUSS_LEGENDRE_9.into_iter().enumerate() {
            for side in [1.0, -1.0] {
                let at = from + 0.5 * (to - from) * (1.0 + side * node);
                self.load.all_values(self.order, at, &mut room.residual);
                if let Some((system, expansion)) = moving {
                    take_limits_at(system, expansion, at, &mut self.limits);
                }
                room.lambda.fill(0.0);
                kernel.share(&room.residual, &self.limits, &self.stuck, &mut room.lambda);
                let first = k == 0 && side > 0.0;
                let same = room.record_limits(&self.limits) || first;
                if !same && divisions.left > 0 && to - from > divisions.least {
                    divisions.left -= 1;
                    let middle = 0.5 * (from + to);
                    self.integrate_part(kernel, room, (from, middle), moving, divisions, each);
                    self.integrate_part(kernel, room, (middle, to), moving, divisions, each);
                    return;
                }
                let share = if node == 0.0 { 0.25 } else { 0.5 } * weight * (to - from);
                let sums = room.sum.iter_mut().zip(&room.lambda);
                sums.for_each(|(sum, lambda)| *sum += share * lambda);
            }
        }
        room.sum.iter().enumerate().for_each(|(contact, sum)| each(contact, *sum));
    }
}

/// Takes the limits under the normal loads that the expansion has at τ.
fn take_limits_at(system: &System, expansion: &Expansion, tau: f64, limits: &mut [Contact]) {
    for (index, contact) in limits.iter_mut().enumerate() {
        let entry = &system.contacts[index];
        if !entry.limit_varies() {
            continue;
        }
        let loads = entry.of_limits(|direction| {
            let term = |k: usize| holding_load(expansion, system, index, direction, k);
            (0..=expansion.order).rev().fold(0.0, |sum, k| sum * tau + term(k)).max(0.0)
        });
        let limits = entry.static_limits_held([loads.forward, loads.backward]);
        (contact.lower, contact.upper) = (-limits.backward, limits.forward);
    }
}
