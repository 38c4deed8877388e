//! One spring along a step: a cubic force is no polynomial of the motion.

use crate::motion::methods::taylor::defect::{
    PLACES, ROUND_OFF, Reached, Step, excess, shorter, terms,
};

impl Step<'_> {
    /// Looks along a step at a spring.
    pub fn along_spring(&self, spring: usize, size: f64) -> Reached {
        let right = Reached { size, leaves: false };
        if self.numbers.springs[spring].cubic == 0.0 {
            return right;
        }
        let mut places = PLACES.iter().map(|place| place * size);
        let cut = places.find_map(|tau| {
            let excess = self.spring_excess(spring, tau)?;
            Some(shorter(tau, excess, self.flow.order))
        });
        Reached { size: cut.unwrap_or(size), ..right }
    }

    /// By how much the force of a cubic spring is off at τ.
    fn spring_excess(&self, spring: usize, tau: f64) -> Option<f64> {
        let (flow, entry) = (self.flow, &self.numbers.springs[spring]);
        let order = flow.order;
        let force = flow.spring_force.value(spring, order, tau);
        let e = flow.deflection.value(spring, order + 1, tau);
        // Not of the deflection: a velocity that is given need not be the derivative of the position that is.
        let speed = |(body, q): (usize, f64)| q * flow.velocity.value(body, order, tau);
        let rate: f64 = entry.row.terms().map(speed).sum();
        let parts = [entry.stiffness * e, entry.damping * rate, entry.cubic * e * e * e];
        let exact: f64 = parts.iter().sum();
        let scale = self.force_on(entry.row.terms().map(|(body, _)| body));
        let scale = scale.max(force.abs()).max(exact.abs());
        let rounded = terms(&flow.spring_force, spring, order, tau)
            + parts.iter().map(|part| part.abs()).sum::<f64>();
        let allowed =
            self.demand.relative * scale + self.negligible(&entry.row) + ROUND_OFF * rounded;
        excess((force - exact).abs(), allowed)
    }
}
