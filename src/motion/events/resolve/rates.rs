//! The rate problem: what saturated contacts do next.

use super::Resolver;
use crate::motion::elements::contact::load::rising;
use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::AT_REST;
use crate::motion::{ContactMode, State};

impl Resolver {
    /// The rate problem, in the modes that the accelerations gave: a slipping contact's friction is
    /// part of ḟ; a stuck one's λ̇ is free, or where λ is saturated it is at most the rate at which the limit grows
    /// with the load, and by slip.
    pub(super) fn gather_rates(&mut self, numbers: &Numbers, flow: &mut Flow, state: &State) {
        let start = Start::of(state);
        flow.start(numbers, &start);
        flow.forces(numbers, &start, 0);
        flow.accelerations(numbers, 0);
        flow.forces(numbers, &start, 1);
        flow.offsets(numbers, 1);
        self.force.clear();
        self.force.extend(numbers.body_of.iter().map(|&body| flow.force.at(1, body)));
        for k in 0..self.contacts.len() {
            let index = self.index[k];
            let (at_upper, at_lower) = match self.at_limit[k] {
                _ if numbers.massless && self.is_inert(numbers, flow, index) => (false, false),
                at_limit => at_limit,
            };
            let slips = state.contact_mode[index] != ContactMode::Stuck;
            let (lower, upper) = self.range(numbers, index);
            let contact = &mut self.contacts[k];
            // A limit that changes: λ̇ is counted from its rate.
            let growth = flow.limit_growth(numbers, index);
            let (limit, grown) =
                if at_upper { (upper, growth.forward) } else { (lower, growth.backward) };
            if grown != 0.0 && !slips && at_upper != at_lower {
                for (unknown, q) in contact.row.terms() {
                    self.force[unknown] -= q * limit * grown;
                }
            }
            contact.beta = flow.beta()[index];
            let climb = numbers.contacts[index].climb(state.internal(index, 1));
            // Rates that cancel leave round-off.
            let island = numbers.island_of_contact(index);
            let round_off = || AT_REST * flow.gross_rate(numbers, island);
            let free = |saturated| if saturated { climb + round_off() } else { f64::INFINITY };
            contact.upper = if slips { 0.0 } else { free(at_upper) };
            contact.lower = if slips { 0.0 } else { -free(at_lower) };
            if at_upper && at_lower && !slips {
                (contact.lower, contact.upper) =
                    rising(lower * growth.backward, upper * growth.forward);
            }
        }
    }
}
