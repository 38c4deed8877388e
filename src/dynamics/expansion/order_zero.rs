//! Start to which the forces and accelerations of order 0 belong: a resolution and the expansion behind it share them.

use crate::dynamics::start::Start;
use crate::dynamics::system::System;
use crate::dynamics::{ContactState, SpringMode};

/// Start to which the coefficients of order 0 belong, and all else that they are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderZero {
    pub known: Known,
    /// Versions of parameters and of given values.
    versions: (u64, u64),
    time: f64,
    tau: f64,
    position: Vec<f64>,
    velocity: Vec<f64>,
    contacts: Vec<ContactState>,
    spring_mode: Vec<SpringMode>,
    force_branch: Vec<usize>,
    internal: Vec<f64>,
}

/// Coefficients of order 0 that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Known {
    #[default]
    Nothing,
    Forces,
    Accelerations,
}

impl OrderZero {
    /// Forgets what is there.
    pub fn forget(&mut self) {
        self.known = Known::Nothing;
    }

    /// True if what is there is of this start.
    pub fn is_of(&self, system: &System, start: &Start) -> bool {
        self.known != Known::Nothing
            && self.versions == (system.version, system.given_version)
            && (self.time, self.tau) == (start.time, start.tau)
            && self.position == start.position
            && self.velocity == start.velocity
            && self.contacts == start.contacts
            && self.spring_mode == start.spring_mode
            && self.force_branch == start.force_branch
            && self.internal == start.internal
    }

    /// Takes the start of which forces are there now.
    pub fn take(&mut self, system: &System, start: &Start) {
        self.known = Known::Forces;
        self.versions = (system.version, system.given_version);
        (self.time, self.tau) = (start.time, start.tau);
        start.position.clone_into(&mut self.position);
        start.velocity.clone_into(&mut self.velocity);
        start.contacts.clone_into(&mut self.contacts);
        start.spring_mode.clone_into(&mut self.spring_mode);
        start.force_branch.clone_into(&mut self.force_branch);
        start.internal.clone_into(&mut self.internal);
    }
}
