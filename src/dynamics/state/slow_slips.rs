//! Slips of contacts between prescribed motions that are over immediately, where a host integrates
//! ([`crate::dynamics::simulator`]).

use super::{ContactMode, State};
use crate::dynamics::tolerances::{LEFT_BY_HOSTS, SHIFT};

/// Slow slips in a row before friction goes along a line through w = 0, and before that becomes less steep.
pub(in crate::dynamics) const SLOW_SLIPS: u8 = 4;

/// A slip may pass the end of the line by this factor, between the points at which a host searches for events.
const OVERSHOOT: f64 = 4.0;

/// Communication steps that a slow slip lasts at most.
const STEPS: f64 = 8.0;

impl State {
    /// Returns the slip velocity up to which friction of a contact goes along a line, over the nominal one; 0: there is none.
    pub(in crate::dynamics) fn line_end(&self, contact: usize) -> f64 {
        match self.slow_slips[contact] / SLOW_SLIPS {
            0 => 0.0,
            level => libm::ldexp(SHIFT, level.into()),
        }
    }

    /// Records the slip velocity of a contact between prescribed motions, over the nominal one.
    pub(in crate::dynamics) fn record_speed(&mut self, contact: usize, slip: f64) {
        if let Some(direction) = self.contacts[contact].mode().direction() {
            let peak = &mut self.slip_peak[contact];
            *peak = peak.max(direction.sign() * slip);
        }
    }

    /// Records that a contact between prescribed motions changes its mode, before that is counted. `step`: communication step, s.
    pub(in crate::dynamics) fn record_turn(
        &mut self,
        contact: usize,
        from: ContactMode,
        step: f64,
    ) {
        let lasted = self.time - self.counters[contact].last_event_time;
        let peak = std::mem::take(&mut self.slip_peak[contact]);
        if from == ContactMode::Stuck {
            return;
        }
        let slow = OVERSHOOT * self.line_end(contact).max(LEFT_BY_HOSTS * SHIFT);
        let alternates = peak <= slow && lasted <= STEPS * step;
        let slow_slips = &mut self.slow_slips[contact];
        *slow_slips = if alternates { slow_slips.saturating_add(1) } else { 0 };
    }
}
