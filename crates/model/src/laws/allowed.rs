//! Names that formulas may use in a law that has states, or that sees where its contact's ends are.

/// Names that a formula of a law may use beside the parameters and inputs.
pub(super) struct Allowed {
    pub what: &'static str,
    pub argument: bool,
    pub load: bool,
    pub slip: bool,
    pub states: bool,
    pub there: bool,
}

/// Rule of a formula that may use all names.
pub(super) const OF_RATE: Allowed =
    Allowed { what: "a rate", argument: true, load: true, slip: true, states: true, there: true };
pub(super) const AT_REST: Allowed =
    Allowed { what: "a rate at rest", argument: false, slip: false, ..OF_RATE };
pub(super) const OF_FORCE: Allowed = Allowed { what: "the force", load: false, ..OF_RATE };
pub(super) const OF_FRICTION: Allowed = Allowed { what: "friction", slip: false, ..OF_FORCE };
pub(super) const OF_HELD: Allowed =
    Allowed { what: "a static limit or an energy", argument: false, ..OF_FRICTION };
pub(super) const OF_STORED: Allowed = Allowed { there: false, ..OF_HELD };
pub(super) const OF_NUMBERS: Allowed =
    Allowed { what: "the limit or scale of a state", states: false, ..OF_STORED };
