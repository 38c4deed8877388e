//! The rate problem: what saturated contacts do next.

use super::Resolver;
use crate::dynamics::elements::contact::load::{limit_growth, rising};
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::AT_REST;
use crate::dynamics::{ContactMode, State};

impl Resolver {
    /// Assembles the rate problem, in the modes that the accelerations gave: a slipping contact's friction is part of
    /// ḟ; a stuck one's λ̇ is free, or where λ is saturated it is at most the rate at which the limit grows with the
    /// load, and by slip.
    pub(super) fn assemble_rates(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
    ) {
        let start = Start::of(state);
        expansion.start(system, &start);
        expansion.evaluate_order(system, &start, 0);
        expansion.forces(system, &start, 1);
        expansion.offsets(system, 1);
        self.force.clear();
        self.force.extend(system.body_of.iter().map(|&body| expansion.force.at(1, body)));
        for k in 0..self.contacts.len() {
            let index = self.index[k];
            let (at_upper, at_lower) = match self.at_limit[k] {
                _ if system.massless && self.is_inert(system, expansion, index) => (false, false),
                at_limit => at_limit,
            };
            let slips = state.contacts[index].mode() != ContactMode::Stuck;
            let (lower, upper) = self.range(system, index);
            let contact = &mut self.contacts[k];
            // A limit that changes: λ̇ is counted from its rate.
            let growth = limit_growth(expansion, system, index);
            let (limit, grown) =
                if at_upper { (upper, growth.forward) } else { (lower, growth.backward) };
            if grown != 0.0 && !slips && at_upper != at_lower {
                for (unknown, q) in contact.row.terms() {
                    self.force[unknown] -= q * limit * grown;
                }
            }
            contact.beta = expansion.beta()[index];
            let slowest = system.contacts[index].growth_rate(state.internal(index, 1));
            // Rates that cancel leave round-off.
            let component = system.component_of_contact(index);
            let round_off = || AT_REST * expansion.magnitude_sum_of_rate(system, component);
            let free = |saturated| if saturated { slowest + round_off() } else { f64::INFINITY };
            contact.upper = if slips { 0.0 } else { free(at_upper) };
            contact.lower = if slips { 0.0 } else { -free(at_lower) };
            // What others at their limits exert by round-off is none that it could not hold.
            if at_upper && at_lower && !slips {
                let (lower, upper) = rising(lower * growth.backward, upper * growth.forward);
                let rounded = round_off();
                (contact.lower, contact.upper) = (lower - rounded, upper + rounded);
            }
        }
    }
}
