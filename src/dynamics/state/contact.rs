//! State of a contact: its mode, and what decides with it how the contact goes on.

use serde::{Deserialize, Serialize};

use super::modes::ContactMode;
use crate::gauss::Slip;
use crate::laws::Direction;

/// Leading Taylor coefficients of w that can be exactly 0 at the onset of slip: w itself, its rate after a
/// release that the rate problem decided, and the rate of that where a limit could follow the load up to now.
const MOST_ZEROS: u8 = 3;

/// Returns the direction of a slip of the kernel; None if that is none.
pub(in crate::dynamics) fn direction_of(slip: Slip) -> Option<Direction> {
    match slip {
        Slip::Stuck => None,
        Slip::Forward => Some(Direction::Forward),
        Slip::Backward => Some(Direction::Backward),
    }
}

/// State of a contact. Each change of it is one of the methods.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactState {
    mode: ContactMode,
    leading_zeros: u8,
    sliding_mode: Option<Direction>,
    branch: usize,
    held_slip: f64,
    surface: f64,
}

impl ContactState {
    /// Contact without normal load.
    pub(in crate::dynamics) const FREE: Self = Self {
        mode: ContactMode::Free,
        leading_zeros: 0,
        sliding_mode: None,
        branch: 0,
        held_slip: 0.0,
        surface: 0.0,
    };

    /// Returns the mode.
    pub fn mode(&self) -> ContactMode {
        self.mode
    }

    /// Returns the number of leading Taylor coefficients of w that are exactly 0 (within a window: unchanged) at this
    /// instant: 1 to 3 for a contact that begins to slip from w = 0 now, else 0.
    pub(in crate::dynamics) fn leading_zeros(&self) -> u8 {
        self.leading_zeros
    }

    /// Returns the direction of the slip that a stuck contact is about to have whose limits follow the load (Filippov
    /// sliding).
    pub(in crate::dynamics) fn sliding_mode(&self) -> Option<Direction> {
        self.sliding_mode
    }

    /// Returns the branch of its law on which the contact slips; where its slip velocity is not at an edge, that decides.
    pub(in crate::dynamics) fn branch(&self) -> usize {
        self.branch
    }

    /// True if nothing but its mode decides how it goes on.
    pub(in crate::dynamics) fn is_plain(&self) -> bool {
        self.leading_zeros == 0 && self.sliding_mode.is_none() && self.held_slip == 0.0
    }

    /// Returns the velocity w that a contact with a window has while it is stuck, else 0, m/s or rad/s.
    pub(in crate::dynamics) fn held_slip(&self) -> f64 {
        self.held_slip
    }

    /// Returns the velocity at which the contact would be stuck, as far as surfaces and known motions decide, m/s or rad/s.
    pub(in crate::dynamics) fn surface(&self) -> f64 {
        self.surface
    }

    /// Changes the mode alone.
    pub(in crate::dynamics) fn change(&mut self, mode: ContactMode) {
        self.mode = mode;
    }

    /// Changes the mode; leading coefficients of w are 0 from now on.
    pub(in crate::dynamics) fn begin(&mut self, mode: ContactMode, leading_zeros: u8) {
        debug_assert!(leading_zeros <= MOST_ZEROS);
        (self.mode, self.leading_zeros) = (mode, leading_zeros);
    }

    /// Begins to slip from w = 0, in a direction.
    pub(in crate::dynamics) fn begin_slip(&mut self, direction: Direction, leading_zeros: u8) {
        let mode = match direction {
            Direction::Forward => ContactMode::Forward,
            Direction::Backward => ContactMode::Backward,
        };
        self.begin(mode, leading_zeros);
    }

    /// Begins the slip that the kernel has found, unless that is none; the derivative of w of this order is the first that is not 0.
    pub(in crate::dynamics) fn begin_found(&mut self, slip: Slip, order: u8) {
        if let Some(direction) = direction_of(slip) {
            self.begin_slip(direction, order);
        }
    }

    /// Takes the mode of a slip velocity that is not 0.
    pub(in crate::dynamics) fn slip_at(&mut self, slip: f64) {
        self.mode = ContactMode::of_slip(slip);
    }

    /// Passes through w = 0.
    pub(in crate::dynamics) fn reverse(&mut self) {
        self.mode = match self.mode {
            ContactMode::Forward => ContactMode::Backward,
            ContactMode::Backward => ContactMode::Forward,
            same @ (ContactMode::Stuck | ContactMode::Free) => same,
        };
    }

    /// Sets the number of leading coefficients of w that are 0.
    pub(in crate::dynamics) fn set_leading_zeros(&mut self, leading_zeros: u8) {
        debug_assert!(leading_zeros <= MOST_ZEROS);
        self.leading_zeros = leading_zeros;
    }

    /// Leaves the instant at which it began to slip: no coefficient of w is 0 any more.
    pub(in crate::dynamics) fn leave_instant(&mut self) {
        self.leading_zeros = 0;
    }

    /// Slides while it is stuck: its limits follow the load, about to slip in a direction.
    pub(in crate::dynamics) fn slide(&mut self, direction: Option<Direction>) {
        self.sliding_mode = direction;
    }

    /// Ends its sliding; returns the direction that it had.
    pub(in crate::dynamics) fn end_sliding(&mut self) -> Option<Direction> {
        self.sliding_mode.take()
    }

    /// Takes a branch of its law.
    pub(in crate::dynamics) fn take_branch(&mut self, branch: usize) {
        self.branch = branch;
    }

    /// Sets the slip velocity that it holds, m/s or rad/s.
    pub(in crate::dynamics) fn hold(&mut self, slip: f64) {
        self.held_slip = slip;
    }

    /// Releases the slip velocity that it held, unless it is stuck.
    pub(in crate::dynamics) fn release_slip(&mut self) {
        if self.mode != ContactMode::Stuck {
            self.held_slip = 0.0;
        }
    }

    /// Takes the velocity at which it would be stuck, m/s or rad/s; returns the one before.
    pub(in crate::dynamics) fn take_surface(&mut self, velocity: f64) -> f64 {
        std::mem::replace(&mut self.surface, velocity)
    }

    /// Takes the state of the same contact of another system, at an instant at which it does not begin to slip.
    pub(in crate::dynamics) fn take_from(&mut self, other: &Self) {
        *self = Self { leading_zeros: 0, sliding_mode: None, ..*other };
    }

    /// Tests whether this can be the state of a contact, which bytes from elsewhere may break.
    ///
    /// # Errors
    /// The rule that is broken, in words.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.leading_zeros > MOST_ZEROS {
            return Err(format!(
                "{} leading coefficients of a saved slip velocity are 0, at most {MOST_ZEROS} can be",
                self.leading_zeros
            ));
        }
        Ok(())
    }
}
