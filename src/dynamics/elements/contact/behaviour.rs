//! Data of behaviours of contacts: of what they are asked, and their answers.

use crate::dynamics::ContactState;
use crate::laws::Direction;

/// Properties of a behaviour that the rest of the dynamics asks for, the same for all contacts that have it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    /// It may be stuck at slip velocities other than 0.
    pub sticks_in_motion: bool,
    /// Its limits are not those of its law alone.
    pub own_limits: bool,
    /// It has guards of its own.
    pub own_guards: bool,
    /// A state of its law holds it while it is stuck, so that w need not be 0.
    pub held_by_state: bool,
    /// Friction makes a step where slip begins or ends, or the law has more than slip and load to go by.
    pub steps: bool,
    /// Friction is made of the velocities of both ends ([`super::Behaviour::force_term`]).
    pub of_ends: bool,
}

/// Slip of a contact along an expansion: its coefficients of order k in the direction of slip.
pub(super) struct SlipTerm {
    pub k: usize,
    pub direction: Direction,
    pub own: ContactState,
    /// Velocity of the first end, and that of the second one less: the slip velocity.
    pub first: f64,
    pub slip: f64,
    /// Velocity up to which an end stands still beside the other one.
    pub stands: f64,
}

/// Branch on which the friction of a contact is expanded.
pub(super) struct SlipBranch<'s> {
    /// Branch of its law.
    pub of_law: &'s mut usize,
    /// True if the first end is the faster one.
    pub first_leads: &'s mut bool,
    /// Sign of the slip in the direction of the mode.
    pub side: &'s mut f64,
}

/// Request of a change of a contact, beside the state that it has given it.
pub(super) enum Applied {
    /// States of its law to be those of its mode.
    Enters,
    /// A resolution, if this is true.
    Resolves(bool),
    /// Loads to be taken anew, then a resolution if it can stick; if it cannot and this is true, it begins to slip.
    TakesLoads(bool),
}
