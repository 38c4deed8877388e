//! The certificate of a margin: the motion that the load drives hardest against its friction, and what slips in it.

use super::cut::{Task, slip, usage};
use crate::Slip;

/// The motion that sets ρ, and the best one of a search that may set it next.
#[derive(Clone, Debug, Default)]
pub(super) struct Certificate {
    kind: Kind,
    motion: Vec<f64>,
    candidate: Vec<f64>,
    /// Quotient of the candidate.
    quotient: f64,
}

/// Contacts of a cycle that use most of their limits, each with the limit.
pub(super) type Used = [Option<(usize, f64)>; 2];

#[derive(Clone, Copy, Debug, Default)]
enum Kind {
    /// The contact that uses most of its limit: others do not share its force.
    #[default]
    Contact,
    Limits(Used),
    Motion,
}

impl Certificate {
    /// Begins a margin: the contact that uses most of its limit sets it, unless something else is taken.
    pub fn clear(&mut self) {
        self.kind = Kind::Contact;
    }

    /// Returns the motion that sets the margin; None if single contacts do.
    pub fn motion(&self) -> Option<&[f64]> {
        matches!(self.kind, Kind::Motion).then_some(&self.motion)
    }

    /// Takes these limits of a cycle.
    pub fn take_limits(&mut self, limits: Used) {
        self.kind = Kind::Limits(limits);
    }

    /// Takes the motion of one body, of so many, by `x`.
    pub fn take_body(&mut self, bodies: usize, body: usize, x: f64) {
        self.kind = Kind::Motion;
        self.motion.clear();
        self.motion.resize(bodies, 0.0);
        self.motion[body] = x;
    }

    /// Begins a search for a candidate.
    pub fn withdraw(&mut self) {
        self.quotient = 0.0;
    }

    /// Makes a motion the candidate if its quotient is greater.
    pub fn propose(&mut self, quotient: f64, motion: impl Iterator<Item = f64>) {
        if quotient > self.quotient {
            self.quotient = quotient;
            self.candidate.clear();
            self.candidate.extend(motion);
        }
    }

    /// Takes the candidate.
    pub fn take_candidate(&mut self) {
        self.kind = Kind::Motion;
        std::mem::swap(&mut self.motion, &mut self.candidate);
    }

    /// Writes of each contact how it slips; `lambda` are its forces where others do not share them.
    pub fn write(&self, task: &Task, lambda: &[f64], slips: &mut Vec<Slip>) {
        slips.clear();
        slips.resize(task.contacts.len(), Slip::Stuck);
        let stuck = (0..task.contacts.len()).filter(|contact| task.stuck[*contact]);
        match self.kind {
            Kind::Contact => {
                let used = |contact: &usize| usage(&task.contacts[*contact], lambda[*contact]);
                if let Some(contact) = stuck.max_by(|a, b| used(a).total_cmp(&used(b))) {
                    slips[contact] = Slip::of(lambda[contact]);
                }
            }
            Kind::Limits(limits) => {
                for (contact, bound) in limits.into_iter().flatten() {
                    slips[contact] = Slip::of(bound);
                }
            }
            Kind::Motion => stuck.for_each(|contact| {
                slips[contact] = Slip::of(slip(&task.contacts[contact].row, &self.motion));
            }),
        }
    }
}
