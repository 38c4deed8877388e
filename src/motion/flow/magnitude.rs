//! How large forces are before they cancel, which is the scale of their round-off, and whether they are
//! numbers at all.

use super::Flow;
use crate::gauss::Row;
use crate::motion::numbers::Numbers;

impl Flow {
    /// The greatest term of any force at the start of the flow, before terms cancel.
    pub fn gross_force(&self, numbers: &Numbers) -> f64 {
        let terms = |row: &Row, motion: &[f64]| -> f64 {
            row.terms().map(|(body, q)| (q * motion[body]).abs()).sum()
        };
        let (position, velocity) = (self.position.row(0), self.velocity.row(0));
        let springs = numbers.springs.iter().map(|spring| {
            let reach = terms(&spring.row, position);
            let cubic = (spring.cubic * reach * reach).abs();
            (spring.stiffness.abs() + cubic) * (reach + spring.freeplay)
                + spring.damping * terms(&spring.row, velocity)
        });
        let dampers =
            numbers.dampers.iter().map(|damper| damper.damping * terms(&damper.row, velocity));
        let contacts = numbers.contacts.iter().map(|contact| {
            let limits = contact.greatest_limits();
            let speed = terms(&contact.row, velocity) + contact.surface.velocity.abs();
            limits.forward.max(limits.backward) + contact.law.viscous() * speed
        });
        let sources = numbers.sources.iter().map(|source| source.amplitude.abs());
        let given = numbers.force.iter().map(|force| force.abs());
        given.chain(sources).chain(springs).chain(dampers).chain(contacts).fold(0.0, f64::max)
    }

    /// Whether every coefficient is a number.
    pub fn is_finite(&self) -> bool {
        let (force, motion) = (self.order, self.order + 1);
        [(&self.force, force), (&self.residual, force), (&self.spring_force, force)]
            .into_iter()
            .chain([(&self.velocity, motion), (&self.position, motion)])
            .chain([(&self.slip, motion), (&self.deflection, motion)])
            .all(|(series, order)| series.rows(order).iter().all(|c| c.is_finite()))
    }
}
