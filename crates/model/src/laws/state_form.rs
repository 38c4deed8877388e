//! The states of a law as its file says them: how they move, what force they make and what energy they store. A law whose
//! friction depends on where its ends are, on their velocities or on the time, all of them p, is one of these, too; it may
//! have no states at all.
//!
//! ```text
//!   ẋ = rate(x, p, w, |w|, sgn w, N),   λ = N·force(x, p, w, |w|, sgn w) + C·w                           nothing is held at w = 0
//!                                 or    λ = N·friction(x, p, |w|)·sgn w + C·w,  |λ| ≤ N·static(x, p) at w = 0
//!   dissipated power = λ·w − N·d/dt stored(x)
//! ```
//! Friction, and what is held, may be another formula in each direction of slip: both are then one formula that decides by s,
//! which stands for the direction in which the contact would slip where it is asked what it holds.

use serde::{Deserialize, Serialize};

use super::declaration::{FRICTION_WORD, Measure, Text};
use super::given::OWN_NAMES;
use super::sense::MOST_STATES;
use super::whereabouts::WHEREABOUTS;
use crate::algebra::{Decisions, Formula};

/// An internal state of a law.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateVariable {
    /// Name without normal load. The start value has a 0 behind it, the derivative `Rate`.
    pub name: Text,
    /// Name with a normal load.
    pub loaded_name: Text,
    /// Symbol in formulas; the name if it has no other.
    pub symbol: Text,
    /// Measure of the state, which gives its unit.
    pub measure: Measure,
    /// Measure of the derivative.
    pub rate: Measure,
    /// Description in words, without unit; friction stands there as `{friction}`.
    pub description: Text,
}

impl StateVariable {
    /// Returns its description with a word for friction, such as "friction coefficient".
    pub fn text(&self, friction: &str) -> String {
        self.description.replace(FRICTION_WORD, friction)
    }
}

/// Number of results of a law: its rates, friction, and power. Those of a contact at rest are, in the place of friction, what is
/// held against forward and against backward slip.
pub(super) const TOLD: usize = MOST_STATES + 3;
/// Places among these.
pub(super) const FRICTION: usize = MOST_STATES;
pub(super) const HELD_BACKWARD: usize = MOST_STATES + 1;
pub(super) const POWER: usize = MOST_STATES + 2;

/// Rates, friction and dissipated power as one formula, which says what they share once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Together {
    pub formula: Formula,
    /// Places of the results in the formula.
    pub told: [usize; TOLD],
    /// Decisions in it by variables that move.
    pub decisions: Decisions,
}

/// Formulas and properties of the states of a law.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StateForm {
    pub variables: Vec<StateVariable>,
    /// Name of the first of [`OWN_NAMES`].
    pub first: usize,
    /// Law arguments on which friction or rates depend, in their order.
    pub seen: Vec<usize>,
    /// True if friction is a force of the states that holds nothing.
    pub bristle: bool,
    /// Formulas while the contact slips, and else.
    pub slipping: Together,
    pub resting: Together,
    /// Per load, by s: friction against slip, the static friction.
    pub friction: Formula,
    /// Friction by which a regularisation is multiplied.
    pub bare: Option<Formula>,
    pub holds: Formula,
    /// Friction of the slowest slip; None: what is held.
    pub slowest: Option<Formula>,
    /// Energy stored, per load.
    pub stored: Formula,
    /// Value to which a state tends by forward slip, and at which it stays; its negative by backward slip.
    pub ends: [Option<Formula>; MOST_STATES],
    /// Value that a state takes immediately without a normal load; None: it continues to move.
    pub unloaded: [Option<f64>; MOST_STATES],
    pub sizes: [Formula; MOST_STATES],
    /// The rates; true if the first is another one as soon as the contact slips.
    pub rates: [Formula; MOST_STATES],
    pub jumps: bool,
    /// True if formulas decide by what moves, each decision on a branch that the motion keeps; both of the above are then
    /// parts of one formula.
    pub pieced: bool,
    /// True if friction, or what is held, differs by the direction of slip.
    pub two_sided: bool,
    /// True if the static limit changes while the contact is stuck.
    pub limit_moves: bool,
    /// True if a rate depends on the normal load.
    pub on_load: bool,
}

impl Together {
    fn is_sound(&self, names: &[bool]) -> bool {
        let count = self.formula.nodes().len();
        self.told.iter().all(|place| *place < count)
            && self.decisions.is_sound(&self.formula, names)
    }
}

impl StateForm {
    /// Returns the friction against slip without what a regularisation makes of it.
    pub fn bare(&self) -> &Formula {
        self.bare.as_ref().unwrap_or(&self.friction)
    }

    /// Returns all formulas of states, and of the friction that they make.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let together = [&self.slipping.formula, &self.resting.formula];
        let single = [&self.friction, &self.holds, &self.stored];
        let others = self.bare.iter().chain(&self.slowest).chain(self.ends.iter().flatten());
        together.into_iter().chain(single).chain(others).chain(&self.sizes).chain(&self.rates)
    }

    /// True if states that came as bytes are as reading makes them; `names` says of each name of the law, those of states
    /// apart, whether it is a list.
    pub fn is_sound(&self, names: &[bool]) -> bool {
        let own: Vec<bool> = names.iter().copied().chain([false; OWN_NAMES]).collect();
        let starts = self.unloaded.iter().flatten();
        self.first == names.len()
            && self.seen.iter().all(|place| *place < WHEREABOUTS)
            && self.variables.len() <= MOST_STATES
            && self.formulas().all(|formula| formula.is_sound(&own))
            && starts.copied().all(f64::is_finite)
            && [&self.slipping, &self.resting].into_iter().all(|one| one.is_sound(&own))
    }
}
