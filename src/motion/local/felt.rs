//! What bodies beside a patch feel of it: by how much forces on them are others than those that their polynomials know.

use super::{Local, Patch, Place, Tie, Whole, source};
use crate::motion::flow::{Flow, MAX_ORDER};
use crate::motion::methods::taylor::convergence::Demand;
use crate::motion::methods::taylor::defect::ROUND_OFF;
use crate::motion::numbers::Numbers;
use crate::motion::polynomial::shift;
use crate::motion::series::Series;

/// Force of a tie along a step.
fn force(flow: &Flow, tie: Tie) -> &Series {
    match tie {
        Tie::Contact(_) => &flow.friction,
        Tie::Spring(_) => &flow.spring_force,
        Tie::Damper(_) => &flow.damper_force,
    }
}

impl Patch {
    /// Its ties to bodies beside it, as its own, each with that body's place.
    fn bounds(&self) -> impl Iterator<Item = (Tie, usize)> + '_ {
        let Numbers { contacts, springs, dampers, .. } = &self.moving.numbers;
        let rows = contacts.iter().enumerate().map(|(k, entry)| (Tie::Contact(k), &entry.row));
        let rows =
            rows.chain(springs.iter().enumerate().map(|(k, entry)| (Tie::Spring(k), &entry.row)));
        let rows =
            rows.chain(dampers.iter().enumerate().map(|(k, entry)| (Tie::Damper(k), &entry.row)));
        let told = self.members..self.members + self.told();
        rows.filter_map(move |(tie, row)| {
            let beside = row.terms().map(|(body, _)| body).find(|body| told.contains(body))?;
            Some((tie, beside))
        })
    }

    /// By how much the force of a tie may be off up to `span`, s: by round-off, or where it is no polynomial by what that is
    /// right to, as a part of it.
    fn inexact(&self, tie: Tie, span: f64, right: f64) -> f64 {
        let numbers = &self.moving.numbers;
        let motion = (self.moving.flow.position.row(0), self.moving.flow.velocity.row(0));
        let terms = match tie {
            Tie::Contact(contact) => {
                let entry = &numbers.contacts[contact];
                let part = if entry.varies_by_slip() { right.max(ROUND_OFF) } else { ROUND_OFF };
                return part * entry.greatest_force(motion.1, 0.0);
            }
            Tie::Spring(spring) => {
                let entry = &numbers.springs[spring];
                entry.force_scale(motion) + span * entry.rate_scale(motion)
            }
            Tie::Damper(damper) => numbers.dampers[damper].force_scale(motion),
        };
        ROUND_OFF * terms
    }
}

impl Local {
    /// Notes which bodies beside a patch feel more of it within `span`, s, than is asked for; whether there are any.
    pub fn feel(&mut self, whole: &Whole, patch: &Patch, span: f64, demand: Demand) -> bool {
        let Self { patches, contacts, springs, dampers, felt, .. } = self;
        felt.clear();
        for (tie, beside) in patch.bounds() {
            let (place, own): (Place, usize) = match tie {
                Tie::Contact(k) => (contacts[patch.contacts[k]], k),
                Tie::Spring(k) => (springs[patch.springs[k]], k),
                Tie::Damper(k) => (dampers[patch.dampers[k]], k),
            };
            let before = source(whole, patches, place.on);
            let mut known = [0.0; MAX_ORDER + 2];
            force(before.flow, tie).copy(place.at, before.flow.order, &mut known);
            shift(&mut known[..=before.flow.order], patch.from().since(before.from));
            let flow = &patch.moving.flow;
            let mut change = 0.0;
            for k in (0..=flow.order.max(before.flow.order)).rev() {
                let new = if k <= flow.order { force(flow, tie).at(k, own) } else { 0.0 };
                change = change * span + (new - known[k]).abs();
            }
            let island = whole.numbers.island[patch.bodies[beside]];
            let negligible = demand.negligible * whole.flow.greatest[island];
            if change > negligible + patch.inexact(tie, span, demand.relative) {
                felt.push(patch.bodies[beside]);
            }
        }
        !felt.is_empty()
    }
}
