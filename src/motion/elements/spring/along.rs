//! Springs and dampers along the flow, order by order.

use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;

impl Flow {
    /// Forces of springs of order k.
    pub fn spring_forces(&mut self, numbers: &Numbers, k: usize) {
        let Self { plan, position, velocity, deflection, square, spring_force, force, .. } = self;
        let (position, velocity, force) = (position.row(k), velocity.row(k), force.row_mut(k));
        let offset = |spring: usize| numbers.springs[spring].offset.get(k).copied().unwrap_or(0.0);
        let (deflected, pulls) = (deflection.row_mut(k), spring_force.row_mut(k));
        for one in &plan.acting {
            let (spring, e) = (one.index, one.link.apply(position) - offset(one.index));
            let beyond = if k == 0 { plan.reach(numbers, spring, e) } else { e };
            let mut made = one.stiffness * beyond;
            if one.damping != 0.0 {
                made += one.damping * one.link.apply(velocity);
            }
            deflected[spring] = e;
            pulls[spring] = made;
            one.link.exert(made, force);
        }
        for one in &plan.cubic {
            let (spring, e) = (one.index, one.link.apply(position) - offset(one.index));
            deflection.set(k, spring, e);
            square.set(k, spring, deflection.product_term(deflection, spring, k));
            let cube = numbers.springs[spring].cubic * square.product_term(deflection, spring, k);
            let made = one.stiffness * e + one.damping * one.link.apply(velocity) + cube;
            spring_force.set(k, spring, made);
            one.link.exert(made, force);
        }
        for one in &plan.idle {
            deflection.set(k, one.index, one.link.apply(position) - offset(one.index));
            spring_force.set(k, one.index, 0.0);
        }
        if numbers.varies && k == 1 {
            for one in plan.acting.iter().chain(&plan.cubic) {
                let drift = numbers.springs[one.index].drift;
                spring_force.row_mut(1)[one.index] += drift;
                one.link.exert(drift, force);
            }
        }
    }

    /// The same of dampers.
    pub fn damper_forces(&mut self, numbers: &Numbers, k: usize) {
        let Self { plan, velocity, damper_force, force, .. } = self;
        let (velocity, force) = (velocity.row(k), force.row_mut(k));
        for one in &plan.dampers {
            let drift =
                if numbers.varies && k == 1 { numbers.dampers[one.index].drift } else { 0.0 };
            let made = one.damping * one.link.apply(velocity) + drift;
            damper_force.set(k, one.index, made);
            one.link.exert(made, force);
        }
    }
}
