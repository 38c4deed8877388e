//! Modes of contacts and springs, as they are reported.

use serde::{Deserialize, Serialize};

use crate::gauss::Slip;
use crate::laws::Direction;

/// Mode of a contact; the numbers are those of the Modelica Standard Library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(i32)]
pub enum ContactMode {
    /// w < 0
    Backward = -1,
    /// w held at exactly 0
    Stuck = 0,
    /// w > 0
    Forward = 1,
    /// no normal load
    Free = 2,
}

/// Mode of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(i32)]
pub enum SpringMode {
    /// e below the lower edge, pushing
    Left = -1,
    /// e within the gap, no force
    Gap = 0,
    /// e above the upper edge, pushing
    Right = 1,
    /// in reach on either side, but damping would pull: no force
    Lifted = 2,
    /// without freeplay: always in reach
    Bilateral = 3,
}

impl SpringMode {
    /// Returns the mode for the opposite sign of the deflection.
    pub(crate) fn mirrored(self) -> Self {
        match self {
            SpringMode::Left => SpringMode::Right,
            SpringMode::Right => SpringMode::Left,
            same => same,
        }
    }

    /// True if the spring exerts its force.
    pub(in crate::dynamics) fn acts(self) -> bool {
        !matches!(self, SpringMode::Gap | SpringMode::Lifted)
    }
}

impl ContactMode {
    /// Returns the mode of a slip velocity that is not 0.
    pub(in crate::dynamics) fn of_slip(slip: f64) -> Self {
        if slip > 0.0 { ContactMode::Forward } else { ContactMode::Backward }
    }

    pub(in crate::dynamics) fn slips(self) -> bool {
        matches!(self, ContactMode::Forward | ContactMode::Backward)
    }

    /// Returns the slip of the kernel in this mode.
    pub(in crate::dynamics) fn slip(self) -> Slip {
        match self {
            ContactMode::Forward => Slip::Forward,
            ContactMode::Backward => Slip::Backward,
            ContactMode::Stuck | ContactMode::Free => Slip::Stuck,
        }
    }

    /// Returns the direction of a contact that slips.
    pub(in crate::dynamics) fn direction(self) -> Option<Direction> {
        match self {
            ContactMode::Forward => Some(Direction::Forward),
            ContactMode::Backward => Some(Direction::Backward),
            ContactMode::Stuck | ContactMode::Free => None,
        }
    }
}
