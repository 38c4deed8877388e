//! Trials: the present state under parameters and inputs that are only evaluated.

use crate::dynamics::State;
use crate::dynamics::elements::contact::load::take_loads;
use crate::dynamics::elements::contact::modes::classify_memoryless;
use crate::dynamics::elements::contact::take_edges;
use crate::dynamics::elements::formula::reselect_branches;
use crate::dynamics::events::resolve::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::system::given::GivenValues;
use crate::network::Network;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    pub system: System,
    pub state: State,
    pub resolver: Resolver,
}

impl Trial {
    /// Makes room to look at other values of what a system is made of; `expansion` is that of output evaluation.
    pub fn of(system: &System, state: &State, expansion: &mut Expansion) -> Self {
        let mut resolver = Resolver::default();
        resolver.resize(system);
        resolver.preallocate_evaluation(system, expansion);
        let mut system = system.clone();
        system.look.reserve(&system.forces);
        Self { system, state: state.clone(), resolver }
    }

    /// Puts its state, in which prescribed motions are, into the modes that these values need without a transition; true
    /// if they keep all rules.
    pub fn resolve_modes(
        &mut self,
        network: &Network,
        (parameters, inputs): (&[f64], &[f64]),
        rates: &[f64],
        expansion: &mut Expansion,
    ) -> bool {
        let Self { system, state, resolver } = self;
        let values = GivenValues { parameters, inputs, rates, motions: &state.given };
        if system.update(network, &values).is_err() {
            return false;
        }
        state.origin = state.time;
        system.put_known_motions(0.0, state);
        system.put_ports(state);
        for (contact, entry) in system.contacts.iter().enumerate() {
            let own = &state.contacts[contact];
            let moved = system.surface_velocity(contact, 0.0) != own.surface();
            // What begins to slip does so at w = 0, unless its surface has another velocity.
            if moved && own.leading_zeros() > 0 && !entry.slip_now(state).is_zero() {
                state.contacts[contact].leave_instant();
            }
        }
        system.take_coefficients(state);
        classify_memoryless(system, state);
        // What laws decide is by what they do under their loads.
        take_loads(system, state);
        reselect_branches(state, system, expansion, |_| false);
        system.take_coefficients(state);
        take_loads(system, state);
        take_edges(system, state);
        resolver.update(system);
        true
    }
}
