//! Test of whether a few samples determine a law over ranges of its slip, of its states and of where its ends are.

use super::{At, Evolving};
use crate::algebra::{Dual, Formula, Interval};
use crate::laws::Direction;
use crate::laws::given::{SLIP, STATE, THERE};
use crate::laws::reach::{Reach, is_bounded};
use crate::laws::sense::Sense;

impl Evolving {
    /// True if few samples determine friction, or what is held, and the rates. Those of a law that is built in are, by
    /// their states.
    pub(in crate::laws) fn needs_few_samples(&self, sense: Sense, reach: &Reach) -> bool {
        let form = self.form();
        if form.seen.is_empty() && !self.kind.form().checked {
            return true;
        }
        let side = match sense {
            Sense::Slip(direction) => direction.sign(),
            Sense::Rest | Sense::Free => 0.0,
        };
        let slip = if side == 0.0 { (0.0, 0.0) } else { reach.slip };
        let told = |formula, side| self.is_told_by(formula, (side, slip), reach);
        let friction = match sense {
            Sense::Rest | Sense::Free if !form.bristle => {
                let sides = &Direction::BOTH[..if form.two_sided { 2 } else { 1 }];
                sides.iter().all(|direction| told(&form.holds, direction.sign()))
            }
            _ => told(&form.friction, side),
        };
        friction && form.rates[..form.variables.len()].iter().all(|rate| told(rate, side))
    }

    /// True if one formula is, for slip in a direction with this sign, at these speeds.
    fn is_told_by(
        &self,
        formula: &Formula,
        (side, slip): (f64, (f64, f64)),
        reach: &Reach,
    ) -> bool {
        let form = self.form();
        let middle = |(low, high): (f64, f64)| low + 0.5 * (high - low);
        let at = At { side, ..At::rest(reach.states.map(middle), reach.there.map(middle)) };
        let mut spot = Self::spot::<Dual<Interval>>(at, self.values(), form.first);
        let range = |(low, high): (f64, f64)| Interval::between(low, high);
        let slip = (slip.0.max(0.0), slip.1.max(0.0));
        spot.at.argument.value = range(slip);
        spot.at.load.value = range(reach.load);
        spot.own[SLIP].value = range((side * slip.0, side * slip.1));
        let states = (0..form.variables.len()).map(|state| (STATE + state, reach.states[state]));
        let there = form.seen.iter().map(|place| (THERE + place, reach.there[*place]));
        let own = || states.clone().chain(there.clone());
        for (name, along) in own() {
            spot.own[name].value = range(along);
        }
        let ranges = [slip].into_iter().chain(own().map(|(_, along)| along));
        is_bounded(ranges, |place| {
            let mut spot = spot;
            let one = Interval::point(1.0);
            match place.checked_sub(1).and_then(|place| own().nth(place)) {
                Some((name, _)) => spot.own[name].change = one,
                None => {
                    spot.at.argument.change = one;
                    spot.own[SLIP].change = Interval::point(side);
                }
            }
            formula.evaluate(&spot)
        })
    }
}
