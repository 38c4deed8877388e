//! Onset of slip at contacts of massless bodies at w = 0: the rates of the forces decide.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::load::rising;
use crate::dynamics::events::resolve::{Resolved, Resolver};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_REST, NO_RATE};
use crate::dynamics::{ContactMode, State};

impl Resolver {
    /// Decides on contacts of massless bodies at w = 0 that the problem for accelerations (`order` 1) or for their rates
    /// (2) reports slipping or leaves open, by the derivative of w of that order.
    pub(in crate::dynamics::events::resolve) fn decide_rates(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &mut State,
        order: u8,
    ) -> Resolved<()> {
        let mut open = std::mem::take(&mut self.massless.index);
        open.clear();
        let places = 0..self.index.len();
        open.extend(
            places.filter(|k| self.is_open(system, state, *k, order)).map(|k| self.index[k]),
        );
        self.massless.index = open;
        if self.massless.index.is_empty() {
            return Ok(());
        }
        let highest = usize::from(order);
        self.expand_open(system, expansion, state, highest);
        self.massless.index.retain(|contact| expansion.is_algebraic(&system.rows[*contact]));
        self.solve_massless(system, expansion, highest, &[], |resolver, expansion, contact| {
            let ((at_upper, at_lower), rounded) = match state.contacts[contact].mode() {
                ContactMode::Forward => ((true, false), 0.0),
                ContactMode::Backward => ((false, true), 0.0),
                // Forces that stay as they are seem to change by what round-off of velocities makes of springs.
                ContactMode::Stuck | ContactMode::Free => {
                    let component = system.component_of_contact(contact);
                    let round_off = AT_REST * expansion.greatest_rate(system, component);
                    (resolver.at_limit[resolver.place(contact)], round_off)
                }
            };
            // With its load a limit changes, too.
            let growth = system.contacts[contact].load_growth(&expansion.load_part, highest);
            let (lower, upper) = resolver.range(system, contact);
            if at_lower && at_upper {
                return rising(lower * growth, upper * growth);
            }
            let lower = if at_lower { lower * growth - rounded } else { f64::NEG_INFINITY };
            (lower, if at_upper { upper * growth + rounded } else { f64::INFINITY })
        })?;
        for (&contact, slip) in self.massless.index.iter().zip(&self.massless.solution.slip) {
            let own = &mut state.contacts[contact];
            own.begin(ContactMode::Stuck, 0);
            own.begin_found(*slip, order);
        }
        Ok(())
    }

    /// Expands the motion up to an order, with what is open free: forces on massless bodies without it.
    fn expand_open(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        highest: usize,
    ) {
        let Self { massless, solution, .. } = self;
        massless.states.clone_from(&state.contacts);
        massless
            .index
            .iter()
            .for_each(|&contact| massless.states[contact].change(ContactMode::Free));
        let start = Start::of(state);
        expansion.start(system, &start);
        expansion.evaluate_orders(system, &start, 0..highest);
        massless.motion.clear();
        massless.motion.extend_from_slice(expansion.velocity.rows(highest));
        let bodies = system.bodies.len();
        if highest > 1 {
            // What begins to slip by its rate has ẇ = 0, as the problem for accelerations found; the forces that round-off
            // leaves it are no acceleration that stretches springs.
            let found = system.body_of.iter().zip(&solution.acceleration);
            for ((&body, acceleration), _) in found.zip(&system.mass).filter(|(_, m)| **m > 0.0) {
                massless.motion[bodies + body] = *acceleration;
            }
        }
        let start = Start { contacts: &massless.states, ..start };
        expansion.start(system, &start);
        expansion.evaluate_forces(system, &start, 0);
        for k in 1..=highest {
            for body in 0..bodies {
                expansion.position.set(k, body, expansion.velocity.at(k - 1, body) / k as f64);
                expansion.velocity.set(k, body, massless.motion[k * bodies + body]);
            }
            if k == highest {
                expansion.rest(system, &start, k);
            }
            expansion.evaluate_forces(system, &start, k);
        }
    }

    /// True if the kernel leaves open what its contact k does: it is at a limit, and at order 2 its λ does
    /// not fall.
    fn is_open(&self, system: &System, state: &State, k: usize, order: u8) -> bool {
        let contact = self.index[k];
        let departs = state.contacts[contact].leading_zeros();
        self.massless.touching[contact]
            && match (state.contacts[contact].mode(), order) {
                (ContactMode::Stuck, 1) => self.at_limit[k] != (false, false),
                // Its rate has decided.
                (ContactMode::Stuck, _) if self.at_limit[k] == (true, true) => false,
                (ContactMode::Stuck, _) => {
                    let component = system.component_of_contact(contact);
                    let forces = self.force.iter().zip(&system.body_of);
                    let own = forces.filter(|(_, body)| system.component[**body] == component);
                    let greatest = own.fold(0.0, |most: f64, (force, _)| most.max(force.abs()));
                    let rate = Bounded { value: self.rates.lambda[k], bound: NO_RATE * greatest };
                    self.at_limit[k] != (false, false) && rate.is_zero()
                }
                _ => departs == order,
            }
    }
}
