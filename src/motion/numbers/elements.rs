//! Springs, dampers and sources.

use crate::gauss::Row;

#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct SpringNumbers {
    pub row: Row,
    pub stiffness: f64,
    pub cubic: f64,
    pub damping: f64,
    /// Half gap Δ; 0 for a bilateral spring.
    pub freeplay: f64,
    /// Deflection of the row that counts as 0, and its rate, which is 0 but in a variation.
    pub offset: [f64; 2],
    /// What its own numbers add to the force of order 1; 0 but in a variation.
    pub drift: f64,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct DamperNumbers {
    pub row: Row,
    pub damping: f64,
    /// What its own numbers add to the force of order 1; 0 but in a variation.
    pub drift: f64,
}

/// The force `amplitude·cos(angular_frequency·t + phase)` on a body.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct SourceNumbers {
    pub body: usize,
    pub amplitude: f64,
    pub angular_frequency: f64,
    pub phase: f64,
}
