//! Whether few looks tell a law over ranges of where its ends are: no narrow bump can hide between them.

use super::{At, Evolving};
use crate::algebra::{Dual, Formula, Interval};
use crate::laws::Direction;
use crate::laws::given::{SLIP, THERE};
use crate::laws::reach::Reach;
use crate::laws::sense::{MOST_STATES, Sense};

/// A formula is told where what its slopes change by makes no more than this share of its greatest value.
const SHARE: f64 = 0.25;

impl Evolving {
    /// Whether friction, or what is held, and the rates are told in some states.
    pub(in crate::laws) fn is_told(
        &self,
        sense: Sense,
        states: [f64; MOST_STATES],
        reach: &Reach,
    ) -> bool {
        let form = self.form();
        if form.seen.is_empty() {
            return true;
        }
        let side = match sense {
            Sense::Slip(direction) => direction.sign(),
            Sense::Rest | Sense::Free => 0.0,
        };
        let slip = if side == 0.0 { (0.0, 0.0) } else { reach.slip };
        let told = |formula, side| self.is_told_by(formula, (side, slip), states, reach);
        let friction = match sense {
            Sense::Rest | Sense::Free if !form.bristle => {
                let sides = &Direction::BOTH[..if form.two_sided { 2 } else { 1 }];
                sides.iter().all(|direction| told(&form.holds, direction.sign()))
            }
            _ => told(&form.friction, side),
        };
        friction && form.rates[..form.variables.len()].iter().all(|rate| told(rate, side))
    }

    /// Whether one formula is, for slip in a direction with this sign, at these speeds.
    fn is_told_by(
        &self,
        formula: &Formula,
        (side, slip): (f64, (f64, f64)),
        states: [f64; MOST_STATES],
        reach: &Reach,
    ) -> bool {
        let form = self.form();
        let range = |(low, high): (f64, f64)| Interval::between(low, high);
        let middle = reach.there.map(|(low, high)| low + 0.5 * (high - low));
        let at = At { side, ..At::rest(states, middle) };
        let mut spot = Self::spot::<Dual<Interval>>(at, self.values(), form.first);
        spot.at.argument.value = range((slip.0.max(0.0), slip.1.max(0.0)));
        spot.own[SLIP].value = range((side * slip.0, side * slip.1));
        for place in &form.seen {
            spot.own[THERE + place].value = range(reach.there[*place]);
        }
        let mut sum = 0.0;
        let mut greatest = 0.0;
        for place in &form.seen {
            let (low, high) = reach.there[*place];
            if low == high {
                continue;
            }
            spot.own[THERE + place].change = Interval::point(1.0);
            let Dual { value, change } = formula.evaluate(&spot);
            spot.own[THERE + place].change = Interval::point(0.0);
            greatest = value.magnitude();
            sum += 0.5 * (high - low) * (change.high - change.low);
        }
        sum.is_finite() && sum <= SHARE * greatest
    }
}
