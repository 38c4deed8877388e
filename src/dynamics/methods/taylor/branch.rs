//! Steps about branch points of powers: `k·max(−e, 0)^1.5` has no Taylor series where it begins, and one that converges
//! ever less far the closer that is.
//!
//! A step that begins there, ends there or passes close by is as long as polynomials through places of it
//! ([`crate::algebra::Plan`]) are as good as the powers, judged by the velocities that they make. Series follow whose steps
//! grow with the distance from the branch point, as they have shrunk with it before.

mod tolerated;

use self::tolerated::{TURNS, along, permitted, tolerated};
use super::convergence::accuracy;
use super::request::Request;
use crate::algebra::powers::{PLACES, place};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::tolerances::AT_BRANCH;

/// Least length of a step, over the time since its branch point, from which it is worth more than a step of a series.
const WORTH: f64 = 10.0;

/// Error of a polynomial, as a part of the third difference of the values of a formula over the step, as far as that is
/// known before it is measured; where a power rises steeply, so much.
const OFF: f64 = 3e-3;
const OFF_STEEP: f64 = 0.1;

/// Part of the permitted error of a velocity by which a term of a force that is left out may change it within the step.
const OF_TERM: f64 = 0.1;

/// Attempts, with polynomials that fit the motion better or with shorter steps; two or three suffice.
const MOST_ATTEMPTS: usize = 16;

/// Factor to the next attempt where the expansion does not reach its end, and the least one where its error is too large;
/// safety factor on what that error allows.
const SHORTER: f64 = 0.1;
const SAFE: f64 = 0.8;

/// Powers of the size of a step with which its error grows: a power that rises steeply, beside forces that stay, and one as that of
/// a velocity.
const FLATTEST: f64 = 0.25;
const STEEPEST: f64 = 2.0;

/// Factor by which a branch point may turn out to lie farther.
const FARTHER: f64 = 1.1;

/// Binary logarithm of the part of the longest step from which on one about a branch point is looked for.
const LEAST: f64 = -63.0;

/// Steps of series are at least this part of the distance of a branch point that limits them.
const NEAR: f64 = 0.1;

/// Order of the motion that is known before any force on the way is.
const FIRST: usize = 2;

/// Returns the greater one; what is no number is the greatest.
fn worse(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// Returns an error in units of what is allowed: none is always allowed, also where nothing moves and no force acts.
fn share(off: f64, tolerated: f64) -> f64 {
    if off == 0.0 { 0.0 } else { off / tolerated }
}

/// Finds all coefficients for a step about branch points, if one is worth it; returns its size, s. The first orders
/// are there. Of bases that are 0 only those count that rise immediately, unless one is known to rise.
pub(in crate::dynamics) fn expand_about_branch(
    expansion: &mut Expansion,
    request: &Request,
    rises: bool,
) -> Option<f64> {
    let least = match expansion.forces.nearest() {
        _ if rises => 0.0,
        None => return None,
        Some(nearest) if nearest.ahead => nearest.time,
        Some(nearest) => WORTH * nearest.time,
    };
    let mut size = first_size(expansion, request, least)?;
    let mut order = FIRST;
    let mut root = first_root(expansion, request, order, size);
    let (mut refined, mut last) = (false, None);
    for _ in 0..MOST_ATTEMPTS {
        size = root.unwrap_or(size);
        if !request.advances(size) {
            return None;
        }
        let reached;
        (reached, order) = attempt(expansion, request, order, size);
        if reached != Some(size) {
            if root.take().is_some() && request.advances(least) {
                return None;
            }
            size = (SHORTER * size).min(reached.unwrap_or(size));
            continue;
        }
        if root.is_some() {
            // Forces on the way may turn the base before it comes there.
            root = first_root(expansion, request, order, FARTHER * size);
            if root.is_none_or(|end| (end - size).abs() > AT_BRANCH * size) {
                continue;
            }
        }
        let mut error_ratio = error_ratio(expansion, request, order, size);
        if error_ratio <= 1.0 && !decides_alike(expansion, request, order, size) {
            error_ratio = f64::INFINITY;
        }
        if error_ratio <= 1.0 {
            let beyond = if root.is_some() { AT_BRANCH * size } else { 0.0 };
            return Some((size + beyond).min(request.longest));
        }
        if !std::mem::replace(&mut refined, true) {
            continue;
        }
        if root.is_some() || error_ratio.is_nan() {
            return None;
        }
        size *= shorter(&mut last, size, error_ratio);
    }
    None
}

/// Finds all coefficients with polynomials through places of a step of this size, which follow the motion up to an order; returns the
/// step for which they converge, s, if there is one, and the order up to which the motion is known then.
fn attempt(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    size: f64,
) -> (Option<f64>, usize) {
    interpolate(expansion, request, order, size);
    permit_terms(expansion, request, size);
    let reached = expansion.unfold(request.system, request.start, (size, request.tolerance), 0);
    expansion.convergence.permit_none();
    if expansion.is_finite() {
        return (reached, expansion.order + 1);
    }
    // Nothing follows a motion that is no number.
    expansion.restart(request.system, request.start);
    (None, FIRST)
}

/// True if a step of the expansion is as long as its distance from the next branch point allows.
pub(in crate::dynamics) fn is_near_branch(expansion: &Expansion, size: f64) -> bool {
    let of_forces = expansion.forces.nearest().map(|nearest| nearest.time);
    let times = of_forces.into_iter().chain(expansion.internals.time_from_branch());
    times.min_by(f64::total_cmp).is_some_and(|time| time > 0.0 && size > NEAR * time)
}

/// Returns the part of a step of this size and error that is to be tried next: by the power with which the error has fallen from
/// that of the `last` size, if there was one.
fn shorter(last: &mut Option<(f64, f64)>, size: f64, error_ratio: f64) -> f64 {
    let before = last.replace((size, error_ratio));
    let Some((longer, more)) = before.filter(|_| error_ratio < f64::INFINITY) else {
        return (SAFE * libm::sqrt(1.0 / error_ratio)).max(SHORTER);
    };
    let power = libm::log(more / error_ratio) / libm::log(longer / size);
    SAFE * libm::pow(error_ratio, -1.0 / power.clamp(FLATTEST, STEEPEST))
}

/// Returns the length of a step, s, over which polynomials through places of it can follow the powers: at least
/// `least`. None if there is none.
fn first_size(expansion: &mut Expansion, request: &Request, least: f64) -> Option<f64> {
    let mut size = least;
    if !request.advances(least) {
        // From what is no time on, so that nothing on the way is gone past.
        size = request.longest * libm::exp2(LEAST);
    } else if least > request.longest || !is_tolerable(expansion, request, least) {
        return None;
    }
    for longer in [8.0, 2.0] {
        while longer * size <= request.longest && is_tolerable(expansion, request, longer * size) {
            size *= longer;
        }
    }
    request.advances(size).then_some(size)
}

/// True if the powers of no formula are expected to be off by more than they may over a step.
fn is_tolerable(expansion: &mut Expansion, request: &Request, size: f64) -> bool {
    let mut off: f64 = 0.0;
    for index in 0..request.system.forces.actions.len() {
        if !expansion.forces.branches_of(index) {
            continue;
        }
        let value = |part: f64| value_along(expansion, request, FIRST, index, part * size);
        let [d, c, b, a] = [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0].map(value);
        let bent = (d - a - 3.0 * (c - b)).abs();
        let part = if expansion.forces.is_steep(index) { OFF_STEEP } else { OFF };
        let tolerated = tolerated(expansion, request, (index, FIRST), (size, d - a));
        off = worse(off, share(part * bent, tolerated));
    }
    off <= 1.0
}

/// Returns where polynomials are compared with what they stand for, as parts of a step: close to the start, and between places.
fn parts() -> impl Iterator<Item = f64> + Clone {
    let between = (0..PLACES).map(|number| 0.5 * (place(number) + place(number + 1)));
    std::iter::once(0.25 * place(1)).chain(between)
}

/// Returns the error of the polynomials, in units of what it may be.
fn error_ratio(expansion: &mut Expansion, request: &Request, order: usize, size: f64) -> f64 {
    let mut error_ratio: f64 = 0.0;
    for index in 0..request.system.forces.actions.len() {
        if !expansion.forces.branches_of(index) {
            continue;
        }
        let [start, end] = ends(expansion, request, order, (index, size));
        let tolerated = tolerated(expansion, request, (index, order), (size, end - start));
        for part in parts() {
            let exact = value_along(expansion, request, order, index, part * size);
            let stands = expansion.formula_force.value(index, expansion.order, part * size);
            error_ratio = worse(error_ratio, share((exact - stands).abs(), tolerated));
        }
        value_along(expansion, request, order, index, 0.0);
    }
    error_ratio
}

/// True if formulas leave their branches on their polynomials as they do by the powers themselves.
fn decides_alike(expansion: &mut Expansion, request: &Request, order: usize, size: f64) -> bool {
    along(expansion, request, order, |forces, system, course| {
        let places = parts().map(|part| part * size);
        forces.decide_alike(system, course, places, accuracy(request.tolerance))
    })
}

/// Permits terms of forces that change no velocity over a step of this size by more than [`OF_TERM`] of its permitted error. Terms of
/// polynomials through places are far greater than their sum, and so are those of products with them, up to an order at which they
/// leave the range of numbers in a short step.
fn permit_terms(expansion: &mut Expansion, request: &Request, size: f64) {
    let Request { system, .. } = *request;
    let Expansion { clusters, velocity, fastest, greatest, convergence, .. } = expansion;
    // Room for the terms of each component.
    greatest.fill(f64::INFINITY);
    system.each_rate_by_force(clusters, |body, rate| {
        let least = &mut greatest[system.component[body]];
        if rate > 0.0 {
            let permitted =
                permitted(request, fastest[system.component[body]], velocity.at(1, body));
            *least = least.min(OF_TERM * permitted / (size * rate));
        }
    });
    for (component, term) in greatest.iter().enumerate() {
        convergence.permit(component, if term.is_finite() { *term } else { 0.0 });
    }
}

/// Returns the time at which the first base of a power comes to 0 in a step, s from its start, if any does.
fn first_root(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    size: f64,
) -> Option<f64> {
    let root = along(expansion, request, order, |forces, system, course| {
        forces.first_root(system, course, size)
    });
    root.filter(|root| request.advances(*root))
}

/// Makes polynomials over a step of what comes close to its branch point.
fn interpolate(expansion: &mut Expansion, request: &Request, order: usize, size: f64) {
    for index in 0..request.system.forces.actions.len() {
        if !expansion.forces.branches_of(index) {
            continue;
        }
        let nothing = nothing(expansion, request, order, (index, size));
        along(expansion, request, order, |forces, system, course| {
            forces.interpolate(system, index, course, (size, nothing));
        });
    }
}

/// Returns the change of a formula over a step that counts for nothing. A constant error of a tenth of what a velocity may be off by
/// is one of polynomials that alternates.
fn nothing(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    (index, size): (usize, f64),
) -> f64 {
    let [start, end] = ends(expansion, request, order, (index, size));
    tolerated(expansion, request, (index, order), (size, end - start)) / TURNS
}

/// Lets powers stay what they are whose series have converged for a step of this size, and reach beyond their branch points, since
/// they count for nothing beside other forces: what such a series makes of nothing may have the other sign. Returns the size for
/// which the step has converged, s, if it advances the time.
pub(in crate::dynamics) fn expand_beside_negligible(
    expansion: &mut Expansion,
    request: &Request,
    size: f64,
) -> Option<f64> {
    if expansion.forces.is_taken() {
        return Some(size);
    }
    let order = expansion.order + 1;
    for index in 0..request.system.forces.actions.len() {
        let goes_far = along(expansion, request, order, |forces, system, course| {
            forces.goes_far(system, index, course, size)
        });
        if goes_far {
            let nothing = nothing(expansion, request, order, (index, size));
            along(expansion, request, order, |forces, system, course| {
                if forces.hardly_changes(system, index, course, (size, nothing)) {
                    forces.hold_powers(index);
                }
            });
        }
    }
    if !expansion.forces.is_taken() {
        return Some(size);
    }
    expansion.unfold(request.system, request.start, (size, request.tolerance), 0)
}

/// Returns the values of a formula at both ends of a step along the motion up to an order.
fn ends(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    (index, size): (usize, f64),
) -> [f64; 2] {
    let [end, start] = [size, 0.0].map(|tau| value_along(expansion, request, order, index, tau));
    [start, end]
}

/// Returns the value of a formula along the motion up to an order.
fn value_along(
    expansion: &mut Expansion,
    request: &Request,
    order: usize,
    index: usize,
    tau: f64,
) -> f64 {
    along(expansion, request, order, |forces, system, course| {
        forces.value_along(system, index, course, tau)
    })
}
