//! Gaps of springs: where they are entered, left, and where a damped spring would pull.

use super::SpringData;
use crate::dynamics::SpringMode;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::Guarding;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::Transition;
use crate::dynamics::tolerances::{AT_REST, EDGE};
use crate::network::Nominals;

/// Finds the guards of a spring in its mode.
pub(in crate::dynamics) fn guard_spring(at: &mut Guarding, spring: usize) {
    let (entry, mode) = (&at.system.springs[spring], at.state.spring_mode[spring]);
    let Some(gap) = entry.gap.filter(|_| entry.has_edge()) else {
        return;
    };
    let (e, order) = (at.expansion.deflection.at(0, spring), at.expansion.order);
    let pushing = if mode.acts() { mode } else { entry.nearest_edge(e).1 };
    match mode {
        SpringMode::Bilateral => {}
        SpringMode::Gap => {
            let start = distance_within(at, entry, e);
            if at.guards.stays(start, spring) {
                return;
            }
            let sides = [(gap[1], SpringMode::Right), (gap[0], SpringMode::Left)];
            for (_, side) in sides.into_iter().filter(|(edge, _)| edge.is_finite()) {
                set_edge_distance(at, (spring, side), -1.0);
                at.guards.consider(order + 1, Transition::Spring(spring, side));
            }
        }
        SpringMode::Lifted => {
            guard_gap(at, (spring, pushing));
            // A host may set a deflection within the gap: there nothing pushes at any velocity.
            if distance_within(at, entry, e) > 0.0 {
                return;
            }
            set_push(at, (spring, pushing), -1.0);
            let push = Transition::Spring(spring, pushing);
            at.guards.consider(order, push);
        }
        _ if entry.damping > 0.0 => {
            // A push ends before the gap, but a host may set a deflection within it.
            if at.guards.is_listing() {
                guard_gap(at, (spring, pushing));
            }
            set_push(at, (spring, pushing), 1.0);
            let lift = Transition::Spring(spring, SpringMode::Lifted);
            at.guards.consider(order, lift);
        }
        _ => guard_gap(at, (spring, pushing)),
    }
}

/// Finds when a spring beyond its gap on a side enters that.
fn guard_gap(at: &mut Guarding, (spring, side): (usize, SpringMode)) {
    set_edge_distance(at, (spring, side), 1.0);
    at.guards.consider(at.expansion.order + 1, Transition::Spring(spring, SpringMode::Gap));
}

/// Sets the polynomial to `sign` times the distance of the deflection beyond the edge of the gap on a side, rounded.
fn set_edge_distance(at: &mut Guarding, (spring, side): (usize, SpringMode), sign: f64) {
    let entry = &at.system.springs[spring];
    let (order, edge) = (at.expansion.order + 1, entry.edge(side));
    at.expansion.deflection.copy(spring, order, &mut at.guards.polynomial);
    at.guards.polynomial[0] -= edge;
    let sign = sign * outwards(side);
    at.guards.polynomial[..=order].iter_mut().for_each(|c| *c *= sign);
    let round_off = edge_round_off(at, entry, edge);
    round_at_edge(at.guards, order, round_off);
    let Guarding { guards, expansion, .. } = at;
    if guards.polynomial[0] == 0.0 && expansion.locks(at.system, &entry.row) {
        guards.round_each(order, |k| AT_REST * entry.row.magnitude(expansion.position.row(k)));
    }
    // At a massless body in balance the rate is round-off of forces.
    if at.guards.massless && at.guards.polynomial[0] == 0.0 {
        at.record_round_off();
        at.guards.round(1, || at.expansion.deflection_round_off(entry));
    }
}

/// Returns the distance of a deflection within its gap from the nearer edge, less its round-off.
fn distance_within(at: &Guarding, entry: &SpringData, e: f64) -> f64 {
    let (edge, _) = entry.nearest_edge(e);
    let within = (e - edge).abs() * if entry.is_outside(e) { -1.0 } else { 1.0 };
    within - edge_round_off(at, entry, edge)
}

/// Returns the round-off of the distance of a spring from an edge of its gap.
fn edge_round_off(at: &Guarding, entry: &SpringData, edge: f64) -> f64 {
    let Guarding { guards, expansion, .. } = at;
    let (mut scale, mut passed) = (edge.abs(), 0.0);
    for (body, q) in entry.row.terms() {
        scale += (q * expansion.position.at(0, body)).abs();
        passed += (q * expansion.velocity.at(0, body)).abs() * guards.time_round_off;
    }
    EDGE * scale + passed
}

/// Sets the polynomial to `sign` times the force k(e − edge) + d·ė that the spring would push with on a side.
fn set_push(at: &mut Guarding, (spring, side): (usize, SpringMode), sign: f64) {
    let Guarding { guards, system, expansion, .. } = at;
    let entry = &system.springs[spring];
    let edge = entry.edge(side);
    let (mut scale, mut passed) = ((entry.stiffness * edge).abs(), 0.0);
    for (body, q) in entry.row.terms() {
        let (position, velocity) = (expansion.position.at(0, body), expansion.velocity.at(0, body));
        let acceleration = expansion.velocity.at(1, body);
        scale += (entry.stiffness * q * position).abs() + (entry.damping * q * velocity).abs();
        let rate = (entry.stiffness * velocity).abs() + (entry.damping * acceleration).abs();
        passed += q.abs() * rate * guards.time_round_off;
    }
    for k in 0..=expansion.order {
        // A prescribed velocity need not be the derivative of the prescribed position.
        let rate = entry.row.apply(expansion.velocity.row(k));
        let beyond = expansion.deflection.at(k, spring) - if k == 0 { edge } else { 0.0 };
        let (elastic, viscous) = (entry.stiffness * beyond, entry.damping * rate);
        // Among massless bodies both parts may cancel at all times.
        let part = if guards.massless { EDGE } else { 0.0 };
        let bound = part * (elastic.abs() + viscous.abs());
        let value = sign * outwards(side) * (elastic + viscous);
        guards.polynomial[k] = Bounded { value, bound }.decided();
    }
    // By its damping a push tends to the one that all other forces ask for. Where that is ≥ 0 no push comes to 0, however small.
    if expansion.locks(system, &entry.row) {
        guards.round_each(expansion.order, |k| {
            let (reach, rate) = (expansion.position.row(k), expansion.velocity.row(k));
            let elastic = entry.stiffness.abs() * entry.row.magnitude(reach);
            AT_REST * (elastic + entry.damping * entry.row.magnitude(rate))
        });
    }
    let [value, rate, ..] = guards.polynomial;
    let asked = rate + value * entry.damping * system.mobility(&expansion.clusters, &entry.row);
    let falls = sign > 0.0 && value > 0.0 && asked >= 0.0;
    round_at_edge(guards, expansion.order, if falls { 0.0 } else { EDGE * scale + passed });
}

/// Rounds the guard of an edge of a gap ([`GuardSet::round_within`]). A massless body approaches the edge ever slower, so that its
/// values > 0 are not rounded.
fn round_at_edge(guards: &mut GuardSet, order: usize, round_off: f64) {
    if guards.massless && guards.polynomial[0] > 0.0 {
        guards.round_turned_rate(order);
    } else {
        guards.round_within(order, round_off);
    }
}

/// Returns the sign of the deflections that go deeper on a side.
pub(in crate::dynamics) fn outwards(side: SpringMode) -> f64 {
    if side == SpringMode::Left { -1.0 } else { 1.0 }
}

impl SpringData {
    /// Returns the nominal value of a guard by which a spring comes to another mode. That of deflections is the nominal
    /// displacement of its ends, or half the width of its gap if that is less; that of pushes is the force that this
    /// and their nominal velocity make.
    pub fn guard_unit(&self, nominals: &Nominals, [mode, next]: [SpringMode; 2]) -> f64 {
        let greatest = |of: &[f64]| {
            let own = |(body, q): (usize, f64)| q.abs() * of[body];
            self.row.terms().map(own).fold(0.0, f64::max)
        };
        let moved = greatest(&nominals.length);
        let moved = if moved > 0.0 { moved } else { 1.0 };
        let reach = self.gap.map_or(moved, |[lower, upper]| moved.min(0.5 * (upper - lower)));
        let lifted = mode == SpringMode::Lifted;
        let pushes = next == SpringMode::Lifted || lifted && next != SpringMode::Gap;
        match pushes {
            true => self.stiffness.abs() * reach + self.damping * greatest(&nominals.velocity),
            false => reach,
        }
    }
}
