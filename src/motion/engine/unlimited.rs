//! Contacts without limits: velocities that they do not allow are refused at the start; later, where a given motion
//! jumps, they are an impact.

use super::Motion;
use crate::motion::numbers::Numbers;
use crate::motion::rounding::EDGE;
use crate::motion::{Fault, State};

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

    /// An impact, where given motions have jumped to what contacts without limits do not allow, or carry along what is stuck to
    /// them (`followed`).
    ///
    /// # Errors
    /// [`Fault::Step`] if such contacts contradict each other.
    pub(super) fn strike(&mut self, followed: bool) -> Result<(), Fault> {
        let Self { numbers, state, past, .. } = self;
        let (mut any, mut jumps) = (false, followed);
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
            if entry.is_rigid() && !is_held(&self.numbers, &self.state, contact) {
                return Err(self.contradiction_of(contact));
            }
        }
        Ok(())
    }

    /// Bodies that are held by a surface that has not jumped move as it does now: it may have come to rest, but for
    /// round-off.
    ///
    /// # Errors
    /// As [`Motion::strike`].
    pub(super) fn follow_surfaces(&mut self) -> Result<(), Fault> {
        let moves = |contact| self.is_moved(contact);
        if !(0..self.numbers.contacts.len()).any(moves) {
            return Ok(());
        }
        self.came.copy_from_slice(&self.state.velocity);
        loop {
            let Self { numbers, flow, state, past, .. } = &mut *self;
            flow.join(numbers, &state.contact_mode);
            flow.let_go(numbers, |contact| past.holds_on(numbers, state, contact));
            flow.follow(numbers, state.tau(), &state.held_slip, &mut state.velocity);
            let mut redundant = flow.clusters.redundant().iter();
            let contradicted = redundant.find(|one| !is_held(numbers, state, **one)).copied();
            if !contradicted.is_some_and(|contact| self.tear(contact)) {
                break;
            }
            self.state.velocity.copy_from_slice(&self.came);
        }
        // A freewheel that turns may stop what follows.
        self.strike(true)
    }

    /// True if a contact is held by a surface that moves otherwise than it did.
    fn is_moved(&self, contact: usize) -> bool {
        let Self { numbers, state, .. } = self;
        numbers.contacts[contact].is_held(state.contact_mode[contact])
            && numbers.surface_velocity(contact, state.tau()) != state.surface[contact]
    }

    /// What something else holds back cannot follow a surface, whose motion is no sample of a smooth one then: of a set that
    /// contradicts itself those contacts are torn off that have a limit, and a surface that moves otherwise, as far as there
    /// are such ones. Whether any is.
    fn tear(&mut self, contradicted: usize) -> bool {
        let set_of = |motion: &Self, contact: usize| {
            let body = motion.numbers.rows[contact].terms().next();
            body.map(|(unknown, _)| motion.flow.clusters.cluster_of(unknown))
        };
        let set = set_of(self, contradicted);
        let yields = |motion: &Self, contact: usize| {
            let Self { numbers, state, past, .. } = motion;
            let entry = &numbers.contacts[contact];
            !entry.is_unlimited()
                && entry.is_held(state.contact_mode[contact])
                && set_of(motion, contact) == set
                && past.holds_on(numbers, state, contact)
        };
        let contacts = 0..self.numbers.contacts.len();
        let moving = contacts.clone().any(|one| yields(self, one) && self.is_moved(one));
        let mut any = false;
        for contact in contacts {
            if yields(self, contact) && (!moving || self.is_moved(contact)) {
                self.past.note_torn(contact);
                any = true;
            }
        }
        any
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

/// True if a contact is at the slip velocity at which it is held.
fn is_held(numbers: &Numbers, state: &State, contact: usize) -> bool {
    let entry = &numbers.contacts[contact];
    let (slip, scale) = entry.slip(state);
    let weight: f64 = entry.row.terms().map(|(_, q)| q.abs()).sum();
    // Of what stands within a set that moves velocities are the round-off of those that do.
    let fastest = || numbers.fastest(state, numbers.island_of_contact(contact));
    let off = (slip - state.held_slip[contact]).abs();
    off <= NO_SLIP * scale || off <= NO_SLIP * scale + EDGE * weight * fastest()
}
