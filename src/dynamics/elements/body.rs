//! Bodies: what moves them.

use crate::dynamics::prescribed::Prescribed;

/// Motion of a body: free or known.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) enum BodyData {
    /// Index among the bodies with unknown motion.
    Free {
        unknown: usize,
    },
    Known(Prescribed),
}

/// The force `amplitude·cos(angular_frequency·t + phase)` on a body.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct ExcitationData {
    pub body: usize,
    pub amplitude: f64,
    pub angular_frequency: f64,
    pub phase: f64,
}
