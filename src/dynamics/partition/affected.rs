//! Effect of a patch on bodies beside it: the difference of forces on them from those that their polynomials contain.

use super::{Partition, Patch, Place, Tie, Whole, source};
use crate::dynamics::expansion::{Expansion, MAX_ORDER};
use crate::dynamics::methods::taylor::convergence::Demand;
use crate::dynamics::polynomial::shift;
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::OF_SUM;

/// Returns the force of a coupling along a step.
fn force(expansion: &Expansion, tie: Tie) -> &Series {
    match tie {
        Tie::Contact(_) => &expansion.friction,
        Tie::Spring(_) => &expansion.spring_force,
        Tie::Damper(_) => &expansion.damper_force,
    }
}

/// Returns its couplings to bodies beside it, as its own, each with that body's place.
fn bounds(patch: &Patch) -> impl Iterator<Item = (Tie, usize)> + '_ {
    let System { contacts, springs, dampers, .. } = &patch.dynamics.system;
    let rows = contacts.iter().enumerate().map(|(k, entry)| (Tie::Contact(k), &entry.row));
    let rows =
        rows.chain(springs.iter().enumerate().map(|(k, entry)| (Tie::Spring(k), &entry.row)));
    let rows =
        rows.chain(dampers.iter().enumerate().map(|(k, entry)| (Tie::Damper(k), &entry.row)));
    let boundary = patch.members..patch.members + patch.boundary();
    rows.filter_map(move |(tie, row)| {
        let beside = row.terms().map(|(body, _)| body).find(|body| boundary.contains(body))?;
        Some((tie, beside))
    })
}

/// Returns the error of the force of a coupling up to `request`, s: by round-off, or where it is no polynomial by what
/// that is right to, as a part of it.
fn inexact(patch: &Patch, tie: Tie, request: f64, right: f64) -> f64 {
    let system = &patch.dynamics.system;
    let motion =
        (patch.dynamics.expansion.position.row(0), patch.dynamics.expansion.velocity.row(0));
    let terms = match tie {
        Tie::Contact(contact) => {
            let entry = &system.contacts[contact];
            let part = if entry.varies_by_slip() { right.max(OF_SUM) } else { OF_SUM };
            return part * entry.greatest_force(motion.1, 0.0);
        }
        Tie::Spring(spring) => {
            let entry = &system.springs[spring];
            entry.force_scale(motion) + request * entry.rate_scale(motion)
        }
        Tie::Damper(damper) => system.dampers[damper].force_scale(motion),
    };
    OF_SUM * terms
}

impl Partition {
    /// Records which bodies beside a patch are affected more within `request`, s, than is allowed; true if there are any.
    pub fn find_affected(
        &mut self,
        whole: &Whole,
        patch: &Patch,
        request: f64,
        demand: Demand,
    ) -> bool {
        let Self { patches, contacts, springs, dampers, affected, .. } = self;
        affected.clear();
        for (tie, beside) in bounds(patch) {
            let (place, own): (Place, usize) = match tie {
                Tie::Contact(k) => (contacts[patch.contacts[k]], k),
                Tie::Spring(k) => (springs[patch.springs[k]], k),
                Tie::Damper(k) => (dampers[patch.dampers[k]], k),
            };
            let before = source(whole, patches, place.on);
            let mut known = [0.0; MAX_ORDER + 2];
            force(before.expansion, tie).copy(place.at, before.expansion.order, &mut known);
            shift(&mut known[..=before.expansion.order], patch.from().since(before.from));
            let expansion = &patch.dynamics.expansion;
            let mut change = 0.0;
            for k in (0..=expansion.order.max(before.expansion.order)).rev() {
                let new = if k <= expansion.order { force(expansion, tie).at(k, own) } else { 0.0 };
                change = change * request + (new - known[k]).abs();
            }
            let component = whole.system.component[patch.bodies[beside]];
            let negligible = demand.negligible * whole.expansion.greatest[component];
            if change > negligible + inexact(patch, tie, request, demand.relative) {
                affected.push(patch.bodies[beside]);
            }
        }
        !affected.is_empty()
    }
}
