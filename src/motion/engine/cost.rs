//! Cost of a communication step, as it is counted ([`super::effort`]).

/// Cost of resolutions up to now, and whether communication steps have a bound.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Resolved modes, each as many times as there are elements.
    pub resolutions: u64,
    /// True if one step may cost no more than [`super::effort::MOST`].
    pub bounded: bool,
}

/// Since when progress of a communication step is waited for, and what the step has cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Time and cost.
    pub since: (f64, u64),
    /// Cost when the step began.
    pub begun: u64,
    /// Cost behind its last internal step.
    pub paused: u64,
}
