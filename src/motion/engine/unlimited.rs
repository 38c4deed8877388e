//! Contacts without limits: velocities that they do not allow are refused at the start; later, where a given motion
//! jumps, they are an impact.

use super::Motion;
use crate::motion::Fault;
use crate::motion::rounding::EDGE;

/// Slip velocity of a contact without limit that is none, as a part of what it is the difference of, after what is
/// stuck together has been made to move as one.
const NO_SLIP: f64 = 1e-9;

/// What a velocity that is different after an impact is different by, relative to it: more than round-off.
const STRUCK: f64 = 1e3 * EDGE;

impl Motion {
    /// # Errors
    /// [`Fault::Parameter`] for the first contact without limit that start velocities contradict.
    pub(super) fn check_start(&self) -> Result<(), Fault> {
        for (contact, entry) in self.numbers.contacts.iter().enumerate() {
            let slip = entry.violation(&self.state);
            if slip != 0.0 {
                let name = self.network.contacts[contact].name.clone();
                let allowed = if entry.is_one_way() { "slip in this direction" } else { "slip" };
                let rule = format!(
                    "the velocities at the start contradict it: it allows no {allowed}, and they differ by {slip:e}; give its \
                     bodies start velocities that fit"
                );
                return Err(Fault::Parameter { name, rule });
            }
        }
        Ok(())
    }

    /// An impact, where given motions have jumped to what contacts without limits do not allow.
    ///
    /// # Errors
    /// [`Fault::Step`] if such contacts contradict each other.
    pub(super) fn strike(&mut self) -> Result<(), Fault> {
        let Self { numbers, state, past, .. } = self;
        let (mut any, mut jumps) = (false, false);
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            if entry.violation(state) == 0.0 {
                continue;
            }
            let jumped = past.surface_has_jumped(numbers, state, contact);
            jumps |= jumped;
            // What holds follows the samples of a motion that goes on; what slips and does so no longer has arrived.
            any |= jumped || state.contact_mode[contact].slips();
        }
        if !any {
            return Ok(());
        }
        self.came.copy_from_slice(&state.velocity);
        let struck = self.resolver.strike(&self.numbers, &mut self.state);
        struck.map_err(|error| self.fault(error))?;
        if jumps {
            let Self { numbers, state, past, came, .. } = self;
            past.note_struck(numbers, |entry| {
                let change = |(body, q): (usize, f64)| q * (state.velocity[body] - came[body]);
                let (_, scale) = entry.slip(state);
                entry.row.terms().map(change).sum::<f64>().abs() > STRUCK * scale
            });
        }
        Ok(())
    }

    /// # Errors
    /// [`Fault::Step`] for the first coupling that is none, since others contradict it.
    pub(super) fn check_couplings(&self) -> Result<(), Fault> {
        for (contact, entry) in self.numbers.contacts.iter().enumerate() {
            let (slip, scale) = entry.slip(&self.state);
            let weight: f64 = entry.row.terms().map(|(_, q)| q.abs()).sum();
            // Of what stands within a set that moves velocities are the round-off of those that do.
            let fastest =
                || self.numbers.fastest(&self.state, self.numbers.island_of_contact(contact));
            if entry.is_rigid() && slip.abs() > NO_SLIP * scale + EDGE * weight * fastest() {
                return Err(self.contradiction_of(contact));
            }
        }
        Ok(())
    }

    /// Motions that contacts without limits prescribe, this one among them, and that are none.
    pub(super) fn contradiction_of(&self, contact: usize) -> Fault {
        let name = &self.network.contacts[contact].name;
        let rule = format!(
            "the motion that {name} prescribes contradicts that of other contacts without limits, or of given motions"
        );
        Fault::Step { time: self.state.time, rule }
    }
}
