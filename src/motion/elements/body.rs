//! Bodies: what moves them.

use crate::motion::prescribed::Prescribed;

/// What moves a body.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) enum BodyNumbers {
    /// Index among the bodies with unknown motion.
    Free {
        unknown: usize,
    },
    Known(Prescribed),
}

/// The force `amplitude·cos(angular_frequency·t + phase)` on a body.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct SourceNumbers {
    pub body: usize,
    pub amplitude: f64,
    pub angular_frequency: f64,
    pub phase: f64,
}
