//! Data that a resolution keeps beside the problem that it solves.

use crate::dynamics::{ContactMode, ContactState};
use crate::gauss::{Contact, Solution};

/// Ends of the range of the share s of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Bound {
    /// s = 0: from now on the load falls back behind the limits.
    Rest,
    /// s = 1: the load grows faster than the limits can.
    Slip,
}

/// Workspace of the problems with K = 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Massless {
    /// Loaded contacts of massless bodies.
    pub touching: Vec<bool>,
    /// Modes of all contacts before the resolution; stuck where a contact holds in both directions.
    pub velocities_before: Vec<ContactMode>,
    /// States in which the expansion is set up: contacts to be decided are free.
    pub states: Vec<ContactState>,
    /// The contacts to be decided, by their indices in the network, first among `contacts`.
    pub index: Vec<usize>,
    pub contacts: Vec<Contact>,
    pub mass: Vec<f64>,
    pub load: Vec<f64>,
    pub solution: Solution,
    /// Relaxations of the ranges of these, all together on each connected component.
    pub relaxed: Vec<f64>,
    /// The greatest force on each connected component, N.
    pub greatest: Vec<f64>,
    /// Slip velocities that are round-off, m/s or rad/s, of the contacts in `index`.
    pub round_off: Vec<f64>,
    /// Velocities of all bodies and their Taylor coefficients.
    pub motion: Vec<f64>,
    /// Forces that take back what regularising masses change, by body with unknown motion.
    pub taken_back: Vec<f64>,
}

/// Forces of stuck contacts now and a short way ahead, with the load and the limits there, and what changes them.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    pub load: Vec<f64>,
    pub limits: Vec<Contact>,
    pub now: Vec<f64>,
    pub then: Vec<f64>,
    /// Rate of the load less that of what moving limits change, which `grown` has by contact; rates of limits beside it.
    pub rate: Vec<f64>,
    pub grown: Vec<f64>,
    pub shift: Vec<f64>,
}
