//! A communication step as a host of FMI 3.0 asks for it.

/// Where a communication step ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Nowhere.
    Nowhere,
    /// After its first transition.
    AfterTransition,
    /// Before its first transition, which is then pending; `within` the step too, or only at its end.
    BeforeTransition {
        /// True if a transition within the step ends it too.
        within: bool,
    },
}

/// How far a communication step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The end that was asked for.
    End,
    /// Right behind a transition.
    Transition,
    /// Right before a transition, which is pending.
    Eve,
    /// The end of an internal step: [`Instance::resume`] goes on.
    Pause,
}

/// A communication step under way.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    pub begin: f64,
    pub end: f64,
    pub halt: Halt,
}
