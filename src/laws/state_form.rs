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

use super::declaration::{Measure, Text};
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
    /// What it measures, which gives its unit.
    pub measure: Measure,
    /// What the derivative measures.
    pub rate: Measure,
    /// For people, without unit.
    pub description: Text,
}

/// What is told of a law: its rates, friction, and power. Of a contact that rests it is what is held against forward and
/// against backward slip, in the place of friction.
pub(super) const TOLD: usize = MOST_STATES + 3;
/// Places among these.
pub(super) const FRICTION: usize = MOST_STATES;
pub(super) const HELD_BACKWARD: usize = MOST_STATES + 1;
pub(super) const POWER: usize = MOST_STATES + 2;

/// Rates, friction and dissipated power as one formula, which says what they share once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Together {
    pub formula: Formula,
    /// Where what is told has its results.
    pub told: [usize; TOLD],
    /// What in it decides by what moves.
    pub decisions: Decisions,
}

/// What a law with states says of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StateForm {
    pub variables: Vec<StateVariable>,
    /// Name of the first of [`OWN_NAMES`].
    pub first: usize,
    /// Those of the whereabouts on which friction or rates depend, in their order.
    pub seen: Vec<usize>,
    /// True if friction is a force of the states that holds nothing.
    pub bristle: bool,
    /// While the contact slips, and else.
    pub slipping: Together,
    pub resting: Together,
    /// Per load, by s: friction against slip, the greatest friction while stuck.
    pub friction: Formula,
    /// Under a regularisation the friction that this is multiplied by.
    pub bare: Option<Formula>,
    pub holds: Formula,
    /// Friction of the slowest slip; None: what is held.
    pub slowest: Option<Formula>,
    /// Energy stored, per load.
    pub stored: Formula,
    /// Where a state tends to by forward slip and stays; its negative by backward slip.
    pub ends: [Option<Formula>; MOST_STATES],
    /// What a state is at once without a normal load; None: it moves on.
    pub unloaded: [Option<f64>; MOST_STATES],
    pub sizes: [Formula; MOST_STATES],
    /// The rates; of the first whether it is another one as soon as the contact slips.
    pub rates: [Formula; MOST_STATES],
    pub jumps: bool,
    /// True if formulas decide by what moves, each decision on a piece that the motion keeps; both of the above are then
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
    /// Friction against slip without what a regularisation makes of it.
    pub fn bare(&self) -> &Formula {
        self.bare.as_ref().unwrap_or(&self.friction)
    }

    /// All formulas of states, and of the friction that they make.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let together = [&self.slipping.formula, &self.resting.formula];
        let single = [&self.friction, &self.holds, &self.stored];
        let others = self.bare.iter().chain(&self.slowest).chain(self.ends.iter().flatten());
        together.into_iter().chain(single).chain(others).chain(&self.sizes).chain(&self.rates)
    }

    /// True if states that came as bytes are as reading makes them; `names` tells of each name of the law, those of states
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
