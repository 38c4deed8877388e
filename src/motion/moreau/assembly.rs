//! The kernel's problem of a step: unknowns Δv, masses and what adds to them, impulses, contacts, edges.
//!
//! The edge of a spring or damper with one unknown end resists only that body: its viscosity joins the
//! body's mass, and only friction and the edges between two bodies are left to the kernel.

use super::springs::Linear;
use super::{Holding, Moreau, THETA};
use crate::gauss::{Contact, Row};
use crate::laws::Limits;
use crate::motion::State;
use crate::motion::flow::{Flow, exert};
use crate::motion::forces::Instant;
use crate::motion::numbers::{ContactNumbers, Numbers};
use crate::motion::resolve::{ResolveError, check_force};

impl Moreau {
    /// # Errors
    /// Those of [`check_force`] for the first impulse that cannot be resolved.
    pub(super) fn assemble(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
        h: f64,
    ) -> Result<(), ResolveError> {
        self.mass.clone_from(&numbers.mass);
        self.impulse.fill(0.0);
        self.edges.clear();
        self.index.clear();
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if !entry.kinematic && entry.is_loaded() {
                self.add_contact(numbers, contact, entry, h);
            }
        }
        for (spring, entry) in numbers.springs.iter().enumerate() {
            let (start, middle) =
                (entry.deflection(&state.position), entry.deflection(&self.middle));
            let rate = entry.row.apply(&self.velocity);
            let linear = entry.linear(self.branch[spring], start, middle, rate, h);
            self.add_edge(numbers, &entry.row, linear, h);
        }
        for entry in &numbers.dampers {
            let force = entry.damping * entry.row.apply(&self.velocity);
            let linear = Linear { force, slope: h * entry.damping };
            self.add_edge(numbers, &entry.row, linear, h);
        }
        self.add_formulas(numbers, flow, state, h);
        for source in &numbers.sources {
            let time = state.time + THETA * h;
            let angle = source.angular_frequency * time + source.phase;
            self.impulse[source.body] += h * source.amplitude * libm::cos(angle);
        }
        self.load.clear();
        let middle = state.time - state.origin + THETA * h;
        for (&body, &mass) in numbers.body_of.iter().zip(&numbers.mass) {
            let force = numbers.force[body] + numbers.force_rate[body] * middle;
            let load = h * force + self.impulse[body];
            check_force(body, load, mass)?;
            self.load.push(load);
        }
        Ok(())
    }

    /// Formulas at the middle of the step with the velocities at its end, on their tangents at Δv = 0. A force that falls
    /// where a spring's or damper's rises is taken for Δv = 0.
    fn add_formulas(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State, h: f64) {
        let (time, tau) = (state.time + THETA * h, state.time - state.origin + THETA * h);
        self.pieces.clone_from(&state.force_piece);
        let motion = (&self.middle[..], &self.velocity[..]);
        let (forces, pieces) = (&numbers.forces, &mut self.pieces);
        flow.forces.mend_pieces(forces, (time, tau), motion, pieces, |_| false, |_| 0.0);
        for action in forces.actions.iter().filter(|action| action.sign != 0.0) {
            let at = Instant { time, tau, pieces: &self.pieces };
            let motion = (&self.middle[..], &self.velocity[..]);
            let (value, slopes) = flow.forces.tangent(forces, action, &at, motion);
            let [stiffness, damping] = slopes.map(|slope| (action.sign * slope).max(0.0));
            let slope = h * (h * THETA * THETA * stiffness + damping);
            self.add_edge(numbers, &action.row, Linear { force: action.sign * value, slope }, h);
        }
    }

    fn add_contact(&mut self, numbers: &Numbers, contact: usize, entry: &ContactNumbers, h: f64) {
        let speed = self.slip[contact].abs();
        let (limits, viscosity) = if entry.law.is_regularised() || entry.rolls() {
            (Limits::default(), entry.secant(self.slip[contact]))
        } else {
            let limits = match self.holding[contact] {
                Holding::Static => entry.static_limits(),
                Holding::Kinetic(_) => entry.limits_at(speed),
                Holding::Released => entry.kinetic_limits(),
            };
            (limits, entry.law.viscous())
        };
        let (row, beta) = (numbers.rows[contact], self.offset[contact]);
        let viscous = h * viscosity;
        let (lower, upper) = (-h * limits.backward, h * limits.forward);
        self.index.push(contact);
        self.edges.push(Contact { row, beta, lower, upper, viscous });
    }

    fn add_edge(&mut self, numbers: &Numbers, row: &Row, linear: Linear, h: f64) {
        exert(row, h * linear.force, &mut self.impulse);
        let unknown = numbers.over_unknown(row);
        if linear.slope > 0.0 && !self.join_mass(&unknown, linear.slope) && unknown.pair().is_some()
        {
            let viscous = linear.slope;
            self.edges.push(Contact { row: unknown, beta: 0.0, lower: 0.0, upper: 0.0, viscous });
        }
    }

    /// Adds the viscosity of a row with one unknown body to its mass; false for other rows.
    fn join_mass(&mut self, row: &Row, viscous: f64) -> bool {
        let mut terms = row.terms();
        match (terms.next(), terms.next()) {
            (Some((unknown, q)), None) => {
                self.mass[unknown] += viscous * q * q;
                true
            }
            _ => false,
        }
    }
}
