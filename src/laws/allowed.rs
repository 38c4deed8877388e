//! What formulas of a law may name that has states, or sees where its contact's ends are.

/// What a formula of a law may name beside the parameters and inputs.
pub(super) struct Allowed {
    pub what: &'static str,
    pub argument: bool,
    pub load: bool,
    pub slip: bool,
    pub states: bool,
    pub there: bool,
}

/// What may name anything.
pub(super) const OF_RATE: Allowed =
    Allowed { what: "a rate", argument: true, load: true, slip: true, states: true, there: true };
pub(super) const AT_REST: Allowed =
    Allowed { what: "a rate at rest", argument: false, slip: false, ..OF_RATE };
pub(super) const OF_FORCE: Allowed = Allowed { what: "the force", load: false, ..OF_RATE };
pub(super) const OF_FRICTION: Allowed =
    Allowed { what: "friction against slip", slip: false, ..OF_FORCE };
pub(super) const OF_HELD: Allowed =
    Allowed { what: "what holds or is stored", argument: false, ..OF_FRICTION };
pub(super) const OF_STORED: Allowed = Allowed { there: false, ..OF_HELD };
pub(super) const OF_NUMBERS: Allowed =
    Allowed { what: "an end or a size of a state", states: false, ..OF_STORED };
