//! Test of whether a few samples determine friction over ranges of the slip: by the scales of a law, or by bounds of its slopes.

use super::{Dry, Side};
use crate::algebra::{Dual, Interval, Number};
use crate::laws::given::Place;
use crate::laws::reach::{Reach, is_bounded, needs_few_samples};
use crate::laws::{Argument, Direction};

impl Dry {
    /// True if the values of f at a few places of a range determine it there. Where a user-defined law changes follows
    /// from its scales, or its slopes.
    pub fn needs_few_samples(&self, reach: &Reach) -> bool {
        let range = match self.form().argument {
            Argument::Slip => reach.slip,
            Argument::Load => reach.load,
            Argument::SlipRatio => reach.ratio(),
        };
        let bends = |(at, length): &(f64, f64)| match at.is_nan() {
            false => needs_few_samples(range, *at, *length),
            true => Direction::BOTH.into_iter().all(|direction| {
                self.kinks(direction)
                    .last()
                    .is_none_or(|end| needs_few_samples(range, *end, *length))
            }),
        };
        // Nothing is told as long as it is constant beside a singular point.
        let singular =
            |side: &Side| side.constant.is_none() || needs_few_samples(range, 0.0, side.kinks[0]);
        let form = self.form();
        let silent = form.checked && form.states.is_none() && self.scales.is_empty();
        self.scales.iter().all(bends)
            && self.sides.iter().all(singular)
            && (!silent || self.is_told_by_slopes(range))
    }

    /// True if bounds of its slopes, on each branch, show that a few samples determine friction over a range.
    fn is_told_by_slopes(&self, (least, greatest): (f64, f64)) -> bool {
        let formulas = self.formulas();
        if formulas.linear || self.form().argument == Argument::Load {
            return true;
        }
        let told = |direction: Direction, low: f64, high: f64| {
            let range = (low.max(least), high.min(greatest));
            let mut place: Place<'_, Dual<Interval>> = Place {
                argument: Dual::constant(0.0),
                load: Dual::constant(1.0),
                values: self.values(),
            };
            place.argument.value = Interval::between(range.0, range.1);
            place.argument.change = Interval::point(1.0);
            let formula = &formulas.formula[direction.index()];
            range.0 >= range.1 || is_bounded([range].into_iter(), |_| formula.evaluate(&place))
        };
        Direction::BOTH.into_iter().all(|direction| {
            let kinks = self.kinks(direction);
            let constant = usize::from(self.sides[direction.index()].constant.is_some());
            (constant..=kinks.len()).all(|piece| {
                // Beside a kink: at it there are two slopes.
                let low = if piece == 0 { 0.0 } else { kinks[piece - 1].next_up() };
                let high = kinks.get(piece).map_or(f64::INFINITY, |kink| kink.next_down());
                told(direction, low, high)
            })
        })
    }
}
