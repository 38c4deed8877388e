//! One formula along a step: its value as it is, against the polynomial that stands for it.

use super::{ActionData, Instant, has_left};
use crate::dynamics::events::roots::is_point;
use crate::dynamics::methods::taylor::defect::{
    Defect, MOST_EVALUATIONS, PLACES, Step, ValidLength, shorter, terms, violation,
};
use crate::dynamics::start::Start;
use crate::dynamics::tolerances::{LEAST_EXACT, OF_SUM};

/// Returns a force that changes the velocities of the bodies on which it acts by no more than their round-off within τ.
fn unaffected(step: &Step, action: &ActionData, tau: f64) -> f64 {
    let momenta = action.row.terms().filter_map(|(body, q)| {
        let mass = step.system.unknown_mass(body)?;
        Some((mass * step.expansion.velocity.at(0, body) / q).abs())
    });
    let least = momenta.fold(f64::INFINITY, f64::min);
    match tau {
        // Within no time nothing changes: places in the shortest step that there is are its start.
        0.0 => f64::INFINITY,
        _ if least.is_finite() => f64::EPSILON * least / tau,
        _ => 0.0,
    }
}

/// Evaluates the defect of a formula that acts on bodies along a step.
pub(in crate::dynamics) fn formula_reach(
    defect: &mut Defect,
    step: &Step,
    index: usize,
    size: f64,
    whole: bool,
) -> ValidLength {
    let Step { system, expansion, state, .. } = *step;
    let action = &system.forces.actions[index];
    let acts = action.row.terms().next().is_some();
    let forces = &expansion.forces;
    let decides = !system.forces.on(action, &state.force_branch).decisions.is_empty();
    // What stands for powers about their branch points has been compared with them.
    let compared = forces.interpolates() && forces.branches_of(index);
    let linear = forces.is_linear(index, None) && !decides;
    if !acts || compared || linear {
        return ValidLength { size, leaves: false };
    }
    let start = Start::of(state).instant();
    take_arguments(defect, step, action, &start);
    let length = defect.arguments.len();
    let components = system.forces.action(action).variables.len();
    defect.intervals.start(&defect.arguments, size, components);
    // What a power leaves of 0 on the way shows at the places of a step: it rises ever less.
    let ended = forces.is_linear_beside_ended(index, expansion.order + 1);
    let here = expansion.formula_force.at(0, index).abs();
    let bodies = action.row.terms().map(|(body, _)| body);
    let (mut scale, mut good) = (step.force_on(bodies).max(here), 0.0);
    for look in 0.. {
        let Some((left, right, b)) = defect.intervals.top(length) else { break };
        if look >= MOST_EVALUATIONS {
            return ValidLength { size: good, leaves: false };
        }
        let wider = |(least, most): (f64, f64), x: &f64| (least.min(*x), most.max(*x));
        let range = |component: usize| {
            let values = b.iter().skip(component).step_by(components);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), wider)
        };
        let (branches, forces) = (&state.force_branch, &system.forces);
        defect.look.fix(forces, action, &start);
        defect.samples.take(forces, action, &defect.look.values, (0..components).map(range));
        if look == 0 {
            scale = scale.max(defect.samples.greatest(forces, action, branches).unwrap_or(0.0));
        }
        defect.evaluations += 1;
        let samples = ended || defect.samples.is_sampled(forces, action, branches, scale);
        if !samples && !is_point(left, right, size) {
            defect.intervals.split_top(left + 0.5 * (right - left), length, components);
            continue;
        }
        for place in PLACES {
            let tau = left + place * (right - left);
            defect.evaluations += 1;
            match judge(defect, step, (index, ended), action, tau) {
                (true, _) if !whole => return ValidLength { size, leaves: true },
                (_, Some(violation)) => {
                    let size = shorter(tau, violation, expansion.order).max(good);
                    return ValidLength { size, leaves: false };
                }
                _ => good = tau,
            }
        }
        defect.intervals.clear_top(length, components);
    }
    ValidLength { size, leaves: false }
}

/// Takes the coefficients of what a formula depends on, order by order.
fn take_arguments(defect: &mut Defect, step: &Step, action: &ActionData, start: &Instant) {
    let Step { system, expansion, .. } = *step;
    let motion = (&expansion.position, &expansion.velocity);
    defect.arguments.clear();
    for k in 0..=expansion.order + 1 {
        defect.arguments.extend(expansion.forces.terms(&system.forces, action, start, motion, k));
    }
}

/// True if a formula is on another branch at τ, and its greatest defect violation.
fn judge(
    defect: &mut Defect,
    step: &Step,
    (index, ended): (usize, bool),
    action: &ActionData,
    tau: f64,
) -> (bool, Option<f64>) {
    let Step { system, expansion, state, demand } = *step;
    let components = system.forces.action(action).variables.len();
    for (component, name) in system.forces.action(action).variables.iter().enumerate() {
        let series = defect.arguments.iter().skip(component).step_by(components);
        let value = series.rev().fold(0.0, |sum, c| sum * tau + c);
        defect.look.values[*name] = value;
    }
    let exact = defect.look.value(&system.forces, action, &state.force_branch);
    let force = expansion.formula_force.value(index, expansion.order, tau);
    // Below their branch points powers are 0.
    let exact = if ended && exact.is_nan() { force } else { exact };
    let bodies = action.row.terms().map(|(body, _)| body);
    let scale = step.force_on(bodies).max(force.abs()).max(exact.abs());
    let rounded = terms(&expansion.formula_force, index, expansion.order, tau)
        + exact.abs()
        + expansion.forces.magnitude_sum(index);
    // A power that is round-off from its branch point is taken for 0.
    let taken =
        2.0 * (expansion.forces.at_start(index) - expansion.formula_force.at(0, index)).abs();
    let allowed = demand.relative * scale
        + step.negligible(&action.row)
        + OF_SUM * (rounded + LEAST_EXACT)
        + unaffected(step, action, tau)
        + taken;
    let off = |defect: &mut Defect, decision| off_here(defect, step, action, decision);
    // What positions are made of is known to more digits at the start than here.
    let mut beyond = violation((force - exact).abs(), allowed)
        .and_then(|_| violation((force - exact).abs(), allowed + off(defect, None)));
    let decisions = &system.forces.action(action).decisions;
    let mut leaves = false;
    for decision in 0..decisions.len() {
        let branch = state.force_branch[action.first_branch + decision];
        let number = defect.look.number(decisions, decision);
        let size = expansion.forces.decision_magnitude_sum(index, decision) + number.abs();
        let level = |level| system.forces.level(action, decision, level);
        leaves |= has_left(branch, (number, size), level);
        let order = 0..=expansion.order + 1;
        let series = order
            .rev()
            .fold(0.0, |sum, k| sum * tau + expansion.forces.decision(index, decision, k));
        let allowed = demand.of_decisions() * (size + LEAST_EXACT);
        let late = violation((series - number).abs(), allowed).and_then(|_| {
            violation((series - number).abs(), allowed + off(defect, Some(decision)))
        });
        beyond = match (beyond, late) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
    }
    (leaves, beyond)
}

/// Returns by how much round-off of what a formula depends on changes its value, or the number of a decision, at what was taken.
fn off_here(defect: &mut Defect, step: &Step, action: &ActionData, decision: Option<usize>) -> f64 {
    let Step { system, expansion, state, .. } = *step;
    let motion = (expansion.position.row(0), expansion.velocity.row(0));
    defect.look.off((&system.forces, action, &state.force_branch, decision), motion)
}
