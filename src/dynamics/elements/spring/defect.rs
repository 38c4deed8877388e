//! One spring along a step: a nonlinear force is no polynomial of the motion.

use crate::dynamics::methods::taylor::defect::{
    PLACES, Step, ValidLength, shorter, terms, violation,
};
use crate::dynamics::tolerances::{LEAST_EXACT, OF_SUM};

/// Evaluates the defect of a spring along a step.
pub(in crate::dynamics) fn spring_reach(step: &Step, spring: usize, size: f64) -> ValidLength {
    let right = ValidLength { size, leaves: false };
    if step.system.springs[spring].is_linear() {
        return right;
    }
    let mut places = PLACES.iter().map(|place| place * size);
    let cut = places.find_map(|tau| {
        let violation = spring_violation(step, spring, tau)?;
        Some(shorter(tau, violation, step.expansion.order))
    });
    ValidLength { size: cut.unwrap_or(size), ..right }
}

/// Returns the defect violation of the force of a nonlinear spring at τ; None if there is none.
fn spring_violation(step: &Step, spring: usize, tau: f64) -> Option<f64> {
    let (expansion, entry) = (step.expansion, &step.system.springs[spring]);
    let order = expansion.order;
    let force = expansion.spring_force.value(spring, order, tau);
    let e = expansion.deflection.value(spring, order + 1, tau);
    // Not of the deflection: a prescribed velocity need not be the derivative of the prescribed position.
    let speed = |(body, q): (usize, f64)| q * expansion.velocity.value(body, order, tau);
    let speeds = || entry.row.terms().map(speed);
    let rate: f64 = speeds().sum();
    let elastic = [entry.stiffness * e, entry.characteristic.force(e)];
    let exact = elastic[0] + entry.damping * rate + elastic[1];
    let scale = step.force_on(entry.row.terms().map(|(body, _)| body));
    let scale = scale.max(force.abs()).max(exact.abs());
    // A rate is as exact as the velocities that it is the difference of.
    let rounded = terms(&expansion.spring_force, spring, order, tau)
        + elastic.iter().map(|part| part.abs()).sum::<f64>()
        + entry.damping * speeds().map(f64::abs).sum::<f64>();
    let allowed = step.demand.relative * scale
        + step.negligible(&entry.row)
        + OF_SUM * (rounded + LEAST_EXACT);
    violation((force - exact).abs(), allowed)
}
