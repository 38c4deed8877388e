//! Changes of dry friction with the parameters of its law.

use super::Dry;
use crate::algebra::{Branch, Dual, Number, Two};
use crate::laws::declaration::Values;
use crate::laws::dry::Conditions;
use crate::laws::given::{Changing, Place};
use crate::laws::singular::{SINGULAR, near_zero};
use crate::laws::{Argument, Direction};

/// A place at which a law changes with its numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::laws) struct Spot {
    pub direction: Direction,
    pub piece: usize,
    /// |w|
    pub x: f64,
    pub at: Conditions,
    /// Change of the load.
    pub load_change: f64,
}

impl Dry {
    /// Returns the change of f at a place with the numbers, changed by `by`; with the load too, of a function of it.
    pub fn change(&self, spot: &Spot, by: Values) -> f64 {
        let Spot { direction, piece, x, at, load_change } = *spot;
        let formula = &self.formulas().formula[direction.index()];
        let mut place = self.place((direction, piece), x, at);
        let none = Branch::constant(0.0);
        place.argument.change = none;
        place.load.change = Branch::constant(load_change);
        let changing = Changing { at: place, by };
        let value: Dual<Branch> = match self.constant(direction, piece) {
            None => formula.evaluate(&changing),
            Some(_) if self.is_regularised() => formula.evaluate(&changing),
            Some(_) => near_zero(formula, &changing, self.edge(&changing)),
        };
        value.change.value
    }

    /// Returns the end of the constant branch beside a singular point, as it changes.
    fn edge(&self, changing: &Changing) -> Dual<Branch> {
        let constant = Dual::<Branch>::constant;
        let length = self.form().scales.first().map_or(constant(1.0), |scale| {
            let length: Dual<Branch> = scale.length.evaluate(changing);
            match &scale.at {
                Some(at) => length.two(at.evaluate(changing), Two::Max),
                None => length,
            }
        });
        length.times(constant(SINGULAR))
    }

    /// Returns the change of the static limit with the numbers, and with the load of a function of it.
    pub fn limit_change(&self, spot: &Spot, by: Values) -> f64 {
        let Spot { direction, at, load_change, .. } = *spot;
        // At the peak of a tyre's friction its place does not matter; a rolling one has no limit but round-off.
        if self.form().argument == Argument::SlipRatio && at.speed > 0.0 {
            return 0.0;
        }
        let place = Place {
            argument: Dual::constant(0.0),
            load: Dual::new(Branch::constant(at.load), Branch::constant(load_change)),
            values: self.values(),
        };
        let changing = Changing { at: place, by };
        let limit: Dual<Branch> = self.form().holds[direction.index()].evaluate(&changing);
        limit.change.value
    }
}
