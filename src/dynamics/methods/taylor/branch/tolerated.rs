//! Permitted errors of what stands for powers over a step about their branch points.

use crate::algebra::powers::PLACES;
use crate::dynamics::elements::formula::{Course, ForceData, ForceSeries};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::methods::taylor::convergence::accuracy;
use crate::dynamics::methods::taylor::request::Request;
use crate::dynamics::system::{ContactData, LoadMaker, System};
use crate::dynamics::tolerances::{AT_REST, SIMULTANEOUS, time_round_off};
use crate::gauss::Row;

/// Factor by which the alternating error of a polynomial changes a velocity less within the step than a constant error.
/// Less than a tenth of that is left at the end of the step.
pub(super) const TURNS: f64 = 4.0 * PLACES as f64;

/// Permitted error of velocities within the step, over the accuracy that is asked for.
const WITHIN: f64 = 10.0;

/// Asks for something of formulas along the motion up to an order.
pub(super) fn along<T>(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    ask: impl FnOnce(&mut ForceSeries, &ForceData, &Course) -> T,
) -> T {
    let Expansion { forces, position, velocity, .. } = expansion;
    let course = Course { at: request.start.instant(), position, velocity, order };
    ask(forces, &request.system.forces, &course)
}

/// Returns the allowed error of the value of a formula over a step of this size, in which it changes by so much: where no velocity
/// is off by more than the tolerance allows, or where that is small beside other forces; and where what stuck contacts hold
/// does not come to their limits at another time than the clock and positions can tell. What begins has the scale of the clock alone.
pub(super) fn tolerated(
    expansion: &mut Expansion,
    request: &Request,
    (index, order): (usize, usize),
    (size, change): (f64, f64),
) -> f64 {
    let system = request.system;
    let own = system.forces.actions[index].row;
    let rate = along(expansion, request, order, |forces, system, course| {
        forces.base_rate(system, index, course, size)
    });
    let expansion = &*expansion;
    let at_once = WITHIN * accuracy(request.tolerance) * SIMULTANEOUS;
    let begun = time_round_off(request.start.time).max(at_once) * change.abs() / size;
    let unresolved = |row: &Row| {
        let off = f64::EPSILON * row.magnitude(expansion.position.row(0));
        let passing = if rate == 0.0 { 0.0 } else { off / rate };
        [begun, begun.max(passing * change.abs() / size)]
    };
    if own.terms().next().is_some() {
        let velocity = own.apply(expansion.velocity.row(0));
        return tolerated_on(expansion, request, &own, velocity, (order, size, unresolved(&own)));
    }
    let formula_load = system.contacts.iter().filter(|entry| {
        let source = entry.load_from.and_then(|load| load.source);
        source == Some(LoadMaker::Formula(index))
    });
    let each = formula_load.map(|entry| {
        let fastest = expansion.fastest[system.component_of(&entry.row)];
        tolerated_on(expansion, request, &entry.row, fastest, (order, size, unresolved(&entry.row)))
    });
    each.fold(f64::INFINITY, f64::min)
}

/// Returns the permitted error of a force on the bodies of a row that has this velocity, N or N·m; `begun` and `unresolved` always are.
fn tolerated_on(
    expansion: &Expansion,
    request: &Request,
    row: &Row,
    velocity: f64,
    (order, size, [begun, unresolved]): (usize, f64, [f64; 2]),
) -> f64 {
    let Request { system, tolerance, .. } = *request;
    let moved = row.terms().filter(|(body, _)| system.unknown_mass(*body).is_some());
    let (mut force, mut any, mut massless) = (0.0_f64, false, false);
    for (body, _) in moved {
        let [start, end] = [0.0, size].map(|tau| expansion.force.value(body, order - 1, tau));
        force = force.max(start.abs()).max(end.abs());
        massless |= system.mass_of(body).is_none();
        any = true;
    }
    if !any {
        return f64::INFINITY;
    }
    if massless {
        return begun.max(accuracy(tolerance) * force);
    }
    // It is off by the round-off of those of bodies as well.
    let mobility = system.mobility(&expansion.clusters, row) * size;
    let rounded = (AT_REST * row.magnitude(expansion.velocity.row(0))).max(mobility * begun);
    let velocity = permitted(request, velocity, row.apply(expansion.velocity.row(1))).max(rounded);
    let held = (accuracy(tolerance) * least_limit(expansion, system, row)).max(unresolved);
    (accuracy(tolerance) * force).max((TURNS * velocity / mobility).min(held))
}

/// Returns the least static limit, N or N·m, of the stuck contacts that may hold a force on the bodies of a row; infinite if none does.
fn least_limit(expansion: &Expansion, system: &System, row: &Row) -> f64 {
    let Expansion { clusters, stuck, .. } = expansion;
    let cluster = |(body, _)| system.unknown_of(body).map(|unknown| clusters.cluster_of(unknown));
    let is_free = |own: usize| clusters.is_single(own) && !clusters.is_closed(own);
    if row.terms().filter_map(cluster).all(is_free) {
        return f64::INFINITY;
    }
    let touches = |other: &Row| {
        let own = |one| row.terms().filter_map(cluster).any(|own| own == one);
        other.terms().filter_map(cluster).any(own)
    };
    let holding = system.contacts.iter().zip(stuck).filter(|(_, stuck)| **stuck);
    let holding = holding.filter(|(entry, _)| touches(&entry.row));
    let least = |(entry, _): (&ContactData, _)| {
        let limits = entry.static_limits();
        let sides = [limits.forward, limits.backward].into_iter().filter(|limit| *limit > 0.0);
        // What gives way in one direction does so where its force comes to 0.
        if entry.is_one_way() { 0.0 } else { sides.fold(f64::INFINITY, f64::min) }
    };
    holding.map(least).fold(f64::INFINITY, f64::min)
}

/// Returns the permitted error of a velocity that is so fast, m/s or rad/s, and changes at this rate: about rest it is off by what
/// it changes by in the round-off of the time anyway.
pub(super) fn permitted(request: &Request, velocity: f64, rate: f64) -> f64 {
    let late = rate.abs() * time_round_off(request.start.time);
    (WITHIN * accuracy(request.tolerance) * velocity.abs()).max(late)
}
