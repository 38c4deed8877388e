//! Whether few looks tell a law over ranges of where its ends are: no narrow bump can hide between them.

use super::{At, Evolving};
use crate::algebra::{Dual, Formula, Interval};
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
        let friction = match sense {
            _ if form.bristle => &form.friction,
            Sense::Slip(_) => &form.friction,
            Sense::Rest | Sense::Free => &form.holds,
        };
        let rates = &form.rates[..form.variables.len()];
        let told = |formula| self.is_told_by(formula, sense, states, reach);
        told(friction) && rates.iter().all(told)
    }

    fn is_told_by(
        &self,
        formula: &Formula,
        sense: Sense,
        states: [f64; MOST_STATES],
        reach: &Reach,
    ) -> bool {
        let form = self.form();
        let range = |(low, high): (f64, f64)| Interval::between(low, high);
        let middle = reach.there.map(|(low, high)| low + 0.5 * (high - low));
        let side = match sense {
            Sense::Slip(direction) => direction.sign(),
            Sense::Rest | Sense::Free => 0.0,
        };
        let at = At { side, ..At::rest(states, middle) };
        let mut spot = Self::spot::<Dual<Interval>>(at, self.values(), form.first);
        let slip = if side == 0.0 { (0.0, 0.0) } else { reach.slip };
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
