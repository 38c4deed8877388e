//! A normal load that changes within a step.

/// `N = base + rate·τ + factor·F`, τ from the present time on
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) struct LoadNumbers {
    pub base: f64,
    /// Derivative of a load that is a ramp.
    pub rate: f64,
    pub source: Option<LoadMaker>,
    pub factor: f64,
    /// Whose load it is.
    pub contact: usize,
}

/// What makes a force that is a normal load, or part of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::motion) enum LoadMaker {
    Spring(usize),
    /// An action of [`ForceNumbers`].
    Formula(usize),
}
