//! Releases and catches that the guards found: what round-off may hide of them from the resolution.

use super::Resolver;
use crate::dynamics::State;
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{CATCH, CLEAR_MARGIN};
use crate::gauss::Slip;

impl Resolver {
    /// Records that the stuck contacts can no longer hold, as the guards found: in the next resolution those are at their limits
    /// that slip in the motion which sets the margin, however they share the load, and others that would be but for the round-off of
    /// the state at which it stopped. Unless something else happens then, as a body that comes to rest may let them hold, or only
    /// those give way whose limits are no more than round-off of forces: they are at them by that.
    pub fn expect_release(
        &mut self,
        system: &System,
        expansion: &mut Expansion,
        state: &State,
        is_alone: bool,
    ) {
        self.relax_limits(system, expansion, state);
        let (clusters, stuck, residual) = expansion.sticking_set();
        let Self { kernel, cut, release_uncertainty, shared, limits, relaxed_limits, .. } = self;
        let mut margins = kernel.margins(clusters, stuck);
        let load = residual.row(0);
        if is_alone && !margins.holds(load, relaxed_limits, CLEAR_MARGIN) {
            margins.cut(load, relaxed_limits, cut);
        } else {
            cut.clear();
        }
        // A release is reported to a host where loads are beyond their limits by more than round-off; how loads continue, it does
        // not report. Limits may follow them.
        let follows = system.contacts.iter().any(|entry| entry.limits_grow());
        if system.hysteresis > 0.0 && !follows {
            return;
        }
        let margin = margins.margin(load, limits);
        let part = (2.0 * margin.abs()).min(CLEAR_MARGIN);
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

    /// Forgets which contacts are at their limits, once one of them slips: its force jumps, and so do those of others.
    pub(super) fn check_cut(&mut self) {
        let cut = &self.cut;
        let in_cut = |contact: &usize| cut.get(*contact).is_some_and(|slip| *slip != Slip::Stuck);
        let mut found = self.index.iter().zip(&self.solution.slip);
        if found.any(|(contact, slip)| *slip != Slip::Stuck && in_cut(contact)) {
            self.cut.clear();
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
        let component = system.component_of_contact(contact);
        let of_forces = CATCH * expansion.force_round_off(system, time, component);
        for (other, uncertainty) in self.release_uncertainty.iter_mut().enumerate() {
            if system.component_of_contact(other) == component {
                *uncertainty = uncertainty.max(of_forces);
            }
        }
    }
}
