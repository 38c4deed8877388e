//! Start of an expansion.

use super::{ContactMode, SpringMode, State};

/// Start of an expansion: values of every body, and modes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub time: f64,
    /// Time since the inputs were given.
    pub tau: f64,
    pub position: &'a [f64],
    pub velocity: &'a [f64],
    pub contact_mode: &'a [ContactMode],
    pub spring_mode: &'a [SpringMode],
    /// Branches of formulas.
    pub force_piece: &'a [usize],
    /// Leading coefficients of slip velocities that are 0, and branches of laws.
    pub leading_zeros: &'a [u8],
    pub piece: &'a [usize],
    /// Slip velocities of stuck contacts with windows.
    pub held_slip: &'a [f64],
    /// Internal states of laws.
    pub internal: &'a [f64],
    /// Stuck contacts whose limits follow the load, by the sign of their slip.
    pub filippov: &'a [i8],
}

impl<'a> Start<'a> {
    /// Makes the start at the present of a state.
    pub fn of(state: &'a State) -> Self {
        Start {
            time: state.time,
            tau: state.tau(),
            position: &state.position,
            velocity: &state.velocity,
            contact_mode: &state.contact_mode,
            spring_mode: &state.spring_mode,
            force_piece: &state.force_piece,
            leading_zeros: &state.leading_zeros,
            piece: &state.piece,
            held_slip: &state.held_slip,
            internal: &state.internal,
            filippov: &state.filippov,
        }
    }
}
