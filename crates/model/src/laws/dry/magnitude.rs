//! The magnitude of friction at a place, on the branches of a law with its numbers.

use super::{Conditions, Dry};
use crate::algebra::{Branch, Dual};
use crate::laws::declaration::Values;
use crate::laws::form::{Form, Magnitude};
use crate::laws::given::{ARGUMENT, LOAD, Place};
use crate::laws::{Argument, Direction};

impl Dry {
    pub(in crate::laws) fn form(&self) -> &Form {
        self.kind.form()
    }

    pub(in crate::laws) fn formulas(&self) -> &Magnitude {
        self.form().magnitude(self.regularisation)
    }

    pub(in crate::laws) fn values(&self) -> Values<'_> {
        Values::new(&self.numbers, &self.ends)
    }

    pub(super) fn variable(&self) -> usize {
        if self.form().argument == Argument::Load { LOAD } else { ARGUMENT }
    }

    /// Returns the values of the argument that part the branches of a direction, in order; branch 0 begins at 0, and the
    /// last has no end.
    pub fn kinks(&self, direction: Direction) -> &[f64] {
        &self.sides[direction.index()].kinks
    }

    /// Returns the branch of a value of the argument; at a kink the one above it.
    pub fn piece(&self, direction: Direction, argument: f64) -> usize {
        self.kinks(direction).partition_point(|kink| *kink <= argument)
    }

    /// Returns the branch of a value of the argument that stays what it is: at a kink that kink alone, counted behind all others.
    pub fn piece_of_constant(&self, direction: Direction, argument: f64) -> usize {
        let (above, kinks) = (self.piece(direction, argument), self.kinks(direction));
        let is_kink = above > 0 && kinks[above - 1] == argument;
        if is_kink { kinks.len() + above } else { above }
    }

    /// Returns a value of the argument inside a branch.
    pub fn inside(&self, direction: Direction, piece: usize) -> f64 {
        let kinks = self.kinks(direction);
        if piece > kinks.len() {
            return kinks[piece - kinks.len() - 1];
        }
        let start = if piece == 0 { 0.0 } else { kinks[piece - 1] };
        kinks.get(piece).map_or(2.0 * start + 1.0, |end| 0.5 * (start + end))
    }

    /// Returns the friction that does not change on a branch next to a singular point.
    pub(in crate::laws) fn constant(&self, direction: Direction, piece: usize) -> Option<f64> {
        self.sides[direction.index()].constant.filter(|_| piece == 0)
    }

    /// Returns a place on a branch, as it changes with x.
    pub(in crate::laws) fn place(
        &self,
        (direction, piece): (Direction, usize),
        x: f64,
        at: Conditions,
    ) -> Place<'_, Dual<Branch>> {
        let inside = self.inside(direction, piece);
        let own = |value: f64| Branch::new(value, value);
        let (argument, rate, load) = match self.form().argument {
            Argument::Slip => (Branch::new(x, inside), 1.0, own(at.load)),
            Argument::Load => (own(x), 1.0, Branch::new(at.load, inside)),
            // Where nothing moves a wheel starts by slipping wholly; beyond S = 1 the formula itself holds S there.
            Argument::SlipRatio if at.speed == 0.0 => (own(1.0), 0.0, own(at.load)),
            Argument::SlipRatio => {
                (Branch::new(x / at.speed, inside), 1.0 / at.speed, own(at.load))
            }
        };
        Place {
            argument: Dual::new(argument, own(rate)),
            load: Dual::new(load, own(0.0)),
            values: self.values(),
        }
    }

    /// Returns f and ∂f/∂x at x ≥ 0, at a kink those right of it.
    pub fn magnitude(&self, direction: Direction, x: f64, at: Conditions) -> (f64, f64) {
        let argument = match self.form().argument {
            Argument::Slip => x,
            Argument::Load => at.load,
            Argument::SlipRatio if x < at.speed => x / at.speed,
            Argument::SlipRatio => 1.0,
        };
        let piece = match self.form().argument {
            Argument::Load => self.piece_of_constant(direction, argument),
            Argument::Slip | Argument::SlipRatio => self.piece(direction, argument),
        };
        if let Some(constant) = self.constant(direction, piece) {
            let smooth = self.regularisation.is_some();
            return if smooth { (constant * x, constant) } else { (constant, 0.0) };
        }
        let place = self.place((direction, piece), x, at);
        let Dual { value, change } = self.formulas().formula[direction.index()].evaluate(&place);
        (value.value, change.value)
    }
}
