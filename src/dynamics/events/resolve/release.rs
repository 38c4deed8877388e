//! Releases and catches that the guards found: what round-off may hide of them from the resolution.

use super::Resolver;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{CATCH, MOST_UNCERTAIN};
use crate::dynamics::{ContactMode, State};

/// Factor, and the greatest one, by which contacts are searched for farther off their limits where a release finds none.
const FARTHER: f64 = 8.0;
const FARTHEST: f64 = 1e6;

impl Resolver {
    /// Records that the stuck contacts can no longer hold, as the guards found: in the next resolution those are
    /// saturated that would be but for the round-off of the state at which it stopped. Whether one must be found: what
    /// else happens then, as a body that comes to rest, may let them hold.
    pub fn expect_release(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        must_be_found: bool,
    ) {
        (self.released, self.required) = (true, must_be_found);
        // A release is reported to a host where loads are beyond their limits by more than round-off; how loads continue, it does
        // not report. Limits may follow them.
        let follows = system.contacts.iter().any(|entry| entry.climbs());
        if system.hysteresis > 0.0 && !follows {
            return;
        }
        let margin = self.present_margin(system, expansion, state);
        let (clusters, stuck, _) = expansion.sticking_set();
        let part = (2.0 * margin.abs()).min(MOST_UNCERTAIN);
        let Self { release_uncertainty, shared, limits, .. } = self;
        let cluster = |contact: usize| {
            system.rows[contact].terms().next().map(|(body, _)| clusters.cluster_of(body))
        };
        shared.clear();
        shared.resize(clusters.count(), 0.0);
        for own in clusters.redundant().iter().filter_map(|contact| cluster(*contact)) {
            if shared[own] == 0.0 {
                let sharing = |other: &usize| stuck[*other] && cluster(*other) == Some(own);
                let sharing = (0..limits.len()).filter(sharing);
                shared[own] = sharing.map(|other| limits[other].width()).sum();
            }
        }
        // Only contacts that share their load may seem as far off as the ranges of all of these are.
        release_uncertainty.fill(0.0);
        for (contact, limits) in limits.iter().enumerate().filter(|(own, _)| stuck[*own]) {
            let shared = cluster(contact).map_or(0.0, |own| shared[own]);
            release_uncertainty[contact] = part * limits.width().max(shared);
        }
    }

    /// Records that a contact may stick within its window, as the guards found: in the next resolution it does so where
    /// only the round-off of forces is against it.
    pub fn expect_overrun(
        &mut self,
        system: &System,
        expansion: &Expansion,
        time: f64,
        contact: usize,
    ) {
        let island = system.island_of_contact(contact);
        let of_forces = CATCH * expansion.force_round_off(system, time, island);
        for (other, uncertainty) in self.release_uncertainty.iter_mut().enumerate() {
            if system.island_of_contact(other) == island {
                *uncertainty = uncertainty.max(of_forces);
            }
        }
    }

    /// True if all contacts still hold although one of them must slip. Those that share a load may seem far off their limits,
    /// by what the ranges of others are too wide: in the next pass they are searched for farther off.
    pub(super) fn looks_farther(&mut self, state: &State) -> bool {
        let holds = |contact: &usize| {
            state.contacts[*contact].mode() == ContactMode::Stuck
                && state.contacts[*contact].sliding_mode().is_none()
        };
        let none = self.required && self.near < FARTHEST && self.index.iter().all(holds);
        if none {
            self.near *= FARTHER;
        }
        none
    }
}
