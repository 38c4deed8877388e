//! Contacts between prescribed motions that alternate at one instant, where a host integrates.
//!
//! A contact that knows nothing of the mass that a host moves cannot hold it: what else acts there pushes it off
//! immediately, and friction brings it back. Each slip is as slow as what the host's event location leaves of w. After
//! four such slips friction goes through w = 0 along a steep line instead,
//!
//! ```text
//!   λ = λ_applied + F w/v    for |w| ≤ v,
//! ```
//! and v doubles with every four further ones, until the steps of the host resolve the line. A slip that becomes faster,
//! or lasts, begins again. So the host continues, and receives what is missing.

use super::Simulator;
use crate::dynamics::ContactMode;
use crate::dynamics::elements::contact::nominal::{line_end, nominal_slip};
use crate::dynamics::hybrid::Dynamics;
use crate::dynamics::state::SLOW_SLIPS;
use crate::dynamics::system::given::next_version;
use crate::laws::Direction;

impl Simulator {
    /// Returns the contacts that a host keeps from resting, since they do not know its mass.
    pub(crate) fn alternating(&self) -> impl Iterator<Item = usize> + '_ {
        let slow_slips = self.dynamics.state.slow_slips.iter().enumerate();
        slow_slips.filter(|(_, count)| **count >= SLOW_SLIPS).map(|(contact, _)| contact)
    }

    /// Records how fast contacts between prescribed motions slip, where a host has brought them.
    pub(super) fn record_speeds(&mut self) {
        let Dynamics { system, state, .. } = &mut self.dynamics;
        for (contact, entry) in system.contacts.iter().enumerate().filter(|(_, e)| e.kinematic) {
            let slip = entry.slip(state);
            state.record_speed(contact, slip / nominal_slip(system, contact).0);
        }
    }

    /// Sets the friction of contacts on their lines, at the present velocities.
    pub(super) fn follow_lines(&mut self) {
        let Self { network, dynamics: Dynamics { system, state, .. }, .. } = self;
        for contact in 0..system.contacts.len() {
            if !system.contacts[contact].kinematic {
                continue;
            }
            let end = line_end(system, contact, state);
            let entry = &mut system.contacts[contact];
            if end == 0.0 && entry.line == 0.0 {
                continue;
            }
            let slip = entry.slip(state);
            let direction = if slip < 0.0 { Direction::Backward } else { Direction::Forward };
            entry.line = match state.contacts[contact].mode() {
                ContactMode::Stuck if end > 0.0 => entry.kinetic(direction) / end,
                _ => 0.0,
            };
            let applied = network.contacts[contact].applied_force;
            entry.applied_force = applied.map_or(0.0, |id| state.inputs[id.0]) + entry.line * slip;
            system.given_version = next_version();
        }
    }
}
